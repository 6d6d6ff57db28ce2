"""Where a run's reports go: packed into the string that pipelines carry without reading."""

import json
from dataclasses import asdict, dataclass

from telegram import Message

from pipelines.errors import InternalError


@dataclass(frozen=True, slots=True)
class Origin:
    """Who asked, where, and in which interface language."""

    chat_id: int
    user_id: int
    language: str | None = None
    progress_id: int | None = None  # the message to edit while a batch goes on
    reply_to: int | None = None  # the message an answer belongs under, when it is not the last

    def encode(self) -> str:
        """Pack into a string that survives a restart."""
        return json.dumps(asdict(self), separators=(",", ":"))

    @classmethod
    def decode(cls, packed: str) -> "Origin | None":
        """Unpack; None when nobody waits.

        Raises:
            InternalError: the string was not made by `encode`.
        """
        if not packed:
            return None
        try:
            return cls(**json.loads(packed))
        except (ValueError, TypeError) as error:
            raise InternalError("an origin that this bot did not write") from error


def run_id(kind: str, message: Message) -> str:
    """Name the run that a message starts: the same at every delivery of it, and no other's.

    Message ids begin anew with another bot and with a new sandbox; the bot's id and the time tell
    those apart.
    """
    bot_id, sent = message.get_bot().id, int(message.date.timestamp())
    return f"{kind}-{bot_id}-{message.chat.id}-{message.message_id}-{sent}"
