"""`paragraf ingest SOURCE…`: files, folders and links, in batches."""

import asyncio
import json
import os
import stat
import uuid
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

from bot.commands.console import Console, ConsoleNotifier
from bot.commands.session import Session, open_session
from bot.settings import Settings
from pipelines.errors import Failure, SettingsInvalid, SourceRefused
from pipelines.models.documents import FileRef, Message, Strategy
from pipelines.models.people import EVERYONE
from pipelines.models.requests import IngestRequest, ItemReport
from pipelines.nodes.sources.classify import classify
from pipelines.nodes.sources.web_address import normal_url

NOT_ALL_STORED = 3
SOURCES_A_BATCH = 32


@dataclass(frozen=True, slots=True)
class Wanted:
    """What the command was called with."""

    sources: Sequence[str]
    strategy: Strategy | None
    chunk_size: int | None
    overlap: int | None
    owner: int | None


@dataclass(frozen=True, slots=True)
class Outcome:
    """How one source of the command line ended."""

    source: str
    report: ItemReport


async def add(settings: Settings, console: Console, wanted: Wanted, *, as_json: bool) -> int:
    """Add every source; 3 when one was neither stored nor known.

    Raises:
        SettingsInvalid: nobody could read what is added.
    """
    if wanted.owner is None and not settings.readable_by_everyone:
        raise SettingsInvalid("with READABLE_BY_EVERYONE=false give --owner, or nobody can read it")
    sources = [found for source in wanted.sources for found in expand(source)]
    bar = Progress(
        TextColumn("{task.description:<40}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeElapsedColumn(),
        console=console.err,
        disable=as_json,
    )
    with bar:
        notifier = ConsoleNotifier(bar, bar.add_task("", total=len(sources)))
        async with open_session(settings, console, notifier) as services:
            await _let_in(wanted.owner, services)
            outcomes: list[Outcome] = []
            for start in range(0, len(sources), SOURCES_A_BATCH):
                notifier.begin_batch(start)
                batch = sources[start : start + SOURCES_A_BATCH]
                outcomes += await _add_batch(services, settings, wanted, batch, console.language)
    _print(console, outcomes, as_json=as_json)
    fine = all(outcome.report.status in ("stored", "known") for outcome in outcomes)
    return 0 if fine else NOT_ALL_STORED


async def _let_in(owner: int | None, session: Session) -> None:
    """Make whom the one at the machine names a user, if nobody is known by that id."""
    people = session.storage.store.people
    if owner is not None and await people.get_user(owner) is None:
        await people.ensure_user(owner, None, None, admitted_by="approval")


def expand(source: str) -> Iterator[str]:
    """Yield the files of a folder; anything else as it is.

    Hidden ones are left out, and links that lead out of the folder: nobody named what they lead to.
    """
    path = Path(source)
    if "://" in source or not source.strip() or not path.is_dir():
        yield source
        return
    whole = path.resolve()
    for file in sorted(path.rglob("*")):
        hidden = any(part.startswith(".") for part in file.relative_to(path).parts)
        if file.is_file() and not hidden and file.resolve().is_relative_to(whole):
            yield str(file)


async def _add_batch(
    services: Session,
    settings: Settings,
    wanted: Wanted,
    sources: Sequence[str],
    language: str | None,
) -> list[Outcome]:
    """Run one batch; every source gets an outcome, also one that was named twice."""
    run_id = f"cli-{uuid.uuid4()}"
    refused: dict[str, ItemReport] = {}
    keys: dict[str, str] = {}  # by which the batch knows a source
    files: list[FileRef] = []
    for source in dict.fromkeys(sources):
        try:
            if "://" in source:
                keys[source] = _address(source)
            else:
                files.append(await _leave(services, run_id, source, settings.max_file_mb))
                keys[source] = files[-1].key
        except SourceRefused as error:
            failure = Failure(error.code, tuple(error.values.items()))
            refused[source] = ItemReport(-1, source, "refused", "file", failure)
    if not keys:
        return [Outcome(source, refused[source]) for source in sources]
    message = Message(links=tuple(s for s in keys if "://" in s), files=tuple(files))
    request = _request(settings, wanted, message, language)
    report = await services.runs.ingest(request, run_id=run_id)
    reports = {item.idx: item for item in report.items}
    idx = {
        item.file.key if item.file else normal_url(item.url or ""): item.idx
        for item in classify(message)
    }
    return [
        # A batch that failed as a whole has one report, for all.
        Outcome(source, refused.get(source) or reports.get(idx[keys[source]]) or reports[0])
        for source in sources
    ]


def _address(link: str) -> str:
    """Return the address by which a link is known: its spellings share one."""
    found = classify(Message(links=(link,)))
    if not found:
        raise SourceRefused("source-bad-address")
    return normal_url(found[0].url or "")


async def _leave(services: Session, run_id: str, source: str, max_mb: int) -> FileRef:
    """Leave a file's bytes where a worker finds them."""
    path = Path(source)
    content = await asyncio.to_thread(read_file, path, max_mb)
    name = f"upload/{uuid.uuid4()}"
    await services.storage.store.artifacts.put_artifact(run_id, name, content)
    label = path.name.encode("utf-8", "replace").decode()  # names need not be text
    return FileRef("artifact", f"{run_id}/{name}", label, len(content))


def read_file(path: Path, max_mb: int) -> bytes:
    """Read a file of at most so much; what is none is not waited for.

    Raises:
        SourceRefused: missing, not to be read, too large, or a pipe or a device, which never end.
    """
    most = max_mb * 1024 * 1024
    try:
        with open(os.open(path, os.O_RDONLY | os.O_NONBLOCK), "rb") as file:  # noqa: PTH123
            if not stat.S_ISREG(os.fstat(file.fileno()).st_mode):
                raise SourceRefused("source-not-a-file", name=path.name)
            content = file.read(most + 1)
    except (OSError, ValueError):
        raise SourceRefused("source-no-such-file", name=path.name) from None
    if len(content) > most:
        raise SourceRefused("source-too-large", limit_mb=max_mb)
    return content


def _request(
    settings: Settings, wanted: Wanted, message: Message, language: str | None
) -> IngestRequest:
    return IngestRequest(
        message=message,
        owner=wanted.owner,
        strategy=wanted.strategy,
        chunk_size=wanted.chunk_size,
        overlap=wanted.overlap,
        reader_role=EVERYONE if settings.readable_by_everyone else None,
        interface_language=language,
    )


def _print(console: Console, outcomes: Sequence[Outcome], *, as_json: bool) -> None:
    rows = [_row(console, outcome) for outcome in outcomes]
    if as_json:
        console.show(json.dumps(rows))
        return
    for row in rows:
        what = row["title"] or row["reason"]
        size = f", {row['chunks']} chunks" if row["chunks"] else ""
        console.show(f"{row['status']:<8} {row['source']}: {what}{size}")


def _row(console: Console, outcome: Outcome) -> dict[str, Any]:
    report = outcome.report
    return {
        "source": outcome.source,
        "status": report.status,
        "reason": console.failure(report.failure) if report.failure else None,
        "document_id": report.document_id,
        "batch_id": report.batch_id,
        "type": report.kind,
        "title": report.title,
        "language": report.language,
        "pages": report.pages,
        "chunks": report.chunks,
    }
