"""How buttons name a batch: by what its id says besides the bot and the chat it belongs to.

So a press can name no batch but one of its own chat, and the name is short enough for a button.
"""

import re

_BATCH = re.compile(r"ingest-(?P<bot>\d+)-(?P<chat>-?\d+)-(?P<name>[0-9A-Za-z_-]+)")
AGAIN = "r"


def name_of(batch_id: str, chat_id: int) -> str | None:
    """Return the short name of a batch of this chat; None for any other batch."""
    found = _BATCH.fullmatch(batch_id)
    return found["name"] if found and int(found["chat"]) == chat_id else None


def batch_named(name: str, *, bot_id: int, chat_id: int) -> str:
    """Return the id of the batch of this bot and chat that has this short name."""
    return f"ingest-{bot_id}-{chat_id}-{name}"


def next_try_of(batch_id: str) -> str:
    """Return the id under which what failed of a batch is tried again: the same at every press."""
    return batch_id + AGAIN
