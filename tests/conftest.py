"""One folder a run, for what all of its processes share. Unit tests load nothing more than this."""

import os
import shutil
import tempfile
from itertools import groupby
from pathlib import Path

import pytest
from hypothesis import settings

RUN_FOLDER = "PARAGRAF_TEST_RUN"  # names the folder to the processes of xdist
_MEMORY = Path("/dev/shm")
_ENOUGH = 4 * 1024**3  # bytes
_WHOLE = Path(__file__).parent / "product"  # tests that start whole processes and wait for them
_FIRST = 0.8  # of the other files, among which they stand


settings.register_profile("unhurried", deadline=None)  # a busy machine is no fault
settings.load_profile("unhurried")


def pytest_configure(config: pytest.Config) -> None:
    """Make the folder, in the process that starts the others."""
    # Not pytest's own: that is closed to the account the database server runs under.
    if not hasattr(config, "workerinput"):
        os.environ[RUN_FOLDER] = tempfile.mkdtemp(prefix="paragraf-tests-", dir=_quick_folder())


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Spread the files of long tests among the others.

    Five that start at once wait for each other, and what is left at the end keeps one process busy.
    """
    files = [list(tests) for _, tests in groupby(items, key=lambda test: test.path)]
    whole = [tests for tests in files if tests[0].path.is_relative_to(_WHOLE)]
    others = [tests for tests in files if not tests[0].path.is_relative_to(_WHOLE)]
    step = _FIRST * len(others) / max(1, len(whole))
    for number, tests in enumerate(whole):
        others.insert(number + round(number * step), tests)
    items[:] = [test for tests in others for test in tests]


def pytest_unconfigure(config: pytest.Config) -> None:
    """Remove it; a server that a killed process left behind ends when its data is gone."""
    if not hasattr(config, "workerinput"):
        shutil.rmtree(os.environ.pop(RUN_FOLDER))


def _quick_folder() -> Path | None:
    """Return where a thousand databases are made and dropped quickly; None: anywhere."""
    can_write = os.access(_MEMORY, os.W_OK)
    return _MEMORY if can_write and shutil.disk_usage(_MEMORY).free > _ENOUGH else None
