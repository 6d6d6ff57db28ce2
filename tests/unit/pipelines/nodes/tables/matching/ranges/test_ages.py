"""The age of somebody, which columns or rows are for."""

import pytest

from pipelines.nodes.tables.answer import answer_from_table
from pipelines.nodes.tables.answered import TableAnswer
from pipelines.nodes.tables.rows import Table
from tests.support.nodes.table_maker import query_of, table_of

LESSONS = table_of(
    ("Lesson", "Under 6", "6-9", "10-13", "14+"),
    ("Ballet", "£6", "£7", "£8", "£9"),
    ("Tap", "", "£5", "£6", "£7"),
    heading="Dance school",
)
STUDIOS = table_of(
    ("Студия", "7-10 лет", "11-14 лет"),
    ("Лепка", "1400", "1600"),
    ("Гончарный круг", "", "2100"),
    heading="Студии, цены в рублях",
    language="ru",
)
TRIPS = table_of(
    ("Trip", "Ages", "Price"),
    ("Forest day", "7-10", "£20"),
    ("Canoe day", "9-14", "£35"),
    ("Zoo day", "all ages", "£15"),
    heading="Trips",
)
SQUADS = table_of(
    ("Отряд", "Возраст", "Вожатый"),
    ("Малыши", "6–8 лет", "Рогов"),
    ("Средний", "9–12 лет", "Лосева"),
    ("Старший", "11–15 лет", "Белова"),
    heading="Отряды",
    language="ru",
)


def ask(question: str, table: Table) -> TableAnswer | None:
    language = table.rows[0].passage.language or "en"
    return answer_from_table(question, query_of(question), table, {}, language=language)


@pytest.mark.parametrize(
    ("question", "table", "value"),
    [
        ("how much is ballet for a 12 year old", LESSONS, "£8"),
        ("ballet price for my 5 year old", LESSONS, "£6"),
        ("what does tap cost for a 15-year-old", LESSONS, "£7"),
        ("сколько стоит лепка для ребёнка 8 лет", STUDIOS, "1400"),
        ("лепка 13 лет цена", STUDIOS, "1600"),
        ("кто вожатый у детей 7 лет", SQUADS, "Рогов"),
    ],
)
def test_an_age_is_of_the_column_or_the_row_that_holds_it(
    question: str, table: Table, value: str
) -> None:
    answer = ask(question, table)
    assert answer is not None
    assert [line.value for line in answer.lines] == [value]


@pytest.mark.parametrize(
    ("question", "table", "called"),
    [
        ("which trip can a 9 year old do", TRIPS, ["Forest day", "Canoe day", "Zoo day"]),
        ("what is there for a 13 year old", TRIPS, ["Canoe day", "Zoo day"]),
        ("куда записать ребёнка 12 лет", SQUADS, ["Средний", "Старший"]),
        ("какая студия для ребёнка 9 лет", STUDIOS, ["Лепка"]),
    ],
)
def test_all_that_is_for_an_age_is_listed(question: str, table: Table, called: list[str]) -> None:
    answer = ask(question, table)
    assert answer is not None
    assert [line.key for line in answer.lines] == called


def test_a_row_that_is_named_is_told_with_its_ages() -> None:
    answer = ask("can my 6 year old do the forest day", TRIPS)
    assert answer is not None
    assert [line.label for line in answer.lines] == ["Forest day, Ages"]
