"""Puts the adapters together: the only module that knows them all."""

import asyncio
from collections import Counter
from collections.abc import AsyncIterator, Mapping
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

from pipelines.answer.steps import AnswerSteps
from pipelines.answer.tools.toolbox import Toolbox
from pipelines.answer.writing.agent import AgentSteps
from pipelines.answer.writing.growing import Ahead
from pipelines.answer.writing.metering import Metering
from pipelines.answer.writing.summarising import SummarySteps
from pipelines.concurrency import background
from pipelines.detectors.langdetect import LangdetectDetector
from pipelines.embedders.close.reader import load_close_reader
from pipelines.embedders.sentence_transformer import SentenceTransformerEmbedder, load_embedder
from pipelines.embedding.reembed import Reembedding, claim_embedding
from pipelines.engine.execution import Observer, unobserved
from pipelines.engine.runner import Runner
from pipelines.errors import SettingsInvalid
from pipelines.extractors import extract
from pipelines.extractors.office.archive import survey, take_out
from pipelines.extractors.paged import draw_page, join_pages, read_pages, recognise_page
from pipelines.fetchers import make_fetchers
from pipelines.fetchers.conditional import HttpConditionalFetcher
from pipelines.fetchers.robots import Robots
from pipelines.fetchers.web.client import WebClient
from pipelines.fetchers.web.guard import GuardedTransport
from pipelines.gateways.embedded_postgres import EmbeddedPostgres
from pipelines.gateways.logins import Logins, hand_over
from pipelines.gateways.migrate import check_engine, migrate, pending
from pipelines.gateways.postgres import PostgresDatabase
from pipelines.gateways.supabase import SupabaseDatabase
from pipelines.ingest.archives import Unpacker
from pipelines.ingest.pages import PagedReader
from pipelines.ingest.progress import BatchProgress
from pipelines.ingest.reading import ReadSteps
from pipelines.ingest.review.conflicts import ConflictSteps
from pipelines.ingest.review.self_test import SelfTestSteps
from pipelines.ingest.screening import Screening
from pipelines.ingest.steps import IngestSteps
from pipelines.isolation.budget import Budget
from pipelines.isolation.pool import ProcessPool
from pipelines.llms import make_language_model
from pipelines.llms.openai_compatible import OpenAICompatible
from pipelines.models.learning.evaluations import AlertNotifier, SilentAlerts
from pipelines.models.watches import NullNotifier, WatchNotifier
from pipelines.nodes.questions.paraphrasing.related import related
from pipelines.nodes.questions.politeness import compile_phrases
from pipelines.nodes.questions.spelling.languages import read_everyday_words
from pipelines.nodes.text.dictionary import LANGUAGES, translations
from pipelines.nodes.text.glossary import meanings
from pipelines.originals.cache import OriginalCache
from pipelines.originals.pages import OriginalPages
from pipelines.ports import (
    CloseReader,
    CorrectionNotifier,
    Embedder,
    Fetcher,
    LanguageDetector,
    Notifier,
    Phrasebook,
    Reranker,
    Traces,
)
from pipelines.rerankers.cross_encoder import load_cross_encoder
from pipelines.rerankers.maxsim import MaxSimReranker
from pipelines.settings import (
    AnswerSettings,
    DatabaseSettings,
    IngestSettings,
    ModelSettings,
    PipelineSettings,
    SpeechSettings,
)
from pipelines.store.store import Store
from pipelines.transcribers import make_transcriber
from pipelines.transcribers.listening import Listening
from pipelines.watch.steps import WatchSteps
from pipelines.worker import Alerting, add_pipelines


@dataclass(frozen=True, slots=True)
class Storage:
    """An open database: `store` for the product's data, `runs_url` for the engine's records."""

    store: Store
    runs_url: str


@dataclass(frozen=True, slots=True)
class Models:
    """Loaded models; no language model means extractive answers."""

    embedder: SentenceTransformerEmbedder
    reranker: Reranker
    language_model: OpenAICompatible | None
    reader: CloseReader | None = None


def make_folder(folder: Path) -> None:
    """Make DATA_DIR, or raise SettingsInvalid saying why it cannot be had."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise SettingsInvalid(f"DATA_DIR: {folder} cannot be made: {error.strerror}") from error


@asynccontextmanager
async def open_database(settings: DatabaseSettings) -> AsyncIterator[Logins | None]:
    """Give the addresses of a Postgres, starting our own if none is set; None on Supabase."""
    make_folder(settings.data_dir)
    if url := settings.database_url:
        yield Logins(migrations=url, bot=url, engine=url)
    elif settings.supabase_url:
        yield None
    else:
        embedded = EmbeddedPostgres(settings.data_dir / "postgres")
        administrator = await asyncio.to_thread(embedded.start)
        try:
            yield await asyncio.to_thread(hand_over, administrator)
        finally:
            await asyncio.to_thread(embedded.stop)


@asynccontextmanager
async def open_storage(settings: DatabaseSettings) -> AsyncIterator[Storage]:
    """Open the database, bring it up to date where that is ours to do, and connect."""
    async with open_database(settings) as logins:
        if logins is None:
            store = Store(await _connect_supabase(settings))
            runs_url = f"sqlite:///{settings.data_dir / 'runs.sqlite'}"
        else:
            await migrate(logins.migrations)
            await check_engine(logins.engine)
            store = Store(await PostgresDatabase.connect(logins.bot))
            runs_url = logins.engine
        try:
            yield Storage(store, runs_url)
        finally:
            await store.close()


async def apply_migrations(settings: DatabaseSettings) -> None:
    """Bring the database up to date; on Supabase, raise SettingsInvalid where it is not."""
    async with open_database(settings) as logins:
        if logins is not None:
            await migrate(logins.migrations)
            return
        database = await _connect_supabase(settings)
        await database.close()


async def missing_migrations(settings: DatabaseSettings) -> list[str]:
    """Return the versions of the migrations that the database lacks; change nothing in it."""
    async with open_database(settings) as logins:
        if logins is not None:
            return await pending(logins.migrations)
        database = await _connect_supabase(settings)  # says what to do when one is missing
        await database.close()
        return []


async def _connect_supabase(settings: DatabaseSettings) -> SupabaseDatabase:
    if not (settings.supabase_url and settings.supabase_service_key):
        raise SettingsInvalid("SUPABASE_URL needs SUPABASE_SERVICE_KEY beside it")
    return await SupabaseDatabase.connect(settings.supabase_url, settings.supabase_service_key)


async def load_models(settings: ModelSettings) -> Models:
    """Load the embedder, the reranker and the way to the language model, as configured."""
    embedder = await load_embedder(settings.embedding_model, settings.folder)
    reranker: Reranker = MaxSimReranker(
        embedder, floor=embedder.max_sim_floor, cross_floor=embedder.max_sim_cross_floor
    )
    if settings.reranker_model:
        reranker = await load_cross_encoder(
            settings.reranker_model, budget_s=settings.rerank_budget_s, threads=embedder.threads
        )
    language_model = make_language_model(
        settings.llm_base_url,
        settings.llm_api_key,
        settings.llm_model,
        fallback_name=settings.llm_fallback_model,
        max_tokens=settings.llm_max_tokens,
        total_seconds=settings.llm_timeout_s,
        silence_seconds=settings.llm_silence_s,
    )
    reader = await load_close_reader(embedder, settings.folder)
    return Models(embedder, reranker, language_model, reader)


def _answering(
    store: Store,
    models: Models,
    detector: LanguageDetector,
    phrases: Phrasebook,
    notifier: Notifier,
    settings: AnswerSettings,
    traces: Traces | None,
) -> AnswerSteps:
    model = models.language_model
    metered = Metering(model, store.usage, settings.daily_tokens) if model is not None else None
    return AnswerSteps(
        *(store, models.embedder, models.reranker, detector, phrases, notifier),
        model=metered,
        settings=settings,
        traces=traces,
        reader=models.reader,
    )


def _traces(endpoint: str | None, stack: AsyncExitStack) -> Traces | None:
    if not endpoint:
        return None
    try:
        from pipelines.gateways.otlp_traces import OtlpTraces
    except ModuleNotFoundError as error:
        raise SettingsInvalid(
            "OTEL_EXPORTER_OTLP_ENDPOINT needs OpenTelemetry: pip install 'paragraf[tracing]'"
        ) from error
    traces = OtlpTraces(endpoint)
    stack.push_async_callback(asyncio.to_thread, traces.close)
    return traces


@asynccontextmanager
async def run_pipelines(
    settings: PipelineSettings,
    storage: Storage,
    models: Models,
    runner: Runner,
    *,
    phrases: Phrasebook,
    notifier: Notifier,
    fetchers: Mapping[str, Fetcher],
    watch_notifier: WatchNotifier | None = None,
    correction_notifier: CorrectionNotifier | None = None,
    alert_notifier: AlertNotifier | None = None,
    evaluation_observer: Observer = unobserved,
) -> AsyncIterator[AnswerSteps]:
    """Add the pipelines to the runner, launch it, and close everything at the end.

    Raises:
        SettingsInvalid: the base is embedded by another model than the one that is loaded.
    """
    # The engine, whose threads words are read in, closes before what its runs use; also on failure.
    async with AsyncExitStack() as stack, AsyncExitStack() as engine:
        engine.push_async_callback(runner.close)
        _close_at_end(models, stack)
        await claim_embedding(storage.store.embeddings, models.embedder)
        transport, client = _web(settings.ingest, stack)
        own = make_fetchers(transport, client, storage.store.artifacts)
        detector = await _load_detector()
        pool = await stack.enter_async_context(ProcessPool(budget=_budget(settings)))
        store, embedder, progress = storage.store, models.embedder, BatchProgress(notifier)
        traces = _traces(settings.answer.traces_endpoint, stack)
        answer = _answering(store, models, detector, phrases, notifier, settings.answer, traces)
        add_pipelines(
            runner,
            ingest=IngestSteps(store, embedder, notifier, progress, _originals(settings)),
            read=_read_steps(
                *(settings, store, embedder, detector, pool, {**own, **fetchers}, progress, stack)
            ),
            review=_review(store, embedder, pool, settings),
            answer=(answer, *_with_model(answer)),
            watch=_watch(store, pool, transport, client, watch_notifier),
            alerting=Alerting(store.evaluations, alert_notifier or SilentAlerts(), settings.alerts),
            is_evaluated=settings.is_evaluated,
            keep_runs_days=settings.keep_runs_days,
            keep_interactions_days=settings.keep_interactions_days,
            corrections=correction_notifier,
            evaluation_observer=evaluation_observer,
        )
        await runner.launch()
        await engine.enter_async_context(background(asyncio.to_thread(_read_words)))
        yield answer


def _budget(settings: PipelineSettings) -> Budget:
    return Budget(run_s=settings.ingest.batch_reading_s)


def _close_at_end(models: Models, stack: AsyncExitStack) -> None:
    stack.push_async_callback(models.embedder.close)
    if models.language_model is not None:
        stack.push_async_callback(models.language_model.close)


def _review(
    store: Store, embedder: Embedder, pool: ProcessPool, settings: PipelineSettings
) -> tuple[SelfTestSteps, ConflictSteps]:
    """Return the steps that look at documents once these can be searched."""
    self_test = SelfTestSteps(store, embedder, pool, settings.answer.retrieval)
    return self_test, ConflictSteps(store, embedder, pool)


def _watch(
    store: Store,
    pool: ProcessPool,
    transport: GuardedTransport,
    client: WebClient,
    notifier: WatchNotifier | None,
) -> WatchSteps:
    robots, revisits = Robots(transport), HttpConditionalFetcher(client)
    return WatchSteps(store, pool, revisits, robots, notifier or NullNotifier())


@asynccontextmanager
async def open_pages(
    settings: PipelineSettings, store: Store, fetchers: Mapping[str, Fetcher]
) -> AsyncIterator[OriginalPages]:
    """Show pages of originals, in child processes of their own: nobody waits behind a parser."""
    async with AsyncExitStack() as stack:
        transport, client = _web(settings.ingest, stack)
        own = make_fetchers(transport, client, store.artifacts)
        pool = await stack.enter_async_context(ProcessPool())
        pages = OriginalPages(
            store.originals, _originals(settings), pool, {**own, **fetchers}, draw_page
        )
        await stack.enter_async_context(background(pages.sweep_forever()))
        yield pages


def _originals(settings: PipelineSettings) -> OriginalCache:
    return OriginalCache(settings.database.data_dir / "originals", settings.ingest.originals_bytes)


@asynccontextmanager
async def open_reembedding(settings: PipelineSettings) -> AsyncIterator[Reembedding]:
    """Open the database and the embedding model that is set, and nothing else."""
    async with open_storage(settings.database) as storage:
        embedder = await load_embedder(settings.models.embedding_model, settings.models.folder)
        try:
            yield Reembedding(storage.store.embeddings, embedder)
        finally:
            await embedder.close()


def _read_words() -> None:
    """Read the lists of words, which takes a second: beside all else, not when asked."""
    compile_phrases()
    meanings(frozenset({"word"}), "ru")
    for language in LANGUAGES:
        related(language)
    translations("word", "ru")
    translations("слово", "en")
    read_everyday_words()


def _with_model(answer: AnswerSteps) -> tuple[AgentSteps, SummarySteps]:
    """Make the steps in which a language model takes part, if there is one."""
    model, scoring = answer.model, answer.scoring
    notifier, settings = answer.notifier, answer.settings
    toolbox = Toolbox(scoring, answer.catalogue, settings.retrieval)
    store = answer.store
    agent = AgentSteps(
        *(model, scoring, toolbox, store.chats, store.documents, notifier, settings),
        ahead=Ahead(answer.sure_quotes),
        phrases=answer.phrases,
        detector=answer.detector,
    )
    summary = SummarySteps(model, scoring, notifier, answer.phrases, answer.detector, Counter())
    return agent, summary


def make_listening(
    settings: SpeechSettings, fetcher: Fetcher, *, max_seconds: int
) -> Listening | None:
    """Make what hears a short recording at once; None where recordings are not written down."""
    if settings.model is None:
        return None
    transcriber = make_transcriber(settings.model, settings.folder, max_seconds=max_seconds)
    return Listening(fetcher, transcriber)


async def _load_detector() -> LanguageDetector:
    """Load its tables, which takes a third of a second: not on the loop, at the first question."""
    detector = LangdetectDetector()
    await asyncio.to_thread(detector.detect, "Which language is this, and why?")
    return detector


def _web(settings: IngestSettings, stack: AsyncExitStack) -> tuple[GuardedTransport, WebClient]:
    transport = GuardedTransport(allow_private=settings.allow_private_urls)
    stack.push_async_callback(transport.aclose)
    return transport, WebClient(transport, byte_limit=settings.max_bytes)


def _read_steps(
    settings: PipelineSettings,
    store: Store,
    embedder: Embedder,
    detector: LanguageDetector,
    pool: ProcessPool,
    fetchers: Mapping[str, Fetcher],
    progress: BatchProgress,
    stack: AsyncExitStack,
) -> ReadSteps:
    speech, ingest = settings.speech, settings.ingest
    transcriber = make_transcriber(speech.model, speech.folder, max_seconds=60 * speech.max_minutes)
    stack.push_async_callback(transcriber.close)
    return ReadSteps(
        store=store,
        embedder=embedder,
        detector=detector,
        pool=pool,
        fetchers=fetchers,
        extract=extract,
        pages=PagedReader(read_pages, join_pages, recognise_page),
        ocr_pages=ingest.ocr_pages,
        transcriber=transcriber,
        screening=Screening(ingest.secrets),
        unpacker=Unpacker(survey, take_out),
        progress=progress,
        chunk_size=ingest.chunk_size,
        overlap=ingest.overlap,
    )
