import asyncio
import os
import sys
import threading

import pytest

from pipelines.lanes import Lanes, available_cores


async def test_a_question_does_not_wait_for_an_upload() -> None:
    lanes, gate = Lanes(threads=1), threading.Event()
    upload = asyncio.create_task(lanes.upload(gate.wait))
    assert await lanes.question(lambda: "answered") == "answered"
    assert not upload.done()
    gate.set()
    assert await upload
    await lanes.close()


async def test_work_that_nobody_waits_for_any_more_is_not_begun() -> None:
    lanes, gate, begun = Lanes(threads=1, workers=1), threading.Event(), threading.Event()
    first = asyncio.create_task(lanes.upload(gate.wait))
    second = asyncio.create_task(lanes.upload(begun.set))
    await asyncio.sleep(0)
    second.cancel()
    with pytest.raises(asyncio.CancelledError):
        await second
    gate.set()
    await first
    await lanes.upload(int)
    assert not begun.is_set()
    await lanes.close()


async def test_errors_reach_who_asked() -> None:
    lanes = Lanes(threads=1)
    with pytest.raises(ZeroDivisionError):
        await lanes.question(lambda: 1 // 0)
    await lanes.close()


async def test_torch_is_limited_in_each_lane() -> None:
    def threads() -> int:
        import torch

        return torch.get_num_threads()

    lanes = Lanes(threads=2)
    assert [await lanes.question(threads), await lanes.upload(threads)] == [2, 1]
    await lanes.close()


def test_lanes_share_the_cores() -> None:
    assert available_cores() >= 1
    assert Lanes().threads == max(1, available_cores() // 2)
    assert Lanes().workers == available_cores()


async def test_pieces_of_an_upload_run_at_once_and_come_back_in_order() -> None:
    lanes, both = Lanes(threads=1, workers=2), threading.Barrier(2)

    def work(piece: int) -> int:
        both.wait()
        return piece

    assert await lanes.upload_each(work, range(6)) == [0, 1, 2, 3, 4, 5]
    assert await lanes.upload_each(work, []) == []
    await lanes.close()


async def test_an_upload_of_many_pieces_lets_others_in() -> None:
    lanes, order = Lanes(threads=1, workers=1), list[str]()
    first, gate = threading.Event(), threading.Event()

    def work(piece: str) -> None:
        first.set()
        gate.wait()
        order.append(piece)

    many = asyncio.create_task(lanes.upload_each(work, ["many"] * 9))
    await asyncio.to_thread(first.wait)
    one = asyncio.create_task(lanes.upload(work, "one"))
    await asyncio.sleep(0)
    gate.set()
    await asyncio.gather(many, one)
    assert order.index("one") == 2
    await lanes.close()


async def test_what_follows_a_piece_that_failed_is_dropped() -> None:
    lanes, begun = Lanes(threads=1, workers=1), list[int]()

    def work(piece: int) -> None:
        begun.append(piece)
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        await lanes.upload_each(work, range(50))
    await lanes.close()
    assert len(begun) < 10


@pytest.mark.skipif(sys.platform != "linux", reason="threads have a niceness on Linux only")
async def test_uploads_give_way() -> None:
    def niceness() -> int:
        return os.getpriority(os.PRIO_PROCESS, threading.get_native_id())

    lanes = Lanes(threads=1)
    assert await lanes.upload(niceness) > await lanes.question(niceness) == niceness()
    await lanes.close()
