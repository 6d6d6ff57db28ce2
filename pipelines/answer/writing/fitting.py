"""Fitting: whether what a language model wrote, and its passages bear out, answers what is asked.

A sentence may be right and tell of something else. What a question hangs on has to stand where its
answer is taken from, or be told apart from what is nearest to it; a name's figure is no other's.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from pipelines.answer.quoting.found import evidence_of
from pipelines.answer.state import Reading
from pipelines.models.answers import Citation, Passage
from pipelines.models.documents import are_foreign
from pipelines.nodes.answering.asked import asked_kind
from pipelines.nodes.answering.citation_marks import strip_marks
from pipelines.nodes.answering.cite import CitedText
from pipelines.nodes.answering.holding import holds
from pipelines.nodes.answering.labels import names_role
from pipelines.nodes.checking.contradictions import NO_UNIT, parts_of, says_it_is_missing
from pipelines.nodes.checking.units import unit_at
from pipelines.nodes.questions.anchors import Anchor, anchors_of, missing, script_of
from pipelines.nodes.text.dictionary import (
    is_common,
    is_first_name,
    is_known,
    is_place_name,
    translations,
)
from pipelines.nodes.text.numbers import numbers_in
from pipelines.nodes.text.words import content_words, fold

_SURE = 0.52  # confidence from which on names that are missing tell nothing, as in quoted answers
_TOLD_KINDS = frozenset({"who", "when", "how_many", "how_long", "hour", "phone", "email"})
_ALSO = {"when": ("how long", "what time"), "hour": ("how long", "when")}  # tell it as well
_HELD = 0.5  # from which on an answer holds what is asked for
_MEANINGS = 2  # of an English word, the likeliest: a turkey is a bird, and a country
_HARD = frozenset({"year", "code", "name"})  # kinds of what a question hangs on, whoever asks


def holds_what_is_asked(question: str, text: str) -> bool:
    """Say whether a text has a number, a date, a name where one is asked for.

    Who writes in words of his own may answer when with how long after what, and who with a role.
    """
    kind, bare = asked_kind(question), strip_marks(text)
    if kind.name not in _TOLD_KINDS or says_it_is_missing(bare):
        return True
    kinds = (kind, *map(asked_kind, _ALSO.get(kind.name, ())))
    is_held = any(holds(one, bare, question) >= _HELD for one in kinds)
    return is_held or (kind.name == "who" and names_role(bare))


@dataclass(frozen=True, slots=True)
class Lacking:
    """What a question hangs on, and stands in none of the passages that are cited.

    A number or a day may be the asker's own, "I am 70", "it broke on 3 November"; what a sentence
    makes of it was checked. Names count where the passages are in doubt.
    """

    anchors: tuple[Anchor, ...]
    replaced: frozenset[str] = frozenset()  # words in whose place a follow-up puts them

    @classmethod
    def of(
        cls, reading: Reading, language: str, cited: Sequence[Passage], before: str = ""
    ) -> "Lacking":
        """Look for what a reading hangs on.

        Args:
            cited: the passages an answer rests on.
            before: the question that it leans on; "" where it leans on none.
        """
        is_sure = reading.confidence >= _SURE
        anchors = (
            *(one for one in anchors_of(reading.question, language) if one.kind in _HARD),
            *(Anchor.named(one, language) for one in reading.hangs_on),
        )
        held = [one for one in anchors if not (one.kind == "name" and is_sure)]
        crosses = any(are_foreign(language, passage.language) for passage in cited)
        lacking = missing(held, "\n".join(map(evidence_of, cited)), crosses=crosses)
        return cls(lacking, content_words(before) - content_words(reading.question))

    def __bool__(self) -> bool:
        return bool(self.anchors)

    @property
    def names(self) -> tuple[str, ...]:
        """Those that are called by a name, each once."""
        return tuple(dict.fromkeys(one.text for one in self.anchors if _is_name(one)))

    def is_told_of_another(self, cited: CitedText) -> bool:
        """Say whether an answer rests on what is told of another in the place of what is lacking.

        Of two years or two codes each is another. A word, or a name, has another in its place where
        what is cited has what was asked about before, or a name that the answer was not asked for:
        "in Moscow it is 3000" tells nothing of Novosibirsk, and "abroad it is 3000" may.
        """
        if any(not _is_name(one) and one.kind in _HARD for one in self.anchors):
            return True
        told = [_told(one, cited.text) for one in cited.citations]
        if self.replaced & content_words("\n".join(told)):
            return True
        return bool(self.names) and any(map(_names_somebody, told))


def is_beside(cited: CitedText, quoted: CitedText, question: str) -> bool:
    """Say whether an answer tells something else than what surely answers the same.

    It rests on other passages, and hardly says the same; or it is in other letters than the
    question and what is quoted are.
    """
    letters = script_of(question)
    if letters == script_of(quoted.text) != script_of(cited.text):
        return True
    passages = {one.passage_id for one in quoted.citations}
    if not passages.isdisjoint(one.passage_id for one in cited.citations):
        return False
    said, stated = content_words(strip_marks(cited.text)), content_words(strip_marks(quoted.text))
    return 2 * len(said & stated) < min(len(said), len(stated))


def is_figure_of_another(cited: CitedText, quoted: CitedText, question: str) -> bool:
    """Say whether an answer has the figure of something else than what it is asked of.

    "The fee is 120" is none to what students pay, where what surely answers says "60 for students".
    The answer leaves out a word of the question, and has another amount in the same unit than
    stands beside it. How a sentence begins tells of its other parts, too.
    """
    said = strip_marks(cited.text)
    left_out = (content_words(question) & content_words(quoted.text)) - content_words(said)
    amounts = _amounts(said)
    units = {unit for unit, _ in amounts}
    for parts in parts_of(strip_marks(quoted.text)) if left_out and amounts else ():
        meant = [part for part in parts[1:] if left_out & content_words(part)]
        beside = [one for part in meant for one in _amounts(part)]
        if any(unit in units and (unit, values) not in amounts for unit, values in beside):
            return True
    return False


def _amounts(text: str) -> set[tuple[int, frozenset[str]]]:
    """Return the numbers of a text that have a unit, each with it."""
    numbers = numbers_in(text)
    found = {(unit_at(text, one.span, numbers), one.values) for one in numbers}
    return {(unit, values) for unit, values in found if unit != NO_UNIT}


def _is_name(anchor: Anchor) -> bool:
    return anchor.kind == "name" or (anchor.kind == "word" and anchor.text[:1].isupper())


def _told(citation: Citation, answer: str) -> str:
    """Return the part of a quote that an answer says most of, which may tell of one among many."""
    said = content_words(strip_marks(answer))
    parts = [part for parts in parts_of(citation.quote) for part in parts] or [citation.quote]
    return max(parts, key=lambda part: len(said & content_words(part)))


def _names_somebody(text: str) -> bool:
    """Say whether a text has a name, be it its first word."""
    first = next(iter(text.split()), "").strip("«»“”\"'(),.:;")
    may_be = first[:1].isupper() and first[1:].islower() and bool(content_words(first))
    language = "ru" if script_of(first) == "cyrillic" else "en"
    is_word = is_common(fold(first)) and is_known(fold(first), language)
    is_word = is_word and not (language == "en" and _translates_as_name(fold(first)))
    return (may_be and not is_word) or any(one.kind == "name" for one in anchors_of(text))


def _translates_as_name(word: str) -> bool:
    """Say whether a folded English word is the name of a town or a person in Russian: "moscow"."""
    likeliest = translations(word, "ru")[:_MEANINGS]
    return any(is_place_name(one) or is_first_name(one) for one in likeliest)
