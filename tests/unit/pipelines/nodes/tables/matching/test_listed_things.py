"""What a table is a list of: counted, asked which of, the cheapest of, on what days."""

import pytest

from pipelines.nodes.tables.answer import answer_from_table
from pipelines.nodes.tables.answered import TableAnswer
from pipelines.nodes.tables.rows import Table
from tests.support.nodes.table_maker import query_of, table_of

WALKS = table_of(
    ("Date", "Outing", "Grade", "Walk leader", "Fee"),
    ("Sat 3 May", "Heron Marsh", "easy", "Nell Quick", "£5"),
    ("Sun 11 May", "Long Walk", "hard", "Abe Stone", "£14"),
    ("Sat 7 June", "Old Mill", "easy", "Nell Quick", "free"),
    ("Sun 22 June", "Castle Walk", "hard", "Ida Marsh", "£12"),
    ("Sat 12 July", "Three Lakes", "hard", "Nell Quick", "£17"),
    ("Sat 2 August", "Peat Railway", "easy", "Abe Stone", "£9"),
    heading="Walks of the summer",
)
TOURS = table_of(
    ("Дата", "Маршрут", "Ведущий", "Цена"),
    ("3 мая", "Болота", "Нина Рогова", "500 руб."),
    ("11 мая", "Старый тракт", "Илья Гром", "900 руб."),
    ("7 июня", "Мельница", "Нина Рогова", "бесплатно"),
    ("22 июня", "Крепость", "Ада Круг", "700 руб."),
    heading="Прогулки лета",
    language="ru",
)


def ask(question: str, table: Table) -> TableAnswer | None:
    language = table.rows[0].passage.language or "en"
    return answer_from_table(question, query_of(question), table, {}, language=language)


def outings(answer: TableAnswer | None) -> list[str]:
    assert answer is not None
    return [line.row.cells[1].value for line in answer.lines]


@pytest.mark.parametrize(
    ("question", "table", "names"),
    [
        ("which walks cost more than 12", WALKS, ["Long Walk", "Three Lakes"]),
        ("which walks cost more than £12", WALKS, ["Long Walk", "Three Lakes"]),
        ("which walks are free", WALKS, ["Old Mill"]),
        ("walks in june", WALKS, ["Old Mill", "Castle Walk"]),
        ("which walks are hard", WALKS, ["Long Walk", "Castle Walk", "Three Lakes"]),
        ("прогулки в июне", TOURS, ["Мельница", "Крепость"]),
    ],
)
def test_what_the_table_lists_is_none_of_its_rows_by_name(
    question: str, table: Table, names: list[str]
) -> None:
    assert outings(ask(question, table)) == names


@pytest.mark.parametrize(
    ("question", "table", "names"),
    [
        ("cheapest walk", WALKS, ["Old Mill"]),
        ("most expensive walk", WALKS, ["Three Lakes"]),
        ("самая дешёвая прогулка", TOURS, ["Мельница"]),
        ("самая дешёвая платная прогулка", TOURS, ["Болота"]),  # of those that are not
    ],
)
def test_what_is_free_is_the_cheapest(question: str, table: Table, names: list[str]) -> None:
    assert outings(ask(question, table)) == names


def test_a_dated_row_is_told_with_what_is_then() -> None:
    answer = ask("most expensive walk", WALKS)
    assert answer is not None
    assert [line.label for line in answer.lines] == ["Sat 12 July, Three Lakes, Fee"]


@pytest.mark.parametrize(
    ("question", "table", "count"),
    [
        ("how many walks does Nell lead", WALKS, 3),
        ("how many walks does Abe Stone guide", WALKS, 2),
        ("how many walks are there in June", WALKS, 2),
        ("сколько прогулок ведёт Рогова", TOURS, 2),
    ],
)
def test_rows_are_counted_of_somebody_and_of_a_month(
    question: str, table: Table, count: int
) -> None:
    answer = ask(question, table)
    assert answer is not None
    assert answer.aggregate is not None
    assert answer.aggregate.value == count


def test_as_what_somebody_is_counted_is_told() -> None:
    answer = ask("how many walks does Nell lead", WALKS)
    assert answer is not None
    assert {(line.cell.name, line.value) for line in answer.lines if line.cell} == {
        ("Walk leader", "Nell Quick")
    }


@pytest.mark.parametrize("heading", ["Rolls and drinks", "Rolls"])
def test_of_several_things_the_cheapest_is_that_of_the_kind(heading: str) -> None:
    snacks = table_of(
        ("Item", "Price, £"),
        ("Cheese roll", "4"),
        ("Ham roll", "5"),
        ("Tea", "2"),
        ("Cola", "2.50"),
        heading=heading,
    )
    answer = ask("cheapest roll", snacks)
    assert answer is not None
    assert [line.value for line in answer.lines] == ["4"]
