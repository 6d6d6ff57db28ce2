"""The messages of every chat, each in its current state."""

import time
from collections.abc import Sequence
from dataclasses import asdict, replace

from bot.sandbox.world.archive import Archive
from bot.sandbox.world.values import Message, message_from_record

_KIND = "message"
_FIRST_SUPERGROUP = -(10**12)  # and those below
_ACCOUNT = "message_id"  # the counter of all other chats


class Chats:
    """Keeps messages; ids are counted as Telegram does: by the account, in supergroups by each."""

    def __init__(self, archive: Archive) -> None:
        self._archive = archive
        self._messages: dict[int, dict[int, Message]] = {}
        self._last_ids: dict[str, int] = {**archive.load("counter")}
        records = map(message_from_record, archive.load(_KIND).values())
        for message in sorted(records, key=lambda each: each.message_id):
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
        counter = _counter_of(draft.chat_id)
        message_id = self._last_ids.get(counter, 0) + 1
        message = replace(draft, message_id=message_id, date=int(time.time()))
        with self._archive.transaction():
            self._archive.put("counter", counter, message_id)
            self._archive.put(_KIND, _key_of(message), asdict(message))
        self._last_ids[counter] = message_id
        self._messages.setdefault(message.chat_id, {})[message.message_id] = message
        return message

    def replace(self, message: Message) -> None:
        """Put a changed message in the place of its older state."""
        self._archive.put(_KIND, _key_of(message), asdict(message))
        self._messages[message.chat_id][message.message_id] = message

    def remove(self, message: Message) -> None:
        """Delete a message for everyone."""
        self._archive.delete(_KIND, _key_of(message))
        del self._messages[message.chat_id][message.message_id]


def _counter_of(chat_id: int) -> str:
    return str(chat_id) if chat_id < _FIRST_SUPERGROUP else _ACCOUNT


def _key_of(message: Message) -> str:
    counter = _counter_of(message.chat_id)
    return str(message.message_id) if counter == _ACCOUNT else f"{counter}/{message.message_id}"
