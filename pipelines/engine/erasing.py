"""Erases what runs were about from their records; that they were, and how they went, stays."""

import asyncio
from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Any

from pipelines.engine.codec import Json
from pipelines.engine.dbos_internals import Erasure, erase_records
from pipelines.engine.records import ENDED

_KEPT_OF_NODES = ("attempts", "items_in", "items_out")


async def erase_runs(
    run_ids: Sequence[str],
    pipelines: Sequence[str],
    *,
    naming: Sequence[str] = (),
    begun_before: datetime,
    patience: timedelta,
) -> bool:
    """Erase the records of these runs, and of every run of `pipelines` that began before.

    And of those of the pipelines `naming` that have one of these runs on record. With their
    branches. Whatever went into a run and came out of it goes; outcomes, codes of
    failures, attempts, counts and times stay.

    Returns:
        False when one of them is under way: it keeps its record, unless it began so long before
        `begun_before` that nobody is at it any more.
    """
    erasure = Erasure(
        run_ids=tuple(run_ids),
        pipelines=tuple(pipelines),
        naming=tuple(naming),
        begun_before=begun_before,
        patience=patience,
        ended=ENDED,
        left_of_node=_of_node,
        left_of_run=_of_run,
    )
    return await asyncio.to_thread(erase_records, erasure)


def _of_node(record: dict[str, Any]) -> Json:
    kept = {name: record[name] for name in _KEPT_OF_NODES if name in record}
    return {**kept, "value": None, "failure": _code(record)}


def _of_run(output: dict[str, Any]) -> Json:
    items = output.get("items")
    listed = items if isinstance(items, list) else ()
    return {
        "failure": _code(output),
        "items": [{"failure": _code(item)} for item in listed if isinstance(item, dict)],
    }


def _code(record: dict[str, Any]) -> Json:
    """Keep of a failure its code and number; its values name sources."""
    failure = record.get("failure")
    if not isinstance(failure, dict):
        return None
    return {"code": failure.get("code"), "values": [], "error_id": failure.get("error_id")}
