"""Close reading: which sentences are worth reading once more, together with the question.

Token vectors tell which sentence sounds like the question; which one answers it, of two that stand
side by side, is told by reading both together. That takes longer than all else, and is left out
where one sentence is far ahead.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from pipelines.models.documents import Span
from pipelines.nodes.answering.cite import Quote, place_at
from pipelines.nodes.answering.quotable import quotable_spans
from pipelines.nodes.answering.sentences.extract_answer import answering
from pipelines.nodes.answering.sentences.headings import heading_over
from pipelines.nodes.answering.sentences.sentence_scores import Place, Sentence
from pipelines.nodes.text.words import content_words

_DENSE = re.compile("[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]")


@dataclass(frozen=True, slots=True)
class CloseReadingRules:
    """What is read; how it was chosen: benchmarks/RESULTS.md, "Close reading".

    doubt: how far below the best score a sentence may lie, in units of MaxSim.
    """

    doubt: float = 0.2
    passages: int = 3
    beside: int = 2  # sentences on both sides of those in doubt
    longest: int = 800  # letters of one; a sign of Chinese or Japanese counts as three
    longest_alone: int = 1000  # of what a sentence is read with that is in doubt by itself


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
    if place is not None:
        alone = replace(rules, beside=len(scored), longest=rules.longest_alone)
        return tuple(around(scored, [one], alone) for one in scored if one.place == place)
    ordered = answering(scored)
    near = [one for one in ordered if one.score >= ordered[0].score - rules.doubt]
    if len(near) < 2:
        return ()
    chosen = list(dict.fromkeys(one.passage.id for one in near))[: rules.passages]
    of_each = ([one for one in near if one.passage.id == passage] for passage in chosen)
    return tuple(around(scored, each, rules) for each in of_each)


def beside(quote: Quote, rules: CloseReadingRules = CloseReadingRules()) -> Stretch | None:
    """Return the sentences around one that was quoted, and no rows; None around a row."""
    passage = quote.passage
    spans = [s for s in quotable_spans(passage.text) if place_at(passage, s.start).row is None]
    sentences = [
        Sentence(passage, idx, span, content_words(passage.text[span.start : span.end]), 0.0)
        for idx, span in enumerate(spans)
    ]
    held = (one for one in sentences if one.span.start <= quote.span.start < one.span.end)
    if (own := next(held, None)) is None:
        return None
    told = [one for one in sentences if one == own or not one.asks]
    return around(told, [own], replace(rules, beside=len(told)))


def around(
    scored: Sequence[Sentence], near: Sequence[Sentence], rules: CloseReadingRules
) -> Stretch:
    """Widen from sentences of one passage, best first, to those beside them, if there is room.

    The best one itself may be longer.
    """
    best = near[0]
    whole = [one for one in scored if one.passage.id == best.passage.id]
    room = _Room(best.passage.text, [one.span for one in whole], rules.longest)
    first = last = whole.index(best)
    for other in near[1:]:
        first, last = room.widened(first, last, to=whole.index(other))
    for _ in range(rules.beside):
        first, last = room.widened(first, last, to=first - 1)
        first, last = room.widened(first, last, to=last + 1)
    return Stretch(tuple(whole[first : last + 1]), best)


@dataclass(frozen=True, slots=True)
class _Room:
    """Sentences of a text, of which so many letters may be read at once."""

    text: str
    spans: Sequence[Span]
    longest: int

    def widened(self, first: int, last: int, *, to: int) -> tuple[int, int]:
        """Take a sentence and what lies between in, if there is one and room for it."""
        start, end = min(first, to), max(last, to)
        if start < 0 or end >= len(self.spans):
            return first, last
        whole = self.text[self.spans[start].start : self.spans[end].end]
        return (start, end) if _letters(whole) <= self.longest else (first, last)


def _text(sentence: Sentence) -> str:
    heading = heading_over(sentence.passage, sentence.span)
    if heading is None or sentence.span.start < heading.end:
        return sentence.text
    return f"{sentence.passage.text[heading.start : heading.end]}: {sentence.text}"


def _letters(text: str) -> int:
    return len(text) + 2 * len(_DENSE.findall(text))
