"""ahead: a stream that runs on while its reader is busy, and stops when the reader does."""

import asyncio
import gc
from collections.abc import AsyncGenerator
from contextlib import aclosing

import pytest

from pipelines.ahead import ahead


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


async def settled(stream: Stream) -> list[int]:
    """What the stream has given once nothing is left to run."""
    for _ in range(20):
        await asyncio.sleep(0)
    return stream.given


@pytest.mark.parametrize("room", [1, 2, 100])
@pytest.mark.parametrize("count", [0, 1, 7])
async def test_every_item_comes_once_in_order(room: int, count: int) -> None:
    stream = Stream(count)
    assert [number async for number in ahead(stream.numbers(), room)] == list(range(count))
    assert stream.closed.is_set()


async def test_the_stream_goes_on_while_its_reader_is_busy_but_not_without_end() -> None:
    stream = Stream(100)
    async with aclosing(ahead(stream.numbers(), 5)) as items:
        assert await anext(items) == 0
        # One is taken, five wait, and one is held until there is room.
        assert await settled(stream) == list(range(7))
        assert await anext(items) == 1
        assert await settled(stream) == list(range(8))


async def test_nothing_runs_before_anybody_asks() -> None:
    stream = Stream(3)
    items = ahead(stream.numbers(), 5)
    assert await settled(stream) == []
    await items.aclose()


async def test_what_came_before_an_error_is_given_first() -> None:
    stream = Stream(9, breaks_at=3)
    items = ahead(stream.numbers(), 100)
    seen = [await anext(items) for _ in range(3)]
    with pytest.raises(ConnectionError, match="broken by the test"):
        await anext(items)
    assert seen == [0, 1, 2]
    assert stream.closed.is_set()


async def test_closing_stops_the_stream_where_it_waits_for_room() -> None:
    stream = Stream(100)
    async with aclosing(ahead(stream.numbers(), 2)) as items:
        assert await anext(items) == 0
        await settled(stream)
    assert stream.closed.is_set()
    assert stream.given == [0, 1, 2, 3]


async def test_closing_stops_the_stream_where_it_waits_for_something_else() -> None:
    stream = Stream(100, waits_at=1)
    async with aclosing(ahead(stream.numbers(), 2)) as items:
        assert await anext(items) == 0
        await stream.waiting.wait()
    assert stream.closed.is_set()


async def test_a_reader_that_is_cancelled_while_it_waits_stops_the_stream() -> None:
    stream = Stream(100, waits_at=1)

    async def read() -> None:
        async with aclosing(ahead(stream.numbers(), 2)) as items:
            async for _ in items:
                pass

    reader = asyncio.create_task(read())
    await stream.waiting.wait()
    await settled(stream)
    reader.cancel()
    with pytest.raises(asyncio.CancelledError):
        await reader
    assert stream.closed.is_set()


async def test_a_reader_that_fails_stops_the_stream_and_keeps_its_error() -> None:
    stream = Stream(100)

    async def read() -> None:
        async with aclosing(ahead(stream.numbers(), 2)) as items:
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
        async with aclosing(ahead(stream.numbers(), 5)) as items:
            assert await anext(items) == 0
            await stream.closed.wait()
            await settled(stream)
        del items
        gc.collect()
        await settled(stream)
    finally:
        loop.set_exception_handler(before)
    assert lost == []
