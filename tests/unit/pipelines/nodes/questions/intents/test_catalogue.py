"""Messages about the base: what they ask, of which document, section or stretch of time."""

import pytest

from pipelines.nodes.questions.intents.intent import Intent
from pipelines.nodes.questions.intents.periods import Period
from pipelines.nodes.questions.intents.recognise import recognise

ABOUT_THE_BASE = {
    "documents": [
        "Какие документы у тебя есть?", "покажи все мои файлы, пожалуйста", "что есть в базе?",
        "документы", "какие бумаги у тебя есть",
        "Будьте любезны, назовите, какие файлы у вас имеются",
        "Какие дакументы у тебя есть", "which documents do you have?", "list all documents please",
        "what did I upload?", "show me my files", "What's in the knowledge base?",
        "Что ты знаешь?", "what do you know?", "¿Qué sabes?",
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
    "undo": [
        "отмени", "Отмени последнюю поправку", "верни как было", "как отменить поправку?",
        "удали поправку", "undo that correction", "take it back", "how do I undo this?",
    ],
    "stop": [
        "отмена", "Стоп!", "отбой", "Stop", "cancel.", "Abbrechen", "cancelar", "нет, отмена",
    ],
    "forget": [
        "очисти историю", "забудь всё", "new chat", "clear the chat history please",
        "Delete all my questions", "удали все мои вопросы",
    ],
    "data": [
        "how do I delete my data?", "export my data", "удали мои личные данные",
        "как удалить все мои данные?", "выгрузи мои данные", "как скачать свои данные",
        "what do you store about me?",
    ],
    "settings": ["настройки", "смени язык", "отвечай короче", "how do I change the language?"],
    "invite": [
        "как пригласить коллегу?", "добавь маму сюда", "invite link", "how can I add someone here",
    ],
    "readers": [
        "я владелец", "am i the owner?", "кто владелец бота?",
        "кто это видит?", "кто имеет доступ к базе", "поделись этим с командой",
        "who can see my documents?", "make this file private", "hide this from everyone",
    ],
    "next": [
        "что дальше?", "дальше", "What comes next?", "go on", "Was kommt danach?", "¿qué sigue?",
        "然后呢",
    ],
    "more": [
        "подробнее", "а можно поподробнее?", "расскажи ещё", "tell me more",
        "more details please", "mehr", "más", "详细一点",
    ],
    "why": [
        "Почему?",
        "а почему так?",
        "почему так долго?",
        "с чего так дорого?",
        "why",
        "why so strict?",
        "why is that?",
        "Warum?",
        "¿Por qué?",
        "为什么？",
    ],
    "source": [
        "почему ты так решила?", "why do you say that", "what makes you think so?",
        "Откуда это?", "где это написано?", "where is that from?", "source?",
        "Woher weißt du das?", "cuál es la fuente", "出处",
        "are you sure?", "really?", "is that right?", "точно?", "а это точно?", "вы уверены?",
        "правда?", "sind Sie sicher?", "¿seguro?", "真的吗",
    ],
}  # fmt: skip


@pytest.mark.parametrize(
    ("kind", "text"), [(kind, text) for kind, texts in ABOUT_THE_BASE.items() for text in texts]
)
def test_messages_about_the_base_are_told_by_their_kind(kind: str, text: str) -> None:
    assert recognise(text).kind == kind


@pytest.mark.parametrize(
    ("text", "kind", "rest"),
    [
        ("у тебя есть договор аренды?", "has_document", "договор аренды"),
        ("есть протокол?", "has_document", "протокол"),
        ("о чем письмо", "about_document", "письмо"),
        ("что в письме написано", "about_document", "письме"),
        ("пришлите, пожалуйста, смету", "send_document", "смету"),
        ("можешь скинуть расписание?", "send_document", "расписание"),
        ("could you send me the ferry timetable again", "send_document", "ferry timetable"),
        ("покажи письмо", "open_document", "письмо"),
        ("where is the membership list", "open_document", "membership list"),
        ("какие файлы от Ольги", "documents_from", "Ольги"),
        ("what did Olga send", "documents_from", "Olga"),
        ("что в newsletter", "about_document", "newsletter"),
        ("расскажи про лагерь", "about_document", "лагерь"),
        ("tell me about the boiler", "about_document", "boiler"),
        ("пришли мне timetable", "send_document", "timetable"),
        ("а рецепт пирога у тебя есть?", "has_document", "рецепт пирога"),
        ("Какие у вас есть договоры?", "has_document", "договоры"),
        ("какие сметы у тебя имеются", "has_document", "сметы"),
        ("Which contracts do you have?", "has_document", "contracts"),
        ("Скажите, пожалуйста, о чём памятка пловца?", "about_document", "памятка пловца"),
        ("sum up the report on the ferry", "about_document", "report on the ferry"),
        ("расскажи коротко про договор аренды", "about_document", "договор аренды"),
        ("о чём вообще книжечка от весов", "about_document", "книжечка от весов"),
        ("о чём файл recept", "about_document", "recept"),
        ("what were the minutes about", "about_document", "minutes"),
        ("what was the letter about?", "about_document", "letter"),
        ("what was in the newsletter", "about_document", "newsletter"),
        ("о чём был протокол", "about_document", "протокол"),
        ("о чём было письмо?", "about_document", "письмо"),
        ("про что была рассылка", "about_document", "рассылка"),
        ("что было в протоколе", "about_document", "протоколе"),
        ("расскажи вкратце, что в правилах", "about_document", "правилах"),
        ("Summarise the club minutes in three bullets", "about_document", "club minutes"),
        ("summarise the lease in ten lines", "about_document", "lease"),
        ("кратко перескажи договор в трёх предложениях", "about_document", "договор"),
        ("tl;dr of the handbook", "about_document", "handbook"),
        ("what's it about", "about_document", ""),
        ("what are they all about", "about_document", ""),
        ("что у тебя есть из документов", "documents", ""),
        ("что тут есть?", "documents", ""),
        ("что тут есть поесть?", "question", "что тут есть поесть?"),
        ("какие бумаги ты прочитал", "documents", ""),
        ("what papers have you read?", "documents", ""),
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
        ("когда я добавила реестр участков", "document_date", "реестр участков"),
        ("Когда был добавлен протокол?", "document_date", "протокол"),
        ("when did I add the rota", "document_date", "rota"),
        ("When did I send you the suppliers list?", "document_date", "suppliers list"),
        ("when was it added?", "document_date", ""),
        ("¿Cuándo subí el contrato?", "document_date", "contrato"),
        ("сколько страниц в правилах", "document_pages", "правилах"),
        ("а сколько в нём страниц?", "document_pages", ""),
        ("how many pages has the lease", "document_pages", "lease"),
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
        ("Which documents came last week?", Period("week", 1)),
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


@pytest.mark.parametrize(
    "text", ["когда мы внесли взносы", "когда добавили насос", "when was the extension added"]
)
def test_when_something_else_was_added_is_a_question(text: str) -> None:
    assert recognise(text).kind == "question"


@pytest.mark.parametrize(
    ("text", "is_one"),
    [
        ("what's new in the base", False),
        ("что нового?", False),
        ("show me the latest files", False),
        ("what is the newest document", True),
        ("какой документ добавили последним", True),
    ],
)
def test_what_is_new_is_all_of_a_day_unless_one_is_asked_for(text: str, is_one: bool) -> None:
    intent = recognise(text)
    assert (intent.kind, intent.period, intent.is_newest) == ("recent_documents", None, is_one)


def test_how_many_there_are_by_itself_keeps_the_message() -> None:
    assert recognise("А сколько их всего?") == Intent(
        "document_count", "А сколько их всего?", language="ru"
    )


@pytest.mark.parametrize(
    ("message", "kind", "rest", "section"),
    [
        ("какие у тебя документы на английском", "documents", "", "en"),
        ("which files are in russian", "documents", "", "ru"),
        ("which documents are about moorings", "documents_about", "moorings", ""),
        ("в каких документах говорится про причал", "documents_about", "причал", ""),
        ("documents on moorings", "documents_about", "moorings", ""),
        ("which one has the bit about moorings", "documents_about", "moorings", ""),
        ("а в каком из них про причал?", "documents_about", "причал", ""),
        ("документы про причал", "documents_about", "причал", ""),
        ("which documents do I need for a permit", "question", "", ""),
        ("какие документы нужны для пропуска", "question", "", ""),
    ],
)
def test_documents_are_asked_for_by_language_and_by_what_they_tell_of(
    message: str, kind: str, rest: str, section: str
) -> None:
    intent = recognise(message)
    assert (intent.kind, intent.section) == (kind, section)
    assert kind == "question" or intent.rest == rest


@pytest.mark.parametrize(
    "text",
    [
        "Give me a summary of the yard rules in four bullet points",
        "Give me the yard rules in brief",
        "дай правила двора вкратце",
        "Перескажи правила двора в трёх пунктах",
    ],
)  # fmt: skip
def test_a_summary_of_so_many_points_is_one_of_the_document(text: str) -> None:
    found = recognise(text)
    assert found.kind == "about_document"
    assert found.rest.lower() in ("yard rules", "правила двора")


@pytest.mark.parametrize(
    "text", ["What is this base about?", "what is the knowledge base about", "О чём эта база?"]
)
def test_what_the_base_is_about_lists_its_documents(text: str) -> None:
    assert recognise(text).kind == "documents"


@pytest.mark.parametrize("text", ["Give me the price list", "О чём база отдыха сообщает гостям?"])
def test_what_is_no_summary_is_none(text: str) -> None:
    assert recognise(text).kind not in ("documents", "about_document")


@pytest.mark.parametrize(
    "text",
    [
        *("где собрание", "where is the meeting", "покажи цены", "give me the number of Olga"),
        *("есть ли парковка", "нужна ли справка", "Кто прислал письмо королю?"),
        *("find the clause about rent", "есть ли в списке Петров", "Wo ist der Markt?"),
    ],
)
def test_what_is_no_document_is_not_to_be_sent_or_opened(text: str) -> None:
    assert recognise(text).kind == "question"
