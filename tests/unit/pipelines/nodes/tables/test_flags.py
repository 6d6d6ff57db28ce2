"""Flags: a list of dishes with a column for each of what they may contain."""

import pytest

from pipelines.nodes.tables.answer import answer_from_table
from pipelines.nodes.tables.answered import TableAnswer
from tests.support.nodes.table_maker import query_of, table_of

MENU = table_of(
    ("Dish", "Price", "Gluten", "Nuts", "Egg", "Vegan"),
    ("Veggie breakfast", "9.95", "yes", "no", "yes", "no"),
    ("Soup of the day", "6.25", "may contain", "no", "no", "yes"),
    ("Carrot cake", "3.95", "yes", "yes", "yes", "no"),
    ("Orange cake", "4.10", "no", "yes", "yes", "no"),
    ("Vegan flapjack", "3.20", "may contain", "may contain", "no", "yes"),
    ("Quiche", "8.95", "yes", "no", "yes", "no"),
    heading="Menu",
)


def ask(question: str) -> TableAnswer | None:
    return answer_from_table(question, query_of(question), MENU, {}, language="en")


def dishes(question: str) -> list[str]:
    answer = ask(question)
    return [line.label.split(",")[0] for line in answer.lines] if answer else []


@pytest.mark.parametrize(
    ("question", "named"),
    [
        ("which dishes contain egg", ["Veggie breakfast", "Carrot cake", "Orange cake", "Quiche"]),
        ("which dishes are vegan", ["Soup of the day", "Vegan flapjack"]),  # not one called so
        ("is there anything with nuts", ["Carrot cake", "Orange cake", "Vegan flapjack"]),
        ("what is gluten free on the menu", ["Orange cake"]),  # and nothing that may contain it
        ("anything gluten-free?", ["Orange cake"]),
        ("which cakes have no gluten", ["Orange cake"]),
        ("what can one with a nuts allergy eat", ["Veggie breakfast", "Soup of the day", "Quiche"]),
        ("which dishes have no nuts and no egg", ["Soup of the day", "Soup of the day"]),
    ],
)
def test_the_rows_are_listed_of_which_a_column_says_so(question: str, named: list[str]) -> None:
    assert dishes(question) == named


def test_what_may_contain_it_is_told_with_what_the_column_says() -> None:
    answer = ask("which dishes contain nuts")
    assert answer is not None
    assert [(line.label, line.value) for line in answer.lines][-1] == (
        "Vegan flapjack, Nuts",
        "may contain",
    )


@pytest.mark.parametrize(
    ("question", "count"),
    [("how many dishes contain egg", 4), ("how many vegan dishes are there", 2)],
)
def test_they_are_counted(question: str, count: int) -> None:
    answer = ask(question)
    assert answer is not None
    assert answer.aggregate is not None
    assert answer.aggregate.value == count


def test_of_one_dish_its_cell_is_shown() -> None:
    answer = ask("does the quiche contain egg")
    assert answer is not None
    assert [(line.label, line.value) for line in answer.lines] == [("Quiche, Egg", "yes")]


@pytest.mark.parametrize(
    "question", ["how many eggs in the quiche", "how many carrots in the cake"]
)
def test_how_many_eggs_asks_for_no_price(question: str) -> None:
    assert ask(question) is None  # nor for the dish as a whole


@pytest.mark.parametrize(
    ("question", "named"),
    [
        ("which dishes are nut free", ["Soup", "Quiche"]),
        ("what can one with a nut allergy eat", ["Soup", "Quiche"]),
        ("which dishes have no nut in them", ["Soup", "Quiche"]),
        ("which dishes contain nut", ["Cake", "Flapjack"]),
        ("which dishes are not nut free", ["Cake", "Flapjack"]),
    ],
)
def test_a_column_that_tells_the_lack_is_read_the_other_way(
    question: str, named: list[str]
) -> None:
    menu = table_of(
        ("Dish", "Price", "Nut free"),
        ("Soup", "6.25", "yes"),
        ("Cake", "3.95", "no"),
        ("Flapjack", "3.20", "no"),
        ("Quiche", "8.95", "yes"),
        heading="Menu",
    )
    answer = answer_from_table(question, query_of(question), menu, {}, language="en")
    assert answer is not None
    assert [line.label.split(",")[0] for line in answer.lines] == named


ALLERGENS = {
    mark: table_of(
        ("Cake", "Milk", "Nuts", "Gluten"),
        ("Carrot cake", mark, mark, mark),
        ("Brownie", mark, none, none),
        ("Lemon drizzle", mark, none, mark),
        ("Fruit slice", none, mark, none),
        heading="Cakes",
    )
    for mark, none in (("x", ""), ("✓", ""), ("+", "–"), ("✔", "x"), ("Y", "N"))
}


@pytest.mark.parametrize("mark", [*ALLERGENS])
@pytest.mark.parametrize(
    ("question", "named"),
    [
        ("which cakes have nuts", ["Carrot cake", "Fruit slice"]),
        ("which cakes contain milk", ["Carrot cake", "Brownie", "Lemon drizzle"]),
        ("which of them are nut free", ["Brownie", "Lemon drizzle"]),
        ("dairy free?", ["Fruit slice"]),
        ("what can a coeliac eat", ["Brownie", "Fruit slice"]),
        ("which have milk but no nuts", ["Brownie"] * 2 + ["Lemon drizzle"] * 2),
        ("which have milk and no gluten", ["Brownie"] * 2),
        ("which cakes with milk are without gluten", ["Brownie"] * 2),
        ("which are nut and gluten free", ["Brownie"] * 2),
        ("which are nut free with gluten", ["Lemon drizzle"] * 2),
    ],
)
def test_rows_are_listed_by_the_marks_in_their_cells(
    mark: str, question: str, named: list[str]
) -> None:
    answer = answer_from_table(question, query_of(question), ALLERGENS[mark], {}, language="en")
    assert answer is not None
    assert [line.label.split(",")[0] for line in answer.lines] == named


@pytest.mark.parametrize(("mark", "value"), [("x", "Brownie, Nuts: —"), ("+", "–"), ("✔", "x")])
def test_of_one_row_its_mark_is_shown_or_that_there_is_none(mark: str, value: str) -> None:
    question = "does the brownie have nuts"
    answer = answer_from_table(question, query_of(question), ALLERGENS[mark], {}, language="en")
    assert answer is not None
    assert [line.value for line in answer.lines] == [value]


@pytest.mark.parametrize(
    ("question", "named"),
    [
        ("в каких есть орехи", ["Морковный", "Медовик"]),
        ("какие торты с орехами", ["Морковный", "Медовик"]),
        ("где нет глютена", ["Брауни"]),
        ("где есть яйца", ["Морковный", "Брауни"]),
        ("что есть без яиц", ["Медовик"]),
        ("в каких есть молоко, но нет орехов", ["Брауни", "Брауни"]),
    ],
)
def test_they_are_asked_for_in_russian(question: str, named: list[str]) -> None:
    table = table_of(
        ("Торт", "Молоко", "Орехи", "Яйца", "Глютен"),
        ("Морковный", "да", "да", "да", "да"),
        ("Брауни", "да", "нет", "да", "нет"),
        ("Медовик", "нет", "да", "нет", "да"),
        language="ru",
    )
    answer = answer_from_table(question, query_of(question), table, {}, language="ru")
    assert answer is not None
    assert [line.label.split(",")[0] for line in answer.lines] == named


def test_where_asks_for_a_place_if_a_column_tells_it() -> None:
    table = table_of(
        ("Устройство", "Место", "Сеть"),
        ("Сканер", "кабинет 4", "да"),
        ("Принтер", "кабинет 7", "нет"),
        language="ru",
    )
    question = "где сканер с сетью"
    answer = answer_from_table(question, query_of(question), table, {}, language="ru")
    assert answer is not None
    assert "кабинет 4" in [line.value for line in answer.lines]


@pytest.mark.parametrize(
    ("question", "named"),
    [
        ("was ist glutenfrei", ["Salat"]),
        ("welche Gerichte enthalten Gluten", ["Suppe", "Braten"]),
        ("welche Gerichte sind ohne Gluten", ["Salat"]),
    ],
)
@pytest.mark.parametrize(
    ("name", "values"), [("Gluten", ("ja", "ja", "nein")), ("Glutenfrei", ("nein", "nein", "ja"))]
)
def test_free_may_stand_in_one_word_with_what_there_is_none_of(
    question: str, named: list[str], name: str, values: tuple[str, ...]
) -> None:
    rows = zip(("Suppe", "Braten", "Salat"), values, ("ja", "nein", "ja"), strict=True)
    table = table_of(("Gericht", name, "Vegan"), *rows, language="de")
    answer = answer_from_table(question, query_of(question), table, {}, language="de")
    assert answer is not None
    assert [line.label.split(",")[0] for line in answer.lines] == named


def test_where_none_is_so_it_is_said_what_each_is() -> None:
    table = table_of(
        ("Cake", "Milk", "Nuts"), ("Brownie", "yes", "no"), ("Carrot cake", "yes", "yes")
    )
    for question in ("which cakes are milk free", "how many cakes are milk free"):
        answer = answer_from_table(question, query_of(question), table, {}, language="en")
        assert answer is not None
        assert [line.value for line in answer.lines] == ["yes", "yes"]
        assert answer.aggregate is None or answer.aggregate.value == 0


@pytest.mark.parametrize(
    "question",
    [
        "are there nuts in the scones",
        "do the brownies contain egg",
        "any gluten in the brownies?",
        "is there egg in the lemon cake",
        "is there egg in the carrot soup",  # a word each of two dishes
        "scones nuts",
    ],
)
def test_of_what_is_not_in_the_list_no_other_row_tells(question: str) -> None:
    answer = ask(question)
    assert answer is None or not answer.lines


@pytest.mark.parametrize("question", ["есть ли яйца в грибном пироге", "орехи в булочках есть?"])
def test_nor_in_russian(question: str) -> None:
    pies = table_of(
        ("Блюдо", "Яйца", "Орехи"),
        ("Пирог с капустой", "да", "нет"),
        ("Пирог с рыбой", "нет", "нет"),
        ("Штрудель", "да", "да"),
        language="ru",
    )
    answer = answer_from_table(question, query_of(question), pies, {}, language="ru")
    assert answer is None or not answer.lines
