"""What progress shows when there is no room for an edit, and when it is over."""

import asyncio

import pytest

from bot.reporting.progress_board import ProgressBoard
from bot.transport.outbox import Outbox
from bot.transport.pieces import Piece
from tests.support.bot.bot_api_double import ScriptedApi, failure

pytestmark = pytest.mark.filterwarnings("ignore:.*retry_after")
A_LONG_TIME = 3600.0


def edits(api: ScriptedApi) -> list[str]:
    return [call["text"] for call in api.called("editMessageText")]


async def test_what_there_was_no_room_for_is_shown_when_there_is(
    api: ScriptedApi, outbox: Outbox
) -> None:
    board = ProgressBoard(outbox, seconds_between=0.05)
    await outbox.send(1, Piece("0 of 3"))
    board.show(1, 9, "1 of 3")
    await api.until_called("editMessageText", 1)
    assert edits(api) == ["1 of 3"]
    await board.finish(1, 9)


async def test_of_what_waits_for_room_the_newest_is_shown(api: ScriptedApi, outbox: Outbox) -> None:
    board = ProgressBoard(outbox, seconds_between=0.05)
    api.enqueue("editMessageText", failure(429, "Too Many Requests", retry_after=1))
    board.show(1, 9, "1 of 3")
    await api.until_called("editMessageText", 1)
    board.show(1, 9, "2 of 3")
    await api.until_called("editMessageText", 2)
    assert edits(api) == ["1 of 3", "2 of 3"]
    await board.finish(1, 9)


async def test_what_is_over_does_not_wait_for_its_turn(api: ScriptedApi, outbox: Outbox) -> None:
    board = ProgressBoard(outbox, seconds_between=A_LONG_TIME)
    board.show(1, 8, "of another batch")
    board.show(1, 9, "1 of 3")
    await api.until_called("editMessageText", 1)
    async with asyncio.timeout(60):
        await board.finish(1, 9)
        await board.finish(1, 8)
    assert edits(api) == ["of another batch"]
