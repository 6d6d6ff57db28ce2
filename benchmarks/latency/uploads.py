"""Many people who send many files at once: the real bot, as Telegram sees and limits it.

Everybody sends albums of small files to the bot in this process through the sandbox, which notes
what the bot writes and when. Albums come all at once, and what comes close together is one batch;
`apart`, an album is sent when the bot has begun on the one before it, and is a batch of its own.
With `limits` the sandbox answers 429 as Telegram does.
"""

import asyncio
import time
from collections.abc import Iterable, Mapping, Sequence
from contextlib import AsyncExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import httpx
import psycopg

from benchmarks.latency.uploads_people import OVER, Sender, sender
from benchmarks.product import as_superuser, progress, running_bot, warn_of_load
from bot.stack import Stack

_FIRST_ID = 9001
_UNFOUND, _UNTESTED = "did not find it", "did not get round to testing"
_STORED = """
select count(distinct d.id), count(distinct d.batch_id) from public.documents as d
join public.users as u on u.id = d.owner
join public.documents_paragraphs as p on p.document_id = d.id and p.embedding is not null
where d.published_at is not null and u.telegram_id = any(%s)
"""
_TIMES = """
select r.queue_partition_key, r.created_at, i.first_read,
    coalesce(r.completed_at, 1000 * extract(epoch from now()))
from dbos.workflow_status as r join lateral (
    select min(completed_at) as first_read from dbos.workflow_status
    where name = 'ingest.sources' and starts_with(workflow_uuid, r.workflow_uuid || '.')
) as i on true
where r.name = 'ingest' and r.queue_partition_key = any(%s)
"""


@dataclass(frozen=True, slots=True)
class UploadsResult:
    """Figures of one run. What the bot wrote is counted at the sandbox, edits included.

    receipts, last_words: messages that tell the end of a batch, and how often one was written.
    unfound, untested: questions that did not find their document; batches that nobody asked any.
    early: messages that came while Telegram had told the bot to wait.
    behind: how often one who came in time waited behind all that another brought: with the first
        file, or, where everybody has several batches, with the first of these.
    """

    users: int
    files: int
    stored: int
    batches: int
    receipts: int
    last_words: int
    unfound: int
    untested: int
    written: int
    most_in_a_chat_per_second: int
    most_in_a_chat_per_minute: int
    most_overall_per_second: int
    refused: int
    early: int
    behind: int
    seconds: float


async def measure(
    users: int, albums: int, files: int, models_dir: Path, *, apart: bool, limited: bool
) -> UploadsResult:
    """Let so many people send so many albums of so many files each to a bot of their own."""
    warn_of_load()
    async with running_bot(models_dir) as stack:
        ids = range(_FIRST_ID, _FIRST_ID + users)
        return await flood(stack, ids, albums, files, apart=apart, limits={} if limited else None)


async def flood(
    stack: Stack,
    ids: Sequence[int],
    albums: int,
    files: int,
    *,
    apart: bool,
    limits: Mapping[str, int] | None = None,
) -> UploadsResult:
    """Let these people send their albums; `limits` are the sandbox's, empty for the usual ones."""
    assert stack.page_url is not None
    async with AsyncExitStack() as chats:
        people = [await chats.enter_async_context(sender(stack.page_url, i)) for i in ids]
        http = httpx.AsyncClient(base_url=stack.page_url, trust_env=False)
        await chats.enter_async_context(http)
        await http.post("/sandbox/limits", json={"off": True} if limits is None else dict(limits))
        before = len(await _written(http))
        began = time.perf_counter()
        await asyncio.gather(*(person.send_albums(albums, files, apart=apart) for person in people))
        progress(f"sent in {time.perf_counter() - began:.1f} s")
        await asyncio.gather(*(person.until_over(albums * files) for person in people))
        seconds = time.perf_counter() - began
        written = (await _written(http))[before:]
        sent = len(people) * albums * files
        return await _result(stack, people, written, files=sent, seconds=seconds)


async def _written(http: httpx.AsyncClient) -> list[dict[str, Any]]:
    written: list[dict[str, Any]] = (await http.get("/sandbox/traffic")).json()["written"]
    return written


async def _result(
    stack: Stack,
    people: Sequence[Sender],
    written: Sequence[dict[str, Any]],
    *,
    files: int,
    seconds: float,
) -> UploadsResult:
    ids = [person.user_id for person in people]
    passed = [each for each in written if not each["refused_for"]]
    by_chat = [[each["at"] for each in passed if each["chat_id"] == chat] for chat in ids]
    [(stored, batches)] = await _rows(stack, _STORED, ids)
    receipts = [text for person in people for text in person.receipts]
    return UploadsResult(
        users=len(people),
        files=files,
        stored=stored,
        batches=batches,
        receipts=len(receipts),
        last_words=sum(each["text"].startswith(OVER) for each in passed),
        unfound=sum(text.count(_UNFOUND) for text in receipts),
        untested=sum(_UNTESTED in text for text in receipts),
        written=len(written),
        most_in_a_chat_per_second=max(most_within(times, 1) for times in by_chat),
        most_in_a_chat_per_minute=max(most_within(times, 60) for times in by_chat),
        most_overall_per_second=most_within((each["at"] for each in passed), 1),
        refused=len(written) - len(passed),
        early=sum(each["is_early"] for each in written),
        behind=count_behind(await _rows(stack, _TIMES, [str(user_id) for user_id in ids])),
        seconds=round(seconds, 1),
    )


def most_within(times: Iterable[float], seconds: float) -> int:
    """Return how many of these moments lie within one span of so many seconds, at most."""
    ordered = sorted(times)
    return max(
        (sum(start <= at < start + seconds for at in ordered) for start in ordered), default=0
    )


def count_behind(runs: Iterable[tuple[str, float, float, float]]) -> int:
    """Count who waited behind all of another's, of runs: owner, came, first file read, ended."""
    by_owner: dict[str, list[tuple[float, float, float]]] = {}
    for owner, *times in runs:
        by_owner.setdefault(owner, []).append((times[0], times[1], times[2]))
    several = all(len(mine) > 1 for mine in by_owner.values())
    came = {owner: min(run[0] for run in mine) for owner, mine in by_owner.items()}
    read = {owner: min(run[1] for run in mine) for owner, mine in by_owner.items()}
    first = {owner: min(run[2] for run in mine) for owner, mine in by_owner.items()}
    last = {owner: max(run[2] for run in mine) for owner, mine in by_owner.items()}
    waited = first if several else read
    return sum(
        came[one] <= read[other] and waited[one] > last[other]
        for one in by_owner
        for other in by_owner
        if one != other
    )


async def _rows(stack: Stack, statement: str, ids: Sequence[int] | Sequence[str]) -> list[Any]:
    async with await psycopg.AsyncConnection.connect(as_superuser(stack.storage)) as connection:
        return await (await connection.execute(statement, [list(ids)])).fetchall()
