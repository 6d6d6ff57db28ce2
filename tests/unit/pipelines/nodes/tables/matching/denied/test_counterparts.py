"""Who is denied to be called by one name is of those who are called otherwise."""

import pytest

from pipelines.nodes.tables.answer import answer_from_table
from pipelines.nodes.tables.answered import TableAnswer
from pipelines.nodes.tables.rows import Table
from tests.support.nodes.table_maker import query_of, table_of

CLUB = table_of(("Activity", "Members", "Non-members"), ("Swim", "£3", "£5"), ("Sauna", "£4", "£7"))
BATHS = table_of(("Activity", "Members", "Guests"), ("Swim", "£3", "£5"), ("Sauna", "£4", "£7"))
STUDIO = table_of(
    ("Занятие", "Для участников", "Для гостей"),
    ("Йога", "300 ₽", "500 ₽"),
    ("Бассейн", "400 ₽", "700 ₽"),
    language="ru",
)
PASSES = table_of(
    ("Занятие", "С абонементом", "Без абонемента"),
    ("Йога", "300 ₽", "500 ₽"),
    ("Бассейн", "400 ₽", "700 ₽"),
    language="ru",
)
ENTRY = table_of(
    ("Who", "Price (£)"),
    ("Members", "3"),
    ("Non-members", "5"),
    ("Child", "1"),
    heading="Entry",
)
CLASSES = table_of(
    ("Class", "Who", "Price"),
    ("Yoga", "Member", "£3"),
    ("Yoga", "Guest", "£5"),
    ("Spin", "Member", "£4"),
    ("Spin", "Guest", "£8"),
)
TICKETS = table_of(("Ticket", "Price"), ("Adult", "£10"), ("Student", "£7"), ("Child", "£5"))
HIRE = table_of(
    ("Tool", "Deposit", "Hire with delivery", "Hire without delivery"),
    ("Drill", "£20", "£15", "£9"),
    ("Saw", "£30", "£18", "£11"),
)
KURSE = table_of(
    ("Kurs", "Mitglieder", "Nichtmitglieder"),
    ("Yoga", "5 €", "9 €"),
    ("Pilates", "6 €", "11 €"),
    language="de",
)
CLASES = table_of(
    ("Clase", "Socios", "No socios"),
    ("Yoga", "5 €", "9 €"),
    ("Pilates", "6 €", "11 €"),
    language="es",
)
ROOMS = table_of(
    ("Номер", "Будни", "Выходные", "Завтрак"),
    ("Эконом", "2500 ₽", "3000 ₽", "+400 ₽"),
    ("Люкс", "5600 ₽", "6900 ₽", "включён"),
    language="ru",
)
FARES = table_of(
    ("Mode", "Zone 1", "Zones 1–2", "Off-peak"),
    ("Single", "£2.80", "£3.40", "£2.50"),
    ("Return", "£5.60", "£6.80", "£4.50"),
)
SUBS = table_of(("Name", "Subs", "Status"), ("Ann", "£20", "paid"), ("Bob", "£20", "not paid"))


def ask(question: str, table: Table) -> TableAnswer | None:
    language = table.rows[0].passage.language or "en"
    return answer_from_table(question, query_of(question), table, {}, language=language)


@pytest.mark.parametrize(
    ("question", "table", "values"),
    [
        ("how much is a swim if im not a member", CLUB, ["£5"]),
        ("sauna price for non members", CLUB, ["£7"]),
        ("sauna without membership", CLUB, ["£7"]),
        ("how much is a swim for guests", CLUB, ["£5"]),
        ("how much is a swim for a member", CLUB, ["£3"]),
        ("how much is the sauna if i'm not a member?", BATHS, ["£7"]),
        ("swim for non-members", BATHS, ["£5"]),
        ("what do members pay for a swim", BATHS, ["£3"]),
        ("сколько стоит йога если я не участник", STUDIO, ["500 ₽"]),
        ("йога не для участников сколько", STUDIO, ["500 ₽"]),
        ("я не член клуба, сколько бассейн", STUDIO, ["700 ₽"]),
        ("бассейн без абонемента сколько", PASSES, ["700 ₽"]),
        ("сколько стоит йога если нет абонемента", PASSES, ["500 ₽"]),
        ("сколько стоит йога с абонементом", PASSES, ["300 ₽"]),
        ("how much is the saw with no delivery", HIRE, ["£11"]),
        ("how much is a drill if i don't need delivery", HIRE, ["£9"]),
        ("yoga preis wenn ich kein mitglied bin", KURSE, ["9 €"]),
        ("was kostet pilates für mitglieder", KURSE, ["6 €"]),
        ("cuánto cuesta yoga si no soy socio", CLASES, ["9 €"]),
        ("сколько стоит эконом не в выходные", ROOMS, ["2500 ₽"]),
        ("how much is a single if its not off peak", FARES, ["£2.80", "£3.40"]),
    ],
)
def test_a_column_that_is_denied_is_not_meant_but_its_counterpart(
    question: str, table: Table, values: list[str]
) -> None:
    answer = ask(question, table)
    assert answer is not None
    assert [line.value for line in answer.lines] == values


@pytest.mark.parametrize(
    ("question", "table", "values"),
    [
        ("how much if im not a member", ENTRY, ["5"]),
        ("how much is entry for members", ENTRY, ["3"]),
        ("how much is yoga if im not a member", CLASSES, ["£5"]),
        ("spin for non members price", CLASSES, ["£8"]),
        ("how much is it for an adult not a student", TICKETS, ["£10"]),
    ],
)
def test_nor_is_a_row(question: str, table: Table, values: list[str]) -> None:
    answer = ask(question, table)
    assert answer is not None
    assert [line.value for line in answer.lines] == values


def test_of_more_than_one_counterpart_nobody_knows_which() -> None:
    assert ask("how much if im not a student", TICKETS) is None


def test_a_state_that_is_denied_keeps_its_rows() -> None:
    answer = ask("who hasnt paid", SUBS)
    assert answer is not None
    assert "Bob" in answer.lines[0].value
    assert len(answer.lines) == 1
