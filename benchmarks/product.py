"""The product itself, over a fresh database: what the benchmarks ingest into and ask.

Settings are the defaults and the model is the packed one; the environment is not read, so that
two machines with different set-ups measure the same thing.
"""

import os
import sys
import tempfile
import time
import uuid
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from benchmarks.refused import CannotMeasure
from benchmarks.squad import Article
from bot.commands.console import ConsoleNotifier
from bot.phrasebook import FluentPhrasebook
from bot.settings import Settings
from bot.stack import Stack, open_stack
from pipelines.answer.steps import AnswerSteps
from pipelines.engine.runner import Runner
from pipelines.model_threads import available_cores
from pipelines.models.documents import FileRef, Message
from pipelines.models.requests import BatchReport, IngestRequest
from pipelines.runs import Runs
from pipelines.services import Models, Storage, load_models, open_storage, run_pipelines
from pipelines.settings import DatabaseSettings, IngestSettings, ModelSettings, PipelineSettings

FILES_A_BATCH = 32  # as many as `paragraf ingest` puts into one


@dataclass(frozen=True, slots=True)
class Product:
    """The running pipelines."""

    storage: Storage
    models: Models
    runs: Runs
    answering: AnswerSteps

    async def ingest(self, articles: Sequence[Article]) -> tuple[dict[str, int], float]:
        """Take in every article as a text file of its paragraphs.

        Returns:
            Which article a document is, by document_id; and the seconds it took.
        Raises:
            CannotMeasure: an article was refused.
        """
        numbers: dict[str, int] = {}
        began = time.perf_counter()
        for first in range(0, len(articles), FILES_A_BATCH):
            report = await self._ingest(articles[first : first + FILES_A_BATCH])
            for item in report.items:
                if item.document_id is None:
                    code = item.failure.code if item.failure else item.status
                    raise CannotMeasure(f"{item.label}: not taken in: {code}")
                numbers.setdefault(item.document_id, first + item.idx)
            progress(f"{first + len(report.items)} of {len(articles)} articles taken in")
        return numbers, time.perf_counter() - began

    async def count_tokens(self, articles: Sequence[Article]) -> int:
        """Count the tokens of all paragraphs, special ones left out."""
        counts = [
            len(await self.models.embedder.token_spans(paragraph))
            for article in articles
            for paragraph in article.paragraphs
        ]
        return sum(counts)

    async def _ingest(self, articles: Sequence[Article]) -> BatchReport:
        run_id = f"benchmark-{uuid.uuid4()}"
        files = []
        for idx, article in enumerate(articles):
            content = as_text(article).encode()
            name = f"upload/{idx}"
            await self.storage.store.artifacts.put_artifact(run_id, name, content)
            label = f"{article.title.replace('/', ' ')}.txt"
            files.append(FileRef("artifact", f"{run_id}/{name}", label, len(content)))
        request = IngestRequest(Message(files=tuple(files)), owner=None)
        return await self.runs.ingest(request, run_id=run_id)


def as_text(article: Article) -> str:
    """Write an article as plain text, its paragraphs divided by blank lines and by nothing else."""
    paragraphs = ("\n".join(filter(str.strip, p.splitlines())) for p in article.paragraphs)
    return "\n\n".join(paragraphs) + "\n"


def as_superuser(storage: Storage) -> str:
    """Return the address for whoever looks into all of an embedded database."""
    return storage.runs_url.replace("//paragraf_engine@", "//postgres@")


@asynccontextmanager
async def fresh_storage() -> AsyncIterator[Storage]:
    """Open an empty database of our own, and leave nothing of it behind."""
    with tempfile.TemporaryDirectory(prefix="paragraf-benchmark-") as folder:
        async with open_storage(DatabaseSettings(data_dir=Path(folder))) as storage:
            await storage.store.people.set_front_door(is_open=True)
            yield storage


@asynccontextmanager
async def open_product(storage: Storage, models_dir: Path) -> AsyncIterator[Product]:
    """Open the pipelines over a database, as the bot does; they end with the block."""
    settings = PipelineSettings(
        database=DatabaseSettings(data_dir=models_dir, database_url=as_superuser(storage)),
        models=ModelSettings(folder=models_dir),
        ingest=IngestSettings(originals_bytes=0),
    )
    models = await load_models(settings.models)
    runner = Runner(
        database_url=storage.runs_url, executor_id=f"benchmark-{uuid.uuid4()}", is_worker=False
    )
    async with run_pipelines(
        settings,
        storage,
        models,
        runner,
        phrases=FluentPhrasebook(),
        notifier=ConsoleNotifier(),
        fetchers={},
    ) as answering:
        runs = Runs(runner)
        runs.open()
        yield Product(storage, models, runs, answering)


@asynccontextmanager
async def running_bot(
    models_dir: Path, wanted: Mapping[str, Any] | None = None
) -> AsyncIterator[Stack]:
    """Run the whole bot in the sandbox over an empty folder; the environment sets nothing.

    Args:
        wanted: settings by name that are not as by default.
    """
    check_names(wanted or {})
    for name in Settings.model_fields:
        os.environ.pop(name.upper(), None)
    with tempfile.TemporaryDirectory(prefix="paragraf-benchmark-") as folder:
        settings = Settings(
            _env_file=None,
            data_dir=Path(folder),
            models_dir=models_dir,
            sandbox_port=0,
            **(wanted or {}),
        )
        async with open_stack(settings) as stack:
            yield stack


def check_names(settings: Mapping[str, Any]) -> None:
    """Let no setting be left out for its name: the bot takes no notice of those it does not know.

    Raises:
        CannotMeasure: there is no setting of such a name.
    """
    if unknown := sorted(settings.keys() - Settings.model_fields.keys()):
        raise CannotMeasure(f"no such setting: {', '.join(unknown)}")


def warn_of_load() -> None:
    """Say so when others are at work on this machine: times would be theirs as much as ours."""
    load, cores = os.getloadavg()[0], available_cores()
    if load > cores / 4:
        progress(f"load is {load:.1f} on {cores} cores before the start: do not trust the times")


def progress(text: str) -> None:
    """Say how far a benchmark is, on standard error: standard output is for its figures."""
    print(text, file=sys.stderr, flush=True)
