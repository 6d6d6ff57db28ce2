"""Offers to add to the base what was sent, not pressed yet: of each chat the latest.

A question that gets no answer recalls it, once: whoever sends a file and asks at once believes that
it is there to be asked. A note recalls only what asks of something that it speaks of: it may have
been no note, and has nothing to do with what is asked next.
"""

import json
from dataclasses import dataclass

from pipelines.errors import InternalError
from pipelines.nodes.text.words import content_words
from pipelines.store.batches import ArtifactStore

_HINT = "hint"


@dataclass(frozen=True, slots=True)
class OpenOffer:
    """An offer under which nothing was pressed."""

    hint_id: int
    note: str = ""  # what is offered, where that is a text


@dataclass(frozen=True, slots=True)
class OpenOffers:
    """The hint of each chat under which nothing was pressed."""

    artifacts: ArtifactStore

    async def keep(self, chat_id: int, hint_id: int, *, note: str = "") -> None:
        """Keep an offer in the place of an earlier one; of a text, what it says."""
        await self._forget(chat_id)
        content = json.dumps([hint_id, note]).encode()
        await self.artifacts.put_artifact(_place(chat_id), _HINT, content)

    async def close(self, chat_id: int, hint_id: int) -> None:
        """Forget an offer: a button under it was pressed. A later one stays open."""
        kept = await self._kept(chat_id)
        if kept is not None and kept.hint_id == hint_id:
            await self._forget(chat_id)

    async def take(self, chat_id: int, question: str) -> OpenOffer | None:
        """Return an open offer that may answer a question, and forget it; None without one."""
        kept = await self._kept(chat_id)
        if kept is None:
            return None
        if kept.note and content_words(kept.note).isdisjoint(content_words(question)):
            return None
        await self._forget(chat_id)
        return kept

    async def _kept(self, chat_id: int) -> OpenOffer | None:
        try:
            kept = json.loads(await self.artifacts.get_artifact(_place(chat_id), _HINT))
        except InternalError:
            return None
        hint_id, note = kept if isinstance(kept, list) else (kept, "")
        return OpenOffer(int(hint_id), str(note))

    async def _forget(self, chat_id: int) -> None:
        await self.artifacts.delete_artifacts(_place(chat_id))


def _place(chat_id: int) -> str:
    return f"open-offer-{chat_id}"
