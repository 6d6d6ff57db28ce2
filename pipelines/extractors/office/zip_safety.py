"""ZIP files: opened only when what they say of themselves is bearable, read with limits.

Office documents and books are ZIP files of XML too, and are checked here before a library sees
them: what they unpack to, and that no XML part declares entities.
"""

import io
import zipfile
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from typing import IO
from xml.parsers import expat

from lxml import etree  # type: ignore[import-untyped]

from pipelines.errors import SourceRefused

MIB = 1024 * 1024
MOST_BYTES = 100 * MIB  # of all members, unpacked
MOST_MEMBERS = 5000  # a book with many pictures
HIGHEST_RATIO = 50  # unpacked to packed; office documents stay under 20
RATIO_FROM = 8 * MIB  # below so much a high ratio does no harm

_PIECE = 64 * 1024
_BROKEN = (
    *(zipfile.BadZipFile, zlib.error, EOFError, LookupError, ValueError, TypeError),
    *(AttributeError, ArithmeticError, NotImplementedError, RuntimeError, OSError),
    *(etree.LxmlError, SyntaxError),
)


@contextmanager
def refusing_broken(*more: type[Exception]) -> Iterator[None]:
    """Turn what a parser raises over a file that does not keep to its format into SourceRefused."""
    try:
        yield
    except (*_BROKEN, *more) as error:
        raise SourceRefused("source-broken") from error


def open_zip(content: bytes) -> zipfile.ZipFile:
    """Open a ZIP file whose members, as it declares them, are within the limits.

    Declared sizes may lie; but nobody reads more of a member than it declares.

    Raises:
        SourceRefused: too many members, too large unpacked, packed too tightly, or broken.
    """
    with refusing_broken():
        archive = zipfile.ZipFile(io.BytesIO(content))
    members = archive.infolist()
    if len(members) > MOST_MEMBERS:
        raise SourceRefused("source-archive-too-many", limit=MOST_MEMBERS)
    unpacked = sum(member.file_size for member in members)
    if unpacked > MOST_BYTES:
        raise SourceRefused("source-archive-too-large", limit_mb=MOST_BYTES // MIB)
    if unpacked > max(RATIO_FROM, HIGHEST_RATIO * len(content)):
        raise SourceRefused("source-archive-too-tight", limit=HIGHEST_RATIO)
    return archive


def open_document(content: bytes) -> zipfile.ZipFile:
    """Open an office document or a book; see `open_zip`.

    Raises:
        SourceRefused: as above, or a part of it declares a document type or entities.
    """
    archive = open_zip(content)
    for member in archive.infolist():
        if not member.is_dir():
            with refusing_broken(), archive.open(member) as part:
                _check_prolog(part, xml=member.filename.endswith((".xml", ".rels", ".opf")))
    return archive


def read_xml(archive: zipfile.ZipFile, name: str) -> "etree._Element":
    """Parse an XML part of a document that `open_document` let through.

    Raises:
        SourceRefused: there is no such part, or it is not well formed.
    """
    parser = etree.XMLParser(resolve_entities=False, no_network=True, remove_comments=True)
    with refusing_broken():
        return etree.fromstring(archive.read(name), parser)


class _BegunError(Exception):
    """The root element has begun: no declaration can follow."""


def _check_prolog(part: IO[bytes], *, xml: bool) -> None:
    """Refuse XML with a document type; only what stands before the root element is parsed."""
    piece = part.read(_PIECE)
    if not xml and not piece[:256].lstrip(b"\xef\xbb\xbf\xff\xfe\0 \t\r\n").startswith(b"<?xml"):
        return
    parser = expat.ParserCreate()
    parser.StartDoctypeDeclHandler = _refuse_doctype
    parser.StartElementHandler = _begin
    try:
        while piece:
            parser.Parse(piece, False)
            piece = part.read(_PIECE)
    except _BegunError:
        return
    except expat.ExpatError as error:
        raise SourceRefused("source-broken") from error


def _refuse_doctype(name: str, system: str | None, public: str | None, internal: bool) -> None:
    # The document types of XHTML and of books declare nothing by themselves.
    if internal or name.lower() not in ("html", "ncx", "package"):
        raise SourceRefused("source-xml-entities")


def _begin(name: str, attributes: dict[str, str]) -> None:
    raise _BegunError
