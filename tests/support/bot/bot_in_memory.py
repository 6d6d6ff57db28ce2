"""A database and pipelines small enough for the bot's tests; they keep what they are given."""

import asyncio
import itertools
from collections.abc import Awaitable, Callable
from dataclasses import replace

from bot.messages.telegram_files import TelegramFetcher
from bot.reporting.notifier import TelegramNotifier
from pipelines.answer.excerpts import Excerpts
from pipelines.answer.teaching import Correction
from pipelines.engine.work_context import WorkContext, work_context
from pipelines.errors import DatabaseRefused, ParagrafError, UserError
from pipelines.ingest.retry import RecordedBatch
from pipelines.models.answers import Answer, Citation, Exchange, Timings
from pipelines.models.documents import Source, Span
from pipelines.models.learning.rules import Proposed
from pipelines.models.people import MemberTag, Mode, User
from pipelines.models.preferences import GroupPolicy, UserSettings
from pipelines.models.requests import (
    AnswerRequest,
    BatchReport,
    IngestRequest,
    ItemProgress,
    ItemReport,
)
from pipelines.nodes.answering.cite import Quote
from pipelines.store.documents import DocumentPage
from pipelines.store.learning.rules import RuleStore
from pipelines.store.store import Store
from pipelines.store.talk.chats import PendingQuestion
from pipelines.store.talk.interactions import InteractionStore
from pipelines.store.talk.owner_questions import OwnerQuestionStore

AnswerSteps = Callable[[AnswerRequest], Awaitable[Answer]]


class MemoryStore:
    """Keeps people, modes, histories and artifacts; `fault` is raised by every call."""

    def __init__(self) -> None:
        self.users: dict[int, User] = {}
        self.languages: dict[int, str | None] = {}
        self.usernames: dict[int, str | None] = {}
        self.modes: dict[str, Mode] = {}
        self.history: dict[str, int] = {}
        self.exchanges: dict[str, tuple[Exchange, ...]] = {}
        self.contents: dict[str, bytes] = {}
        self.gathered: dict[tuple[int, int], str] = {}
        self.fault: ParagrafError | None = None
        self.cleared: list[str] = []
        self.foreign: set[str] = set()  # batches that nobody here may delete
        self.deleted: list[tuple[str, int]] = []
        self.noted_reads: list[tuple[int, tuple[str, ...]]] = []
        self.pending: dict[str, list[PendingQuestion]] = {}
        self._numbers = itertools.count(1)
        self.readable = 0  # documents that everybody here may read

        # One double for every topic of the store.
        self.real: Store  # of the database that the inbox is in
        self.interactions: InteractionStore  # its own
        self.owner_questions: OwnerQuestionStore
        self.rules: RuleStore
        self.people = self.chats = self.batches = self.artifacts = self.documents = self
        self.preferences = self.administration = self
        self.settings: dict[int, UserSettings] = {}
        self.policies: dict[int, GroupPolicy] = {}
        self.moved: list[tuple[int, int]] = []
        self.asked: dict[tuple[str, str], str] = {}  # questions by memory and run

    def _check(self) -> None:
        if self.fault is not None:
            raise self.fault

    async def get_user(self, telegram_id) -> User | None:
        self._check()
        return self.users.get(telegram_id)

    async def ensure_user(
        self, telegram_id, display_name, language, *, username=None, admitted_by="open"
    ) -> User:
        self._check()
        self.languages[telegram_id] = language
        self.usernames[telegram_id] = username
        new = User(
            *(f"user-{telegram_id}", telegram_id, False, True),
            admitted_by=admitted_by,
            rights=frozenset({"add"}),
        )
        self.users.setdefault(telegram_id, new)
        return self.users[telegram_id]

    async def refresh_user(self, telegram_id, display_name, language, *, username=None):
        self._check()
        self.languages[telegram_id] = language
        return self.users.get(telegram_id)

    async def is_shut_out(self, telegram_id) -> bool:
        return telegram_id in self.users and not self.users[telegram_id].is_active

    async def get_group_role(self, chat_id) -> str | None:
        return None

    async def groups_with_roles(self) -> tuple[int, ...]:
        return ()

    async def due_member_tags(self) -> tuple[MemberTag, ...]:
        return ()

    async def claim_ownership(self, telegram_id) -> bool:
        if await self.has_owner():
            return False
        self.users[telegram_id] = User(
            f"user-{telegram_id}",
            telegram_id,
            True,
            True,
            admitted_by="owner",
            rights=frozenset({"add"}),
        )
        return True

    async def has_owner(self) -> bool:
        return any(user.is_owner for user in self.users.values())

    async def owner_ids(self) -> tuple[int, ...]:
        self._check()
        return tuple(user.telegram_id for user in self.users.values() if user.is_owner)

    async def list_documents(self, *, asker, query="", skip=0, limit=8) -> DocumentPage:
        self._check()
        return DocumentPage((), self.readable)

    async def note_documents_read(self, documents, *, reader) -> None:
        if documents:
            self.noted_reads.append((reader, tuple(documents)))

    async def may_be_shown(self, document_ids, *, asker, reader=None) -> bool:
        known = self.users.get(asker)
        return known is None or known.is_active

    async def still_readable(self, document_ids, *, asker) -> tuple[str, ...]:
        return tuple(document_ids)

    async def get_user_settings(self, telegram_id) -> UserSettings:
        self._check()
        return self.settings.get(telegram_id, UserSettings())

    async def set_user_settings(self, telegram_id, settings) -> None:
        self.settings[telegram_id] = settings

    async def get_group_policy(self, chat_id) -> GroupPolicy:
        self._check()
        return self.policies.get(chat_id, GroupPolicy())

    async def set_group_policy(self, chat_id, policy, *, actor) -> bool:
        self.policies[chat_id] = policy
        return True

    async def move_group(self, chat_id, new_chat_id) -> None:
        self.moved.append((chat_id, new_chat_id))
        if chat_id in self.policies:
            self.policies[new_chat_id] = self.policies.pop(chat_id)

    async def forget_group(self, chat_id) -> None:
        self.policies.pop(chat_id, None)
        self.cleared.append(str(chat_id))

    async def get_answered_question(self, user_id, run_id) -> str | None:
        found = [
            question
            for (memory, run), question in self.asked.items()
            if memory == user_id and (run == run_id or run.startswith(f"{run_id}-"))
        ]
        return found[-1] if found else None

    async def get_exchanges(self, user_id, pairs, *, asker) -> tuple[Exchange, ...]:
        return self.exchanges.get(user_id, ())[-pairs:]

    async def get_mode(self, user_id) -> Mode | None:
        self._check()
        return self.modes.get(user_id)

    async def set_mode(self, user_id, mode) -> None:
        self._check()
        self.modes[user_id] = mode

    async def keep_question(
        self, user_id, question, *, asker, message_id, person=None, is_promised=False
    ) -> None:
        waiting = [
            each
            for each in self.pending.get(user_id, [])
            if each.is_promised and not (is_promised and each.question == question)
        ]
        if question not in [each.question for each in waiting]:
            number = next(self._numbers)
            waiting.append(
                PendingQuestion(number, question, asker, message_id, person, is_promised)
            )
        self.pending[user_id] = waiting

    async def get_pending_questions(self, user_id) -> tuple[PendingQuestion, ...]:
        return tuple(self.pending.get(user_id, ()))

    async def forget_question(self, user_id, question_id=None) -> None:
        self.pending[user_id] = [
            each
            for each in self.pending.get(user_id, [])
            if (each.id != question_id if question_id else each.is_promised)
        ]

    async def clear_history(self, user_id) -> int:
        self.cleared.append(user_id)
        return self.history.pop(user_id, 0)

    async def acts_for(self, owner, actor) -> bool:
        return owner == actor

    async def delete_batch(self, batch_id, *, actor) -> int:
        self._check()
        if batch_id in self.foreign:
            return 0
        self.deleted.append((batch_id, actor))
        return 2

    async def put_artifact(self, batch_id, name, content) -> None:
        self._check()
        self.contents[f"{batch_id}/{name}"] = content

    async def get_artifact(self, batch_id, name) -> bytes:
        self._check()
        if f"{batch_id}/{name}" not in self.contents:
            raise DatabaseRefused(f"batch {batch_id} has no artifact {name}")
        return self.contents[f"{batch_id}/{name}"]

    async def find_message_runs(self, bot, chat, messages) -> dict[int, str]:
        return {
            each: self.gathered[chat, each] for each in messages if (chat, each) in self.gathered
        }

    async def record_message_runs(self, bot, chat, messages, run_id) -> None:
        for each in messages:
            self.gathered.setdefault((chat, each), run_id)

    async def delete_artifacts(self, batch_id) -> None:
        for key in [key for key in self.contents if key.startswith(f"{batch_id}/")]:
            del self.contents[key]


async def echo(request: AnswerRequest) -> Answer:
    """Answer with the question."""
    text = f"**{request.question}** is the question."
    return Answer(text, False, request.interface_language or "en", (), (), Timings())


async def quoted(question: str) -> Excerpts:
    """Find one sentence for every question but those about nothing."""
    if question.startswith("nothing"):
        return Excerpts("en")
    known = "House rules", "https://rules.example/a", None, 3, None, 0, "The porter keeps it."
    source = Citation(1, "d", *known)
    answer = Answer(f"{question} [1]", False, "en", (source,), (), Timings())
    return Excerpts("en", answer, (source,))


class MemoryTeaching:
    """Notes what is proposed; each ends as `state` says."""

    def __init__(self) -> None:
        self.proposed: list[tuple[str, Correction]] = []
        self.state = "draft"
        self.others: tuple[Quote, ...] = ()
        self.places: dict[str, tuple[int, Span]] = {}  # by the words that stand there
        self.answers_now: dict[str, str] = {}  # by what the question begins with

    async def propose(self, interaction, correction, *, asker, chat, opens=False) -> Proposed:
        self.proposed.append((interaction.id, correction))
        return Proposed(self.state, 7 if self.state == "active" else None)

    async def other_passages(self, interaction, *, asker) -> tuple[Quote, ...]:
        return self.others

    async def place_of(self, words, language, *, asker) -> tuple[int, Span] | None:
        return self.places.get(words)

    async def answer_now(self, question, language, *, actor) -> str:
        return self.answers_now.get(question.split()[0], "")


class MemoryRuns:
    """Runs once per id, on the bot's own loop, and reports through the real Notifier."""

    def __init__(self, fetcher: TelegramFetcher) -> None:
        self._fetcher = fetcher
        self.answering: AnswerSteps = echo
        self.store: MemoryStore | None = None  # that remembers what was asked
        self.questions: dict[str, AnswerRequest] = {}
        self.finding: Callable[[str], Awaitable[Excerpts]] = quoted
        self.sought: list[tuple[str, int | None, str | None]] = []
        self.batches: dict[str, IngestRequest] = {}
        self.contents: dict[str, bytes] = {}
        self.visits: list[str] = []
        self.fault: ParagrafError | None = None
        self.taught = MemoryTeaching()
        self.being_read: dict[int, int] = {}
        self.recorded: dict[str, RecordedBatch] = {}
        self.cancelled: list[tuple[str, int]] = []
        self.is_too_late = False
        self.stopped: list[str] = []
        self.trouble = ""  # that owners are to mend
        self._going: dict[str, asyncio.Future[Answer]] = {}
        self._tasks: set[asyncio.Task[None]] = set()

    def tell(self, notifier: TelegramNotifier) -> None:
        """Tell this one from now on."""
        self._notifier = notifier

    async def answer(self, request: AnswerRequest, *, run_id: str) -> str:
        if self.fault is not None:
            raise self.fault
        if run_id not in self.questions:
            self.questions[run_id] = request
            self._going[run_id] = asyncio.ensure_future(
                self.answering(replace(request, run_id=run_id))
            )
            try:
                answer = replace(await self._going[run_id], question=request.question)
            except asyncio.CancelledError:
                raise UserError("run-stopped") from None
            finally:
                del self._going[run_id]
            if self.store is not None:
                self.store.asked[request.user_id, run_id] = request.question
            with work_context(WorkContext(f"{run_id}/reply", run_id=run_id)):
                shown_at = await self._notifier.answered(request.origin, answer)
            if self.store is not None and shown_at and answer.interaction_id:
                interactions = self.store.interactions
                await interactions.record_shown_answer(answer.interaction_id, shown_at)
        return self.trouble

    async def stop_answer(self, run_id: str, *, actor: int | None) -> bool:
        if (going := self._going.get(run_id)) is None:
            return False
        if actor not in (None, self.questions[run_id].asker):
            raise UserError("answer-not-yours")
        going.cancel()
        self.stopped.append(run_id)
        return True

    async def start_answer(self, request: AnswerRequest, *, run_id: str) -> None:
        task = asyncio.create_task(self.answer(request, run_id=run_id))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def teaching(self) -> "MemoryTeaching":
        return self.taught

    async def excerpts(self, question: str, *, asker: int | None, language: str | None) -> Excerpts:
        if self.fault is not None:
            raise self.fault
        self.sought.append((question, asker, language))
        return await self.finding(question)

    async def find_batch(self, batch_id: str) -> RecordedBatch | None:
        return self.recorded.get(batch_id)

    async def count_being_read(self, owner: int) -> int:
        return self.being_read.get(owner, 0)

    async def cancel_ingest(self, batch_id: str, *, actor: int) -> bool:
        if self.fault is not None:
            raise self.fault
        self.cancelled.append((batch_id, actor))
        return not self.is_too_late

    async def visit(self, watch_id: str, *, run_id: str) -> None:
        self.visits.append(watch_id)

    async def start_ingest(self, request: IngestRequest, *, run_id: str) -> None:
        if self.fault is not None:
            raise self.fault
        if run_id not in self.batches:
            self.batches[run_id] = request
            task = asyncio.create_task(self._ingest(request, run_id))
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)

    async def _ingest(self, request: IngestRequest, run_id: str) -> None:
        message = request.message
        labels = [*message.links, *(file.file_name for file in message.files)] or ["text"]
        await self._notifier.progressed(
            request.origin,
            [ItemProgress(i, label, "running", "fetch") for i, label in enumerate(labels)],
        )
        for idx, file in enumerate(message.files):
            if file.place == "telegram":
                source = Source(idx, "file", file.file_name, file=file)
                self.contents[file.file_name] = (await self._fetcher.fetch(source)).content
        captions = {file.file_name for file in message.files if file.is_caption}
        items = [
            ItemReport(
                *(i, label, "stored", "file"),
                title=label,
                language="en",
                pages=3,
                chunks=7,
                is_caption=label in captions,
            )
            for i, label in enumerate(labels)
        ]
        await self._notifier.ingested(request.origin, BatchReport(run_id, tuple(items), 1.24))
