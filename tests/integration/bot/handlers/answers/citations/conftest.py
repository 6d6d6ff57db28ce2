"""A running bot over a real database of made-up documents."""

from tests.support.bot.over_database.library_fixtures import (  # noqa: F401 - fixtures
    anna,
    bob,
    library,
)
