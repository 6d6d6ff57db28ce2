"""Who may read what, in words and on buttons."""

import datetime as dt
import uuid

from bot.phrasebook import FluentPhrasebook
from bot.views.access import which_view
from bot.views.text import Reader
from pipelines.store.documents import DocumentPage, ListedDocument

READER = Reader(7, "en", FluentPhrasebook())
DAY = dt.datetime(2026, 3, 1, tzinfo=dt.UTC)


def listed(number: int, file_name: str) -> ListedDocument:
    key = str(uuid.UUID(int=number))
    return ListedDocument(key, "House rules", "file", DAY, file_name, shares_title=True)


def test_documents_of_one_title_are_told_apart() -> None:
    found = DocumentPage((listed(1, "rules_old.pdf"), listed(2, "rules_new.pdf")), 2)
    view = which_view(found, READER)
    assert view.keys is not None
    labels = [key.text for row in view.keys.inline_keyboard for key in row]
    assert ["rules_old.pdf" in labels[0], "rules_new.pdf" in labels[1]] == [True, True]
