"""What a message holds."""

import datetime as dt

import pytest
from telegram import Chat, Document, Message, MessageEntity

from bot.incoming import Incoming, as_sources, join_paste, kind_of, read_message

NOW = dt.datetime(2025, 1, 2, tzinfo=dt.UTC)


def message(text: str | None = None, *entities: MessageEntity, **more) -> Message:
    chat = Chat(1, Chat.PRIVATE)
    return Message(1, NOW, chat, text=text, entities=entities, **more)


def link(text: str, shown: str, url: str | None = None) -> MessageEntity:
    before = text[: text.index(shown)].encode("utf-16-le")
    kind = MessageEntity.TEXT_LINK if url else MessageEntity.URL
    return MessageEntity(kind, len(before) // 2, len(shown.encode("utf-16-le")) // 2, url=url)


def test_links_are_found_behind_emoji() -> None:
    text = "😀😀 смотри example.com/a и тут"
    found = read_message(
        message(text, link(text, "example.com/a"), link(text, "тут", "https://e.org/b"))
    )
    assert found.links == ("https://example.com/a", "https://e.org/b")
    assert not found.only_links


def test_a_link_nobody_marked_is_a_link() -> None:
    assert read_message(message("file:///etc/passwd")).links == ("file:///etc/passwd",)


@pytest.mark.parametrize("url", ["tg://user?id=1", "mailto:a@b.c", "tel:+7"])
def test_addresses_of_people_are_no_sources(url: str) -> None:
    assert not read_message(message("Anna", link("Anna", "Anna", url))).has_sources


def test_a_message_of_only_links() -> None:
    text = "https://e.org/a\nhttps://e.org/b"
    found = read_message(
        message(text, link(text, "https://e.org/a"), link(text, "https://e.org/b"))
    )
    assert found.only_links
    text = "what is https://e.org/a about?"
    assert not read_message(message(text, link(text, "https://e.org/a"))).only_links


def test_a_file_without_a_name_gets_one() -> None:
    document = Document("F", "U", mime_type="application/pdf", file_size=5)
    file = read_message(message(document=document)).file
    assert file is not None
    assert (file.place, file.key, file.file_name, file.size) == ("telegram", "F", "file.pdf", 5)


@pytest.mark.parametrize("text", ["", "  ", "😀", "1️⃣", "ℹ️", "?!", "\u200b"])
def test_signs_are_no_words(text: str) -> None:
    assert not Incoming(text).has_words


@pytest.mark.parametrize("text", ["a", "да 😀", "42", "漢字"])
def test_letters_and_digits_are_words(text: str) -> None:
    assert Incoming(text).has_words


def test_a_paste_cut_inside_a_word_is_joined_without_a_space() -> None:
    full, cut_at_space, rest = "x" * 4096, "y" * 4000, "z"
    joined = join_paste([Incoming(full), Incoming(cut_at_space), Incoming(rest)])
    assert joined.text == full + cut_at_space + " " + rest


def test_an_album_is_one_message_of_sources() -> None:
    first = Incoming("see https://e.org/a", ("https://e.org/a", "https://e.org/hidden"))
    sources = as_sources([first, Incoming("and this")])
    assert sources.text == "see https://e.org/a\nand this"
    assert sources.links == ("https://e.org/hidden",)


def test_kinds_that_cannot_be_read_are_named() -> None:
    assert kind_of(message()) == "other"
