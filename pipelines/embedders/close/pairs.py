"""What is read together: the token ids of a question or a claim, and of the text it is held to."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from pipelines.embedders.tokens import TextTokenizer
from pipelines.models.documents import Int32Array, Span

LONGEST = 320  # tokens; it was taught with no more
_QUESTION, _CLAIM = 60, 90  # tokens of each, at most
_PREFIX = "query:"


@dataclass(frozen=True, slots=True, eq=False)
class Pair:
    """One row for the model.

    ids: int32 [tokens]; sentences: the tokens of each, None of one that did not fit in; claim:
    the tokens of the claim.
    """

    ids: Int32Array
    sentences: tuple[Span | None, ...]
    claim: Span | None


def lay_out(
    text: TextTokenizer, sentences: Sequence[str], *, question: str = "", claim: str = ""
) -> Pair:
    """Put a question and a claim, of which one may be missing, before the sentences of a text.

    Returns:
        `<s> query: question </s> claim </s> text </s>`, of at most `LONGEST` tokens.
    """
    end, row, at = list(text.tail), list(text.head), None
    if question:
        row += [*_ids(text, _PREFIX), *_ids(text, question)[:_QUESTION], *end]
    if claim:
        start = len(row)
        row += _ids(text, claim)[:_CLAIM]
        at = Span(start, len(row))
        row += end
    spans: list[Span | None] = []
    for sentence in sentences:
        room = LONGEST - len(end) - len(row)
        start = len(row)
        row += _ids(text, sentence)[: max(room, 0)]
        spans.append(Span(start, len(row)) if len(row) > start else None)
    return Pair(np.array(row + end, dtype=np.int32), tuple(spans), at)


def _ids(text: TextTokenizer, words: str) -> list[int]:
    return [int(number) for number in text.tokenize(words).ids]
