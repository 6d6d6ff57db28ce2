"""Somebody who looks on: at what is visible meanwhile, and at what has become of a batch."""

import asyncio
import json
from collections import Counter
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any

import psycopg
from psycopg.rows import dict_row

from benchmarks.chaos.material import Batch

_LOOK_SECONDS = 0.01
_VISIBLE = """
select batch_id from public.documents group by batch_id
having count(*) filter (where published_at is null) > 0
and count(*) filter (where published_at is not null) > 0
"""
_RUNS = """
select s.workflow_uuid as run, s.status, o.output
from dbos.workflow_status as s left join dbos.workflow_output as o using (workflow_uuid)
where s.name = 'ingest' and s.workflow_uuid like %s
"""
_STORED = """
select d.id::text as id, count(p.id) as chunks from public.documents as d
left join public.documents_paragraphs as p on p.document_id = d.id
where d.batch_id = any(%s) and d.published_at is not null group by d.id
"""
_TWINS = """
select count(*) as n from (
    select 1 from public.documents_paragraphs where batch_id = any(%s)
    group by batch_id, idx_in_batch having count(*) > 1
) as twins
"""
_LEFT = (
    "select count(*) as n from public.documents where batch_id = any(%s) and published_at is null"
)
_OVER = ("Done", "✗")  # how final messages begin, and refusals of a single item


@dataclass
class Outcome:
    """What became of one batch that was sent."""

    ended: bool = False
    lost: list[str] = field(default_factory=list)
    duplicates: list[str] = field(default_factory=list)


class Reader:
    """Looks at the base all the time; notes every batch of which only a part is visible."""

    def __init__(self, url: str) -> None:
        self._url = url
        self.half_visible: set[str] = set()
        self.looks = 0

    @asynccontextmanager
    async def looking(self) -> AsyncIterator["Reader"]:
        """Look until the block ends."""
        task = asyncio.create_task(self._look_on())
        try:
            yield self
        finally:
            task.cancel()
            await asyncio.gather(task, return_exceptions=True)

    async def _look_on(self) -> None:
        while True:
            try:
                async with await psycopg.AsyncConnection.connect(
                    self._url, autocommit=True
                ) as connection:
                    while True:
                        rows = await (await connection.execute(_VISIBLE)).fetchall()
                        self.half_visible |= {row[0] for row in rows}
                        self.looks += 1
                        await asyncio.sleep(_LOOK_SECONDS)
            except psycopg.OperationalError:  # Postgres was stopped
                await asyncio.sleep(_LOOK_SECONDS)


async def look_at(
    url: str, user_id: int, batch: Batch, messages: Sequence[Mapping[str, Any]]
) -> Outcome:
    """Compare what was sent with the records, the base and the chat."""
    async with await psycopg.AsyncConnection.connect(
        url, autocommit=True, row_factory=dict_row
    ) as connection:
        runs = await (await connection.execute(_RUNS, [f"ingest-%-{user_id}-%"])).fetchall()
        names = [run["run"] for run in runs]
        items = [item for run in runs for item in _items(run["output"])]
        stored = await (await connection.execute(_STORED, [names])).fetchall()
        twins = await (await connection.execute(_TWINS, [names])).fetchone()
        left = await (await connection.execute(_LEFT, [names])).fetchone()
    final = [each["text"] for each in messages if each["text"].startswith(_OVER)]
    ended = Counter(label for label in batch.labels for item in items if _is(item, label))
    outcome = Outcome(
        ended=bool(runs)
        and all(run["status"] == "SUCCESS" for run in runs)
        and all(ended[label] for label in batch.labels)
        and len(final) >= len(runs)
    )
    outcome.lost += [label for label in batch.labels if not ended[label]]
    outcome.lost += [run["run"] for run in runs if run["status"] != "SUCCESS"]
    outcome.lost += ["a final message"] * max(0, len(runs) - len(final))
    outcome.duplicates += [label for label in batch.labels if ended[label] > 1]
    outcome.duplicates += ["a final message"] * max(0, len(final) - len(runs))
    chunks = {row["id"]: row["chunks"] for row in stored}
    for item in items:
        if item["status"] == "stored" and chunks.pop(item["document_id"], None) != item["chunks"]:
            outcome.lost.append(f"{item['label']}: not as its report says")
    outcome.duplicates += [f"document {document_id}" for document_id in chunks]
    assert twins is not None
    assert left is not None
    outcome.duplicates += ["(batch_id, idx_in_batch)"] * twins["n"]
    if outcome.ended and left["n"]:
        outcome.lost.append(f"{left['n']} documents are staged for ever")
    return outcome


def _items(output: str | None) -> list[dict[str, Any]]:
    value = json.loads(output) if output else {}
    found: list[dict[str, Any]] = value.get("items", []) if isinstance(value, dict) else []
    return found


def _is(item: Mapping[str, Any], label: str) -> bool:
    return str(item["label"]).endswith(label)
