"""The whole product in one process: database, models, pipelines, bot, and the sandbox."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, replace
from functools import partial
from secrets import token_urlsafe

from telegram.error import InvalidToken, NetworkError
from telegram.ext import ExtBot

from bot.access import Access, Memberships, new_owner_code
from bot.app import build_application, build_bot
from bot.context import BotApplication, Limits, Listening, ModelTerms, Pages
from bot.menus import set_menus
from bot.messages.telegram_files import TelegramFetcher
from bot.phrasebook import FluentPhrasebook
from bot.reporting.alerts import OwnerAlerts
from bot.reporting.conflict_cards import ConflictCards
from bot.reporting.corrections import Corrections
from bot.reporting.draft_board import DraftBoard
from bot.reporting.gaps import Gaps
from bot.reporting.notifier import TelegramNotifier
from bot.reporting.open_offers import OpenOffers
from bot.reporting.owner_questions import OwnerQuestions
from bot.reporting.pending_questions import PendingQuestions
from bot.reporting.progress_board import BatchEnds, ProgressBoard
from bot.reporting.watch_notifier import TelegramWatchNotifier
from bot.sandbox import Sandbox
from bot.settings import Settings
from bot.transport.member_tags import put_right
from bot.transport.outbox import Outbox
from bot.transport.send_once import SendOnce
from bot.updates.receive import open_intake
from bot.updates.worker_name import named_worker
from pipelines.answer.steps import AnswerSteps
from pipelines.engine.lease import Lease
from pipelines.engine.recovery import take_over
from pipelines.engine.runner import Runner
from pipelines.errors import SettingsInvalid
from pipelines.models.people import MACHINE
from pipelines.runs import Runs
from pipelines.services import (
    Models,
    Storage,
    load_models,
    make_folder,
    make_listening,
    open_pages,
    open_storage,
    run_pipelines,
)
from pipelines.watch.pipeline import EVERY_FIVE_MINUTES

_SANDBOX_BOT = "1000000"


@dataclass(frozen=True, slots=True)
class Stack:
    """A running bot: where people reach it, and the code that makes an owner, if one is due."""

    page_url: str | None
    username: str
    owner_code: str | None
    sandbox: Sandbox | None
    storage: Storage
    web_port: int | None = None
    other_owners: tuple[str, ...] = ()  # besides those that the settings name


ShowCode = Callable[[str], None]  # of an owner, if one is due: before the models are loaded


def unshown(code: str) -> None:
    """Show nobody the owner's code; `Stack` has it."""


@asynccontextmanager
async def open_stack(settings: Settings, show_code: ShowCode = unshown) -> AsyncIterator[Stack]:
    """Start everything, poll, and stop everything again in the opposite order."""
    phrases, pipelines = _phrases(settings), settings.pipelines()
    async with AsyncExitStack() as stack:
        token = settings.telegram_token or _sandbox_token()
        sandbox = await stack.enter_async_context(_sandbox(settings, token))
        loading = asyncio.create_task(load_models(pipelines.models))
        stack.push_async_callback(_abandon, loading)
        storage = await stack.enter_async_context(open_storage(pipelines.database))
        await _keep_settings(settings, storage)
        owner_code = await _owner_code(settings, storage, show_code)
        bot = build_bot(token, base_url=sandbox.page_url if sandbox else settings.telegram_base_url)
        lease = await stack.enter_async_context(_lease(settings, storage, bot))
        outbox = Outbox(bot)
        drafts = DraftBoard(outbox, phrases, sent=storage.store.inbox)
        stack.push_async_callback(drafts.close)
        runner = _runner(storage, lease)
        runs = Runs(runner, secrets=pipelines.ingest.secrets)
        corrections = _corrections(storage, outbox, phrases, runs, stack)
        listening, pages = await _open_files(settings, storage, bot, stack)
        application = _application(
            *(settings, storage, bot, drafts, corrections, runs, owner_code),
            *(_memberships(storage, bot, runner), listening, pages),
        )
        await _initialize(application, stack)
        # Updates come in before the models are loaded: /start is answered at once, and what needs
        # them waits for `runs`. That ends first, so that nothing comes in while the rest stops.
        intake = AsyncExitStack()
        stack.push_async_callback(intake.aclose)
        await application.start()
        intake.push_async_callback(application.stop)
        intake.callback(runs.close)
        web_port = await intake.enter_async_context(
            open_intake(settings, application, storage.store, lease)
        )
        answering = await stack.enter_async_context(
            _pipelines(settings, storage, await loading, runner, runs, bot, drafts, corrections)
        )
        stack.push_async_callback(intake.aclose)
        await lease.on_worker_dead(take_over)
        runs.open(answering)
        yield Stack(
            page_url=sandbox.page_url if sandbox else None,
            username=bot.username,
            owner_code=owner_code,
            sandbox=sandbox,
            storage=storage,
            web_port=web_port,
            other_owners=await _other_owners(settings, storage),
        )


def _phrases(settings: Settings) -> FluentPhrasebook:
    """Read what the bot says, of a bot that is set up so."""
    hears, opens = bool(settings.speech_model), settings.readable_by_everyone
    return FluentPhrasebook(hears=hears, opens=opens)


def _application(
    settings: Settings,
    storage: Storage,
    bot: ExtBot[int],
    drafts: DraftBoard,
    corrections: Corrections,
    runs: Runs,
    owner_code: str | None,
    memberships: Memberships,
    listening: Listening | None,
    pages: Pages,
) -> BotApplication:
    access = Access(
        storage.store,
        open_to_all=settings.is_open,
        owner_ids=settings.owner_ids,
        owner_code=owner_code,
        memberships=memberships,
    )
    pipelines = settings.pipelines()
    return build_application(
        bot,
        store=storage.store,
        runs=runs,
        phrases=corrections.phrases,
        access=access,
        outbox=corrections.outbox,
        drafts=drafts,
        corrections=corrections,
        limits=Limits(
            question_chars=pipelines.answer.max_question_length,
            file_bytes=settings.sent_file_bytes,
            hears=settings.speech_model is not None,
            secrets=pipelines.ingest.secrets,
            private_urls=settings.allow_private_urls,
            model=_model_terms(settings),
            access_requests=settings.access_requests,
            keeps_gaps=settings.gaps,
        ),
        pages=pages,
        readable_by_everyone=pipelines.ingest.readable_by_everyone,
        listening=listening,
    )


def _memberships(storage: Storage, bot: ExtBot[int], runner: Runner) -> Memberships:
    """Make what keeps who is in a group; by the clock Telegram is asked of the silent."""
    memberships = Memberships(storage.store, bot)
    runner.schedule("memberships", EVERY_FIVE_MINUTES, memberships.check_silent)
    runner.schedule(
        "member_tags", EVERY_FIVE_MINUTES, partial(put_right, storage.store.people, bot)
    )
    return memberships


def _corrections(
    storage: Storage,
    outbox: Outbox,
    phrases: FluentPhrasebook,
    runs: Runs,
    stack: AsyncExitStack,
) -> Corrections:
    """Make what rules are made with; what it tries is given up at the end."""
    corrections = Corrections(storage.store, outbox, phrases, runs)
    stack.push_async_callback(corrections.close)
    return corrections


def _model_terms(settings: Settings) -> ModelTerms | None:
    if settings.llm_base_url is None:
        return None
    return ModelTerms(settings.llm_daily_tokens, settings.prices)


def _runner(storage: Storage, lease: Lease) -> Runner:
    """Make the engine of this worker, which does nothing more once it was replaced."""
    return Runner(
        database_url=storage.runs_url,
        executor_id=lease.worker.name,
        bot=lease.worker.bot,
        ownership=lease,
    )


def _pipelines(
    settings: Settings,
    storage: Storage,
    models: Models,
    runner: Runner,
    runs: Runs,
    bot: ExtBot[int],
    drafts: DraftBoard,
    corrections: Corrections,
) -> AbstractAsyncContextManager[AnswerSteps]:
    """Run the pipelines with Telegram for where files come from and where news goes."""
    outbox, phrases = corrections.outbox, corrections.phrases
    gaps = Gaps(storage.store, outbox, phrases, runs)
    return run_pipelines(
        settings.pipelines(),
        storage,
        models,
        runner,
        phrases=phrases,
        notifier=TelegramNotifier(
            outbox,
            phrases,
            board=ProgressBoard(outbox),
            drafts=drafts,
            ends=BatchEnds(storage.store.batches, runs),
            questions=PendingQuestions(storage.store.chats, runs),
            owners=OwnerQuestions(storage.store, outbox, phrases, runs),
            corrections=corrections,
            gaps=gaps,
            conflicts=ConflictCards(storage.store, outbox, phrases),
            offers=OpenOffers(storage.store.artifacts),
            being_read=runs.count_being_read,
        ),
        watch_notifier=TelegramWatchNotifier(outbox, phrases),
        correction_notifier=gaps,
        alert_notifier=OwnerAlerts(storage.store, outbox, phrases),
        fetchers={"telegram": _files(settings, bot)},
    )


async def _open_files(
    settings: Settings, storage: Storage, bot: ExtBot[int], stack: AsyncExitStack
) -> tuple[Listening | None, Pages]:
    """Open what reads the files of people who wait: what hears questions, what draws pages."""
    files, pipelines = _files(settings, bot), settings.pipelines()
    listening = make_listening(pipelines.speech, files, max_seconds=2 * Limits().spoken_seconds)
    if listening is not None:
        stack.push_async_callback(listening.close)
    pages = open_pages(pipelines, storage.store, {"telegram": files})
    return listening, await stack.enter_async_context(pages)


def _files(settings: Settings, bot: ExtBot[int]) -> TelegramFetcher:
    hears = settings.speech_model is not None
    return TelegramFetcher(bot, max_bytes=settings.sent_file_bytes, hears=hears)


async def _abandon(loading: asyncio.Task[Models]) -> None:
    """Stop loading, if it still goes on; its outcome was taken or does not matter any more."""
    loading.cancel()
    await asyncio.gather(loading, return_exceptions=True)


@asynccontextmanager
async def _sandbox(settings: Settings, token: str) -> AsyncIterator[Sandbox | None]:
    if not settings.in_sandbox:
        yield None
        return
    data_dir = settings.data_dir.expanduser().resolve()
    make_folder(data_dir)
    async with Sandbox(
        data_dir,
        host=settings.sandbox_host,
        port=settings.sandbox_port,
        token=token,
        hosts=settings.sandbox_hosts,
    ) as sandbox:
        yield sandbox


def _sandbox_token() -> str:
    """Make up a token for this start: whoever can reach the sandbox's port cannot guess it."""
    return f"{_SANDBOX_BOT}:{token_urlsafe(32)}"


async def _keep_settings(settings: Settings, storage: Storage) -> None:
    """Write into the database what the settings say of who is let in, and who owns this copy."""
    await storage.store.people.set_front_door(is_open=settings.is_open)
    await storage.store.people.appoint_owners(tuple(sorted(settings.owner_ids)))


async def _owner_code(settings: Settings, storage: Storage, show: ShowCode) -> str | None:
    if settings.is_open or settings.owner_ids or await storage.store.people.has_owner():
        return None
    code = new_owner_code()
    show(code)
    return code


async def _other_owners(settings: Settings, storage: Storage) -> tuple[str, ...]:
    """Return the names and ids of owners whom the settings do not name, where they name any."""
    if not settings.owner_ids:
        return ()
    store = storage.store
    others = frozenset(await store.people.owner_ids()) - settings.owner_ids
    found = [await store.administration.find_person(each, actor=MACHINE) for each in sorted(others)]
    return tuple(
        f"{each.name} ({each.telegram_id})" if each.name else str(each.telegram_id)
        for each in found
        if each is not None
    )


async def _initialize(application: BotApplication, stack: AsyncExitStack) -> None:
    try:
        await application.initialize()
    except InvalidToken as error:
        raise SettingsInvalid("TELEGRAM_TOKEN is refused: take it anew from @BotFather") from error
    except NetworkError as error:
        raise SettingsInvalid(
            "the Bot API cannot be reached: check the network and TELEGRAM_BASE_URL"
        ) from error
    stack.push_async_callback(application.shutdown)
    await set_menus(application)


@asynccontextmanager
async def _lease(settings: Settings, storage: Storage, bot: ExtBot[int]) -> AsyncIterator[Lease]:
    """Give this process a name and have it say that it lives."""
    bot_id = int(bot.token.partition(":")[0])
    data_dir = settings.data_dir.expanduser().resolve()
    with named_worker(data_dir, bot_id, storage.runs_url) as named:
        if named.predecessor is not None:
            await storage.store.inbox.remove_worker(replace(named.worker, name=named.predecessor))
        async with Lease(storage.store.inbox, named.worker).running() as lease:
            limiter = bot.rate_limiter
            assert isinstance(limiter, SendOnce)
            limiter.use_store(storage.store.inbox, lease, bot_id=bot_id)
            yield lease
