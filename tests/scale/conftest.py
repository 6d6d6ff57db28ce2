"""A large library, built once, and the superuser."""

from tests.support.schema.fixtures import (  # noqa: F401 - fixtures
    admin,
    large_database_url,
)
