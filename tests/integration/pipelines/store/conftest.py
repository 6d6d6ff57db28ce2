"""Both gateways, and the database's superuser."""

from tests.support.gateways.fixtures import (  # noqa: F401 - fixtures
    admin,
    either_gateway,
)
