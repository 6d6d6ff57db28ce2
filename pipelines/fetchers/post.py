"""Fetch a post that the bot left with the batch: a forwarded text, a note, a caption."""

from pipelines.errors import InternalError
from pipelines.models.documents import Fetched, Source
from pipelines.models.posts import POST
from pipelines.store.batches import ArtifactStore


class PostFetcher:
    """Gets posts whose reference has the place "post" and the key "<batch_id>/<name>".

    They have no file name: two notes of one day are not two versions of one file.
    """

    def __init__(self, store: ArtifactStore) -> None:
        self._store = store

    async def fetch(self, source: Source) -> Fetched:
        """Get the bytes, as they are.

        Raises:
            InternalError: the source is no post.
        """
        file = source.file
        if file is None or file.place != "post":
            raise InternalError(f"item {source.idx} is not a post")
        batch_id, _, name = file.key.partition("/")
        content = await self._store.get_artifact(batch_id, name)
        return Fetched(content=content, media_type=POST)
