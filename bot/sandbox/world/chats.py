"""The messages of every chat, each in its current state."""

import time
from collections.abc import Sequence
from dataclasses import asdict, replace

from bot.sandbox.world.archive import Archive
from bot.sandbox.world.values import Message, message_from_record

_KIND = "message"


class Chats:
    """Keeps messages; ids are counted over all chats, as a Telegram account counts them."""

    def __init__(self, archive: Archive) -> None:
        self._archive = archive
        self._messages: dict[int, dict[int, Message]] = {}
        self._last_id = archive.load("counter").get("message_id", 0)
        records = archive.load(_KIND)
        for key in sorted(records, key=int):
            message = message_from_record(records[key])
            self._messages.setdefault(message.chat_id, {})[message.message_id] = message

    def get(self, chat_id: int, message_id: int) -> Message | None:
        """Return a message of this chat, if it is there and not deleted."""
        return self._messages.get(chat_id, {}).get(message_id)

    def after(self, chat_id: int, message_id: int) -> Sequence[Message]:
        """Return the messages of a chat with greater ids, in order."""
        messages = self._messages.get(chat_id, {}).values()
        return [message for message in messages if message.message_id > message_id]

    def last(self, chat_id: int) -> Message | None:
        """Return the newest message of a chat."""
        messages = self._messages.get(chat_id)
        return messages[next(reversed(messages))] if messages else None

    def add(self, draft: Message) -> Message:
        """Give the message its id and date and keep it."""
        message = replace(draft, message_id=self._last_id + 1, date=int(time.time()))
        with self._archive.transaction():
            self._archive.put("counter", "message_id", message.message_id)
            self._archive.put(_KIND, message.message_id, asdict(message))
        self._last_id = message.message_id
        self._messages.setdefault(message.chat_id, {})[message.message_id] = message
        return message

    def replace(self, message: Message) -> None:
        """Put a changed message in the place of its older state."""
        self._archive.put(_KIND, message.message_id, asdict(message))
        self._messages[message.chat_id][message.message_id] = message

    def remove(self, message: Message) -> None:
        """Delete a message for everyone."""
        self._archive.delete(_KIND, message.message_id)
        del self._messages[message.chat_id][message.message_id]
