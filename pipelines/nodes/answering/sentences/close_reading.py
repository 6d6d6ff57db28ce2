"""Close reading: which sentences are worth reading once more, together with the question.

Token vectors tell which sentence sounds like the question; which one answers it, of two that stand
side by side, is told by reading both together. That takes longer than all else, and is left out
where one sentence is far ahead.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from pipelines.models.documents import Span
from pipelines.nodes.answering.sentences.extract_answer import answering
from pipelines.nodes.answering.sentences.headings import heading_over
from pipelines.nodes.answering.sentences.sentence_scores import Place, Sentence

_DENSE = re.compile("[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]")


@dataclass(frozen=True, slots=True)
class CloseReadingRules:
    """What is read; how it was chosen: benchmarks/RESULTS.md, "Close reading".

    doubt: how far below the best score a sentence may lie, in units of MaxSim.
    """

    doubt: float = 0.2
    passages: int = 3
    longest: int = 1000  # letters of one; a sign of Chinese or Japanese counts as three


@dataclass(frozen=True, slots=True)
class Stretch:
    """Sentences of a passage in a row, and the one that it is read for."""

    sentences: tuple[Sentence, ...]
    best: Sentence

    @property
    def span(self) -> Span:
        """Where it stands in its passage."""
        return Span(self.sentences[0].span.start, self.sentences[-1].span.end)

    @property
    def texts(self) -> tuple[str, ...]:
        """What is read; a line of a block with its heading, of which it does not say that it is."""
        return tuple(map(_text, self.sentences))


def doubtful(
    scored: Sequence[Sentence],
    rules: CloseReadingRules = CloseReadingRules(),
    *,
    place: Place | None = None,
) -> tuple[Stretch, ...]:
    """Return the sentences in doubt with what stands around them; () where one is far ahead.

    Args:
        scored: every sentence of the passages, in the order of the text.
        place: of a sentence that is in doubt by itself: it is read with what stands around it.
    """
    longest = rules.longest
    if place is not None:
        return tuple(around(scored, one, longest=longest) for one in scored if one.place == place)
    ordered = answering(scored)
    near = [one for one in ordered if one.score >= ordered[0].score - rules.doubt]
    if len(near) < 2:
        return ()
    best = {one.passage.id: one for one in reversed(near)}
    chosen = _first(near, rules.passages)
    return tuple(around(scored, best[each], longest=longest) for each in chosen)


def _first(near: Sequence[Sentence], count: int) -> list[int]:
    return list(dict.fromkeys(one.passage.id for one in near))[:count]


def around(scored: Sequence[Sentence], best: Sentence, *, longest: int) -> Stretch:
    """Widen from a sentence to both sides of its passage, to so many letters at most.

    The sentence itself may be longer.
    """
    whole = [one for one in scored if one.passage.id == best.passage.id]
    first = last = whole.index(best)
    while True:
        before, after = max(first - 1, 0), min(last + 1, len(whole) - 1)
        fitting = [
            (start, end)
            for start, end in ((before, last), (first, after), (before, after))
            if _letters(best.passage.text[whole[start].span.start : whole[end].span.end]) <= longest
        ]
        if not fitting or fitting[-1] == (first, last):
            return Stretch(tuple(whole[first : last + 1]), best)
        first, last = fitting[-1]


def _text(sentence: Sentence) -> str:
    heading = heading_over(sentence.passage, sentence.span)
    if heading is None or sentence.span.start < heading.end:
        return sentence.text
    return f"{sentence.passage.text[heading.start : heading.end]}: {sentence.text}"


def _letters(text: str) -> int:
    return len(text) + 2 * len(_DENSE.findall(text))
