"""What every handler can reach: the services, and the language of whoever wrote."""

from dataclasses import dataclass
from typing import Any, Protocol, Self

from telegram import Update
from telegram.ext import Application, CallbackContext, ExtBot

from bot.access import Access
from bot.messages.debounce import Debouncer
from bot.messages.message import Incoming
from bot.transport.buttons import OnceGuard
from bot.transport.outbox import Outbox
from bot.transport.prompts import LibraryState
from bot.views.library import Reader
from pipelines.ingest.retry import RecordedBatch
from pipelines.models.documents import SecretPolicy
from pipelines.models.requests import AnswerRequest, IngestRequest
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

    async def cancel_ingest(self, batch_id: str, *, actor: int) -> bool:
        """Leave nothing of a batch, and tell the Notifier; False when it is finished."""
        ...

    async def visit(self, watch_id: str, *, run_id: str) -> None:
        """Queue a visit to a watched page; what is news reaches the WatchNotifier."""
        ...

    async def answer(self, request: AnswerRequest, *, run_id: str) -> None:
        """Run to the end; the Notifier has been told the answer when this returns."""
        ...


@dataclass(frozen=True, slots=True)
class Limits:
    """What the bot takes at most."""

    question_chars: int = 4000
    file_bytes: int = 20 * 1024 * 1024  # what a bot may download from Telegram's own servers
    hears: bool = False  # whether recordings are written down
    secrets: SecretPolicy = "refuse"  # whether addresses that hold some are kept


@dataclass(frozen=True, slots=True, kw_only=True)
class Services:
    """What handlers work with; put together once, in `build_application`."""

    store: Store
    runs: Runs
    phrases: Phrasebook
    access: Access
    limits: Limits
    readable_by_everyone: bool
    presses: OnceGuard
    debouncer: Debouncer[Incoming]
    outbox: Outbox
    library: LibraryState
    warned_owners: set[int]  # owners who know already that a second process polls


class BotContext(CallbackContext[ExtBot[int], dict[Any, Any], dict[Any, Any], Services]):
    """A handler's context: the update with whoever it is from, and the services at hand."""

    event: Update  # what is handled
    language: str | None = None

    @classmethod
    def from_update(
        cls, update: object, application: Application[Any, Any, Any, Any, Any, Any]
    ) -> Self:
        """Take the language from the user the update comes from."""
        context = super().from_update(update, application)
        if isinstance(update, Update):
            context.event = update
            if update.effective_user is not None:
                context.language = update.effective_user.language_code
        return context

    @property
    def chat_id(self) -> int:
        """The chat that the update is of; the gate lets none in without one."""
        assert self.event.effective_chat is not None
        return self.event.effective_chat.id

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

    def say(self, key: str, **values: str | int | float) -> str:
        """Return an interface text in the writer's language."""
        return self.services.phrases.say(key, self.language, **values)


BotApplication = Application[
    ExtBot[int], BotContext, dict[Any, Any], dict[Any, Any], Services, None
]
