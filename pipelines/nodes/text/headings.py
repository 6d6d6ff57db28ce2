"""Which headings a piece of text stands under."""

from collections.abc import Iterator, Sequence

from pipelines.models.documents import Block

BETWEEN = " › "
_LONGEST = 80  # characters of one heading


def heading_paths(blocks: Sequence[Block], title: str | None) -> Iterator[str | None]:
    """Yield for each block the headings it stands under, outermost first: "Installation › Ports".

    A heading stands under itself. One without a level ends all those before it. The document's
    title is left out where it leads a path, since whoever cites the document names it anyway.
    """
    path: list[tuple[int, str]] = []
    for block in blocks:
        if block.heading:
            level = block.level or 1
            path = [above for above in path if above[0] < level]
            path.append((level, _shortened(block.text)))
        names = [name for _, name in path]
        if names and title and names[0].casefold() == _shortened(title).casefold():
            names = names[1:]
        yield BETWEEN.join(names) or None


def _shortened(text: str) -> str:
    line = " ".join(text.replace("\xad", "").split())
    return line if len(line) <= _LONGEST else f"{line[: _LONGEST - 1].rstrip()}…"
