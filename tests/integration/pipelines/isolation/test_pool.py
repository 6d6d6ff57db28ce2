"""Parsers in child processes."""

import asyncio
import io
import os
import pickle
import platform
import socket
import subprocess
import sys
from collections.abc import AsyncIterator, Callable, Iterator
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
from pipelines.fair_queue import set_current_party
from pipelines.isolation import pool as pool_module
from pipelines.isolation.budget import HURRIED, Budget
from pipelines.isolation.child import REPLY, pack_call, serve, unpack_error
from pipelines.isolation.landlock import readable_places
from pipelines.isolation.limits import PARSING, Limits
from pipelines.isolation.pool import ProcessPool
from pipelines.models.documents import Extracted, Fetched
from tests.support import ROOT
from tests.support.kernel import has_landlock
from tests.support.pipelines import bench_tasks


@pytest.fixture
async def workshop(tmp_path: Path) -> AsyncIterator[ProcessPool]:
    async with ProcessPool(workers=1, folders=(str(tmp_path),)) as shop:
        yield shop


async def test_work_is_done_and_the_child_is_kept(workshop: ProcessPool) -> None:
    assert [await workshop.run(bench_tasks.double, n) for n in range(3)] == [0, 2, 4]
    assert (
        await workshop.run(bench_tasks.process_id)
        == await workshop.run(bench_tasks.process_id)
        != os.getpid()
    )


async def test_our_values_come_back_whole(workshop: ProcessPool) -> None:
    assert await workshop.run(bench_tasks.read) == bench_tasks.read()
    fetched = Fetched("# Заголовок\n\nТекст.".encode(), "text/markdown", "a.md")
    assert (await workshop.run(extract, "markdown", fetched)).title == "Заголовок"


async def test_large_values_cross(workshop: ProcessPool) -> None:
    content = os.urandom(1000) * 8000
    assert await workshop.run(bench_tasks.echo, content) == content


async def test_a_refusal_comes_back_with_its_values(workshop: ProcessPool) -> None:
    with pytest.raises(SourceRefused) as caught:
        await workshop.run(bench_tasks.refuse)
    assert caught.value.code == "source-too-many-pages"
    assert caught.value.values == {"pages": 3, "limit": 2}


@pytest.mark.parametrize("task", [bench_tasks.fail, bench_tasks.crash])
async def test_a_child_that_dies_costs_one_document_only(
    workshop: ProcessPool, task: object
) -> None:
    with pytest.raises(SourceRefused) as caught:
        await workshop.run(task)
    assert caught.value.code == "source-broken"
    assert await workshop.run(bench_tasks.double, 4) == 8


async def test_the_log_says_where_a_child_ended_and_not_what_it_said(
    workshop: ProcessPool, caplog: pytest.LogCaptureFixture
) -> None:
    with pytest.raises(SourceRefused):
        await workshop.run(bench_tasks.fail)
    assert "bench_tasks.py" in caplog.text
    assert "a fault of the parser" not in caplog.text  # it might quote the document


@pytest.mark.parametrize(
    ("task", "place"),
    [(bench_tasks.stumble, "TypeError at tables.py"), (bench_tasks.misread, None)],
)
async def test_the_log_says_where_our_own_code_failed_at_a_document_that_is_refused(
    workshop: ProcessPool,
    task: Callable[[], None],
    place: str | None,
    caplog: pytest.LogCaptureFixture,
) -> None:
    with pytest.raises(SourceRefused) as caught:
        await workshop.run(task)
    assert caught.value.code == "source-broken"
    assert (place in caplog.text) if place else not caplog.records
    assert "whisper" not in caplog.text


async def test_too_much_memory_is_refused(workshop: ProcessPool) -> None:
    with pytest.raises(SourceRefused) as caught:
        await workshop.run(bench_tasks.hog)
    assert (caught.value.code, caught.value.values) == ("source-too-heavy", {"limit_mb": 512})
    assert await workshop.run(bench_tasks.double, 4) == 8


async def test_a_child_that_has_grown_is_replaced(workshop: ProcessPool) -> None:
    before = await workshop.run(bench_tasks.process_id)
    assert await workshop.run(bench_tasks.grow) == 300_000_000
    assert await workshop.run(bench_tasks.process_id) != before


async def test_too_much_time_is_refused(workshop: ProcessPool, tmp_path: Path) -> None:
    pipe = str(tmp_path / "never")
    os.mkfifo(pipe)
    with pytest.raises(SourceRefused) as caught:
        await workshop.run(bench_tasks.wait_for, pipe, limits=Limits(seconds=1))
    assert (caught.value.code, caught.value.values) == ("source-too-slow", {"seconds": 1})
    assert await workshop.run(bench_tasks.double, 4) == 8


async def test_too_much_processor_time_is_refused(workshop: ProcessPool) -> None:
    with pytest.raises(SourceRefused) as caught:
        await workshop.run(bench_tasks.spin, limits=Limits(cpu_seconds=1))
    assert (caught.value.code, caught.value.values) == ("source-too-slow", {"seconds": 1})
    assert await workshop.run(bench_tasks.double, 4) == 8


async def test_what_a_child_started_ends_with_it(workshop: ProcessPool, tmp_path: Path) -> None:
    pipe = str(tmp_path / "held")
    os.mkfifo(pipe)
    call = asyncio.create_task(workshop.run(bench_tasks.start_another, pipe))
    reader = await asyncio.to_thread(open, pipe, "rb")  # returns when the grandchild is there
    call.cancel()
    with pytest.raises(asyncio.CancelledError):
        await call
    assert await asyncio.to_thread(reader.read) == b""  # its end of the pipe is closed
    reader.close()


async def test_printing_does_not_disturb(workshop: ProcessPool) -> None:
    assert await workshop.run(bench_tasks.chatter) == "done"
    assert await workshop.run(bench_tasks.double, 4) == 8


@pytest.mark.parametrize("task", [bench_tasks.smuggle, bench_tasks.mislead])
async def test_what_a_child_sends_must_be_what_was_promised(
    workshop: ProcessPool, task: Callable[[], Extracted], caplog: pytest.LogCaptureFixture
) -> None:
    before = await workshop.run(bench_tasks.process_id)
    with pytest.raises((InternalError, SourceRefused)) as caught:
        await workshop.run(task)
    assert "whisper" not in f"{caught.value} {caplog.text}"
    assert await workshop.run(bench_tasks.process_id) != before


async def test_more_than_a_document_can_hold_is_refused(workshop: ProcessPool) -> None:
    with pytest.raises(SourceRefused) as caught:
        await workshop.run(bench_tasks.flood)
    assert (caught.value.code, caught.value.values) == ("source-too-much-text", {"limit_mb": 64})
    assert await workshop.run(bench_tasks.double, 4) == 8


async def test_a_child_is_humble_and_knows_no_secrets(
    workshop: ProcessPool, monkeypatch: pytest.MonkeyPatch
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
    async with ProcessPool(workers=3, folders=(str(tmp_path),)) as workshop:
        waiting = [asyncio.create_task(workshop.run(bench_tasks.wait_for, p)) for p in pipes]
        for pipe in reversed(pipes):  # opening waits until a child reads, so both are at work
            await asyncio.to_thread(Path(pipe).write_bytes, b"x")
        first, second = await asyncio.gather(*waiting)
    assert first != second


async def test_who_brings_much_leaves_a_child_to_others(tmp_path: Path) -> None:
    pipe = str(tmp_path / "held")
    os.mkfifo(pipe)
    async with ProcessPool(folders=(str(tmp_path),)) as pool:
        set_current_party("anna")
        many = [asyncio.create_task(pool.run(bench_tasks.wait_for, pipe)) for _ in range(12)]
        writer = await asyncio.to_thread(open, pipe, "wb")  # returns when a child is at work
        set_current_party("bob")
        assert await pool.run(bench_tasks.double, 4) == 8
        assert not any(task.done() for task in many)
        for task in many:
            task.cancel()
        await asyncio.gather(*many, return_exceptions=True)
        writer.close()


async def test_who_wastes_much_is_given_less() -> None:
    async with ProcessPool(budget=Budget(wasted_s=0.001)) as pool:
        set_current_party("anna")
        before = await pool.run(bench_tasks.allowed_seconds)
        with pytest.raises(SourceRefused):
            await pool.run(bench_tasks.crash)
        after = await pool.run(bench_tasks.allowed_seconds)
        set_current_party("bob")
        others = await pool.run(bench_tasks.allowed_seconds)
    assert HURRIED.cpu_seconds <= after < before <= others


async def test_a_batch_ends_with_its_budget_and_the_next_has_one_of_its_own() -> None:
    async with ProcessPool(budget=Budget(run_s=0.0001)) as pool:
        set_current_party("anna", "batch-1")
        assert await pool.run(bench_tasks.double, 4) == 8
        with pytest.raises(SourceRefused) as caught:
            await pool.run(bench_tasks.double, 4)
        set_current_party("anna", "batch-2")
        assert await pool.run(bench_tasks.double, 4) == 8
    assert caught.value.code == "batch-too-slow"


async def test_a_cancelled_call_ends_its_child(workshop: ProcessPool, tmp_path: Path) -> None:
    pipe = str(tmp_path / "never")
    os.mkfifo(pipe)
    before = await workshop.run(bench_tasks.process_id)
    call = asyncio.create_task(workshop.run(bench_tasks.wait_for, pipe))
    writer = await asyncio.to_thread(open, pipe, "wb")  # returns when the child is at work
    call.cancel()
    writer.close()
    with pytest.raises(asyncio.CancelledError):
        await call
    assert await workshop.run(bench_tasks.process_id) != before


async def test_closing_ends_the_children_and_blames_no_document(tmp_path: Path) -> None:
    pipe = str(tmp_path / "never")
    os.mkfifo(pipe)
    workshop = ProcessPool(workers=1, folders=(str(tmp_path),))
    call = asyncio.create_task(workshop.run(bench_tasks.wait_for, pipe))
    writer = await asyncio.to_thread(open, pipe, "wb")  # returns when the child is at work
    await workshop.close()
    writer.close()
    with pytest.raises(SourceUnavailable):
        await call
    with pytest.raises(SourceUnavailable):
        await workshop.run(bench_tasks.double, 1)


@pytest.fixture
def canary() -> Iterator[socket.socket]:
    """A port that nobody should knock at."""
    with socket.create_server(("127.0.0.1", 0)) as listening:
        listening.setblocking(False)
        yield listening


@pytest.mark.parametrize(
    ("way", "outcome"),
    [("python", "PermissionError"), ("kernel", "-1 EPERM"), ("program", "ended with 1")],
)
async def test_a_parser_reaches_no_network(
    workshop: ProcessPool, canary: socket.socket, way: str, outcome: str
) -> None:
    if way != "python" and platform.machine() not in {"x86_64", "aarch64"}:
        pytest.skip("no filter in the kernel for this machine")
    port = canary.getsockname()[1]
    assert await workshop.run(bench_tasks.call_out, port, way) == outcome
    with pytest.raises(BlockingIOError):
        canary.accept()


@pytest.mark.skipif(not has_landlock(), reason="no Landlock in this kernel")
async def test_a_parser_opens_no_files_but_programs_and_libraries(tmp_path: Path) -> None:
    secret, parent = tmp_path / ".env", f"/proc/{os.getpid()}"
    secret.write_text("TELEGRAM_TOKEN=1:a")
    outcomes = {}
    async with ProcessPool(workers=1) as pool:
        for path, mode in (
            *((str(secret), "rb"), (str(secret), "ab"), (str(tmp_path / "new"), "wb")),
            *((f"{parent}/environ", "rb"), (f"{parent}/mem", "rb"), (f"{parent}/mem", "r+b")),
            *((f"{ROOT}/pyproject.toml", "rb"), ("/etc/passwd", "rb"), (os.__file__, "rb")),
            *((pool_module.__file__, "rb"), (pool_module.__file__, "ab"), ("/dev/null", "wb")),
        ):
            outcomes[path, mode] = await pool.run(bench_tasks.try_to_open, path, mode)
    opened = {(os.__file__, "rb"), (pool_module.__file__, "rb"), ("/dev/null", "wb")}
    assert {key for key, outcome in outcomes.items() if outcome == "opened"} == opened
    assert set(outcomes.values()) == {"opened", "PermissionError"}


def test_a_parser_reads_no_folder_that_a_bot_may_be_put_in(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One has modules beside its settings, which is all that tells it from a library's."""
    package = tmp_path / "bot" / "__init__.py"
    package.parent.mkdir()
    for file in (package, tmp_path / "module.py"):
        file.write_text("")
    monkeypatch.setattr(sys, "path", ["", str(tmp_path), "/usr/lib/python3/dist-packages"])
    for prefix in ("prefix", "base_prefix", "exec_prefix"):
        monkeypatch.setattr(sys, prefix, "/usr")
    places = set(map(Path, readable_places()))
    for folder in (tmp_path, *map(Path, ("/opt/bot", "/usr/src/app", "/usr/local/bot", "/app"))):
        assert places.isdisjoint((folder / ".env", folder, *folder.parents)), folder
    assert {
        package.parent,
        tmp_path / "module.py",
        Path("/usr/lib/python3/dist-packages"),
    } <= places


_READ_A_TEXT = """
import asyncio
from pipelines.extractors import extract
from pipelines.isolation.pool import ProcessPool
from pipelines.models.documents import Fetched

async def read():
    async with ProcessPool(workers=1) as pool:
        return await pool.run(extract, "markdown", Fetched(b"# Herons", "text/markdown", "a.md"))

if __name__ == "__main__":
    print(asyncio.run(read()).title)
"""


def test_a_parser_finds_its_code_wherever_the_bot_is_started(tmp_path: Path) -> None:
    """From a folder that is not the project's it is found by the installation alone."""
    (tmp_path / "read.py").write_text(_READ_A_TEXT)
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    command = [sys.executable, "read.py"]
    said = subprocess.run(command, cwd=tmp_path, env=environment, capture_output=True, check=True)
    assert said.stdout.split() == [b"Herons"], said.stderr


@pytest.mark.skipif(sys.platform != "linux", reason="Linux knows these")
async def test_a_parser_has_no_rights_even_where_the_bot_has(workshop: ProcessPool) -> None:
    assert await workshop.run(bench_tasks.capabilities) == 0


@pytest.mark.skipif(not has_landlock(version=6), reason="this kernel lets signals through")
async def test_a_parser_ends_nobody_but_what_it_started(workshop: ProcessPool) -> None:
    assert await workshop.run(bench_tasks.signal_process, os.getpid()) == "PermissionError"
    assert await workshop.run(bench_tasks.signal_process, 0) == "ended"


@pytest.mark.skipif(
    platform.machine() not in {"x86_64", "aarch64"}, reason="no filter for this machine"
)
async def test_a_parser_opens_no_file_to_others_and_empties_none(
    workshop: ProcessPool, tmp_path: Path
) -> None:
    (tmp_path / ".env").write_text("TELEGRAM_TOKEN=1:a")  # in a folder that this child may use
    refused = ["PermissionError"] * 3
    assert await workshop.run(bench_tasks.change_file, str(tmp_path / ".env")) == refused


@pytest.mark.skipif(
    platform.machine() not in {"x86_64", "aarch64"}, reason="no filter for this machine"
)
async def test_a_parser_limits_nobody_but_itself(workshop: ProcessPool) -> None:
    assert await workshop.run(bench_tasks.limit_process, os.getpid()) == "PermissionError"
    assert await workshop.run(bench_tasks.limit_process, 0) == "limited"


@pytest.mark.skipif(sys.platform != "linux", reason="Linux knows these")
def test_a_process_ends_with_the_one_that_started_it() -> None:
    code = """
import os, signal
from pipelines.isolation.limits import end_with_parent
if os.fork() == 0:
    end_with_parent()
    os.write(1, b"ready")
signal.pause()
"""
    command = [sys.executable, "-c", code]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE) as parent:
        assert parent.stdout is not None
        assert parent.stdout.read(5) == b"ready"
        parent.kill()
        assert parent.stdout.read() == b""  # which is when nobody has it open any more


@pytest.mark.skipif(sys.platform != "linux", reason="Linux knows these")
def test_a_process_closes_its_memory() -> None:
    code = (
        "import ctypes; from pipelines.isolation.limits import keep_memory_private as keep;"
        "print(keep(), ctypes.CDLL(None).prctl(3, 0, 0, 0, 0))"
    )
    said = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, check=True)
    assert said.stdout.split() == [b"True", b"0"]


def test_the_bench_answers_calls_until_the_pipe_closes() -> None:
    call = pack_call(bench_tasks.double, (4,), PARSING)
    calls = io.BytesIO(call + pack_call(bench_tasks.refuse, (), PARSING))
    replies, held = io.BytesIO(), list[Limits]()
    serve(calls, replies, hold=held.append)
    replies.seek(0)
    succeeded, _, length = REPLY.unpack(replies.read(REPLY.size))
    assert (succeeded, replies.read(length)) == (True, b"[8]")
    succeeded, _, length = REPLY.unpack(replies.read(REPLY.size))
    assert not succeeded
    assert unpack_error(replies.read(length)).code == "source-too-many-pages"
    assert held == [PARSING, PARSING]


@pytest.mark.parametrize("kind", [UserError, SourceRefused, QuestionRefused])
def test_errors_survive_pickling(kind: type[UserError]) -> None:
    error = pickle.loads(pickle.dumps(kind("a-code", pages=3, name="x")))
    assert type(error) is kind
    assert (error.code, error.values) == ("a-code", {"pages": 3, "name": "x"})
    assert str(error) == str(kind("a-code", pages=3, name="x"))
