"""The next and the last of what is dated, and the oldest of those whose birth is known."""

from datetime import date

import pytest

from pipelines.nodes.tables.answer import answer_from_table
from pipelines.nodes.tables.answered import TableAnswer
from pipelines.nodes.tables.filters.periods import nearest_period
from pipelines.nodes.tables.rows import Table
from tests.support.nodes.table_maker import query_of, table_of

TODAY = date(2026, 11, 27)
CONCERTS = table_of(
    ("Date", "Concert", "Venue", "Tickets"),
    ("14 March 2026", "Spring Serenade", "Larkfield Town Hall", "£9"),
    ("3 October 2026", "Harvest Requiem", "St Anselm's Church", "£12"),
    ("19 December 2026", "Carols by Candle", "Market Square", "£4"),
    ("12 December 2026", "Winter Lanterns", "Botanic Garden", "£6"),
    heading="Concert dates",
)
UPKEEP = table_of(
    ("Date", "Work", "Cost"),
    ("2026-02-03", "Boiler service", "£90"),
    ("2026-06-11", "Boiler repair", "£210"),
    ("2026-09-01", "Gutter cleaning", "£60"),
    heading="House upkeep",
)
TALKS = table_of(
    ("Day", "Speaker", "Topic"),
    ("3 December", "Anna Bell", "Bees"),
    ("10 December", "Tom Reed", "Soil"),
    ("12 November", "Jo Hart", "Moths"),
    heading="Winter talks",
)
CHILDREN = table_of(
    ("Имя", "Пришёл", "Дата рождения", "Группа"),
    ("Соня", "01.09.2025", "12.05.2021", "Ромашки"),
    ("Лёва", "01.02.2025", "03.02.2020", "Пчёлки"),
    ("Миша", "01.09.2024", "30.11.2020", "Ромашки"),
    heading="Дети",
    language="ru",
)


def ask(question: str, table: Table, language: str = "en") -> TableAnswer | None:
    query = query_of(question)
    return answer_from_table(question, query, table, {}, language=language, today=TODAY)


def said(answer: TableAnswer | None) -> str:
    assert answer is not None
    assert answer.lines
    return " ".join(f"{line.label} {line.value} {line.row.text}" for line in answer.lines)


@pytest.mark.parametrize(
    ("question", "table", "told"),
    [
        ("when is the next concert", CONCERTS, "12 December 2026"),
        ("where is the next concert", CONCERTS, "Botanic Garden"),
        ("how much are tickets for the next concert?", CONCERTS, "£6"),
        ("when was the last concert", CONCERTS, "3 October 2026"),
        ("what was the last repair", UPKEEP, "2026-06-11"),
        ("when was the boiler last serviced?", UPKEEP, "2026-02-03"),
        ("who is the next speaker", TALKS, "Anna Bell"),
    ],
)
def test_the_nearest_day_answers(question: str, table: Table, told: str) -> None:
    answer = ask(question, table)
    assert told in said(answer)
    assert answer is not None
    assert len({line.row.number for line in answer.lines}) == 1


@pytest.mark.parametrize(
    ("question", "name"),
    [
        ("у кого ближайший день рождения?", "Миша"),  # on the 30th of November
        ("у кого день рождения в феврале", "Лёва"),
        ("кто самый старший?", "Лёва"),
        ("кто младше всех?", "Соня"),
        ("кто самый старший в группе ромашки", "Миша"),
    ],
)
def test_births_are_of_every_year(question: str, name: str) -> None:
    assert name in said(ask(question, CHILDREN, "ru"))


def test_of_what_has_no_next_the_known_days_are_told() -> None:
    answer = ask("when is the next boiler service?", UPKEEP)
    assert answer is not None
    assert not answer.lines
    assert answer.missing is not None
    assert answer.missing.word == "next boiler service"
    assert "2026-02-03" in answer.missing.present


@pytest.mark.parametrize(
    "question",
    [
        "what is next to the town hall",
        "what happens next week",
        "the last page",
        "How long does the boiler service last?",
    ],
)
def test_a_place_and_a_week_are_no_nearest_day(question: str) -> None:
    assert nearest_period(question, TODAY) is None


def test_without_a_day_to_count_from_nothing_is_next() -> None:
    question = "when is the next concert"
    answer = answer_from_table(question, query_of(question), CONCERTS, {}, language="en")
    assert answer is None or len({line.row.number for line in answer.lines}) != 1
