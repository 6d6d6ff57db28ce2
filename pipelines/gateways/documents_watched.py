"""Watches over SQL functions: one method, one function of the same name."""

from abc import ABC, abstractmethod
from collections.abc import Mapping
from typing import Any

from pipelines.gateways.documents import date_of
from pipelines.gateways.rows import Row, storable, storable_or_none
from pipelines.models.watches import MOST_WATCHES, DueVisit, Frequency, ListedWatch, Watch


class WatchFunctions(ABC):
    """The part of FunctionGateway that keeps watches."""

    @abstractmethod
    async def table(self, function: str, arguments: Mapping[str, Any]) -> list[Row]:
        """Call a function that returns a table."""

    @abstractmethod
    async def value(self, function: str, arguments: Mapping[str, Any]) -> Any:
        """Call a function that returns one value, or void (None)."""

    async def add_watch(
        self,
        *,
        asker: int,
        url: str,
        every: Frequency,
        origin: str,
        readable_by_everyone: bool,
        most: int = MOST_WATCHES,
    ) -> str | None:
        """Begin to watch a page, or change how often; None when there are too many."""
        arguments = {
            "p_actor": asker,
            "p_url": storable(url),
            "p_every": every,
            "p_origin": origin,
            "p_readable_by_everyone": readable_by_everyone,
            "p_most": most,
        }
        found = await self.value("add_watch", arguments)
        return None if found is None else str(found)

    async def list_watches(self, asker: int) -> tuple[ListedWatch, ...]:
        """Return what somebody watches, oldest first."""
        found = await self.table("list_watches", {"p_asker": asker})
        return tuple(
            ListedWatch(
                watch_id=str(row["id"]),
                url=row["url"],
                every=row["every"],
                visited_at=None if row["visited_at"] is None else date_of(row["visited_at"]),
                failures=row["failures"],
            )
            for row in found
        )

    async def stop_watch(self, watch_id: str, *, asker: int) -> bool:
        """End a watch of the asker's, or return False."""
        return bool(await self.value("stop_watch", {"p_watch_id": watch_id, "p_actor": asker}))

    async def take_due_watches(self, limit: int) -> tuple[DueVisit, ...]:
        """Take watches whose time has come."""
        found = await self.table("claim_due_watches", {"p_limit": limit})
        return tuple(DueVisit(str(row["id"]), row["visit"]) for row in found)

    async def get_watch(self, watch_id: str) -> Watch | None:
        """Return a watch, unless it was stopped."""
        found = await self.table("get_watch", {"p_watch_id": watch_id})
        if not found:
            return None
        [row] = found
        return Watch(
            watch_id=str(row["id"]),
            owner=row["owner_telegram_id"],
            url=row["url"],
            every=row["every"],
            origin=row["origin"],
            readable_by_everyone=row["readable_by_everyone"],
            etag=row["etag"],
            last_modified=row["last_modified"],
            failures=row["failures"],
        )

    async def note_visit(self, watch_id: str, etag: str | None, last_modified: str | None) -> None:
        """Note a visit that went well."""
        await self.value(
            "record_visit",
            {
                "p_watch_id": watch_id,
                "p_etag": storable_or_none(etag),
                "p_last_modified": storable_or_none(last_modified),
            },
        )

    async def note_failed_visit(self, watch_id: str, failures: int, again_after_s: float) -> None:
        """Note a visit that came to nothing."""
        await self.value(
            "record_failed_visit",
            {"p_watch_id": watch_id, "p_failures": failures, "p_again_after": again_after_s},
        )

    async def versions_in_batch(self, batch_id: str) -> tuple[tuple[str, str | None], ...]:
        """Return a batch's documents, each with its former version."""
        found = await self.table("list_batch_versions", {"p_batch_id": batch_id})
        return tuple(
            (str(row["id"]), None if row["former_id"] is None else str(row["former_id"]))
            for row in found
        )
