"""The superuser."""

from tests.support.schema.fixtures import (  # noqa: F401 - fixtures
    admin,
)
