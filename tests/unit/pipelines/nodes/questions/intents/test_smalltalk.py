"""Smalltalk: courtesies alone, beside what asks nothing, and around a question."""

import pytest

from pipelines.nodes.questions.intents.intent import Intent
from pipelines.nodes.questions.intents.recognise import recognise

SMALLTALK = {
    "greeting": [
        "Привет!", "превет", "Приветииик", "Здраствуйте", "добрый вечер 🙂", "privet",
        "Доброго дня!",
        "Привет, Аня!", "hi", "hiiii", "Hello there!", "helo", "good morning", "yo", "👋",
        "Hallo!", "Guten Tag", "¡Hola!", "buenos días", "你好", "早上好！",
    ],
    "wellbeing": [
        "Как дела?", "привет, как поживаешь", "how are you doing?", "what's up", "Wie geht's?",
        "¿Cómo estás?", "最近怎么样？", "u still there?", "ты ещё здесь?",
    ],
    "thanks": [
        "спасибо", "спосибо большое", "Благодарю вас!", "Понял, спасибо", "spasibo", "thanks",
        "thanks x",
        "thnaks",
        "thx a lot", "Thank you very much for your help!", "🙏", "Vielen Dank", "muchas gracias",
        "谢谢",
    ],
    "farewell": [
        "пока", "До свидания, спокойной ночи", "bye", "see you tomorrow", "Tschüss", "adiós",
        "再见",
    ],
    "acknowledgement": [
        "ок", "ясно", "понятненько", "ну ладно", "да", "ok", "got it", "I see", "alright", "👍",
        "verstanden", "de acuerdo", "好的",
    ],
    "identity": [
        "А ты кто вообще?", "ты бот или человек?", "как тебя зовут", "kto ty takoi", "who are you?",
        "are you ChatGPT?", "are you an AI or a real person", "who made you?", "Wer bist du?",
        "¿Eres un robot?", "你是谁？",
    ],
    "capabilities": [
        "что ты умеешь?", "помоги мне пожалуйста", "помогите", "как тобой пользоваться",
        "What can you do?", "help", "wat can u do", "can you help me?", "how does this work?",
        "Was kannst du?", "¿Qué puedes hacer?", "你能做什么？",
    ],
    "human": [
        "позовите оператора, пожалуйста", "хочу поговорить с живым человеком", "мне плохо помогите",
        "get me a human", "can I speak to a real person?", "I feel ill, help",
        "ich will mit einem Menschen reden", "socorro", "转人工",
    ],
    "insult": [
        *("да ты тупой что ли блин, нихрена не работает", "нихрена ты не понял"),
        "какого хрена опять не то",
        *("that's wrong", "wrong", "это неправда", "неверно", "не так", "ошибка"),
        "ты дурак что ли", "тупой бот", "you are so stupid", "you suck", "Du bist dumm",
        "what are you useless", "stop asking me",
        "eres tonto", "你真笨",
    ],
    "apology": ["ой прости", "извините", "sorry", "my bad", "Entschuldigung", "lo siento"],
    "compliment": [
        "молодец", "умничка какая", "you're awesome", "well done!", "gut gemacht", "muy bien",
        "你真棒", "ну ты даёшь",
    ],
    "laughter": ["ха-ха-ха", "ахахаха", "hahaha", "lol", "jajaja", "哈哈哈"],
    "outside": [
        "какая завтра погода в Твери?", "Будет ли сегодня дождь", "какой сейчас курс юаня?",
        "Скажите, пожалуйста, который час?", "что нового в мире?", "Сочини мне стих про кота",
        "Привет! Расскажи анекдот", "посоветуй, пожалуйста, хороший фильм",
        "переведи это на французский", "Сколько будет 144/12?", "сколько будет два плюс три",
        "what is 15% of 300?", "7+5", "will it rain tomorrow?",
        "What's the weather like in York today?", "what is the time now?", "dollar rate today",
        "Could you write me a short poem about ferries?", "tell me a joke", "suggest a good film",
        "translate this into German", "what is 12 * 30?", "¿Qué hora es?", "Erzähl mir einen Witz",
        "wie wird das Wetter morgen?", "今天天气怎么样？",
    ],
    "emoji": ["😂😂", "❤️", "...", "?", ":)", "—"],
}  # fmt: skip


@pytest.mark.parametrize(
    ("kind", "text"), [(kind, text) for kind, texts in SMALLTALK.items() for text in texts]
)
def test_smalltalk_is_told_by_its_kind(kind: str, text: str) -> None:
    assert recognise(text).kind == kind


@pytest.mark.parametrize(
    ("kind", "text"),
    [
        ("thanks", "Огромное вам спасибо, храни вас Господь!"),
        ("thanks", "Спасибо, голубчик, пойду обрадую сестру"),
        ("thanks", "Спасибо, мне всё очень понравилось"),
        ("thanks", "Благодарю, что нашли минуту для соседки!"),
        ("thanks", "ta love"),
        ("thanks", "Thank you very much, that was most helpful"),
        ("thanks", "That's all for now, thank you"),
        ("thanks", "thank you dear, very kind"),
        ("thanks", "好的，谢谢你的帮助"),
        ("question", "What was most helpful?"),
        ("question", "that is all the committee decided?"),
        ("thanks", "Thank you for the lovely tour of the mill"),
        ("thanks", "Thanks ever so much, I'll tell my sister"),
        ("thanks", "Vielen Dank, Sie haben mir sehr geholfen!"),
        ("thanks", "Muchas gracias, usted es muy amable"),
        ("farewell", "You were such a great help to me, bye!"),
        ("farewell", "Всего вам доброго, до новых встреч!"),
        ("greeting", "Доброе утро! Вас беспокоит Пётр Лукич, сосед Нины."),
        ("greeting", "Привет! Я Олег, новый сторож."),
        ("greeting", "Hello! This is Martha, the neighbour."),
        ("greeting", "hola, soy luis"),
        ("greeting", "hi i'm anna"),
        ("greeting", "hey its tom"),
        ("greeting", "hallo, ich bin peter"),
        ("greeting", "привет, я маша"),
        ("greeting", "добрый день, это ольга петровна"),
        ("greeting", "你好，我是李雷"),
    ],
)
def test_what_is_said_beside_a_courtesy_and_asks_nothing_is_talk(kind: str, text: str) -> None:
    assert recognise(text).kind == kind


@pytest.mark.parametrize(
    "text",
    [
        "Спасибо, часы работы",
        "Спасибо за помощь, часы работы кассы",
        "Спасибо, а вы работаете по воскресеньям",
        "Спасибо, мне нужен договор аренды",
        "Спасибо. А сколько стоит провоз?",
        "Thanks, and the price of a berth?",
        "Thank you, I need the lease",
        "Thanks for the address. Opening hours of the pool",
        "Привет. Потеряла ключ от ворот",
        "Здравствуйте, вы чините лодки",
        "Hello! Martha Oldfield",
        "hi, i'm late",
        "hi, i'm allergic to nuts",
        "привет, я заболела",
        "hola, soy celiaca",
        "hola, soy luis, cuando abre",
    ],
)
def test_a_courtesy_beside_something_to_look_up_is_a_question(text: str) -> None:
    assert recognise(text).kind == "question"


@pytest.mark.parametrize(
    ("text", "rest"),
    [
        ("Привет! Сколько дней отпуска?", "Сколько дней отпуска?"),
        ("Спасибо! а в 2023 году?", "а в 2023 году?"),
        ("Спасибо большое, всё понял. А сколько варить варенье?", "А сколько варить варенье?"),
        ("привет как оформить отпуск", "как оформить отпуск"),
        ("Сколько дней отпуска? Спасибо!", "Сколько дней отпуска?"),
        ("Hi, what is the guest wifi?", "what is the guest wifi?"),
        ("hey when does the shop open", "when does the shop open"),
        ("Thank you! What about Sundays?", "What about Sundays?"),
        ("ok, and in 2023?", "and in 2023?"),
        ("Great! How many are left?", "How many are left?"),
        ("Hallo! Wo ist der Bahnhof?", "Wo ist der Bahnhof?"),
        ("¡Hola! ¿Dónde está el faro?", "¿Dónde está el faro?"),
        ("你好，电话是谁发明的？", "电话是谁发明的？"),
    ],
)
def test_courtesies_around_a_question_are_left_off(text: str, rest: str) -> None:
    assert recognise(text) == Intent("question", rest)


def test_a_courtesy_lost_in_a_long_message_is_none() -> None:
    assert recognise("спасибо " * 40).kind == "question"


@pytest.mark.parametrize(
    "thing", ["мусор?", "trash?", "garbage", "ведро", "ошибка 404", "что не так с котлом"]
)
def test_a_thing_is_no_insult(thing: str) -> None:
    assert recognise(thing).kind == "question"


@pytest.mark.parametrize(
    "text",
    [
        "Write an email to a tenant who lost the cellar key", "translate the bylaws into German",
        "draft a notice for parents about the bus", "переведи устав на английский",
        "напиши объявление жильцам про воду",
    ],
)  # fmt: skip
def test_a_text_to_send_and_a_translation_are_written_of_what_the_base_has(text: str) -> None:
    assert recognise(text).kind == "composing"


@pytest.mark.parametrize("text", ["Who wrote the email about the bus?", "напиши стих про воду"])
def test_a_question_after_a_letter_and_a_poem_are_not(text: str) -> None:
    assert recognise(text).kind != "composing"
