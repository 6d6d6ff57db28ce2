"""A text that was written in Telegram: a forwarded post, a note, the words under a picture."""

import json
from dataclasses import asdict, dataclass

from pipelines.errors import InternalError

POST = "application/x-post+json"


@dataclass(frozen=True, slots=True)
class Post:
    """Such a text, with what a citation of it needs to name and open the original.

    It waits as an artifact, not in the request: records of runs hold no text of people.
    """

    text: str
    title: str
    url: str | None = None
    author: str | None = None
    published: str | None = None  # ISO 8601 date
    is_note: bool = False  # many have one title: tell them apart by their first words

    def encode(self) -> bytes:
        """Turn it into the bytes of an artifact."""
        return json.dumps(asdict(self), ensure_ascii=False).encode("utf-8", "replace")

    @classmethod
    def decode(cls, content: bytes) -> "Post":
        """Read what `encode` wrote.

        Raises:
            InternalError: the bytes are something else.
        """
        try:
            return cls(**json.loads(content))
        except (ValueError, TypeError) as error:
            raise InternalError("an artifact that is no post") from error
