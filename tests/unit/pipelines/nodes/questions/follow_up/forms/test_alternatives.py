"""Alternatives: the other of two that one was asked for, and what is named in unspaced script."""

import pytest

from pipelines.nodes.questions.follow_up.forms.alternatives import (
    asks_in_whose_place,
    names_another,
    noun_asked_for,
    ordinal_anew,
    other_of,
    unspaced_asked_anew,
)

_OFFER = "which offer did the board take for the roof"


@pytest.mark.parametrize(
    ("question", "message", "meant"),
    [
        (_OFFER, "how much was the other one", "how much was other offer for the roof"),
        (_OFFER, "and the other?", "and other offer for the roof"),
        ("which mason did they hire", "what did the other one ask", "what did ask other mason"),
        (
            "какую смету приняли по крыше",
            "сколько стоила другая?",
            "сколько стоила другая смету по крыше",
        ),
    ],
)
def test_the_other_one_is_of_what_one_was_asked_for(
    question: str, message: str, meant: str
) -> None:
    other = other_of(message, question)
    assert other is not None
    assert other[0] == meant


@pytest.mark.parametrize(
    ("question", "message"),
    [
        (_OFFER, "who is on the other committee"),
        (_OFFER, "how much was it"),
        ("how much is the roof", "and the other one?"),
    ],
)
def test_nothing_else_is_the_other_one(question: str, message: str) -> None:
    assert other_of(message, question) is None


def test_of_what_is_asked_for_which_the_noun_is_told() -> None:
    assert noun_asked_for("what colour is the door") == "colour"
    assert noun_asked_for("what is it") == ""
    assert noun_asked_for("who is the mason") == ""


def test_in_unspaced_script_a_day_stands_for_a_day() -> None:
    assert unspaced_asked_anew("周六几点开门？", "周日呢") == ("周日几点开门？", "周日")
    assert unspaced_asked_anew("成人票多少钱？", "学生呢？") == ("学生：成人票多少钱？", "学生")
    assert unspaced_asked_anew("成人票多少钱？", "几点开门？") is None
    assert unspaced_asked_anew("how much", "学生呢？") is None


def test_who_stands_in_is_named_besides_whoever_is_away() -> None:
    assert asks_in_whose_place("кто вместо него?")
    assert asks_in_whose_place("who covers for her")
    assert not asks_in_whose_place("who covers the pool")
    assert not asks_in_whose_place("когда она вернётся вместо него")
    away = "Лисин болеет, его уроки ведёт Сорока."
    assert names_another(away, "когда вернётся лисин")
    assert not names_another("Лисин болеет до среды.", "когда вернётся лисин")


@pytest.mark.parametrize(
    ("body", "question", "asked"),
    [
        ("вторая?", "когда первая репетиция?", "когда вторая репетиция?"),
        ("the second one?", "when was the first swarm seen?", "when was the second swarm seen?"),
        ("вторая репетиция", "когда первая репетиция?", "когда вторая репетиция?"),
        ("первая?", "когда первая репетиция?", None),
        ("второй ряд", "кто поёт в первом составе?", None),
        ("who is the second?", "who won the first race?", None),
        ("вторая?", "когда репетиция?", None),
    ],
)
def test_an_ordinal_takes_the_place_of_another(body: str, question: str, asked: str | None) -> None:
    anew = ordinal_anew(body, question)
    assert (anew and anew[0]) == asked
