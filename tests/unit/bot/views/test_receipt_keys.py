"""The buttons under a receipt."""

from dataclasses import replace

from telegram import InlineKeyboardMarkup

from bot.phrasebook import FluentPhrasebook
from bot.views.receipt_keys import batch_view, folded_keys, receipt_keys, unfolded_keys
from bot.views.text import Reader
from pipelines.errors import Failure
from pipelines.models.requests import BatchReport, ItemReport

NAME = "77-1763785000"
READER = Reader(5, "en", FluentPhrasebook())
STORED = ItemReport(0, "r.pdf", "stored", "file", title="Report", document_id="s0")
KNOWN = ItemReport(1, "k.pdf", "known", "file", title="Known", document_id="k")
PASSING = ItemReport(2, "p", "refused", "web", failure=Failure("source-unavailable"))
SECRET = Failure("source-secrets", (("count", 1), ("places", "password@line:3")))
WITH_SECRET = ItemReport(4, "w.txt", "refused", "file", failure=SECRET)
BROKEN = ItemReport(3, "b", "refused", "web", failure=Failure("source-broken"))


def keys_of(*items: ItemReport, name: str = NAME) -> InlineKeyboardMarkup | None:
    return receipt_keys(BatchReport("b", items, 1.0), name, READER)


def row_of(*items: ItemReport, name: str = NAME) -> list[str]:
    markup = keys_of(*items, name=name)
    assert markup is not None
    (row,) = markup.inline_keyboard
    return [key.text for key in row]


def test_one_row_stands_under_a_receipt() -> None:
    assert row_of(STORED) == ["Ask in chat", "Open", "⋯"]
    assert row_of(STORED, replace(STORED, idx=4, document_id="s1")) == [
        *("Ask in chat", "Documents", "⋯")
    ]
    assert row_of(KNOWN) == ["Ask in chat", "Open"]
    assert row_of(STORED, KNOWN, PASSING) == ["Ask in chat", "Try again", "⋯"]
    assert row_of(PASSING) == ["Try again"]
    assert row_of(STORED, BROKEN, name="") == ["Ask in chat", "Open"]
    assert row_of(WITH_SECRET) == ["Add it without them"]
    assert row_of(STORED, PASSING, WITH_SECRET) == [
        *("Ask in chat", "Try again", "Add it without them", "⋯")
    ]
    assert keys_of(BROKEN) is None
    assert keys_of(replace(WITH_SECRET, is_kept=False)) is None


def test_what_is_wanted_seldom_unfolds_and_folds_again() -> None:
    markup = keys_of(STORED, PASSING)
    assert markup is not None
    (row,) = markup.inline_keyboard
    more = str(row[-1].callback_data).removeprefix("1:5:bm:")
    first, *below = unfolded_keys(row, more, READER)
    assert [key.text for key in first] == ["Ask in chat", "Try again", "Less"]
    assert [[key.text for key in each] for each in below] == [
        ["Documents"],
        ["Who can read it"],
        ["Delete what was added"],
    ]
    assert folded_keys(first, more, READER) == [list(row)]


def test_every_document_of_a_batch_can_be_opened() -> None:
    items = [replace(STORED, idx=n, title=f"T {n}", document_id=f"d{n}") for n in range(19)]
    opened = []
    for page in range(3):
        view = batch_view([*items, items[0], BROKEN], NAME, page, READER)
        assert view.piece.text == f"19 documents. Open one:\nPage {page + 1} of 3"
        for (key,) in view.keys.inline_keyboard[:-1]:
            opened.append(str(key.callback_data).removeprefix("1:5:do:"))
    assert opened == [f"d{n}" for n in range(19)]
    assert [key.text for key in view.keys.inline_keyboard[-1]] == ["‹ Back"]


def test_two_documents_of_one_title_are_told_apart() -> None:
    twin = replace(STORED, idx=4, label="other.pdf", document_id="s1")
    view = batch_view([STORED, twin, KNOWN], NAME, 0, READER)
    assert [row[0].text for row in view.keys.inline_keyboard] == [
        *("Report · r.pdf", "Report · other.pdf", "Known")
    ]
