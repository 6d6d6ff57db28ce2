"""The typing sign is shown while the block lasts, and never in its way."""

import pytest

from bot.transport.typing import typing_sign
from tests.support.bot.bot_api_double import Reply, failure, scripted_bot


async def test_it_begins_with_the_block_and_ends_with_it() -> None:
    async with scripted_bot() as (api, bot):
        async with typing_sign(bot, 7):
            await api.until_called("sendChatAction", 1)
        assert api.called("sendChatAction") == [{"chat_id": "7", "action": "typing"}]


async def test_a_sign_that_is_refused_or_stuck_stops_nothing() -> None:
    async with scripted_bot() as (api, bot):
        api.enqueue("sendChatAction", failure(403, "Forbidden: blocked"), Reply(silent=True))
        for times in (1, 2):
            async with typing_sign(bot, 7):
                await api.until_called("sendChatAction", times)


async def test_an_error_in_the_block_comes_out() -> None:
    async with scripted_bot() as (_, bot):
        with pytest.raises(ZeroDivisionError):
            async with typing_sign(bot, 7):
                _ = 1 / 0
