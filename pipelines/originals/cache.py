"""Files on disk by the hash of their bytes; those not used for longest go first."""

import asyncio
import hashlib
import logging
import os
import tempfile
import time
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from pathlib import Path

logger = logging.getLogger(__name__)

_NAME_LENGTH = 64  # of a SHA-256 in hexadecimal
_PART = "."  # begins the name of what is still being written
_WRITTEN_IN_SECONDS = 3600.0  # at most


class OriginalCache:
    """A folder of at most so many bytes, which several processes may share.

    Args:
        limit_bytes: 0: nothing is held.
    """

    def __init__(self, folder: Path, limit_bytes: int) -> None:
        self._folder = folder
        self._limit_bytes = limit_bytes

    async def get(self, sha256: str) -> bytes | None:
        """Return the bytes with this hash; None when they are not here, or damaged."""
        return await asyncio.to_thread(self._get, sha256)

    async def put(self, content: bytes) -> None:
        """Hold these bytes, and let go of others where that is too much.

        A disk that is full or read-only costs nothing but time: they are fetched again.
        """
        if len(content) <= self._limit_bytes:
            try:
                await asyncio.to_thread(self._put, content)
            except OSError as error:
                logger.warning("an original was not put by: %s", error.strerror)

    async def sweep(self, known: Callable[[Sequence[str]], Awaitable[frozenset[str]]]) -> None:
        """Delete what is nobody's original any more, and what was never written to its end.

        Args:
            known: returns those of some hashes that are.
        """
        await asyncio.to_thread(self._delete_parts)
        names = await asyncio.to_thread(lambda: [path.name for path in self._files()])
        if names:
            await asyncio.to_thread(self._delete, set(names) - await known(names))

    def _get(self, sha256: str) -> bytes | None:
        path = self._folder / sha256
        try:
            content = path.read_bytes()
            os.utime(path)
        except OSError:
            return None
        return content if digest(content) == sha256 else None

    def _put(self, content: bytes) -> None:
        self._folder.mkdir(parents=True, exist_ok=True)
        handle, name = tempfile.mkstemp(dir=self._folder, prefix=_PART)
        try:
            with os.fdopen(handle, "wb") as file:
                file.write(content)
            Path(name).replace(self._folder / digest(content))
        except OSError:
            Path(name).unlink(missing_ok=True)
            raise
        self._make_room()

    def _make_room(self) -> None:
        used = []
        for path in self._files():
            with suppress(FileNotFoundError):  # another process was quicker
                state = path.stat()
                used.append((state.st_mtime_ns, path.name, state.st_size))
        excess = sum(size for _, _, size in used) - self._limit_bytes
        for _, name, size in sorted(used):
            if excess <= 0:
                return
            self._delete({name})
            excess -= size

    def _files(self) -> list[Path]:
        if not self._folder.is_dir():
            return []
        return [path for path in self._folder.iterdir() if len(path.name) == _NAME_LENGTH]

    def _delete_parts(self) -> None:
        """Delete what a process left that died while it wrote."""
        if not self._folder.is_dir():
            return
        for path in self._folder.glob(f"{_PART}*"):
            with suppress(FileNotFoundError):
                if time.time() - path.stat().st_mtime > _WRITTEN_IN_SECONDS:
                    path.unlink()

    def _delete(self, names: set[str]) -> None:
        for name in names:
            (self._folder / name).unlink(missing_ok=True)


def digest(content: bytes) -> str:
    """Return what bytes are known by."""
    return hashlib.sha256(content).hexdigest()
