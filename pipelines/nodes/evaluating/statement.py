"""Statement: what speaks against a sentence of an answer, and against its answering at all.

To the letter: numbers, days, names and codes have to stand in the evidence, dates together, units
and "not" as there. Words may also be there by their meaning or by their vectors (MaxSim). And the
words of the question have to stand around what the sentence tells: of two prices it is the one
beside what was asked about.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass, fields, replace
from itertools import pairwise
from typing import Self

import numpy as np
import numpy.typing as npt

from pipelines.models.documents import FloatArray
from pipelines.nodes.answering.asked import asked_kind
from pipelines.nodes.checking.contradictions import (
    denies,
    opposes,
    puts_off,
    unit_of,
    units_in,
)
from pipelines.nodes.evaluating.fitting import UNKNOWN, fit, given, polarity
from pipelines.nodes.evaluating.likeness import SURELY, likeness, relevance
from pipelines.nodes.evaluating.reading import ReadText
from pipelines.nodes.questions.anchors import script_of
from pipelines.nodes.text.numbers import ordinals_in

_VALUES = ("number", "day")
_YEARS = unit_of("year")
_NO_UNITS = frozenset({unit_of("person"), unit_of("time")})  # but behind a number
_MOST_LEAD, _MOST_BOUND = 0.6, 0.5
_SHORT = 2  # words of an answer that need not repeat a "not"


@dataclass(frozen=True, slots=True)
class Findings:
    """What was found of a sentence, each 0..1; most speak against it.

    value: a number or a day that is not there, or dates from several; name: of the worst, the share
    that is not there; unlike: how far its words are from the evidence; anchor: what it tells is
    nowhere together; lead: how far another value is ahead that the words of the question stand
    around; bound, away: how little they stand around its own, against the best place and by itself;
    unit: it counts in another; denied, overlooks: a "not" in the part there, or in its sentence,
    that the answer leaves out; opposite: it says the opposite; misfit, fits: it is not, or is, of
    the kind asked for; no_new: it says what the question did; unsaid: what of a yes-or-no question
    it leaves out; crosses: it is in another language.
    """

    value: float = 0.0
    name: float = 0.0
    unlike: float = 0.0
    anchor: float = 0.0
    lead: float = 0.0
    bound: float = 0.0
    unit: float = 0.0
    denied: float = 0.0
    overlooks: float = 0.0
    opposite: float = 0.0
    crosses: float = 0.0
    away: float = 0.0
    misfit: float = 0.0
    fits: float = 0.0
    no_new: float = 0.0
    unsaid: float = 0.0


@dataclass(frozen=True, slots=True)
class Against:
    """How much speaks against a sentence, as log odds: against its support, and its relevance."""

    support: float
    relevance: float


@dataclass(frozen=True, slots=True)
class Question:
    """A question, read, and the words of the evidence that stand for its own.

    around: float32 [words of the evidence], what stands around each; see `relevance`.
    """

    text: str
    read: ReadText
    around: FloatArray

    @classmethod
    def about(
        cls,
        text: str,
        read: ReadText,
        evidence: ReadText,
        near: FloatArray,
        language: str,
    ) -> Self:
        """Find the words of a question in the evidence.

        Args:
            near: float32 [words, words] of the evidence, see `nearness`.
            language: of the evidence.
        """
        alike = likeness(read, evidence, language)
        return cls(text, read, relevance(alike, read.weights, near))


def find(
    answer: ReadText, question: Question, evidence: ReadText, near: FloatArray, language: str
) -> Findings:
    """Hold a sentence against its evidence.

    Args:
        answer: the sentence; question: with what of the evidence is about it.
        near: of the evidence, see `nearness`; language: of the evidence.
    """
    sign, begins = polarity(answer.text)
    answer = _without(answer, begins) if sign else answer
    alike = likeness(answer, evidence, language)
    asked = likeness(answer, question.read)
    held, said = alike.max(axis=1, initial=0.0), asked.max(axis=1, initial=0.0)
    new = [at for at in range(len(answer)) if said[at] < SURELY]
    place, anchor = _place(answer, new, alike, question, near, evidence)
    kept = np.maximum(held, said)
    crosses = {script_of(answer.text), script_of(evidence.text)} == {"latin", "cyrillic"}
    names = [1.0 - kept[at] for at, one in enumerate(answer.words) if one.kind in ("name", "code")]
    values = [kept[at] for at, one in enumerate(answer.words) if one.kind in _VALUES]
    is_whether = sign != 0 or asked_kind(question.text).name == "whether"
    fitted = fit(question.text, answer.text, given(answer, new, alike, evidence))
    around = question.around
    told = float(sign != 0) if place is None else _told(anchor, around, is_whether=is_whether)
    found = Findings(
        value=float(
            any(value < SURELY for value in values)
            or _is_out_of_order(answer.text, evidence.text, question.text)
            or _is_scattered(answer, new, alike, evidence)
        ),
        name=float(max(names, default=0.0)) * (0.5 if crosses else 1.0),
        unlike=1.0 - float(answer.weights @ kept) if len(answer) else 0.0,
        anchor=1.0 - told,
        lead=_lead(answer, new, alike, question, near, evidence),
        crosses=float(crosses),
        misfit=2.0 * max(0.0, UNKNOWN - fitted),
        fits=2.0 * max(0.0, fitted - UNKNOWN),
        no_new=float(not new and not is_whether),
        unsaid=_unsaid(asked, question.read) if is_whether and not sign else 0.0,
    )
    if not len(evidence):
        return replace(found, bound=1.0, away=1.0)
    best = int(np.argmax(around)) if place is None else place
    found = replace(
        found,
        bound=min(float(around.max() - around[best]), _MOST_BOUND) / _MOST_BOUND,
        away=1.0 - min(1.0, float(around[best])),
    )
    return _with_letters(found, answer, evidence, best, sign, is_whether=is_whether)


def _told(anchor: float, around: FloatArray, *, is_whether: bool) -> float:
    """Return how much of what a sentence tells stands together, 0..1.

    Of a yes or no it is what the question is about: "not touched" of "not renewed".
    """
    return max(anchor, float(around.max(initial=0.0))) if is_whether else anchor


def _with_letters(
    found: Findings,
    answer: ReadText,
    evidence: ReadText,
    place: int,
    sign: int,
    *,
    is_whether: bool,
) -> Findings:
    """Compare what turns a sentence into another one, with the part and the sentence there."""
    part, sentence = evidence.part_at(place), evidence.sentence_at(place)
    denies_itself = sign < 0 or denies(answer.text) or puts_off(answer.text)
    is_denied, is_around = denies(part), denies(sentence)
    is_full = is_whether or len(answer) > _SHORT
    return replace(
        found,
        unit=float(not _counted_in(answer) <= units_in(sentence)),
        denied=float(is_denied and (sign > 0 or (not denies_itself and is_full))),
        overlooks=float(is_whether and is_around and not is_denied and not denies_itself),
        opposite=float(denies_itself == is_denied and opposes(answer.text, part)),
    )


def _counted_in(answer: ReadText) -> frozenset[int]:
    """Return the units that a sentence counts in: its numbers, or without one, "a week"."""
    numbers = {word.unit for word in answer.words if word.unit >= 0}
    return (units_in(answer.text) - _NO_UNITS) | numbers


def _without(answer: ReadText, begins: int) -> ReadText:
    """Leave out what stands before, the "yes" or "no"."""
    kept = [at for at, word in enumerate(answer.words) if word.start >= begins]
    weights = answer.weights[kept]
    return replace(
        answer,
        words=tuple(answer.words[at] for at in kept),
        parts=answer.parts[kept],
        sentences=answer.sentences[kept],
        vectors=None if answer.vectors is None else answer.vectors[kept],
        weights=weights / max(float(weights.sum()), 1e-9),
    )


def _telling(
    answer: ReadText, new: Sequence[int], alike: FloatArray, evidence: ReadText
) -> list[int]:
    """Return the new words that are a value or a name, and stand in the evidence."""
    if not alike.size:
        return []
    best = alike.argmax(axis=1)
    return [
        at
        for at in new
        if alike[at, best[at]] >= SURELY
        and (answer.words[at].kind != "word" or evidence.words[best[at]].kind == "name")
    ]


def _own_words(answer: ReadText, alike: FloatArray, near: FloatArray) -> FloatArray:
    plain = np.array([word.kind == "word" for word in answer.words], dtype=np.float32)
    return relevance(alike, answer.weights * plain, near)


def _place(
    answer: ReadText,
    new: Sequence[int],
    alike: FloatArray,
    question: Question,
    near: FloatArray,
    evidence: ReadText,
) -> tuple[int | None, float]:
    """Return where in the evidence the sentence speaks of, and how much of it stands there."""
    if not alike.size:
        return None, 0.0
    telling = _telling(answer, new, alike, evidence)
    looked_for = telling or list(new) or list(range(len(answer)))
    even = np.full(len(looked_for), 1.0 / len(looked_for), dtype=np.float32)
    there = relevance(alike[looked_for], even, near)
    likely = there + 0.6 * (question.around + _own_words(answer, alike, near))
    if telling:
        likely = np.where((alike[telling] >= SURELY).any(axis=0), likely, -1.0)
    place = int(np.argmax(likely))
    return place, min(1.0, float(there[place]))


def _lead(
    answer: ReadText,
    new: Sequence[int],
    alike: FloatArray,
    question: Question,
    near: FloatArray,
    evidence: ReadText,
) -> float:
    """Return how far the likeliest other value is ahead of one of the sentence, 0..1."""
    most, own = 0.0, _own_words(answer, alike, near)
    for at in _telling(answer, new, alike, evidence):
        mine = np.flatnonzero(alike[at] >= SURELY)
        rivals = _rivals(answer, at, mine, evidence, question.read.keys)
        if rivals:
            for around in (question.around, question.around + own):
                most = max(most, float(around[rivals].max() - around[mine].max()))
    return math.sqrt(min(most, _MOST_LEAD) / _MOST_LEAD)


def _rivals(
    answer: ReadText, at: int, mine: npt.NDArray[np.intp], evidence: ReadText, said: frozenset[str]
) -> list[int]:
    """Return where values of the same kind stand, counted alike, that nobody has named."""
    first = evidence.words[int(mine[0])]
    unit = answer.words[at].unit if answer.words[at].unit >= 0 else first.unit
    known = answer.keys | answer.stems | said
    return [
        place
        for place, word in enumerate(evidence.words)
        if word.kind == first.kind
        and not word.keys & known
        and (first.kind != "number" or unit < 0 or word.unit == unit)
    ]


def _is_out_of_order(answer: str, evidence: str, question: str) -> bool:
    """Say whether a sentence names an ordinal that neither its evidence nor its question does."""
    named = ordinals_in(answer)
    return bool(named) and not named <= ordinals_in(evidence) | ordinals_in(question)


def _is_scattered(
    answer: ReadText, new: Sequence[int], alike: FloatArray, evidence: ReadText
) -> bool:
    """Say whether values beside each other, as those of a date, stand apart in the evidence."""
    values = (
        [at for at in new if answer.words[at].kind in _VALUES and (alike[at] >= SURELY).any()]
        if alike.size
        else []
    )
    if len(values) < 2:
        return False
    places = {
        at: [
            place
            for place in np.flatnonzero(alike[at] >= SURELY).tolist()
            if evidence.words[place].unit in (-1, _YEARS) or answer.words[at].unit >= 0
        ]
        for at in values
    }
    ours = {place for some in places.values() for place in some}
    return any(
        not any(
            ours.issuperset(range(min(here, there) + 1, max(here, there)))
            for here in places[one]
            for there in places[other]
        )
        for one, other in pairwise(values)
        if other - one == 1
    )


def _unsaid(asked: FloatArray, question: ReadText) -> float:
    """Return how much of a question's words a sentence does not say, 0..1."""
    if not asked.size:
        return 1.0
    return max(0.0, 1.0 - float(asked.max(axis=0) @ question.weights))


@dataclass(frozen=True, slots=True)
class FindingsWeights:
    """Of a logistic regression over questions with right and wrong answers; log odds each.

    How it was weighed, and on what it was tested: benchmarks/RESULTS.md, "Groundedness".
    """

    value: float = 2.6
    name: float = 2.73
    unlike: float = 2.06
    anchor: float = 3.12
    lead: float = 2.95
    bound: float = 2.52
    unit: float = 1.87
    denied: float = 3.48
    overlooks: float = 2.65
    opposite: float = 2.43
    crosses: float = -1.75
    away: float = 1.87
    misfit: float = 2.97
    fits: float = -0.62
    no_new: float = 1.7
    unsaid: float = -1.29


_OF_RELEVANCE = ("away", "misfit", "fits", "no_new", "unsaid")


def weigh(found: Findings, weights: FindingsWeights = FindingsWeights()) -> Against:
    """Sum up what was found of a sentence."""
    parts = {
        one.name: getattr(weights, one.name) * getattr(found, one.name) for one in fields(found)
    }
    about = sum(parts[name] for name in _OF_RELEVANCE)
    return Against(support=sum(parts.values()) - about, relevance=about)
