"""What every handler can reach: the services, and the language of whoever wrote."""

from collections import defaultdict
from dataclasses import dataclass, field
from typing import Any, Protocol, Self

from telegram import Update
from telegram.ext import Application, CallbackContext, ExtBot

from bot.access import Access
from bot.messages.debounce import Debouncer
from bot.messages.message import Incoming
from bot.preferences import Preferences
from bot.reporting.access_requests import AccessRequests
from bot.reporting.corrections import Corrections
from bot.reporting.draft_board import Answering, DraftBoard
from bot.reporting.gaps import Gaps
from bot.reporting.owner_questions import OwnerQuestions
from bot.transport.buttons import OnceGuard
from bot.transport.outbox import NO_PREVIEW, Outbox
from bot.transport.prompts import LibraryState
from bot.transport.reply_address import Origin
from bot.views.text import Reader, View, harmless
from pipelines.answer.excerpts import Excerpts
from pipelines.answer.teaching import Teaching
from pipelines.concurrency import LatestTasks, Turns
from pipelines.ingest.retry import RecordedBatch
from pipelines.models.documents import FileRef, SecretPolicy
from pipelines.models.originals import PagePicture, PageQuote
from pipelines.models.preferences import UserSettings
from pipelines.models.requests import AnswerRequest, IngestRequest
from pipelines.models.usage import Prices
from pipelines.ports import Phrasebook
from pipelines.store.store import Store


class Runs(Protocol):
    """The pipelines, as the bot sees them. Both are idempotent by `run_id`."""

    async def start_ingest(self, request: IngestRequest, *, run_id: str) -> None:
        """Enqueue a durable run; its progress and its end come through the Notifier."""
        ...

    async def find_batch(self, batch_id: str) -> RecordedBatch | None:
        """Return what is on record of a batch."""
        ...

    async def count_being_read(self, owner: int) -> int:
        """Count the sources of somebody's batches that are not finished."""
        ...

    async def cancel_ingest(self, batch_id: str, *, actor: int) -> bool:
        """Leave nothing of a batch, and tell the Notifier; False when it is finished."""
        ...

    async def visit(self, watch_id: str, *, run_id: str) -> None:
        """Queue a visit to a watched page; what is news reaches the WatchNotifier."""
        ...

    async def answer(self, request: AnswerRequest, *, run_id: str) -> str:
        """Run to the end; the Notifier has been told the answer when this returns.

        Returns:
            The code of what the owners should mend; "" when nothing is.
        Raises:
            UserError: "run-stopped", if it was stopped.
        """
        ...

    async def stop_answer(self, run_id: str, *, actor: int | None) -> bool:
        """End an answer that is being written; False when there is nothing left to stop.

        `actor` is whoever stops it, None for one who may stop anybody's.
        """
        ...

    async def excerpts(self, question: str, *, asker: int | None, language: str | None) -> Excerpts:
        """Find at once what can be quoted to a question; nothing of it is kept."""
        ...

    async def teaching(self) -> Teaching:
        """Return what corrections are made rules with."""
        ...


class Listening(Protocol):
    """What hears a spoken question out."""

    async def hear(self, file: FileRef) -> str:
        """Return what is said in a recording."""
        ...


class Pages(Protocol):
    """The files that documents were read out of, page by page."""

    async def draw(
        self, document_id: str, quote: PageQuote, *, asker: int | None
    ) -> PagePicture | None:
        """Return a page with a quote marked; None where the asker has no such file to see.

        Raises:
            SourceRefused: it is another now, or cannot be drawn.
            SourceUnavailable: it cannot be had just now.
        """
        ...


class NoPages:
    """Has no page of anything."""

    async def draw(self, document_id: str, quote: PageQuote, *, asker: int | None) -> None:
        """Return no page."""


@dataclass(frozen=True, slots=True)
class ModelTerms:
    """What people may take of the language model, and what it costs."""

    daily_tokens: int = 0  # 0: as many as they like
    prices: Prices = field(default_factory=Prices)


@dataclass(frozen=True, slots=True)
class Limits:
    """What the bot takes at most."""

    question_chars: int = 4000
    file_bytes: int = 20 * 1024 * 1024  # what a bot may download from Telegram's own servers
    hears: bool = False  # whether recordings are written down
    spoken_seconds: int = 60  # a voice message of this length may be a question
    secrets: SecretPolicy = "refuse"  # whether addresses that hold some are kept
    private_urls: bool = False  # whether pages of an intranet may be watched
    owner_questions: int = 10  # that somebody may pass on to the owners in a day
    owner_answer_chars: int = 10_000
    model: ModelTerms | None = None  # None: there is no language model
    access_requests: bool = True  # whether strangers may ask to be let in
    keeps_gaps: bool = True  # whether admins see what had no answer


@dataclass(frozen=True, slots=True, kw_only=True)
class Services:
    """What handlers work with; put together once, in `build_application`."""

    store: Store
    runs: Runs
    phrases: Phrasebook
    access: Access
    limits: Limits
    pages: Pages
    readable_by_everyone: bool
    preferences: Preferences
    presses: OnceGuard
    debouncer: Debouncer[Incoming]
    outbox: Outbox
    drafts: DraftBoard
    answering: Answering
    library: LibraryState
    owners: OwnerQuestions
    corrections: Corrections
    gaps: Gaps
    access_requests: AccessRequests
    warned_owners: defaultdict[str, set[int]]  # who knows already, by what about
    offering: Turns  # a chat's: what is pressed under an offer waits until that is kept
    inline: LatestTasks  # the list that each person is being made, while they type
    listening: Listening | None  # hears spoken questions


class BotContext(CallbackContext[ExtBot[int], dict[Any, Any], dict[Any, Any], Services]):
    """A handler's context: the update with whoever it is from, and the services at hand."""

    event: Update  # what is handled
    settings: UserSettings = UserSettings()

    @classmethod
    def from_update(
        cls, update: object, application: Application[Any, Any, Any, Any, Any, Any]
    ) -> Self:
        """Take what is known of the user the update comes from."""
        context = super().from_update(update, application)
        if isinstance(update, Update):
            context.event = update
            if update.effective_user is not None:
                context.settings = context.services.preferences.known(update.effective_user.id)
        return context

    async def refresh_data(self) -> None:
        """Read what the user has set; the library calls this before the first handler."""
        await super().refresh_data()
        if self.event.effective_user is not None:
            self.settings = await self.services.preferences.of_user(self.event.effective_user.id)

    @property
    def language(self) -> str | None:
        """The language chosen, else the one that the user's Telegram is in."""
        user = self.event.effective_user
        return self.settings.language or (user.language_code if user is not None else None)

    def origin(self, *, user_id: int | None = None, **places: Any) -> Origin:
        """Say where the reports of a run go that this update begins."""
        return Origin(
            self.chat_id,
            self.user_id if user_id is None else user_id,
            self.language,
            thread_id=self.thread_id,
            settings=self.settings,
            **places,
        )

    @property
    def chat_id(self) -> int:
        """The chat that the update is of; the gate lets none in without one."""
        assert self.event.effective_chat is not None
        return self.event.effective_chat.id

    @property
    def thread_id(self) -> int | None:
        """The topic of a group that the update is of."""
        message = self.event.effective_message
        is_topic = message is not None and message.is_topic_message and self.chat_id < 0
        return message.message_thread_id if message is not None and is_topic else None

    @property
    def reader(self) -> Reader:
        """Whoever the update is from, as those who get an answer; the gate knows them, too."""
        assert self.event.effective_user is not None
        return Reader(self.event.effective_user.id, self.language, self.services.phrases)

    @property
    def user_id(self) -> int:
        """Whoever the update is from."""
        return self.reader.user_id

    @property
    def services(self) -> Services:
        """The services given to `build_application`."""
        return self.bot_data

    async def send(self, view: View) -> int:
        """Send a view as a message of its own, and return its id."""
        sent = await self.bot.send_message(
            self.chat_id,
            view.piece.text,
            entities=view.piece.entities or None,
            reply_markup=view.keys,
            link_preview_options=NO_PREVIEW,
        )
        return sent.message_id

    def say(self, key: str, **values: str | int | float) -> str:
        """Return an interface text in the writer's language."""
        return self.services.phrases.say(key, self.language, **harmless(values))


BotApplication = Application[
    ExtBot[int], BotContext, dict[Any, Any], dict[Any, Any], Services, None
]
