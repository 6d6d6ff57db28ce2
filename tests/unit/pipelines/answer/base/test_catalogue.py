"""Which documents a name means."""

from dataclasses import replace
from datetime import UTC, datetime
from types import SimpleNamespace
from typing import Any, cast

import pytest

from pipelines.answer.base.catalogue import MOST_CHOICES, Catalogue, called, means
from pipelines.answer.state import AnswerState
from pipelines.models.requests import AnswerRequest
from pipelines.nodes.questions.intents.recognise import recognise
from pipelines.nodes.text.words import content_words
from pipelines.store.documents import DocumentPage, ListedDocument

TITLES = (
    "Договор аренды склада",
    "Договор поставки",
    "Lease of the boathouse",
    "Отпуска",
    "Смета",
    "Правление",
)


def listed(title: str) -> ListedDocument:
    return ListedDocument(title, title, "file", datetime(2026, 1, 1, tzinfo=UTC))


@pytest.mark.parametrize(
    ("words", "titles"),
    [
        ("договор аренды", ["Договор аренды склада"]),
        ("статья про склад", ["Договор аренды склада"]),
        ("the note about the boathouse", ["Lease of the boathouse"]),
        ("смету", ["Смета"]),
        ("сметы", ["Смета"]),
        ("правила", []),
        ("договора", ["Договор аренды склада", "Договор поставки"]),
        ("the boathouse lease", ["Lease of the boathouse"]),
        ("договор с банком о кредите на станки", []),
        ("отпуска", ["Отпуска"]),
        ("это", []),
        ("", []),
    ],
)
def test_a_name_means_the_documents_whose_titles_hold_most_of_it(
    words: str, titles: list[str]
) -> None:
    assert [one.title for one in called(words, [listed(title) for title in TITLES])] == titles


@pytest.mark.parametrize(
    ("words", "titles"),
    [
        ("договор", ["Смета к договору № 7", "Договор подряда"]),
        ("the contract", ["Estimate for contract 7", "Building contract"]),
    ],
)
def test_what_a_document_is_comes_before_what_it_belongs_to(words: str, titles: list[str]) -> None:
    assert called(words, [listed(title) for title in titles])[0].title == titles[1]


def test_nothing_is_called_so_in_an_empty_base() -> None:
    assert called("договор", []) == ()


def test_what_is_written_beneath_a_file_is_not_meant_by_the_name_of_the_file() -> None:
    added = datetime(2026, 1, 1, tzinfo=UTC)
    caption = ListedDocument("1", "Caption: lease.docx: please read", "file", added)
    lease = ListedDocument("2", "Lease of the boathouse", "file", added, file_name="lease.docx")
    assert called("lease", [caption, lease]) == (lease,)
    assert called("caption", [caption, lease]) == (caption,)
    assert called("lease", [caption]) == (caption,)


@pytest.mark.parametrize("words", ["заметки тамары", "заметках тамары", "tamary notes"])
def test_a_file_is_called_by_its_name_in_another_alphabet(words: str) -> None:
    notes = replace(listed("Февраль"), file_name="zametki_tamary.txt")
    prices = replace(listed("Цены"), file_name="ceny.xlsx")
    assert called(words, [prices, notes]) == (notes,)


@pytest.mark.parametrize(
    ("words", "titles"),
    [
        ("the weekly menu", ["Меню на неделю"]),
        ("расписание автобусов", ["Bus timetable"]),
        ("the yearly menu", []),
        ("menu", ["Меню на неделю"]),
        ("weekly", []),
    ],
)
def test_a_name_in_the_other_language_is_known_by_what_all_of_its_words_mean(
    words: str, titles: list[str]
) -> None:
    documents = [listed("Меню на неделю"), listed("Bus timetable")]
    assert [one.title for one in called(words, documents)] == titles


class Phrases:
    """Says the name of every phrase."""

    def say(self, key: str, _speech: str | None, **_: object) -> str:
        return key


@pytest.mark.parametrize("count", [MOST_CHOICES, MOST_CHOICES + 1])
def test_a_list_with_more_documents_than_buttons_says_where_all_are(count: int) -> None:
    documents = [listed(str(n)) for n in range(count)]
    catalogue = Catalogue(cast("Any", None), cast("Any", Phrases()))
    state = AnswerState(AnswerRequest("list all", "chat", 1), "en")
    said = catalogue._listing(state, "all", documents, count, None)
    assert len(said.choices) == MOST_CHOICES
    assert ("catalogue-buttons" in said.text) is (count > MOST_CHOICES)


class Documents:
    """Lists these, with whoever sent them."""

    def __init__(self, *titles: str, sender: str, owner: int = 1) -> None:
        self._listed = tuple(listed(title) for title in titles)
        self._card = SimpleNamespace(owner_name=sender, owner_telegram_id=owner)

    async def list_documents(self, **_: object) -> DocumentPage:
        return DocumentPage(self._listed, len(self._listed))

    async def get_document(self, document_id: str, **_: object) -> object:
        return SimpleNamespace(document_id=document_id, **vars(self._card))


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        ("files from Olga", "catalogue-here"),
        ("documents from the council", "catalogue-here"),
        ("files from me", "catalogue-here"),
        ("files from Petra", "catalogue-none-from"),
        ("what did the caretaker send", None),
        ("send me the letter", "catalogue-here"),
        ("send me the invoice", None),
        ("where is the letter", "catalogue-here"),
        ("where is the letter from the bank", None),
    ],
)
async def test_what_somebody_sent_and_what_is_to_be_sent_is_listed(
    asked: str, said: str | None
) -> None:
    documents = Documents("Letter from the council", "Ferry times", sender="Olga Brandt")
    catalogue = Catalogue(cast("Any", documents), cast("Any", Phrases()))
    state = AnswerState(AnswerRequest(asked, "chat", 1), "en", intent=recognise(asked))
    told = await catalogue.tell(state, None)
    assert (told.text.split("\n")[0] if told is not None else None) == said


def test_a_text_may_mean_what_it_does_not_say() -> None:
    wanted = content_words("newsletter")
    assert means(wanted, "The Alder Leaf. News from the village hall, issue 47")
    assert not means(wanted, "Minutes of the committee, issue 47")
