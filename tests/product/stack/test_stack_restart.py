"""The whole product stopped and started again, in this process and in one of its own."""

import asyncio
import re
import signal
from pathlib import Path

import pytest

from bot.stack import open_stack
from tests.support.bot.command_line import CommandLine
from tests.support.bot.stack_harness import (
    PATIENCE_SECONDS,
    WORKING_OUT,
    DatabaseServer,
    count,
    enter,
    settings_for,
    until_none,
    visitor,
)
from tests.support.pipelines.written_material import CHEESE, prose

ANNA, BORIS = 8001, 8002
LARGE = ("herons.txt", prose("grey heron", 280).encode())


@pytest.mark.nightly
async def test_a_large_document_keeps_nobody_waiting_and_survives_a_restart(
    tmp_path: Path, models_dir: Path
) -> None:
    settings = settings_for(tmp_path, models_dir)
    async with open_stack(settings) as stack, visitor(stack, ANNA) as anna:
        async with visitor(stack, BORIS) as boris:
            await enter(boris, "Base")
            await boris.send_file(*CHEESE)
            await boris.reads("is in the base")
            await enter(boris, "Chat")
            await enter(anna, "Base")
            await anna.send_file(*LARGE)
            progress = await anna.reads("herons.txt", WORKING_OUT)
            await boris.say("How long do the cheeses lie in brine?")
            await boris.reads("six hours", "[1] Making goat cheese")
            assert "is in the base" not in (await anna.messages())[-1]["text"], "still at work"
        server = DatabaseServer(tmp_path)
    assert server.has_ended()

    async with open_stack(settings) as stack, visitor(stack, ANNA) as anna:
        summary = await anna.reads("is in the base")
        assert summary["message_id"] == progress["message_id"], "the message that showed progress"
        mine = (
            "select {} from documents_paragraphs p join documents d on d.id = p.document_id"
            " join users u on u.id = d.owner where u.telegram_id = %s"
        )
        chunks = await count(stack, mine.format("count(*)"), ANNA)
        assert chunks > 1
        assert await count(stack, mine.format("count(distinct idx_in_batch)"), ANNA) == chunks
        assert await count(stack, mine.format("max(idx_in_batch)"), ANNA) == chunks - 1
        await until_none(stack, "select count(*) from artifacts")  # cleaned up after the receipt
        async with visitor(stack, BORIS) as boris:  # who need not say again where he is
            await boris.say("How many marks did the grey heron with number 5 carry?")
            await boris.reads("number 5", "herons")


async def test_whoever_sends_the_code_first_is_the_owner(tmp_path: Path, models_dir: Path) -> None:
    settings = settings_for(tmp_path, models_dir, open_access=False)
    async with (
        open_stack(settings) as stack,
        visitor(stack, ANNA) as anna,
        visitor(stack, BORIS) as boris,
    ):
        assert stack.owner_code
        await boris.say("/start")
        await boris.reads("private bot")
        await boris.say("not-the-code")
        await boris.reads_count(2)
        await anna.say(stack.owner_code)
        await anna.reads("Paragraf")
        assert "now the owner" in (await anna.messages())[0]["text"]
        await boris.say(stack.owner_code)
        assert "private bot" in (await boris.reads_count(3))[-1]["text"]
        await anna.say("/help")
        await anna.reads("How it works")
    async with open_stack(settings) as stack, visitor(stack, ANNA) as anna:
        assert stack.owner_code is None, "there is an owner"
        await anna.say("/mode")
        await anna.reads("Choose a mode")


async def test_the_code_is_shown_even_when_the_models_cannot_be_loaded(tmp_path: Path) -> None:
    paragraf = CommandLine(tmp_path, {"SANDBOX_PORT": "0", "OPEN_ACCESS": "false"})
    running = await paragraf.start("run", EMBEDDING_MODEL=str(tmp_path / "no-model-here"))
    _, err = await asyncio.wait_for(running.communicate(), PATIENCE_SECONDS)
    assert running.returncode != 0
    assert "send it the code: " in err.decode()
    assert "Traceback" not in err.decode()


async def test_run_serves_until_ctrl_c_and_leaves_nothing_behind(
    tmp_path: Path, models_dir: Path
) -> None:
    settings = {"MODELS_DIR": str(models_dir), "SANDBOX_PORT": "0", "OPEN_ACCESS": "false"}
    paragraf = CommandLine(tmp_path, settings | {"LANG": "C.UTF-8", "LC_ALL": "C.UTF-8"})
    running = await paragraf.start("run")
    assert running.stderr is not None
    said = ""
    async with asyncio.timeout(PATIENCE_SECONDS):
        while "Open http" not in said:
            line = await running.stderr.readline()
            assert line, said
            said += line.decode()
    assert re.search(r"Open http://127\.0\.0\.1:\d+/", said)
    code = re.search(r"send it the code: (\w+)", said)
    assert code
    assert code.start() < said.index("Open http"), "before the models are loaded"
    assert len(code[1]) == 10
    server = DatabaseServer(tmp_path / "data")
    running.send_signal(signal.SIGINT)
    out, err = await asyncio.wait_for(running.communicate(), PATIENCE_SECONDS)
    assert running.returncode == 0, err.decode()
    assert out == b""
    assert "Stopped" in err.decode()
    assert "Traceback" not in err.decode()
    assert server.has_ended()
