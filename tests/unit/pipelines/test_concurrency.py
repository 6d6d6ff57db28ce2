"""ahead: a stream that runs on while its reader is busy, and stops when the reader does."""

import asyncio
import gc
from collections.abc import AsyncGenerator
from contextlib import aclosing

import pytest

from pipelines.concurrency import map_ahead, prefetch


class Stream:
    """Numbers, and what became of the stream."""

    def __init__(self, count: int, *, breaks_at: int = -1, waits_at: int = -1) -> None:
        self.given: list[int] = []
        self.closed = asyncio.Event()
        self.waiting = asyncio.Event()
        self._count, self._breaks_at, self._waits_at = count, breaks_at, waits_at

    async def numbers(self) -> AsyncGenerator[int, None]:
        try:
            for number in range(self._count):
                if number == self._breaks_at:
                    raise ConnectionError("broken by the test")
                if number == self._waits_at:
                    self.waiting.set()
                    await asyncio.Event().wait()
                self.given.append(number)
                yield number
        finally:
            self.closed.set()


async def settled(numbers: list[int]) -> list[int]:
    """What a list holds once nothing is left to run."""
    for _ in range(20):
        await asyncio.sleep(0)
    return numbers


@pytest.mark.parametrize("room", [1, 2, 100])
@pytest.mark.parametrize("count", [0, 1, 7])
async def test_every_item_comes_once_in_order(room: int, count: int) -> None:
    stream = Stream(count)
    assert [number async for number in prefetch(stream.numbers(), room)] == list(range(count))
    assert stream.closed.is_set()


async def test_the_stream_goes_on_while_its_reader_is_busy_but_not_without_end() -> None:
    stream = Stream(100)
    async with aclosing(prefetch(stream.numbers(), 5)) as items:
        assert await anext(items) == 0
        # One is taken, five wait, and one is held until there is room.
        assert await settled(stream.given) == list(range(7))
        assert await anext(items) == 1
        assert await settled(stream.given) == list(range(8))


async def test_nothing_runs_before_anybody_asks() -> None:
    stream = Stream(3)
    items = prefetch(stream.numbers(), 5)
    assert await settled(stream.given) == []
    await items.aclose()


async def test_what_came_before_an_error_is_given_first() -> None:
    stream = Stream(9, breaks_at=3)
    items = prefetch(stream.numbers(), 100)
    seen = [await anext(items) for _ in range(3)]
    with pytest.raises(ConnectionError, match="broken by the test"):
        await anext(items)
    assert seen == [0, 1, 2]
    assert stream.closed.is_set()


async def test_closing_stops_the_stream_where_it_waits_for_room() -> None:
    stream = Stream(100)
    async with aclosing(prefetch(stream.numbers(), 2)) as items:
        assert await anext(items) == 0
        await settled(stream.given)
    assert stream.closed.is_set()
    assert stream.given == [0, 1, 2, 3]


async def test_closing_stops_the_stream_where_it_waits_for_something_else() -> None:
    stream = Stream(100, waits_at=1)
    async with aclosing(prefetch(stream.numbers(), 2)) as items:
        assert await anext(items) == 0
        await stream.waiting.wait()
    assert stream.closed.is_set()


async def test_a_reader_that_is_cancelled_while_it_waits_stops_the_stream() -> None:
    stream = Stream(100, waits_at=1)

    async def read() -> None:
        async with aclosing(prefetch(stream.numbers(), 2)) as items:
            async for _ in items:
                pass

    reader = asyncio.create_task(read())
    await stream.waiting.wait()
    await settled(stream.given)
    reader.cancel()
    with pytest.raises(asyncio.CancelledError):
        await reader
    assert stream.closed.is_set()


async def test_a_reader_that_fails_stops_the_stream_and_keeps_its_error() -> None:
    stream = Stream(100)

    async def read() -> None:
        async with aclosing(prefetch(stream.numbers(), 2)) as items:
            async for _ in items:
                raise ValueError("the reader")

    with pytest.raises(ValueError, match="the reader"):
        await read()
    assert stream.closed.is_set()


async def test_an_error_nobody_waits_for_any_more_is_not_reported_as_lost() -> None:
    lost: list[dict[str, object]] = []
    loop = asyncio.get_running_loop()
    before = loop.get_exception_handler()
    loop.set_exception_handler(lambda _, context: lost.append(context))
    try:
        stream = Stream(9, breaks_at=1)
        async with aclosing(prefetch(stream.numbers(), 5)) as items:
            assert await anext(items) == 0
            await stream.closed.wait()
            await settled(stream.given)
        del items
        gc.collect()
        await settled(stream.given)
    finally:
        loop.set_exception_handler(before)
    assert lost == []


class WorkContext:
    """What makes ten of a number, when it is let."""

    def __init__(self) -> None:
        self.begun: list[int] = []
        self.ended: list[int] = []
        self.let = asyncio.Event()

    async def tenfold(self, number: int) -> int:
        self.begun.append(number)
        try:
            await self.let.wait()
        finally:
            self.ended.append(number)
        if number == 3:
            raise ConnectionError("broken by the test")
        return number * 10


@pytest.mark.parametrize("at_once", [1, 2, 5])
async def test_results_come_in_the_order_of_their_items(at_once: int) -> None:
    work = WorkContext()
    work.let.set()
    results = [result async for result in map_ahead(work.tenfold, range(3), at_once)]
    assert results == [0, 10, 20]


async def test_work_goes_on_at_the_next_items_but_no_further() -> None:
    work = WorkContext()
    async with aclosing(map_ahead(work.tenfold, range(100), 2)) as results:
        work.let.set()
        assert await anext(results) == 0
        assert await settled(work.ended) == [0, 1]
        assert await anext(results) == 10
        assert await settled(work.ended) == [0, 1, 2]


async def test_what_was_begun_ends_with_its_reader() -> None:
    work = WorkContext()
    results = map_ahead(work.tenfold, range(100), 2)
    reading = asyncio.ensure_future(anext(results))
    assert await settled(work.begun) == [0, 1]
    reading.cancel()
    with pytest.raises(asyncio.CancelledError):
        await reading
    assert work.ended == [0, 1]


async def test_work_that_breaks_breaks_the_reader_in_its_turn() -> None:
    work = WorkContext()
    work.let.set()
    results = map_ahead(work.tenfold, range(1, 100), 2)
    assert [await anext(results), await anext(results)] == [10, 20]
    with pytest.raises(ConnectionError):
        await anext(results)
