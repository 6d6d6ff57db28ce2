"""The database's superuser."""

from tests.support.gateways.fixtures import admin  # noqa: F401 - a fixture
