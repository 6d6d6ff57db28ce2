"""What is asked of rows by a word that no column is of: said to be missing, with what there is."""

import pytest

from pipelines.nodes.tables.answer import answer_from_table
from pipelines.nodes.tables.answered import TableAnswer
from pipelines.nodes.tables.rows import Table
from tests.support.nodes.table_maker import query_of, table_of

ALLERGENS = table_of(
    ("Cake", "Milk", "Nuts", "Eggs"),
    ("Carrot cake", "x", "x", ""),
    ("Brownie", "x", "", "x"),
    ("Fruit slice", "", "x", ""),
)
CAKES_RU = table_of(
    ("Торт", "Молоко", "Орехи"),
    ("Морковный", "да", "да"),
    ("Брауни", "да", "нет"),
    ("Медовик", "нет", "да"),
    language="ru",
)
MENU = table_of(
    ("Dish", "Price", "Weight"),
    ("Lentil soup", "£6.50", "300 g"),
    ("Beef stew", "£13.50", "400 g"),
    ("Carrot cake", "£4.00", "90 g"),
)
MENU_RU = table_of(
    ("Блюдо", "Цена, руб.", "Вес"),
    ("Борщ", "250", "300 г"),
    ("Плов", "410", "350 г"),
    language="ru",
)


def ask(question: str, table: Table) -> TableAnswer | None:
    language = table.rows[0].passage.language
    return answer_from_table(question, query_of(question), table, {}, language=language)


@pytest.mark.parametrize(
    ("question", "table", "word"),
    [
        ("which cakes contain lupin", ALLERGENS, "lupin"),
        ("is the brownie lupin free", ALLERGENS, "lupin"),
        ("anything lupin-free?", ALLERGENS, "lupin"),
        ("which have milk and lupin", ALLERGENS, "lupin"),  # not those that have milk
        ("which contain sesame or soya", ALLERGENS, "sesame or soya"),
        ("what is there for somebody allergic to sesame", ALLERGENS, "sesame"),
        ("в каких есть люпин", CAKES_RU, "люпин"),
        ("есть ли люпин в брауни", CAKES_RU, "люпин"),
        ("что есть без сои", CAKES_RU, "сои"),
    ],
)
def test_what_nothing_is_said_to_contain_is_missing(question: str, table: Table, word: str) -> None:
    answer = ask(question, table)
    assert answer is not None
    assert answer.missing is not None
    assert answer.missing.word == word
    assert answer.missing.present == table.columns[1:]


@pytest.mark.parametrize(
    ("question", "table", "word"),
    [
        ("how many calories in the lentil soup", MENU, "calories"),
        ("how much protein is in the beef stew", MENU, "protein"),
        ("сколько калорий в борще", MENU_RU, "калорий"),
        ("сколько белка в плове?", MENU_RU, "белка"),
    ],
)
def test_what_no_column_measures_is_missing(question: str, table: Table, word: str) -> None:
    answer = ask(question, table)
    assert answer is not None
    assert answer.missing is not None
    assert (answer.missing.word, answer.missing.present) == (word, table.columns[1:])


@pytest.mark.parametrize(
    ("question", "table"),
    [
        ("which cakes contain milk", ALLERGENS),
        ("which of the cakes can be had with nuts", ALLERGENS),
        ("which cakes have tree nuts", ALLERGENS),  # a kind of what is there
        ("does the brownie have to be eaten cold", ALLERGENS),
        ("how many people does the beef stew serve", MENU),
        ("how much money is the beef stew", MENU),
        ("how many carrots in the cake", MENU),
        ("how much longer does the beef stew take", MENU),
        ("сколько готовится плов", MENU_RU),
        ("сколько стоит плов", MENU_RU),
    ],
)
def test_nothing_is_missing_that_is_no_column(question: str, table: Table) -> None:
    answer = ask(question, table)
    assert answer is None or answer.missing is None
