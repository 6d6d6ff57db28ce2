"""Files on disk by their hash."""

import os
import time
from collections.abc import Sequence
from pathlib import Path

import pytest

from pipelines.originals.cache import OriginalCache, digest


async def test_what_is_put_is_there(tmp_path: Path) -> None:
    cache = OriginalCache(tmp_path / "originals", 100)
    assert await cache.get(digest(b"page")) is None
    await cache.put(b"page")
    assert await cache.get(digest(b"page")) == b"page"


async def test_those_not_used_for_longest_make_room(tmp_path: Path) -> None:
    cache = OriginalCache(tmp_path, 100)
    for age, content in enumerate((b"a" * 40, b"b" * 40)):
        await cache.put(content)
        os.utime(tmp_path / digest(content), (age, age))
    assert await cache.get(digest(b"a" * 40)), "used just now"
    await cache.put(b"c" * 40)
    assert await cache.get(digest(b"b" * 40)) is None
    assert await cache.get(digest(b"a" * 40))
    assert await cache.get(digest(b"c" * 40))


async def test_what_is_too_large_is_not_held(tmp_path: Path) -> None:
    for limit in (0, 3):
        cache = OriginalCache(tmp_path, limit)
        await cache.put(b"page")
        assert await cache.get(digest(b"page")) is None


async def test_a_damaged_file_counts_as_none(tmp_path: Path) -> None:
    cache = OriginalCache(tmp_path, 100)
    await cache.put(b"page")
    (tmp_path / digest(b"page")).write_bytes(b"pa")
    assert await cache.get(digest(b"page")) is None


async def test_a_disk_that_takes_nothing_costs_nothing_and_is_told(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    (tmp_path / "file").write_bytes(b"")
    cache = OriginalCache(tmp_path / "file", 100)
    await cache.put(b"page")
    assert await cache.get(digest(b"page")) is None
    [said] = caplog.messages
    assert "page" not in said


async def test_what_is_nobodys_is_swept_away(tmp_path: Path) -> None:
    cache = OriginalCache(tmp_path, 100)
    await cache.put(b"kept")
    await cache.put(b"gone")

    async def known(sha256: Sequence[str]) -> frozenset[str]:
        return frozenset({digest(b"kept")}.intersection(sha256))

    await cache.sweep(known)
    assert await cache.get(digest(b"kept"))
    assert await cache.get(digest(b"gone")) is None


async def test_what_was_never_written_to_its_end_is_swept_away(tmp_path: Path) -> None:
    async def all_known(names: Sequence[str]) -> frozenset[str]:
        return frozenset(names)

    cache = OriginalCache(tmp_path, 100)
    await cache.put(b"page")
    for name, age in (("left", 4000), ("being-written", 0)):
        (tmp_path / f".{name}").write_bytes(b"pa")
        at = time.time() - age
        os.utime(tmp_path / f".{name}", (at, at))
    await cache.sweep(all_known)
    assert names_in(tmp_path) == {".being-written", digest(b"page")}


def names_in(folder: Path) -> set[str]:
    return {path.name for path in folder.iterdir()}
