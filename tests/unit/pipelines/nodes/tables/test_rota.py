"""A rota: rows by date, and in each column whose turn it is."""

import pytest

from pipelines.nodes.tables.answer import answer_from_table
from pipelines.nodes.tables.answered import TableAnswer
from tests.support.nodes.table_maker import query_of, table_of

ROTA = table_of(
    ("Week starting", "Coffee after service", "Flowers", "Lock up"),
    ("4 May", "Tom", "Elspeth", "Moira"),
    ("11 May", "Archie", "Ruth", "Tom"),
    ("18 May", "Moira", "Tom", "Ruth"),
    ("25 May", "Tom", "Elspeth", "Archie"),
    heading="Rota",
)
DUTIES = table_of(
    ("Дата", "Дежурит", "Уборка"),
    ("3 июня", "Петров", "Иванова"),
    ("4 июня", "Сидоров", "Петров"),
    ("5 июня", "Петров", "Козлов"),
    heading="Дежурства",
    language="ru",
)
STUDIO = table_of(
    ("Date", "Day", "Opening", "Closing"),
    ("07/02/2026", "Saturday", "Oluchi", "Priya"),
    ("12/02/2026", "Thursday", "Dan", "Bea"),
    ("14/02/2026", "Saturday", "Bea", "Dan"),
    heading="Studio",
)


@pytest.mark.parametrize(
    ("question", "told"),
    [
        ("who opens on saturday 7 feb", "Oluchi"),
        ("who closes on 7 february 2026?", "Priya"),
        ("who closes on 7/2/2026", "Priya"),
        ("opening on 12/02", "Dan"),
        ("who closes on the 14th?", "Dan"),
        ("closing saturday 14th", "Dan"),
    ],
)
def test_a_day_is_found_however_it_is_written(question: str, told: str) -> None:
    answer = answer_from_table(question, query_of(question), STUDIO, {}, language="en")
    assert answer is not None
    assert [line.value for line in answer.lines] == [told]


def ask(question: str) -> TableAnswer | None:
    table, language = (ROTA, "en") if question.isascii() else (DUTIES, "ru")
    return answer_from_table(question, query_of(question), table, {}, language=language)


@pytest.mark.parametrize(
    ("question", "told"),
    [
        ("when does Tom lock up?", ["11 May, Lock up"]),
        ("when is archie on coffee", ["11 May, Coffee after service"]),
        ("when does elspeth do the flowers", ["4 May, Flowers", "25 May, Flowers"]),
        ("когда дежурит Петров?", ["3 июня, Дежурит", "5 июня, Дежурит"]),
        ("когда у Козлова уборка", ["5 июня, Уборка"]),
    ],
)
def test_somebodys_turns_are_those_of_one_column(question: str, told: list[str]) -> None:
    answer = ask(question)
    assert answer is not None
    assert [line.label for line in answer.lines] == told


def test_where_a_month_is_missing_the_dates_are_named() -> None:
    answer = ask("who does the flowers in july")
    assert answer is not None
    assert answer.missing is not None
    assert answer.missing.present == ("4 May", "11 May", "18 May", "25 May")


@pytest.mark.parametrize("question", ["when do I lock up?", "who is on coffee next week"])
def test_whose_turn_nobody_knows_is_not_told(question: str) -> None:
    answer = ask(question)
    assert answer is None or not (answer.lines or answer.missing)


WEEK = table_of(
    ("Name", "Mon 30 Nov", "Tue 1 Dec", "Fri 4 Dec", "Sat 5 Dec", "Hours"),
    ("Luis", "off", "7-3", "holiday", "holiday", "16"),
    ("Priya", "stocktake 9-12", "8-5", "8-5", "8-5", "39"),
    ("Tom", "off", "8-4", "8-4", "off", "39.5"),
    heading="Rota",
)


@pytest.mark.parametrize(
    ("question", "language", "told"),
    [
        ("who works on saturday 5th december", "en", ["Priya"]),
        ("who's opening on tuesday 1 dec", "en", ["Luis", "Priya", "Tom"]),
        ("who is off on monday 30 nov", "en", ["Luis", "Tom"]),
        ("is anyone off on the 4th?", "en", ["Luis"]),
        ("кто работает в субботу 5 декабря", "ru", ["Priya"]),
        ("quien trabaja el martes 1", "es", ["Luis", "Priya", "Tom"]),
    ],
)
def test_who_is_there_on_a_date_or_is_not(question: str, language: str, told: list[str]) -> None:
    answer = answer_from_table(question, query_of(question), WEEK, {}, language=language)
    assert answer is not None
    assert [line.label.split(",")[0] for line in answer.lines] == told


@pytest.mark.parametrize(
    ("question", "told"),
    [
        ("is tom working saturday", ("Tom, Sat 5 Dec", "off")),
        ("what time is priya in on tuesday", ("Priya, Tue 1 Dec", "8-5")),
        ("how many hours is tom doing this week", ("Tom, Hours", "39.5")),
    ],
)
def test_ones_own_day_is_a_cell(question: str, told: tuple[str, str]) -> None:
    answer = answer_from_table(question, query_of(question), WEEK, {}, language="en")
    assert answer is not None
    assert [(line.label, line.value) for line in answer.lines] == [told]


def test_a_date_that_a_rota_does_not_have_is_none_of_its_days() -> None:
    question = "who works on saturday 12 december"
    answer = answer_from_table(question, query_of(question), WEEK, {}, language="en")
    assert answer is None or not answer.lines


def test_those_who_are_there_are_counted() -> None:
    question = "how many staff work on saturday 5 dec"
    answer = answer_from_table(question, query_of(question), WEEK, {}, language="en")
    assert answer is not None
    assert answer.aggregate is not None
    assert answer.aggregate.value == 1


def test_the_hours_of_all_are_added_up() -> None:
    question = "total staff hours"
    answer = answer_from_table(question, query_of(question), WEEK, {}, language="en")
    assert answer is not None
    assert answer.aggregate is not None
    assert (answer.aggregate.column, str(answer.aggregate.value)) == ("Hours", "94.5")


def test_who_asks_for_whom_the_rows_are_of_though_cars_are_called_like_people() -> None:
    drivers = table_of(
        ("Инструктор", "Машина", "Выходной"),
        ("Гусев Пётр", "Lada Granta", "понедельник"),
        ("Ахметова Динара", "Kia Rio", "воскресенье"),
        ("Соловьёв Кирилл", "Renault Logan", "среда"),
        language="ru",
    )
    question = "у кого выходной в среду"
    answer = answer_from_table(question, query_of(question), drivers, {}, language="ru")
    assert answer is not None
    assert [line.value for line in answer.lines] == ["Соловьёв Кирилл"]
