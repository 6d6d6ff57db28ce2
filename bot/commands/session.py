"""The pipelines, opened for one command: the same ones as the bot's, without its queue."""

import asyncio
import uuid
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass

from bot.commands.console import Console
from bot.settings import Settings
from pipelines.answer.steps import AnswerSteps
from pipelines.engine.execution import Observer, unobserved
from pipelines.engine.runner import Runner
from pipelines.ports import Notifier
from pipelines.runs import Runs
from pipelines.services import Storage, load_models, open_storage, run_pipelines


@dataclass(frozen=True, slots=True)
class Session:
    """What a command works with."""

    storage: Storage
    runs: Runs
    answering: AnswerSteps


@asynccontextmanager
async def open_session(
    settings: Settings,
    console: Console,
    notifier: Notifier,
    evaluation_observer: Observer = unobserved,
) -> AsyncIterator[Session]:
    """Open everything; this worker takes no runs off the queue and resumes nobody's."""
    pipelines = settings.pipelines()
    loading = asyncio.create_task(load_models(pipelines.models))
    try:
        async with open_storage(pipelines.database) as storage:
            runner = Runner(
                database_url=storage.runs_url, executor_id=f"cli-{uuid.uuid4()}", is_worker=False
            )
            async with run_pipelines(
                pipelines,
                storage,
                await loading,
                runner,
                phrases=console.phrases,
                notifier=notifier,
                fetchers={},
                evaluation_observer=evaluation_observer,
            ) as answering:
                runs = Runs(runner, secrets=pipelines.ingest.secrets)
                runs.open()
                yield Session(storage, runs, answering)
    finally:
        loading.cancel()
