"""What the bot said, taken apart: body, units, values, abstaining."""

import pytest

from benchmarks.conversations.reply import Reply, comparable, holds, place_of


def test_the_body_ends_where_the_sources_begin() -> None:
    headed = Reply("Two years. [1]\n\nSources:\n[1] Contract, page 3")
    assert headed.body == "Two years. [1]"
    bare = Reply("Два года. [1]\n\n[1] Договор, стр. 3\n[2] Протокол\n")
    assert bare.body == "Два года. [1]"


def test_a_reply_of_nothing_but_numbered_lines_is_all_body() -> None:
    assert Reply("[1] Two years.").body == "[1] Two years."


@pytest.mark.parametrize(
    ("text", "units"),
    [
        (
            "The fee is one pound a day. Pay here! [2]",
            ["The fee is one pound a day.", "Pay here! [2]"],
        ),
        ("Yes. It costs one pound.", ["Yes. It costs one pound."]),
        ("Row: 1 [1]\n---\nRow: 2 [2]", ["Row: 1 [1]", "Row: 2 [2]"]),
        ("Казань, 2023:\n820 рублей [1]", ["Казань, 2023: 820 рублей [1]"]),
        ("Живёт на ул. Шагова, 9, у А. Носова давно. Рядом парк.",
         ["Живёт на ул. Шагова, 9, у А. Носова давно.", "Рядом парк."]),
        ("6 июля. Сломалась вытяжка в кабинете. Чинили.",
         ["6 июля. Сломалась вытяжка в кабинете.", "Чинили."]),
        ("it lasts 3 min. and then ends", ["it lasts 3 min. and then ends"]),
        ("nothing but this:", ["nothing but this:"]),
    ],
)  # fmt: skip
def test_lines_and_their_sentences_are_units(text: str, units: list[str]) -> None:
    assert Reply(text).units == units


@pytest.mark.parametrize(
    ("value", "text"),
    [
        ("12 500", "It costs 12,500 pounds"),
        ("12500", "стоит 12\u00a0500 ₽"),
        ("4,2", "a length of 4.2 cm"),
        ("ёлка", "ЕЛКА"),
        ("Skell – Brae", "from skell-brae: no; skell - brae: yes"),
        ("«Лапа»", 'программа "Лапа"'),
        ("45 %", "скидка 45%"),
    ],
)
def test_spellings_of_one_value_are_the_same(value: str, text: str) -> None:
    assert holds([value], text)


@pytest.mark.parametrize(
    ("value", "text"),
    [
        ("5", "2.5 metres"),
        ("5", "55"),
        ("24", "24.5"),
        ("1", "yes [1]"),
        ("640", "2640 or 6400"),
    ],
)
def test_a_number_does_not_stand_in_another_one_nor_in_a_mark(value: str, text: str) -> None:
    assert not holds([value], text)


def test_a_year_beside_a_number_is_not_one_of_thousands() -> None:
    assert comparable("в 2024 640 рублей") == "в 2024 640 рублей"


def test_the_first_of_several_values_counts() -> None:
    assert place_of(["two", "one"], "one and two") == 0
    assert place_of(["three"], "one and two") is None
    assert place_of([], "one") is None


@pytest.mark.parametrize(
    ("text", "abstains"),
    [
        ("The base has no answer to this question.", True),
        ("В базе нет ничего про Новосибирск; есть: Москва.\nМосква: 900 [1]", True),
        ("In der Datenbank: nichts über Bonn.\nKöln: 900 [1]", True),
        ("没有关于上海的内容。\n北京：900 [1]", True),
        ("Moscow: 900 [1]", False),
        ("There is no answer [1]", False),
        ("Hello!", True),
    ],
)
def test_a_reply_abstains_when_it_cites_nothing_or_begins_by_saying_so(
    text: str, abstains: bool
) -> None:
    assert Reply(text).abstains is abstains
