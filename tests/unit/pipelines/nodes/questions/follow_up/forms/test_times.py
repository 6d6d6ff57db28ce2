"""When something was, that a message takes up: "then", "that day"."""

import pytest

from pipelines.models.answers import Exchange
from pipelines.nodes.questions.follow_up.wordings import Wordings, opens_follow_up, word_after


def after(earlier: str, said: str, *subject: str) -> Wordings:
    exchange = Exchange(earlier, "An answer. [1]", subject=subject)
    return word_after(said, exchange, opened=opens_follow_up(said))


@pytest.mark.parametrize(
    ("earlier", "said", "meant", "shown"),
    [
        (
            "who is at the bar on saturday",
            "and who cleans up then",
            "who cleans up on saturday?",
            "on saturday",
        ),
        (
            "when does the ferry leave on 20 June?",
            "is the kiosk open that day?",
            "is the kiosk open on 20 June?",
            "on 20 June",
        ),
        (
            "кто в баре в субботу вечером",
            "а кто тогда закрывает склад?",
            "кто в субботу вечером закрывает склад?",
            "в субботу вечером",
        ),
        (
            "кто дежурит 5 июня?",
            "а в этот день касса работает до скольки?",
            "5 июня касса работает до скольки?",
            "5 июня",
        ),
        (
            "wer ist am Samstag an der Kasse",
            "und wer schließt dann ab?",
            "wer schließt am Samstag ab?",
            "am Samstag",
        ),
    ],
)
def test_then_is_when_the_earlier_question_was_of(
    earlier: str, said: str, meant: str, shown: str
) -> None:
    wordings = after(earlier, said, "Ada")
    assert wordings.leaning >= 0.9
    assert [(one.text, one.shown, one.is_carried) for one in wordings.others] == [
        (meant, shown, False)
    ]


@pytest.mark.parametrize(
    ("earlier", "said", "meant"),
    [
        ("when is the regatta", "do guest passes count that day", "do guest passes count regatta?"),
        (
            "когда регата?",
            "действуют ли в этот день гостевые билеты?",
            "действуют ли гостевые билеты регата?",
        ),
    ],
)
def test_that_day_is_that_of_what_was_asked_about(earlier: str, said: str, meant: str) -> None:
    wordings = after(earlier, said)
    assert [(one.text, one.is_carried) for one in wordings.others] == [(meant, True)]
    assert wordings.leaning >= 0.9


@pytest.mark.parametrize(
    "said",
    [
        "who cleans up on sunday then?",
        "who helps them then?",  # they are somebody, who is carried on
        "and who cleans up?",
    ],
)
def test_a_time_of_its_own_and_what_else_points_back_are_left_as_they_are(said: str) -> None:
    earlier = "who is at the bar on saturday"
    assert "on saturday" not in [one.shown for one in after(earlier, said).others]


@pytest.mark.parametrize(
    ("earlier", "said"),
    [
        ("who is at the bar on saturday", "if I am late then who lets me in?"),
        ("who is at the bar on saturday", "can I get a refund the same day"),
        ("who is at the bar on saturday", "do you ship on the same day?"),
        ("кто дежурит 5 июня?", "если опоздаю, то кто тогда откроет ворота?"),
        ("wer ist am Samstag an der Kasse", "wenn ich zu spät komme, wer öffnet dann die Tür?"),
    ],
)
def test_then_behind_a_condition_and_the_same_day_say_no_time(earlier: str, said: str) -> None:
    assert (after(earlier, said).others, after(earlier, said).leaning) == ((), 0.0)


@pytest.mark.parametrize(
    ("earlier", "said", "never_meant"),
    [
        ("who is at the bar on saturday", "who is there until then", "until on saturday"),
        ("who is at the bar on saturday", "what is open before then?", "before on saturday"),
        ("who is at the bar on saturday", "is it closed before that day?", "before on saturday"),
        ("who is at the bar on saturday", "and if I am late then who opens?", "late on saturday"),
        ("кто дежурит 5 июня?", "а что тогда делать?", "что 5 июня"),
        ("кто дежурит 5 июня?", "а если опоздаю, кто тогда откроет?", "кто 5 июня"),
        ("кто дежурит 5 июня?", "а как тогда быть?", "как 5 июня"),
        ("wer ist am Samstag an der Kasse", "wer ist bis dann da?", "bis am Samstag"),
    ],
)
def test_what_ends_a_time_and_what_follows_from_something_take_none_up(
    earlier: str, said: str, never_meant: str
) -> None:
    assert not any(never_meant in one.text for one in after(earlier, said).others)


def test_then_at_the_end_of_a_condition_is_a_time() -> None:
    (only,) = after("who is at the bar on saturday", "if I come then, who opens?").others
    assert only.shown == "on saturday"
