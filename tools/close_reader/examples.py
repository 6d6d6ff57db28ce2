"""Examples: what the reader is taught with, made from the documents of the corpus."""

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

from tools.close_reader.corpus import Asked, Document

Task = Literal["answering", "answer", "claim"]

_UNLIKELY = 0.5  # weight of what may be right after all, or is too easy
_EASY = 0.7


@dataclass(frozen=True, slots=True)
class Example:
    """One row for the reader, and what is to come out.

    answering: `right` is the index of the sentence that answers the question, or -1.
    answer: whether the claim is right as the answer to the question; claim: whether it is true.
    """

    task: Task
    sentences: tuple[str, ...]
    right: int
    question: str = ""
    claim: str = ""
    weight: float = 1.0


def examples(documents: Sequence[Document], chance: random.Random) -> Iterator[Example]:
    """Make every example; what is drawn is drawn by `chance`."""
    for number, document in enumerate(documents):
        other = documents[(number + 1) % len(documents)]
        for asked in document.asked:
            yield from _answering(document, asked, chance)
            yield from _answers(document, asked, chance)
            yield from _claims(document, asked, other, chance)
        for wordings in document.unanswerable:
            for question in wordings:
                yield Example("answering", tuple(document.sentences), -1, question)


def _answering(document: Document, asked: Asked, chance: random.Random) -> Iterator[Example]:
    for question in asked.wordings:
        yield Example("answering", tuple(document.sentences), asked.sentence, question)
    rest = _without(document, asked)
    yield Example("answering", rest, -1, chance.choice(asked.wordings), weight=_UNLIKELY)


def _answers(document: Document, asked: Asked, chance: random.Random) -> Iterator[Example]:
    """Yield answers to the question, right and wrong, and right ones to another question."""
    whole = document.sentences[asked.sentence]
    said = [(one, 1, 1.0) for one in asked.right]
    said += [(asked.answer, 1, _EASY), (whole, 1, _UNLIKELY)]
    said += [(one, 0, 1.0) for _, one in asked.wrong]
    others = [one for one in document.asked if one.sentence != asked.sentence]
    if others:
        other = chance.choice(others)
        said += [(other.answer, 0, _EASY), (chance.choice(other.right), 0, 1.0)]
        said += [(document.sentences[other.sentence], 0, _UNLIKELY)]
    first, second = asked.wordings
    for claim, right, weight in said:
        question = first if chance.random() < 0.7 else second
        yield Example("answer", tuple(document.sentences), right, question, claim, weight)
    rest, claim = _without(document, asked), chance.choice(asked.right)
    yield Example("answer", rest, 0, first, claim, _UNLIKELY)


def _claims(
    document: Document, asked: Asked, other: Document, chance: random.Random
) -> Iterator[Example]:
    """Yield whole sentences, true and untrue; the true answer to another question is true."""
    sentences = tuple(document.sentences)
    true = [asked.right[0], *asked.right[2:]]
    for claim in true:
        yield Example("claim", sentences, 1, claim=claim, weight=1.3)
    for kind, claim in asked.wrong:
        if kind == "other":
            yield Example("claim", sentences, 1, claim=claim, weight=_UNLIKELY)
        elif kind != "vague":
            yield Example("claim", sentences, 0, claim=claim)
    if chance.random() < 0.3:
        whole = document.sentences[asked.sentence]
        yield Example("claim", sentences, 1, claim=whole, weight=_UNLIKELY)
        yield Example("claim", tuple(other.sentences), 0, claim=chance.choice(true), weight=0.4)
    yield Example("claim", _without(document, asked), 0, claim=chance.choice(true), weight=0.4)


def _without(document: Document, asked: Asked) -> tuple[str, ...]:
    return tuple(one for at, one in enumerate(document.sentences) if at != asked.sentence)
