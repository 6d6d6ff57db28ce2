"""politeness: the question alone."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pipelines.nodes.questions.politeness import (
    bare_question,
    core_question,
    strip_politeness,
    told_and_asked,
)
from tests.support.processor_time import takes_less_than


@pytest.mark.parametrize(
    ("message", "question"),
    [
        ("Здравствуйте! Подскажите, пожалуйста, где архив?", "где архив?"),
        ("Привет, сколько стоит пропуск? Заранее спасибо!", "сколько стоит пропуск?"),
        ("Hi, could you tell me where the archive is, please?", "where the archive is?"),
        ("Good morning! Who signs the receipts? Thanks in advance", "Who signs the receipts?"),
        ("Guten Tag, können Sie mir sagen, wo das Archiv ist?", "wo das Archiv ist?"),
        ("Hola, por favor, ¿dónde está el archivo?", "¿dónde está el archivo?"),
        ("请问，门票多少钱？谢谢", "门票多少钱？"),
    ],
)
def test_greetings_and_thanks_go(message: str, question: str) -> None:
    assert strip_politeness(message).lstrip("¿") == question.lstrip("¿")


@pytest.mark.parametrize(
    "message",
    [
        "Привет",
        "thanks!",
        "谢谢",
        "Tell me about the archive",
        "Расскажи про архив",
        "Приветствие в начале письма: какое оно?",
        "Which thanks did he give?",
        "Hiring: who decides?",
        "Коллеги Дмитриевой кто?",
        " ",
    ],
)
def test_what_is_no_mere_politeness_stays(message: str) -> None:
    assert strip_politeness(message) == message


@pytest.mark.parametrize(
    ("message", "question"),
    [
        ("слушай, а ты не знаешь, где архив, а то забыл?", "где архив?"),
        ("Я новенькая. Хотела узнать, до какого часа принимают документы?", None),
        ("so, I was wondering how tall the tower is", "how tall the tower is"),
        ("Quick question: who signs the receipts, do you know?", "who signs the receipts?"),
        ("Well depth at site B?", "Well depth at site B?"),
        ("Простите, что опять беспокою: во сколько закрывается бассейн?",
         "во сколько закрывается бассейн?"),
        ("Прошу прощения за назойливость, но где взять справку?", "где взять справку?"),
        ("Ох, а когда же откроют мост через реку?", "когда откроют мост через реку?"),
        ("У нас праздник, и хотелось бы понять, во сколько открывается зал для гостей?",
         "во сколько открывается зал для гостей?"),
        ("А не подскажете ли, где находится касса?", "где находится касса?"),
        ("Ещё хотел бы узнать, пожалуйста, в каком году построен мост?",
         "в каком году построен мост?"),
        ("Какой штраф за просрочку, если не секрет, будьте так добры?",
         "Какой штраф за просрочку?"),
        ("Где получить пропуск в архив, я новый сотрудник?", "Где получить пропуск в архив?"),
        ("Sorry to bother you again, but where can I park a van?", "where can I park a van?"),
        ("One more question, if I may: what does a berth cost?", "what does a berth cost?"),
        ("I live on the quay and would like to know when the ferry leaves",
         "when the ferry leaves"),
        ("Would you happen to know when the library closes?", "when the library closes?"),
        ("Entschuldigen Sie die Störung, wann öffnet das Museum?", "wann öffnet das Museum?"),
        ("Моя дочь ходит на танцы, скажите, пожалуйста, во сколько они заканчиваются?",
         "Моя дочь ходит на танцы, во сколько они заканчиваются?"),
        ("My son is eight, what does his ticket cost?",
         "My son is eight, what does his ticket cost?"),
        ("Если у меня трое детей, какая скидка положена?",
         "Если у меня трое детей, какая скидка положена?"),
        ("Как назывался период, далёкий от нас на миллион лет?",
         "Как назывался период, далёкий от нас на миллион лет?"),
        ("Не могли бы вы нам напомнить, кто автор картины?", "кто автор картины?"),
        ("I'd be grateful if you could tell me who runs the mill", "who runs the mill"),
        ("Вопрос 5 экзамена какой темы?", "Вопрос 5 экзамена какой темы?"),
        ("Вопрос такой: где хранить соль?", "где хранить соль?"),
        ("Дорогой ли билет в театр?", "Дорогой ли билет в театр?"),
        ("In our office, who orders paper?", "In our office, who orders paper?"),
        ("I read about the tower. How tall is it?", "I read about the tower. How tall is it?"),
    ],
)  # fmt: skip
def test_what_wraps_a_question_is_not_searched_for(message: str, question: str | None) -> None:
    assert core_question(message) == (question or "до какого часа принимают документы?")


@given(st.one_of(st.text(max_size=80), st.text(st.sampled_from("аАhi ,.?!привет"), max_size=60)))
def test_a_message_never_becomes_empty_and_is_stripped_once(message: str) -> None:
    for strip in (strip_politeness, core_question):
        once = strip(message)
        assert bool(once) == bool(message)
        assert strip(once) == once


POLITE = st.sampled_from(
    ["привет", "спасибо", "пожалуйста", "а", "so,", "hi", "thanks", "please", "谢谢", "请问", "?",
     "!", ",", "где архив?", "Where is it?", "I am new.", "not here", "подскажите", "извините за",
     "что отвлекаю", "я тут живу", "и хотел бы узнать", "когда же", "if I may", "one more question",
     ":", "если можно", "sorry to bother you"]
)  # fmt: skip


@given(st.lists(POLITE, min_size=1, max_size=8))
def test_politeness_in_any_order_is_stripped_once(pieces: list[str]) -> None:
    for strip in (strip_politeness, core_question):
        once = strip(" ".join(pieces))
        assert once.strip()
        assert strip(once) == once


@pytest.mark.parametrize(
    ("text", "bare"),
    [
        ("how long will the test take, got a bus to catch", "how long will the test take"),
        ("didn't fetch the car, how much is parking a day", "how much is parking a day"),
        ("не успела за машиной, сколько стоит сутки стоянки", "сколько стоит сутки стоянки"),
        (
            "привёз деталь, сколько дней можно жаловаться, если плохо поставили",
            "сколько дней можно жаловаться, если плохо поставили",
        ),
        ("the old piano went, what was wrong with it", None),  # it leans on what is told
        ("forgot to pay the bill, what's the fine", None),  # too little alone
        ("what's the price, for adults and kids", None),
        ("how much is a ticket", None),
    ],
)
def test_what_asks_stands_alone_where_it_says_enough(text: str, bare: str | None) -> None:
    assert bare_question(text) == (bare or text)


@pytest.mark.parametrize("stops", [",", "-", ";—"])
def test_a_run_of_stops_takes_no_time(stops: str) -> None:
    bare_question("what is the fee, please")
    with takes_less_than(0.3):
        bare_question("what is the fee" + stops * (16_000 // len(stops)) + "?")


@pytest.mark.parametrize(
    "question",
    [
        "we are 2 adults and a child under 5, what do we pay to get in",
        "we are two adults and a child, how much is the ride for us",
        "мы двое взрослых и ребёнок, сколько платить за вход",
    ],
)
def test_how_many_there_are_belongs_to_what_they_pay(question: str) -> None:
    assert core_question(question) == bare_question(question) == question
    assert told_and_asked(question) == ("", question)


def test_how_many_there_are_is_told_around_any_other_question() -> None:
    assert core_question("we are 2 adults and a child, where is the main entrance") == (
        "where is the main entrance"
    )


@pytest.mark.parametrize(
    ("message", "question"),
    [
        ("I came 3 years ago, how much is the ticket for the tower", None),
        ("I have waited here for 20 minutes, how much is the ticket for the tower", None),
        ("Я уже 10 минут жду, сколько стоит доставка дивана?", "сколько стоит доставка дивана?"),
        ("мы тут два часа, сколько стоит прокат лодки?", "сколько стоит прокат лодки?"),
        ("ich warte 10 Minuten, was kostet die Fahrt zum Turm", "was kostet die Fahrt zum Turm"),
    ],
)
def test_how_long_somebody_waits_is_not_how_many_there_are(
    message: str, question: str | None
) -> None:
    meant = question or "how much is the ticket for the tower"
    assert (core_question(message), bare_question(message)) == (meant, meant)


def test_how_many_there_are_is_kept_beside_how_long_they_stay() -> None:
    said = "we are 2 adults here for 3 days, what do we pay to park"
    assert core_question(said) == bare_question(said) == said
