"""What bytes are, told by the bytes themselves; names and headers are only checked against it."""

import re
from pathlib import PurePath

from pipelines.errors import SourceRefused

PDF = "application/pdf"
HTML = "text/html"
MARKDOWN = "text/markdown"
PLAIN = "text/plain"
CAPTIONS = "application/x-captions+json"

_HEAD = 4096
_NAMES = {PDF: "PDF", HTML: "HTML", MARKDOWN: "Markdown", PLAIN: "text"}

# Signatures at the very beginning. Source: Gary Kessler's file signature table.
_SIGNATURES: tuple[tuple[bytes, str], ...] = (
    (b"\x89PNG\r\n\x1a\n", "PNG"),
    (b"\xff\xd8\xff", "JPEG"),
    (b"GIF87a", "GIF"),
    (b"GIF89a", "GIF"),
    (b"II*\x00", "TIFF"),
    (b"MM\x00*", "TIFF"),
    (b"\x00\x00\x01\x00", "ICO"),
    (b"\x1f\x8b", "GZIP"),
    (b"BZh", "BZIP2"),
    (b"\xfd7zXZ\x00", "XZ"),
    (b"7z\xbc\xaf\x27\x1c", "7Z"),
    (b"Rar!\x1a\x07", "RAR"),
    (b"\x28\xb5\x2f\xfd", "ZSTD"),
    (b"ID3", "MP3"),
    (b"\xff\xfb", "MP3"),
    (b"\xff\xf3", "MP3"),
    (b"OggS", "OGG"),
    (b"fLaC", "FLAC"),
    (b"\x1aE\xdf\xa3", "MKV"),
    (b"AT&TFORM", "DJVU"),
    (b"{\\rtf", "RTF"),
    (b"%!PS", "PS"),
    (b"SQLite format 3\x00", "SQLITE"),
    (b"\x7fELF", "ELF"),
)
_OLE = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
_ZIP = (b"PK\x03\x04", b"PK\x05\x06")
_OLE_NAMES = {"doc": "DOC", "xls": "XLS", "ppt": "PPT", "msg": "MSG"}
_ZIP_MARKS: tuple[tuple[bytes, str], ...] = (
    (b"word/", "DOCX"),
    (b"ppt/", "PPTX"),
    (b"xl/", "XLSX"),
    (b"application/epub+zip", "EPUB"),
    (b"opendocument.text", "ODT"),
    (b"opendocument.spreadsheet", "ODS"),
    (b"opendocument.presentation", "ODP"),
)
_ZIP_NAMES = {"docx", "pptx", "xlsx", "epub", "odt", "ods", "odp", "pages", "key", "numbers"}

# Text that needs a reader of its own, which is not there yet.
_STRUCTURED = {"csv", "tsv", "json", "jsonl", "xml", "srt", "vtt", "fb2", "eml", "ipynb", "svg"}
# Names that promise something else than text: text inside means a wrong name.
_NOT_TEXT = {"pdf", "doc", "xls", "ppt", "png", "jpg", "jpeg", "gif", "webp", "zip", "mp3"} | (
    _ZIP_NAMES
)
_HTML_START = re.compile(
    rb"\s*(?:<\?xml[^>]*>\s*)?(?:<!--.*?-->\s*)*<(?:!doctype\s+html|html|head|body)\b",
    re.IGNORECASE | re.DOTALL,
)
_XML_START = re.compile(rb"\s*<(?:\?xml|svg|FictionBook)\b", re.IGNORECASE)
_CONTROL = re.compile(rb"[\x01-\x08\x0e-\x1a\x1c-\x1f\x7f]")


def sniff_media_type(
    content: bytes, *, file_name: str | None = None, declared: str | None = None
) -> str:
    """Name the media type of `content`, or refuse it.

    Args:
        content: all of the bytes, or at least their first 4096.
        file_name: as the user sent it; its extension must not contradict the bytes.
        declared: a Content-Type header, which must not contradict the bytes either.
    Returns:
        PDF, HTML, MARKDOWN or PLAIN.
    Raises:
        SourceRefused: empty, unreadable, of a format not supported yet, or not what it claims.
    """
    if not content.strip(b"\0 \t\r\n"):
        raise SourceRefused("source-empty")
    extension = _extension(file_name)
    found = _recognise(content[:_HEAD], extension)
    _check_extension(found, extension)
    _check_declared(found, declared)
    return found


def looks_like_utf16(content: bytes) -> str | None:
    """Return "utf-16-le" or "utf-16-be" when the bytes are UTF-16 without a mark, else None."""
    head = content[: _HEAD - _HEAD % 2]
    head = head[: len(head) - len(head) % 2]
    if len(head) < 4:
        return None
    for encoding, high in (("utf-16-le", head[1::2]), ("utf-16-be", head[0::2])):
        few = len(set(high)) <= max(3, len(high) // 20)
        small = sum(byte < 0x06 for byte in high) > 0.9 * len(high)
        low = head[0::2] if high is not head[0::2] and encoding == "utf-16-le" else head[1::2]
        if few and small and len(set(low)) > 2 and sum(byte < 0x06 for byte in low) < len(low) / 2:
            return encoding
    return None


def _extension(file_name: str | None) -> str:
    return PurePath(file_name).suffix.lstrip(".").lower() if file_name else ""


def _recognise(head: bytes, extension: str) -> str:
    if b"%PDF-" in head[:1024]:
        return PDF
    foreign = _foreign_format(head, extension)
    if foreign:
        raise SourceRefused("source-not-supported", format=foreign)
    if not _is_text(head):
        if extension == "pdf":
            raise SourceRefused("source-broken")
        raise SourceRefused("source-unreadable")
    return _text_type(head, extension)


def _foreign_format(head: bytes, extension: str) -> str | None:
    if head.startswith(_ZIP):
        for mark, name in _ZIP_MARKS:
            if mark in head:
                return name
        return extension.upper() if extension in _ZIP_NAMES else "ZIP"
    if head.startswith(_OLE):
        return _OLE_NAMES.get(extension, "DOC")
    if head[:4] == b"RIFF":
        return {b"WEBP": "WEBP", b"WAVE": "WAV"}.get(head[8:12], "AVI")
    if head[4:8] == b"ftyp":
        return {b"heic": "HEIC", b"avif": "AVIF", b"M4A ": "M4A"}.get(head[8:12], "MP4")
    if head[257:262] == b"ustar":
        return "TAR"
    for signature, name in _SIGNATURES:
        if head.startswith(signature):
            return name
    weak = {b"BM": "BMP", b"MZ": "EXE"}.get(head[:2])
    return weak if weak and not _is_text(head) else None


def _is_text(head: bytes) -> bool:
    if head.startswith((b"\xff\xfe", b"\xfe\xff", b"\xef\xbb\xbf")) or looks_like_utf16(head):
        return True
    nulls, controls = head.count(0), len(_CONTROL.findall(head))
    return nulls <= len(head) / 10 and controls <= len(head) / 50


def _text_type(head: bytes, extension: str) -> str:
    plain = head.replace(b"\0", b"").lstrip(b"\xef\xbb\xbf\xff\xfe")
    if extension in _STRUCTURED:
        raise SourceRefused("source-not-supported", format=extension.upper())
    if extension in {"md", "markdown", "mdown", "mkd"}:
        return MARKDOWN
    if extension in {"txt", "text"}:
        return PLAIN
    if extension in {"html", "htm", "xhtml"} or _HTML_START.match(plain):
        return HTML
    if _XML_START.match(plain):
        raise SourceRefused("source-not-supported", format="XML")
    return PLAIN


def _check_extension(found: str, extension: str) -> None:
    wrong = extension in _NOT_TEXT - {"pdf"} if found == PDF else extension in _NOT_TEXT
    texts = {"txt", "text", "md", "markdown", "html", "htm", "xhtml"} | _STRUCTURED
    if wrong or (found == PDF and extension in texts):
        raise SourceRefused("source-wrong-extension", found=_NAMES[found], extension=extension[:20])


def _check_declared(found: str, declared: str | None) -> None:
    kind = (declared or "").split(";")[0].strip().lower()
    if not kind or kind in {"application/octet-stream", "binary/octet-stream"}:
        return
    textual = kind.startswith("text/") or kind.endswith(("+xml", "/xml", "/json", "+json"))
    agrees = kind in {PDF, "application/x-pdf"} if found == PDF else textual
    if not agrees:
        raise SourceRefused("source-wrong-type", declared=kind[:60], found=_NAMES[found])
