"""Updates are confirmed when they are written down, and nothing ends the polling."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest
from telegram.error import Conflict, NetworkError, TelegramError
from telegram.ext import ExtBot

from bot.updates.polling import Polling
from bot.updates.receive import StoreDownNotice
from pipelines.errors import DatabaseUnavailable
from tests.support.bot.bot_api_double import Reply, ScriptedApi, failure

pytestmark = pytest.mark.filterwarnings("ignore:.*retry_after")
ONE = {"update_id": 7, "message": {"chat": {"id": 10}, "text": "one"}}
TWO = {"update_id": 8, "what the library does not know": {"text": "two"}}


class Recorder:
    """Takes updates, or raises what it is told to."""

    def __init__(self) -> None:
        self.taken: list[dict] = []
        self.faults: list[Exception] = []
        self.errors: list[TelegramError] = []
        self.apologies: list[list[int]] = []

    async def receive(self, updates) -> None:
        if self.faults:
            raise self.faults.pop(0)
        self.taken += updates

    async def report(self, error: TelegramError) -> None:
        self.errors.append(error)

    async def report_failure(self, updates) -> None:
        self.apologies.append([update["update_id"] for update in updates])


@asynccontextmanager
async def polling(bot: ExtBot[int], recorder: Recorder) -> AsyncIterator[None]:
    poller = Polling(
        bot, recorder.receive, recorder.report, recorder.report_failure, poll_seconds=1
    )
    task = asyncio.create_task(poller.run())
    try:
        yield
    finally:
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)


def offsets(api: ScriptedApi) -> list[str]:
    return [call["offset"] for call in api.called("getUpdates")]


async def test_updates_are_confirmed_once_they_are_taken(
    api: ScriptedApi, bot: ExtBot[int]
) -> None:
    recorder = Recorder()
    api.enqueue("getUpdates", Reply(result=[ONE, TWO]), Reply(result=[]), Reply(silent=True))
    async with polling(bot, recorder):
        await api.until_called("getUpdates", 3)
    assert recorder.taken == [ONE, TWO], "as they came"
    assert offsets(api) == ["0", "9", "9"]
    assert api.called("deleteWebhook"), "or Telegram would send us nothing"


async def test_what_cannot_be_written_down_is_not_confirmed(
    api: ScriptedApi, bot: ExtBot[int]
) -> None:
    recorder = Recorder()
    recorder.faults = [DatabaseUnavailable("gone")]
    api.enqueue("getUpdates", Reply(result=[ONE]), Reply(result=[ONE, TWO]), Reply(silent=True))
    async with polling(bot, recorder):
        await api.until_called("getUpdates", 3)
    assert offsets(api) == ["0", "0", "9"]
    assert recorder.taken == [ONE, TWO]
    assert recorder.apologies == [[7]]


async def test_hostile_78_a_second_poller_is_reported_and_polling_goes_on(
    api: ScriptedApi, bot: ExtBot[int]
) -> None:
    recorder = Recorder()
    conflict = failure(409, "Conflict: terminated by other getUpdates request")
    api.enqueue("getUpdates", conflict, Reply(result=[ONE]), Reply(silent=True))
    async with polling(bot, recorder):
        await api.until_called("getUpdates", 3)
    assert [type(error) for error in recorder.errors] == [Conflict]
    assert recorder.taken == [ONE]


async def test_faults_of_the_network_do_not_end_it(api: ScriptedApi, bot: ExtBot[int]) -> None:
    recorder = Recorder()
    api.enqueue("deleteWebhook", failure(502, "Bad Gateway"))
    api.enqueue("getUpdates", Reply(status=502, raw=b"<html>"))
    api.enqueue("getUpdates", failure(429, "Too Many Requests", retry_after=1))
    api.enqueue("getUpdates", Reply(result=[ONE]), Reply(silent=True))
    async with polling(bot, recorder):
        await api.until_called("getUpdates", 4)
    assert recorder.taken == [ONE]
    assert all(isinstance(error, NetworkError) for error in recorder.errors)
    asked = [at for at, (name, _) in zip(api.times, api.calls, strict=True) if name == "getUpdates"]
    assert asked[2] - asked[1] >= 1, "hostile 75: not a moment early"


class _Application:
    """As much of one as an apology needs."""

    def __init__(self, bot: ExtBot[int]) -> None:
        from bot.phrasebook import FluentPhrasebook

        self.bot = bot
        self.bot_data = type("Services", (), {"phrases": FluentPhrasebook()})()


async def test_a_chat_is_asked_to_wait_once(api: ScriptedApi, bot: ExtBot[int]) -> None:
    apology = StoreDownNotice(_Application(bot))  # type: ignore[arg-type]
    api.enqueue("sendMessage", failure(403, "Forbidden: bot was blocked by the user"))
    group = {"update_id": 9, "message": {"chat": {"id": -5}}}
    await apology.make([ONE, group])
    await apology.make([ONE])
    await apology.make([ONE | {"update_id": 10}])
    assert [call["chat_id"] for call in api.called("sendMessage")] == ["10", "10"]
    assert "waits" in api.called("sendMessage")[0]["text"]
