"""phrasebook: both languages say the same things, correctly, and everything the code asks for."""

import ast
from collections.abc import Iterator
from pathlib import Path
from typing import get_args

import pytest
from fluent.syntax import ast as ftl
from fluent.syntax import parse
from fluent.syntax.visitor import Visitor

import bot
import pipelines
from bot.phrasebook import FACTS, TEXTS, FluentPhrasebook, TextBroken, read
from pipelines.nodes.questions.intents.intent import Intent, IntentKind

SOURCES = [Path(package.__path__[0]) for package in (bot, pipelines)]
RAISERS = {"UserError", "SourceRefused", "QuestionRefused", "BudgetSpent", "Failure"}
SAMPLES: dict[str, str | int | float] = {"mode": "chat", "state": "running", "node": "fetch"}
NUMBERS = {
    "count", "documents", "part", "minutes", "total", "done", "pages", "chunks", "seconds",
    "stored", "known", "failed", "n", "calls", "tokens", "price",
    "page", "row", "number", "length", "limit", "limit_mb", "status", "chunk_size", "overlap",
}  # fmt: skip


class Needs(Visitor):
    """Collects the variables and the other messages that a message refers to."""

    def __init__(self) -> None:
        self.variables: set[str] = set()
        self.messages: set[str] = set()

    def visit_VariableReference(self, node: ftl.VariableReference) -> None:  # noqa: N802
        self.variables.add(node.id.name)

    def visit_MessageReference(self, node: ftl.MessageReference) -> None:  # noqa: N802
        self.messages.add(node.id.name)


def read_texts(language: str) -> dict[str, Needs]:
    """Return what every message of a language refers to, by message id."""
    found: dict[str, Needs] = {}
    for entry in parse(read(TEXTS / language)).body:
        assert not isinstance(entry, ftl.Junk), entry.content
        if isinstance(entry, ftl.Message):
            assert entry.id.name not in found, f"{entry.id.name} is there twice"
            found[entry.id.name] = Needs()
            found[entry.id.name].visit(entry)
    return found


PHRASES = FluentPhrasebook()
TEXTS_BY_LANGUAGE = {language: read_texts(language) for language in ("ru", "en")}


def variables_of(key: str, language: str = "en") -> set[str]:
    needs = TEXTS_BY_LANGUAGE[language][key]
    inner = (variables_of(message, language) for message in needs.messages)
    return needs.variables.union(*inner)


class Words(Visitor):
    """Collects the words of a message."""

    def __init__(self) -> None:
        self.words: list[str] = []

    def visit_TextElement(self, node: ftl.TextElement) -> None:  # noqa: N802
        self.words.append(node.value)


def read_words(message: ftl.Message) -> list[str]:
    """Return the words of a message, whatever it depends on."""
    words = Words()
    words.visit(message)
    return words.words


def sample(variable: str) -> str | int | float:
    return SAMPLES.get(variable, 3 if variable in NUMBERS else "x")


def calls() -> Iterator[tuple[str, ast.Call]]:
    """Yield every call that names a message: `….say("key")`, `SourceRefused("key")`, …"""
    for file in (file for folder in SOURCES for file in folder.rglob("*.py")):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if not isinstance(node, ast.Call) or not node.args:
                continue
            name = getattr(node.func, "attr", getattr(node.func, "id", ""))
            if name == "say" or name in RAISERS:
                yield f"{file.name}:{node.lineno}", node


def literals() -> set[str]:
    """Return every string literal of the sources."""
    return {
        node.value
        for folder in SOURCES
        for file in folder.rglob("*.py")
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8")))
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
    }


def test_both_languages_have_the_same_keys_and_variables() -> None:
    ru, en = TEXTS_BY_LANGUAGE["ru"], TEXTS_BY_LANGUAGE["en"]
    assert set(ru) == set(en)
    for key in en:
        assert variables_of(key, "ru") == variables_of(key, "en"), key


@pytest.mark.parametrize("language", ["ru", "en"])
@pytest.mark.parametrize("key", sorted(TEXTS_BY_LANGUAGE["en"]))
def test_every_key_formats_with_its_variables(key: str, language: str) -> None:
    values = {variable: sample(variable) for variable in variables_of(key)}
    text = PHRASES.say(key, language, **values)
    assert text.strip()
    assert "{" not in text
    assert "\u2068" not in text


def test_every_code_in_the_sources_has_a_text_and_its_values() -> None:
    for where, call in calls():
        key = call.args[0]
        if not (isinstance(key, ast.Constant) and isinstance(key.value, str)):
            continue
        assert key.value in TEXTS_BY_LANGUAGE["en"], f"{where}: no text for {key.value}"
        names = {keyword.arg for keyword in call.keywords}
        if None in names or getattr(call.func, "id", "") == "Failure":
            continue  # values handed on as they are
        missing = variables_of(key.value) - names - FACTS
        assert not missing, f"{where}: {key.value} also needs {missing}"


def composed(words: set[str]) -> set[str]:
    """Return the keys put together of words in the sources: `say(f"conflict-{which}")`."""
    keys = (call.args[0] for _, call in calls())
    patterns = [key.values for key in keys if isinstance(key, ast.JoinedStr)]
    return {
        f"{start.value}{word}"
        for start, *rest in patterns
        if isinstance(start, ast.Constant) and len(rest) == 1
        for word in words
    }


def test_no_text_is_left_over() -> None:
    referred = set[str]().union(*(needs.messages for needs in TEXTS_BY_LANGUAGE["en"].values()))
    written = literals()
    unused = set(TEXTS_BY_LANGUAGE["en"]) - written - composed(written) - referred
    assert not unused


@pytest.mark.parametrize("key", [key for key in TEXTS_BY_LANGUAGE["en"] if key != "speech-off"])
def test_no_voice_is_asked_for_where_nothing_listens(key: str) -> None:
    values = {variable: sample(variable) for variable in variables_of(key) - FACTS} | {
        "state": "empty"
    }
    for language, offers in (
        ("en", ("voice message", "audio file")),
        ("ru", ("голосов", "аудиоф")),
    ):
        assert not any(word in PHRASES.say(key, language, **values) for word in offers)


@pytest.mark.parametrize(
    ("key", "language", "offered"),
    [
        ("smalltalk-base-empty", "en", "a link, a voice message or a forwarded post, then"),
        ("smalltalk-base-empty", "ru", "ссылку, голосовое или пересланный пост — и"),
        ("smalltalk-capabilities", "en", "links, voice messages and posts, then"),
        ("smalltalk-capabilities", "ru", "ссылки, голосовые и посты, а"),
        ("message-unsupported", "en", "a photo, a voice message or a link."),
        ("message-unsupported", "ru", "фото, голосовое или ссылку."),
        ("source-no-captions", "en", "as an audio file, or its words"),
        ("source-no-captions", "ru", "аудиофайлом или слова — текстом."),
    ],
)
def test_a_voice_is_asked_for_where_something_listens(
    key: str, language: str, offered: str
) -> None:
    phrases = FluentPhrasebook(hears=True)
    said = phrases.say(key, language, state="empty", kind="unknown", model="none")
    assert offered in said


@pytest.mark.parametrize(
    ("opens", "language", "said"),
    [
        (True, "ru", "все (по умолчанию)"),
        (False, "ru", "только я (по умолчанию)"),
        (True, "en", "everyone (default)"),
        (False, "en", "only me (default)"),
    ],
)
def test_who_reads_new_documents_by_default_is_said(opens: bool, language: str, said: str) -> None:
    assert FluentPhrasebook(opens=opens).say("setting-new-default", language) == said


@pytest.mark.parametrize("kind", get_args(IntentKind))
def test_every_kind_of_small_talk_has_its_text(kind: IntentKind) -> None:
    key = f"smalltalk-{kind}"
    assert (key in TEXTS_BY_LANGUAGE["en"]) == Intent(kind).is_smalltalk


@pytest.mark.parametrize(
    ("count", "text"),
    [
        (0, "Мне и так нечего было помнить"),
        (1, "1 последний вопрос с ответом"),
        (2, "2 последних вопроса с ответами"),
        (5, "5 последних вопросов с ответами"),
        (11, "11 последних вопросов с ответами"),
        (21, "21 последний вопрос с ответом"),
        (22, "22 последних вопроса с ответами"),
    ],
)
def test_russian_counts(count: int, text: str) -> None:
    said = PHRASES.say("chat-cleared", "ru", count=count)
    assert text in said
    assert said.endswith(". Сообщения остались на экране.")


def test_a_document_without_pages_names_none() -> None:
    values: dict[str, str | int | float] = {"title": "Talk", "language_code": "en", "seconds": 2}
    with_pages = PHRASES.say("document-stored", "en", pages=4, **values)
    without = PHRASES.say("document-stored", "en", pages=0, **values)
    assert with_pages.endswith("\n4 pages · English · 2 s")
    assert without.endswith("\nEnglish · 2 s")


@pytest.mark.parametrize(
    ("language", "title", "shown"),
    [
        ("ru", "ООО «Ромашка»", "«ООО „Ромашка“»"),
        ("ru", 'Роман "Идиот"', "«Роман „Идиот“»"),
        ("ru", "The “Lark”", "«The „Lark“»"),
        ("en", "The “Lark”", "“The ‘Lark’”"),
        ("en", 'A 3" pipe', '“A 3" pipe”'),
        ("de", "„Faust“, erster Teil", "“‘Faust’, erster Teil”"),
    ],
)
def test_quotation_marks_within_others_are_the_inner_ones(
    language: str, title: str, shown: str
) -> None:
    assert shown in PHRASES.say("document-known", language, title=title)
    assert PHRASES.say("batch-item-known", language, title=title).startswith(f"✓ {title}")


@pytest.mark.parametrize("language", ["ru", "en"])
def test_no_word_of_the_house_reaches_people(language: str) -> None:
    words = ("фрагмент", "chunk", "по смыслу", "the meaning", "отправк")
    console = "reembed-"
    for entry in parse(read(TEXTS / language)).body:
        if isinstance(entry, ftl.Message) and not entry.id.name.startswith(console):
            text = "".join(read_words(entry)).lower()
            assert not [word for word in words if word in text], entry.id.name


@pytest.mark.parametrize(
    ("language", "documents", "said"),
    [("ru", 0, "пришлите первый документ"), ("en", 0, "send your first document"),
     ("ru", 4, "В базе уже есть документы: 4"), ("en", 1, "There is 1 document in the base")],
)  # fmt: skip
def test_whoever_comes_second_is_not_told_to_send_the_first_document(
    language: str, documents: int, said: str
) -> None:
    greeting = PHRASES.say("start-greeting", language, mode="none", documents=documents)
    assert said in greeting
    assert ("перв" in greeting or "first" in greeting) == (documents == 0)


def test_page_numbers_are_not_grouped() -> None:
    assert PHRASES.say("source-page", "en", page=1234) == "p. 1234"


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("ru", "Чат"), ("ru-RU", "Чат"), ("RU", "Чат"), ("en", "Chat"), ("en_GB", "Chat"),
        ("de", "Chat"), ("uk", "Chat"), ("", "Chat"), (None, "Chat"),
    ],
)  # fmt: skip
def test_the_readers_language_or_english(language: str | None, text: str) -> None:
    assert PHRASES.say("button-chat", language) == text


def test_of_a_value_that_is_longer_than_a_page_the_beginning_is_said() -> None:
    said = PHRASES.say("nothing-about-alone", "en", what="a" * 4_000)
    assert "aaa…”" in said
    assert len(said) < 3_000
    whole = PHRASES.say("nothing-about-alone", "en", what="b" * 2_000)
    assert f"“{'b' * 2_000}”" in whole


def test_a_missing_text_is_a_fault() -> None:
    with pytest.raises(TextBroken, match="no-such-text"):
        PHRASES.say("no-such-text", "ru")


def test_a_missing_value_is_a_fault() -> None:
    with pytest.raises(TextBroken, match="limit"):
        PHRASES.say("question-too-long", "ru", length=20_000)


def test_the_fallback_language_must_be_there(tmp_path: Path) -> None:
    (tmp_path / "ru").mkdir()
    (tmp_path / "ru" / "a.ftl").write_text("a = б\n", encoding="utf-8")
    with pytest.raises(TextBroken, match="no texts for en"):
        FluentPhrasebook(tmp_path)


def test_a_message_of_attributes_only_has_no_text(tmp_path: Path) -> None:
    (tmp_path / "en").mkdir()
    (tmp_path / "en" / "a.ftl").write_text("a =\n    .b = c\n", encoding="utf-8")
    phrasebook = FluentPhrasebook(tmp_path)
    assert phrasebook.languages == ("en",)
    with pytest.raises(TextBroken, match="empty"):
        phrasebook.say("a", "en")


@pytest.mark.parametrize(
    ("language", "own", "spoken"),
    [("en", "ru", "en"), ("de", "ru", "ru"), ("uk", "ru", "ru"), ("und", "ru", "ru"),
     ("de", "", "de"), ("zh", None, "zh")],
)  # fmt: skip
def test_a_question_in_another_language_is_answered_in_the_words_of_its_reader(
    language: str, own: str | None, spoken: str
) -> None:
    assert FluentPhrasebook().spoken(language, own) == spoken
