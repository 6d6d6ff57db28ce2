"""Bytes that the steps of a run keep for each other; they go when the run has ended."""

from pipelines.errors import DatabaseRefused
from pipelines.store.database import Database, bytes_of


class ArtifactStore:
    """Artifacts by batch and name."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def put_artifact(self, batch_id: str, name: str, content: bytes) -> None:
        """Keep bytes for a later step of the run."""
        await self._database.value(
            "put_artifact", p_batch_id=batch_id, p_name=name, p_content=content
        )

    async def get_artifact(self, batch_id: str, name: str) -> bytes:
        """Return the bytes that an earlier step kept.

        Raises:
            DatabaseRefused: there are none under this name.
        """
        content = await self._database.value("get_artifact", p_batch_id=batch_id, p_name=name)
        if content is None:
            raise DatabaseRefused(f"batch {batch_id} has no artifact {name}")
        return bytes_of(content)

    async def delete_artifacts(self, batch_id: str) -> None:
        """Drop what the steps of a run kept for each other."""
        await self._database.value("delete_artifacts", p_batch_id=batch_id)

    async def delete_artifacts_of(self, batch_id: str, prefix: str, name: str) -> None:
        """Delete those whose names start so, and the one that has this name."""
        await self._database.value(
            "delete_artifacts_of", p_batch_id=batch_id, p_prefix=prefix, p_name=name
        )
