"""The Bot API as written down, and a client of it."""

from tests.support.bot.scripted_fixtures import (  # noqa: F401 - fixtures
    api,
    api_and_bot,
    bot,
    outbox,
)
