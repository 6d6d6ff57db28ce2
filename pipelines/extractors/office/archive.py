"""Take files out of a ZIP archive: what is in it, then the bytes, some members at a time."""

import zipfile
import zlib

from pipelines.errors import SourceRefused
from pipelines.extractors.office.zip_safety import MIB, open_zip
from pipelines.models.documents import LARGEST_MEMBER_MB, ArchiveMember

MOST_FILES = 100
LARGEST_FILE = LARGEST_MEMBER_MB * MIB

_NOT_MEANT = ("__MACOSX/", ".DS_Store", "Thumbs.db", "desktop.ini")
_ENCRYPTED = 0x1
_UNICODE = 0x800
# What zipfile raises over a damaged, encrypted or unknown member; several are not documented.
_UNREADABLE = (
    *(zipfile.BadZipFile, zlib.error, EOFError, OSError),
    *(NotImplementedError, RuntimeError, ValueError, LookupError),
)


def survey(content: bytes) -> tuple[ArchiveMember, ...]:
    """List the files of an archive, without folders and what systems leave beside files.

    Raises:
        SourceRefused: a bomb, broken, more than MOST_FILES files, or none.
    """
    members = []
    with open_zip(content) as archive:
        for idx, info in enumerate(archive.infolist()):
            name = _name(info)
            if info.is_dir() or name.startswith(_NOT_MEANT[0]) or name.endswith(_NOT_MEANT[1:]):
                continue
            refusal = "source-archive-encrypted" if info.flag_bits & _ENCRYPTED else None
            if info.file_size > LARGEST_FILE:
                refusal = "source-too-large"
            members.append(ArchiveMember(idx, name, info.file_size, refusal))
    if len(members) > MOST_FILES:
        raise SourceRefused("source-archive-too-many", limit=MOST_FILES)
    if not members:
        raise SourceRefused("source-archive-empty")
    return tuple(members)


def take_out(content: bytes, indices: tuple[int, ...]) -> tuple[bytes | None, ...]:
    """Return the bytes of these members; None for one that is not what the archive says of it.

    Nobody unpacks more of a member than its declared size: one that goes on is broken.
    """
    with open_zip(content) as archive:
        members = archive.infolist()
        return tuple(_read(archive, members[idx]) for idx in indices)


def _read(archive: zipfile.ZipFile, info: zipfile.ZipInfo) -> bytes | None:
    try:
        content = archive.read(info)  # checks the sum, and so whether the size was true
    except _UNREADABLE:
        return None
    return content if len(content) == info.file_size else None


def _name(info: zipfile.ZipInfo) -> str:
    """Return a member's name; those that Windows wrote without Unicode are in a Russian page."""
    if info.flag_bits & _UNICODE:
        return info.filename
    try:
        return info.filename.encode("cp437").decode("cp866")
    except UnicodeError:
        return info.filename
