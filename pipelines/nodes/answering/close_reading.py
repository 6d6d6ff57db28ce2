"""Close reading: which sentences are worth reading once more, together with the question.

Token vectors tell which sentence sounds like the question; which one answers it, of two that stand
side by side, is told by reading both together. That takes longer than all else, and is left out
where one sentence is far ahead.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from pipelines.nodes.answering.extract_answer import answering
from pipelines.nodes.answering.sentence_scores import Sentence


@dataclass(frozen=True, slots=True)
class CloseReadingRules:
    """What is read; how it was chosen: benchmarks/RESULTS.md, "Close reading".

    doubt: how far below the best score a sentence may lie, in units of MaxSim.
    """

    doubt: float = 0.2
    passages: int = 2
    longest: int = 1000  # characters of one


@dataclass(frozen=True, slots=True)
class Stretch:
    """Sentences of a passage in a row, of which the first has the number `first`."""

    passage_id: int
    first: int
    sentences: tuple[str, ...]


def doubtful(
    scored: Sequence[Sentence], rules: CloseReadingRules = CloseReadingRules()
) -> tuple[Stretch, ...]:
    """Return the sentences in doubt with what stands around them; () where one is far ahead.

    Args:
        scored: every sentence of the passages, in the order of the text.
    """
    ordered = answering(scored)
    near = [one for one in ordered if one.score >= ordered[0].score - rules.doubt]
    if len(near) < 2:
        return ()
    best = list(dict.fromkeys(one.passage.id for one in near))[: rules.passages]
    return tuple(_stretch(scored, near, passage_id, rules.longest) for passage_id in best)


def _stretch(
    scored: Sequence[Sentence], near: Sequence[Sentence], passage_id: int, longest: int
) -> Stretch:
    """Widen from the best sentence of a passage to both sides, as far as there is room."""
    whole = [one for one in scored if one.passage.id == passage_id]
    at = next(one.idx for one in near if one.passage.id == passage_id)
    first = last = next(number for number, one in enumerate(whole) if one.idx == at)
    while True:
        before, after = max(first - 1, 0), min(last + 1, len(whole) - 1)
        wider = [(before, last), (first, after), (before, after)]
        fitting = [
            (start, end)
            for start, end in wider
            if whole[end].span.end - whole[start].span.start <= longest
        ]
        if not fitting or fitting[-1] == (first, last):
            return Stretch(passage_id, whole[first].idx, _texts(whole[first : last + 1]))
        first, last = fitting[-1]


def _texts(sentences: Sequence[Sentence]) -> tuple[str, ...]:
    return tuple(one.text for one in sentences)
