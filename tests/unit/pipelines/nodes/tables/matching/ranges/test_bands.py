"""A number that lies in the band that a row is called by."""

import pytest

from pipelines.answer.quoting.tables.cells import compared_with
from pipelines.nodes.questions.anchors import anchors_of
from pipelines.nodes.tables.answer import answer_from_table
from pipelines.nodes.tables.answered import TableAnswer
from pipelines.nodes.tables.rows import Table
from tests.support.nodes.table_maker import query_of, table_of

TOURS = table_of(
    ("Group size", "Price per person", "Deposit"),
    ("5–11", "£14", "£20"),
    ("12–16", "£12", "£30"),
    ("17–25", "£10", "£45"),
    heading="Groups",
)
TOURS_RU = table_of(
    ("Размер группы", "Цена с человека", "Предоплата"),
    ("5–11", "900 ₽", "1000 ₽"),
    ("12–16", "800 ₽", "2000 ₽"),
    ("17+", "700 ₽", "3500 ₽"),
    heading="Экскурсии",
    language="ru",
)
FEVER = table_of(
    ("Температура", "Что делать"),
    ("36,0–36,9", "ничего"),
    ("37,0–37,2", "ждать"),
    ("37,3–37,9", "пить больше воды"),
    ("38,0–40,0", "звать врача"),
    heading="Температура ребёнка",
    language="ru",
)
CLUBS = table_of(
    ("Кружок", "Возраст", "Цена, руб."),
    ("Юнги", "7–11 лет", "3000"),
    ("Мичманы", "12–16 лет", "3500"),
    heading="Кружки",
    language="ru",
)
CLUBS_BARE = table_of(
    ("Club", "Age", "Price"),
    ("Cabin crew", "7–11", "£30"),
    ("Midshipmen", "12–16", "£35"),
    heading="Clubs",
)


PARCELS = table_of(("Parcel", "Price"), ("1–5 kg", "£5"), ("6–10 kg", "£8"), heading="Parcels")
MUGS = table_of(
    ("Qty", "Price each"), ("1–9", "£5"), ("10–49", "£4"), ("50+", "£3"), heading="Mugs"
)
HALLS = table_of(("Seats", "Hall"), ("1–20", "Blue"), ("21–60", "Green"), heading="Halls")


def ask(question: str, table: Table) -> TableAnswer | None:
    language = table.rows[0].passage.language or "en"
    return answer_from_table(question, query_of(question), table, {}, language=language)


@pytest.mark.parametrize(
    ("question", "table", "value"),
    [
        ("how much per person for a group of 14", TOURS, "£12"),
        ("price per person for 20 people", TOURS, "£10"),
        ("deposit for a group of 12 to 16", TOURS, "£30"),
        ("deposit for a group of 12-16", TOURS, "£30"),
        ("deposit for a group of 12", TOURS, "£30"),
        ("сколько с человека для группы 14 человек", TOURS_RU, "800 ₽"),
        ("цена с человека, если в группе от 12 до 16", TOURS_RU, "800 ₽"),
        ("предоплата для группы из 18 человек", TOURS_RU, "3500 ₽"),
        ("что делать при температуре 37,5", FEVER, "пить больше воды"),
        ("что делать при температуре 36,4", FEVER, "ничего"),
        ("что делать при температуре 38.4", FEVER, "звать врача"),
        ("сколько стоит кружок для 12-летнего", CLUBS, "3500"),
        ("сколько стоит кружок для 12летнего", CLUBS, "3500"),
        ("сколько стоит кружок для ребёнка 9 лет", CLUBS, "3000"),
        ("price for a parcel of 7 kg", PARCELS, "£8"),
        ("price each for 20 mugs", MUGS, "£4"),
        ("price each for 4", MUGS, "£5"),
        ("which hall for 30 people", HALLS, "Green"),
        ("price of the club for a 13-year-old", CLUBS_BARE, "£35"),
    ],
)
def test_the_row_is_meant_whose_band_holds_the_number(
    question: str, table: Table, value: str
) -> None:
    answer = ask(question, table)
    assert answer is not None
    assert [line.value for line in answer.lines] == [value]
    assert {anchor.text for anchor in anchors_of(question)} <= compared_with(answer, question)


@pytest.mark.parametrize(
    ("question", "table"),
    [
        ("how much per person for a group of 40", TOURS),
        ("price per person for 14 hours", TOURS),
        ("price of 9 lessons at the club", CLUBS_BARE),
        ("price of 3 parcels", PARCELS),
    ],
)
def test_no_other_number_is_taken_for_one_in_a_band(question: str, table: Table) -> None:
    answer = ask(question, table)
    assert answer is None or not answer.lines or len(answer.lines) > 1
