"""Which texts clearly ask."""

import pytest

from pipelines.nodes.questions.asking import (
    asks,
    asks_unspaced,
    ends_asking,
    is_of_same_person,
    tells,
)


@pytest.mark.parametrize(
    "text",
    [
        *("Is the office open?", "The lease, until when?", "who keeps the key", "and what of it"),
        *("кто хранит ключ", "До какого числа договор", "Ключ у вахтёра?", "Really?!"),
        *("почём швабра", "можно ли сдавать офис в субаренду", "а нужна ли печать"),
        *("do you lend hats", "and can i wear wellies", "is there a taxi", "а можно с собакой"),
        *("can mr okafor drill on sunday", "Can Karen drill on sunday", "are dogs allowed inside"),
        *("is lunch included", "do dogs need a lead", "does Ann work on friday"),
        *("до скольки работаем в субботу", "во сколько балет", "с какого числа отпуск"),
        *("в котором часу сбор", "петляет снизу что делать", "течёт кран, кому звонить"),
        *("а пеня какая", "телефон ники какой", "в субботу до скольки работаем"),
        *("магазин открыт когда", "rent is how much"),
    ],
)
def test_what_asks(text: str) -> None:
    assert asks(text)


@pytest.mark.parametrize(
    "text",
    [
        *("The key is with the porter.", "When we met, it rained.", "how to reset:\nhold it", ""),
        *("Ключ у вахтёра", "Когда приедем, позвоним.", "😀", "Можно"),
        *("Can opener in the drawer", "May 5 meeting", "Do not feed the cat", "Is it? It is."),
        *("is closed on Monday", "should be 5 %", "is Friday, not Thursday", "Is Karen's"),
        *("do dishes on Sunday", "Will Smith film", "does not open on Sundays"),
        *("узнать сколько стоит ремонт", "Аня знает какой код", "Ключ там, где вахтёр"),
        *("это зависит от того, какая пеня", "No idea how"),
    ],
)
def test_what_may_be_told(text: str) -> None:
    assert not asks(text)


@pytest.mark.parametrize("text", ["Why?", "why?! ", "钥匙在门房？", "(is it?)", "why？！\n"])
def test_the_mark_at_the_end_of_what_asks(text: str) -> None:
    assert ends_asking(text)
    assert not ends_asking(f"{text.strip()} He knows.")


RECIPE = """На трёхлитровую банку два килограмма огурцов, три ложки соли и зонтик укропа.
Огурцы замочить на четыре часа в холодной воде. Залить кипятком на пятнадцать минут, слить.
Хранить в погребе."""


def test_a_few_sentences_that_ask_nothing_tell() -> None:
    assert tells(RECIPE)
    assert not tells(f"{RECIPE} Сколько нужно соли?")
    assert not tells("Сломался насос. Он гудит. Вода не идёт.")
    assert not tells("огурцы " * 40)


@pytest.mark.parametrize(
    ("text", "before", "is_same"),
    [
        ("how tall is she", "what does she weigh?", True),
        ("кто её тренер?", "сколько ей лет", True),
        ("how tall is she", "who trains him?", False),
        ("when does she drink it", "what does she drink?", False),  # "it" is what was answered
        ("how tall is the pony", "what does she weigh?", False),
        ("how wide is it", "how long is it?", False),  # a thing may have been answered for
    ],
)
def test_who_stood_before_for_somebody_stands_for_the_same(
    text: str, before: str, *, is_same: bool
) -> None:
    assert is_of_same_person(text, before) == is_same


@pytest.mark.parametrize("text", ["灯坏了怎么办", "钥匙放在哪里", "周末开门吗", "可以借多久？"])
def test_an_unspaced_message_asks_wherever_its_word_stands(text: str) -> None:
    assert asks_unspaced(text)


@pytest.mark.parametrize("text", ["钥匙在门房那里。", "the key is there", "ключ у вахтёра", ""])
def test_what_tells_in_an_unspaced_script_does_not_ask(text: str) -> None:
    assert not asks_unspaced(text)
