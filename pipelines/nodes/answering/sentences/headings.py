"""Headings over jottings: what a line without a stop is read with, since it does not say it.

"12 eggs" below "QUICHE" is of the quiche; "20 June: 79 people" below "Collected for the road" is of
the road. A whole sentence says by itself what it is about.
"""

import re

from pipelines.models.answers import Passage
from pipelines.models.documents import Span
from pipelines.nodes.text.clean import BETWEEN
from pipelines.nodes.text.layout.block_headings import block_at

_ENDS = re.compile(r"[.!?…。！？:][\"'»”’“)\]]*$")
_LONGEST = 120  # characters of a jotting


def heading_over(passage: Passage, span: Span) -> Span | None:
    """Return where in a passage the heading stands that a line of it is under; None of sentences.

    A heading is under itself where its line goes on behind it: "CARROT CAKE  makes 2 tins".
    """
    block = block_at(passage.text, span.start)
    if block is not None:
        return block.named
    text = passage.text[span.start : span.end]
    if _ENDS.search(text) or len(text) > _LONGEST:
        return None
    above = [anchor for anchor in passage.anchors if anchor.at <= span.start]
    if not above or above[-1].row is not None:
        return None
    name = (above[-1].heading or "").split(BETWEEN)[-1]
    start = above[-1].at
    is_there = bool(name) and passage.text.startswith(name, start)
    return Span(start, start + len(name)) if is_there and span.start >= start + len(name) else None
