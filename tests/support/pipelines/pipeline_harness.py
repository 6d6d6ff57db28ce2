"""Both pipelines over a real database and model, and somebody who watches what they report."""

import asyncio
from collections import defaultdict
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, field, replace
from itertools import count
from pathlib import Path
from typing import Any

from psycopg import AsyncConnection
from psycopg.rows import dict_row

from bot.phrasebook import FluentPhrasebook
from pipelines.answer.state import AnswerState
from pipelines.answer.steps import AnswerSteps
from pipelines.engine.records import show_run
from pipelines.engine.runner import Runner
from pipelines.errors import Failure
from pipelines.gateways.postgres import PostgresDatabase
from pipelines.models.answers import Answer, Draft, Passage
from pipelines.models.chat import Turn
from pipelines.models.documents import FileRef, Message
from pipelines.models.interactions import Offer
from pipelines.models.learning.evaluations import AlertNotifier
from pipelines.models.requests import AnswerRequest, BatchReport, IngestRequest, ItemProgress
from pipelines.models.watches import WatchNotifier
from pipelines.ports import CloseReader, Embedder, Fetcher, LanguageModel, Reranker
from pipelines.runs import PIPELINES, Runs
from pipelines.services import Models, Storage, run_pipelines
from pipelines.settings import (
    AnswerSettings,
    DatabaseSettings,
    IngestSettings,
    ModelSettings,
    PipelineSettings,
)
from pipelines.store.store import Store
from tests.support.gateways.history import history_of
from tests.support.pipelines.watched_embedder import WatchedEmbedder

GIVE_UP_SECONDS = 90  # a hang, not a limit on how fast the pipelines are

_ids = count(1)


class Mailbox:
    """A Notifier that keeps what it is told, by origin, and lets a test wait for it."""

    def __init__(self) -> None:
        self.progress: dict[str, list[list[ItemProgress]]] = defaultdict(list)
        self.reports: dict[str, list[BatchReport]] = defaultdict(list)
        self.drafts: dict[str, list[Draft]] = defaultdict(list)
        self.answers: dict[str, list[Answer]] = defaultdict(list)
        self.has_buttons = False  # without, no further questions are looked for
        self.offers: dict[str, Offer] = {}
        self.disagreements: list[str] = []  # batches
        self.failures: dict[str, list[Failure]] = defaultdict(list)
        self._news = asyncio.Condition()

    async def progressed(
        self, origin: str, items: Sequence[ItemProgress], *, batch_id: str = ""
    ) -> None:
        self.progress[origin].append(list(items))

    async def ingested(self, origin: str, report: BatchReport) -> None:
        self.reports[origin].append(report)
        await self._tell()

    async def drafted(self, origin: str, draft: Draft) -> None:
        self.drafts[origin].append(draft)

    async def answered(self, origin: str, answer: Answer) -> int:
        self.answers[origin].append(answer)
        await self._tell()
        return len(self.answers[origin]) if self.has_buttons else 0

    async def offered(self, origin: str, answer: Answer, offer: Offer) -> None:
        assert self.answers[origin][offer.shown_at - 1] == answer, "it is the one that was sent"
        self.offers[origin] = offer
        await self._tell()

    async def disagreed(self, batch_id: str) -> None:
        self.disagreements.append(batch_id)
        await self._tell()

    async def offer(self, origin: str) -> Offer:
        """Wait for the questions that are put under an answer."""
        async with asyncio.timeout(GIVE_UP_SECONDS), self._news:
            await self._news.wait_for(lambda: origin in self.offers)
        return self.offers[origin]

    async def disagreement(self, batch_id: str) -> None:
        """Wait until it is asked what of a batch holds."""
        async with asyncio.timeout(GIVE_UP_SECONDS), self._news:
            await self._news.wait_for(lambda: batch_id in self.disagreements)

    async def failed(self, origin: str, failure: Failure) -> None:
        self.failures[origin].append(failure)
        await self._tell()

    async def report(self, origin: str) -> BatchReport:
        """Wait for the final word on a batch; if none comes, say how far its run is."""
        try:
            async with asyncio.timeout(GIVE_UP_SECONDS), self._news:
                await self._news.wait_for(lambda: self.reports[origin])
        except TimeoutError as error:
            error.add_note(repr(await show_run(PIPELINES, origin)))
            raise
        return self.reports[origin][-1]

    async def _tell(self) -> None:
        async with self._news:
            self._news.notify_all()


class NosyMailbox(Mailbox):
    """Looks, when an answer comes, at what has been saved of the conversation."""

    store: Store

    def __init__(self) -> None:
        super().__init__()
        self.saved: dict[str, tuple[Turn, ...]] = {}

    async def answered(self, origin: str, answer: Answer) -> int:
        self.saved[origin] = await history_of(self.store, origin, 15)
        return await super().answered(origin, answer)


@dataclass
class ReadingRoom:
    """The running pipelines and what they work with."""

    store: Store
    runs: Runs
    mailbox: Mailbox
    embedder: WatchedEmbedder
    admin: AsyncConnection[dict[str, Any]]
    answering: AnswerSteps
    answered: list[AnswerState] = field(default_factory=list)

    async def ingest(
        self,
        *sent: str | tuple[str, bytes],
        run_id: str = "",
        owner: int | None = None,
        **more: Any,
    ) -> BatchReport:
        """Send links, and files as (name, content), in one message; wait for the report."""
        run_id = run_id or new_id("batch")
        request = await self.request(*sent, run_id=run_id, owner=owner, **more)
        return await self.runs.ingest(request, run_id=run_id)

    async def queue(self, *sent: str | tuple[str, bytes], owner: int) -> str:
        """Leave a batch to the workers, as the bot does; return its id."""
        batch_id = new_id("queued")
        request = await self.request(*sent, run_id=batch_id, owner=owner)
        await self.runs.start_ingest(request, run_id=batch_id)
        return batch_id

    async def request(
        self, *sent: str | tuple[str, bytes], run_id: str, owner: int | None = None, **more: Any
    ) -> IngestRequest:
        """Leave the files where a run finds them; the run's id is the origin, too."""
        if owner is not None and await self.store.people.get_user(owner) is None:
            await self.store.people.ensure_user(owner, None, None)
        files = []
        for each in sent:
            if isinstance(each, tuple):
                name, content = each
                key = f"upload/{len(files)}"
                await self.store.artifacts.put_artifact(run_id, key, content)
                files.append(FileRef("artifact", f"{run_id}/{key}", name, len(content)))
        links = tuple(each for each in sent if isinstance(each, str))
        return IngestRequest(Message(links=links, files=tuple(files)), owner, run_id, **more)

    async def ask(
        self, question: str, *, asker: int | None = None, user_id: str = "", **more: Any
    ) -> Answer:
        """Ask; return what the notifier was told, with the passages it rests on."""
        run_id = new_id("question")
        request = AnswerRequest(question, user_id or run_id, asker, run_id, **more)
        state = await self.runs.ask(request, run_id=run_id)
        self.answered.append(state)
        (told,) = self.mailbox.answers[run_id]
        passages = await self.answering.scoring.read(state)
        assert told == state.answer()
        return state.answer(passages)

    async def search(self, text: str, *, asker: int | None = None) -> tuple[Passage, ...]:
        """Search as the answer pipeline does, without a threshold."""
        query = await self.embedder.embed_query(text)
        return await self.store.search.search_documents(
            query.embedding, top_k=200, threshold=0.0, floor=0.0, asker=asker
        )

    async def found(self, text: str, *, asker: int | None = None) -> set[str]:
        """The documents that a search shows this asker."""
        return {passage.document_id for passage in await self.search(text, asker=asker)}

    async def rows(self, statement: str, *values: Any) -> list[dict[str, Any]]:
        """Look into the database."""
        return await (await self.admin.execute(statement, values)).fetchall()

    async def chunks(self, batch_id: str) -> list[dict[str, Any]]:
        """The rows of a batch in their order."""
        return await self.rows(
            "select * from documents_paragraphs where batch_id = %s order by idx_in_batch", batch_id
        )

    async def leftovers(self, batch_id: str) -> list[str]:
        """The artifacts that a run left behind."""
        found = await self.rows("select name from artifacts where batch_id = %s", batch_id)
        return [row["name"] for row in found]


def new_id(kind: str) -> str:
    """Return an id no other run of this session has."""
    return f"{kind}-{next(_ids)}"


@asynccontextmanager
async def open_room(
    url: str,
    embedder: Embedder,
    reranker: Reranker,
    *,
    fetchers: Mapping[str, Fetcher] | None = None,
    language_model: LanguageModel | None = None,
    reader: CloseReader | None = None,
    answer: AnswerSettings | None = None,
    ingest: IngestSettings | None = None,
    executor_id: str = "test",
    is_worker: bool = True,
    mailbox: Mailbox | None = None,
    opening: type[PostgresDatabase] = PostgresDatabase,
    watch_notifier: WatchNotifier | None = None,
    judge_sample: float = 0.0,  # else requests come that a test does not expect
    alert_notifier: AlertNotifier | None = None,
) -> AsyncIterator[ReadingRoom]:
    """Open the product's own pipelines over a database; pages on loopback may be fetched."""
    ingest = ingest or IngestSettings(allow_private_urls=True)
    settings = PipelineSettings(
        database=DatabaseSettings(data_dir=Path("/nowhere"), database_url=url),
        models=ModelSettings(folder=Path("/nowhere")),
        ingest=replace(ingest, originals_bytes=0),
        answer=replace(answer or AnswerSettings(), judge_sample=judge_sample),
    )
    watched, mailbox = WatchedEmbedder(embedder), mailbox or Mailbox()
    async with AsyncExitStack() as stack:
        store = Store(await opening.connect(url))
        stack.push_async_callback(store.close)
        admin = await stack.enter_async_context(
            await AsyncConnection.connect(url, autocommit=True, row_factory=dict_row)
        )
        runner = Runner(database_url=url, executor_id=executor_id, is_worker=is_worker)
        answering = await stack.enter_async_context(
            run_pipelines(
                settings,
                Storage(store, url),
                Models(watched, reranker, language_model, reader),
                runner,
                phrases=FluentPhrasebook(),
                notifier=mailbox,
                fetchers=fetchers or {},
                watch_notifier=watch_notifier,
                alert_notifier=alert_notifier,
            )
        )
        runs = Runs(runner, secrets=settings.ingest.secrets)
        runs.open(answering)
        yield ReadingRoom(store, runs, mailbox, watched, admin, answering)
