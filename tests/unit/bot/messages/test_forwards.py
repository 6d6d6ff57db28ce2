"""Where forwarded messages come from."""

import datetime as dt

from telegram import (
    Chat,
    Message,
    MessageOrigin,
    MessageOriginChannel,
    MessageOriginChat,
    MessageOriginHiddenUser,
    MessageOriginUser,
    User,
)

from bot.messages.message import Forward, forward_of

THEN = dt.datetime(2026, 11, 3, 9, tzinfo=dt.UTC)


def forwarded(origin: MessageOrigin | None) -> Forward | None:
    chat = Chat(1, Chat.PRIVATE)
    return forward_of(Message(1, THEN, chat, text="x", forward_origin=origin))


def test_a_post_of_a_public_channel_can_be_opened_by_everyone() -> None:
    channel = Chat(-1001234, Chat.CHANNEL, title="News", username="the_news")
    assert forwarded(MessageOriginChannel(THEN, channel, 17)) == Forward(
        "News", "News", THEN, "https://t.me/the_news/17"
    )


def test_a_post_of_a_private_channel_keeps_its_signature_and_its_members_link() -> None:
    channel = Chat(-1001234567, Chat.CHANNEL, title="Club")
    assert forwarded(MessageOriginChannel(THEN, channel, 9, "Ivan")) == Forward(
        "Club", "Ivan", THEN, "https://t.me/c/1234567/9"
    )


def test_people_and_groups_are_named_but_cannot_be_opened() -> None:
    anna = User(5, "Anna", False, last_name="Lee", username="anna")
    assert forwarded(MessageOriginUser(THEN, anna)) == Forward("Anna Lee", "Anna Lee", THEN)
    assert forwarded(MessageOriginHiddenUser(THEN, "Boris")) == Forward("Boris", "Boris", THEN)
    group = Chat(-1009, Chat.SUPERGROUP, title="Group", username="group")
    assert forwarded(MessageOriginChat(THEN, group)) == Forward("Group", "Group", THEN)


def test_what_was_written_here_is_not_forwarded() -> None:
    assert forwarded(None) is None
