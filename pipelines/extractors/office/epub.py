"""Read books in EPUB."""

import posixpath
import zipfile
from collections.abc import Iterator
from typing import Any
from urllib.parse import unquote

from pipelines.errors import SourceRefused
from pipelines.extractors.lists import join_items
from pipelines.extractors.office.zip_safety import open_document, read_xml, refusing_broken
from pipelines.extractors.titles import choose_title
from pipelines.extractors.web.markup import markup_blocks
from pipelines.models.documents import Block, Extracted, Fetched

_NAMES = {
    "container": "urn:oasis:names:tc:opendocument:xmlns:container",
    "opf": "http://www.idpf.org/2007/opf",
    "dc": "http://purl.org/dc/elements/1.1/",
}
_ENCRYPTION = "META-INF/encryption.xml"
_READABLE = {"application/xhtml+xml", "text/html", "application/x-dtbook+xml"}


class EpubExtractor:
    """Reads EPUB 2 and 3: the chapters in the order of the spine. Source: W3C EPUB 3.3."""

    def extract(self, fetched: Fetched) -> Extracted:
        """Return the headings, paragraphs, lists and table rows of every chapter.

        Raises:
            SourceRefused: a bomb, broken, locked, or without text.
        """
        with open_document(fetched.content) as archive, refusing_broken():
            place = _package_place(archive)
            package = read_xml(archive, place)
            # What is named again is read once: fifty thousand names take four kilobytes.
            chapters = list(dict.fromkeys(_chapters(package, place, set(archive.namelist()))))
            locked = _locked(archive)
            if locked.intersection(chapters):
                raise SourceRefused("source-locked-book")
            blocks = tuple(_blocks(archive, chapters))
        if not blocks:
            raise SourceRefused("source-no-text")
        title, author = (_said(package, name) for name in ("title", "creator"))
        language, date = (_said(package, name) for name in ("language", "date"))
        return Extracted(
            blocks=blocks,
            title=choose_title([title], fetched, blocks),
            url=fetched.url,
            language=language[:2].lower() if language else None,
            author=author,
            published=date[:10] if date else None,
        )


def _package_place(archive: zipfile.ZipFile) -> str:
    container = read_xml(archive, "META-INF/container.xml")
    found = container.find(".//container:rootfile", _NAMES)
    place = None if found is None else found.get("full-path")
    if not place:
        raise SourceRefused("source-broken")
    return str(place)


def _chapters(package: Any, place: str, names: set[str]) -> Iterator[str]:
    """Yield the names of the members that are read, in reading order."""
    manifest = {
        item.get("id"): item.get("href", "")
        for item in package.iterfind("opf:manifest/opf:item", _NAMES)
        if item.get("media-type") in _READABLE and "nav" not in item.get("properties", "").split()
    }
    folder = posixpath.dirname(place)
    for reference in package.iterfind("opf:spine/opf:itemref", _NAMES):
        href = manifest.get(reference.get("idref"), "").partition("#")[0]
        name = posixpath.normpath(posixpath.join(folder, unquote(href)))
        if href and name in names:
            yield name


def _blocks(archive: zipfile.ZipFile, chapters: list[str]) -> Iterator[Block]:
    for name in chapters:
        yield from join_items(markup_blocks(archive.read(name)))


def _locked(archive: zipfile.ZipFile) -> set[str]:
    """Return the names of the members that only a bookshop's own program can read."""
    if _ENCRYPTION not in archive.namelist():
        return set()
    return {
        unquote(reference.get("URI", ""))
        for reference in read_xml(archive, _ENCRYPTION).iter("{*}CipherReference")
    }


def _said(package: Any, name: str) -> str | None:
    text = package.findtext(f"opf:metadata/dc:{name}", None, _NAMES)
    return " ".join(text.split()) or None if text else None
