"""The library as its people see it: what is listed, opened, renamed and deleted.

Who may read and who may change is decided in SQL; `asker` is a Telegram id.
"""

from dataclasses import dataclass
from datetime import datetime
from typing import Protocol

from pipelines.models.documents import Kind

LONGEST_TITLE = 200  # characters


@dataclass(frozen=True, slots=True)
class ListedDocument:
    """One line of the list."""

    document_id: str
    title: str
    kind: Kind
    added_at: datetime


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


class Documents(Protocol):
    """What the database can do with the library's documents: part of the Gateway."""

    async def list_documents(
        self, *, asker: int | None, query: str = "", skip: int = 0, limit: int = 8
    ) -> DocumentPage:
        """Newest first; every word of `query` is in the title, file name or address."""
        ...

    async def get_document(self, document_id: str, *, asker: int | None) -> DocumentCard | None:
        """Any version; None when there is none that the asker may read."""
        ...

    async def asked_address(self, document_id: str, *, asker: int | None) -> str | None:
        """The address to fetch a document from again: not what the page calls itself."""
        ...

    async def list_versions(self, document_id: str, *, asker: int | None) -> tuple[Version, ...]:
        """Newest first, the one that is searched before all."""
        ...

    async def read_document(
        self, document_id: str, *, asker: int | None, skip: int, limit: int
    ) -> Stretch | None:
        """The text as it was read, of any version; None when the asker may not read it."""
        ...

    async def rename_document(self, document_id: str, title: str, *, asker: int) -> bool:
        """Give all versions this title, later ones too; False when the asker may not."""
        ...

    async def delete_document(self, document_id: str, *, asker: int) -> bool:
        """Delete it with all its versions; False when the asker may not."""
        ...

    async def count_to_clean(self, *, asker: int, everybodys: bool) -> int:
        """How many documents `clean_documents` would delete."""
        ...

    async def clean_documents(self, *, asker: int, everybodys: bool, limit: int) -> int:
        """Delete up to `limit` documents: the asker's, or an owner's of this copy, everybody's."""
        ...

    async def appoint_owners(self, telegram_ids: tuple[int, ...]) -> None:
        """Make these people owners of this copy."""
        ...


async def clean(documents: Documents, *, asker: int, everybodys: bool, at_once: int = 50) -> int:
    """Delete all that may be deleted, some at a time; return how many documents went.

    What was deleted stays deleted when this is interrupted, and calling it again does the rest.
    """
    total = 0
    while gone := await documents.clean_documents(
        asker=asker, everybodys=everybodys, limit=at_once
    ):
        total += gone
    return total
