"""A database and the packed model, for the tests that ask for them."""

from tests.support.database import (  # noqa: F401 - fixtures
    database_url,
    empty_database_url,
    postgres_server,
    shared_database_url,
    store,
    template_database,
)
from tests.support.models import (  # noqa: F401 - fixtures
    models_dir,
    packed,
    packed_model_read_once,
    packed_models,
)
