"""How it is on a day: a stretch of days that holds it tells, in whatever words."""

import pytest

from pipelines.nodes.answering.fitting.days.times import tells_of_the_day

CLOSED = "Closed from 24 December to 1 January."
ЗАКРЫТ = "Офис закрыт с 30 декабря по 8 января."


@pytest.mark.parametrize(
    ("question", "sentence"),
    [
        ("are you open on boxing day", CLOSED),
        ("are you open on Boxing Day?", CLOSED),
        ("open 26 december?", CLOSED),
        ("are you closed on new year's day", CLOSED),
        ("вы работаете 31 декабря", ЗАКРЫТ),
        ("офис открыт 2 января?", ЗАКРЫТ),
        ("ist an silvester offen", "Vom 24. Dezember bis 2. Januar geschlossen."),
        ("is the kiln open on 3 June", "The kiln is shut until 9 June."),
        ("is the kiln open on 12 June", "The kiln is shut until 9 June."),
        ("касса работает 7 мая?", "С 5 мая касса закрыта."),
        ("is the pool open on 5 August", "The pool is closed from 3 August to 21 August."),
    ],
)
def test_a_stretch_that_holds_the_day_tells_of_it(question: str, sentence: str) -> None:
    assert tells_of_the_day(question, sentence)


@pytest.mark.parametrize(
    ("question", "sentence"),
    [
        ("are you open on 20 december", CLOSED),
        ("are you open on mondays", CLOSED),
        ("is the library open on 5 August", "The pool is closed from 3 August to 21 August."),
        ("is the kiln open on 3 December", "The kiln is shut until 9 June."),
        ("is the forge open on 3 June", "The kiln is shut until 9 June."),
        ("what do you serve on boxing day", CLOSED),
        ("кто дежурит 31 декабря", ЗАКРЫТ),
    ],
)
def test_another_day_or_another_thing_is_not_told_of(question: str, sentence: str) -> None:
    assert not tells_of_the_day(question, sentence)
