"""Which questions are asked of the calendar, and of which days."""

from datetime import date

import pytest

from pipelines.nodes.agenda.asked import (
    asked_of_agenda,
    is_of_all_that_is_on,
    of_other_days,
)

_FRIDAY = date(2026, 11, 27)
_DECEMBER = date(2026, 12, 1), date(2026, 12, 31)
_NEXT_WEEK = date(2026, 11, 30), date(2026, 12, 6)


@pytest.mark.parametrize(
    ("question", "stretch"),
    [
        ("Какие события в декабре?", _DECEMBER),
        ("what is on in December", _DECEMBER),
        ("qué hay en diciembre?", _DECEMBER),
        ("что на следующей неделе?", _NEXT_WEEK),
        ("What's happening next week?", _NEXT_WEEK),
        ("was ist nächste Woche los?", _NEXT_WEEK),
        ("下周有什么活动", _NEXT_WEEK),
        ("anything this weekend?", (date(2026, 11, 28), date(2026, 11, 29))),
        ("что завтра?", (date(2026, 11, 28), date(2026, 11, 28))),
        ("что в понедельник?", (date(2026, 11, 30), date(2026, 11, 30))),
        ("what events are on Friday?", (_FRIDAY, _FRIDAY)),
        ("What events are planned for May 2028?", (date(2028, 5, 1), date(2028, 5, 31))),
        ("что в январе?", (date(2027, 1, 1), date(2027, 1, 31))),
        ("what happened in January?", (date(2026, 1, 1), date(2026, 1, 31))),
    ],
)
def test_all_that_is_on(question: str, stretch: tuple[date, date]) -> None:
    agenda = asked_of_agenda(question, _FRIDAY)
    assert agenda is not None
    assert agenda.stretches[0] == stretch
    assert not agenda.topic
    assert is_of_all_that_is_on(question)


@pytest.mark.parametrize("question", ["ближайшие события", "what's coming up?"])
def test_what_is_to_come_is_open(question: str) -> None:
    agenda = asked_of_agenda(question, _FRIDAY)
    assert agenda is not None
    assert agenda.is_open
    assert agenda.stretches[0][0] == _FRIDAY


@pytest.mark.parametrize(
    ("question", "topic", "is_nearest"),
    [
        ("какие концерты в декабре?", "конце", False),
        ("Which trips are there in December?", "trips", False),
        ("когда ближайший концерт?", "конце", True),
        ("When is the next concert?", "conce", True),
    ],
)
def test_what_is_on_of_one_kind(question: str, topic: str, is_nearest: bool) -> None:
    agenda = asked_of_agenda(question, _FRIDAY)
    assert agenda is not None
    assert agenda.topic == {topic}
    assert agenda.is_nearest == is_nearest


@pytest.mark.parametrize(
    "question",
    [
        "сколько стоит обед в декабре",
        "кто дежурит на следующей неделе",
        "may I park here?",
        "what is the price in July?",
        "what is the next step?",
        "what do I need to do next?",
        "who is next?",
        "что дальше?",
        "какие документы нужны до 5 декабря?",
        "когда последний концерт?",
        "What is section 3?",
        "what's on in 2027?",
    ],
)
def test_what_is_not_asked_of_the_calendar(question: str) -> None:
    assert asked_of_agenda(question, _FRIDAY) is None


@pytest.mark.parametrize("question", ["что 29 февраля?", "what's on on 31 November?"])
def test_a_day_that_no_year_near_has_is_not_asked_of_the_calendar(question: str) -> None:
    assert asked_of_agenda(question, _FRIDAY) is None


@pytest.mark.parametrize(
    ("before", "message", "question"),
    [
        ("what's on in December?", "and next week?", "what's on next week?"),
        (
            "Какие события в декабре?",
            "а на следующей неделе?",
            "Какие события на следующей неделе?",
        ),
        ("какие экскурсии в январе?", "а в феврале?", "какие экскурсии в феврале?"),
        ("что в понедельник?", "а во вторник?", "что во вторник?"),
        ("what's on next week?", "what about January?", "what's on January?"),
        ("what is on next week?", "and tomorrow?", "what is on tomorrow?"),
    ],
)
def test_a_question_is_put_of_other_days(before: str, message: str, question: str) -> None:
    moved = of_other_days(before, message, _FRIDAY)
    assert moved is not None
    assert moved[0] == question


@pytest.mark.parametrize(
    ("before", "message"),
    [
        ("what's on in December?", "and the coach?"),
        ("what's on in December?", "what is on in January?"),
        ("что в декабре?", "а что на следующей неделе?"),
        ("what's on in December?", "and when is the gala next week?"),
        ("сколько стоит обед", "а в декабре?"),
    ],
)
def test_other_messages_are_not(before: str, message: str) -> None:
    assert of_other_days(before, message, _FRIDAY) is None
