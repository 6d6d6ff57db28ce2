"""The sources under an answer: numbered lines and buttons, rows of one table together.

A button carries the source's number, the id of the passage and where in its text the quote stands;
so it needs no memory, outlives restarts, and opens the version that was read, whatever has become
of its document since. It grants nothing: the passage is read anew, as whoever presses.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import PurePath
from urllib.parse import parse_qsl, urlencode, urlsplit, urlunsplit

from telegram import InlineKeyboardButton, MessageEntity

from bot.transport.buttons import Action, button, fits
from bot.transport.pieces import Piece, join
from bot.views.text import clock, shortened, styled, untappable
from pipelines.models.answers import Answer, Citation
from pipelines.models.documents import Span
from pipelines.nodes.text.clean import BETWEEN
from pipelines.nodes.text.layout.block_headings import in_small_letters
from pipelines.ports import Phrasebook

_CARRIED = re.compile(
    r"([0-9]{1,3})_([0-9]{1,18})_([0-9]{1,8})_([0-9]{1,6})(?:_(-?[0-9]{1,5}))?", re.ASCII
)
_MOST_LISTED = 12  # rows that do not follow each other, in one line

_Group = tuple[Citation, ...]
_PER_ROW = 8
_MOST_BUTTONS = 96  # Telegram takes 100
_LONGEST_PATH = 100  # characters of headings that a source's line names
_LEFT_OUT = f"…{BETWEEN}"
_WORD = re.compile(r"\w+")
_TELEGRAM = "t.me"
_LONGEST_ADDRESS = 60  # characters
_WORKBOOKS = (".xlsx", ".xlsm")
_VIDEO_HOSTS = ("youtube.com", "youtu.be")


@dataclass(frozen=True, slots=True)
class Cited:
    """A source by its number, a passage, and a quote in the passage.

    `step` leads to what stands so many passages, or pages, behind it: to read on.
    """

    n: int
    passage_id: int
    span: Span
    step: int = 0

    @classmethod
    def of(cls, citation: Citation) -> "Cited | None":
        """Name what a citation rests on; None when its record does not say."""
        if citation.passage_id is None or citation.quote_at is None:
            return None
        end = citation.quote_at + len(citation.quote)
        return cls(citation.n, citation.passage_id, Span(citation.quote_at, end))

    @classmethod
    def decode(cls, carried: str) -> "Cited | None":
        """Read what a button carries; None when that is something else."""
        if (found := _CARRIED.fullmatch(carried)) is None:
            return None
        n, passage_id, start, length, step = (int(part or 0) for part in found.groups())
        return cls(n, passage_id, Span(start, start + length), step)

    def encode(self) -> str:
        """Write it as a button carries it."""
        length = self.span.end - self.span.start
        step = f"_{self.step}" if self.step else ""
        return f"{self.n}_{self.passage_id}_{self.span.start}_{length}{step}"


def citation_rows(citations: Sequence[Citation], user_id: int) -> list[list[InlineKeyboardButton]]:
    """Lay out a numbered button for each source that can be opened; rows side by side have one.

    Many rows of a table have one, too: each is shown in the answer.
    """
    keys = []
    for group in _grouped(citations[:_MOST_BUTTONS]):
        places = list(_in_one_passage(group))
        for opened in [group] if len(places) > _PER_ROW else places:
            cited = Cited.of(opened[0])
            if cited is not None and fits(Action.OPEN_CITATION, user_id, cited.encode()):
                name = _numbers(opened)
                keys.append(button(name, Action.OPEN_CITATION, user_id, cited.encode()))
    return [keys[at : at + _PER_ROW] for at in range(0, len(keys), _PER_ROW)]


def source_lines(answer: Answer, phrases: Phrasebook) -> Piece:
    """Name the sources, a line each; rows side by side share one."""
    shared = _shared_titles(answer.citations)
    before: Citation | None = None
    lines: list[Piece] = []
    for group in _grouped(answer.citations):
        line = _ibid(group, before, answer.language, phrases) or _group_line(
            group, answer.language, phrases, shares_title=group[0].title in shared
        )
        lines += [*([Piece("\n")] if lines else []), *line]
        before = group[-1]
    return join(lines)


def source_line(
    citation: Citation, language: str | None, phrases: Phrasebook, *, shares_title: bool = False
) -> list[Piece]:
    """Name a source: its number, its title with a link, the file or the site, the place.

    Of one that shares its title with another the file or the address is named in any case.
    """
    return _group_line((citation,), language, phrases, shares_title=shares_title)


def _group_line(
    group: _Group, language: str | None, phrases: Phrasebook, *, shares_title: bool
) -> list[Piece]:
    citation = group[0]
    title = citation.title or citation.file_name or _host(citation.url)
    title = title or phrases.say("source-untitled", language)
    url = citation_url(citation)
    named = title if url else untappable(title)
    line = phrases.say("source-line", language, n=_numbers(group), title=named)
    mark, _, _ = line.partition(named)
    pieces = [Piece(mark), styled(line[len(mark) :], MessageEntity.TEXT_LINK, url)]
    where = _where_in_full(citation) if shares_title else _where_from(citation, title)
    details = [where, *_group_place(group, language, phrases)]
    return pieces + [Piece(f", {detail}") for detail in details if detail]


def _ibid(
    group: _Group, before: Citation | None, language: str | None, phrases: Phrasebook
) -> list[Piece]:
    """Name another place of the document that stands in the line before; [] if it is another's."""
    first = group[0]
    if before is None or before.document_id != first.document_id:
        return []
    is_below = first.row is not None and first.heading == before.heading
    named = (replace(first, heading=None), *group[1:]) if is_below else group
    place = _group_place(named, language, phrases)
    if not place:
        return []
    said = phrases.say("source-ibid", language)
    link = styled(said, MessageEntity.TEXT_LINK, citation_url(first))
    return [Piece(f"[{_numbers(group)}] "), link, *(Piece(f", {detail}") for detail in place)]


def _group_place(group: _Group, language: str | None, phrases: Phrasebook) -> list[str]:
    """Say where the cited words stand, several rows at once."""
    place = citation_place(group[0], language, phrases)
    return place if len(group) == 1 else [*place[:-1], _rows_text(group, language, phrases)]


def citation_url(citation: Citation) -> str | None:
    """Return the address of what is cited; for a video, of the second that is cited."""
    try:
        address = urlsplit(citation.url or "")
    except ValueError:  # brackets that are no address
        return None
    if address.scheme not in ("http", "https") or not address.hostname:
        return None
    if citation.start_seconds is None or not _is_video(address.hostname):
        return citation.url
    query = [(key, value) for key, value in parse_qsl(address.query) if key != "t"]
    query.append(("t", f"{int(citation.start_seconds)}s"))
    return urlunsplit(address._replace(query=urlencode(query)))


def citation_place(citation: Citation, language: str | None, phrases: Phrasebook) -> list[str]:
    """Say where in the document the cited words stand: "p. 12"; "12:34"; a section and a row.

    The headings are named only where there is neither a page nor a second to turn to.
    """
    said = []
    if citation.page is not None:
        said.append(phrases.say("source-page", language, page=citation.page))
    if citation.start_seconds is not None:
        said.append(phrases.say("source-time", language, time=clock(citation.start_seconds)))
    if citation.heading and not said:
        is_sheet = _is_workbook(citation)
        path = citation.heading if is_sheet else in_small_letters(citation.heading)
        heading = untappable(_innermost(path))
        key = "source-sheet" if is_sheet else "source-section"
        said.append(phrases.say(key, language, heading=heading))
    if citation.row is not None:
        said.append(phrases.say("source-row", language, row=citation.row))
    return said


def _shared_titles(citations: Sequence[Citation]) -> set[str | None]:
    """Return the titles that several documents have."""
    documents = {citation.document_id: citation.title for citation in citations}
    titles = list(documents.values())
    return {title for title in titles if titles.count(title) > 1}


def _where_in_full(citation: Citation) -> str:
    address = re.sub(r"^https?://(www\.)?", "", citation.url or "")
    return untappable(citation.file_name or "") or shortened(address, _LONGEST_ADDRESS)


def _where_from(citation: Citation, title: str) -> str:
    """Name the file or the site, if the title does not say it; a post's title does."""
    host = _host(citation.url)
    where = citation.file_name or ("" if host == _TELEGRAM else host)
    name = PurePath(where).stem if citation.file_name else where
    spaced = (one.casefold().replace("_", " ") for one in (name, title))
    words, said = (set(_WORD.findall(one)) for one in spaced)
    if name.casefold() in title.casefold() or words <= said:
        return ""
    return untappable(where) if citation.file_name else where


def _is_workbook(citation: Citation) -> bool:
    return PurePath(citation.file_name or "").suffix.lower() in _WORKBOOKS


def _innermost(path: str) -> str:
    """Cut a long path of headings from the outside: "… › Ports › Closing"."""
    while len(path) > _LONGEST_PATH and BETWEEN in path.removeprefix(_LEFT_OUT):
        path = _LEFT_OUT + path.removeprefix(_LEFT_OUT).partition(BETWEEN)[2]
    return path


def _host(url: str | None) -> str:
    return (urlsplit(url or "").hostname or "").removeprefix("www.")


def _is_video(host: str) -> bool:
    return any(host == name or host.endswith(f".{name}") for name in _VIDEO_HOSTS)


def _grouped(citations: Sequence[Citation]) -> Iterator[_Group]:
    """Yield citations one by one, rows of one table that stand side by side together."""
    group: list[Citation] = []
    for citation in citations:
        if group and not (_is_same_table(group[-1], citation) and _has_room(group, citation)):
            yield tuple(group)
            group = []
        group.append(citation)
    if group:
        yield tuple(group)


def _in_one_passage(group: _Group) -> Iterator[_Group]:
    """Yield what one button opens: rows that follow each other in one passage.

    The quote of the first reaches to the end of the last.
    """
    first, *others = group
    opened = [first]
    for citation in others:
        last = opened[-1]
        is_next = citation.row == (last.row or 0) + 1 and last.passage_id == citation.passage_id
        if not (is_next and _begin(opened[0]) <= _begin(last) < _begin(citation)):
            yield _with_quotes_joined(opened)
            opened = []
        opened.append(citation)
    yield _with_quotes_joined(opened)


def _with_quotes_joined(group: Sequence[Citation]) -> _Group:
    first, last = group[0], group[-1]
    if len(group) == 1:
        return (first,)
    length = _begin(last) + len(last.quote) - _begin(first)
    return (replace(first, quote=first.quote.ljust(length)), *group[1:])


def _numbers(group: _Group) -> str:
    """Name a group by the numbers of its marks: "3"; "3–7"."""
    return str(group[0].n) if len(group) == 1 else f"{group[0].n}–{group[-1].n}"


def _rows_text(group: _Group, language: str | None, phrases: Phrasebook) -> str:
    """Name the rows of several citations, in the order of their marks: "rows 2–6"."""
    rows = [str(citation.row) for citation in group]
    said = f"{rows[0]}–{rows[-1]}" if _follow_each_other(group) else ", ".join(rows)
    return phrases.say("source-rows", language, rows=said)


def _has_room(group: Sequence[Citation], citation: Citation) -> bool:
    return len(group) < _MOST_LISTED or _follow_each_other((*group, citation))


def _is_same_table(one: Citation, other: Citation) -> bool:
    if one.row is None or other.row is None:
        return False
    pages = one.page, other.page
    same = (one.document_id, one.heading) == (other.document_id, other.heading)
    return same and pages == (None, None)


def _follow_each_other(group: Sequence[Citation]) -> bool:
    first = group[0].row or 0
    return [citation.row for citation in group] == list(range(first, first + len(group)))


def _begin(citation: Citation) -> int:
    return -1 if citation.quote_at is None else citation.quote_at
