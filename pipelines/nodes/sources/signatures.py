"""How files of other kinds begin: pictures, which are read, and formats that are not."""

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
