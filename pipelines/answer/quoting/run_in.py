"""Run-in headings: what a paragraph opens with is no answer, but names what follows it.

"Footbridge on the Alder Loop. Three quotes came in …": what comes behind is told with it.
"""

import re
from collections.abc import Sequence

from pipelines.answer.quoting.weighing.sureness import is_told_openly
from pipelines.models.documents import Span
from pipelines.nodes.answering.asked import asked_kind
from pipelines.nodes.answering.cite import Quote
from pipelines.nodes.answering.holding import holds
from pipelines.nodes.answering.quotable import asks, quotable_spans

_LONGEST = 8  # words
_HELD = 0.5  # from which on a sentence is taken to hold what is asked for
_NUMBERING = re.compile(r"[\s\d.)*_#–—-]*")
_SAYS = re.compile(  # by a word that only stands in a sentence, as far as endings tell
    r"\b(?:is|are|am|was|were|be|been|has|have|had|do|does|did|can|could|may|might|must|should|"
    r"will|would|"
    r"not|no|never|none|only|please|ask|call|ring|see|keep|use|bring|leave|pay|write|send|take|"
    r"came|went|took|gave|got|made|said|saw|left|met|paid|put|sent|sold|stood|told|won|wrote|lost|"
    r"kept|built|bought|brought|goes|gets|takes|comes|opens|closes|starts|ends|costs|runs|needs|"
    r"he|she|it|they|он|она|оно|они|"
    r"не|нет|нельзя|можно|нужно|надо|нужен|нужна|есть|будет|был|была|было|были|только|всегда|никогда|"
    r"[a-z]{3,}ed|[^\W\d_]{2,}(?:ет|ит|ют|ут|ат|ят|ем|им|ся|ть|ли|ла|ло|йте|но|ны|на))\b",
    re.IGNORECASE,
)


def behind_run_in(question: str, best: Quote, ranked: Sequence[Quote]) -> tuple[Quote, str] | None:
    """Return the sentence behind a run-in heading, and both as they are written; else None.

    Of its paragraph that is taken which holds what is asked for, and comes first among the ranked.

    Args:
        best: what may be one.
        ranked: sentences, the best first.
    """
    text, own, kind = best.passage.text, best.span, asked_kind(question)
    if kind.name == "whether" or is_told_openly(kind, question, best.text):  # "Cash or card."
        return None
    if not _is_run_in(text, own):
        return None
    end = text.find("\n\n", own.end)
    end = end if end >= 0 else len(text)
    behind = [s for s in quotable_spans(text) if own.end <= s.start < end]
    behind = [span for span in behind if not asks(text[span.start : span.end])]
    if not behind or text[own.end : behind[0].start].strip(" \n*_"):
        return None
    own_place = best.passage.id
    places = {one.span.start: at for at, one in enumerate(ranked) if one.passage.id == own_place}
    span = min(
        behind,
        key=lambda one: (
            holds(kind, text[one.start : one.end], question) < _HELD,
            places.get(one.start, len(ranked)),
        ),
    )
    told = " ".join(text[span.start : span.end].split())
    name = " ".join(best.text.split()).strip("*_ ").rstrip(".*_ ")
    return Quote(best.passage, span), f"{name}: {told}"


def _is_run_in(text: str, span: Span) -> bool:
    """Say whether a sentence opens a paragraph or a numbered item, and is but a few words."""
    said = text[span.start : span.end].strip("*_ \n")
    line = text.rfind("\n", 0, span.start) + 1
    opens = _NUMBERING.fullmatch(text, line, span.start) is not None
    is_short = said.endswith(".") and 0 < len(said.split()) <= _LONGEST
    return opens and is_short and "\n" not in said and _SAYS.search(said) is None
