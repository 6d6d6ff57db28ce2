"""Days listed: rows that tell in one cell on which days of the week they are: "Mon, Wed, Fri"."""

import pytest

from pipelines.nodes.tables.answer import answer_from_table
from pipelines.nodes.tables.answered import TableAnswer
from pipelines.nodes.tables.rows import Table
from tests.support.nodes.table_maker import query_of, table_of

VETS = table_of(
    ("Vet", "Room", "Days", "Hours"),
    ("Nora Lisle", "2", "Mon, Wed, Fri", "8:00–13:00"),
    ("Piers Aldous", "4", "Tue, Thu", "9:00–17:30"),
    ("Greta Monk", "1", "Mon-Thu", "13:00–19:00"),
    ("Idris Vane", "3", "Tue, Thu, Sat", "9:00–12:00"),
    ("Olga Brand", "5", "Wed, Sat", "10:00–16:00"),
    ("Ruth Cane", "6", "Fri", "10:00–16:00"),
    heading="Vets of the practice",
)
TUTORS = table_of(
    ("Преподаватель", "Предмет", "Дни", "Время"),
    ("Зуев Павел", "скрипка", "пн, ср, пт", "12:00–16:00"),
    ("Лапина Вера", "флейта", "вт, чт", "10:00–18:00"),
    ("Носов Игнат", "гитара", "вт, чт, сб", "15:00–20:00"),
    ("Рябова Анна", "скрипка", "ср, сб", "9:00–14:00"),
    ("Щукин Олег", "орган", "пт", "9:00–14:00"),
    heading="Музыкальная школа",
    language="ru",
)
BINS = table_of(
    ("Part", "Bin", "Days"),
    ("lower village", "green", "Mon, Wed, Fri"),
    ("upper village", "blue", "Tue, Thu"),
    heading="Collections",
)


def ask(question: str, table: Table) -> TableAnswer | None:
    language = table.rows[0].passage.language
    return answer_from_table(question, query_of(question), table, {}, language=language)


def named(answer: TableAnswer | None) -> list[str]:
    assert answer is not None
    return [line.row.cells[0].value.split()[0] for line in answer.lines]


@pytest.mark.parametrize(
    ("question", "table", "told"),
    [
        ("who works on monday", VETS, ["Nora", "Greta"]),
        ("which vet is in on Tuesday", VETS, ["Piers", "Greta", "Idris"]),
        ("which vets are there on saturday", VETS, ["Idris", "Olga"]),
        ("who sees patients on Thursday", VETS, ["Piers", "Greta", "Idris"]),
        ("кто работает в пятницу", TUTORS, ["Зуев", "Щукин"]),
        ("кто принимает в четверг", TUTORS, ["Лапина", "Носов"]),
        ("какие преподаватели работают в субботу", TUTORS, ["Носов", "Рябова"]),
        ("кто работает в среду скрипка", TUTORS, ["Зуев", "Рябова"]),
    ],
)
def test_all_whose_list_has_the_day_are_told(question: str, table: Table, told: list[str]) -> None:
    answer = ask(question, table)
    assert named(answer) == told
    assert answer is not None
    assert answer.is_list


@pytest.mark.parametrize(
    ("question", "table", "count"),
    [
        ("how many vets are there on wednesday", VETS, 3),
        ("сколько преподавателей работает во вторник", TUTORS, 2),
    ],
)
def test_those_of_a_day_are_counted(question: str, table: Table, count: int) -> None:
    answer = ask(question, table)
    assert answer is not None
    assert answer.aggregate is not None
    assert answer.aggregate.value == count


@pytest.mark.parametrize(
    ("question", "table", "told"),
    [
        ("who works on Tuesday after 5 pm", VETS, ["Piers", "Greta"]),
        ("who works on thursday before 12:00", VETS, ["Piers", "Idris"]),
        ("кто принимает в четверг после 18", TUTORS, ["Носов"]),
    ],
)
def test_an_hour_leaves_those_who_are_there_then(
    question: str, table: Table, told: list[str]
) -> None:
    assert named(ask(question, table)) == told


@pytest.mark.parametrize(
    ("question", "table"),
    [
        ("who works on sunday", VETS),
        ("who works on Tuesday after 5", VETS),  # of which half of the day?
        ("who works on monday", BINS),  # villages are nobody
    ],
)
def test_nothing_is_told_of_what_no_row_surely_has(question: str, table: Table) -> None:
    assert ask(question, table) is None


def test_one_day_of_a_list_names_a_row_as_surely_as_a_day_alone() -> None:
    answer = ask("what room is used on friday", VETS)
    assert answer is None or set(named(answer)) == {"Nora", "Ruth"}
    answer = ask("which bin on wednesday", BINS)
    assert named(answer) == ["lower"]


@pytest.mark.parametrize(
    ("question", "table", "told"),
    [
        ("when does Nora Lisle work", VETS, ["Mon, Wed, Fri", "8:00–13:00"]),
        ("what days does Aldous work", VETS, ["Tue, Thu", "9:00–17:30"]),
        ("when is Greta in", VETS, ["Mon-Thu", "13:00–19:00"]),
        ("когда работает Лапина", TUTORS, ["вт, чт", "10:00–18:00"]),
        ("when does Lapina work", TUTORS, ["вт, чт", "10:00–18:00"]),
    ],
)
def test_when_somebody_works_is_told_by_days_and_hours(
    question: str, table: Table, told: list[str]
) -> None:
    answer = answer_from_table(
        question, query_of(question), table, {}, language="ru" if "к" in question else "en"
    )
    assert answer is not None
    assert [line.value for line in answer.lines] == told


@pytest.mark.parametrize("question", ["when does Nora Lisle operate cats", "when does Smith work"])
def test_of_somebody_else_or_something_more_no_days_are_told(question: str) -> None:
    answer = ask(question, VETS)
    assert answer is None or answer.missing or answer.unmatched
