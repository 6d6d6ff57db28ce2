"""Days that have a name of their own, beside days of the week and dates."""

import pytest

from pipelines.answer.quoting.tables.cells import compared_with
from pipelines.nodes.questions.anchors import anchors_of, missing
from pipelines.nodes.tables.answer import answer_from_table
from pipelines.nodes.tables.answered import TableAnswer
from pipelines.nodes.tables.rows import Table
from tests.support.nodes.table_maker import query_of, table_of

HOURS = table_of(
    ("Date", "Opening hours"),
    ("Good Friday", "10:00–14:00"),
    ("Easter Sunday", "closed"),
    ("24 December", "09:00–12:00"),
    ("25 December", "none at all"),
    ("26 December", "11:00–15:00"),
    ("1 January", "13:00–16:00"),
    heading="Special days",
)
HOURS_RU = table_of(
    ("Дата", "Режим работы"),
    ("Страстная пятница", "10:00–14:00"),
    ("Вербное воскресенье", "12:00–15:00"),
    ("1 января", "14:00–18:00"),
    ("7 января", "12:00–16:00"),
    ("8 марта", "11:00–15:00"),
    ("9 мая", "09:00–13:00"),
    heading="Особые дни",
    language="ru",
)
WHOLE = table_of(
    ("Day", "Opens", "Closes"),
    ("Monday–Thursday", "09:00", "18:00"),
    ("Good Friday", "10:00", "14:00"),
    ("Friday", "09:00", "20:00"),
    ("Easter Sunday", "11:00", "13:00"),
    ("Sunday", "10:00", "17:00"),
    heading="Hours",
)


def ask(question: str, table: Table) -> TableAnswer | None:
    language = table.rows[0].passage.language or "en"
    return answer_from_table(question, query_of(question), table, {}, language=language)


@pytest.mark.parametrize(
    ("question", "table", "value"),
    [
        ("opening hours on Boxing Day", HOURS, "11:00–15:00"),
        ("opening hours on Saturday 26 December", HOURS, "11:00–15:00"),
        ("opening hours on New Year's Day", HOURS, "13:00–16:00"),
        ("opening hours on Christmas Eve", HOURS, "09:00–12:00"),
        ("opening hours at Christmas", HOURS, "none at all"),
        ("opening hours on Good Friday", HOURS, "10:00–14:00"),
        ("режим работы на Рождество", HOURS_RU, "12:00–16:00"),
        ("режим работы на Новый год", HOURS_RU, "14:00–18:00"),
        ("режим работы в День Победы", HOURS_RU, "09:00–13:00"),
        ("вы открыты в День Победы?", HOURS_RU, "09:00–13:00"),
        ("как работаете на Рождество", HOURS_RU, "12:00–16:00"),
        ("работаете на Новый год?", HOURS_RU, "14:00–18:00"),
        ("режим работы 8 марта", HOURS_RU, "11:00–15:00"),
        ("режим работы в страстную пятницу", HOURS_RU, "10:00–14:00"),
        ("when do you close on Friday", WHOLE, "20:00"),
        ("when do you close on Good Friday", WHOLE, "14:00"),
        ("when do you close on Sundays", WHOLE, "17:00"),
    ],
)
def test_a_day_is_known_by_its_name_and_by_its_date(
    question: str, table: Table, value: str
) -> None:
    answer = ask(question, table)
    assert answer is not None
    assert [line.value for line in answer.lines] == [value]
    compared = compared_with(answer, question)
    left = [anchor for anchor in anchors_of(question) if anchor.text not in compared]
    assert not missing(left, answer.lines[0].row.text)


@pytest.mark.parametrize(
    ("question", "table"),
    [
        ("opening hours on Friday", HOURS),
        ("when are you open on Sundays", HOURS),
        ("режим работы в пятницу", HOURS_RU),
        ("режим работы в воскресенье", HOURS_RU),
        ("opening hours on Halloween", HOURS),
    ],
)
def test_a_special_day_is_no_other_one(question: str, table: Table) -> None:
    answer = ask(question, table)
    assert answer is None or not answer.lines
