"""The bot's client keeps to Telegram's limits by itself, and obeys when it is told to wait."""

import asyncio
from itertools import pairwise

import pytest

from bot.transport.outbox import Outbox
from bot.transport.pieces import Piece
from bot.transport.rate_limit import Pace
from pipelines.errors import TransientError
from tests.support.bot.bot_api_double import Reply, ScriptedApi, failure

TAKEN = {"message_id": 5, "date": 1, "chat": {"id": 1, "type": "private"}, "text": "x"}
pytestmark = pytest.mark.filterwarnings("ignore:.*retry_after")


def texts(api: ScriptedApi) -> list[str]:
    return [call["text"] for _, call in api.calls if "text" in call]


async def test_reports_come_one_by_one_in_their_order(api: ScriptedApi, outbox: Outbox) -> None:
    reports = [outbox.send(1, Piece(name), pace=Pace.REPORT) for name in "abc"]
    await asyncio.gather(*reports, outbox.send(1, Piece("reply")))
    assert sorted(texts(api)) == ["a", "b", "c", "reply"]
    assert [text for text in texts(api) if text != "reply"] == ["a", "b", "c"]
    assert texts(api).index("reply") <= 1, "a reply does not wait behind reports"
    apart = {
        text: at
        for at, (_, call) in zip(api.times, api.calls, strict=True)
        if (text := call.get("text"))
    }
    assert all(apart[later] - apart[earlier] >= 1 for earlier, later in pairwise("abc"))


async def test_a_sketch_that_would_be_too_much_is_not_even_asked_for(
    api: ScriptedApi, outbox: Outbox
) -> None:
    await outbox.send(1, Piece("reply"))
    assert not await outbox.sketch(1, 2, "half")
    assert await outbox.sketch(3, 4, "half")
    assert texts(api) == ["reply", "half"]


async def test_a_sketch_that_telegram_refuses_is_not_repeated(
    api: ScriptedApi, outbox: Outbox
) -> None:
    api.enqueue("editMessageText", failure(429, "Too Many Requests", retry_after=600))
    assert not await outbox.sketch(1, 2, "half")
    assert not await outbox.sketch(1, 2, "three quarters")
    assert texts(api) == ["half"]


async def test_all_that_waited_out_a_refusal_go_on_apart(api: ScriptedApi, outbox: Outbox) -> None:
    api.enqueue("sendMessage", failure(429, "Too Many Requests", retry_after=1))
    await asyncio.gather(*(outbox.send(1, Piece(n), pace=Pace.REPORT) for n in "ab"))
    assert sorted(texts(api)) == ["a", "a", "b"]
    times = [at for at, (name, _) in zip(api.times, api.calls, strict=True) if name[:4] == "send"]
    assert all(later - earlier >= 1 for earlier, later in pairwise(times))


async def test_one_that_is_on_its_way_is_waited_for(api: ScriptedApi, outbox: Outbox) -> None:
    arrives = asyncio.Event()
    api.enqueue("sendMessage", Reply(result=TAKEN, after=arrives))
    first = asyncio.create_task(outbox.send(1, Piece("a"), pace=Pace.REPORT))
    await api.until_called("sendMessage", 1)
    second = asyncio.create_task(outbox.send(1, Piece("b"), pace=Pace.REPORT))
    await outbox.send(1, Piece("reply"))
    assert not await outbox.sketch(1, 2, "half")
    assert texts(api) == ["a", "reply"]
    arrives.set()
    await asyncio.gather(first, second)
    assert texts(api) == ["a", "reply", "b"]


async def test_a_wait_too_long_to_be_waited_for_here_is_passed_on(
    api: ScriptedApi, outbox: Outbox
) -> None:
    api.enqueue("editMessageText", failure(429, "Too Many Requests", retry_after=3600))
    with pytest.raises(TransientError) as refused:
        await outbox.edit(1, 2, "done", pace=Pace.REPORT)
    assert refused.value.wait_s == 3600
