"""Sentences of the passages, and the same with another number or name, or of other documents."""

import random
from collections.abc import Iterator, Sequence

from pipelines.models.documents import Span
from pipelines.nodes.questions.follow_up.tokens import tokens_of
from pipelines.nodes.text.calendar import is_month
from pipelines.nodes.text.numbers import numbers_in
from pipelines.nodes.text.words import split_sentences

_SHORTEST = 25  # characters of a sentence
_MOST = 4  # sentences of a passage
_OTHERS = 2  # sentences of another document


def mistaken(passage: str, other: str, chance: random.Random) -> Iterator[tuple[str, str]]:
    """Yield sentences with what was done to them: right, number, moved, swapped, other."""
    sentences = _sentences(passage)[:_MOST]
    numbers = [passage[n.span.start : n.span.end] for n in numbers_in(passage)]
    names = [token.text for token in tokens_of(passage) if token.kind == "name"]
    for sentence in sentences:
        yield "right", sentence
        yield from _with_other_numbers(sentence, numbers, chance)
        yield from _with_other_names(sentence, names, chance)
    foreign = _sentences(other)
    yield from (("other", one) for one in chance.sample(foreign, min(_OTHERS, len(foreign))))


def _sentences(text: str) -> list[str]:
    spans = split_sentences(text)
    return [text[s.start : s.end] for s in spans if s.end - s.start >= _SHORTEST]


def _with_other_numbers(
    sentence: str, numbers: Sequence[str], chance: random.Random
) -> Iterator[tuple[str, str]]:
    if not (there := numbers_in(sentence)):
        return
    span = chance.choice(there).span
    written = sentence[span.start : span.end]
    alike = [n for n in numbers if n != written and _looks(n) == _looks(written)]
    if alike:
        yield "moved", _replaced(sentence, span, chance.choice(alike))
    if written.isdigit():
        yield "number", _replaced(sentence, span, str(int(written) + chance.randint(1, 9)))


def _with_other_names(
    sentence: str, names: Sequence[str], chance: random.Random
) -> Iterator[tuple[str, str]]:
    if not (there := [token for token in tokens_of(sentence) if token.kind == "name"]):
        return
    token = chance.choice(there)
    others = [n for n in names if n not in token.text and token.text not in n]
    if others:
        span = Span(token.start, token.end)
        yield "swapped", _replaced(sentence, span, chance.choice(others))


def _looks(number: str) -> tuple[bool, bool, bool]:
    """Say how a number is written: in digits, as an hour or a date, as a month."""
    return number[0].isdigit(), ":" in number, is_month(number)


def _replaced(text: str, span: Span, other: str) -> str:
    return f"{text[: span.start]}{other}{text[span.end :]}"
