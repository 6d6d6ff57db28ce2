"""A process that dies between Telegram's taking a message and our noting it sends it once."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import Any

import httpx
import pytest
from telegram import InlineKeyboardMarkup
from telegram.error import NetworkError, RetryAfter, TelegramError
from telegram.ext import ExtBot

from bot.app import build_bot
from bot.sandbox import Sandbox
from bot.transport.buttons import Action, button, keyboard
from bot.transport.outbox import Outbox
from bot.transport.pieces import Photo, Piece
from bot.transport.send_once import UNKNOWN, SendOnce
from pipelines.engine.work_context import WorkContext, work_context
from pipelines.errors import TransientError
from pipelines.store.store import Store
from tests.support.extractors.picture_maker import draw, save
from tests.support.loopback import loopback_client
from tests.support.sandbox.sandbox_callers import TOKEN

CHAT, OTHER = 7, 8
KEYS = keyboard([button("👍", Action.RATE_UP, CHAT, "an-answer")])
OTHER_KEYS = keyboard([button("👍", Action.RATE_UP, CHAT, "another")])


class Telegram:
    """The sandbox behind the client: dies for a call, or says what it does not mean."""

    def __init__(self, sandbox: Sandbox, user: httpx.AsyncClient) -> None:
        self.sandbox, self.user = sandbox, user
        self.asked: list[tuple[str, dict[str, Any]]] = []
        self.deaths: list[str] = []  # before or after the next calls that send; or: not yet
        self.faults: list[TelegramError] = []  # of the next calls that look

    async def call(self, bot: ExtBot[int], endpoint: str, data: dict[str, Any], ask) -> Any:
        self.asked.append((endpoint, data))
        death = self.deaths.pop(0) if endpoint.startswith("send") and self.deaths else ""
        if death == "before":
            raise asyncio.CancelledError
        if death == "later":
            raise RetryAfter(0)
        if endpoint == "editMessageReplyMarkup" and self.faults:
            raise self.faults.pop(0)
        reply = await ask()
        if death == "after":
            raise asyncio.CancelledError
        return reply

    async def write(self, chat: int, text: str = "hi") -> None:
        path = f"/sandbox/chats/{chat}/messages"
        (await self.user.post(path, json={"text": text})).raise_for_status()

    async def messages(self, chat: int = CHAT) -> list[dict[str, Any]]:
        said = (await self.user.get(f"/sandbox/chats/{chat}/messages")).json()
        return [each for each in said["messages"] if each["from"] == "bot"]

    def tried(self) -> list[int]:
        return [d["message_id"] for name, d in self.asked if name == "editMessageReplyMarkup"]


@pytest.fixture
async def telegram(tmp_path: Path) -> AsyncIterator[Telegram]:
    async with (
        Sandbox(tmp_path, port=0, token=TOKEN) as sandbox,
        loopback_client(sandbox.page_url) as user,
    ):
        telegram = Telegram(sandbox, user)
        await telegram.write(CHAT)
        await telegram.write(OTHER)
        yield telegram


@asynccontextmanager
async def process(telegram: Telegram, store: Store, *, seen: int = 2) -> AsyncIterator[Outbox]:
    """A process of the bot, which has seen messages up to a number; it knows nothing else."""
    bot = build_bot(TOKEN, base_url=telegram.sandbox.page_url)
    limiter = bot.rate_limiter
    assert isinstance(limiter, SendOnce)
    limiter.use_store(store.inbox, bot_id=4242)
    limiter.see(CHAT, seen)
    request = limiter.process_request

    async def process_request(callback, args, kwargs, endpoint, data, rate_limit_args):
        async def call(name, given, **rest):
            return await telegram.call(bot, name, given, lambda: callback(name, given, **rest))

        return await request(call, args, kwargs, endpoint, data, rate_limit_args)

    limiter.process_request = process_request  # type: ignore[method-assign]
    async with bot:
        yield Outbox(bot)


async def say(
    outbox: Outbox, text: str = "an answer", keys: InlineKeyboardMarkup | None = KEYS, **to: Any
) -> int | None:
    with work_context(WorkContext(to.pop("work", "run/reply"))):
        return await outbox.send(to.pop("chat", CHAT), Piece(text), keyboard=keys, **to)


async def die(telegram: Telegram, store: Store, when: str, *args: Any, **kwargs: Any) -> None:
    telegram.deaths.append(when)
    async with process(telegram, store) as outbox:
        with pytest.raises(asyncio.CancelledError):
            await say(outbox, *args, **kwargs)


@pytest.mark.parametrize("keys", [KEYS, None])
async def test_what_was_taken_before_a_death_is_not_sent_again(
    telegram: Telegram, store: Store, keys: InlineKeyboardMarkup | None
) -> None:
    await die(telegram, store, "after", keys=keys)
    [there] = await telegram.messages()
    async with process(telegram, store) as outbox:
        assert await say(outbox, keys=keys) == there["message_id"]
        assert await say(outbox, keys=keys) == there["message_id"]
    assert await telegram.messages() == [there]
    assert telegram.tried() == [there["message_id"]], "noted, when it was found"


async def test_a_photo_is_found_too(telegram: Telegram, store: Store) -> None:
    page = Photo(save(draw(["p. 1"]), "png"), "page-1.png")
    telegram.deaths.append("after")
    for _ in range(2):
        async with process(telegram, store) as outbox:
            try:
                with work_context(WorkContext("update/press")):
                    await outbox.photos.send(CHAT, page, Piece("p. 1"), keyboard=KEYS)
            except asyncio.CancelledError:
                continue
    assert len(await telegram.messages()) == 1


async def test_what_was_not_taken_is_sent(telegram: Telegram, store: Store) -> None:
    await die(telegram, store, "before")
    assert await telegram.messages() == []
    async with process(telegram, store) as outbox:
        sent = await say(outbox)
    assert [each["message_id"] for each in await telegram.messages()] == [sent]
    assert telegram.tried(), "it was looked for"


async def test_a_second_death_is_survived_as_the_first(telegram: Telegram, store: Store) -> None:
    await die(telegram, store, "before")
    await telegram.write(OTHER)
    await die(telegram, store, "after")
    [there] = await telegram.messages()
    async with process(telegram, store) as outbox:
        assert await say(outbox) == there["message_id"]
    assert len(await telegram.messages()) == 1


async def test_it_is_found_among_what_came_meanwhile(telegram: Telegram, store: Store) -> None:
    await telegram.write(OTHER)
    await telegram.write(CHAT)
    async with process(telegram, store) as outbox:
        for n in range(20):  # of other chats, and noted
            await say(outbox, f"other {n}", OTHER_KEYS, chat=OTHER, work=f"run-{n}/reply")
    await die(telegram, store, "after")
    [there] = await telegram.messages()
    await telegram.write(CHAT)
    async with process(telegram, store, seen=there["message_id"] + 1) as outbox:
        await say(outbox, "later", OTHER_KEYS, work="run-later/reply")
        assert await say(outbox) == there["message_id"]
    assert len(await telegram.messages()) == 2


async def test_other_messages_of_ours_are_not_touched(telegram: Telegram, store: Store) -> None:
    await die(telegram, store, "before")
    async with process(telegram, store) as outbox:
        await say(outbox, "another answer", OTHER_KEYS, work="run-2/reply")
        await say(outbox, "without buttons", None, work="run-3/reply")
        before = await telegram.messages()
        await say(outbox)
    assert (await telegram.messages())[:2] == before
    assert len(await telegram.messages()) == 3


async def test_what_was_sent_for_no_work_is_not_touched(telegram: Telegram, store: Store) -> None:
    async with process(telegram, store) as outbox:
        await outbox.send(CHAT, Piece("an alert"), keyboard=OTHER_KEYS)
    before = await telegram.messages()
    await die(telegram, store, "before")
    async with process(telegram, store) as outbox:
        await say(outbox)
    assert (await telegram.messages())[:-1] == before


async def test_where_nothing_is_known_of_numbers_nothing_is_tried(
    telegram: Telegram, store: Store
) -> None:
    bot = build_bot(TOKEN, base_url=telegram.sandbox.page_url)
    async with bot:  # of a version that noted nothing
        await Outbox(bot).send(CHAT, Piece("long ago"), keyboard=OTHER_KEYS)
    before = await telegram.messages()
    telegram.deaths.append("before")
    for _ in range(2):
        async with process(telegram, store, seen=0) as outbox:
            with suppress(asyncio.CancelledError):
                await say(outbox)
    assert telegram.tried() == []
    assert (await telegram.messages())[:-1] == before


async def test_of_two_that_may_be_there_neither_is_tried(telegram: Telegram, store: Store) -> None:
    await die(telegram, store, "before")
    await die(telegram, store, "after", "another answer", OTHER_KEYS, work="run-2/reply")
    [another] = await telegram.messages()
    async with process(telegram, store) as outbox:
        await say(outbox)
    assert telegram.tried() == []
    assert (await telegram.messages())[0] == another


async def test_one_that_somebody_has_pressed_a_button_of_is_found(
    telegram: Telegram, store: Store
) -> None:
    await die(telegram, store, "after")
    [there] = await telegram.messages()
    async with process(telegram, store, seen=9) as outbox:
        await outbox.change_buttons(CHAT, there["message_id"], OTHER_KEYS)
        assert await say(outbox) == there["message_id"]
    assert await telegram.messages() == [there], "with the buttons that it is to have"


async def test_while_telegram_cannot_be_asked_nothing_is_sent(
    telegram: Telegram, store: Store
) -> None:
    await die(telegram, store, "after")
    [there] = await telegram.messages()
    gone = NetworkError("httpx.ReadTimeout")
    gone.__cause__ = httpx.ReadTimeout("no receipt")
    telegram.faults += [gone] * 5
    async with process(telegram, store) as outbox:
        with pytest.raises(TransientError):  # and not: taken, without a receipt
            await say(outbox)
        assert await say(outbox) == there["message_id"]
    assert len(await telegram.messages()) == 1


async def test_what_telegram_has_waiting_is_not_looked_for(
    telegram: Telegram, store: Store
) -> None:
    telegram.deaths += ["later", "after"]
    async with process(telegram, store) as outbox:
        with pytest.raises(asyncio.CancelledError):
            await say(outbox)
    [there] = await telegram.messages()
    async with process(telegram, store) as outbox:
        assert await say(outbox) == there["message_id"]
    telegram.deaths += ["later"] * 9
    async with process(telegram, store) as outbox:
        with pytest.raises(TransientError):
            await say(outbox, "more", work="run-2/reply")
    telegram.deaths.clear()
    async with process(telegram, store) as outbox:
        assert await say(outbox, "more", work="run-2/reply")
    assert telegram.tried() == [there["message_id"]]


async def test_what_was_refused_is_not_looked_for(telegram: Telegram, store: Store) -> None:
    async with process(telegram, store) as outbox:
        assert await say(outbox, chat=99) is None  # nobody has written there
        await telegram.write(99)
        assert await say(outbox, chat=99) not in (None, UNKNOWN)
    assert telegram.tried() == []
