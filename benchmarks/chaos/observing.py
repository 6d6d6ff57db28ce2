"""What has become of a batch, by the records, the base and the chat."""

import json
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from psycopg import AsyncConnection
from psycopg.rows import dict_row

from benchmarks.chaos.environment.material import Batch

# Everything that was sent is handled, and every run of it has ended.
_OVER = """
with updates as (
    select chat, count(*) as written, count(*) filter (where state in ('waiting', 'taken')) as left
    from public.inbox where chat = any(%(people)s) group by chat
), runs as (
    select split_part(workflow_uuid, '-', 3)::bigint as chat, bool_and(status = 'SUCCESS') as over
    from dbos.workflow_status where name = 'ingest' and workflow_uuid like any(%(runs)s) group by 1
)
select u.chat from updates as u join runs as r using (chat)
where u.written >= %(messages)s and u.left = 0 and r.over
"""
# A third death while it is handled would have an update put aside, as it should.
_TENDER = """
select chat, count(*) from public.inbox
where chat = any(%s) and state in ('waiting', 'taken') and attempts >= 2 group by chat
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
_FINAL = ("Done", "✗")  # how final messages begin, and refusals of a single item

Connection = AsyncConnection[Any]


@dataclass
class Outcome:
    """What became of one batch that was sent."""

    ended: bool = False
    documents: int = 0  # that can be found
    lost: list[str] = field(default_factory=list)
    duplicates: list[str] = field(default_factory=list)

    def troubles(self) -> Iterator[str]:
        """Say what is wrong."""
        yield from (f"lost {each}" for each in self.lost)
        yield from (f"twice {each}" for each in self.duplicates)


async def people_done(connection: Connection, people: Sequence[int], messages: int) -> set[int]:
    """Tell of whom every message is handled, and every run over."""
    runs = [f"ingest-%-{person}-%" for person in people]
    found = await connection.execute(
        _OVER, {"people": list(people), "runs": runs, "messages": messages}
    )
    return {chat for (chat,) in await found.fetchall()}


async def tender_people(connection: Connection, people: Sequence[int]) -> dict[int, int]:
    """Count by person the updates that may die once more, and no more."""
    found = await connection.execute(_TENDER, [list(people)])
    return dict(await found.fetchall())


async def look_at(
    connection: Connection, person: int, batch: Batch, messages: Sequence[Mapping[str, Any]]
) -> Outcome:
    """Compare what was sent with the records, the base and the chat."""
    cursor = connection.cursor(row_factory=dict_row)
    runs = await (await cursor.execute(_RUNS, [f"ingest-%-{person}-%"])).fetchall()
    names = [run["run"] for run in runs]
    items = [item for run in runs for item in _items(run["output"])]
    stored = await (await cursor.execute(_STORED, [names])).fetchall()
    twins = await (await cursor.execute(_TWINS, [names])).fetchone()
    left = await (await cursor.execute(_LEFT, [names])).fetchone()
    assert twins is not None
    assert left is not None
    final = [each["text"] for each in messages if each["text"].startswith(_FINAL)]
    ended = Counter(label for label in batch.labels for item in items if _is(item, label))
    outcome = Outcome(documents=len(stored))
    outcome.ended = (
        bool(runs)
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
