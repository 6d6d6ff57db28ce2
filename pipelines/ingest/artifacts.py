"""What the steps of a batch leave for each other: bytes under names within the item they are of.

They lie in the database until the run ends, so that any worker goes on where another stopped.
"""

from dataclasses import dataclass
from typing import Literal

from pipelines.engine.codec import decode_bytes
from pipelines.ingest.batch import Item
from pipelines.models.documents import CleanText
from pipelines.store.artifacts import ArtifactStore

# The bytes as fetched; what was read out of them; of scans, the pages recognised so far; the text
# that is kept; where it is cut.
ArtifactName = Literal["content", "extracted", "recognised", "clean", "chunks"]


@dataclass(frozen=True, slots=True)
class ItemArtifacts:
    """The artifacts of items."""

    store: ArtifactStore

    async def put(self, item: Item, name: ArtifactName, content: bytes) -> None:
        """Keep bytes for a later step."""
        await self.store.put_artifact(item.order.batch_id, item.artifact(name), content)

    async def get(self, item: Item, name: ArtifactName) -> bytes:
        """Return the bytes that an earlier step kept; raise DatabaseRefused if there are none."""
        return await self.store.get_artifact(item.order.batch_id, item.artifact(name))

    async def clean_text(self, item: Item) -> CleanText:
        """Return the text of an item as it is kept."""
        cleaned: CleanText = decode_bytes(CleanText, await self.get(item, "clean"))
        return cleaned
