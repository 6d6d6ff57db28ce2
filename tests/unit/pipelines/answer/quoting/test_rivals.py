"""Which of two tables is meant, where both have cells for a question."""

from dataclasses import replace

import pytest

from pipelines.nodes.tables.answer import answer_from_table
from pipelines.nodes.tables.answered import TableAnswer
from pipelines.nodes.tables.rivals import (
    is_empty,
    is_of_another,
    not_overruled,
    tells_hours_alone,
    with_alike,
    with_thing,
)
from pipelines.nodes.tables.rows import Table
from tests.support.nodes.passage_maker import make_passage
from tests.support.nodes.table_maker import query_of, table_of

PRICES = table_of(
    ("Item", "Dog", "Rabbit"),
    ("Cremation with ashes", "215 £", "120 £"),
    ("Kennel cough", "36 £", ""),
    ("Microchip", "22 £", "21 £"),
    heading="List",
)
BOARDING = table_of(
    ("Animal", "Price per night"),
    ("Dog", "31 £"),
    ("Rabbit", "12 £"),
    ("Cat", "17 £"),
    heading="Boarding",
    id=2,
)


def ask(question: str, table: Table) -> TableAnswer:
    answer = answer_from_table(question, query_of(question), table, {}, language="en")
    assert answer is not None
    return answer


def test_the_table_that_has_all_words_wins_over_the_one_that_has_some() -> None:
    question = "cremation price rabbit"
    both = ask(question, PRICES)
    one = replace(ask("price rabbit per night", BOARDING), confidence=both.confidence + 0.05)
    assert not_overruled([one, both], question) == [both]
    assert not_overruled([one], question) == [one]


def test_what_a_table_is_much_surer_of_stands() -> None:
    question = "cremation price rabbit"
    both = replace(ask(question, PRICES), confidence=0.6)
    one = replace(ask("price rabbit per night", BOARDING), confidence=0.95)
    assert not_overruled([one, both], question) == [one, both]


def test_an_empty_cell_that_has_all_words_wins_as_well() -> None:
    question = "kennel cough for a rabbit"
    empty = ask(question, PRICES)
    assert is_empty(empty)
    one = replace(ask("price rabbit per night", BOARDING), confidence=empty.confidence)
    assert not_overruled([one, empty], question) == [empty]


LAUNDRY = table_of(
    ("Day", "Floor", "Morning"),
    ("Wednesday", "4", "closed"),
    ("Thursday", "5", "8-12"),
    heading="Laundry (basement)",
)
LESSONS = table_of(("Name", "Price"), ("Spanish", "9 £"), heading="Group courses")


def test_a_table_beside_the_one_that_is_called_by_a_word_is_not_meant() -> None:
    assert is_of_another(LAUNDRY, ["Showers"], "women's shower on Wednesday morning")
    assert is_of_another(LAUNDRY, ["Душевые 1 этажа"], "shower on Wednesday")
    assert not is_of_another(LAUNDRY, ["Showers"], "laundry on Wednesday")
    assert not is_of_another(LAUNDRY, ["Showers of floor 1"], "which floor has Thursday")
    assert not is_of_another(LAUNDRY, [], "women's shower on Wednesday morning")


def test_another_table_may_be_meant_by_what_it_is_called_otherwise() -> None:
    dues = table_of(("Owner", "Debt"), ("Ann Lee", "40"), ("Bob Ray", "0"), heading="Dues")
    assert is_of_another(dues, ["Electricity"], "how much does Ann Lee owe for power")
    assert not is_of_another(dues, ["Electricity"], "how much does Ann Lee owe")


def test_a_table_that_is_called_by_a_word_of_its_own_may_be_meant_beside_another() -> None:
    assert not is_of_another(LESSONS, ["Private lessons"], "group lessons in Spanish")
    assert is_of_another(LESSONS, ["Private lessons"], "private lessons in Spanish")


SALON = table_of(
    ("Услуга", "Мелкая порода", "Крупная порода"),
    ("Стрижка", "32 £", "55 £"),
    ("Мытьё", "18 £", "33 £"),
    heading="Прайс",
)
ABOUT = "Кошек стрижём по четвергам. Собак с блохами сначала обрабатываем."


def priced(question: str, text: str = ABOUT) -> TableAnswer:
    answer = answer_from_table(question, query_of(question), SALON, {}, language="ru")
    assert answer is not None
    return with_thing(answer, question, [SALON.rows[0].passage, make_passage(text)])


@pytest.mark.parametrize(
    "question", ["сколько стоит стрижка кролика", "сколько стоит стрижка для кролика"]
)
def test_what_a_price_is_asked_for_has_to_stand_somewhere(question: str) -> None:
    missing = priced(question).missing
    assert missing is not None
    assert (missing.word, missing.present) == ("кролика", ("Стрижка",))
    assert priced(question, "И кроликов берём.").missing is None


@pytest.mark.parametrize(
    "question",
    [
        "сколько стоит стрижка собаки",
        "сколько стоит стрижка кошки",
        "сколько стоит стрижка машинкой",  # is no thing that it is of
        "сколько стоит стрижка сегодня",
    ],
)
def test_other_words_may_be_left_over(question: str) -> None:
    assert [line.value for line in priced(question).lines] == ["32 £", "55 £"]


def test_so_it_is_behind_for_one_in_english() -> None:
    table = table_of(
        ("Service", "Members", "Others"), ("Haircut", "£32", "£55"), ("Bath", "£9", "£8")
    )
    question = "how much does a haircut for a rabbit cost"
    answer = answer_from_table(question, query_of(question), table, {}, language="en")
    assert answer is not None
    assert with_thing(answer, question, [make_passage("Dogs and cats")]).missing is not None
    assert with_thing(answer, question, [make_passage("Rabbits, too")]) is answer


def courses_of(heading: str, *rows: tuple[str, str], number: int) -> Table:
    return table_of(("Course", "Teacher"), *rows, heading=heading, id=number)


def test_what_is_somebodys_in_several_tables_is_told_of_all() -> None:
    autumn = courses_of("Autumn", ("Pottery", "Olga Fox"), ("Chess", "Ian Bell"), number=3)
    spring = courses_of("Spring", ("Batik", "Olga Fox"), ("Judo", "Ina White"), number=4)
    question = "what courses does Olga Fox teach"
    one, other = (ask(question, table) for table in (autumn, spring))
    values = [line.value for line in with_alike(one, [one, other]).lines]
    assert values == ["Pottery", "Batik"]
    price = replace(one, lines=(replace(one.lines[0], label="Ian Bell, Course"),))
    assert with_alike(one, [one, price]) == one


def test_a_list_of_names_stays_whole_where_no_other_table_has_any() -> None:
    many = courses_of("Year", *((f"Course {at}", "Olga Fox") for at in range(20)), number=5)
    listed = ask("Olga Fox course", courses_of("A", ("Judo", "Olga Fox"), number=6))
    whole = replace(
        listed,
        lines=tuple(
            replace(listed.lines[0], value=row.cells[0].value, row=row, cell=row.cells[0])
            for row in many.rows
        ),
    )
    assert with_alike(whole, [whole]) == whole


HOURS = table_of(
    ("Day", "Opens", "Closes"), ("Monday", "9:00", "20:00"), ("Sunday", "10:00", "16:00")
)
ON = table_of(("Day", "What", "Time"), ("Monday", "Yoga", "18:00"), ("Sunday", "Bridge", "14:00"))


def test_what_is_on_is_not_told_by_the_hours_alone() -> None:
    question = "anything on Sunday"
    assert tells_hours_alone(ask(question, HOURS), question)
    assert not tells_hours_alone(ask(question, ON), question)
    assert not tells_hours_alone(ask("what are the hours on Sunday", HOURS), "hours on Sunday")


def test_a_word_that_asks_is_of_no_column_that_is_called_so() -> None:
    question = "what time do you open on Sunday"
    opens, begins = ask(question, HOURS), replace(ask("time on Sunday", ON), confidence=0.9)
    assert opens in not_overruled([begins, opens], question)


STABLE = table_of(
    ("What", "For", "Price"),
    ("Boot hire", "Any size", "£2.50"),
    ("Horse", "Livery", "£148"),
    ("Pony", "Livery", "£121"),
    ("Arena hire", "Outdoor", "£18"),
)


@pytest.mark.parametrize(
    ("question", "thing"),
    [
        ("what does it cost to hire a hat", "hat"),
        ("what does it cost to hire the boots", None),
        ("how much does the dentist charge for a horse", "dentist"),
    ],
)
def test_what_is_done_to_a_thing_or_for_one_is_priced_of_no_other(
    question: str, thing: str | None
) -> None:
    answer = answer_from_table(question, query_of(question), STABLE, {}, language="en")
    assert answer is not None
    missing = with_thing(answer, question, [row.passage for row in STABLE.rows]).missing
    assert (missing.word if missing else None) == thing


def test_in_russian_a_thing_stands_before_what_it_is_for() -> None:
    table = table_of(("Услуга", "Цена"), ("Лодка", "900"), ("Катер", "1500"), language="ru")
    for question, is_lacking in (
        ("сколько стоит тент на лодку", True),
        ("сколько стоит место на лодку", False),
    ):
        answer = answer_from_table(question, query_of(question), table, {}, language="ru")
        assert answer is not None
        told = with_thing(answer, question, [row.passage for row in table.rows])
        assert (told.missing is not None) == is_lacking
