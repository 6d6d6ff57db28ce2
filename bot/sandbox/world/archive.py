"""The sandbox's memory across restarts: JSON records by kind and key in one SQLite file.

The living state is in memory; every change is written through. Its few statements stand in
archive.sql, so that no SQL is written in the bot's code.
"""

import contextlib
import json
import re
import sqlite3
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from pipelines.errors import SettingsInvalid

_STATEMENTS = Path(__file__).with_name("archive.sql")


class Archive:
    """Keeps records; the file is locked, so that two sandboxes never share one."""

    def __init__(self, path: Path) -> None:
        self._sql = _load_statements()
        self._connection = sqlite3.connect(path, isolation_level=None, timeout=0.5)
        try:
            self._connection.execute("pragma locking_mode = exclusive")
            self._connection.execute("pragma journal_mode = wal")
            self._connection.execute("pragma synchronous = normal")
            self._connection.execute(self._sql["create"])
        except sqlite3.OperationalError as error:
            self._connection.close()
            raise SettingsInvalid(
                f"The sandbox cannot use {path}: {error}. If another copy runs on it, "
                "set a different DATA_DIR."
            ) from error
        self._depth = 0

    def put(self, kind: str, key: str | int, value: object) -> None:
        """Write a record, over one of the same kind and key."""
        body = json.dumps(value, ensure_ascii=False)
        self._connection.execute(self._sql["put"], {"kind": kind, "key": str(key), "value": body})

    def delete(self, kind: str, key: str | int) -> None:
        """Remove a record if it is there."""
        self._connection.execute(self._sql["delete"], {"kind": kind, "key": str(key)})

    def load(self, kind: str) -> dict[str, Any]:
        """Return every record of a kind by its key."""
        rows = self._connection.execute(self._sql["load"], {"kind": kind})
        return {key: json.loads(value) for key, value in rows}

    @contextlib.contextmanager
    def transaction(self) -> Iterator[None]:
        """Write everything inside at once; nested transactions join the outer one."""
        if self._depth:
            yield
            return
        self._connection.execute("begin immediate")
        self._depth += 1
        try:
            with self._connection:  # commits; rolls back whatever ends the block
                yield
        finally:
            self._depth -= 1

    def close(self) -> None:
        """Close the file and release its lock."""
        self._connection.close()


def _load_statements() -> dict[str, str]:
    parts = re.split(r"^-- name: (\w+)$", _STATEMENTS.read_text("utf-8"), flags=re.MULTILINE)
    return dict(zip(parts[1::2], (body.strip() for body in parts[2::2]), strict=True))
