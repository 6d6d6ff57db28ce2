"""Relative: years, months and days that are named by the day one asks on."""

from datetime import date

import pytest

from pipelines.nodes.questions.relative import (
    names_day,
    with_dates,
    with_day,
    with_whole_years,
    years_named,
)

_TODAY = date(2026, 1, 15)


@pytest.mark.parametrize(
    ("asked", "meant"),
    [
        ("How much was it last year?", "How much was it in 2025?"),
        ("What are the prices for this year?", "What are the prices for 2026?"),
        ("What was last year's price?", "What was 2025 price?"),
        ("Сколько заплатили в прошлом году?", "Сколько заплатили в 2025 году?"),
        ("Цены этого года", "Цены 2026 года"),
        ("What did we pay last month?", "What did we pay in December 2025?"),
        ("расходы за прошлый месяц", "расходы за декабрь 2025"),
    ],
)
def test_a_year_and_a_month_are_those_of_the_day_one_asks_on(asked: str, meant: str) -> None:
    assert with_dates(asked, _TODAY) == meant


@pytest.mark.parametrize("asked", ["in the last year of the term", "last yearbook", "в году"])
def test_other_words_stay(asked: str) -> None:
    assert with_dates(asked, _TODAY) == asked


@pytest.mark.parametrize(
    ("asked", "meant"),
    [
        ("What time is Hannah in tomorrow?", "What time is Hannah in on Friday 16 January?"),
        ("the rota for the day after tomorrow", "the rota for Saturday 17 January"),
        ("who locked up last night", "who locked up on Wednesday 14 January"),
        ("what is today's soup", "what is Thursday 15 January soup"),
        ("кто работает завтра", "кто работает в пятницу 16 января"),
        ("что сдать до послезавтра?", "что сдать до субботы 17 января?"),
        ("Кто дежурит на завтра", "Кто дежурит на пятницу 16 января"),
        ("wer arbeitet morgen?", "wer arbeitet am Freitag 16. Januar?"),
        ("¿quién trabaja mañana?", "¿quién trabaja el viernes 16 de enero?"),
        ("明天谁上班", "1月16日星期五谁上班"),
    ],
)
def test_a_day_is_that_of_the_day_one_asks_on(asked: str, meant: str) -> None:
    said = with_day(asked, _TODAY)
    assert said is not None
    assert said[0] == meant


def test_a_russian_day_reads_well_behind_its_preposition() -> None:
    said = with_day("кто завтра", date(2026, 1, 19))
    assert said == ("кто во вторник 20 января", date(2026, 1, 20))


@pytest.mark.parametrize(
    "asked",
    [
        "who works this week",
        "кто работает на этой неделе",
        "wer arbeitet am Morgen",
        "quién abre por la mañana",
        "who was in yesterday, and who is in today?",
        "is tomorrow a Saturday?",
    ],
)
def test_what_is_no_single_day_stays(asked: str) -> None:
    assert with_day(asked, _TODAY) is None


def test_a_day_is_named_with_its_year_or_without_any() -> None:
    assert names_day("Thu 15 Jan: off", _TODAY)
    assert names_day("[15/01/2026, 10:02] Priya: hello", _TODAY)
    assert not names_day("[15/01/2025, 10:02] Priya: hello", _TODAY)
    assert not names_day("Fri 16 Jan: off", _TODAY)


@pytest.mark.parametrize(
    ("question", "years"),
    [
        ("what was it last year", [2025]),
        ("this year and next year", [2026, 2027]),
        ("the year before last", [2024]),
        ("в позапрошлом году", [2024]),
        ("in 2024", []),
    ],
)
def test_years_are_found_where_they_are_named(question: str, years: list[int]) -> None:
    found = years_named(question, date(2026, 11, 28))
    assert sorted(year for year, _ in found) == years
    assert all(question[span.start : span.end] for _, span in found)


@pytest.mark.parametrize(
    ("asked", "meant"),
    [
        ("who is on call boxing day", "who is on call on Saturday 26 December"),
        ("are you open on New Year’s Eve?", "are you open on Thursday 31 December?"),
        ("hours until christmas eve", "hours until Thursday 24 December"),
        ("and new years day", "and on Friday 1 January"),
        ("habt ihr silvester auf", "habt ihr am Donnerstag 31. Dezember auf"),
        ("кто дежурит в новогоднюю ночь", "кто дежурит в четверг 31 декабря"),
    ],
)
def test_a_day_with_a_name_is_the_next_one_of_it(asked: str, meant: str) -> None:
    said = with_day(asked, date(2026, 11, 28))
    assert said is not None
    assert said[0] == meant
    assert with_day("boxing day", date(2026, 12, 27)) == (
        "on Sunday 26 December",
        date(2027, 12, 26),
    )


@pytest.mark.parametrize(
    ("asked", "meant"),
    [
        ("откуда завезли бобров в 51м", "откуда завезли бобров в 1951 году"),
        ("что было в 98-м году?", "что было в 1998 году?"),
        ("кто победил в 24 году", "кто победил в 2024 году"),
        ("who won in '98?", "who won in 1998?"),
    ],
)
def test_a_year_of_two_digits_is_the_last_one_that_ends_so(asked: str, meant: str) -> None:
    assert with_whole_years(asked, _TODAY) == meant


@pytest.mark.parametrize("asked", ["в 12 м от дома", "сбор в 15 мая", "in 12 days", "в 51 доме"])
def test_other_numbers_of_two_digits_are_no_years(asked: str) -> None:
    assert with_whole_years(asked, _TODAY) == asked
