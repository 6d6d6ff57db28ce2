"""Which of two things that are named is cheaper, longer, heavier."""

from decimal import Decimal

import numpy as np
import pytest

from pipelines.models.documents import FloatArray
from pipelines.nodes.tables.answer import answer_from_table
from pipelines.nodes.tables.answered import TableAnswer
from pipelines.nodes.tables.matching.reading import read_question
from pipelines.nodes.tables.matching.soft_match import SoftMatch
from pipelines.nodes.tables.rows import Table
from tests.support.nodes.table_maker import query_of, table_of

SERVICES = table_of(
    ("Service", "Price (GBP)", "Duration (min)", "Weekend surcharge (GBP)"),
    ("Standard cleaning", "60", "120", "15"),
    ("Deep cleaning", "140", "300", "30"),
    ("Gutter cleaning", "95", "120", "25"),
    ("Shelf mounting", "30", "30", "10"),
    ("TV mounting", "85", "90", "20"),
    heading="prices",
)
CLUBS = table_of(
    ("Кружок", "День", "Стоимость в месяц"),
    ("Робототехника", "вторник", "2 800 руб."),
    ("Театр", "четверг", "1 500 руб."),
    ("Плавание", "пятница", "3 200 руб."),
    heading="Кружки",
    language="ru",
)
FERRY = table_of(
    ("Ticket", "Crossing (EUR)", "Bicycle (EUR)", "Crossing and bicycle (EUR)", "Valid"),
    ("Adult", "9.00", "3.00", "11.00", "one day"),
    ("Pupil", "6.50", "2.00", "8.00", "one day"),
    ("Pensioner 65+", "7.00", "2.00", "8.50", "one day"),
    ("Group (from 10)", "6.00", "2.00", "7.50", "one day"),
    heading="fares",
)
LESSONS = table_of(
    ("Абонемент", "Занятие", "Цена"),
    ("Детский (до 12 лет)", "плавание", "2 400 руб."),
    ("Пенсионный", "плавание", "1 900 руб."),
    ("Взрослый", "плавание", "3 600 руб."),
    language="ru",
)


def told(question: str, language: str = "en") -> list[tuple[str, str]]:
    table = CLUBS if language == "ru" else SERVICES
    answer = answer_from_table(question, query_of(question), table, {}, language=language)
    return [(line.label, line.value) for line in answer.lines] if answer else []


@pytest.mark.parametrize(
    ("question", "language", "values"),
    [
        ("which is cheaper, deep cleaning or gutter cleaning?", "en", ["95", "140"]),
        ("What is more expensive, shelf mounting or tv mounting?", "en", ["85", "30"]),
        ("which takes longer, standard cleaning or deep cleaning?", "en", ["300", "120"]),
        ("что дешевле, театр или плавание?", "ru", ["1 500 руб.", "3 200 руб."]),
        ("что дороже робототехника или театр", "ru", ["2 800 руб.", "1 500 руб."]),
    ],
)
def test_the_one_that_is_asked_for_comes_first(
    question: str, language: str, values: list[str]
) -> None:
    assert [value for _, value in told(question, language)] == values


@pytest.mark.parametrize(
    ("question", "table", "values"),
    [
        ("whats cheaper for getting in, pupil or pensioner", FERRY, ["6.50", "7.00"]),
        ("which costs more, adult or group?", FERRY, ["9.00", "6.00"]),
        ("какой дешевле, детский или пенсионный", LESSONS, ["1 900 руб.", "2 400 руб."]),
    ],
)
def test_a_row_is_named_by_a_word_that_no_other_has(
    question: str, table: Table, values: list[str]
) -> None:
    language = "ru" if table is LESSONS else "en"
    answer = answer_from_table(question, query_of(question), table, {}, language=language)
    assert answer is not None
    assert [line.value for line in answer.lines] == values


def test_of_sums_nothing_is_compared() -> None:
    said = told("Что дешевле: робототехника и театр вместе или плавание?", "ru")
    assert ("Стоимость в месяц", "7500") not in said


def test_a_name_that_is_said_whole_leaves_out_what_has_a_part_of_it() -> None:
    labels = [label for label, _ in told("total price of shelf mounting and deep cleaning")]
    assert not any("TV" in label for label in labels)


@pytest.mark.parametrize(("word", "is_named"), [("weekday", False), ("holiday", True)])
def test_no_weekday_is_named_by_the_weekend_however_near_they_are(
    word: str, is_named: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    def near(match: SoftMatch, table: Table) -> FloatArray:
        return np.full((len(match._words), len(table.columns)), 0.8, np.float32)

    monkeypatch.setattr(SoftMatch, "headers", near)
    question = f"what is the {word} surcharge"
    reading = read_question(question, query_of(question), SERVICES, {}, language="en")
    (at,) = (n for n, one in enumerate(reading.words) if one.folded == word)
    assert bool(reading.headers[at, 3] > 0) == is_named


PLOTS = table_of(
    ("Участок", "Членский взнос, руб.", "Целевой взнос на дорогу, руб."),
    ("Двойной (12 соток)", "11 000", "4 000"),
    ("Большой (свыше 12 соток)", "15 500", "8 000"),
    heading="Взносы",
    language="ru",
)
DUES = table_of(
    ("Участок", "2024, руб.", "2025, руб.", "в т. ч. целевой, руб."),
    ("Двойной", "9 900", "11 000", "2 000"),
    ("Большой", "13 000", "14 500", "1 500"),
    heading="Взносы по годам",
    language="ru",
)
STORAGE = table_of(
    ("Unit", "Size", "Price per month"),
    ("Small room", "50 sq ft", "£72"),
    ("Large room", "120 sq ft", "£150"),
    heading="Storage",
)
WORKS = table_of(
    ("Job", "Labour, £", "Parts, £", "Total, £"),
    ("Clutch", "300", "90", "390"),
    ("Gearbox", "250", "700", "950"),
    heading="Repairs",
)


def _ask(question: str, table: Table) -> TableAnswer | None:
    language = table.rows[0].passage.language
    return answer_from_table(question, query_of(question), table, {}, language=language)


@pytest.mark.parametrize(
    ("question", "table", "lines"),
    [
        (
            "что дороже: взнос за двойной или за большой участок",
            DUES,
            ["Большой, 2025, руб.: 14 500", "Двойной, 2025, руб.: 11 000"],
        ),
        (
            "что дороже, членский взнос за двойной или за большой",
            PLOTS,
            [
                "Большой (свыше 12 соток), Членский взнос, руб.: 15 500",
                "Двойной (12 соток), Членский взнос, руб.: 11 000",
            ],
        ),
        (
            "which is dearer, a small room or a large room",
            STORAGE,
            ["Large room, Price per month: £150", "Small room, Price per month: £72"],
        ),
        (
            "which is cheaper, clutch or gearbox",
            WORKS,
            ["Clutch, Total, £: 390", "Gearbox, Total, £: 950"],
        ),
    ],
)
def test_the_price_of_the_whole_is_compared(question: str, table: Table, lines: list[str]) -> None:
    answer = _ask(question, table)
    assert answer is not None
    assert [f"{line.label}: {line.value}" for line in answer.lines] == lines


@pytest.mark.parametrize(
    ("question", "table", "value"),
    [
        ("на сколько большой дороже двойного", DUES, "3500"),
        ("how much dearer is the large room than the small room", STORAGE, "78"),
        ("how much cheaper is the clutch than the gearbox", WORKS, "560"),
    ],
)
def test_by_how_much_one_is_more_than_the_other(question: str, table: Table, value: str) -> None:
    answer = _ask(question, table)
    assert answer is not None
    assert answer.aggregate is not None
    assert (answer.aggregate.kind, answer.aggregate.value) == ("difference", Decimal(value))


def test_one_of_two_that_are_compared_is_not_told_alone() -> None:
    wash = table_of(
        ("Wash", "Small car, €", "Camper, €"), ("Quick wash", "9", "17"), ("Full wash", "14", "29")
    )
    question = "what is cheaper, full wash camper or tractor and by how much"
    answer = answer_from_table(question, query_of(question), wash, {}, language="en")
    assert answer is None or len(answer.lines) != 1
