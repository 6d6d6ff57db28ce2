"""An application whose handling a test decides, and inboxes before it."""

import asyncio
from collections import defaultdict
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager

import psycopg
from telegram import Update
from telegram.ext import ApplicationHandlerStop, TypeHandler

from bot.access import Access
from bot.app import build_application
from bot.context import BotApplication, BotContext
from bot.phrasebook import FluentPhrasebook
from bot.updates.inbox import Inbox
from pipelines.engine.lease import Lease, Worker
from pipelines.store.store import Store
from tests.support.bot.bot_api_double import ScriptedApi, scripted_bot
from tests.support.bot.bot_in_memory import MemoryStore

OWNER = 99
Handling = Callable[[str, BotContext], Awaitable[None]]


def update(number: int, chat: int, text: str) -> dict:
    person = {"id": chat, "is_bot": False, "first_name": "X", "language_code": "en"}
    message = {"message_id": number, "date": 1, "chat": {"id": chat, "type": "private"}}
    return {"update_id": number, "message": message | {"from": person, "text": text}}


class Scene:
    """An application whose handling a test decides, and inboxes before it."""

    def __init__(self, api: ScriptedApi, application: BotApplication, store: Store):
        self.api, self.application, self.store = api, application, store
        self.seen: list[str] = []
        self.does: dict[str, Handling] = {}
        self.news = asyncio.Condition()
        self.times: defaultdict[str, int] = defaultdict(int)

    async def handle(self, given: Update, context: BotContext) -> None:
        text = given.message.text
        self.times[text] += 1
        if text in self.does:
            await self.does[text](text, context)
        await self.see(text)
        raise ApplicationHandlerStop

    async def see(self, text: str) -> None:
        async with self.news:
            self.seen.append(text)
            self.news.notify_all()

    async def until_seen(self, *texts: str) -> None:
        async with asyncio.timeout(30), self.news:
            await self.news.wait_for(lambda: set(texts) <= set(self.seen))

    def inbox(self, name: str = "one") -> Inbox:
        lease = Lease(self.store.inbox, Worker(name, 4242, "here"))
        return Inbox(
            self.store.inbox, lease, self.application, seconds_between_looks=0.05, retry_seconds=0.1
        )

    async def until_settled(self, url: str, state: str, count: int) -> None:
        query = "select count(*) from inbox where state = %s"
        async with await psycopg.AsyncConnection.connect(url, autocommit=True) as connection:
            async with asyncio.timeout(30):
                while True:
                    row = await (await connection.execute(query, [state])).fetchone()
                    if row == (count,):
                        return
                    await asyncio.sleep(0.02)


@asynccontextmanager
async def playing(store: Store) -> AsyncIterator[Scene]:
    async with scripted_bot() as (api, bot):
        people = MemoryStore()
        people.interactions = store.interactions
        application = build_application(
            bot,
            store=people,  # type: ignore[arg-type]
            runs=None,  # type: ignore[arg-type]
            phrases=FluentPhrasebook(),
            access=Access(people, owner_ids=frozenset({OWNER})),  # type: ignore[arg-type]
        )
        scene = Scene(api, application, store)
        application.add_handler(TypeHandler(Update, scene.handle), group=-9)
        async with application:
            await application.start()
            yield scene
            await application.stop()
