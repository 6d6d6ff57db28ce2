"""Parsers in child processes."""

import asyncio
import io
import os
import pickle
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from pipelines.errors import (
    InternalError,
    QuestionRefused,
    SourceRefused,
    SourceUnavailable,
    UserError,
)
from pipelines.extractors import extract
from pipelines.models import Fetched
from pipelines.workbench import pack, serve
from pipelines.workshop import Workshop
from tests.pipelines import bench_tasks


@pytest.fixture
async def workshop() -> AsyncIterator[Workshop]:
    async with Workshop(workers=1, memory_mb=512) as shop:
        yield shop


async def test_work_is_done_and_the_child_is_kept(workshop: Workshop) -> None:
    assert [await workshop.run(bench_tasks.double, n) for n in range(3)] == [0, 2, 4]
    assert await workshop.run(os.getpid) == await workshop.run(os.getpid) != os.getpid()


async def test_our_values_come_back_whole(workshop: Workshop) -> None:
    assert await workshop.run(bench_tasks.read) == bench_tasks.read()
    fetched = Fetched("# Заголовок\n\nТекст.".encode(), "text/markdown", "a.md")
    assert (await workshop.run(extract, "markdown", fetched)).title == "Заголовок"


async def test_large_values_cross(workshop: Workshop) -> None:
    content = os.urandom(1000) * 8000
    assert await workshop.run(bytes, content) == content


async def test_a_refusal_comes_back_with_its_values(workshop: Workshop) -> None:
    with pytest.raises(SourceRefused) as caught:
        await workshop.run(bench_tasks.refuse)
    assert caught.value.code == "source-too-many-pages"
    assert caught.value.values == {"pages": 3, "limit": 2}


@pytest.mark.parametrize("task", [bench_tasks.fail, bench_tasks.crash])
async def test_a_child_that_dies_costs_one_document_only(workshop: Workshop, task: object) -> None:
    with pytest.raises(SourceRefused) as caught:
        await workshop.run(task)
    assert caught.value.code == "source-broken"
    assert await workshop.run(bench_tasks.double, 4) == 8


async def test_the_log_says_where_a_child_ended_and_not_what_it_said(
    workshop: Workshop, caplog: pytest.LogCaptureFixture
) -> None:
    with pytest.raises(SourceRefused):
        await workshop.run(bench_tasks.fail)
    assert "bench_tasks.py" in caplog.text
    assert "a fault of the parser" not in caplog.text  # it might quote the document


async def test_too_much_memory_is_refused(workshop: Workshop) -> None:
    with pytest.raises(SourceRefused) as caught:
        await workshop.run(bench_tasks.hog)
    assert (caught.value.code, caught.value.values) == ("source-too-heavy", {"limit_mb": 512})
    assert await workshop.run(bench_tasks.double, 4) == 8


async def test_a_child_that_has_grown_is_replaced(workshop: Workshop) -> None:
    before = await workshop.run(os.getpid)
    assert await workshop.run(bench_tasks.grow) == 300_000_000
    assert await workshop.run(os.getpid) != before


async def test_too_much_time_is_refused() -> None:
    async with Workshop(workers=1, seconds=1.0) as workshop:
        with pytest.raises(SourceRefused) as caught:
            await workshop.run(bench_tasks.spin)
        assert (caught.value.code, caught.value.values) == ("source-too-slow", {"seconds": 1})
        assert await workshop.run(bench_tasks.double, 4) == 8


async def test_printing_does_not_disturb(workshop: Workshop) -> None:
    assert await workshop.run(bench_tasks.chatter) == "done"
    assert await workshop.run(bench_tasks.double, 4) == 8


async def test_a_child_cannot_send_other_classes(workshop: Workshop) -> None:
    with pytest.raises(InternalError):
        await workshop.run(bench_tasks.smuggle)
    assert await workshop.run(bench_tasks.double, 4) == 8


async def test_a_child_is_humble_and_knows_no_secrets(
    workshop: Workshop, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TELEGRAM_TOKEN", "secret")
    niceness, environment, has_torch = await workshop.run(bench_tasks.look_around)
    assert niceness == 19
    assert "secret" not in environment.values()
    assert not has_torch


async def test_as_many_work_at_once_as_there_are_places(tmp_path: Path) -> None:
    pipes = [str(tmp_path / name) for name in ("a", "b")]
    for pipe in pipes:
        os.mkfifo(pipe)
    async with Workshop(workers=2) as workshop:
        waiting = [asyncio.create_task(workshop.run(bench_tasks.wait_for, p)) for p in pipes]
        for pipe in reversed(pipes):  # opening waits until a child reads, so both are at work
            await asyncio.to_thread(Path(pipe).write_bytes, b"x")
        first, second = await asyncio.gather(*waiting)
    assert first != second


async def test_a_cancelled_call_ends_its_child(workshop: Workshop, tmp_path: Path) -> None:
    pipe = str(tmp_path / "never")
    os.mkfifo(pipe)
    before = await workshop.run(os.getpid)
    call = asyncio.create_task(workshop.run(bench_tasks.wait_for, pipe))
    writer = await asyncio.to_thread(open, pipe, "wb")  # returns when the child is at work
    call.cancel()
    writer.close()
    with pytest.raises(asyncio.CancelledError):
        await call
    assert await workshop.run(os.getpid) != before


async def test_closing_ends_the_children_and_blames_no_document(tmp_path: Path) -> None:
    pipe = str(tmp_path / "never")
    os.mkfifo(pipe)
    workshop = Workshop(workers=1)
    call = asyncio.create_task(workshop.run(bench_tasks.wait_for, pipe))
    writer = await asyncio.to_thread(open, pipe, "wb")  # returns when the child is at work
    await workshop.close()
    writer.close()
    with pytest.raises(SourceUnavailable):
        await call
    with pytest.raises(SourceUnavailable):
        await workshop.run(bench_tasks.double, 1)


def test_the_bench_answers_calls_until_the_pipe_closes() -> None:
    calls = io.BytesIO(pack((bench_tasks.double, (4,))) + pack((bench_tasks.refuse, ())))
    replies = io.BytesIO()
    serve(calls, replies, seconds=60)
    replies.seek(8)
    assert pickle.load(replies)[:2] == (True, 8)
    replies.seek(8, io.SEEK_CUR)
    succeeded, error, _ = pickle.load(replies)
    assert not succeeded
    assert error.code == "source-too-many-pages"


@pytest.mark.parametrize("kind", [UserError, SourceRefused, QuestionRefused])
def test_errors_survive_pickling(kind: type[UserError]) -> None:
    error = pickle.loads(pickle.dumps(kind("a-code", pages=3, name="x")))
    assert type(error) is kind
    assert (error.code, error.values) == ("a-code", {"pages": 3, "name": "x"})
    assert str(error) == str(kind("a-code", pages=3, name="x"))
