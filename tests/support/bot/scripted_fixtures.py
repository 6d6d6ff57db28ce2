"""The Bot API on loopback that answers as written down, and a real client of it."""

from collections.abc import AsyncIterator

import pytest
from telegram.ext import ExtBot

from bot.transport.outbox import Outbox
from tests.support.bot.bot_api_double import ScriptedApi, scripted_bot


@pytest.fixture
async def api_and_bot() -> AsyncIterator[tuple[ScriptedApi, ExtBot[int]]]:
    async with scripted_bot() as pair:
        yield pair


@pytest.fixture
def api(api_and_bot: tuple[ScriptedApi, ExtBot[int]]) -> ScriptedApi:
    return api_and_bot[0]


@pytest.fixture
def bot(api_and_bot: tuple[ScriptedApi, ExtBot[int]]) -> ExtBot[int]:
    return api_and_bot[1]


@pytest.fixture
def outbox(bot: ExtBot[int]) -> Outbox:
    return Outbox(bot)
