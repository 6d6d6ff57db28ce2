"""Names calls by what they are for, so that every batch and every life has the same names."""

import json
import re
from collections.abc import Iterable, Mapping
from typing import Any

from benchmarks.chaos.points import NOBODY

_RUN = re.compile(r"ingest-\d+-(9\d{5})-[^./\s]+((?:\.\w+\.\d+)*)(/\w+)?")
_UPDATE = re.compile(r"update-\d+-(\d+)")
_STATEMENT = re.compile(r"\b(INSERT INTO|UPDATE|DELETE FROM)\s+([\w.\"]+)")
_LOCKING = re.compile(r"\bFOR (NO KEY )?UPDATE\b")
_READ = re.compile(r"\bFROM\s+([\w.\"]+)")
_SHORT = 200  # of values of a statement: names are, contents are not
_TELLING = ("function_name", "function_id", "status", "new_status", "name")


class Names:
    """Knows whose an update is as soon as it was seen once."""

    def __init__(self) -> None:
        self._updates: dict[int, tuple[int, str]] = {}

    def learn(self, update_ids: Iterable[int], payloads: Iterable[str | None]) -> None:
        """Remember whose updates these are."""
        for update_id, payload in zip(update_ids, payloads, strict=True):
            if payload is not None and update_id not in self._updates:
                self._updates[update_id] = _piece_of(json.loads(payload))

    def of_update(self, update_id: int) -> tuple[int, str]:
        """Return whose an update is, and which piece of the batch."""
        return self._updates.get(update_id, (NOBODY, "update"))

    def of_work(self, key: str | None) -> tuple[int, str]:
        """Return whose a piece of work is (pipelines/engine/work_context.py), and what it is."""
        if key and (update := _UPDATE.match(key)):
            return self.of_update(int(update[1]))
        return self.of_run(key or "")

    def of_run(self, text: str) -> tuple[int, str]:
        """Return whose the run is that a text names, and which branch and node of it."""
        if (run := _RUN.search(text)) is None:
            return NOBODY, ""
        return int(run[1]), f"{run[2] or 'run'}{run[3] or ''}"

    def of_statement(self, statement: str, values: Any) -> tuple[int, str, bool]:
        """Return whose a statement of the engine is, its label, and whether it writes."""
        told = _short_values(values)
        person, scope = NOBODY, ""
        for value in told.values():
            if isinstance(value, str) and (found := self.of_run(value))[0] != NOBODY:
                person, scope = found
                break
        written = _STATEMENT.search(_LOCKING.sub("", statement))
        read = _READ.search(statement)
        what = " ".join(written.groups()) if written else f"read {read[1] if read else ''}"
        telling = [str(told[name]) for name in _TELLING if told.get(name) is not None]
        return person, " ".join(filter(None, [scope, what, *telling])), written is not None


def _piece_of(update: Mapping[str, Any]) -> tuple[int, str]:
    """Name a message by its file without the batch's tag."""
    message = update.get("message") or {}
    person = int((message.get("chat") or {}).get("id", NOBODY))
    document = message.get("document") or {}
    return person, f"update {str(document.get('file_name', 'links')).partition('-')[2] or 'links'}"


def _short_values(values: Any) -> dict[str, Any]:
    rows = values if isinstance(values, list | tuple) else [values]
    return {
        str(name): value
        for row in rows
        if isinstance(row, Mapping)
        for name, value in row.items()
        if not (isinstance(value, str) and len(value) > _SHORT)
    }
