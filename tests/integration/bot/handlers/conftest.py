"""One running bot for all of the handlers' tests."""

from tests.support.bot.handler_fixtures import (  # noqa: F401 - fixtures
    anna,
    base,
    bob,
    house,
)
