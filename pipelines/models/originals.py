"""The files that documents were read out of, and the pages of them that are shown."""

from dataclasses import dataclass
from typing import Literal


@dataclass(frozen=True, slots=True)
class Original:
    """The bytes that a document was read out of, and where they can be had again."""

    document_id: str
    sha256: str  # of the bytes
    size: int  # bytes
    file_name: str = ""
    place: Literal["telegram", "web"] | None = None  # None: it can be had nowhere any more
    key: str = ""  # its address there: a file id, a link


@dataclass(frozen=True, slots=True)
class PageQuote:
    """Words to be marked on a page, and what stands around them in the text that was read.

    Without words nothing is marked.
    """

    page: int  # 1-based
    text: str = ""
    before: str = ""
    after: str = ""
    is_row: bool = False  # of a table: "Column: value; Column: value"


@dataclass(frozen=True, slots=True)
class PagePicture:
    """A page as a picture."""

    content: bytes  # JPEG
    width: int
    height: int
    page: int  # 1-based
    pages: int  # of the whole document
    is_marked: bool
