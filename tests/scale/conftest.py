"""A database, a large library in it, built once, and the superuser."""

from tests.support.database import (  # noqa: F401 - fixtures
    database_url,
    postgres_server,
    template_database,
)
from tests.support.schema.fixtures import (  # noqa: F401 - fixtures
    admin,
    large_database_url,
)
