"""told_of_row: a row that was found as a sentence is told by the cell that is asked for."""

from pipelines.answer.quoting.tables.told_rows import is_only_row, told_of_row
from pipelines.models.documents import Span
from pipelines.nodes.answering.cite import Quote
from tests.support.nodes.passage_maker import make_passage
from tests.support.nodes.table_maker import passage_of, row_texts

WEEK = (
    ["Day", "Morning", "Afternoon", "Evening"],
    ["Tue 11 Nov", "gingerbread baking, 10:00", "packing, lunch at 13:00", "bus leaves 16:20"],
)
SHELVES = (
    ["Артикул", "Наименование", "Фасовка", "Остаток", "Кто отпускает"],
    ["F-52", "Газлифт 120 Н", "коробка 20", "18", "Пахомов"],
)


def told(question: str, rows: tuple[list[str], list[str]]) -> list[str]:
    passage = passage_of(row_texts(*rows))
    lines = told_of_row(question, Quote(passage, Span(0, len(passage.text))))
    return [line.text for line in lines if line.text and not line.is_aside]


def test_the_cell_with_more_words_of_the_question_goes_before_others_of_its_kind() -> None:
    assert told("when does our bus leave on tuesday", WEEK) == [
        "Tue 11 Nov, Evening: bus leaves 16:20"
    ]


def test_a_column_that_is_called_by_the_word_that_asks_is_the_one() -> None:
    (line,) = told("кто выдаёт газлифты", SHELVES)
    assert line.endswith("Кто отпускает: Пахомов")


def test_where_nothing_tells_the_cells_apart_the_row_is_left_whole() -> None:
    assert told("what about tuesday", WEEK) == []


def test_a_sentence_is_no_row() -> None:
    passage = make_passage("The bus leaves at 16:20.")
    assert told_of_row("when does the bus leave", Quote(passage, Span(0, 24))) == []


REHEARSALS = (
    ["Date", "Hours", "Where", "Called"],
    ["Thu 25 Sep", "7.30-9.30", "Scout Hut", "Rosalind, Marjorie"],
)
KENNELS = (
    ["Kennel", "Dog", "Owner", "Arrives", "Notes"],
    ["10", "Winston (bulldog)", "C. Anand", "4 May", "no walks above 22 degrees"],
)


def quoted(rows: tuple[list[str], list[str]]) -> Quote:
    passage = passage_of(row_texts(*rows))
    return Quote(passage, Span(0, len(passage.text)))


def test_a_date_names_nobody() -> None:
    (line,) = told("who's needed on 25 september", REHEARSALS)
    assert line.endswith("Called: Rosalind, Marjorie")


def test_a_row_without_what_is_asked_for_is_no_more_than_the_row() -> None:
    assert is_only_row("how old is winston", quoted(KENNELS))
    assert is_only_row("name of the medicine winston is on", quoted(KENNELS))


def test_a_row_that_is_named_or_tells_by_a_cell_is_more() -> None:
    assert not is_only_row("winston the bulldog", quoted(KENNELS))
    assert not is_only_row("who's needed on 25 september", quoted(REHEARSALS))


def test_a_row_that_is_only_asked_about_is_what_is_asked_for() -> None:
    assert not is_only_row("tell me about winston", quoted(KENNELS))


def test_somebody_may_be_named_with_a_day() -> None:
    row = (
        ["Class", "Venue", "Contact", "Fee"],
        ["Yoga", "Scout Hut", "Anna Petrova, Tuesdays 6pm", "£5"],
    )
    (line,) = told("who is in charge of yoga", row)
    assert line.endswith("Contact: Anna Petrova, Tuesdays 6pm")
