"""What a message is: a courtesy, something about the base, or a question."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pipelines.nodes.questions.intents.intent import Intent
from pipelines.nodes.questions.intents.periods import Period
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
        "¿Cómo estás?", "最近怎么样？",
    ],
    "thanks": [
        "спасибо", "спосибо большое", "Благодарю вас!", "Понял, спасибо", "spasibo", "thanks",
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
        "что ты умеешь?", "помоги мне пожалуйста", "как тобой пользоваться", "What can you do?",
        "help", "can you help me?", "how does this work?", "Was kannst du?",
        "¿Qué puedes hacer?", "你能做什么？",
    ],
    "insult": [
        "ты дурак что ли", "тупой бот", "you are so stupid", "you suck", "Du bist dumm",
        "eres tonto", "你真笨",
    ],
    "apology": ["ой прости", "извините", "sorry", "my bad", "Entschuldigung", "lo siento"],
    "compliment": [
        "молодец", "умничка какая", "you're awesome", "well done!", "gut gemacht", "muy bien",
        "你真棒",
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
ABOUT_THE_BASE = {
    "documents": [
        "Какие документы у тебя есть?", "покажи все мои файлы, пожалуйста", "что есть в базе?",
        "документы", "Будьте любезны, назовите, какие файлы у вас имеются",
        "Какие дакументы у тебя есть", "which documents do you have?", "list all documents please",
        "what did I upload?", "show me my files", "What's in the knowledge base?",
        "Welche Dokumente hast du?",
        "¿Qué documentos tienes?", "你有哪些文件？",
    ],
    "document_count": [
        "Сколько у нас документов в базе?", "сколько всего файлов", "скоко тут файлов",
        "Здравствуйте! Не могли бы вы сказать, сколько документов в базе?",
        "how many documents do you have?",
        "How many files have I uploaded so far?", "Wie viele Dokumente gibt es hier?",
        "¿Cuántos documentos hay?",
        "有多少文件？",
    ],
    "next": [
        "что дальше?", "дальше", "What comes next?", "go on", "Was kommt danach?", "¿qué sigue?",
        "然后呢",
    ],
    "more": [
        "подробнее", "а можно поподробнее?", "расскажи ещё", "tell me more",
        "more details please", "mehr", "más", "详细一点",
    ],
    "why": ["Почему?", "а почему так?", "why", "why is that?", "Warum?", "¿Por qué?", "为什么？"],
    "source": [
        "Откуда это?", "где это написано?", "where is that from?", "source?",
        "Woher weißt du das?", "cuál es la fuente", "出处",
    ],
}  # fmt: skip
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
    "2023-2024", "15/03", "what is 555-0142?", "what is the exchange rate in the contract?",
    "what time is it open today?", "What is the hymn known as in Polish?",
    "сколько времени варить яйцо?", "weather in March",
]  # fmt: skip


@pytest.mark.parametrize(
    ("kind", "text"), [(kind, text) for kind, texts in SMALLTALK.items() for text in texts]
)
def test_smalltalk_is_told_by_its_kind(kind: str, text: str) -> None:
    assert recognise(text).kind == kind


@pytest.mark.parametrize(
    ("kind", "text"), [(kind, text) for kind, texts in ABOUT_THE_BASE.items() for text in texts]
)
def test_messages_about_the_base_are_told_by_their_kind(kind: str, text: str) -> None:
    assert recognise(text).kind == kind


@pytest.mark.parametrize(
    ("kind", "text"),
    [
        ("thanks", "Огромное вам спасибо, храни вас Господь!"),
        ("thanks", "Спасибо, голубчик, пойду обрадую сестру"),
        ("thanks", "Спасибо, мне всё очень понравилось"),
        ("thanks", "Благодарю, что нашли минуту для соседки!"),
        ("thanks", "Thank you for the lovely tour of the mill"),
        ("thanks", "Thanks ever so much, I'll tell my sister"),
        ("thanks", "Vielen Dank, Sie haben mir sehr geholfen!"),
        ("thanks", "Muchas gracias, usted es muy amable"),
        ("farewell", "You were such a great help to me, bye!"),
        ("farewell", "Всего вам доброго, до новых встреч!"),
        ("greeting", "Доброе утро! Вас беспокоит Пётр Лукич, сосед Нины."),
        ("greeting", "Привет! Я Олег, новый сторож."),
        ("greeting", "Hello! This is Martha, the neighbour."),
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
    ],
)
def test_a_courtesy_beside_something_to_look_up_is_a_question(text: str) -> None:
    assert recognise(text).kind == "question"


@pytest.mark.parametrize("text", QUESTIONS)
def test_a_question_is_no_smalltalk_and_stays_whole(text: str) -> None:
    assert recognise(text) == Intent("question", text)


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


@pytest.mark.parametrize(
    ("text", "kind", "rest"),
    [
        ("у тебя есть договор аренды?", "has_document", "договор аренды"),
        ("а рецепт пирога у тебя есть?", "has_document", "рецепт пирога"),
        ("Какие у вас есть договоры?", "has_document", "договоры"),
        ("какие сметы у тебя имеются", "has_document", "сметы"),
        ("Which contracts do you have?", "has_document", "contracts"),
        ("Скажите, пожалуйста, о чём памятка пловца?", "about_document", "памятка пловца"),
        ("sum up the report on the ferry", "about_document", "report on the ferry"),
        ("есть что-нибудь про пенсию?", "has_document", "пенсию"),
        ("Do you have the lease?", "has_document", "lease"),
        ("is there anything on the Krebs cycle in here?", "has_document", "Krebs cycle"),
        ("Hast du etwas über Urlaub?", "has_document", "Urlaub"),
        ("¿Tienes algo sobre vacaciones?", "has_document", "vacaciones"),
        ("Кто загрузил отчёт за март?", "document_sender", "отчёт за март"),
        ("кто прислал файл смета.xlsx", "document_sender", "смета.xlsx"),
        ("Кто добавил этот документ?", "document_sender", ""),
        ("who uploaded lecture 4?", "document_sender", "lecture 4"),
        ("who sent this?", "document_sender", ""),
        ("перескажи договор № 58/А", "about_document", "договор № 58/А"),
        ("О чём договор № 58/А?", "about_document", "договор № 58/А"),
        ("о чём «Мастер и Маргарита»?", "about_document", "Мастер и Маргарита"),
        ("О чём этот документ?", "about_document", ""),
        ("о чём этот договор?", "about_document", ""),
        ("summarise the contract", "about_document", "contract"),
        ("what is heron-runbook about?", "about_document", "heron-runbook"),
        ("what's this document about?", "about_document", ""),
        ("Give me a short summary of chapter2.pdf, please", "about_document", "chapter2.pdf"),
        ("Worum geht es in dem Vertrag?", "about_document", "Vertrag"),
        ("¿De qué trata el informe?", "about_document", "informe"),
        ("Привет! О чём договор № 7?", "about_document", "договор № 7"),
    ],
)  # fmt: skip
def test_what_is_asked_about_is_named_without_the_words_around(
    text: str, kind: str, rest: str
) -> None:
    intent = recognise(text)
    assert (intent.kind, intent.rest) == (kind, rest)


@pytest.mark.parametrize(
    ("text", "section", "rest"),
    [
        ("прочитай раздел 3", "3", ""),
        ("прочитай пункт 4.2", "4.2", ""),
        ("открой раздел «Отпуска»", "Отпуска", ""),
        ("прочти третью главу", "3", ""),
        ("read section 3 of the contract", "3", "contract"),
        ("read me section 2.1", "2.1", ""),
        ("show me the second chapter", "2", ""),
        ("lies Kapitel 2 vor", "2", ""),
    ],
)
def test_a_section_to_read_is_named(text: str, section: str, rest: str) -> None:
    intent = recognise(text)
    assert (intent.kind, intent.section, intent.rest) == ("read_section", section, rest)


@pytest.mark.parametrize(
    ("text", "period"),
    [
        ("Что добавили за последнюю неделю?", Period("days", 7)),
        ("что нового с понедельника?", Period("since_weekday", 0)),
        ("что я тебе вчера присылала?", Period("yesterday")),
        ("Что загружено сегодня?", Period("days", 0)),
        ("новые документы за 3 дня", Period("days", 3)),
        ("что добавили в марте 2025 года?", Period("month", 3, 2025)),
        ("какой документ загрузили последним?", None),
        ("последние документы", None),
        ("What was added last week?", Period("week", 1)),
        ("any new documents since Friday?", Period("since_weekday", 4)),
        ("what did I upload yesterday", Period("yesterday")),
        ("what was added in March?", Period("month", 3)),
        ("files added in the last two weeks", Period("days", 14)),
        ("the newest document", None),
        ("Was wurde diese Woche hochgeladen?", Period("week", 0)),
        ("昨天上传了什么？", Period("yesterday")),
    ],
)
def test_what_came_lately_is_asked_of_a_period(text: str, period: Period | None) -> None:
    intent = recognise(text)
    assert (intent.kind, intent.period) == ("recent_documents", period)


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("О чём последний документ?", "about_document"),
        ("о чём самый новый файл", "about_document"),
        ("what is the latest document about?", "about_document"),
        ("Кто прислал последний файл?", "document_sender"),
    ],
)
def test_the_last_document_is_the_one_that_was_added_last(text: str, kind: str) -> None:
    intent = recognise(text)
    assert (intent.kind, intent.rest, intent.is_newest) == (kind, "", True)
    assert not recognise("О чём этот документ?").is_newest
    assert recognise("О чём последний договор?").rest == "договор"


def test_how_many_there_are_by_itself_keeps_the_message() -> None:
    assert recognise("А сколько их всего?") == Intent(
        "document_count", "А сколько их всего?", language="ru"
    )


def test_the_language_of_the_words_is_told() -> None:
    texts = {"ru": "спасибо большое", "en": "thank you", "de": "Danke schön", "es": "gracias"}
    assert {recognise(text).language for text in texts.values()} == set(texts)


def test_a_courtesy_lost_in_a_long_message_is_none() -> None:
    assert recognise("спасибо " * 40).kind == "question"


@given(st.text(max_size=60))
def test_whatever_is_written_is_something(text: str) -> None:
    assert recognise(text).kind
