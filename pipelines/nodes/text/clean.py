"""From extracted blocks to clean paragraphs that still know where in the source they stand."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import groupby

from pipelines.errors import SourceRefused
from pipelines.models.documents import (
    Anchor,
    Block,
    CleanText,
    Extracted,
    Span,
)
from pipelines.nodes.text.boilerplate import find_running_lines, is_site_boilerplate
from pipelines.nodes.text.headings import heading_paths
from pipelines.nodes.text.invisible import strip_invisible
from pipelines.nodes.text.lines import (
    find_compounds,
    going_on,
    is_wrapped,
    join_lines,
    joint,
    starts_item,
    tidy_spaces,
)

_BETWEEN = "\n\n"
_HEADING_LENGTH = 80
_STOPS = (".", "!", "?", ":", ";", "…", ",")
_SENTENCE_ENDS = (".", "!", "?", "…", ":", ";", "»", '"', "”", ")")
_CAPTION_WORDS = 60  # after so many words the next sentence starts a new paragraph
_CAPTION_PAUSE = 20.0  # seconds between the starts of two lines


@dataclass(frozen=True, slots=True)
class _Part:
    """A paragraph on its way; anchors count from its own first character."""

    text: str
    anchors: tuple[Anchor, ...] = ()
    heading: bool = False

    @property
    def row(self) -> int | None:
        """The row of a table that it is."""
        return self.anchors[0].row if self.anchors else None


def clean(extracted: Extracted) -> CleanText:
    """Turn blocks into paragraphs.

    Drops boilerplate, page headers and footers; joins broken lines and words, paragraphs that
    run over a page's end, caption lines, and headings with what they head. Anchors stay exact.

    Raises:
        SourceRefused: nothing is left.
    """
    blocks = [replace(block, text=strip_invisible(block.text)) for block in extracted.blocks]
    blocks = _without_boilerplate(blocks)
    if any(block.start_seconds is not None for block in blocks):
        parts = list(_spoken(blocks))
    else:
        pictured = extracted.pages_by_ocr > 0
        parts = list(_over_page_ends(_written(blocks, extracted.title, pictured=pictured)))
        parts = list(_headed(parts, guess=not any(part.heading for part in parts)))
    if not parts:
        raise SourceRefused("source-no-text")
    return _assemble(parts)


def _without_boilerplate(blocks: Sequence[Block]) -> list[Block]:
    """Drop the lines that belong to the site or run along on every page."""
    pages: dict[int, list[str]] = {}
    for block in blocks:
        if (page := _page_to_run_on(block)) is not None:
            pages.setdefault(page, []).extend(_inked(block.text))
    running = find_running_lines(pages)
    seen = dict.fromkeys(pages, 0)
    kept = []
    for block in blocks:
        lines, page = [], _page_to_run_on(block)
        for line in _inked(block.text):
            runs = False
            if page is not None:
                on_front = block.heading and page == min(pages)
                runs = (page, seen[page]) in running and not on_front
                seen[page] += 1
            if not runs and not is_site_boilerplate(line):
                lines.append(line)
        if lines:
            kept.append(replace(block, text="\n".join(lines)))
    return kept


def _page_to_run_on(block: Block) -> int | None:
    """Return the page if a block can run along on every one; rows of a table are only alike."""
    return block.page if block.row is None else None


def _inked(text: str) -> list[str]:
    return [line.rstrip(" \t") for line in text.split("\n") if line.strip(" \t\xad")]


def _written(blocks: Sequence[Block], title: str | None, *, pictured: bool) -> Iterator[_Part]:
    compounds = find_compounds(block.text for block in blocks)
    for block, path in zip(blocks, heading_paths(blocks, title), strict=True):
        lines = block.text.split("\n")
        if block.page is not None or is_wrapped(lines):
            text = join_lines(lines, compounds)
        elif pictured:
            text = "\n".join(join_lines(run, compounds) for run in going_on(lines))
        else:
            text = block.text.replace("\xad", "").strip()
        text = tidy_spaces(text)
        if text:
            yield _Part(text, (Anchor(0, block.page, None, path, block.row),), block.heading)


def _spoken(blocks: Sequence[Block]) -> Iterator[_Part]:
    """Join caption lines into paragraphs, at the ends of sentences where there are any."""
    group: list[_Part] = []
    words, last = 0, 0.0
    for block in blocks:
        start = block.start_seconds if block.start_seconds is not None else last
        over = words >= _CAPTION_WORDS and group[-1].text.endswith(_SENTENCE_ENDS)
        if group and (over or words >= 2 * _CAPTION_WORDS or start - last > _CAPTION_PAUSE):
            yield _joined(group, " ")
            group, words = [], 0
        text = tidy_spaces(" ".join(block.text.split())).replace("\xad", "")
        group.append(_Part(text, (Anchor(0, block.page, start),)))
        words += len(text.split())
        last = start
    if group:
        yield _joined(group, " ")


def _over_page_ends(parts: Iterable[_Part]) -> Iterator[_Part]:
    """Join a paragraph that goes on after a page's end."""
    group: list[_Part] = []
    for part in parts:
        if group and not _goes_on(group[-1], part):
            yield _joined(group, "")
            group = []
        if group:
            left, between = joint(group[-1].text, part.text)
            group[-1] = replace(group[-1], text=left + between)
        group.append(part)
    if group:
        yield _joined(group, "")


def _goes_on(left: _Part, right: _Part) -> bool:
    if left.heading or right.heading or left.row is not None or right.row is not None:
        return False
    if left.anchors[-1].page == right.anchors[0].page or starts_item(right.text):
        return False
    return not left.text.endswith(_SENTENCE_ENDS) and (
        right.text[0].islower() or left.text.endswith(("-", "‐", ","))
    )


def _headed(parts: Sequence[_Part], *, guess: bool) -> Iterator[_Part]:
    """Join headings, marked or evident, with the paragraph below."""
    group: list[_Part] = []
    for index, part in enumerate(parts):
        group.append(part)
        below = parts[index + 1] if index + 1 < len(parts) else None
        if below is None or not (part.heading or _introduces(part, below, guess=guess)):
            yield _joined(group, "\n")
            group = []


def _introduces(part: _Part, below: _Part, *, guess: bool) -> bool:
    short = len(part.text) <= _HEADING_LENGTH and "\n" not in part.text
    if not short or part.row is not None or starts_item(part.text):
        return False
    if part.text.endswith(":"):
        return starts_item(below.text)
    named = any(character.isalpha() for character in part.text)
    return guess and named and not part.text.endswith(_STOPS) and len(below.text) > len(part.text)


def _joined(group: Sequence[_Part], between: str) -> _Part:
    """Put parts together, moving their anchors along."""
    if len(group) == 1:
        return group[0]
    anchors: list[Anchor] = []
    at = 0
    for part in group:
        anchors += (replace(anchor, at=anchor.at + at) for anchor in part.anchors)
        at += len(part.text) + len(between)
    return _Part(between.join(part.text for part in group), tuple(anchors))


def _assemble(parts: Sequence[_Part]) -> CleanText:
    whole = _joined(parts, _BETWEEN)
    paragraphs, at = [], 0
    for part in parts:
        paragraphs.append(Span(at, at + len(part.text)))
        at += len(part.text) + len(_BETWEEN)
    places = groupby(whole.anchors, key=lambda anchor: replace(anchor, at=0))
    anchors = tuple(next(group) for _, group in places)
    nowhere = all(anchor == Anchor(anchor.at) for anchor in anchors)
    return CleanText(whole.text, tuple(paragraphs), () if nowhere else anchors)
