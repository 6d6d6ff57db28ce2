"""Work beside a block goes on while it lasts, ends with it, and does not fail in silence."""

import asyncio

import pytest

from pipelines.concurrency import background


async def test_work_goes_on_beside_the_block_and_ends_with_it() -> None:
    begun, ended = asyncio.Event(), asyncio.Event()

    async def work() -> None:
        begun.set()
        try:
            await asyncio.Event().wait()
        finally:
            ended.set()

    async with background(work()):
        await begun.wait()
        assert not ended.is_set()
    assert ended.is_set()


async def test_what_it_failed_of_is_raised_when_the_block_ends() -> None:
    failed = asyncio.Event()

    async def fail() -> None:
        failed.set()
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        async with background(fail()):
            await failed.wait()


async def test_a_block_that_fails_ends_it_too() -> None:
    ended = asyncio.Event()

    async def work() -> None:
        try:
            await asyncio.Event().wait()
        finally:
            ended.set()

    async def fail() -> None:
        async with background(work()):
            await asyncio.sleep(0)
            raise KeyError

    with pytest.raises(KeyError):
        await fail()
    assert ended.is_set()


async def test_whoever_is_cancelled_while_the_work_ends_is_cancelled() -> None:
    """Dropped, the cancellation would let a shutdown or a time limit pass for nothing."""
    ending, may_end = asyncio.Event(), asyncio.Event()

    async def work() -> None:
        try:
            await asyncio.Event().wait()
        finally:
            ending.set()
            await may_end.wait()

    async def block() -> str:
        async with background(work()):
            await asyncio.sleep(0)
        return "went on"

    task = asyncio.create_task(block())
    await ending.wait()
    task.cancel()
    may_end.set()
    with pytest.raises(asyncio.CancelledError):
        await task
