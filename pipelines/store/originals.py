"""Where the files are that documents were read out of; their bytes are on disk, or fetched anew."""

from collections.abc import Sequence

from pipelines.models.originals import Original
from pipelines.store.database import Database, storable_or_none


class OriginalStore:
    """Originals by document."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def put_original(self, original: Original) -> None:
        """Note the original of a document; what is noted already stays."""
        await self._database.value(
            "put_original",
            p_document_id=original.document_id,
            p_sha256=original.sha256,
            p_size=original.size,
            p_place=original.place,
            p_key=storable_or_none(original.key or None),
        )

    async def get_original(self, document_id: str, *, asker: int | None) -> Original | None:
        """Return the original of any version that the asker may read; None without one."""
        rows = await self._database.rows("get_original", p_document_id=document_id, p_asker=asker)
        if not rows:
            return None
        (row,) = rows
        return Original(
            document_id=str(row["document_id"]),
            sha256=row["sha256"],
            size=row["size"],
            file_name=row["file_name"] or "",
            place=row["place"],
            key=row["key"] or "",
        )

    async def known_originals(self, sha256: Sequence[str]) -> frozenset[str]:
        """Return those of these that are some document's."""
        known = await self._database.value("known_originals", p_sha256=list(sha256))
        return frozenset(known)
