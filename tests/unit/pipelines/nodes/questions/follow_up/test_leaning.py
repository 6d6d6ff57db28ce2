"""How much a message leans on what was said before."""

import pytest

from pipelines.nodes.questions.follow_up.leaning import (
    LESS,
    LITTLE,
    asks,
    goes_on,
    is_whole,
    leaning_of,
)

_BEFORE = "When is my appointment with Dr Ellis?"


@pytest.mark.parametrize(
    "question",
    [
        *(
            "Do they take paint?",
            "When do they empty the bins?",
            "Can they take my old fridge away?",
            "Did they agree on the new fence?",
            "Which kiln did they buy?",
            "какую печь они купили",
        ),
        "do they do Mondays?",
    ],
)
def test_what_they_do_to_a_thing_may_be_asked_of_whoever_does_it(question: str) -> None:
    assert leaning_of(question, _BEFORE, opened=False) == LITTLE


@pytest.mark.parametrize(
    "question",
    [
        *("When do they open?", "How much do they cost?", "Do they have parking?"),
        *("сколько стоит", "где находится", "was kostet das", "cuánto cuesta"),
    ],
)
def test_what_names_no_other_thing_leans(question: str) -> None:
    assert leaning_of(question, _BEFORE, opened=False) == 0.9


@pytest.mark.parametrize("message", ["quiet hours", "speed limit", "electricity rate"])
def test_two_words_that_call_a_thing_may_be_a_question_of_their_own(message: str) -> None:
    assert leaning_of(message, _BEFORE, opened=False) == LITTLE
    assert leaning_of(message, _BEFORE, opened=True) == 1.0
    assert leaning_of(f"the {message.split()[0]}", _BEFORE, opened=False) == 0.9


@pytest.mark.parametrize("question", ["what's on next week?", "какие события в декабре?"])
def test_what_is_on_is_asked_by_itself(question: str) -> None:
    assert leaning_of(question, _BEFORE, opened=False) == 0.0


@pytest.mark.parametrize(
    "question",
    [
        *(
            "do you do mondays",
            "do you take cards?",
            "are you open sundays",
            "do you deliver on sunday",
        ),
        *("вы работаете по понедельникам?", "карты принимаете?", "по субботам вы открыты?"),
        "доставите в тот же день?",
    ],
)
def test_what_is_asked_of_whoever_answers_needs_nothing_from_before(question: str) -> None:
    assert leaning_of(question, _BEFORE, opened=False) == 0.0


@pytest.mark.parametrize(
    "question", ["do you do mondays", "карты принимаете?", "вы открыты в мае?"]
)
def test_it_leans_a_little_where_it_goes_on(question: str) -> None:
    assert leaning_of(question, _BEFORE, opened=True) == LESS


@pytest.mark.parametrize(
    "question",
    ["do you deliver", "do you need a card", "can you swim there", "do you sell it?", "доставите?"],
)
def test_what_names_nothing_of_its_own_still_leans(question: str) -> None:
    before = "how much is the pool"
    assert leaning_of(question, before, opened=True) > LESS


@pytest.mark.parametrize("text", ["in the tearoom too?", "в буфете тоже?", "at the gate as well"])
def test_one_more_goes_on_and_a_whole_question_does_not(text: str) -> None:
    assert goes_on(text)
    assert not goes_on(f"who is {text}")


@pytest.mark.parametrize("message", ["можно печенье", "печенье можно?", "разрешены самокаты?"])
@pytest.mark.parametrize("opened", [True, False])
def test_whether_a_thing_may_be_is_asked_of_nothing_else(message: str, *, opened: bool) -> None:
    assert leaning_of(message, "сколько стоит вход", opened=opened) == LESS


@pytest.mark.parametrize(
    "message", ["детям можно?", "можно продлить", "а его можно?", "с псом можно"]
)
def test_who_may_and_what_may_be_done_leans(message: str) -> None:
    assert leaning_of(message, "сколько стоит вход", opened=True) > LESS


@pytest.mark.parametrize(
    "message", ["how much was the other", "а другая сколько стоила?", "а второй когда?"]
)
def test_the_other_one_is_that_of_what_was_told_before(message: str) -> None:
    assert leaning_of(message.removeprefix("а "), "почему купили лодку", opened=False) == 0.9


@pytest.mark.parametrize("message", ["how much is the second boat", "когда другая лодка придёт?"])
def test_another_thing_that_is_named_leans_less(message: str) -> None:
    assert leaning_of(message, "почему купили лодку", opened=False) < 0.5


@pytest.mark.parametrize("message", ["что взять с собой", "do I need to bring anything"])
def test_what_is_done_names_nothing(message: str) -> None:
    assert leaning_of(message, "когда поход", opened=False) == LITTLE


def test_who_is_something_of_a_thing_is_asked_by_itself() -> None:
    before = "кто председатель кооператива"
    assert leaning_of("кто секретарь собрания", before, opened=True) == LESS
    assert leaning_of("кто секретарь", before, opened=True) > LESS


@pytest.mark.parametrize(
    ("message", "whole"),
    [
        ("баня платная?", True),
        ("пароль лагуны", True),
        ("spare keys", True),
        ("в бане", False),
        ("её баня", False),
        ("сколько стоит", False),
        ("and in the sauna too?", False),
    ],
)
def test_what_names_a_thing_and_points_back_to_none_may_stand_alone(
    message: str, *, whole: bool
) -> None:
    assert is_whole(message) is whole


@pytest.mark.parametrize(
    "message", ["cheapest tent and its weight", "самая лёгкая палатка и её вес"]
)
def test_what_is_owned_by_a_thing_named_before_it_points_to_that(message: str) -> None:
    assert leaning_of(message, _BEFORE, opened=False) <= LITTLE
    assert leaning_of("and its weight", _BEFORE, opened=False) > LITTLE


@pytest.mark.parametrize(
    "question", ["on what days", "в какой день", "can I borrow one", "can we hire ones"]
)
def test_what_asks_only_when_or_for_one_says_nothing_alone(question: str) -> None:
    assert leaning_of(question, "who mends the skis", opened=False) >= 0.9


@pytest.mark.parametrize("body", ["are there any free", "any spaces left?", "есть свободные?"])
def test_what_is_left_is_asked_of_what_was_named_before(body: str) -> None:
    assert leaning_of(body, "how much is a kayak rack a year", opened=False) == 0.9
    assert asks(body)


def test_somebody_elses_telephone_is_no_part_of_the_question_before() -> None:
    assert not leaning_of("зотовой телефон", "а телефон у него какой", opened=True)
    assert leaning_of("его телефон", "кто директор", opened=True)


def test_it_is_nothing_that_was_named_where_a_price_is_asked_for_somebody() -> None:
    before = "how often do we cut nails"
    assert not leaning_of("how much is it for another tunic", before, opened=False)
    assert leaning_of("is it for children", before, opened=False)


@pytest.mark.parametrize(
    ("question", "leaning"),
    [
        ("где мы репетируем?", LESS),
        ("Where do we rehearse?", LESS),
        ("где репетируем", LITTLE),
        ("where do we keep the spare keys", 0.0),
    ],
)
def test_what_we_do_somewhere_is_told_nearly_whole(question: str, leaning: float) -> None:
    assert leaning_of(question, _BEFORE, opened=False) == leaning
