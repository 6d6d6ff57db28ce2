"""What a message holds."""

import datetime as dt

import pytest
from telegram import (
    Chat,
    Contact,
    Dice,
    Location,
    Message,
    MessageEntity,
    MessageOriginHiddenUser,
    Sticker,
    Venue,
)

from bot.messages.message import Incoming, join_pastes, kind_of, read_message

NOW = dt.datetime(2025, 1, 2, tzinfo=dt.UTC)
FROM_ANNA = MessageOriginHiddenUser(NOW, "Anna")


def message(text: str | None = None, *entities: MessageEntity, **more) -> Message:
    chat = Chat(1, Chat.PRIVATE)
    return Message(1, NOW, chat, text=text, entities=entities, **more)


def incoming(text: str, **more) -> Incoming:
    return Incoming(message(text), text, **more)


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


@pytest.mark.parametrize("text", ["", "  ", "😀", "1️⃣", "ℹ️", "?!", "\u200b"])
def test_signs_are_no_words(text: str) -> None:
    assert not incoming(text).has_words


@pytest.mark.parametrize("text", ["a", "да 😀", "42", "漢字"])
def test_letters_and_digits_are_words(text: str) -> None:
    assert incoming(text).has_words


def test_a_paste_cut_inside_a_word_is_joined_without_a_space() -> None:
    full, cut_at_space, rest = "x" * 4096, "y" * 4000, "z"
    (joined,) = join_pastes([incoming(full), incoming(cut_at_space), incoming(rest)])
    assert joined.text == full + cut_at_space + " " + rest


def test_two_pastes_and_a_short_text_stay_apart() -> None:
    long = "x" * 4050
    parts = [incoming(text, words=1) for text in ("short", long, "end", "another")]
    assert [part.text for part in join_pastes(parts)] == ["short", f"{long} end", "another"]


def test_a_forwarded_post_is_no_piece_of_a_paste() -> None:
    forwarded = read_message(message("x" * 4050, forward_origin=FROM_ANNA))
    assert len(join_pastes([forwarded, incoming("my words")])) == 2
    assert len(join_pastes([incoming("x" * 4050), forwarded])) == 2


def test_words_behind_a_link_are_words_of_a_post_but_say_nothing_about_a_link() -> None:
    text = "Read this"
    found = read_message(message(text, link(text, "Read this", "https://e.org/a")))
    assert found.only_links
    assert found.words == 2


def test_a_link_is_found_once_however_it_is_written() -> None:
    text = "see www.example.org/a, and (https://example.org/b)."
    found = read_message(message(text, link(text, "www.example.org/a")))
    assert found.links == ("https://www.example.org/a", "https://example.org/b")


def test_a_forwarded_text_is_a_source_and_a_forwarded_emoji_is_none() -> None:
    assert read_message(message("News", forward_origin=FROM_ANNA)).has_sources
    assert not read_message(message("😀", forward_origin=FROM_ANNA)).has_sources
    assert not read_message(message("News")).has_sources


@pytest.mark.parametrize(
    ("kind", "content"),
    [
        ("sticker", Sticker("S", "U", 1, 1, False, False, Sticker.REGULAR)),
        ("contact", Contact("+7", "Anna")),
        ("location", Location(1.0, 2.0)),
        ("dice", Dice(3, "🎲")),
    ],
)
def test_kinds_that_cannot_be_read_are_named(kind: str, content: object) -> None:
    assert kind_of(message(**{kind: content})) == kind


def test_a_place_with_a_name_is_a_place_and_the_unknown_is_other() -> None:
    place = Location(1.0, 2.0)
    assert kind_of(message(venue=Venue(place, "Café", "Street"), location=place)) == "location"
    assert kind_of(message()) == "other"
