"""Joins what Telegram delivers in pieces without an end mark: albums and long pastes."""

import asyncio
from collections.abc import Hashable
from typing import Generic, TypeVar

Item = TypeVar("Item")


class _Pile(Generic[Item]):
    def __init__(self, first: Item) -> None:
        self.items = [first]
        self.grew = asyncio.Event()


class Gatherer(Generic[Item]):
    """Collects items by key until none has come for a while."""

    def __init__(self, quiet_seconds: float) -> None:
        self._quiet_seconds = quiet_seconds
        self._piles: dict[Hashable, _Pile[Item]] = {}

    def is_open(self, key: Hashable) -> bool:
        """Tell whether items of this key are being collected now."""
        return key in self._piles

    def add(self, key: Hashable, item: Item) -> bool:
        """Keep an item; True for the first of its key, whose bringer must then `collect`."""
        if (pile := self._piles.get(key)) is None:
            self._piles[key] = _Pile(item)
            return True
        pile.items.append(item)
        pile.grew.set()
        return False

    async def collect(self, key: Hashable) -> tuple[Item, ...]:
        """Wait until no more items come; return them all in the order they came."""
        pile = self._piles[key]
        try:
            while await self._grows(pile):
                pile.grew.clear()
        finally:
            del self._piles[key]
        return tuple(pile.items)

    async def _grows(self, pile: _Pile[Item]) -> bool:
        try:
            async with asyncio.timeout(self._quiet_seconds):
                await pile.grew.wait()
        except TimeoutError:
            return False
        return True
