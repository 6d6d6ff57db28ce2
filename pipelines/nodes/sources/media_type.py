"""What bytes are, told by the bytes themselves; names and headers are only checked against it."""

import re
from pathlib import PurePath

from pipelines.errors import SourceRefused
from pipelines.nodes.sources.signatures import foreign_format, image_type, zip_kind

SPEECH = "audio/x-speech"  # any of them: the transcriber finds out which

_BEGINNINGS = (
    b"OggS",
    b"ID3",
    b"fLaC",
    b"\x1aE\xdf\xa3",  # Matroska and WebM
    b"#!AMR",
    b"\x30\x26\xb2\x75\x8e\x66\xcf\x11",  # ASF: WMA and WMV
)
_PICTURES_IN_A_BOX = (b"heic", b"heix", b"mif1", b"msf1", b"avif", b"avis", b"crx ")


def sounds(content: bytes) -> bool:
    """Tell whether the bytes are a sound or a film, as far as their beginning shows.

    Source: Gary Kessler's file signature table; ISO/IEC 14496-12 for `ftyp`.
    """
    if content.startswith(_BEGINNINGS):
        return True
    if content[4:8] == b"ftyp":
        return content[8:12].lower() not in _PICTURES_IN_A_BOX
    if content[:4] == b"RIFF":
        return content[8:12] in (b"WAVE", b"AVI ")
    # An MPEG audio frame: eleven set bits, then a layer and a rate that are not reserved.
    return (
        len(content) > 3
        and content[0] == 0xFF
        and content[1] & 0xE0 == 0xE0
        and content[1] & 0x06 != 0
        and content[2] & 0xF0 != 0xF0
        and content[:3] != b"\xff\xd8\xff"
        and content[:2] not in (b"\xff\xfe", b"\xff\xff")
    )


PDF = "application/pdf"
HTML = "text/html"
MARKDOWN = "text/markdown"
PLAIN = "text/plain"
CSV = "text/csv"
CAPTIONS = "application/x-captions+json"
MAIL = "message/rfc822"
RTF = "application/rtf"
ZIP = "application/zip"
EPUB = "application/epub+zip"
DOCX = "application/vnd.openxmlformats-officedocument.wordprocessingml.document"
PPTX = "application/vnd.openxmlformats-officedocument.presentationml.presentation"
XLSX = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
ODT = "application/vnd.oasis.opendocument.text"

_HEAD = 4096
_NAMES = {
    PDF: "PDF",
    HTML: "HTML",
    MARKDOWN: "Markdown",
    PLAIN: "text",
    CSV: "CSV",
    MAIL: "EML",
    RTF: "RTF",
    ZIP: "ZIP",
    EPUB: "EPUB",
    DOCX: "DOCX",
    PPTX: "PPTX",
    XLSX: "XLSX",
    ODT: "ODT",
}
_ZIPPED = {_NAMES[kind]: kind for kind in (ZIP, EPUB, DOCX, PPTX, XLSX, ODT)}
_TEXTS = (HTML, MARKDOWN, PLAIN, CSV)
_IMAGES = ("png", "jpg", "jpeg", "gif", "webp", "tif", "tiff", "bmp", "heic", "heif", "avif")
_SOUNDS = ("mp3", "ogg", "oga", "opus", "wav", "m4a", "flac", "mp4", "mov", "webm", "mkv", "avi")
_STRUCTURES = ("json", "jsonl", "xml", "srt", "vtt", "fb2", "ipynb", "svg")
# What a computer carries out: nobody means its text, whatever stands in it.
_PROGRAMS = (
    *("exe", "dll", "com", "scr", "msi", "bat", "cmd", "ps1", "vbs", "so", "dylib", "apk", "jar"),
    *("class", "pyc", "dmg", "deb", "rpm"),
)
# What a name promises, by family; programs write text under any name, so those share one.
_PROMISES: dict[str, tuple[str, ...]] = {
    "pdf": (PDF,),
    "eml": (MAIL,),
    "epub": (EPUB,),
    **dict.fromkeys(("docx", "docm", "dotx"), (DOCX,)),
    **dict.fromkeys(("pptx", "pptm", "ppsx"), (PPTX,)),
    **dict.fromkeys(("xlsx", "xlsm"), (XLSX,)),
    **dict.fromkeys(("odt", "ott"), (ODT,)),
    **dict.fromkeys(("doc", "rtf"), (RTF, DOCX)),
    "xls": (XLSX,),
    "ppt": (PPTX,),
    "zip": tuple(_ZIPPED.values()),
    **dict.fromkeys(("pages", "key", "numbers", "ods", "odp"), ()),
    **dict.fromkeys(("txt", "text", "csv", "tsv", "tab"), ("text", RTF)),
    **dict.fromkeys(("md", "markdown", "html", "htm", "xhtml", *_STRUCTURES), ("text",)),
    **dict.fromkeys(_IMAGES, ("image",)),
    **dict.fromkeys(_SOUNDS, ("sound",)),
}
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
        content: all of the bytes, or at least their first 4096 (of a ZIP: all).
        file_name: as the user sent it; its extension must not contradict the bytes.
        declared: a Content-Type header, which must not contradict the bytes either.
    Returns:
        One of the types named above, `image/…`, or SPEECH for whatever sounds.
    Raises:
        SourceRefused: empty, unreadable, of a format not supported, or not what it claims.
    """
    if not content.strip(b"\0 \t\r\n"):
        raise SourceRefused("source-empty")
    extension = _extension(file_name)
    found = _recognise(content, extension)
    _check_extension(found, extension)
    _check_declared(found, declared)
    return found


def refuse_by_name(file_name: str | None) -> None:
    """Refuse a file that no bytes would make readable under this name, before it is fetched.

    Raises:
        SourceRefused: it is a program, or of a format that is not read.
    """
    extension = _extension(file_name)
    if extension in (*_PROGRAMS, *_STRUCTURES) or _PROMISES.get(extension) == ():
        raise SourceRefused("source-not-supported", format=extension.upper())


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


def _recognise(content: bytes, extension: str) -> str:
    head = content[:_HEAD]
    if head.startswith((b"PK\x03\x04", b"PK\x05\x06")):
        kind = zip_kind(content, extension)
        if kind not in _ZIPPED:
            raise SourceRefused("source-not-supported", format=kind)
        return _ZIPPED[kind]
    if b"%PDF-" in head[:1024]:
        return PDF
    if head.startswith(b"{\\rtf"):
        return RTF
    if image := image_type(head):
        return image
    if sounds(head) and not _is_text(head):
        return SPEECH
    if extension in _PROGRAMS:
        raise SourceRefused("source-not-supported", format=extension.upper())
    if foreign := foreign_format(head, extension, is_text=_is_text(head)):
        raise SourceRefused("source-not-supported", format=foreign)
    if not _is_text(head):
        raise SourceRefused("source-broken" if extension == "pdf" else "source-unreadable")
    return _text_type(head, extension)


def _is_text(head: bytes) -> bool:
    if head.startswith((b"\xff\xfe", b"\xfe\xff", b"\xef\xbb\xbf")) or looks_like_utf16(head):
        return True
    nulls, controls = head.count(0), len(_CONTROL.findall(head))
    return nulls <= len(head) / 10 and controls <= len(head) / 50


def _text_type(head: bytes, extension: str) -> str:
    plain = head.replace(b"\0", b"").lstrip(b"\xef\xbb\xbf\xff\xfe")
    if extension in _STRUCTURES:  # each needs a reader of its own, which is not there yet
        raise SourceRefused("source-not-supported", format=extension.upper())
    if extension == "eml":
        return MAIL
    if extension in {"md", "markdown", "mdown", "mkd"}:
        return MARKDOWN
    if extension in {"txt", "text"}:
        return PLAIN
    if extension in {"html", "htm", "xhtml"} or _HTML_START.match(plain):
        return HTML
    if extension in {"csv", "tsv", "tab"}:
        return CSV
    if _XML_START.match(plain):
        raise SourceRefused("source-not-supported", format="XML")
    return PLAIN


def _check_extension(found: str, extension: str) -> None:
    promised = _PROMISES.get(extension)
    if promised is not None and _family(found) not in promised:
        raise SourceRefused("source-wrong-extension", found=_name(found), extension=extension[:20])


def _check_declared(found: str, declared: str | None) -> None:
    kind = (declared or "").split(";")[0].strip().lower()
    if not kind or kind in {"application/octet-stream", "binary/octet-stream"}:
        return
    promised, family = _declared_family(kind), _family(found)
    agrees = promised == family if {promised, family} & {PDF, "text", "image", "sound"} else True
    if not agrees and not (found in {CSV, MAIL, RTF} and promised in {"text", "other"}):
        raise SourceRefused("source-wrong-type", declared=kind[:60], found=_name(found))


def _declared_family(kind: str) -> str:
    if kind in {PDF, "application/x-pdf"}:
        return PDF
    if kind.startswith("text/") or kind.endswith(("+xml", "/xml", "/json", "+json")):
        return "text"
    if kind.startswith("image/"):
        return "image"
    return "sound" if kind.startswith(("audio/", "video/", "application/ogg")) else "other"


def _family(found: str) -> str:
    if found in _TEXTS:
        return "text"
    if found.startswith("image/"):
        return "image"
    return "sound" if found == SPEECH else found


def _name(found: str) -> str:
    if found == SPEECH:
        return "audio"
    return _NAMES.get(found) or found.partition("/")[2].upper()
