"""Whose name or number a label says that a line holds."""

import pytest

from pipelines.nodes.answering.asked import asked_kind
from pipelines.nodes.answering.labels import (
    is_of_another,
    is_of_another_item,
    is_of_other_sort,
    is_of_rival,
    names_role,
)

_SCHOOL = "Памятка для родителей, школа № 48"


@pytest.mark.parametrize(
    ("question", "sentence"),
    [
        ("Как зовут учителя физкультуры?", "Учитель английского: Ольга Игоревна."),
        ("Кто директор школы?", "Классный руководитель: Марина Сергеевна Волкова."),
        ("Телефон сантехника?", "Электрик: 8 912 345-67-89"),
        ("Who is the PE teacher?", "English teacher: Olga Petrova"),
        ("Who is the club's secretary?", "Choir secretary — Ann Bell"),
    ],
)
def test_a_label_is_of_another_office(question: str, sentence: str) -> None:
    assert is_of_another(question, sentence, _SCHOOL)


@pytest.mark.parametrize(
    ("question", "sentence"),
    [
        ("Кто ведёт английский?", "Учитель английского: Ольга Игоревна."),
        ("Who teaches English?", "English teacher: Olga Petrova"),
        ("Кто учитель английского в школе?", "Учитель английского: Ольга Игоревна."),
        ("Кто лечащий доктор?", "Лечащий врач: Петрова"),
        ("Как зовут врача в школе?", "Врач — Людмила Козлова"),
        ("Телефон няни?", "Няня: 8 912 345-67-89"),
        ("Who is the cook?", "Cooks: Bo and Ann"),
        ("Кто главный бухгалтер?", "Бухгалтер: Сидорова"),
        ("Телефон сантехника?", "Аварийная служба: 8 912 345-67-89"),
        ("What is the landlord's phone number?", "Owner: Jane, 555 01 99"),
        ("Кто директор?", "Директор Иванов открыл собрание: все встали."),
    ],
)
def test_a_label_may_be_of_what_is_asked(question: str, sentence: str) -> None:
    assert not is_of_another(question, sentence, _SCHOOL)


def test_what_it_stands_under_is_of_all_of_it() -> None:
    line = "Председатель правления: Иванов"
    assert not is_of_another("Кто председатель кооператива?", line, "Устав кооператива")
    assert is_of_another("Кто председатель суда?", line, "Устав кооператива")


@pytest.mark.parametrize(
    "text", ["You do.", "The buyer pays.", "Платит покупатель.", "Any of the tenants may park."]
)
def test_a_role_is_somebody(text: str) -> None:
    assert names_role(text)


@pytest.mark.parametrize(
    "text",
    [
        *("The lens weighs 900 kilograms.", "The door is under water after the payment."),
        "Оплата до пятого числа.",
    ],
)
def test_a_thing_is_nobody(text: str) -> None:
    assert not names_role(text)


PRICES = """Первичный приём терапевта стоит 900 рублей. Аренда зала — 500 рублей, кухни — 200.
Кардиолог принимает по вторникам. Аренда костюма бесплатна."""


@pytest.mark.parametrize(
    ("question", "sentence", "is_rival"),
    [
        ("сколько стоит приём кардиолога", "Первичный приём терапевта стоит 900 рублей.", True),
        ("сколько стоит приём терапевта", "Первичный приём терапевта стоит 900 рублей.", False),
        ("сколько стоит аренда костюма", "Аренда зала — 500 рублей, кухни — 200.", True),
        ("сколько стоит аренда кухни", "Аренда зала — 500 рублей, кухни — 200.", False),
        ("сколько взрослых среди жителей Варшавы", "Из жителей города взрослых 900.", False),
        # of a room nothing stands there, and a hall may be one
        ("сколько стоит аренда помещения", "Аренда зала — 500 рублей, кухни — 200.", False),
        ("how much is a cardiologist", "A physician is £90.", False),  # nothing says whose it is
    ],
)
def test_the_thing_of_another(question: str, sentence: str, *, is_rival: bool) -> None:
    assert is_of_rival(question, sentence, PRICES) == is_rival


CONCERT = "Christmas concert: Saturday 12 December, 7 pm, St Peter's church"


@pytest.mark.parametrize(
    ("question", "sentence"),
    [
        ("when is the summer concert", CONCERT),
        ("what time does the spring concert start", CONCERT),
        ("how much is a kid's ticket", "Adult ticket: £5"),
        ("во сколько весенний концерт", "Рождественский концерт: 12 декабря в 19:00"),
        ("во сколько занимается детская группа", "Взрослая группа: вт, чт 19:00"),
        ("wann ist das große Konzert", "Kleines Konzert: 12. Dezember"),
    ],
)
def test_a_label_is_of_another_sort(question: str, sentence: str) -> None:
    assert is_of_other_sort(question, sentence, "")
    assert not is_of_other_sort(question, sentence, f"Of the {question}")


@pytest.mark.parametrize(
    ("question", "sentence"),
    [
        ("when does the concert start", CONCERT),
        ("when is the next concert", CONCERT),
        ("when is the xmas concert", CONCERT),
        ("what day is the charity Christmas concert", CONCERT),
        ("when do you give concerts", CONCERT),
        ("when do members pay fees", "Annual fees: 1 May"),
        ("when does school start term", "Autumn term: 1 September"),
        ("how much is a family ticket", "Adult ticket: £5; family: £9"),
        ("когда ближайший концерт", "Рождественский концерт: 12 декабря в 19:00"),
        ("когда концерт", "Рождественский концерт: 12 декабря в 19:00"),
        ("when is the summer concert", "The concert in the church is on 12 December."),
    ],
)
def test_a_label_may_be_of_the_sort_that_is_asked_for(question: str, sentence: str) -> None:
    assert not is_of_other_sort(question, sentence, "")


def test_a_number_is_of_whoever_its_line_begins_with() -> None:
    line = "Председатель правления — Андрей Лосев, приём по субботам. Телефон: 8 905 600 17 23."
    assert is_of_another("телефон сторожа", line, "")
    assert not is_of_another("телефон председателя", line, "")


PEOPLE = (
    "May collect: Samuel Bell (father), 07700 900 118; Laura Bell, 07700 900 119; Grandma Joan."
)
LIST = "Забирать могут: Пётр Белов, 8 912 345-67-89; Анна Белова, 8 912 345-67-80; Бабушка Зоя."


@pytest.mark.parametrize(
    ("question", "sentence", "is_another"),
    [
        ("grandma joans phone number", PEOPLE, True),
        ("what is Joan's number?", PEOPLE, True),
        ("телефон бабушки", LIST, True),
        ("laura's phone number", PEOPLE, False),
        ("телефон Анны Беловой", LIST, False),
        ("whose phone number is there?", PEOPLE, False),
        ("Joan's phone number", "The office, 01234 555 019; ask for Joan.", False),
    ],
)
def test_the_number_of_another_in_a_list(question: str, sentence: str, *, is_another: bool) -> None:
    assert is_of_another_item(asked_kind(question), question, sentence) == is_another
