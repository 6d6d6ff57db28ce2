"""The buttons under a receipt: one row, and what is wanted seldom behind its last button.

What a row unfolds to is written in that button, one letter each, before the name of the batch: so
it needs no memory and outlives restarts.
"""

from collections.abc import Sequence

from telegram import InlineKeyboardButton, InlineKeyboardMarkup

from bot.transport.buttons import Action, button, fits, keyboard
from bot.transport.pieces import Piece
from bot.views.library import PER_PAGE, turning_keys
from bot.views.receipts import elided
from bot.views.text import Reader, View, shortened
from pipelines.ingest.retry import worth_masking, worth_retrying
from pipelines.models.requests import BatchReport, ItemReport

_DOCUMENTS, _READERS, _DELETE = "o", "r", "d"
_LABEL = 44  # characters of a title on a button

Row = list[InlineKeyboardButton]


def receipt_keys(
    report: BatchReport, name: str, reader: Reader, *, in_group: bool = False
) -> InlineKeyboardMarkup | None:
    """Lay out what can be done once a batch is over; None when there is nothing.

    Args:
        name: of the batch within its chat; "" when it was not sent there.
        in_group: whether others see it; then who may read it can be changed, in private, and it
            can be undone, and nothing is opened.
    """
    if in_group:
        return _in_group(report, name, reader)
    row: Row = []
    hidden = ""
    documents = documents_of(report.items)
    if any(item.status in ("stored", "known") for item in report.items):
        row.append(reader.key("button-go-chat", Action.GO_CHAT))
    opening = _opening(documents, name, reader)
    again = _trying_again(report, name, reader)
    row += again
    if again:
        hidden = _DOCUMENTS if opening is not None else ""
    elif opening is not None:
        row.append(opening)
    if any(item.status == "stored" for item in report.items):
        hidden += _READERS + _DELETE
    more = f"{hidden}_{name}"
    if name and hidden and fits(Action.UNFOLD_BATCH, reader.user_id, more):
        row.append(reader.key("button-more", Action.UNFOLD_BATCH, more))
    return keyboard(row) if row else None


def _trying_again(report: BatchReport, name: str, reader: Reader) -> Row:
    """Make the buttons for what was not taken in: as it is, and without its secrets."""
    offers = (
        (worth_retrying, "button-retry", Action.RETRY_BATCH),
        (worth_masking, "button-add-masked", Action.ADD_MASKED),
    )
    return [
        reader.key(label, action, name)
        for is_worth, label, action in offers
        if any(map(is_worth, report.items)) and fits(action, reader.user_id, name)
    ]


def _in_group(report: BatchReport, name: str, reader: Reader) -> InlineKeyboardMarkup | None:
    is_new = any(item.status == "stored" for item in report.items)
    if not is_new or not fits(Action.ASK_DELETE_BATCH, reader.user_id, name):
        return None
    return keyboard(
        [reader.key("button-readers", Action.BATCH_ACCESS, name)],
        [reader.key("button-delete-added", Action.ASK_DELETE_BATCH, name)],
    )


def unfolded_keys(row: Sequence[InlineKeyboardButton], more: str, reader: Reader) -> list[Row]:
    """Lay out a receipt's row, whose last button it was, with what it hid below."""
    hidden, _, name = more.partition("_")
    rows = [[*row[:-1], reader.key("button-less", Action.FOLD_BATCH, more)]]
    if _DOCUMENTS in hidden:
        rows.append([reader.key("button-open-several", Action.BATCH_DOCUMENTS, f"{name}_0")])
    if _READERS in hidden:
        rows.append([reader.key("button-readers", Action.BATCH_ACCESS, name)])
    if _DELETE in hidden:
        rows.append([reader.key("button-delete-added", Action.ASK_DELETE_BATCH, name)])
    return rows


def folded_keys(row: Sequence[InlineKeyboardButton], more: str, reader: Reader) -> list[Row]:
    """Lay out a receipt's row as it was before it was unfolded."""
    return [[*row[:-1], reader.key("button-more", Action.UNFOLD_BATCH, more)]]


def documents_of(items: Sequence[ItemReport]) -> list[ItemReport]:
    """Return the items with a document that can be opened, each document once."""
    return list({item.document_id: item for item in items if item.document_id}.values())


def batch_view(items: Sequence[ItemReport], name: str, page: int, reader: Reader) -> View:
    """Show the documents of a batch, eight a page, each to be opened."""
    documents = documents_of(items)
    pages = max(1, -(-len(documents) // PER_PAGE))
    lines = [reader.say("batch-documents", count=len(documents))]
    if pages > 1:
        lines.append(reader.say("library-page", page=page + 1, pages=pages))
    titles = [item.title for item in documents]
    rows = [
        [
            button(
                _titled(item, shares_title=titles.count(item.title) > 1),
                *(Action.OPEN_DOCUMENT, reader.user_id, item.document_id or ""),
            )
        ]
        for item in documents[page * PER_PAGE : (page + 1) * PER_PAGE]
    ]
    turning = turning_keys(
        ("button-text-before", "button-text-after"),
        *(Action.BATCH_DOCUMENTS, f"{name}_", page, pages, reader),
    )
    return View(Piece("\n".join(lines)), keyboard(*filter(None, [*rows, turning])))


def _titled(item: ItemReport, *, shares_title: bool) -> str:
    title = item.title or item.label
    return shortened(f"{title} · {elided(item.label)}" if shares_title else title, _LABEL)


def _opening(
    documents: Sequence[ItemReport], name: str, reader: Reader
) -> InlineKeyboardButton | None:
    """Make the button that opens the only document, or lists them; None without a document."""
    if len(documents) == 1:
        document = documents[0].document_id or ""
        if fits(Action.OPEN_DOCUMENT, reader.user_id, document):
            return reader.key("button-open", Action.OPEN_DOCUMENT, document)
    elif documents and fits(Action.BATCH_DOCUMENTS, reader.user_id, f"{name}_000"):
        return reader.key("button-open-several", Action.BATCH_DOCUMENTS, f"{name}_0")
    return None
