"""What a peer must be able to do to be measured."""

from collections.abc import Sequence
from typing import Protocol


class Peer(Protocol):
    """A retrieval system, open and with its model loaded."""

    def ingest(self, paragraphs: Sequence[str]) -> None:
        """Take in texts, and keep them so that they can be shown."""
        ...

    def search(self, question: str, limit: int) -> list[int]:
        """Return which paragraphs were found, best first."""
        ...
