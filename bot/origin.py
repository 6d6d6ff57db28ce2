"""Where a run's reports go: packed into the string that pipelines carry without reading."""

import json
from dataclasses import asdict, dataclass

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
