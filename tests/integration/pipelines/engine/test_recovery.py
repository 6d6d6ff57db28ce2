"""A server that cannot be reached is waited for by the engine."""

from pathlib import Path

import pytest
import sqlalchemy as sa
from dbos._utils import retriable_postgres_exception

from pipelines.engine.recovery import wait_for_connections


def test_a_server_that_is_gone_is_tried_again(tmp_path: Path) -> None:
    wait_for_connections()
    wait_for_connections()
    engine = sa.create_engine(f"postgresql+psycopg://postgres@/postgres?host={tmp_path}")
    with pytest.raises(sa.exc.OperationalError) as failed, engine.connect():
        pass
    engine.dispose()
    assert retriable_postgres_exception(failed.value)
