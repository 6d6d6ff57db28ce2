"""The library on a phone's screen: a list, a card, a text, the versions of a document."""

import re
from collections.abc import Sequence

from telegram import InlineKeyboardButton, MessageEntity

from bot.transport.buttons import Action, button, keyboard
from bot.transport.pieces import Piece, join
from bot.transport.prompts import Place
from bot.views.text import (
    Reader,
    View,
    clock,
    day,
    moment,
    readers_of,
    shortened,
    styled,
    untappable,
    written_day,
)
from pipelines.store.documents import DocumentCard, DocumentPage, ListedDocument, Stretch, Version

PER_PAGE = 8
TEXT_PER_PAGE = 2000  # characters, each of which may count twice in Telegram
_LABEL = 44  # characters of a title on a button
_LEAD = 320  # characters of a document's beginning
# Not the dot of a number, as in "1.1.", nor of an initial or a shortened word, after which it goes
# on in lower case.
_SENTENCE_END = re.compile(r"(?:(?<!\d)(?<!\b[^\W\d_])\.|[!?…])(?=$|\n|\s+[^\sa-zа-яё])")
_NUMBER_AT_END = re.compile(r"\s+(?:\d+\.)+\d*$")
_LIST_KEYS = "button-list-before", "button-list-after"
_TEXT_KEYS = "button-text-before", "button-text-after"
_SIGNS = {"web": "🌐", "video": "▶️", "file": "📄"}


def list_view(
    found: DocumentPage,
    place: Place,
    reader: Reader,
    *,
    said: str = "",
    may_clean: bool = False,
    being_read: int = 0,
) -> View:
    """Show a page of the list: one button a document, and what else can be done.

    Args:
        said: what became of a press, above it.
        may_clean: there is something that the reader could clean away.
        being_read: how many sources the reader has sent that are not in the list yet.
    """
    lines = [said, ""] if said else []
    if being_read:
        lines.append(reader.say("library-being-read", count=being_read, listed=found.total))
    if found.total or not being_read:
        lines.append(_heading(found, place, reader))
    pages = max(1, -(-found.total // PER_PAGE))
    if pages > 1:
        lines.append(reader.say("library-page", page=place.page + 1, pages=pages))
    rows = [
        [
            button(
                f"{_SIGNS[document.kind]} {titled(document, reader)}",
                Action.OPEN_DOCUMENT,
                reader.user_id,
                document.document_id,
            )
        ]
        for document in found.documents
    ]
    turning = _LIST_KEYS, Action.DOCUMENTS_PAGE, "", place.page
    rows.append(turning_keys(*turning, pages, reader))
    search = [reader.key("button-search", Action.SEARCH_DOCUMENTS)]
    if place.query:
        search.append(reader.key("button-all-documents", Action.ALL_DOCUMENTS))
    rows.append(search if found.total or place.query else [])
    if may_clean and not place.query:
        rows.append([reader.key("button-clean-base", Action.ASK_CLEAN)])
    return View(Piece("\n".join(lines)), keyboard(*filter(None, rows)))


def card_view(card: DocumentCard, place: Place, reader: Reader, *, has_file: bool = False) -> View:
    """Show what is known of a document, and what the reader may do with it.

    Args:
        has_file: what it was read out of can be sent.
    """
    pieces = [styled(untappable(shortened(card.title, 300)), MessageEntity.BOLD)]
    if beginning := lead(_without_title(card)):
        pieces += [Piece("\n"), styled(beginning, MessageEntity.BLOCKQUOTE)]
    pieces.append(Piece("\n"))
    pieces += _source(card, reader)
    pieces.append(Piece("\n".join(_details(card, reader))))
    rows = _card_keys(card, place, reader)
    if has_file:
        rows[0].append(reader.key("button-file", Action.SEND_FILE, card.document_id))
    return View(join(pieces), keyboard(*filter(None, rows)))


def text_view(stretch: Stretch, document_id: str, page: int, reader: Reader) -> View:
    """Show a stretch of a document's text."""
    pages = max(1, -(-stretch.total // TEXT_PER_PAGE))
    heading = reader.say("library-page", page=page + 1, pages=pages) if pages > 1 else ""
    prefix = f"{document_id}_"
    turning = turning_keys(_TEXT_KEYS, Action.DOCUMENT_TEXT, prefix, page, pages, reader)
    back = [reader.key("button-to-document", Action.OPEN_DOCUMENT, document_id)]
    text = f"{heading}\n\n{stretch.text}".strip()
    return View(Piece(text), keyboard(*filter(None, (turning, back))))


def versions_view(versions: Sequence[Version], document_id: str, reader: Reader) -> View:
    """Show the versions of a document, newest first; those beyond twenty are left out."""
    rows = []
    for number, version in enumerate(versions[:20]):
        text = reader.say(
            "library-version-now" if version.superseded_at is None else "library-version",
            n=len(versions) - number,
            date=moment(version.added_at, reader.language),
        )
        rows.append([button(text, Action.OPEN_DOCUMENT, reader.user_id, version.document_id)])
    rows.append([reader.key("button-back", Action.OPEN_DOCUMENT, document_id)])
    return View(Piece(reader.say("library-versions")), keyboard(*rows))


def lead(beginning: str) -> str:
    """Return the first sentences of a document, or its first words if they are too long.

    Lines stay lines: a heading does not run into what it heads.
    """
    lines = [" ".join(line.split()) for line in beginning.split("\n")]
    text = "\n".join(filter(None, lines))
    if len(text) <= _LEAD:
        return text
    ends = [end for found in _SENTENCE_END.finditer(text) if (end := found.end()) <= _LEAD]
    if ends and ends[-1] > _LEAD // 3:
        return text[: ends[-1]]
    cut = text[: _LEAD - 1].rsplit(maxsplit=1)[0]
    return f"{_NUMBER_AT_END.sub('', cut)}…"


def titled(document: ListedDocument, reader: Reader) -> str:
    """Return the title; where another has it too, the file's name or the day it was added."""
    if not document.shares_title:
        return shortened(document.title, _LABEL)
    detail = document.file_name or day(document.added_at, reader.language)
    detail = shortened(detail, _LABEL // 2)
    return f"{shortened(document.title, _LABEL - len(detail))} · {detail}"


def _heading(found: DocumentPage, place: Place, reader: Reader) -> str:
    if place.query:
        query = shortened(place.query, 60)
        return reader.say("library-found", query=query, count=found.total)
    return reader.say("library-heading", count=found.total)


def turning_keys(
    names: tuple[str, str], action: Action, prefix: str, page: int, pages: int, reader: Reader
) -> list[InlineKeyboardButton]:
    """Make the buttons, named by texts, to the page before and the page after."""
    before, after = names
    keys = []
    if page > 0:
        keys.append(reader.key(before, action, f"{prefix}{page - 1}"))
    if page + 1 < pages:
        keys.append(reader.key(after, action, f"{prefix}{page + 1}"))
    return keys


def _source(card: DocumentCard, reader: Reader) -> list[Piece]:
    if card.url and _is_web(card):
        address = re.sub(r"^https?://(www\.)?", "", card.url)
        name = styled(shortened(address, 60), MessageEntity.TEXT_LINK, card.url)
    elif card.file_name:
        name = Piece(shortened(card.file_name, 100))
    else:
        return []
    return [Piece(f"{reader.say('library-source')} "), name, Piece("\n")]


def _is_web(card: DocumentCard) -> bool:
    return bool(card.url) and str(card.url).startswith(("http://", "https://"))


def _without_title(card: DocumentCard) -> str:
    """Return how a document begins, without a heading that stands above it as its title."""
    first, _, rest = card.beginning.lstrip().partition("\n")
    is_title = " ".join(first.split()).casefold() == " ".join(card.title.split()).casefold()
    return rest if is_title else card.beginning


def _details(card: DocumentCard, reader: Reader) -> list[str]:
    size = reader.say("document-size", pages=card.pages or 0)
    lines = [size + reader.say("language-name", language_code=card.language)]
    if card.sheets:
        sheets = untappable(shortened(", ".join(card.sheets), 200))
        lines.append(reader.say("library-sheets", count=len(card.sheets), sheets=sheets))
    if card.seconds:
        lines.append(reader.say("library-length", length=clock(card.seconds)))
    published = card.published and written_day(card.published, reader.language)
    byline = " · ".join(part for part in (card.author, published) if part)
    if byline:
        lines.append(reader.say("library-byline", byline=shortened(byline, 120)))
    lines.append(
        reader.say(
            "library-added",
            date=day(card.added_at, reader.language),
            owner=shortened(card.owner_name or "", 60) or "none",
        )
    )
    lines.append(open_to(card, reader))
    # Of a file without an author or a date it is its title and its name, which stand above.
    if card.full_citation and (card.author or card.published or _is_web(card)):
        cited = untappable(shortened(card.full_citation, 400))
        lines.append(reader.say("library-citation", citation=cited))
    if card.superseded_at is not None:
        date = day(card.superseded_at, reader.language)
        lines.append(reader.say("library-superseded", date=date))
    return lines


def open_to(card: DocumentCard, reader: Reader) -> str:
    """Say whom a document is open to; of one's own that nobody else may read, that it is so."""
    if not card.readers and card.owner_telegram_id == reader.user_id:
        return reader.say("library-yours-alone")
    readers = readers_of(card.readers, reader.language, reader.phrases)
    return reader.say("library-readers", readers=readers)


def _card_keys(
    card: DocumentCard, place: Place, reader: Reader
) -> list[list[InlineKeyboardButton]]:
    this = card.document_id
    rows = [[reader.key("button-text", Action.DOCUMENT_TEXT, f"{this}_0")]]
    if card.superseded_at is not None and card.current_id is not None:
        rows.append([reader.key("button-current-version", Action.OPEN_DOCUMENT, card.current_id)])
    elif card.versions > 1:
        rows[0].append(reader.key("button-versions", Action.DOCUMENT_VERSIONS, this))
    if card.may_change and card.superseded_at is None:
        rows.append([reader.key("button-readers", Action.DOCUMENT_ACCESS, this)])
        if card.kind != "file" and card.url:
            rows.append([reader.key("button-fetch-again", Action.FETCH_AGAIN, this)])
        if card.kind == "web" and card.url:
            rows[-1].append(reader.key("button-watch", Action.OFFER_WATCH, this))
        rows.append(
            [
                reader.key("button-rename", Action.RENAME_DOCUMENT, this),
                reader.key("button-delete", Action.ASK_DELETE_DOCUMENT, this),
            ]
        )
    rows.append([reader.key("button-to-list", Action.DOCUMENTS_PAGE, str(place.page))])
    return rows
