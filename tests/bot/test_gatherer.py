"""Pieces that come without an end mark."""

import asyncio

from bot.gatherer import Gatherer


async def test_pieces_that_come_later_are_waited_for() -> None:
    gatherer: Gatherer[int] = Gatherer(quiet_seconds=0.3)
    assert gatherer.add("a", 1)
    collecting = asyncio.create_task(gatherer.collect("a"))
    for piece in (2, 3):
        await asyncio.sleep(0)  # lets the collector begin to wait
        assert not gatherer.add("a", piece)
    assert await collecting == (1, 2, 3)


async def test_keys_are_apart_and_begin_anew() -> None:
    gatherer: Gatherer[int] = Gatherer(quiet_seconds=0.01)
    assert gatherer.add("a", 1)
    assert gatherer.add("b", 2)
    assert gatherer.is_open("a")
    assert await gatherer.collect("a") == (1,)
    assert not gatherer.is_open("a")
    assert gatherer.is_open("b")
    assert gatherer.add("a", 3)
    assert await gatherer.collect("a") == (3,)
    assert await gatherer.collect("b") == (2,)
