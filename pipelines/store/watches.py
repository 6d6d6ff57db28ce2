"""Pages that are looked at again every day or week."""

from pipelines.models.watches import MOST_WATCHES, DueVisit, Frequency, ListedWatch, Watch
from pipelines.store.database import (
    Database,
    date_or_none,
    storable,
    storable_or_none,
    text_or_none,
)


class WatchStore:
    """Watches, by whoever asked for them."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def add_watch(
        self,
        *,
        actor: int,
        url: str,
        every: Frequency,
        origin: str,
        reader_role: str | None,
        most: int = MOST_WATCHES,
    ) -> str | None:
        """Begin to watch a page, or change how often; None when there are too many."""
        value = await self._database.value(
            "add_watch",
            p_actor=actor,
            p_url=storable(url),
            p_every=every,
            p_origin=origin,
            p_reader_role=reader_role,
            p_most=most,
        )
        return text_or_none(value)

    async def list_watches(self, asker: int) -> tuple[ListedWatch, ...]:
        """Return what somebody watches, oldest first."""
        rows = await self._database.rows("list_watches", p_asker=asker)
        return tuple(
            ListedWatch(
                watch_id=str(row["id"]),
                url=row["url"],
                every=row["every"],
                visited_at=date_or_none(row["visited_at"]),
                failures=row["failures"],
            )
            for row in rows
        )

    async def stop_watch(self, watch_id: str, *, actor: int) -> bool:
        """End a watch of the actor's, or return False."""
        return bool(await self._database.value("stop_watch", p_watch_id=watch_id, p_actor=actor))

    async def claim_due_watches(self, limit: int) -> tuple[DueVisit, ...]:
        """Take watches whose time has come."""
        rows = await self._database.rows("claim_due_watches", p_limit=limit)
        return tuple(DueVisit(str(row["id"]), row["visit"]) for row in rows)

    async def get_watch(self, watch_id: str) -> Watch | None:
        """Return a watch, unless it was stopped."""
        rows = await self._database.rows("get_watch", p_watch_id=watch_id)
        if not rows:
            return None
        [row] = rows
        return Watch(
            watch_id=str(row["id"]),
            owner=row["owner_telegram_id"],
            url=row["url"],
            every=row["every"],
            origin=row["origin"],
            reader_role=row["reader_role"],
            etag=row["etag"],
            last_modified=row["last_modified"],
            failures=row["failures"],
        )

    async def record_visit(
        self, watch_id: str, etag: str | None, last_modified: str | None
    ) -> None:
        """Note a visit that went well."""
        await self._database.value(
            "record_visit",
            p_watch_id=watch_id,
            p_etag=storable_or_none(etag),
            p_last_modified=storable_or_none(last_modified),
        )

    async def record_failed_visit(self, watch_id: str, failures: int, again_after_s: float) -> None:
        """Note a visit that came to nothing."""
        await self._database.value(
            "record_failed_visit",
            p_watch_id=watch_id,
            p_failures=failures,
            p_again_after=again_after_s,
        )
