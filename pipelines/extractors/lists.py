"""Lists: items that follow each other are read as one block."""

from collections.abc import Iterable, Iterator
from dataclasses import replace

from pipelines.models.documents import Block

ITEM = "- "


def join_items(blocks: Iterable[Block]) -> Iterator[Block]:
    """Join the items of a list, which begin with ITEM, into one block of as many lines."""
    held: Block | None = None
    for block in blocks:
        goes_on = block.text.startswith(ITEM) and not block.heading and block.row is None
        if held is not None and goes_on and held.page == block.page:
            held = replace(held, text=f"{held.text}\n{block.text}")
            continue
        if held is not None:
            yield held
        held = block if goes_on else None
        if held is None:
            yield block
    if held is not None:
        yield held
