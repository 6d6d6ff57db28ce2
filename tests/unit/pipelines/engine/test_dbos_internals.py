"""What DBOS does not promise is used in one place; a server that is gone is waited for."""

import re
from pathlib import Path

import pytest
import sqlalchemy as sa
from dbos._utils import retriable_postgres_exception

from pipelines.engine.dbos_internals import wait_for_connections
from tests.support import ROOT


def test_a_server_that_is_gone_is_tried_again(tmp_path: Path) -> None:
    wait_for_connections()
    wait_for_connections()
    engine = sa.create_engine(f"postgresql+psycopg://postgres@/postgres?host={tmp_path}")
    with pytest.raises(sa.exc.OperationalError) as failed, engine.connect():
        pass
    engine.dispose()
    assert retriable_postgres_exception(failed.value)


def test_the_private_parts_of_dbos_are_used_in_two_files() -> None:
    private = re.compile(r"dbos\._|DBOS\._|dbos import .*\b_|^import sqlalchemy", re.MULTILINE)
    files = [*(ROOT / "pipelines").rglob("*.py"), *(ROOT / "bot").rglob("*.py")]
    used = sorted(f.name for f in files if private.search(f.read_text()))
    assert used == ["dbos_checkpoints.py", "dbos_internals.py"]
