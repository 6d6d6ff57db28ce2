"""Documents over SQL functions: one method, one function of the same name."""

from abc import ABC, abstractmethod
from collections.abc import Mapping
from datetime import datetime
from typing import Any

from pipelines.gateways.rows import Row, storable
from pipelines.store.documents import (
    DocumentCard,
    DocumentPage,
    ListedDocument,
    Stretch,
    Version,
)


class DocumentFunctions(ABC):
    """The part of FunctionGateway that people look after their documents with."""

    @abstractmethod
    async def table(self, function: str, arguments: Mapping[str, Any]) -> list[Row]:
        """Call a function that returns a table."""

    @abstractmethod
    async def value(self, function: str, arguments: Mapping[str, Any]) -> Any:
        """Call a function that returns one value, or void (None)."""

    async def list_documents(
        self, *, asker: int | None, query: str = "", skip: int = 0, limit: int = 8
    ) -> DocumentPage:
        """Return a stretch of what the asker may read, newest first."""
        arguments = {"p_asker": asker, "p_query": storable(query), "p_limit": limit}
        found = await self.table("list_documents", {**arguments, "p_skip": skip})
        if not found and skip:  # past the end, where no row says how many there are
            first = await self.table("list_documents", {**arguments, "p_skip": 0, "p_limit": 1})
            return DocumentPage((), first[0]["total"] if first else 0)
        return DocumentPage(tuple(map(_listed, found)), found[0]["total"] if found else 0)

    async def get_document(self, document_id: str, *, asker: int | None) -> DocumentCard | None:
        """Return the card of a version that the asker may read."""
        found = await self.table("get_document", {"p_document_id": document_id, "p_asker": asker})
        return _card(found[0]) if found else None

    async def asked_address(self, document_id: str, *, asker: int | None) -> str | None:
        """Return the address that a document was asked for under."""
        arguments = {"p_document_id": document_id, "p_asker": asker}
        address: str | None = await self.value("get_source_address", arguments)
        return address

    async def list_versions(self, document_id: str, *, asker: int | None) -> tuple[Version, ...]:
        """Return the versions that the asker may read, newest first."""
        found = await self.table("list_versions", {"p_document_id": document_id, "p_asker": asker})
        return tuple(
            Version(str(row["id"]), date_of(row["added_at"]), _date_or_none(row["superseded_at"]))
            for row in found
        )

    async def read_document(
        self, document_id: str, *, asker: int | None, skip: int, limit: int
    ) -> Stretch | None:
        """Return `limit` characters of the text from character `skip` on."""
        found = await self.table(
            "read_document",
            {"p_document_id": document_id, "p_asker": asker, "p_skip": skip, "p_limit": limit},
        )
        return Stretch(found[0]["text"], found[0]["total"]) if found else None

    async def rename_document(self, document_id: str, title: str, *, asker: int) -> bool:
        """Rename, or return False."""
        return bool(
            await self.value(
                "rename_document",
                {"p_document_id": document_id, "p_title": storable(title), "p_actor": asker},
            )
        )

    async def delete_document(self, document_id: str, *, asker: int) -> bool:
        """Delete with all versions, or return False."""
        return bool(
            await self.value("delete_document", {"p_document_id": document_id, "p_actor": asker})
        )

    async def count_to_clean(self, *, asker: int, everybodys: bool) -> int:
        """Count what clean_documents would delete."""
        return int(
            await self.value("count_to_clean", {"p_actor": asker, "p_everybodys": everybodys})
        )

    async def clean_documents(self, *, asker: int, everybodys: bool, limit: int) -> int:
        """Delete up to `limit` documents; return how many went."""
        return int(
            await self.value(
                "clean_documents",
                {"p_actor": asker, "p_everybodys": everybodys, "p_limit": limit},
            )
        )

    async def appoint_owners(self, telegram_ids: tuple[int, ...]) -> None:
        """Make these people owners of this copy."""
        await self.value("appoint_owners", {"p_telegram_ids": list(telegram_ids)})


def date_of(value: datetime | str) -> datetime:
    """Read a timestamptz: a datetime from psycopg, text from PostgREST."""
    return datetime.fromisoformat(value) if isinstance(value, str) else value


def _date_or_none(value: datetime | str | None) -> datetime | None:
    return None if value is None else date_of(value)


def _listed(row: Row) -> ListedDocument:
    return ListedDocument(
        document_id=str(row["id"]),
        title=row["title"] or "",
        kind=row["type"],
        added_at=date_of(row["published_at"]),
    )


def _card(row: Row) -> DocumentCard:
    current = row["current_id"]
    return DocumentCard(
        document_id=str(row["id"]),
        title=row["title"] or "",
        kind=row["type"],
        url=row["source_url"],
        file_name=row["file_name"],
        language=row["language"],
        pages=row["pages"],
        chunks=row["chunks"],
        author=row["author"],
        published=row["published"],
        added_at=date_of(row["added_at"]),
        superseded_at=_date_or_none(row["superseded_at"]),
        owner_telegram_id=row["owner_telegram_id"],
        owner_name=row["owner_name"],
        readers=tuple(row["readers"]),
        may_change=row["may_change"],
        current_id=None if current is None else str(current),
        versions=row["versions"],
        beginning=row["beginning"] or "",
    )
