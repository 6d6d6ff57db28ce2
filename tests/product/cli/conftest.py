"""A command line in a folder of documents."""

from tests.support.bot.command_line_fixtures import (  # noqa: F401 - fixtures
    first,
    paragraf,
    site,
)
