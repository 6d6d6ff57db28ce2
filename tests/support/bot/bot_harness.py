"""A person in the sandbox, and a bot that runs against it with the real library."""

import asyncio
import json
import uuid
from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import httpx
from telegram import Bot
from telegram.error import TelegramError

from bot.access import Access
from bot.app import build_application, build_bot
from bot.context import BotApplication, Limits, Listening, Pages
from bot.messages.telegram_files import TelegramFetcher
from bot.phrasebook import FluentPhrasebook
from bot.reporting.corrections import Corrections
from bot.reporting.draft_board import DraftBoard
from bot.reporting.gaps import Gaps
from bot.reporting.notifier import TelegramNotifier
from bot.reporting.open_offers import OpenOffers
from bot.reporting.owner_questions import OwnerQuestions
from bot.reporting.pending_questions import PendingQuestions
from bot.reporting.progress_board import ProgressBoard
from bot.sandbox import Sandbox
from bot.transport.outbox import Outbox
from bot.updates.inbox import Inbox
from bot.updates.polling import Polling
from bot.updates.receive import StoreDownNotice
from pipelines.concurrency import background
from pipelines.engine.lease import Lease, Worker
from pipelines.gateways.postgres import PostgresDatabase
from pipelines.models.documents import FileRef
from pipelines.models.posts import Post
from pipelines.models.requests import IngestRequest
from pipelines.store.inbox import InboxStore
from pipelines.store.store import Store
from tests.support.bot.bot_in_memory import MemoryRuns, MemoryStore
from tests.support.loopback import loopback_client

TOKEN = "4242:" + "x" * 35
GIVE_UP_SECONDS = 90  # a hang, not a limit on how fast the bot is

Shown = dict[str, Any]


@dataclass
class House:
    """A running bot and what it works with."""

    sandbox: Sandbox
    application: BotApplication
    store: MemoryStore
    runs: MemoryRuns
    outbox: Outbox
    notifier: TelegramNotifier

    def batches_of(self, person: "Person") -> list[IngestRequest]:
        """What of this person's was handed to the pipelines."""
        return [each for each in self.runs.batches.values() if each.owner == person.user_id]

    def post_of(self, file: FileRef) -> Post:
        """The post that was left with a batch."""
        assert file.place == "post"
        return Post.decode(self.store.contents[file.key])


@asynccontextmanager
async def running_bot(
    folder: Path,
    inbox_url: str,
    *,
    store: MemoryStore | None = None,
    access: Callable[[MemoryStore, Bot], Access] | None = None,
    limits: Limits | None = None,
    listening: Listening | None = None,
    pages: Pages | None = None,
) -> AsyncIterator[House]:
    """Run the bot by long polling against a sandbox of its own, over an inbox in a database."""
    store = store or MemoryStore()
    phrases = FluentPhrasebook()
    async with Sandbox(folder, port=0) as sandbox:
        bot = build_bot(TOKEN, base_url=sandbox.page_url)
        outbox = Outbox(bot)
        drafts = DraftBoard(outbox, phrases, seconds_between=0.01, seconds_before_hint=0.5)
        runs = MemoryRuns(TelegramFetcher(bot, hears=limits is not None and limits.hears))
        runs.store = store if isinstance(store, MemoryStore) else None
        corrections = Corrections(store, outbox, phrases, runs)
        notifier = TelegramNotifier(
            outbox,
            phrases,
            board=ProgressBoard(outbox, seconds_between=0.01),
            drafts=drafts,
            questions=PendingQuestions(store.chats, runs),
            owners=OwnerQuestions(store, outbox, phrases, runs),
            corrections=corrections,
            gaps=Gaps(store, outbox, phrases, runs),
            offers=OpenOffers(store.artifacts),
            being_read=runs.count_being_read,
        )
        runs.tell(notifier)
        application = build_application(
            bot,
            store=store,
            runs=runs,
            phrases=phrases,
            access=access(store, bot) if access else Access(store, open_to_all=True),
            outbox=outbox,
            drafts=drafts,
            corrections=corrections,
            limits=limits,
            pages=pages,
            quiet_seconds=0.5,
            listening=listening,
        )
        async with application:
            await application.post_init(application)
            await application.start()
            try:
                async with _taking_in(application, store, inbox_url):
                    yield House(sandbox, application, store, runs, outbox, notifier)
            finally:
                await drafts.close()
                await corrections.close()
                await application.stop()


@asynccontextmanager
async def _taking_in(
    application: BotApplication, memory: MemoryStore, inbox_url: str
) -> AsyncIterator[None]:
    """Let updates in as the product does, but for the waits before another attempt."""

    async def report(error: TelegramError) -> None:
        await application.process_error(None, error)

    async with AsyncExitStack() as stack:
        database = await PostgresDatabase.connect(inbox_url)
        if isinstance(memory, MemoryStore):  # no whole store
            memory.real = Store(database)
            memory.interactions = memory.real.interactions
            memory.owner_questions = memory.real.owner_questions
            memory.rules = memory.real.rules
        store = InboxStore(database)
        stack.push_async_callback(database.close)
        worker = Worker(uuid.uuid4().hex, application.bot.id, "here")
        lease = await stack.enter_async_context(Lease(store, worker).running())
        application.bot.rate_limiter.use_store(store, lease)
        inbox = Inbox(store, lease, application, seconds_between_looks=0.05, retry_seconds=0.05)
        await stack.enter_async_context(inbox.open())
        notice = StoreDownNotice(application).make
        polling = Polling(application.bot, inbox.receive, report, notice)
        await stack.enter_async_context(background(polling.run()))
        yield


class Person:
    """Writes, presses and reads in one chat; sees toasts as a client shows them."""

    patience_seconds = GIVE_UP_SECONDS

    def __init__(
        self,
        http: httpx.AsyncClient,
        user_id: int,
        language: str,
        chat_id: int | None = None,
        thread_id: int | None = None,
    ) -> None:
        self._http = http
        self.user_id = user_id
        self.chat_id = user_id if chat_id is None else chat_id
        self._params = {"user_id": user_id, "language_code": language}
        if thread_id is not None:
            self._params["message_thread_id"] = thread_id
        self._path = f"/sandbox/chats/{self.chat_id}"
        self._news = asyncio.Condition()
        self.toasts: list[str] = []

    async def say(self, text: str, **more: Any) -> int:
        """Send a text; return its message id."""
        return await self._post("messages", json={"text": text, **more})

    async def edit(self, message_id: int, text: str) -> None:
        """Change what was sent."""
        await self._post(f"messages/{message_id}", json={"text": text})

    async def sticker(self, emoji: str) -> int:
        """Send a sticker."""
        return await self._post("messages", json={"sticker": emoji})

    async def send_file(
        self, name: str, content: bytes, *, field: str = "document", **form: str
    ) -> int:
        """Send a file or a photo."""
        return await self._post("messages", files={field: (name, content)}, data=form)

    async def press(self, message: Shown, text: str, *, as_user: int | None = None) -> None:
        """Press the button of this text."""
        data = next(b["data"] for row in message["buttons"] for b in row if b["text"] == text)
        assert await self._press(message, data, as_user or self.user_id)

    async def react(self, message: Shown, emoji: str) -> None:
        """React to a message; with "" take that back."""
        await self._post("react", json={"message_id": message["message_id"], "emoji": emoji})

    async def tap(self, message: Shown, text: str, times: int = 10) -> None:
        """Press so fast that most presses come before the first has had an effect."""
        data = next(b["data"] for row in message["buttons"] for b in row if b["text"] == text)
        taken = await asyncio.gather(
            *(self._press(message, data, self.user_id) for _ in range(times))
        )
        before = len(self.toasts)
        await self.sees_toasts(max(before, sum(taken)))

    async def _press(self, message: Shown, data: str, user_id: int) -> bool:
        reply = await self._http.post(
            f"{self._path}/press",
            params=self._params | {"user_id": user_id},
            json={"message_id": message["message_id"], "data": data},
        )
        assert reply.status_code in (200, 404), reply.text
        return reply.status_code == 200  # 404: the message no longer has this button

    async def messages(self) -> list[Shown]:
        """Return what the bot has written, in its current state."""
        reply = await self._http.get(f"{self._path}/messages")
        return [each for each in reply.json()["messages"] if each["from"] == "bot"]

    async def draft(self) -> Shown | None:
        """Return what the bot is still writing."""
        reply = await self._http.get(f"{self._path}/messages")
        return reply.json().get("draft")

    async def sees_draft(self, part: str) -> Shown:
        """Wait until what the bot is still writing holds this."""
        try:
            async with asyncio.timeout(self.patience_seconds), self._news:
                while part not in (shown := await self.draft() or {}).get("text", ""):
                    await self._news.wait()
        except TimeoutError:
            raise AssertionError(f"never saw {part!r} grow; saw {shown}") from None
        return shown

    async def stop(self, draft: Shown) -> None:
        """Press the button that stops what the bot is writing."""
        reply = await self._http.post(f"{self._path}/stop", json={"draft_id": draft["draft_id"]})
        assert reply.status_code == 200, reply.text

    async def whole_chat(self) -> list[int]:
        """Return the ids of all messages, the person's too."""
        reply = await self._http.get(f"{self._path}/messages")
        return [each["message_id"] for each in reply.json()["messages"]]

    async def reads(self, *parts: str) -> Shown:
        """Wait until the bot's last message holds all of these."""
        return await self._until(
            lambda sent: sent and all(part in sent[-1]["text"] for part in parts) and sent[-1],
            parts,
        )

    async def reads_count(self, count: int) -> list[Shown]:
        """Wait until the bot has written this many messages."""
        return await self._until(lambda sent: len(sent) >= count and sent, count)

    async def changed(self, message: Shown, label: str) -> Shown:
        """Wait until a message has a button of this text."""

        def now(sent: list[Shown]) -> Shown | None:
            (found,) = [each for each in sent if each["message_id"] == message["message_id"]]
            texts = [key["text"] for row in found["buttons"] for key in row]
            return found if label in texts else None

        return await self._until(now, label)

    async def reads_in(self, message: Shown, part: str) -> Shown:
        """Wait until a message, wherever it stands, holds this."""

        def now(sent: list[Shown]) -> Shown | None:
            found = [each for each in sent if each["message_id"] == message["message_id"]]
            return next((each for each in found if part in each["text"]), None)

        return await self._until(now, part)

    async def sees_toast(self, part: str) -> str:
        """Wait for the notice that a press is answered with."""
        return await self._until(
            lambda _: next((toast for toast in self.toasts if part in toast), None), part
        )

    async def sees_toasts(self, count: int) -> None:
        """Wait until this many presses were answered."""
        await self._until(lambda _: len(self.toasts) >= count or None, count)

    async def _until(self, found: Callable[[list[Shown]], Any], wanted: object) -> Any:
        sent: list[Shown] = []
        try:
            async with asyncio.timeout(self.patience_seconds), self._news:
                while not (result := found(sent := await self.messages())):
                    await self._news.wait()
        except TimeoutError:
            texts = [each["text"] for each in sent]
            raise AssertionError(f"never saw {wanted!r}; saw {texts} and {self.toasts}") from None
        return result

    async def _post(self, what: str, **content: Any) -> int:
        reply = await self._http.post(f"{self._path}/{what}", params=self._params, **content)
        assert reply.status_code == 200, reply.text
        return reply.json()["message_id"]

    async def watch(self, opened: asyncio.Event) -> None:
        """Follow the chat's events until cancelled."""
        async with self._http.stream("GET", f"{self._path}/events", timeout=None) as stream:
            name = ""
            async for line in stream.aiter_lines():
                opened.set()
                if line.startswith("event: "):
                    name = line.removeprefix("event: ")
                elif line.startswith("data: "):
                    async with self._news:
                        if name == "toast":
                            self.toasts.append(json.loads(line.removeprefix("data: "))["text"])
                        self._news.notify_all()


@asynccontextmanager
async def person_in(
    house: House, user_id: int, language: str = "en", **place: int
) -> AsyncIterator[Person]:
    """Let somebody into the chat with the bot, or into a group where they are a member."""
    async with loopback_client(house.sandbox.page_url, timeout=30) as http:
        person = Person(http, user_id, language, **place)
        opened = asyncio.Event()
        async with background(person.watch(opened)):
            await opened.wait()
            yield person
