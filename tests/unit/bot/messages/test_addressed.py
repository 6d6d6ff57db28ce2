"""Which messages of a group are the bot's, and what they say besides naming it."""

from typing import Any

import pytest
from telegram import Bot, Message, User

from bot.messages.addressed import command_of, is_addressed, without_address
from bot.sandbox.bot_api.formatting import entity_json, format_text
from bot.updates.triage import WantedUpdates

OURS = {"id": 4242, "is_bot": True, "first_name": "P", "username": "Paragraf_bot"}
ANNA = {"id": 7, "is_bot": False, "first_name": "Anna"}
GROUP = {"id": -5, "type": "supergroup", "title": "Team"}


@pytest.fixture
def bot() -> Bot:
    bot = Bot("4242:x")
    bot._bot_user = User.de_json(OURS, bot)
    return bot


def written(text: str, **more: Any) -> dict[str, Any]:
    """A message as Telegram writes it, with what its server marks by itself."""
    kind = "caption" if "document" in more else "text"
    marked = [entity_json(entity) for entity in format_text(text, ()).entities]
    entities = "caption_entities" if "document" in more else "entities"
    body = {"message_id": 1, "date": 1, "chat": GROUP, "from": ANNA, kind: text, entities: marked}
    return {**body, **more}


def reply_to(who: dict[str, Any], **more: Any) -> dict[str, Any]:
    return {"message_id": 9, "date": 1, "chat": GROUP, "from": who, "text": "x", **more}


FILE = {"file_id": "F", "file_unique_id": "U"}
CODE = [{"type": "code", "offset": 0, "length": 18}]
TOPIC = {"forum_topic_created": {"name": "Food", "icon_color": 1}}
ELSEWHERE = {"type": "hidden_user", "date": 1, "sender_user_name": "X"}


@pytest.mark.parametrize(
    ("message", "expected"),
    [
        (written("@paragraf_bot how long is a pass?"), "how long is a pass?"),
        (written("@Paragraf_Bot, how long?"), "how long?"),
        (written("😀 and how long, @paragraf_bot?"), "😀 and how long, ?"),
        (written("what does @paragraf_bot say of it"), "what does say of it"),
        (written("/ask how long?"), "how long?"),
        (written("/ask@paragraf_bot how long?"), "how long?"),
        (written("@paragraf_bot", document=FILE), ""),
        (written("how long?", reply_to_message=reply_to(OURS)), "how long?"),
        (written("/docs@paragraf_bot"), ""),
    ],
)
def test_a_message_for_the_bot_is_read_without_its_name(
    bot: Bot, message: dict[str, Any], expected: str
) -> None:
    read = Message.de_json(message, bot)
    assert is_addressed(read)
    assert WantedUpdates(bot).among([{"update_id": 1, "message": message}])
    own = without_address(read)
    assert (own.text or own.caption or "") == expected


@pytest.mark.parametrize(
    "message",
    [
        written("how long is a pass?"),
        written("ask paragraf_bot"),
        written("@paragraf_bot2 how long?"),
        written("@paragraf_bot says", entities=CODE),
        written("/docs"),
        written("/ask@other_bot how long?"),
        written("how long?", reply_to_message=reply_to(ANNA)),
        written("first in the topic", reply_to_message=reply_to(OURS, **TOPIC)),
        written("@paragraf_bot", forward_origin=ELSEWHERE),
        written("mail x@paragraf_bot.com"),
    ],
)
def test_what_people_say_to_one_another_is_not_even_written_down(
    bot: Bot, message: dict[str, Any]
) -> None:
    assert not is_addressed(Message.de_json(message, bot))
    for kind in ("message", "edited_message"):
        assert not WantedUpdates(bot).among([{"update_id": 1, kind: message}])


def test_other_updates_are_written_down(bot: Bot) -> None:
    private = {"id": 7, "type": "private", "first_name": "Anna"}
    for update in (
        {"message": written("how long?", chat=private)},
        {"message": written("", migrate_to_chat_id=-100)},
        {"callback_query": {"id": "1"}},
        {"message": {"chat": {"type": "group"}}},  # which cannot be read
    ):
        assert WantedUpdates(bot).among([{"update_id": 1, **update}])


def test_formatting_moves_along(bot: Bot) -> None:
    link = {"type": "text_link", "offset": 17, "length": 4, "url": "https://a.org/"}
    bold = {"type": "bold", "offset": 0, "length": 21}
    message = written("@paragraf_bot 😀 here")
    message["entities"] += [bold, link]
    own = without_address(Message.de_json(message, bot))
    assert own.text == "😀 here"
    assert [(each.type, own.parse_entity(each)) for each in own.entities] == [("text_link", "here")]
    command = command_of(Message.de_json(written("/ask@paragraf_bot x"), bot))
    assert command is not None
    assert command.name == "ask"
