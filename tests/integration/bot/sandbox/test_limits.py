"""The sandbox notes what the bot writes and, when asked to, refuses what is too much of it."""

from typing import Any

import httpx
import pytest
from telegram import Bot
from telegram.error import RetryAfter

from bot.sandbox.errors import ApiError
from bot.sandbox.world.traffic import Limits, Quota, Traffic
from tests.support.bot.manual_clock import HandClock
from tests.support.sandbox.sandbox_callers import Raw

pytestmark = pytest.mark.filterwarnings("ignore:.*retry_after")


@pytest.fixture
def clock() -> HandClock:
    return HandClock()


@pytest.fixture
def traffic(clock: HandClock) -> Traffic:
    traffic = Traffic(clock)
    traffic.limits = Limits(chat=Quota(2, 3), overall=Quota(4, 1))
    return traffic


def refusal(traffic: Traffic, chat_id: int) -> int | None:
    """Write in a chat; return how long to wait if that is refused."""
    try:
        traffic.count("sendmessage", chat_id, "text")
    except ApiError as error:
        return error.retry_after
    return None


def test_a_chat_takes_so_many_messages_in_so_many_seconds(
    traffic: Traffic, clock: HandClock
) -> None:
    assert refusal(traffic, 7) is None
    clock.now += 1
    assert refusal(traffic, 7) is None
    clock.now += 0.5
    assert refusal(traffic, 7) == 2  # seconds are whole ones
    assert refusal(traffic, 8) is None
    clock.now += 2
    assert refusal(traffic, 7) is None


def test_all_chats_together_have_a_limit_too(traffic: Traffic, clock: HandClock) -> None:
    assert [refusal(traffic, chat) for chat in range(1, 6)] == [None] * 4 + [1]
    clock.now += 1
    assert refusal(traffic, 5) is None


def test_whoever_does_not_wait_is_refused_and_noted(traffic: Traffic, clock: HandClock) -> None:
    traffic.count("sendmessage", 7, "one")
    traffic.count("editmessagetext", 7, "two")
    assert refusal(traffic, 7) == 3
    clock.now += 2
    assert refusal(traffic, 7) == 1
    last = traffic.written[-1]
    assert last.is_early
    assert not traffic.written[-2].is_early


def test_signs_and_presses_are_no_messages(traffic: Traffic) -> None:
    for method in ("sendchataction", "sendmessagedraft", "answercallbackquery", "getfile"):
        traffic.count(method, 7, "")
    assert traffic.written == ()


async def test_what_the_bot_writes_is_shown_with_its_time(
    user: httpx.AsyncClient, chat: int, raw: Raw
) -> None:
    sent = await raw.result("sendMessage", chat_id=chat, text="hello")
    await raw.result("editMessageText", chat_id=str(chat), message_id=sent["message_id"], text="hi")
    await raw.result("sendChatAction", chat_id=chat, action="typing")
    written: list[dict[str, Any]] = (await user.get("/sandbox/traffic")).json()["written"]
    assert [(each["method"], each["chat_id"], each["text"]) for each in written] == [
        ("sendmessage", chat, "hello"),
        ("editmessagetext", chat, "hi"),
    ]
    assert written[0]["at"] <= written[1]["at"]


async def test_the_library_understands_how_it_is_refused(
    user: httpx.AsyncClient, chat: int, bot: Bot
) -> None:
    limits = {"chat_most": 1, "chat_seconds": 600}
    assert (await user.post("/sandbox/limits", json=limits)).status_code == 200
    await bot.send_message(chat, "one")
    with pytest.raises(RetryAfter) as refused:
        await bot.send_message(chat, "two")
    assert refused.value.retry_after == 600
    assert (await user.post("/sandbox/limits", json={"off": True})).status_code == 200
    await bot.send_message(chat, "three")


async def test_a_limit_of_nothing_is_refused(user: httpx.AsyncClient) -> None:
    reply = await user.post("/sandbox/limits", json={"chat_most": 0})
    assert reply.status_code == 400
