"""Messages of chats: what says when and by whom, what tells nothing, and what asks."""

import pytest

from pipelines.models.documents import Span
from pipelines.nodes.text.layout.messages import (
    asks_in_chat,
    body_of,
    is_of_program,
    says_nothing,
    tells_of_oneself,
    with_writer_behind,
    within_message,
    writer_of,
)


@pytest.mark.parametrize(
    ("line", "body"),
    [
        ("[17.11.2026, 09:12] Tim: the key is under the mat", "the key is under the mat"),
        ("07.06.2025, 19:45 - Ксения 97: кот у нас", "кот у нас"),
        ("10.1. Председатель: по субботам", "10.1. Председатель: по субботам"),
        ("The desk opens at 9:30: ring twice", "The desk opens at 9:30: ring twice"),
    ],
)
def test_a_header_is_no_part_of_what_a_message_says(line: str, body: str) -> None:
    assert body_of(line) == body


def test_a_sentence_further_on_is_of_its_message_and_one_of_a_text_of_none() -> None:
    chat = "[17.11.2026, 09:12] Tim: Hi all. The key is under the mat."
    start = chat.index("The key")
    assert within_message(chat, Span(start, len(chat))) == "The key is under the mat."
    assert within_message("Hi all. The key is here.", Span(8, 24)) is None


@pytest.mark.parametrize(
    "body", ["ok", "👍👏", "Спасибо!!!", "Thanks Luis.", "<Без медиафайлов>", "Всем доброе утро!"]
)
def test_thanks_greetings_and_pictures_tell_nothing(body: str) -> None:
    assert says_nothing(body)


def test_what_the_program_writes_in_a_chat_is_known() -> None:
    assert is_of_program("06.06.2025, 08:12 - Сообщения защищены сквозным шифрованием.")
    assert not is_of_program("06.06.2025, 08:12 - Ann joined")
    assert not is_of_program("The calls are end-to-end encrypted since 06.06.2025.")


@pytest.mark.parametrize("body", ["yes partners welcome", "дороговато", "Thanks, ring me at 5"])
def test_what_tells_something_is_no_filler(body: str) -> None:
    assert not says_nothing(body)


@pytest.mark.parametrize(
    "body",
    [
        "кто знает почем щебень",
        "а билет сколько стал",
        "anyone got the spare key",
        "who's doing the tombola",
    ],
)
def test_some_ask_without_a_mark(body: str) -> None:
    assert asks_in_chat(body)


@pytest.mark.parametrize("body", ["Мкртчян говорит 1900", "when you leave lock the door"])
def test_others_tell(body: str) -> None:
    assert not asks_in_chat(body)


def test_whoever_says_i_tells_of_himself() -> None:
    assert tells_of_oneself("then I make it")
    assert tells_of_oneself("кот у нас под крыльцом")
    assert not tells_of_oneself("Luis makes it")


@pytest.mark.parametrize(
    ("line", "writer"),
    [
        ("[17.11.2026, 09:12] Tim O'Dell: Hi. The key is with me.", "Tim O'Dell"),
        ("07.06.2025, 19:45 - Ксения 97: Да. Кот у меня.", "Ксения 97"),
        ("12/06/2025, 7:45 pm - Zoë (cellist): Yes. It is mine.", "Zoë (cellist)"),
        ("The desk opens at 9:30: ring twice. Ask me.", ""),
    ],
)
def test_a_header_tells_who_wrote_a_message(line: str, writer: str) -> None:
    text = f"Chat\n{line}\nmore"
    assert writer_of(text, text.index(". ") + 2) == writer


@pytest.mark.parametrize(
    ("line", "read"),
    [
        ("[17.11.2026, 09:12] Tim: The bus is white.", "The bus is white — Tim, 17.11.2026"),
        ("[17.11.2026, 09:12] Tim: I have the key", "Tim, 17.11.2026: I have the key"),
        ("14/03/2025, 09:12 - Olu: The van is full.", "The van is full — Olu, 14/03/2025"),
        ("9:12 - Ira: Ключ под ковриком!", "Ключ под ковриком! — Ira, 9:12"),
        ("The bus is white.", "The bus is white."),
    ],
)
def test_a_message_is_read_with_its_writer_behind(line: str, read: str) -> None:
    assert with_writer_behind(line) == read
