"""Same question: whether somebody asks again what a rule was made for, in whichever words.

Within a language a question is the same when its tokens are near and it hangs on the same names,
numbers and kind of thing. Between two languages embeddings are no such measure: another question
about one passage is often nearer than a translation. There a question is compared with all that
were asked of the passage, in the rule's language, and it is the rule's if that is the nearest.

Measured on parallel questions, eight to a passage, of which a sixth had a rule: benchmarks/
RESULTS.md, "Corrections".
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Protocol

from pipelines.models.answers import QueryEmbedding
from pipelines.models.documents import are_foreign
from pipelines.nodes.answering.asked import asked_kind
from pipelines.nodes.questions.anchors import Anchor, anchors_of, missing
from pipelines.nodes.questions.opposites import are_opposed
from pipelines.nodes.text.glossary import meanings, meant
from pipelines.nodes.text.words import content_words, fold

_SAME = 0.75  # likeness within a language, from which two questions may be one
_REWORDED = 0.86  # from which they surely are
_SAME_ACROSS = 0.31  # of a question and its translation, which few fall short of
_WORDS = 0.15  # what likeness between languages gains, where the glossary knows all the words
_OTHER_KIND = 0.09  # and loses, where the questions ask for different kinds of things
_SHORT = 3  # words of content
_WORD = re.compile(r"\w+")
_DIGITS = frozenset({"year", "number", "code"})


class Asked(Protocol):
    """A question in a language: two letters, or "und"."""

    @property
    def text(self) -> str: ...

    @property
    def language(self) -> str: ...


@dataclass(frozen=True, slots=True)
class Wording:
    """A question as somebody put it. language: two letters, or "und"."""

    text: str
    language: str
    embedding: QueryEmbedding


def likeness(one: Wording, other: Wording, floor: float) -> float:
    """Return how near the tokens of two questions are, both ways: 1 for the same, 0 unrelated.

    Args:
        floor: cosine of what is unrelated, under the model.
    """
    cosines = one.embedding.token_embeddings @ other.embedding.token_embeddings.T
    if not cosines.size:
        return 0.0
    there = one.embedding.token_weights @ cosines.max(axis=1)
    back = other.embedding.token_weights @ cosines.max(axis=0)
    return float(((there + back) / 2 - floor) / (1.0 - floor))


def is_same_question(
    asked: Wording, taught: Wording, others: Iterable[Wording], *, floor: float
) -> bool:
    """Say whether a question is the one that something was taught for.

    Args:
        others: different questions about the same passages, in the language of `taught`.
    """
    if not reads_alike(asked, taught) or not is_near(asked, taught, floor=floor):
        return False
    likeness_of = _across if are_foreign(asked.language, taught.language) else likeness
    near = likeness_of(asked, taught, floor)
    return not any(
        likeness_of(asked, other, floor) > near
        for other in others
        if not _is_rewording(other, taught, floor)
    )


def reads_alike(asked: Asked, taught: Asked) -> bool:
    """Say whether nothing that is written tells two questions apart, whatever they come near to."""
    if are_opposed(asked.text, taught.text):
        return False
    if are_foreign(asked.language, taught.language):
        return not (lack_digits(asked, taught) or _name_others(asked, taught))
    return not hang_apart(asked, taught)


def is_near(asked: Wording, taught: Wording, *, floor: float) -> bool:
    """Say whether two questions are alike enough to be one, if no other one is more so."""
    if are_foreign(asked.language, taught.language):
        return _across(asked, taught, floor) >= _SAME_ACROSS
    return likeness(asked, taught, floor) >= _SAME


def _across(one: Wording, other: Wording, floor: float) -> float:
    """Return the likeness of questions in two languages: their tokens, words and kinds."""
    words = (_known_share(one, other) + _known_share(other, one)) / 2
    is_other = asked_kind(one.text).name != asked_kind(other.text).name
    return likeness(one, other, floor) + _WORDS * words - _OTHER_KIND * is_other


def _known_share(one: Wording, other: Wording) -> float:
    """Return how many of a question's words the other one has a meaning of, 0..1."""
    words, held = content_words(one.text), content_words(other.text)
    found = meant(meanings(words, other.language), held) | (words & held)
    return len(found) / max(1, len(words))


def _is_rewording(other: Wording, taught: Wording, floor: float) -> bool:
    """Say whether a question that was asked before is the one that was corrected."""
    return not hang_apart(other, taught) and likeness(other, taught, floor) >= _REWORDED


def exchanges_word(one: Asked, other: Asked) -> bool:
    """Say whether two questions are word for word the same but for one, which has another's place.

    "The booster for a cat" is not "the booster for a rabbit", however near both come. A word that
    means the same tells as much, so this may only keep a question from what can wait.
    """
    words, others = (_WORD.findall(fold(each.text)) for each in (one, other))
    if len(words) != len(others):
        return False
    apart = [pair for pair in zip(words, others, strict=True) if pair[0] != pair[1]]
    held = [[content_words(word) for word in pair] for pair in apart]
    return len(held) == 1 and all(held[0]) and held[0][0].isdisjoint(held[0][1])


def hang_apart(one: Asked, other: Asked) -> bool:
    """Say whether questions of one language hang on different things, or ask for other kinds."""
    if asked_kind(one.text).name != asked_kind(other.text).name:
        return True
    return any(
        missing(anchors_of(each.text, each.language), against.text)
        for each, against in ((one, other), (other, one))
    )


def lack_digits(one: Asked, other: Asked) -> bool:
    """Say whether a number of one stands nowhere in the other; names are translated, digits not."""
    return any(
        missing(_digits(each), against.text, crosses=True)
        for each, against in ((one, other), (other, one))
    )


def _name_others(one: Asked, other: Asked) -> bool:
    """Say whether two short questions ask of things whose meanings are known, and not the same.

    What lunch costs is not what parking does, however alike the rest is. In long questions words
    are left out and put otherwise by whoever translates.
    """
    return all(_untranslated(each, against) for each, against in ((one, other), (other, one)))


def _untranslated(one: Asked, other: Asked) -> frozenset[str]:
    """Return the words of a short question that are known, and of which another has no meaning."""
    words, held = content_words(one.text), content_words(other.text)
    if max(len(words), len(held)) > _SHORT:
        return frozenset()
    known = meanings(words, other.language)
    return frozenset(known) - meant(known, held) - held


def _digits(asked: Asked) -> list[Anchor]:
    return [a for a in anchors_of(asked.text, asked.language) if a.kind in _DIGITS]
