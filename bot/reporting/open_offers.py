"""Offers to add to the base what was sent, not pressed yet: of each chat the latest.

A question that gets no answer recalls it, once: whoever sends a file and asks at once believes that
it is there to be asked. A note recalls only what asks of something that it speaks of: it may have
been no note, and has nothing to do with what is asked next. Of its text, which nobody wanted in the
base yet, no more is kept than digests of its words.
"""

import json
from dataclasses import dataclass
from hashlib import blake2b

from pipelines.errors import InternalError
from pipelines.nodes.text.words import content_words
from pipelines.store.batches import ArtifactStore

_HINT = "hint"
_DIGEST_BYTES = 6


@dataclass(frozen=True, slots=True)
class OpenOffer:
    """An offer under which nothing was pressed."""

    hint_id: int
    words: frozenset[str] = frozenset()  # digests of those of a text; none of anything else


@dataclass(frozen=True, slots=True)
class OpenOffers:
    """The hint of each chat under which nothing was pressed."""

    artifacts: ArtifactStore

    async def keep(self, chat_id: int, hint_id: int, *, note: str = "") -> None:
        """Keep an offer in the place of an earlier one; of a text, what its words are known by."""
        await self._forget(chat_id)
        content = json.dumps([hint_id, sorted(_digests(note))]).encode()
        await self.artifacts.put_artifact(_place(chat_id), _HINT, content)

    async def close(self, chat_id: int, hint_id: int) -> None:
        """Forget an offer: a button under it was pressed. A later one stays open."""
        kept = await self._kept(chat_id)
        if kept is not None and kept.hint_id == hint_id:
            await self._forget(chat_id)

    async def is_open(self, chat_id: int) -> bool:
        """Say whether something waits to be added that surely was meant for the base: no note."""
        kept = await self._kept(chat_id)
        return kept is not None and not kept.words

    async def take(self, chat_id: int, question: str) -> OpenOffer | None:
        """Return an open offer that may answer a question, and forget it; None without one."""
        kept = await self._kept(chat_id)
        if kept is None:
            return None
        if kept.words and kept.words.isdisjoint(_digests(question)):
            return None
        await self._forget(chat_id)
        return kept

    async def _kept(self, chat_id: int) -> OpenOffer | None:
        try:
            kept = json.loads(await self.artifacts.get_artifact(_place(chat_id), _HINT))
        except InternalError:
            return None
        hint_id, words = kept if isinstance(kept, list) else (kept, ())
        return OpenOffer(int(hint_id), frozenset(words if isinstance(words, list) else ()))

    async def _forget(self, chat_id: int) -> None:
        await self.artifacts.delete_artifacts(_place(chat_id))


def _digests(text: str) -> set[str]:
    return {
        blake2b(word.encode(), digest_size=_DIGEST_BYTES).hexdigest()
        for word in content_words(text)
    }


def _place(chat_id: int) -> str:
    return f"open-offer-{chat_id}"
