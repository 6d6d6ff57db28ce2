"""How files begin: pictures, ZIP files, which may be documents, and formats that are not read."""

import io
import zipfile

# Source: Gary Kessler's file signature table.
_IMAGES: tuple[tuple[bytes, str], ...] = (
    (b"\x89PNG\r\n\x1a\n", "image/png"),
    (b"\xff\xd8\xff", "image/jpeg"),
    (b"GIF87a", "image/gif"),
    (b"GIF89a", "image/gif"),
    (b"II*\x00", "image/tiff"),
    (b"MM\x00*", "image/tiff"),
)
_FOREIGN: tuple[tuple[bytes, str], ...] = (
    (b"\x00\x00\x01\x00", "ICO"),
    (b"\x1f\x8b", "GZIP"),
    (b"BZh", "BZIP2"),
    (b"\xfd7zXZ\x00", "XZ"),
    (b"7z\xbc\xaf\x27\x1c", "7Z"),
    (b"Rar!\x1a\x07", "RAR"),
    (b"\x28\xb5\x2f\xfd", "ZSTD"),
    (b"AT&TFORM", "DJVU"),
    (b"%!PS", "PS"),
    (b"SQLite format 3\x00", "SQLITE"),
    (b"\x7fELF", "ELF"),
)
_OLE = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
_OLE_NAMES = {
    "doc": "DOC",
    "xls": "XLS",
    "ppt": "PPT",
    "msg": "MSG",
    "docx": "DOCX",
    "xlsx": "XLSX",
}
_HEIF = (b"heic", b"heix", b"mif1", b"msf1")
_OFFICE_PARTS = (("word/", "DOCX"), ("ppt/", "PPTX"), ("xl/", "XLSX"))
_MIMETYPES = {
    "application/epub+zip": "EPUB",
    "application/vnd.oasis.opendocument.text": "ODT",
    "application/vnd.oasis.opendocument.text-template": "ODT",
    "application/vnd.oasis.opendocument.spreadsheet": "ODS",
    "application/vnd.oasis.opendocument.presentation": "ODP",
}
_OTHER_ZIPS = {"pages", "key", "numbers", "ods", "odp", "jar", "apk"}
_OF_OFFICES = {"docx", "pptx", "xlsx", "epub", "odt"}
_LONGEST_MIMETYPE = 100


def image_type(head: bytes) -> str | None:
    """Name the media type of a picture, or None for anything else."""
    for signature, kind in _IMAGES:
        if head.startswith(signature):
            return kind
    if head[:4] == b"RIFF" and head[8:12] == b"WEBP":
        return "image/webp"
    if head[4:8] == b"ftyp" and head[8:12] in _HEIF:
        return "image/heic"
    if head[4:8] == b"ftyp" and head[8:12] == b"avif":
        return "image/avif"
    # Two letters are a weak sign; four reserved bytes that are zero make it a strong one.
    return "image/bmp" if head[:2] == b"BM" and head[6:10] == bytes(4) else None


def foreign_format(head: bytes, extension: str, *, is_text: bool) -> str | None:
    """Name a format that nothing here reads, by how it begins."""
    if head.startswith(_OLE):
        return _OLE_NAMES.get(extension, "DOC")
    if head[4:8] == b"ftyp":
        return "MP4"
    if head[257:262] == b"ustar":
        return "TAR"
    for signature, name in _FOREIGN:
        if head.startswith(signature):
            return name
    return "EXE" if head[:2] == b"MZ" and not is_text else None


def zip_kind(content: bytes, extension: str) -> str:
    """Name the format: DOCX, PPTX, XLSX, EPUB, ODT, ODS, ODP, ZIP or what the extension says.

    Only the list of names is read, and the few bytes by which a book says that it is one. A file
    that is cut short is what its name says: whoever reads it will find that it is broken.
    """
    names = _zip_names(content)
    if names is None:
        return extension.upper() if extension in _OF_OFFICES | _OTHER_ZIPS else "ZIP"
    for part, kind in _OFFICE_PARTS:
        if "[Content_Types].xml" in names and any(name.startswith(part) for name in names):
            return kind
    if names[:1] == ["mimetype"] and (kind := _MIMETYPES.get(_mimetype(content), "")):
        return kind
    if "META-INF/container.xml" in names:
        return "EPUB"
    return extension.upper() if extension in _OTHER_ZIPS else "ZIP"


def _zip_names(content: bytes) -> list[str] | None:
    try:
        with zipfile.ZipFile(io.BytesIO(content)) as archive:
            return archive.namelist()
    except (zipfile.BadZipFile, ValueError, NotImplementedError, EOFError):
        return None


def _mimetype(content: bytes) -> str:
    try:
        with (
            zipfile.ZipFile(io.BytesIO(content)) as archive,
            archive.open("mimetype") as member,
        ):
            return member.read(_LONGEST_MIMETYPE).decode("ascii", "replace").strip()
    except (zipfile.BadZipFile, ValueError, NotImplementedError, EOFError, RuntimeError):
        return ""
