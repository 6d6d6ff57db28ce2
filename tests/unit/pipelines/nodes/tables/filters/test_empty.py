"""Empty: who has something in a column, and who has not."""

from decimal import Decimal

import pytest

from pipelines.nodes.tables.answer import answer_from_table
from pipelines.nodes.tables.answered import TableAnswer
from pipelines.nodes.tables.asking import asks_of_column
from pipelines.nodes.tables.rows import Table
from tests.support.nodes.table_maker import query_of, table_of

DUES = table_of(
    ("Фамилия", "Телефон", "Январь", "Март"),
    ("Абрамова", "201-11", "500", "500"),
    ("Белкин", "", "500", ""),
    ("Власова", "204-17", "500", "нет"),
    ("Грачёв", "", "", "500"),
    ("Итого", "", "1500", "1000"),
    heading="Взносы",
    language="ru",
)
RENT = table_of(
    ("Tenant", "Floor", "Phone", "Jan", "Mar"),
    ("Adams", "first", "555-0101", "400", "400"),
    ("Baker", "second", "", "400", "-"),
    ("Clark", "first", "555-0103", "400", ""),
    ("Doyle", "second", "555-0104", "400", "400"),
    heading="Rent",
)
GARDENS = table_of(
    ("Участок", "Владелец", "Оплачено, руб.", "Долг, руб.", "Дата оплаты"),
    ("3", "Абросимова Нина Петровна", "9345", "0", "02.06.2025"),
    ("7", "Ветрова Анна Сергеевна", "5000", "5200", "10.06.2025"),
    ("18", "Ерёмина Светлана Юрьевна", "0", "10200", ""),
    ("47", "Прохоров Денис Алексеевич", "0", "14950", ""),
    heading="Взносы",
    language="ru",
)


def ask(question: str, table: Table) -> TableAnswer | None:
    language = "en" if table is RENT else "ru"
    return answer_from_table(question, query_of(question), table, {}, language=language)


@pytest.mark.parametrize(
    ("question", "table", "said"),
    [
        ("кто не сдал взнос в марте?", DUES, ["Белкин, Март: —", "нет"]),
        ("у кого нет телефона", DUES, ["Белкин, Телефон: —", "Грачёв, Телефон: —"]),
        ("кто сдал взнос в марте", DUES, ["500", "500"]),
        ("who has not paid the rent for March", RENT, ["-", "Clark, Mar: —"]),
        ("who hasn't paid for March?", RENT, ["-", "Clark, Mar: —"]),
        ("who on the first floor has not paid for March", RENT, ["Clark, Mar: —"]),
        ("who paid rent in March", RENT, ["400", "400"]),
        ("who has no phone", RENT, ["Baker, Phone: —"]),
        ("who has a phone", RENT, ["555-0101", "555-0103", "555-0104"]),
    ],
)
def test_rows_are_found_by_whether_a_cell_is_filled(
    question: str, table: Table, said: list[str]
) -> None:
    answer = ask(question, table)
    assert answer is not None
    assert answer.is_list
    assert [line.value for line in answer.lines] == said


TOOLS = table_of(
    ("No", "Tool", "Deposit GBP", "Training needed", "Donated by"),
    ("T1", "Chainsaw", "90", "yes", "Priya Nair"),
    ("T2", "Jigsaw", "25", "no", "Len Ogden"),
    ("T3", "Orbital sander", "20", "no", "Len Ogden"),
    ("T4", "Scaffold tower", "150", "yes", "Hughes Builders"),
    heading="Tools",
)


@pytest.mark.parametrize(
    ("question", "named"),
    [
        ("Which tools need training?", ["Chainsaw", "Scaffold tower"]),
        ("which tools need no training", ["Jigsaw", "Orbital sander"]),
    ],
)
def test_a_column_that_says_yes_or_no_of_every_row_chooses_rows(
    question: str, named: list[str]
) -> None:
    answer = ask(question, TOOLS)
    assert answer is not None
    assert answer.is_list
    assert [line.row.cell("Tool").value for line in answer.lines] == named  # type: ignore[union-attr]


def test_they_are_counted_too() -> None:
    answer = ask("how many tools need training?", TOOLS)
    assert answer is not None
    assert answer.aggregate is not None
    assert answer.aggregate.value == Decimal(2)


def test_they_are_counted_where_it_is_asked_how_many() -> None:
    answer = ask("сколько человек не сдали взнос в марте", DUES)
    assert answer is not None
    assert answer.aggregate is not None
    assert answer.aggregate.value == Decimal(2)


@pytest.mark.parametrize(
    "question",
    [
        "who is not on the second floor",  # of a column that all have
        "who has not brought the signed key in March",  # the table knows of no such thing
        "who was it that Peters met in March",
    ],
)
def test_of_anything_else_it_says_nothing(question: str) -> None:
    answer = ask(question, RENT)
    assert answer is None or not any("—" in line.value for line in answer.lines)


def test_who_has_not_is_asked_of_a_column() -> None:
    assert asks_of_column("who has no phone")
    assert asks_of_column("у кого нет телефона")
    assert not asks_of_column("is there no phone in the hall")


@pytest.mark.parametrize("question", ["who has not paid dues?", "who hasn't paid their dues"])
def test_what_is_denied_is_the_column_though_another_is_named(question: str) -> None:
    dues = table_of(
        ("Rower", "Boat", "Dues", "Paid", "Date paid"),
        ("Ashe", "four", "80", "80", "2025-01-14"),
        ("Birch", "eight", "80", "0", ""),
        ("Cole", "four", "80", "40", "2025-02-04"),
    )
    answer = ask(question, dues)
    assert answer is not None
    assert [line.label for line in answer.lines] == ["Birch, Paid"]


COVER = table_of(
    ("Cover", "Limit", "Excess"),
    ("Theft", "£900", "£50"),
    ("Delay", "£150", "none"),
    ("Lost keys", "£80", "none"),
    ("Fire", "£4,000", "£100"),
)
FERRY = table_of(
    ("Остановка", "Рейс А", "Рейс Б"),
    ("Мост", "7:05", "-"),
    ("Пристань", "-", "7:20"),
    ("Маяк", "7:40", "7:45"),
    language="ru",
)
LINES = table_of(
    ("Stop", "Line A (Harbour)", "Line B (Hill)"),
    ("Bridge Street", "7:05", "-"),
    ("Old Mill", "-", "7:20"),
    ("Lighthouse", "7:40", "7:45"),
)


@pytest.mark.parametrize(
    ("question", "table", "rows"),
    [
        ("which covers have no excess", COVER, ["Delay", "Lost keys"]),
        ("which stops are on line B", LINES, ["Old Mill", "Lighthouse"]),
        ("which stops are on line a", LINES, ["Bridge Street", "Lighthouse"]),
        ("which stops are not on line B", LINES, ["Bridge Street"]),
        ("какие остановки на рейсе Б", FERRY, ["Пристань", "Маяк"]),
    ],
)
def test_a_cell_that_says_there_is_nothing_leaves_its_row_out(
    question: str, table: Table, rows: list[str]
) -> None:
    language = "ru" if table is FERRY else "en"
    answer = answer_from_table(question, query_of(question), table, {}, language=language)
    assert answer is not None
    assert [line.row.cells[0].value for line in answer.lines] == rows


@pytest.mark.parametrize(
    "question",
    ["кто не платил", "кто вообще ничего не заплатил", "кто еще ни копейки не заплатил"],
)
def test_two_columns_that_tell_the_same_of_nobody_are_one(question: str) -> None:
    """Who has paid nothing has neither a sum nor a day; that he owes something says no more."""
    answer = ask(question, GARDENS)
    assert answer is not None
    assert [line.label.split()[0] for line in answer.lines] == ["Ерёмина", "Прохоров"]
