"""An answer as Telegram messages, and what its sources say when their buttons are pressed.

An answer is formatted text, then numbered sources with links; a source is its passage, on a
phone's screen, with the cited words marked.

Under an answer stands a button for each source. It carries the source's number, the id of the
passage and where in its text the quote stands; so it needs no memory, outlives restarts, and
opens the version that was read, whatever has become of its document since. It grants nothing:
the passage is read anew, as whoever presses.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from pathlib import PurePath
from urllib.parse import parse_qsl, urlencode, urlsplit, urlunsplit

from telegram import InlineKeyboardButton, MessageEntity
from telegramify_markdown import RenderConfig, convert

from bot.transport.buttons import Action, button, fits, keyboard
from bot.transport.outbox import Piece, join, split, units
from bot.views.library import Reader, View
from bot.views.secrets import kinds_text
from bot.views.text import clock, day, shortened, styled
from pipelines.models.answers import Answer, Citation, Passage
from pipelines.models.documents import Span
from pipelines.nodes.answering.cite import Quote, cite_quotes
from pipelines.nodes.text.clean import BETWEEN
from pipelines.ports import Phrasebook
from pipelines.store.documents import DocumentCard

PER_ROW = 8
MOST_BUTTONS = 96  # Telegram takes 100
_LONGEST_PASSAGE = 3000  # UTF-16 units of the passage
_LONGEST_LINE = 600  # of the line above it, which names the source
_LABEL = 32  # characters of a title on a button
_CUT = "…"
_CARRIED = re.compile(r"([0-9]{1,3})_([0-9]{1,18})_([0-9]{1,8})_([0-9]{1,6})")


@dataclass(frozen=True, slots=True)
class Cited:
    """What the button of a source names: its number, a passage, and a quote in the passage."""

    n: int
    passage_id: int
    span: Span

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
        n, passage_id, start, length = map(int, found.groups())
        return cls(n, passage_id, Span(start, start + length))

    def encode(self) -> str:
        """Write it as a button carries it."""
        length = self.span.end - self.span.start
        return f"{self.n}_{self.passage_id}_{self.span.start}_{length}"


def citation_rows(citations: Sequence[Citation], user_id: int) -> list[list[InlineKeyboardButton]]:
    """Lay out a numbered button for each source that can be opened."""
    named = (cited for cited in map(Cited.of, citations[:MOST_BUTTONS]) if cited is not None)
    keys = [
        button(str(cited.n), Action.OPEN_CITATION, user_id, cited.encode())
        for cited in named
        if fits(Action.OPEN_CITATION, user_id, cited.encode())
    ]
    return [keys[at : at + PER_ROW] for at in range(0, len(keys), PER_ROW)]


def choice_rows(answer: Answer, user_id: int) -> list[list[InlineKeyboardButton]]:
    """Lay out a button for each document that an answer offers to open."""
    return [
        [button(shortened(one.title, _LABEL), Action.OPEN_DOCUMENT, user_id, one.document_id)]
        for one in answer.choices
        if fits(Action.OPEN_DOCUMENT, user_id, one.document_id)
    ]


def cited_view(cited: Cited, passage: Passage, card: DocumentCard, reader: Reader) -> View:
    """Show a passage with the quote marked, where it stands, and which version it is of."""
    added = reader.say("library-added", date=day(card.added_at, reader.language), owner="none")
    pieces = [_source(cited, passage, reader), Piece(f"\n{added}\n")]
    pieces.append(_marked(passage.text, cited.span))
    title = shortened(card.title, _LABEL)
    label = reader.say("button-open-document", title=title)
    rows = [[button(label, Action.OPEN_DOCUMENT, reader.user_id, card.document_id)]]
    if card.superseded_at is not None:
        date = day(card.superseded_at, reader.language)
        pieces.append(Piece(f"\n{reader.say('library-superseded', date=date)}"))
        if card.current_id is not None:
            rows.append(
                [reader.key("button-current-version", Action.OPEN_DOCUMENT, card.current_id)]
            )
    return View(join(pieces), keyboard(*rows))


def _source(cited: Cited, passage: Passage, reader: Reader) -> Piece:
    """Name the source as the answer did."""
    (citation,) = cite_quotes([Quote(passage, cited.span)]).citations
    line = join(source_line(replace(citation, n=cited.n), reader.language, reader.phrases))
    return split(line, _LONGEST_LINE)[0]


def _marked(text: str, quote: Span) -> Piece:
    """Return the passage as a quotation with the quote in bold; what is too long is cut around."""
    shown = _window(text, quote)
    start = min(max(quote.start, shown.start), shown.end)
    end = min(max(quote.end, start), shown.end)
    before = f"{_CUT if shown.start else ''}{text[shown.start : start]}".lstrip()
    after = f"{text[end : shown.end]}{_CUT if shown.end < len(text) else ''}".rstrip()
    marked = join([Piece(before), styled(text[start:end], MessageEntity.BOLD), Piece(after)])
    whole = styled(marked.text, MessageEntity.BLOCKQUOTE)
    return Piece(marked.text, whole.entities + marked.entities)


def _window(text: str, quote: Span) -> Span:
    """Return what is shown of a long text: more of what follows the quote than of what leads."""
    excess = units(text) - len(text)
    if len(text) + excess <= _LONGEST_PASSAGE:
        return Span(0, len(text))
    width = max(_LONGEST_PASSAGE // 2, _LONGEST_PASSAGE - excess)
    spare = max(0, width - (quote.end - quote.start))
    start = max(0, min(quote.start - spare // 3, len(text) - width))
    return Span(start, start + width)


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


def render_answer(answer: Answer, phrases: Phrasebook) -> tuple[Piece, ...]:
    """Lay out an answer and its sources, in the language of the question.

    What is longer than four messages is cut: a model that says so much answers nothing.
    """
    quotes = [citation.quote for citation in answer.citations]
    parts = [_understood(answer, phrases), _body(answer.text, quotes)]
    if answer.aside:
        folded = _body(answer.aside, quotes)
        fold = MessageEntity(
            MessageEntity.EXPANDABLE_BLOCKQUOTE, offset=0, length=units(folded.text)
        )
        parts += [Piece("\n\n"), Piece(folded.text, (fold, *folded.entities))]
    if answer.citations:
        heading = phrases.say("sources-heading", answer.language)
        parts += [Piece("\n\n"), styled(heading, MessageEntity.BOLD)]
        shared = _shared_titles(answer.citations)
        for before, citation in pairwise((None, *answer.citations)):
            assert citation is not None
            is_shared = citation.title in shared
            line = _ibid(citation, before, answer.language, phrases) or source_line(
                citation, answer.language, phrases, shares_title=is_shared
            )
            parts += [Piece("\n"), *line]
    if answer.removed:
        kinds = kinds_text(answer.removed, answer.language, phrases)
        parts += [Piece("\n\n"), Piece(phrases.say("question-bared", answer.language, kinds=kinds))]
    return split(join(parts))


def _understood(answer: Answer, phrases: Phrasebook) -> Piece:
    """Say in small what a message was taken to be about, where it did not say so itself."""
    if not answer.understood:
        return Piece("")
    said = phrases.say("understood-as", answer.language, text=answer.understood)
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
    title = citation.title or citation.file_name or _host(citation.url)
    title = title or phrases.say("source-untitled", language)
    line = phrases.say("source-line", language, n=citation.n, title=title)
    url = citation_url(citation)
    mark, _, _ = line.partition(title)
    pieces = [Piece(mark), styled(line[len(mark) :], MessageEntity.TEXT_LINK, url)]
    where = _where_in_full(citation) if shares_title else _where_from(citation, title)
    details = [where, *citation_place(citation, language, phrases)]
    return pieces + [Piece(f", {detail}") for detail in details if detail]


def _ibid(
    citation: Citation, before: Citation | None, language: str | None, phrases: Phrasebook
) -> list[Piece]:
    """Name another place of the document that stands in the line before; [] if it is another's."""
    if before is None or before.document_id != citation.document_id:
        return []
    is_below = citation.row is not None and citation.heading == before.heading
    place = citation_place(
        replace(citation, heading=None) if is_below else citation, language, phrases
    )
    if not place:
        return []
    said = phrases.say("source-ibid", language)
    link = styled(said, MessageEntity.TEXT_LINK, citation_url(citation))
    return [Piece(f"[{citation.n}] "), link, *(Piece(f", {detail}") for detail in place)]


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
        heading = _innermost(citation.heading)
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
    return citation.file_name or shortened(address, _LONGEST_ADDRESS)


def _where_from(citation: Citation, title: str) -> str:
    """Name the file or the site, if the title does not say it; a post's title does."""
    host = _host(citation.url)
    where = citation.file_name or ("" if host == _TELEGRAM else host)
    name = PurePath(where).stem if citation.file_name else where
    return "" if name.casefold() in title.casefold() else where


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
