"""What may come to pass, whom a message names itself, and what is no new thing."""

import pytest

from pipelines.models.answers import Exchange
from pipelines.nodes.questions.follow_up.forms.conditions import condition_of
from pipelines.nodes.questions.follow_up.wordings import (
    opens_follow_up,
    word_after,
)


def after(question: str, *subject: str) -> Exchange:
    return Exchange(question, "An answer. [1]", subject=subject)


@pytest.mark.parametrize(
    ("earlier", "said", "meant"),
    [
        ("Сколько стоит взнос?", "а если протяну?", "если протяну взнос?"),
        ("When does the ferry leave?", "and what if I miss it?", "what if I miss ferry?"),
    ],
)
def test_what_may_come_to_pass_is_asked_of_the_thing_and_must_stand_nowhere(
    earlier: str, said: str, meant: str
) -> None:
    wordings = word_after(said, after(earlier), opened=opens_follow_up(said))
    assert 0.5 < wordings.leaning < 0.9, "it may be a question of its own"
    assert [(one.text, one.hangs_on) for one in wordings.others] == [(meant, ())]


@pytest.mark.parametrize(
    "said", ["а если уйду в академ?", "а если не заплатить вовремя?", "а если уйду в академку"]
)
def test_what_may_come_to_pass_has_one_verb_whatever_else_ends_so(said: str) -> None:
    assert condition_of(said) == "а если"


@pytest.mark.parametrize(
    ("earlier", "said"),
    [
        ("Which clay is cheaper?", "what if I'm late for my lesson?"),
        ("Сколько стоит глина?", "а если я потеряю ключ?"),
    ],
)
def test_what_may_come_to_pass_with_a_thing_of_its_own_leans_little(
    earlier: str, said: str
) -> None:
    assert word_after(said, after(earlier), opened=opens_follow_up(said)).leaning < 0.5


@pytest.mark.parametrize("said", ["а у обычных?", "а остальным?", "and the others?"])
def test_the_others_need_stand_nowhere(said: str) -> None:
    earlier = "Сколько платят отличникам?" if said.startswith("а") else "What do pensioners pay?"
    wordings = word_after(said, after(earlier), opened=opens_follow_up(said))
    assert wordings.others
    assert not any(one.hangs_on for one in wordings.others)


@pytest.mark.parametrize(
    ("earlier", "said", "meant"),
    [
        (
            "Сколько стоит зал в пятницу?",
            "а если в субботу?",
            "Сколько стоит зал в субботу?",
        ),
        ("Сколько стоит билет в мае?", "а если в июне?", "Сколько стоит билет в июне?"),
        ("Wann ist der Markt am Freitag?", "und wenn am Sonntag?", None),
    ],
)
def test_another_day_is_exchanged_though_it_is_said_with_if(
    earlier: str, said: str, meant: str | None
) -> None:
    assert condition_of(said) == ""
    wordings = word_after(said, after(earlier), opened=opens_follow_up(said))
    assert meant is None or meant in [one.text for one in wordings.others]


@pytest.mark.parametrize(
    "said",
    [
        "если заболею, кому писать?",
        "если опоздаю деньги вернут?",
        "If I am a member, do I get a discount?",
        "if possible tell me the price",
        "Wenn es regnet, ist geschlossen?",
        "si puedo llevar perro",
    ],
)
def test_whoever_asks_what_then_asks_a_question_of_their_own(said: str) -> None:
    assert condition_of(said) == ""


@pytest.mark.parametrize(
    ("earlier", "said"),
    [
        ("Who is the chair?", "ada moss, what is her number"),
        ("Кто председатель?", "моей дочке 13, можно ли ей прийти?"),
        ("Кто председатель?", "внук копуша, сколько его ждут?"),
    ],
)
def test_whoever_is_named_before_a_comma_is_meant_behind_it(earlier: str, said: str) -> None:
    assert word_after(said, after(earlier, "Vera Hale")).others == ()


@pytest.mark.parametrize(
    "said", ["on Sundays, when does it open?", "great, how much is it?", "sorry, where is it?"]
)
def test_a_day_or_a_word_before_a_comma_is_nobody(said: str) -> None:
    assert word_after(said, after("Where is the town pool?")).others


def test_a_day_is_each_of_them_and_no_new_thing() -> None:
    hire = after("Where do we pick up the hire car?")
    assert word_after("how much a day", hire).leaning
    assert not word_after("how much for a trailer", hire).leaning
