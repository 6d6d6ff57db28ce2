"""Offers to add to the base what was sent, not pressed yet: of each chat the latest.

A question that gets no answer recalls it, once: whoever sends a file and asks at once believes that
it is there to be asked.
"""

from dataclasses import dataclass

from pipelines.errors import InternalError
from pipelines.store.batches import ArtifactStore

_HINT = "hint"


@dataclass(frozen=True, slots=True)
class OpenOffers:
    """The hint of each chat under which nothing was pressed."""

    artifacts: ArtifactStore

    async def keep(self, chat_id: int, hint_id: int) -> None:
        """Keep an offer in the place of an earlier one."""
        await self.close(chat_id)
        await self.artifacts.put_artifact(_place(chat_id), _HINT, str(hint_id).encode())

    async def close(self, chat_id: int) -> None:
        """Forget an offer: a button under it was pressed."""
        await self.artifacts.delete_artifacts(_place(chat_id))

    async def take(self, chat_id: int) -> int | None:
        """Return the message of an open offer, and forget it; None without one."""
        try:
            kept = await self.artifacts.get_artifact(_place(chat_id), _HINT)
        except InternalError:
            return None
        await self.close(chat_id)
        return int(kept)


def _place(chat_id: int) -> str:
    return f"open-offer-{chat_id}"
