"""objections: what is said against an answer, and what would be right."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pipelines.nodes.learning.objections import Objection, names_kind, objection
from tests.support.processor_time import takes_less_than


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("no that's wrong, it's 9", "9"),
        ("неправильно, уже 1500", "1500"),
        ("Нет, это неверно. Теперь 1500 рублей", "1500 рублей"),
        ("Wrong, it opens at 9", "it opens at 9"),
        ("That's not right, the fee is 1500 now", "the fee is 1500"),
        ("it's 9 now, that is out of date", "9"),
        ("вы ошибаетесь, директор Иванова", "директор Иванова"),
        ("цена устарела: 1700", "1700"),
        ("непраильно, там 7", "7"),
        ("this has changed, we now meet in room 4", "we now meet in room 4"),
        ("no, it's in the annex", "in the annex"),
        ("actually it's 1500", "1500"),
        ("нет, уже в четверг", "в четверг"),
        ("уже 1500", "1500"),
        ("thats wrong, its 46 now", "46"),
        ("no, it's £46 these days", "£46"),
        ("wrong, £46", "£46"),
        ("it should be tom", "tom"),
        ("no, should be Tom Askew", "Tom Askew"),
        ("должно быть 46", "46"),
        ("нет, там должна быть Иванова", "Иванова"),
        ("es sollte 46 sein", "46 sein"),
        ("debería ser Tom", "Tom"),
        ("应该是周五", "周五"),
        ("das stimmt nicht, es sind 9 Euro", "9 Euro"),
        ("eso no es correcto, son 9 euros", "9 euros"),
        ("不对，是9点", "9点"),
    ],
)
def test_what_would_be_right_stands_beside(text: str, said: str) -> None:
    assert objection(text) == Objection(said)


@pytest.mark.parametrize(
    "text",
    [
        *("that's outdated", "это не так", "wrong", "it's not true", "you are wrong", "неправда"),
        *("that's not what I asked", "я не об этом спрашивал", "это не по теме", "off topic"),
        *("no thats the cat price", "nonsense thats the boarding price", "нет, это цена кошки"),
        *(
            "неправильно, это цена для кошек",
            "Nein, das ist der Preis für Katzen",
            "no that's his number",
        ),
        *("incorrecto, eso es el precio del gato", "wrong, that is the date of the meeting"),
        *("ответ устарел", "всё не так", "Das ist falsch", "错了", "no that's wrong, thanks"),
    ],
)
def test_an_answer_may_only_be_called_wrong(text: str) -> None:
    assert objection(text) == Objection("")


@pytest.mark.parametrize(
    "text",
    [
        *("no, I meant the pool", "нет, я про бассейн", "нет, на 5 мая", "no, it is for my son"),
        *("that's not what I asked, I asked about children", "я не об этом спрашивал, а о детях"),
        *("no thanks", "нет спасибо", "no", "нет", "no, and the deposit", "нет, а залог"),
        *("ошибка в договоре", "неверный пароль что делать", "wrong size returns"),
        *("outdated passport", "incorrect invoice procedure", "it is wrong to park there"),
        *("that's wrong. when does it open", "и это неправильно?", "no, show me Friday", ""),
        *("it should be easy to find, shouldn't it?", "должно быть, закрыто", "should be"),
        *("it should be possible to book a room for the whole day by phone",),
        *("now for 2024", "теперь за 2024", "не работает лифт", "not allowed items"),
    ],
)
def test_what_goes_on_or_asks_is_no_objection(text: str) -> None:
    assert objection(text) is None


@pytest.mark.parametrize("text", ["not 8 but 9", "The pool opens at 9, not 8.", "уже не 8, а 9"])
def test_a_word_is_denied_that_was_answered(text: str) -> None:
    said = objection(text)
    assert said is not None
    assert said.is_to("when does it open", "The pool opens at 8.")
    assert not said.is_to("when does it open", "The pool opens at 10.")
    assert not said.is_to("is it open at 8", "The pool opens at 8.")


@pytest.mark.parametrize(
    "text",
    [
        *("not{}", "it is not{}x", "9{}not 8", "9,{}not{}8", "уже 9, а не{}8", "not{}8{},{}but{}9"),
        *("no,{}it is{}9{}now", "no{}x", "the pool is{}closed, not{}open but{}"),
    ],
)
@pytest.mark.parametrize("blanks", [" " * 4_000, "\n" * 4_000, " \n" * 2_000])
def test_blanks_cost_nothing(text: str, blanks: str) -> None:
    objection(text.replace("{}", " "))  # what it is read with is compiled
    with takes_less_than(0.2):
        objection(text.replace("{}", blanks))


def test_blanks_say_nothing() -> None:
    said = objection("not\n\n8 \n but   9")
    assert said is not None
    assert said.denied == "8"


@pytest.mark.parametrize(
    ("text", "question", "other"),
    [
        ("no, members pay 45", "how much do members pay", "how much is the lift"),
        ("нет, взнос 1500", "сколько взнос на ремонт", "когда приходит лифтёр"),
    ],
)
def test_another_value_of_the_same_is_given_behind_a_refusal(
    text: str, question: str, other: str
) -> None:
    said = objection(text)
    assert said is not None
    assert said.is_to(question, "It is 40.")
    assert not said.is_to(other, "It is 40.")


@pytest.mark.parametrize(
    "text",
    [
        *("cremation price rabbit", "vet phone number", "opening hours saturday", "the date"),
        *("цена кремации кролика", "телефон клиники", "часы работы в субботу"),
        *("Telefonnummer der Praxis", "precio de cremación"),
    ],
)
def test_who_names_a_kind_and_no_value_asks(text: str) -> None:
    assert names_kind(text)


@pytest.mark.parametrize(
    "text", ["the price is on the door", "price: 45", "The caretaker keeps the key", "это дата", ""]
)
def test_what_tells_a_value_does_not(text: str) -> None:
    assert not names_kind(text)


@given(st.text(max_size=60))
def test_any_text_is_read(text: str) -> None:
    said = objection(text)
    assert said is None or said.said in text
