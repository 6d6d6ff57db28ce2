"""Pieces that come without an end mark."""

import asyncio

from bot.messages.debounce import Debouncer


async def test_pieces_that_come_later_are_waited_for() -> None:
    debouncer: Debouncer[int] = Debouncer(quiet_seconds=0.3)
    pile = debouncer.add("a", 1)
    assert pile is not None
    collecting = asyncio.create_task(debouncer.collect("a", pile))
    for piece in (2, 3):
        await asyncio.sleep(0)  # lets the collector begin to wait
        assert debouncer.add("a", piece) is None
    assert await collecting == (1, 2, 3)


async def test_keys_are_apart_and_begin_anew() -> None:
    debouncer: Debouncer[int] = Debouncer(quiet_seconds=0.01)
    first, other = debouncer.add("a", 1), debouncer.add("b", 2)
    assert first is not None
    assert other is not None
    assert debouncer.is_open("a")
    assert await debouncer.collect("a", first) == (1,)
    assert not debouncer.is_open("a")
    assert debouncer.is_open("b")
    again = debouncer.add("a", 3)
    assert again is not None
    assert await debouncer.collect("a", again) == (3,)
    assert await debouncer.collect("b", other) == (2,)


async def test_a_full_pile_is_complete_at_once_and_another_begins() -> None:
    debouncer: Debouncer[int] = Debouncer(quiet_seconds=0.01, most=3)
    piles = [debouncer.add("a", number) for number in range(5)]
    assert [pile is not None for pile in piles] == [True, False, False, True, False]
    assert piles[0] is not None
    assert piles[3] is not None
    assert await debouncer.collect("a", piles[0]) == (0, 1, 2)
    assert await debouncer.collect("a", piles[3]) == (3, 4)


async def test_an_item_is_swapped_for_its_newer_self_while_its_pile_is_open() -> None:
    debouncer: Debouncer[str] = Debouncer(quiet_seconds=0.01)
    pile = debouncer.add("a", "old")
    assert pile is not None
    debouncer.add("a", "next")
    assert debouncer.swap("a", "new", lambda item: item == "old")
    assert not debouncer.swap("a", "new", lambda item: item == "never sent")
    assert await debouncer.collect("a", pile) == ("new", "next")
    assert not debouncer.swap("a", "newer", lambda item: item == "new")
