"""Pipelines over a database, and the web they read."""

from tests.support.pipelines.ingest_fixtures import (  # noqa: F401 - fixtures
    room,
    site,
    web,
)
