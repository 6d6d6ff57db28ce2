"""Fetch a file that was handed over with the batch and waits in the database."""

from pipelines.errors import InternalError, SourceRefused
from pipelines.fetchers.web.body import MIB
from pipelines.models.documents import Fetched, Source
from pipelines.nodes.sources.media_type import sniff_media_type
from pipelines.store.batches import ArtifactStore


class ArtifactFetcher:
    """Gets files whose reference has the place "artifact" and the key "<batch_id>/<name>"."""

    def __init__(self, store: ArtifactStore, *, byte_limit: int = 20 * MIB) -> None:
        self._store = store
        self._byte_limit = byte_limit

    async def fetch(self, source: Source) -> Fetched:
        """Get the bytes and name their media type.

        Raises:
            SourceRefused: empty, too large, or of a kind that cannot be read.
        """
        file = source.file
        if file is None or file.place != "artifact":
            raise InternalError(f"item {source.idx} is not an artifact")
        batch_id, _, name = file.key.partition("/")
        content = await self._store.get_artifact(batch_id, name)
        if len(content) > self._byte_limit:
            raise SourceRefused("source-too-large", limit_mb=self._byte_limit // MIB)
        media_type = sniff_media_type(content, file_name=file.file_name)
        return Fetched(content=content, media_type=media_type, file_name=file.file_name)
