"""From extracted blocks to clean paragraphs that still know where in the source they stand.

Lines that belong to the page or the site, not to the text.

Which headings a piece of text stands under.

Take out of a text what no reader sees: controls, zero-width characters, hidden tags.
"""

import re
import unicodedata
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
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
from pipelines.nodes.text.layout.lines import (
    find_compounds,
    going_on,
    is_wrapped,
    join_lines,
    joint,
    starts_item,
    tidy_spaces,
)

_SITE = re.compile(
    r"""^[\s\W]*(?:
    (?:go\s|scroll\s)?back\s+to\s+(?:the\s+)?top | (?:jump|skip)\s+to\s+(?:main\s+)?content
    | (?:вернуться\s+)?(?:наверх|к\s+началу(?:\s+страницы)?)
    | перейти\s+к\s+(?:основному\s+)?содержанию
    | was\s+this\s+(?:page|article|information|section)\s+helpful.{0,40}
    | did\s+you\s+find\s+this\s+(?:page|article)\s+helpful.{0,40}
    | (?:была\s+ли\s+)?(?:эта\s+)?(?:страница|статья|информация)\s+(?:была\s+)?полезн(?:а|ой).{0,40}
    | помогла\s+ли\s+(?:вам\s+)?эта\s+(?:страница|статья).{0,40}
    | (?:this|our)\s+(?:web)?site\s+uses\s+cookies.{0,160} | we\s+use\s+cookies\b.{0,160}
    | (?:наш|этот)\s+сайт\s+использует\s+(?:файлы\s+)?(?:cookie|куки).{0,160}
    | мы\s+используем\s+(?:файлы\s+)?(?:cookies?|куки)\b.{0,160}
    | (?:accept|reject|allow|manage)\s+(?:all\s+)?cookies | принять\s+(?:все\s+)?(?:cookies?|куки)
    | share\s+(?:this|on)(?:\s+\w+){0,4} | поделиться(?:\s+(?:ссылкой|статьёй|статьей|в\s+\w+))?
    | (?:print|edit)\s+this\s+(?:page|article)
    | sign\s+up\s+for\s+our\s+newsletter.{0,60}
    | подпи(?:шитесь|саться)\s+на\s+(?:нашу\s+)?рассылку.{0,60}
    | yes\s*[/|]\s*no | да\s*[/|]\s*нет
    )[\s\W]*$""",
    re.IGNORECASE | re.VERBOSE,
)
_PAGE_NUMBER = re.compile(
    r"^\W*(?:(?:page|seite|p\.|pg\.|стр(?:аница|\.)?|с\.)\s*\d{1,5}(?:\s*(?:/|of|из|von)\s*\d{1,5})?"
    r"|\d{1,5}\s*(?:/|of|из|von)\s*\d{1,5}|[ivxl]{1,7})\W*$",
    re.IGNORECASE,
)
_NUMBER = re.compile(r"^\W*(\d{1,5})\W*$")
_DIGITS = re.compile(r"\d+")
_EDGE = 2  # lines at the top and at the bottom of a page that may be its header and footer
_FEWEST_PAGES = 3
_SHARE_OF_PAGES = 0.4


def is_site_boilerplate(line: str) -> bool:
    """Say whether a line is a site's furniture: navigation, feedback, cookies."""
    return len(line) < 250 and _SITE.match(line) is not None


def find_running_lines(pages: Mapping[int, Sequence[str]]) -> frozenset[tuple[int, int]]:
    """Find headers, footers and page numbers.

    Args:
        pages: the lines of each page, in order.
    Returns:
        (page, index of the line) of every line that only runs along: at a page's edge, and either
        a page number, or the same (numbers apart) on two pages of five and at least three.
    """
    edges = [
        (page, index, _key(lines[index]))
        for page, lines in pages.items()
        for index in _edge_indices(len(lines))
    ]
    seen = Counter(key for key in {(key, page) for page, _, key in edges})
    on_pages = Counter(key for key, _ in seen)
    enough = max(_FEWEST_PAGES, _SHARE_OF_PAGES * len(pages))
    return _find_numbers(pages, [(page, index) for page, index, _ in edges]) | frozenset(
        (page, index)
        for page, index, key in edges
        if _DIGITS.sub("", key).strip(" #") and on_pages[key] >= enough
    )


def _find_numbers(
    pages: Mapping[int, Sequence[str]], edges: Sequence[tuple[int, int]]
) -> frozenset[tuple[int, int]]:
    """Find page numbers: said to be one, or bare and counting along with the pages."""
    bare = [
        (page, index, int(match.group(1)) - page)
        for page, index in edges
        if (match := _NUMBER.match(pages[page][index]))
    ]
    shifts = Counter(shift for _, _, shift in bare)
    said = ((p, index) for p, index in edges if _PAGE_NUMBER.match(pages[p][index]))
    return frozenset(said) | frozenset(
        (page, index) for page, index, shift in bare if shift == 0 or shifts[shift] > 1
    )


def _edge_indices(count: int) -> Sequence[int]:
    return sorted({*range(min(_EDGE, count)), *range(max(0, count - _EDGE), count)})


def _key(line: str) -> str:
    return _DIGITS.sub("#", " ".join(line.lower().split()))


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


_LIGATURES = {
    "\ufb00": "ff",
    "\ufb01": "fi",
    "\ufb02": "fl",
    "\ufb03": "ffi",
    "\ufb04": "ffl",
    "\ufb05": "st",
    "\ufb06": "st",
}
# Zero-width joiners shape Arabic, Indic scripts and emoji, selectors Mongolian and emoji; elsewhere
# they only hide.
_JOINED = "[\u0590-\u0dff\u1000-\u109f\u2600-\u27bf\ufe0f\U0001f000-\U0001faff]"
_PICTURED = (
    "[\xa9\xae\u203c\u2049\u2100-\u27bf\u2934\u2935\u2b00-\u2bff\u3030\u303d\u3297\u3299"
    "\U0001f000-\U0001faff]"
)
_INVISIBLE = re.compile(
    "[\x00-\x08\x0e-\x1f\x7f-\x84\x86-\x9f"  # controls, but for white space and next line
    "\u061c\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufeff\ufff9-\ufffd"
    "\ud800-\udfff"  # lone surrogates
    "\u034f\u115f\u1160\u17b4\u17b5\u3164\uffa0"  # letters that are not drawn
    "\u180b-\u180f\ufe00-\ufe0f\U0001bca0-\U0001bca3\U0001d173-\U0001d17a"
    "\U000e0000-\U000e0fff]"  # tags and supplementary variation selectors
    f"(?<!{_JOINED}[\u200c\u200d])(?<![\u1820-\u18aa][\u180b-\u180d\u180f])"
    f"(?<!{_PICTURED}\ufe0f)(?<!\ufe0f(?=\u20e3))"
)
_BLANK = "\u2800"  # a sign of Braille without dots: for readers a space
_NEW_LINE = re.compile("\r\n?|[\x0b\x0c\x85\u2028\u2029]")
_LIGATURE = re.compile("[\ufb00-\ufb06]")


def strip_invisible(text: str) -> str:
    """Return the text composed (NFC), with newlines as "\\n", ligatures spelled out, and without
    control, zero-width, bidirectional and tag characters, U+FFFD and lone surrogates.

    Soft hyphens stay: `clean` needs them to join broken words.
    """
    text = _NEW_LINE.sub("\n", text)
    text = _INVISIBLE.sub("", text)
    text = _LIGATURE.sub(lambda match: _LIGATURES[match.group()], text)
    return unicodedata.normalize("NFC", text)


def one_line(text: str) -> str:
    """Put a title or a name on one line, without what no reader sees."""
    return " ".join(strip_invisible(text).replace("\xad", "").replace(_BLANK, " ").split())


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
