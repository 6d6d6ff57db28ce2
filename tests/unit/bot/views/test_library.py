"""A document's card and its versions: nothing is said twice, and no two look the same."""

import datetime as dt
from dataclasses import replace

import pytest

from bot.phrasebook import FluentPhrasebook
from bot.transport.prompts import Place
from bot.views.library import card_view, list_view, versions_view
from bot.views.text import Reader
from pipelines.store.documents import DocumentCard, DocumentPage, Version

READER = Reader(7, "ru", FluentPhrasebook())
ADDED = dt.datetime(2026, 11, 3, 9, 15, tzinfo=dt.UTC)
CARD = DocumentCard(
    document_id="6b7f3a52-3c1e-4d0c-9a55-0d6f1c2b9e10",
    title="прайс_осень",
    kind="file",
    url=None,
    file_name="прайс_осень.xlsx",
    language="ru",
    pages=None,
    chunks=1,
    author=None,
    published=None,
    added_at=ADDED,
    superseded_at=None,
    owner_telegram_id=7,
    owner_name="Анна",
    readers=("owner",),
    may_change=True,
    current_id=None,
    versions=1,
    beginning="Товар; цена",
    full_citation="прайс_осень. прайс_осень.xlsx.",
)


def shown(card: DocumentCard) -> str:
    return card_view(card, Place(), READER).piece.text


def test_a_reference_that_repeats_title_and_file_is_left_out() -> None:
    assert "Ссылка на источник" not in shown(CARD)
    assert "Источник: прайс_осень.xlsx" in shown(CARD)
    assert "Могут читать: владелец" in shown(CARD)


@pytest.mark.parametrize(
    "more", [{"author": "А. Мосс"}, {"published": "2024"}, {"url": "https://shop.example/a"}]
)
def test_a_reference_that_says_more_is_shown(more: dict[str, str]) -> None:
    cited = replace(CARD, full_citation="А. Мосс. прайс_осень. 2024.", **more)
    assert "Ссылка на источник: А. Мосс" in shown(cited)


@pytest.mark.parametrize(
    ("listed", "being_read", "said"),
    [
        (0, 0, "Документов пока нет. Включите"),
        (0, 3, "Документов пока нет, но сейчас читаю: 3. Как дочитаю, всё будет здесь."),
        (2, 3, "Ещё читаю: 3.\nДокументов: 2."),
    ],
)
def test_what_is_being_read_is_told(listed: int, being_read: int, said: str) -> None:
    view = list_view(DocumentPage((), listed), Place(), READER, being_read=being_read)
    assert view.piece.text.startswith(said)


def test_a_heading_that_is_the_title_is_not_said_again() -> None:
    headed = replace(CARD, beginning="\nПрайс_осень\n\nТовар и цена.")
    assert shown(headed).casefold().count("прайс_осень\n") == 1
    assert "Товар и цена." in shown(headed)


def test_versions_of_one_day_are_told_apart_by_the_time() -> None:
    later = ADDED + dt.timedelta(hours=2)
    versions = [Version("b", later, None), Version("a", ADDED, later)]
    keys = versions_view(versions, "b", READER).keys.inline_keyboard
    now, before = keys[0][0].text, keys[1][0].text
    assert f"{later.astimezone():%H:%M} — текущая" in now
    assert f"{ADDED.astimezone():%H:%M}" in before
