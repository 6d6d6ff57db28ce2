"""Paraphrase: a question in the words of the documents that may answer it.

A small model reads what is like itself best: "who is the janitor" finds no caretaker. Which words
may stand for which is in `related`; which of them do, a text that was found tells.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import dropwhile

from pipelines.nodes.answering.asked import asked_kind, says_kind
from pipelines.nodes.questions.paraphrasing.related import Phrase, related
from pipelines.nodes.text.dictionary import LANGUAGES, is_known, lemmas
from pipelines.nodes.text.glossary import bare_stem
from pipelines.nodes.text.words import EMPTY_WORDS, content_words, coverage, fold, word_weights

_TOKEN = re.compile(r"[^\W_]+(?:[-‐‑–./'’][^\W_]+)*|[?!]")
_ASKING = EMPTY_WORDS | frozenset({"how", "many", "much", "long", "сколько", "скольки"})
_LIGHT = frozenset({"get", "получ"})  # they say little beside what is got, and mean much
_SCALED = frozenset({"how", "как", "насколько"})
_LEAST = 0.3  # of the notions' weight, that a text says
_GAP = 2  # words at most that stand inside of a phrase


@dataclass(frozen=True, slots=True)
class Notion:
    """What a word or a phrase of a question says, and what may say it in a document."""

    places: tuple[int, ...]  # of its words among those of the question, in order
    words: frozenset[str]  # bare stems
    options: tuple[str, ...] = ()  # the likeliest first
    is_unknown: bool = False  # to the lists: a name, most likely

    def said_by(self, held: frozenset[str]) -> str | None:
        """Return which option a text has, by its bare stems; "" where it has the words."""
        if self.words and self.words <= held:
            return ""
        stems = ((option, _bare(option)) for option in self.options)
        return next((option for option, words in stems if words and words <= held), None)


def notions_of(question: str, language: str) -> tuple[Notion, ...]:
    """Return what a question speaks of, in its order; nothing in a language without lists."""
    if language not in LANGUAGES:
        return ()
    words = list(map(fold, _TOKEN.findall(question)))
    forms = [frozenset((word, *lemmas(word, language))) for word in words]
    asked = frozenset[str]().union(*forms)
    found: dict[tuple[int, ...], dict[str, None]] = {}
    for places, options in _phrases(forms, related(language)):
        if places in found or not any(set(places) & set(known) for known in found):
            found[places] = found.get(places, {}) | dict.fromkeys(options)
    taken = {place for places in found for place in places}
    alone = [(place,) for place in range(len(words)) if place not in taken]
    notions = []
    for places in sorted([*alone, *found]):
        said = [place for place in places if words[place] not in _ASKING]
        if said and all(place and words[place - 1] in _SCALED for place in said):
            continue  # "how often" is what is asked, not what it is asked of
        stems = _bare(" ".join(words[place] for place in places))
        options = tuple(one for one in found.get(places, {}) if not asked.issuperset(one.split()))
        is_unknown = places not in found and _is_name(words[places[0]], language)
        notions.append(Notion(places, stems, options, is_unknown))
    is_telling = any(one.options and not one.words <= _LIGHT for one in notions)
    light = (replace(n, options=()) if is_telling and n.words <= _LIGHT else n for n in notions)
    return tuple(one for one in light if one.words or one.options)


def nearest_texts(notions: Sequence[Notion], texts: Sequence[str]) -> tuple[int, ...]:
    """Return which texts say enough of the notions, the best first; rare ones count more.

    A word that no list knows is a name, most likely, and has to stand there.
    """
    needed = frozenset[str]().union(*(one.words for one in notions if one.is_unknown))
    held = [_bare(text) for text in texts]
    said = [_said_in(notions, words) if needed <= words else frozenset[str]() for words in held]
    weights = word_weights(said)
    wanted = frozenset(map(str, range(len(notions))))
    shares = [coverage(wanted, each, weights) for each in said]
    near = (n for n, share in enumerate(shares) if share >= _LEAST)
    return tuple(sorted(near, key=lambda n: -shares[n]))


def in_words_of(text: str, question: str, language: str) -> str | None:
    """Return a question with those words exchanged for which a text has others; None: with none.

    What asks stays: of "who looks after" no more than what comes behind "who" is exchanged, and
    nothing by which something else would be asked for: «почём» for roubles.
    """
    held, asked = _bare(text), _TOKEN.findall(question)
    words = asked
    for notion in notions_of(question, language):
        said = list(dropwhile(lambda place: fold(asked[place]) in _ASKING, notion.places))
        if not said or not (option := notion.said_by(held)):
            continue
        for places in dict.fromkeys((tuple(said), tuple(said[-1:]))):  # "until when may I drill"
            exchanged = ["" if place in places else word for place, word in enumerate(words)]
            exchanged[places[0]] = option
            is_more = says_kind(option) or not all(says_kind(asked[place]) for place in places)
            if _asks_alike(question, _joined(exchanged), is_more=is_more):
                words = exchanged
                break
    return None if words is asked else _joined(words)


def _asks_alike(question: str, worded: str, *, is_more: bool) -> bool:
    """Say whether two questions ask for the same kind of thing.

    Args:
        is_more: than what tells the kind was exchanged, or for another word that tells it: "weighs"
            for «масса», and not «стоит» for roubles.
    """
    before, after = asked_kind(question), asked_kind(worded)
    return before.name == after.name and (is_more or before.quantity == after.quantity)


def _joined(words: Sequence[str]) -> str:
    return " ".join(filter(None, words)).replace(" ?", "?").replace(" !", "!")


def _is_name(word: str, language: str) -> bool:
    """Say whether no list knows a word."""
    return word.isalpha() and not is_known(word, language)


def _said_in(notions: Sequence[Notion], held: frozenset[str]) -> frozenset[str]:
    """Return which notions a text says, by their numbers."""
    return frozenset(str(n) for n, one in enumerate(notions) if one.said_by(held) is not None)


def _phrases(
    forms: Sequence[frozenset[str]], known: Mapping[str, Sequence[tuple[Phrase, Sequence[str]]]]
) -> list[tuple[tuple[int, ...], Sequence[str]]]:
    """Return where phrases stand, and what may stand for each; the longest first."""
    found = [
        (places, options)
        for place, lemmas_there in enumerate(forms)
        for lemma in sorted(lemmas_there)
        for phrase, options in known.get(lemma, ())
        if (places := _places(phrase, forms, place)) is not None
    ]
    return sorted(found, key=lambda one: -len(one[0]))


def _places(phrase: Phrase, forms: Sequence[frozenset[str]], place: int) -> tuple[int, ...] | None:
    """Return where the words of a phrase stand around a place, in any order."""
    reach = len(phrase) - 1 + (_GAP if len(phrase) > 1 else 0)
    near = range(max(0, place - reach), min(len(forms), place + reach + 1))
    found: list[int] = []
    for lemma in phrase:
        there = [each for each in near if lemma in forms[each] and each not in found]
        if not there:
            return None
        found.append(min(there, key=lambda each: abs(each - place)))
    return tuple(sorted(found)) if max(found) - min(found) <= reach else None


def _bare(text: str) -> frozenset[str]:
    return frozenset(map(bare_stem, content_words(text)))
