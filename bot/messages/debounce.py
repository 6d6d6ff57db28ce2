"""Joins what Telegram delivers in pieces without an end mark: albums, pastes, many at once."""

import asyncio
from collections.abc import Callable, Hashable
from typing import Generic, TypeVar

Item = TypeVar("Item")

MOST_ITEMS = 100


class PendingGroup(Generic[Item]):
    """Items of one key that came close together."""

    def __init__(self, first: Item) -> None:
        self.items = [first]
        self.grew = asyncio.Event()


class Debouncer(Generic[Item]):
    """Collects items by key until none has come for a while, or there are many.

    Args:
        quiet_seconds: how long nothing comes before a pile is complete.
        most: a pile of this many is complete at once; what comes next begins another.
    """

    def __init__(self, quiet_seconds: float, *, most: int = MOST_ITEMS) -> None:
        self._quiet_seconds = quiet_seconds
        self._most = most
        self._piles: dict[Hashable, PendingGroup[Item]] = {}

    def is_open(self, key: Hashable) -> bool:
        """Tell whether items of this key are being collected now."""
        return key in self._piles

    def add(self, key: Hashable, item: Item) -> PendingGroup[Item] | None:
        """Keep an item; the first of a pile gets the pile, which its bringer must `collect`."""
        if (pile := self._piles.get(key)) is None:
            pile = self._piles[key] = PendingGroup(item)
            return pile
        pile.items.append(item)
        pile.grew.set()
        if len(pile.items) >= self._most:
            del self._piles[key]
        return None

    def swap(self, key: Hashable, item: Item, same: Callable[[Item], bool]) -> bool:
        """Put an item in the place of its older self; False if that is not in an open pile."""
        pile = self._piles.get(key)
        for at, older in enumerate(pile.items if pile else ()):
            if pile and same(older):
                pile.items[at] = item
                return True
        return False

    async def collect(self, key: Hashable, pile: PendingGroup[Item]) -> tuple[Item, ...]:
        """Wait until no more items come; return them all in the order they came."""
        try:
            while self._piles.get(key) is pile and await self._grows(pile):
                pile.grew.clear()
        finally:
            if self._piles.get(key) is pile:
                del self._piles[key]
        return tuple(pile.items)

    async def _grows(self, pile: PendingGroup[Item]) -> bool:
        try:
            async with asyncio.timeout(self._quiet_seconds):
                await pile.grew.wait()
        except TimeoutError:
            return False
        return True
