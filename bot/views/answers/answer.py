"""An answer as Telegram messages: formatted text, then numbered sources with links and buttons."""

import re
from collections.abc import Sequence
from dataclasses import replace
from pathlib import PurePath
from urllib.parse import parse_qsl, urlencode, urlsplit, urlunsplit

from telegram import InlineKeyboardButton, MessageEntity
from telegramify_markdown import RenderConfig, convert

from bot.transport.buttons import Action, button, fits
from bot.transport.pieces import Piece, join, split, units
from bot.views.answers.cited import Cited
from bot.views.answers.row_groups import Group, grouped, in_one_passage, numbers, rows_text
from bot.views.secrets import kinds_text
from bot.views.text import clock, shortened, styled, untappable
from pipelines.models.answers import Answer, Citation
from pipelines.nodes.text.clean import BETWEEN
from pipelines.ports import Phrasebook

PER_ROW = 8
MOST_BUTTONS = 96  # Telegram takes 100
_LABEL = 32  # characters of a title on a button


def citation_rows(citations: Sequence[Citation], user_id: int) -> list[list[InlineKeyboardButton]]:
    """Lay out a numbered button for each source that can be opened; rows side by side have one."""
    keys = []
    for group in grouped(citations[:MOST_BUTTONS]):
        for opened in in_one_passage(group):
            cited = Cited.of(opened[0])
            if cited is not None and fits(Action.OPEN_CITATION, user_id, cited.encode()):
                name = numbers(opened)
                keys.append(button(name, Action.OPEN_CITATION, user_id, cited.encode()))
    return [keys[at : at + PER_ROW] for at in range(0, len(keys), PER_ROW)]


def choice_rows(answer: Answer, user_id: int) -> list[list[InlineKeyboardButton]]:
    """Lay out a button for each document that an answer offers to open."""
    return [
        [button(shortened(one.title, _LABEL), Action.OPEN_DOCUMENT, user_id, one.document_id)]
        for one in answer.choices
        if fits(Action.OPEN_DOCUMENT, user_id, one.document_id)
    ]


_CODE = re.compile(r"(```.*?```|`[^`\n]*`)", re.DOTALL)
_NOT_MARKUP = re.compile(r"\$|\|(?=\|)|(?<=\d)\*(?=\d)")  # prices, pipes, multiplication
_SIGN = re.compile(r"[!-/:-@\[-`{-~]")  # what Markdown lets a backslash escape
_ESCAPED = r"\\\g<0>"
_TARGET = re.compile(r"(?<=\])\([^()\s]*\)")  # the address of a link
_LONGEST = 12_000  # characters
_NESTED = re.compile(r"^[ \t]*(?:(?:[-*+>]|\d+[.)])[ \t]*){6}", re.MULTILINE)  # takes for ever
_LONGEST_PATH = 100  # characters of headings that a source's line names
_LEFT_OUT = f"…{BETWEEN}"
_TELEGRAM = "t.me"
_LONGEST_ADDRESS = 60  # characters
_WORKBOOKS = (".xlsx", ".xlsm")
_VIDEO_HOSTS = ("youtube.com", "youtu.be")


def brief(answer: Answer) -> Answer:
    """Leave out of an answer what is folded, and the sources that only it cites."""
    if not answer.aside:
        return answer
    cited = tuple(one for one in answer.citations if f"[{one.n}]" in answer.text)
    return replace(answer, aside="", citations=cited or answer.citations)


def render_answer(
    answer: Answer, phrases: Phrasebook, *, folds_sources: bool = False
) -> tuple[Piece, ...]:
    """Lay out an answer and its sources in as many messages as it takes."""
    return split(answer_piece(answer, phrases, folds_sources=folds_sources))


def answer_piece(answer: Answer, phrases: Phrasebook, *, folds_sources: bool = False) -> Piece:
    """Lay out an answer and its sources, in the language of the question.

    What is longer than four messages is cut: a model that says so much answers nothing.
    """
    quotes = [citation.quote for citation in answer.citations]
    parts = [_understood(answer, phrases), _body(answer.text, quotes)]
    if answer.aside:
        parts += [Piece("\n\n"), _folded(_body(answer.aside, quotes))]
    if answer.citations:
        heading = phrases.say("sources-heading", answer.language)
        parts += [Piece("\n\n"), styled(heading, MessageEntity.BOLD)]
        lines = _source_lines(answer, phrases)
        parts += [Piece("\n"), _folded(lines) if folds_sources else lines]
    if answer.removed:
        kinds = kinds_text(answer.removed, answer.language, phrases)
        parts += [Piece("\n\n"), Piece(phrases.say("question-bared", answer.language, kinds=kinds))]
    return join(parts)


def answer_body(text: str) -> Piece:
    """Lay out the text of an answer that is not finished, as it will look when it is."""
    return _body(text, ())


def _source_lines(answer: Answer, phrases: Phrasebook) -> Piece:
    shared = _shared_titles(answer.citations)
    before: Citation | None = None
    lines: list[Piece] = []
    for group in grouped(answer.citations):
        line = _ibid(group, before, answer.language, phrases) or _group_line(
            group, answer.language, phrases, shares_title=group[0].title in shared
        )
        lines += [*([Piece("\n")] if lines else []), *line]
        before = group[-1]
    return join(lines)


def _folded(piece: Piece) -> Piece:
    fold = MessageEntity(MessageEntity.EXPANDABLE_BLOCKQUOTE, offset=0, length=units(piece.text))
    return Piece(piece.text, (fold, *piece.entities))


def _understood(answer: Answer, phrases: Phrasebook) -> Piece:
    """Say in small what a message was taken to be about, where it did not say so itself."""
    if not answer.understood:
        return Piece("")
    said = phrases.say("understood-as", answer.language, text=answer.understood.rstrip(" ?!."))
    return join([styled(said, MessageEntity.ITALIC), Piece("\n")])


def _body(text: str, quotes: Sequence[str]) -> Piece:
    text = text.strip()
    text = text if len(text) <= _LONGEST else f"{text[:_LONGEST].rstrip()}…"
    return Piece(text) if _NESTED.search(text) else _formatted(text, quotes)


def source_line(
    citation: Citation, language: str | None, phrases: Phrasebook, *, shares_title: bool = False
) -> list[Piece]:
    """Name a source: its number, its title with a link, the file or the site, the place.

    Of one that shares its title with another the file or the address is named in any case.
    """
    return _group_line((citation,), language, phrases, shares_title=shares_title)


def _group_line(
    group: Group, language: str | None, phrases: Phrasebook, *, shares_title: bool
) -> list[Piece]:
    citation = group[0]
    title = citation.title or citation.file_name or _host(citation.url)
    title = title or phrases.say("source-untitled", language)
    url = citation_url(citation)
    named = title if url else untappable(title)
    line = phrases.say("source-line", language, n=numbers(group), title=named)
    mark, _, _ = line.partition(named)
    pieces = [Piece(mark), styled(line[len(mark) :], MessageEntity.TEXT_LINK, url)]
    where = _where_in_full(citation) if shares_title else _where_from(citation, title)
    details = [where, *_group_place(group, language, phrases)]
    return pieces + [Piece(f", {detail}") for detail in details if detail]


def _ibid(
    group: Group, before: Citation | None, language: str | None, phrases: Phrasebook
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
    return [Piece(f"[{numbers(group)}] "), link, *(Piece(f", {detail}") for detail in place)]


def _group_place(group: Group, language: str | None, phrases: Phrasebook) -> list[str]:
    """Say where the cited words stand, several rows at once."""
    place = citation_place(group[0], language, phrases)
    return place if len(group) == 1 else [*place[:-1], rows_text(group, language, phrases)]


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
        heading = untappable(_innermost(citation.heading))
        key = "source-sheet" if _is_workbook(citation) else "source-section"
        said.append(phrases.say(key, language, heading=heading))
    if citation.row is not None:
        said.append(phrases.say("source-row", language, row=citation.row))
    return said


def _formatted(markdown: str, quotes: Sequence[str]) -> Piece:
    """Read Markdown, but never at the price of a letter: where any is lost, stay plain."""
    config = RenderConfig.isolated()
    for level in range(1, 5):
        setattr(config.markdown_symbol, f"heading_level_{level}", "")
    config.markdown_symbol.unordered_list_item = "•"
    try:
        text, entities = convert(_guarded(markdown, quotes), latex_escape=False, config=config)
    except (ValueError, LookupError, TypeError, AttributeError):  # its parser met something odd
        return Piece(markdown)
    if not text.strip() or _letters(text) != _letters(_TARGET.sub("", markdown)):
        return Piece(markdown)
    return Piece(
        text.rstrip(),
        tuple(
            MessageEntity(
                entity.type, entity.offset, entity.length, entity.url, language=entity.language
            )
            for entity in entities
        ),
    )


def _guarded(markdown: str, quotes: Sequence[str]) -> str:
    """Escape what is no markup: all of a source's own words, prices and the like elsewhere."""
    held = sorted({quote for quote in quotes if quote.strip()}, key=len, reverse=True)
    pattern = "|".join(map(re.escape, held)) or r"(?!)"
    parts = re.split(f"({pattern})", markdown)
    parts[1::2] = [_SIGN.sub(_ESCAPED, quote) for quote in parts[1::2]]
    for at in range(0, len(parts), 2):
        words = _CODE.split(parts[at])
        words[::2] = [_NOT_MARKUP.sub(_ESCAPED, word) for word in words[::2]]
        parts[at] = "".join(words)
    return "".join(parts)


def _letters(text: str) -> str:
    return "".join(char for char in text if char.isalnum())


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
    if name.casefold() in title.casefold():
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
