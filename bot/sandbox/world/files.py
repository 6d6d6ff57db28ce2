"""The files of the sandbox: their bytes on disk, their descriptions in the archive."""

import asyncio
import mimetypes
import secrets
import shutil
from dataclasses import asdict
from pathlib import Path
from typing import BinaryIO

from bot.sandbox.world.archive import Archive
from bot.sandbox.world.values import FileKind, StoredFile

_KIND = "file"


class FileStore:
    """Stores uploads under names of its own making; a user's file name never becomes a path."""

    def __init__(self, folder: Path, archive: Archive) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        self._folder = folder
        self._archive = archive
        self._files = {key: StoredFile(**record) for key, record in archive.load(_KIND).items()}
        self._paths = {file.file_path: file for file in self._files.values()}

    def get(self, file_id: str) -> StoredFile | None:
        """Return a file by its id."""
        return self._files.get(file_id)

    def by_path(self, file_path: str) -> StoredFile | None:
        """Return a file by the path that getFile names."""
        return self._paths.get(file_path)

    def location(self, file: StoredFile) -> Path:
        """Return where the bytes lie."""
        return self._folder / file.file_path.replace("/", "-")

    async def save(
        self,
        content: BinaryIO,
        *,
        kind: FileKind,
        name: str,
        media_type: str | None,
        dimensions: tuple[int, int] = (0, 0),
        duration: int = 0,
    ) -> StoredFile:
        """Copy the content to disk off the event loop and describe it."""
        unique = secrets.token_hex(8)
        clean_name = _clean_name(name)
        guessed = media_type or mimetypes.guess_type(clean_name)[0] or "application/octet-stream"
        suffix = Path(clean_name).suffix[:12]
        suffix = suffix if suffix[1:].isascii() and suffix[1:].isalnum() else ""
        file_path = f"{kind}s/file_{unique}{suffix}"
        target = self._folder / file_path.replace("/", "-")
        size = await asyncio.to_thread(_copy, content, target)
        file = StoredFile(
            file_id=f"{kind[:3]}-{unique}{secrets.token_hex(4)}",
            file_unique_id=unique,
            kind=kind,
            file_path=file_path,
            name=clean_name,
            media_type=guessed,
            size=size,
            width=dimensions[0],
            height=dimensions[1],
            duration=duration,
        )
        self._archive.put(_KIND, file.file_id, asdict(file))
        self._files[file.file_id] = file
        self._paths[file.file_path] = file
        return file


def _clean_name(name: str) -> str:
    last = name.replace("\\", "/").rsplit("/", 1)[-1]
    printable = "".join(letter for letter in last if letter.isprintable())
    return printable.strip()[:255] or "file"


def _copy(content: BinaryIO, target: Path) -> int:
    content.seek(0)
    with target.open("wb") as out:
        shutil.copyfileobj(content, out, 1024 * 1024)
    return target.stat().st_size
