"""Statements that cannot both hold, and those that only look so; conflicts.toml has them."""

import tomllib
from itertools import permutations
from pathlib import Path
from typing import Any

import pytest

from pipelines.nodes.learning.conflicts import Text, are_apart, conflict_between, conflicts_in
from pipelines.nodes.learning.statements import statement_of

_FILE = Path(__file__).with_name("conflicts.toml")
FACTS: list[Any] = tomllib.loads(_FILE.read_text(encoding="utf-8"))["facts"]


def _pairs(name: str) -> list[Any]:
    return [
        pytest.param(fact["first"], said, fact["kind"], id=said)
        for fact in FACTS
        for said in fact[name]
    ]


def _conflict(one: str, other: str) -> str | None:
    return conflict_between(statement_of(one), statement_of(other))


@pytest.mark.parametrize(("one", "other", "kind"), _pairs("against"))
def test_what_cannot_both_hold_is_a_conflict(one: str, other: str, kind: str) -> None:
    assert _conflict(one, other) == _conflict(other, one) == kind


@pytest.mark.parametrize(("one", "other", "kind"), _pairs("agreeing"))
def test_the_same_in_other_words_is_none(one: str, other: str, kind: str) -> None:
    assert _conflict(one, other) is None
    assert _conflict(other, one) is None


@pytest.mark.parametrize(("one", "other", "kind"), _pairs("others"))
def test_another_subject_is_none(one: str, other: str, kind: str) -> None:
    assert _conflict(one, other) is None
    assert _conflict(other, one) is None


def test_statements_of_different_things_are_none() -> None:
    for one, other in permutations(FACTS, 2):
        for said in (other["first"], *other["against"]):
            assert _conflict(one["first"], said) is None, (one["first"], said)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("The canteen seats 80 people.", "The canteen formerly seated 60 people."),
        ("The canteen seats 80 people.", "Does the canteen seat 60 people?"),
        ("The canteen seats 80 people.", "The canteen seats about 85 people."),
        ("Delivery of the parcel takes 5 days.", "Delivery of the parcel takes 3 to 6 days."),
        ("In 2021 the museum had 4 guides.", "In 2023 the museum had 7 guides."),
        ("Section 4 of the plan covers 3 villages.", "Section 5 of the plan covers 7 villages."),
        ("Срок ремонта лифта — не менее 5 дней.", "Срок ремонта лифта — 5 дней."),
        (
            "It runs from Monday 6 July to Sunday 19 July 2026.",
            "Председатель принимает в первую и третью субботу месяца с 11:00 до 12:30.",
        ),
    ],
)
def test_what_is_of_another_time_a_guess_or_a_question_is_none(one: str, other: str) -> None:
    assert _conflict(one, other) is None


@pytest.mark.parametrize(
    ("title", "other", "apart"),
    [
        ("Lease with Alpha", "Lease with Beta", True),
        ("Price list 2023", "Price list 2024", True),
        ("Договор с Ромашкой", "Договор с Василёк", True),
        ("Staff handbook", "Notice to all staff", False),
        ("Lease with Alpha", "Lease with Alpha, signed", False),
        ("", "Price list 2024", False),
    ],
)
def test_documents_of_one_kind_and_two_things_are_apart(
    title: str, other: str, apart: bool
) -> None:
    assert are_apart(title, other) is apart


def test_a_conflict_says_where_both_statements_stand() -> None:
    theirs = Text("Rules", "Welcome to us. The canteen seats 80 people. Ask at the desk.")
    mine = Text("Notice", "The lift is new. The canteen seats 60 people.")
    [conflict] = conflicts_in(mine, theirs)
    assert conflict.kind == "number"
    assert mine.text[conflict.mine.start : conflict.mine.end] == "The canteen seats 60 people."
    there = theirs.text[conflict.theirs.start : conflict.theirs.end]
    assert there == "The canteen seats 80 people."


@pytest.mark.parametrize(
    ("one", "other", "kind"),
    [
        (
            "Бассейн открыт с 7:00 до 22:00 в будни и с 9:00 до 21:00 в выходные.",
            "С 1 декабря бассейн «Волна» открыт в будни с 8:00 до 21:00.",
            "number",
        ),
        (
            "Для посещения нужна справка от терапевта, она действует шесть месяцев.",
            "Справка от терапевта теперь действует 1 год.",
            "number",
        ),
        ("The trial of the tool takes 3 months.", "The trial of the tool takes 6 weeks.", "number"),
        ("Applications close on 15 March.", "The deadline for applications is 1 April.", "date"),
        (
            "Бассейн открыт с 7:00 до 22:00 в будни и с 9:00 до 21:00 в выходные.",
            "В выходные бассейн открыт с 9:00 до 21:00.",
            None,
        ),
        (
            "Справка от терапевта действует двенадцать месяцев.",
            "Справка от терапевта действует 1 год.",
            None,
        ),
        ("The trial of the tool takes 30 days.", "The trial of the tool takes one month.", None),
        ("The parcel is kept for 14 days.", "The parcel is kept for two weeks.", None),
    ],
)
def test_notices_are_held_against_rules(one: str, other: str, kind: str | None) -> None:
    assert _conflict(one, other) == _conflict(other, one) == kind


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("г. Тверь, ул. Садовая 12 марта 2025 г.", "г. Тверь, ул. Садовая, в клубе 9 мая 2025 г."),
        ("пос. Ольховка 12.03.2025", "пос. Ольховка, у конторы 9 мая 2025 года"),
        ("The village hall in Ashby, 3 March 2025", "The village hall in Ashby, 9 May 2025"),
        ("Kingsford, boathouse 3 March 2025", "Kingsford, boathouse, 9 May 2025"),
    ],
)
def test_where_and_when_a_document_was_made_is_no_statement(one: str, other: str) -> None:
    assert _conflict(one, other) is None


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Открытие зала в г. Тверь 3 марта 2025 г.", "Открытие зала в г. Тверь 9 мая 2025 г."),
        ("The village hall opens on 3 March 2025", "The village hall opens on 9 May 2025"),
        ("Сдача отчёта: 3 марта 2025 г.", "Сдача отчёта: 9 мая 2025 г."),
    ],
)
def test_what_is_on_which_day_is_one(one: str, other: str) -> None:
    assert _conflict(one, other) == "date"


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Mrs J. Tranter, head teacher", "The head coach is Lena Brandt."),
        ("Протокол собрания от 14 марта 2026 года.", "Протокол собрания от 20 июня 2026 года."),
        ("Minutes of the staff meeting, 4 November", "Minutes of the meeting of 12 January"),
    ],
)
def test_another_office_and_the_head_of_another_document_are_none(one: str, other: str) -> None:
    assert _conflict(one, other) is None


@pytest.mark.parametrize(
    ("one", "other", "kind"),
    [
        ("Директор школы — Иван Петров.", "Директор школы — Анна Сидорова.", "name"),
        ("Общее собрание состоится 14 марта.", "Общее собрание состоится 20 марта.", "date"),
    ],
)
def test_one_office_and_one_meeting_are_one(one: str, other: str, kind: str) -> None:
    assert _conflict(one, other) == kind


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (
            "The choir rehearsals are on 3 March, 10 March and 24 March.",
            "The next choir rehearsal is on 17 March.",
        ),
        (
            "From 1 May the boat ticket costs 20 euros.",
            "The boat ticket costs 15 euros until then.",
        ),
        ("С 1 мая билет на катер стоит 20 рублей.", "До 1 мая билет на катер стоит 15 рублей."),
    ],
)
def test_one_of_several_days_and_what_held_until_then_are_none(one: str, other: str) -> None:
    assert _conflict(one, other) is None
    assert _conflict(other, one) is None


def test_from_when_a_price_is_keeps_it_from_no_conflict() -> None:
    dated = "From 1 May the boat ticket costs 20 euros."
    assert _conflict(dated, "The boat ticket costs 15 euros.") == "number"
