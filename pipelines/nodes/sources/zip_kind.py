"""What a ZIP file is: a document of an office program, a book, or an archive of files."""

import io
import zipfile

_PARTS = (("word/", "DOCX"), ("ppt/", "PPTX"), ("xl/", "XLSX"))
_MIMETYPES = {
    "application/epub+zip": "EPUB",
    "application/vnd.oasis.opendocument.text": "ODT",
    "application/vnd.oasis.opendocument.text-template": "ODT",
    "application/vnd.oasis.opendocument.spreadsheet": "ODS",
    "application/vnd.oasis.opendocument.presentation": "ODP",
}
_OTHERS = {"pages", "key", "numbers", "ods", "odp", "jar", "apk"}
_OF_OFFICES = {"docx", "pptx", "xlsx", "epub", "odt"}
_LONGEST_MIMETYPE = 100


def zip_kind(content: bytes, extension: str) -> str:
    """Name the format: DOCX, PPTX, XLSX, EPUB, ODT, ODS, ODP, ZIP or what the extension says.

    Only the list of names is read, and the few bytes by which a book says that it is one. A file
    that is cut short is what its name says: whoever reads it will find that it is broken.
    """
    names = _names(content)
    if names is None:
        return extension.upper() if extension in _OF_OFFICES | _OTHERS else "ZIP"
    for part, kind in _PARTS:
        if "[Content_Types].xml" in names and any(name.startswith(part) for name in names):
            return kind
    if names[:1] == ["mimetype"] and (kind := _MIMETYPES.get(_mimetype(content), "")):
        return kind
    if "META-INF/container.xml" in names:
        return "EPUB"
    return extension.upper() if extension in _OTHERS else "ZIP"


def _names(content: bytes) -> list[str] | None:
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
