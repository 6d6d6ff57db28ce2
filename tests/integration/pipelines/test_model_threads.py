import asyncio
import os
import sys
import threading

import pytest

from pipelines.model_threads import ModelThreads, available_cores


async def test_a_question_does_not_wait_for_an_upload() -> None:
    threads, gate = ModelThreads(threads=1), threading.Event()
    upload = asyncio.create_task(threads.background(gate.wait))
    assert await threads.interactive(lambda: "answered") == "answered"
    assert not upload.done()
    gate.set()
    assert await upload
    await threads.close()


async def test_work_that_nobody_waits_for_any_more_is_not_begun() -> None:
    threads, gate, begun = ModelThreads(threads=1, workers=1), threading.Event(), threading.Event()
    first = asyncio.create_task(threads.background(gate.wait))
    second = asyncio.create_task(threads.background(begun.set))
    await asyncio.sleep(0)
    second.cancel()
    with pytest.raises(asyncio.CancelledError):
        await second
    gate.set()
    await first
    await threads.background(int)
    assert not begun.is_set()
    await threads.close()


async def test_errors_reach_who_asked() -> None:
    threads = ModelThreads(threads=1)
    with pytest.raises(ZeroDivisionError):
        await threads.interactive(lambda: 1 // 0)
    await threads.close()


async def test_torch_is_limited_in_each_lane() -> None:
    def torch_threads() -> int:
        import torch

        return torch.get_num_threads()

    threads = ModelThreads(threads=2)
    assert [await threads.interactive(torch_threads), await threads.background(torch_threads)] == [
        2,
        1,
    ]
    await threads.close()


def test_lanes_share_the_cores() -> None:
    assert available_cores() >= 1
    assert ModelThreads().threads == max(1, available_cores() // 2)
    assert ModelThreads().workers == available_cores()


async def test_pieces_of_an_upload_run_at_once_and_come_back_in_order() -> None:
    threads, both = ModelThreads(threads=1, workers=2), threading.Barrier(2)

    def work(piece: int) -> int:
        both.wait()
        return piece

    assert await threads.background_each(work, range(6)) == [0, 1, 2, 3, 4, 5]
    assert await threads.background_each(work, []) == []
    await threads.close()


async def test_an_upload_of_many_pieces_lets_others_in() -> None:
    threads, order = ModelThreads(threads=1, workers=1), list[str]()
    first, gate = threading.Event(), threading.Event()

    def work(piece: str) -> None:
        first.set()
        gate.wait()
        order.append(piece)

    many = asyncio.create_task(threads.background_each(work, ["many"] * 9))
    await asyncio.to_thread(first.wait)
    one = asyncio.create_task(threads.background(work, "one"))
    await asyncio.sleep(0)
    gate.set()
    await asyncio.gather(many, one)
    assert order.index("one") == 2
    await threads.close()


async def test_what_follows_a_piece_that_failed_is_dropped() -> None:
    threads, begun = ModelThreads(threads=1, workers=1), list[int]()

    def work(piece: int) -> None:
        begun.append(piece)
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        await threads.background_each(work, range(50))
    await threads.close()
    assert len(begun) < 10


@pytest.mark.skipif(sys.platform != "linux", reason="threads have a niceness on Linux only")
async def test_uploads_give_way() -> None:
    def niceness() -> int:
        return os.getpriority(os.PRIO_PROCESS, threading.get_native_id())

    threads = ModelThreads(threads=1)
    assert await threads.background(niceness) > await threads.interactive(niceness) == niceness()
    await threads.close()
