"""The library as its people see it: what is listed, opened, renamed and deleted.

Who may read and who may change is decided in SQL; `asker` is a Telegram id.
"""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from datetime import datetime
from functools import partial

from pipelines.models.documents import Kind
from pipelines.store.database import (
    Database,
    Row,
    date_of,
    date_or_none,
    storable,
    text_or_none,
)

LONGEST_TITLE = 200  # characters


@dataclass(frozen=True, slots=True)
class ListedDocument:
    """One line of the list."""

    document_id: str
    title: str
    kind: Kind
    added_at: datetime
    file_name: str | None = None
    shares_title: bool = False  # with another of the list


@dataclass(frozen=True, slots=True)
class DocumentPage:
    """A stretch of the list, newest first, and how long the list is."""

    documents: tuple[ListedDocument, ...]
    total: int


@dataclass(frozen=True, slots=True)
class DocumentCard:
    """What is known of one version of a document."""

    document_id: str
    title: str
    kind: Kind
    url: str | None
    file_name: str | None
    language: str
    pages: int | None
    chunks: int
    author: str | None
    published: str | None
    added_at: datetime
    superseded_at: datetime | None  # when a newer version took its place
    owner_telegram_id: int | None
    owner_name: str | None
    readers: tuple[str, ...]  # names of the roles it is granted to
    may_change: bool  # whoever asked for the card
    current_id: str | None  # the version that is searched
    versions: int
    beginning: str
    full_citation: str = ""  # a bibliographic reference
    sheets: tuple[str, ...] = ()  # of a workbook
    seconds: int = 0  # from which on the last is said, of a recording

    @property
    def is_open(self) -> bool:
        """Whether everyone who may use the bot may read it."""
        return "everyone" in self.readers


@dataclass(frozen=True, slots=True)
class Version:
    """One version of a document, as a list of them shows it."""

    document_id: str
    added_at: datetime
    superseded_at: datetime | None


@dataclass(frozen=True, slots=True)
class Stretch:
    """Part of a document's text, and how many characters there are in all."""

    text: str
    total: int


class DocumentStore:
    """What people look after their documents with."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def list_documents(
        self,
        *,
        asker: int | None,
        query: str = "",
        skip: int = 0,
        limit: int = 8,
        language: str | None = None,
        since: datetime | None = None,
        until: datetime | None = None,
    ) -> DocumentPage:
        """Return a stretch of what the asker may read, newest first.

        Args:
            query: every word of it is in the title, file name or address.
            language: two-letter code that documents are in; None: any.
            since, until: when they were added: from then on, before then; None: whenever.
        """
        call = partial(
            self._database.rows,
            "list_documents",
            p_asker=asker,
            p_query=storable(query),
            p_language=language,
            p_since=since.isoformat() if since else None,
            p_until=until.isoformat() if until else None,
        )
        rows = await call(p_skip=skip, p_limit=limit)
        if not rows and skip:  # past the end, where no row says how many there are
            first = await call(p_skip=0, p_limit=1)
            return DocumentPage((), first[0]["total"] if first else 0)
        return DocumentPage(tuple(map(_listed, rows)), rows[0]["total"] if rows else 0)

    async def get_document(self, document_id: str, *, asker: int | None) -> DocumentCard | None:
        """Return the card of any version that the asker may read."""
        rows = await self._database.rows("get_document", p_document_id=document_id, p_asker=asker)
        return _card(rows[0]) if rows else None

    async def get_source_address(self, document_id: str, *, asker: int | None) -> str | None:
        """Return the address to fetch a document from again: not what the page calls itself."""
        address: str | None = await self._database.value(
            "get_source_address", p_document_id=document_id, p_asker=asker
        )
        return address

    async def list_versions(self, document_id: str, *, asker: int | None) -> tuple[Version, ...]:
        """Return the versions that the asker may read, newest first."""
        rows = await self._database.rows(
            "list_versions", paged=True, p_document_id=document_id, p_asker=asker
        )
        return tuple(
            Version(str(row["id"]), date_of(row["added_at"]), date_or_none(row["superseded_at"]))
            for row in rows
        )

    async def read_document(
        self, document_id: str, *, asker: int | None, skip: int, limit: int
    ) -> Stretch | None:
        """Return `limit` characters from character `skip` on; None if the asker may not read."""
        rows = await self._database.rows(
            "read_document",
            p_document_id=document_id,
            p_asker=asker,
            p_skip=skip,
            p_limit=limit,
        )
        return Stretch(rows[0]["text"], rows[0]["total"]) if rows else None

    async def still_readable(
        self, document_ids: Collection[str], *, asker: int | None
    ) -> tuple[str, ...]:
        """Return which of these documents, of any version, the asker may read now."""
        found = await self._still_readable(document_ids, asker)
        return () if found is None else found

    async def may_be_shown(
        self, document_ids: Collection[str], *, asker: int | None, reader: int | None = None
    ) -> bool:
        """Tell whether what was read of all these may be shown to the asker now.

        What rests on no document may be shown to whoever is let in. `reader` asked by the rights of
        a group, and is nobody who was shut out.
        """
        found = await self._still_readable(document_ids, asker, reader)
        return found is not None and set(document_ids) <= set(found)

    async def _still_readable(
        self, document_ids: Collection[str], asker: int | None, reader: int | None = None
    ) -> tuple[str, ...] | None:
        found = await self._database.value(
            "still_readable", p_document_ids=list(document_ids), p_asker=asker, p_reader=reader
        )
        return None if found is None else tuple(map(str, found))

    async def list_readers(self, document_ids: Collection[str]) -> Mapping[str, tuple[str, ...]]:
        """Return the names of the roles that may read each of these: for whoever added them."""
        rows = await self._database.rows(
            "list_readers", paged=True, p_document_ids=list(document_ids)
        )
        return {str(row["id"]): tuple(row["readers"]) for row in rows}

    async def rename_document(self, document_id: str, title: str, *, actor: int) -> bool:
        """Give all versions this title, later ones too; False when the actor may not."""
        return bool(
            await self._database.value(
                "rename_document",
                p_document_id=document_id,
                p_title=storable(title),
                p_actor=actor,
            )
        )

    async def delete_document(self, document_id: str, *, actor: int) -> bool:
        """Delete it with all its versions; False when the actor may not."""
        return bool(
            await self._database.value("delete_document", p_document_id=document_id, p_actor=actor)
        )

    async def count_to_clean(self, *, actor: int, everybodys: bool) -> int:
        """Count what clean_documents would delete."""
        return int(
            await self._database.value("count_to_clean", p_actor=actor, p_everybodys=everybodys)
        )

    async def clean_documents(self, *, actor: int, everybodys: bool, limit: int) -> int:
        """Delete up to `limit` documents: the actor's, or an owner's of this copy, everybody's."""
        return int(
            await self._database.value(
                "clean_documents", p_actor=actor, p_everybodys=everybodys, p_limit=limit
            )
        )


async def clean(
    documents: DocumentStore, *, actor: int, everybodys: bool, batch_size: int = 50
) -> int:
    """Delete all that may be deleted, some at a time; return how many documents went.

    What was deleted stays deleted when this is interrupted, and calling it again does the rest.
    """
    total = 0
    while gone := await documents.clean_documents(
        actor=actor, everybodys=everybodys, limit=batch_size
    ):
        total += gone
    return total


def _listed(row: Row) -> ListedDocument:
    return ListedDocument(
        document_id=str(row["id"]),
        title=row["title"] or "",
        kind=row["type"],
        added_at=date_of(row["published_at"]),
        file_name=row["file_name"],
        shares_title=row["shares_title"],
    )


def _card(row: Row) -> DocumentCard:
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
        superseded_at=date_or_none(row["superseded_at"]),
        owner_telegram_id=row["owner_telegram_id"],
        owner_name=row["owner_name"],
        readers=tuple(row["readers"]),
        may_change=row["may_change"],
        current_id=text_or_none(row["current_id"]),
        versions=row["versions"],
        beginning=row["beginning"] or "",
        full_citation=row["full_citation"] or "",
        sheets=tuple(map(str, row["metadata"].get("sheets", ()))),
        seconds=int(row["metadata"].get("seconds", 0)),
    )
