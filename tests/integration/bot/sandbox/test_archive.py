"""The sandbox's records: what is written at once is there as a whole or not at all."""

from asyncio import CancelledError
from collections.abc import Iterator
from pathlib import Path

import pytest

from bot.sandbox.world.archive import Archive


@pytest.fixture
def archive(tmp_path: Path) -> Iterator[Archive]:
    opened = Archive(tmp_path / "sandbox.sqlite")
    yield opened
    opened.close()


def write_and_break_off(archive: Archive, ending: type[BaseException]) -> None:
    with archive.transaction():
        archive.put("chat", 1, "after")
        with archive.transaction():
            archive.put("chat", 2, "new")
        raise ending


@pytest.mark.parametrize("ending", [ValueError, CancelledError, KeyboardInterrupt])
def test_of_what_was_broken_off_nothing_stays(
    archive: Archive, ending: type[BaseException]
) -> None:
    archive.put("chat", 1, "before")
    with pytest.raises(ending):
        write_and_break_off(archive, ending)
    assert archive.load("chat") == {"1": "before"}


def test_the_next_transaction_is_kept(archive: Archive) -> None:
    with pytest.raises(ValueError):
        write_and_break_off(archive, ValueError)
    with archive.transaction():
        archive.put("chat", 1, "kept")
    with pytest.raises(ValueError):
        write_and_break_off(archive, ValueError)
    assert archive.load("chat") == {"1": "kept"}
