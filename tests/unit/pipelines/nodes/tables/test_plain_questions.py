"""Plain questions, as people type them: counting by a value, days, whose, what somebody did."""

import pytest

from pipelines.nodes.tables.answer import answer_from_table
from pipelines.nodes.tables.answered import TableAnswer
from pipelines.nodes.tables.rows import Table
from tests.support.nodes.table_maker import query_of, table_of

LOG = table_of(
    ("Date", "Item", "Visitor", "Fixer", "Result", "Minutes"),
    ("2026-01-11", "Toaster", "Mrs Adair", "Raj Patel", "repaired", "35"),
    ("2026-01-25", "Vacuum cleaner", "Mr Dunn", "Raj Patel", "not repaired", "60"),
    ("2026-02-08", "Sewing machine", "Mrs Adair", "Sue Kemp", "repaired", "80"),
    ("2026-02-22", "Jeans", "Mia Frost", "Jo Lindqvist", "repaired", "15"),
    ("2026-03-08", "Kettle", "Mia Frost", "Raj Patel", "repaired", "20"),
    heading="Repair log",
)
CHOIR = table_of(
    ("Name", "Voice", "Joined", "Fee paid"),
    ("Alice Munro", "soprano", "2019-09-04", "yes"),
    ("Ben Okafor", "bass", "2021-01-13", "no"),
    ("Clara Jensen", "alto", "2018-02-21", "yes"),
    ("Esther Lowe", "soprano", "2015-09-09", "yes"),
    heading="Choir members",
)
TIMES = table_of(
    ("Курс", "День", "Время"),
    ("Английский для детей", "суббота", "11:00"),
    ("Немецкий A1", "среда", "19:00"),
    ("Китайский для детей", "воскресенье", "10:00"),
    heading="Расписание",
    language="ru",
)
COURSES = table_of(
    ("Курс", "Занятий в неделю", "Цена, руб.", "Преподаватель"),
    ("Испанский A2", "2", "7100", "Лусия Перес"),
    ("Немецкий A1", "2", "6800", "Виктор Лейман"),
    ("Китайский для детей", "3", "8200", "Ли Вэй"),
    language="ru",
)
FARM = table_of(
    ("Кличка", "Вид", "Вес, кг", "Последняя прививка"),
    ("Зорька", "корова", "520", "12.02.2026"),
    ("Снежинка", "коза", "54", "03.03.2026"),
    ("Тучка", "коза", "61", "03.03.2026"),
    heading="Животные фермы",
    language="ru",
)
TARIFFS = table_of(
    ("Услуга", "Единица", "Тариф, руб."),
    ("Содержание дома", "м²", "31,50"),
    ("Вывоз мусора", "чел.", "142,00"),
    ("Домофон", "квартира", "60,00"),
    language="ru",
)


def ask(question: str, table: Table) -> TableAnswer | None:
    language = table.rows[0].passage.language
    return answer_from_table(question, query_of(question), table, {}, language=language)


def told(answer: TableAnswer | None) -> list[str]:
    assert answer is not None
    return [line.value if line.cell else line.row.cells[1].value for line in answer.lines]


@pytest.mark.parametrize(
    ("question", "table", "count"),
    [
        ("how many sopranos are there", CHOIR, 2),
        ("сколько у нас коз", FARM, 2),
        ("how many visits by mrs adair", LOG, 2),
        ("how many repairs in february", LOG, 2),
        ("сколько всего курсов", COURSES, 3),
    ],
)
def test_rows_are_counted_by_the_value_that_names_them(
    question: str, table: Table, count: int
) -> None:
    answer = ask(question, table)
    assert answer is not None
    assert answer.aggregate is not None
    assert answer.aggregate.value == count


@pytest.mark.parametrize(
    ("question", "table"),
    [
        ("сколько квартир в доме", TARIFFS),
        ("сколько всего курсов", TARIFFS),
        ("сколько стоит взнос", CHOIR),
        ("what is the fee", CHOIR),
        ("sum of minutes", CHOIR),
        ("когда субботник", TIMES),
        ("средняя цена курса", TIMES),  # is of no «среда»
        ("когда занятия по немецкому", COURSES),
    ],
)
def test_what_a_table_does_not_tell_is_not_taken_from_it(question: str, table: Table) -> None:
    answer = ask(question, table)
    assert answer is None or not answer.lines


@pytest.mark.parametrize(
    ("question", "table", "values"),
    [
        ("what was repaired on 22 february", LOG, ["Jeans"]),
        ("which things could not be repaired", LOG, ["not repaired"]),
        ("what did mia frost bring", LOG, ["Jeans", "Kettle"]),
        ("who joined in 2021", CHOIR, ["bass"]),  # the row: its second cell
        ("кто ведет испанский", COURSES, ["Лусия Перес"]),
        ("когда китайский", TIMES, ["воскресенье", "10:00"]),
        ("во сколько китайский", TIMES, ["10:00"]),
        ("когда зорьке делали прививку", FARM, ["12.02.2026"]),
    ],
)
def test_what_is_asked_for_is_told(question: str, table: Table, values: list[str]) -> None:
    assert told(ask(question, table)) == values


def test_what_costs_is_no_thing_that_is_counted() -> None:
    stages = table_of(
        ("Этап", "Работы", "Стоимость, руб."),
        ("1", "Разборка кровли", "412 000"),
        ("2", "Ремонт стропил", "934 000"),
        language="ru",
    )
    assert "934 000" in str(ask("сколько ремонт стропил", stages))
    assert told(ask("сколько стоит ремонт стропил", stages)) == ["934 000"]


def test_who_does_it_is_not_told_where_a_thing_is_not_there() -> None:
    assert ask("кто моет кабинет испанского", COURSES) is None


POOL = table_of(
    ("Day", "Open", "Close"),
    ("Monday", "closed", "closed"),
    ("Friday", "7:30", "21:00"),
    ("Saturday", "9:00", "16:00"),
    heading="Pool",
)
BATHS = table_of(
    ("День", "Открытие", "Закрытие"),
    ("Понедельник", "выходной", "выходной"),
    ("Пятница", "8:00", "22:00"),
    heading="Часы работы бани",
    language="ru",
)


@pytest.mark.parametrize(
    ("question", "table", "hours"),
    [
        ("when is the pool open on saturday", POOL, ["9:00", "16:00"]),
        ("pool hours on friday", POOL, ["7:30", "21:00"]),
        ("когда открыта баня в пятницу", BATHS, ["8:00", "22:00"]),
    ],
)
def test_when_one_is_open_is_told_with_when_one_closes(
    question: str, table: Table, hours: list[str]
) -> None:
    answer = ask(question, table)
    assert answer is not None
    assert [line.value for line in answer.lines] == hours


REGATTA = table_of(
    ("Heat", "Sailor", "Winner"),
    ("Dawn heat", "Ann Reed", "Joe Marsh"),
    ("Noon heat", "Ann Reed", "Ann Reed"),
    ("Dusk heat", "Joe Marsh", "Ann Reed"),
    ("Night heat", "Ann Reed", "Joe Marsh"),
    heading="Regatta",
)
PLAIN = table_of(
    ("Heat", "Sailor"),
    ("Dawn heat", "Ann Reed"),
    ("Noon heat", "Ann Reed"),
    ("Dusk heat", "Joe Marsh"),
)


@pytest.mark.parametrize(
    ("question", "count"),
    [
        ("how many heats does Ann Reed sail", 3),
        ("how many heats did Ann Reed win", 2),
        ("how many heats has Joe Marsh won", 2),
    ],
)
def test_a_verb_names_the_column_of_those_who_do_so(question: str, count: int) -> None:
    answer = ask(question, REGATTA)
    assert answer is not None
    assert answer.aggregate is not None
    assert answer.aggregate.value == count


def test_what_becomes_of_a_thing_is_not_counted_where_no_column_tells() -> None:
    won = ask("how many heats did Ann Reed win", PLAIN)
    assert won is not None
    assert won.missing is not None
    assert won.missing.present == ("Dawn heat", "Noon heat")
    sailed = ask("how many heats does Ann Reed sail", PLAIN)
    assert sailed is not None
    assert sailed.aggregate is not None
    assert sailed.aggregate.value == 2


CLUBS = table_of(
    ("Кружок", "Начало", "Возраст", "Абонемент"),
    ("Ритмика", "16:15", "3–5", "2 400"),
    ("Шахматы", "16:40", "5–7", "2 800"),
    ("Лепка", "16:15", "3–7", "1 900"),
    language="ru",
)
GROUPS = table_of(
    ("Group", "Ages", "Starts", "Fee per term"),
    ("Minnows", "7-9", "9:30", "£48"),
    ("Pike", "14-17", "18:15", "£74"),
)


@pytest.mark.parametrize(
    ("question", "table", "values"),
    [
        ("самый дорогой кружок", CLUBS, ["2 800"]),
        ("почем лепка", CLUBS, ["1 900"]),
        ("сколько стоят шахматы", CLUBS, ["2 800"]),
        ("what does the 14-17 group cost", GROUPS, ["£74"]),  # and not what that group is called
        ("how much is the group for 8 year olds", GROUPS, ["£48"]),
    ],
)
def test_what_something_costs_is_in_the_column_of_sums_whatever_that_is_called(
    question: str, table: Table, values: list[str]
) -> None:
    assert told(ask(question, table)) == values


LETTERED = table_of(
    ("Группа", "Детей", "Воспитатель"),
    ("Группа А", "14", "Аникина"),
    ("Группа Б", "17", "Рузаева"),
    language="ru",
)
LETTERS = table_of(("Group", "Leader"), ("A", "Ann"), ("B", "Bob"))


@pytest.mark.parametrize(
    ("question", "table", "values"),
    [
        ("сколько детей в группе А", LETTERED, ["14"]),  # which is a small word, too
        ("кто воспитатель в группе б", LETTERED, ["Рузаева"]),
        ("сколько в группе а", LETTERED, ["14"]),
        ("who is the leader of group b", LETTERS, ["Bob"]),
    ],
)
def test_a_letter_behind_what_it_names_tells_rows_apart(
    question: str, table: Table, values: list[str]
) -> None:
    assert told(ask(question, table)) == values
