"""The sandbox, its page, and whoever uses them."""

from tests.support.sandbox.fixtures import (  # noqa: F401 - fixtures
    bot,
    browser,
    build,
    chat,
    events,
    page,
    raw,
    running,
    sandbox,
    user,
)
