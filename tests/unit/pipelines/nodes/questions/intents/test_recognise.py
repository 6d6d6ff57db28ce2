"""What a message is: a question, unless it is known for something else."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pipelines.nodes.questions.intents.intent import Intent
from pipelines.nodes.questions.intents.recognise import calls_off, recognise, wants_answer
from tests.support.processor_time import takes_less_than

QUESTIONS = [
    "Сколько документов нужно для отпуска?", "Какие документы подписывает директор?",
    "Документы для отпуска какие нужны?", "Кто прислал письмо королю?", "Кто такой Привалов?",
    "Что делать, если бот не отвечает?", "О чём договорились стороны на встрече?",
    "Что добавили в новую редакцию устава?", "Что нового в версии 2.4?",
    "Почему отменили поставку?",
    "Есть ли штраф за просрочку?", "Хорошо ли хранится мука зимой?", "Как дела с ремонтом крыши?",
    "Как пользоваться посудомоечной машиной?", "Что дальше случилось с маяком?", "откуда это вино?",
    "Подробнее о договоре аренды", "Что входит в раздел 3 сметы?", "Казань", "2023", "а утренняя?",
    "Which documents must a new driver bring?", "How many files can be attached to a request?",
    "Who sent the letter to the king?", "What is the article 5 about penalties?",
    "thanks to whom was the bridge built?", "Thanks for the letter: who signed it?",
    "What are you required to bring?", "Who are you supposed to call?", "How do enzymes work?",
    "What can you do with a lease?", "Is there a penalty for late payment?",
    "do you have to be present?",
    "What documents were added to the treaty in 1919?", "What comes after the third step?",
    "what was uploaded to the satellite last week?", "Good morning Vietnam release date",
    "Okay River length", "Can you tell me more about the Dunmore?", "list all suppliers", "tanks",
    "list films", "Why is the sky blue?", "Who made the clock?", "How are you paid?",
    "Welche Dokumente braucht man für ein Visum?", "¿Cuántos documentos firmó el rey?",
    "谁发明了电话？", "какая погода была 3 марта?", "запиши", "write to whom?",
    "Расскажи историю завода", "Кто написал письмо королю?", "Переведи 500 рублей Анне",
    "сколько сегодня стоит билет?", "What is the weather station made of?", "555-0142",
    "How do I remove the lid of the well?", "Как удалить пятно с ковра?", "erased tapes of 1972",
    "Who deleted the letter?", "Кто удалил письмо короля?", "remove the lid and stir",
    "2023-2024", "15/03", "what is 555-0142?", "what is the exchange rate in the contract?",
    "what time is it open today?", "What is the hymn known as in Polish?",
    "сколько времени варить яйцо?", "weather in March",
    "Как отменить бронь?", "верни деньги", "Can I invite a guest?", "cancel the booking",
    "who is the owner?", "кто хозяин", "Кто видит отчёты по складу?",
    "start over the river", "Who can see the island from the pier?",
]  # fmt: skip


@pytest.mark.parametrize("text", QUESTIONS)
def test_a_question_is_no_smalltalk_and_stays_whole(text: str) -> None:
    assert recognise(text) == Intent("question", text)


@pytest.mark.parametrize(
    "text", ["thanks", "отмени", "а пеня какая", "can mr okafor drill on sunday", "几点开门"]
)
def test_what_chats_and_what_clearly_asks_wants_an_answer(text: str) -> None:
    assert wants_answer(text)


@pytest.mark.parametrize("text", ["телефон ники", "the key is with the porter", "нет, пеня 5 %"])
def test_what_may_be_told_does_not_clearly_want_one(text: str) -> None:
    assert not wants_answer(text)


def test_the_language_of_the_words_is_told() -> None:
    texts = {"ru": "спасибо большое", "en": "thank you", "de": "Danke schön", "es": "gracias"}
    assert {recognise(text).language for text in texts.values()} == set(texts)


@pytest.mark.parametrize("text", ["ok", "OK!", "okay", "hm", "Hmm...", "haha", "👍", "ok 👍"])
def test_what_all_languages_say_is_of_none(text: str) -> None:
    intent = recognise(text)
    assert intent.is_smalltalk
    assert intent.language is None


@given(st.text(max_size=60))
def test_whatever_is_written_is_something(text: str) -> None:
    assert recognise(text).kind


@pytest.mark.parametrize(
    "text",
    [
        "отмена", "СТОП!", "не надо", "Отбой.", "отмени", "Cancel", "stop", "never mind",
        "forget it", "abbrechen", "cancelar", "取消",
    ],
)  # fmt: skip
def test_a_word_calls_off_what_was_asked_for(text: str) -> None:
    assert calls_off(text)


@pytest.mark.parametrize(
    "text",
    [
        "нет", "no", "отмена рейса", "Отмена?", "не надо звонить Пете", "cancel my booking",
        "stop at the gate", "", "👍",
    ],
)  # fmt: skip
def test_what_says_more_calls_nothing_off(text: str) -> None:
    assert not calls_off(text)


def test_a_word_that_is_asked_about_is_a_question() -> None:
    for text in "Отмена?", "как удалить аккаунт?", "how do I delete an account?":
        assert recognise(text).kind == "question"


@pytest.mark.parametrize(
    ("text", "asked"),
    [
        ("what is the fee" + ", " * 1_990, "what is the fee"),
        ("what is the fee? " + "bye. " * 790, "what is the fee?"),
        ("what is the fee? " + "thanks! спасибо! " * 230, "what is the fee?"),
        ("find" + " ." * 1_900 + " the lease of the hall", "lease of the hall"),
    ],
)
def test_what_is_said_over_and_over_takes_no_time(text: str, asked: str) -> None:
    recognise("find what is the fee of 8? thanks!")  # what it is read with is compiled
    with takes_less_than(0.4):
        assert recognise(text).rest == asked
