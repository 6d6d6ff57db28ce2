"""Months, days and hours that columns are of, and what a column of money is asked for by."""

import pytest

from pipelines.nodes.tables.answer import answer_from_table
from pipelines.nodes.tables.answered import TableAnswer
from pipelines.nodes.tables.rows import Table
from tests.support.nodes.table_maker import query_of, table_of

MOORINGS = table_of(
    ("Berth", "Winter price (Nov-Mar)", "Summer price (Apr-Oct)"),
    ("Inner pontoon", "£40", "£95"),
    ("Swinging buoy", "£15", "£30"),
    ("Quay wall", "£55", "£120"),
)
BARN = table_of(
    ("Item", "Winter", "Summer", "Note"),
    ("Barn, Friday", "£2,900", "£4,100", "until midnight"),
    ("Barn, Saturday", "£3,600", "£5,400", "two nights at least"),
    ("Cottage, per night", "£110", "£140", "hot tub"),
)
RENTALS = table_of(
    ("Лодка", "Сезон", "Цена, ₽"),
    ("Байдарка", "весна", "900"),
    ("Байдарка", "лето", "1 200"),
    ("Каноэ", "осень", "700"),
    ("Каноэ", "лето", "1 500"),
    language="ru",
)
SHIFTS = table_of(
    ("Day", "Time", "Post", "Keeper"),
    ("Monday", "08:30-12:30", "Gate", "Farah Idris"),
    ("Tuesday", "12:30-17:00", "Tower", "Bryony Tull"),
    ("Wednesday", "09:00-12:00", "Gate", "Bryony Tull"),
    ("Thursday", "10:00-14:00", "Tower", "Owen Tarrant"),
)
JOBS = table_of(
    ("Date", "Customer", "Van", "Quote"),
    ("2 June", "Ashdown", "Luton", "£425"),
    ("3 June", "Beckford", "Transit", "£165"),
    ("18 June", "Kowalczyk", "Luton", "£975"),
)
BREAD = table_of(
    ("Изделие", "Вес (г)", "Срок хранения", "Когда печём"),
    ("Багет французский", "280", "24 часа", "вт–вс"),
    ("Бородинский подовый", "650", "5 суток", "ежедневно"),
    ("Кекс творожный", "400", "10 суток", "пт и сб"),
    language="ru",
)
CATS = table_of(
    ("День", "Утро 8:00–10:30", "Вечер 18:30–20:30", "Дело дня"),
    ("Вторник", "Зоя Матвеевна", "Рита Шубина", "стирка лежанок"),
    ("Среда", "Глеб Саранцев", "Инна Пахомова", "замена наполнителя"),
    ("Пятница", "Тарас Жилин", "Вадим Ельцов", "разбор аптечки"),
    heading="Дежурства",
    language="ru",
)


def ask(question: str, table: Table, language: str = "en") -> TableAnswer | None:
    return answer_from_table(question, query_of(question), table, {}, language=language)


def told(answer: TableAnswer | None) -> list[str]:
    assert answer is not None
    return [line.value for line in answer.lines]


@pytest.mark.parametrize(
    ("question", "prices"),
    [
        ("price of the quay wall in may", ["£120"]),
        ("what does the swinging buoy cost in january?", ["£15"]),
        ("price of the inner pontoon", ["£40", "£95"]),
    ],
)
def test_a_price_of_a_month_is_that_of_its_season(question: str, prices: list[str]) -> None:
    assert told(ask(question, MOORINGS)) == prices


@pytest.mark.parametrize(
    ("question", "prices"),
    [
        ("how much is a saturday in july", ["£5,400"]),
        ("what does the cottage cost in December?", ["£110"]),
        ("what does the cottage cost in april?", ["£110", "£140"]),
    ],
)
def test_a_month_is_of_its_season_where_there_is_another(question: str, prices: list[str]) -> None:
    assert told(ask(question, BARN)) == prices


def test_seasons_in_cells_are_those_of_months() -> None:
    assert told(ask("сколько стоит байдарка в мае", RENTALS, "ru")) == ["900"]
    assert told(ask("сколько стоит каноэ в июле", RENTALS, "ru")) == ["1 500"]


def test_spring_onions_are_of_no_season() -> None:
    onions = table_of(("Item", "Price"), ("Spring onions", "£2"), ("Winter squash", "£3"))
    assert ask("what is the price in april", onions) is None


def test_may_is_no_month_where_it_asks() -> None:
    assert told(ask("may I have the price of the quay wall?", MOORINGS)) == ["£55", "£120"]


def test_when_somebody_works_is_told_by_the_column_of_hours() -> None:
    assert told(ask("when does bryony work on wednesday", SHIFTS)) == ["09:00-12:00"]
    assert told(ask("which post does bryony work on wednesday", SHIFTS)) == ["Gate"]


def test_a_column_of_money_tells_the_price_whatever_it_is_called() -> None:
    assert told(ask("what price did we give the kowalczyks", JOBS)) == ["£975"]


@pytest.mark.parametrize(
    "question", ["по каким дням французский багет", "в какие дни пекут французский багет"]
)
def test_which_days_are_told_by_the_column_of_days(question: str) -> None:
    assert told(ask(question, BREAD, "ru")) == ["вт–вс"]


def test_hours_are_no_days() -> None:
    meals = table_of(("Meal", "Time"), ("Breakfast", "06:30"), ("Soup", "12:15"))
    assert ask("which days is bread baked", meals) is None
    assert told(ask("what day are the kowalczyks", JOBS)) == ["18 June"]


def test_what_is_long_is_no_length_of_time() -> None:
    answer = ask("длинный французский багет", BREAD, "ru")
    assert answer is None or "24 часа" not in told(answer)


def test_who_does_something_unnamed_is_told_where_day_and_part_of_it_are_named() -> None:
    question = "кто кормит кошек в пятницу с утра"
    assert told(ask(question, CATS, "ru")) == ["Тарас Жилин"]
    assert ask("кто кормит кошек у соседки в пятницу", CATS, "ru") is None
