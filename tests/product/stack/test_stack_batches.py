"""Cancelling, deleting and retrying in the whole product, and from the command line beside it."""

import itertools
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio

from bot.stack import Stack, open_stack
from tests.support.bot.bot_harness import Person, Shown
from tests.support.bot.command_line import CommandLine, Outcome
from tests.support.bot.stack_harness import count, enter, settings_for, visitor
from tests.support.pipelines.written_material import BEES, prose

_ids = itertools.count(7501)
DOCUMENTS = "select count(*) from documents d join users u on u.id = d.owner where telegram_id = %s"
LARGE = ("large.txt", "\n\n".join(prose(f"word{n}", 40) for n in range(60)).encode())
CANCELLED = "Cancelled. Nothing of this was added."


@pytest.fixture(scope="module")
def data_dir(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("data")


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def stack(data_dir: Path, models_dir: Path) -> AsyncIterator[Stack]:
    async with open_stack(settings_for(data_dir, models_dir)) as running:
        yield running


@pytest.fixture
def paragraf(data_dir: Path, models_dir: Path, tmp_path: Path) -> CommandLine:
    return CommandLine(tmp_path, {"DATA_DIR": str(data_dir), "MODELS_DIR": str(models_dir)})


@pytest.fixture
async def anna(stack: Stack) -> AsyncIterator[Person]:
    async with visitor(stack, next(_ids)) as person:
        await enter(person, "Base")
        yield person


def labels(shown: Shown) -> list[str]:
    return [key["text"] for row in shown["buttons"] for key in row]


async def beside(paragraf: CommandLine, *arguments: str) -> Outcome:
    """Run a command in a process of its own: the engine is one a process."""
    process = await paragraf.start(*arguments)
    out, err = await process.communicate()
    assert process.returncode is not None
    return Outcome(process.returncode, out.decode(), err.decode())


async def being_embedded(anna: Person) -> Shown:
    """Send a large file and wait until the model reads it."""
    await anna.send_file(*LARGE)
    shown = await anna.reads("large.txt", "making it searchable")
    assert labels(shown) == ["Cancel"]
    return shown


async def test_a_batch_is_cancelled_while_it_is_embedded(stack: Stack, anna: Person) -> None:
    shown = await being_embedded(anna)
    await anna.press(shown, "Cancel")
    last = await anna.reads(CANCELLED)
    assert last["message_id"] == shown["message_id"]
    assert not last["buttons"]
    # Whoever sends the next batch has their turn when the first has let go of it.
    await anna.send_file(*BEES)
    await anna.reads("is in the base")
    assert await count(stack, DOCUMENTS, anna.user_id) == 1
    (former,) = [m for m in await anna.messages() if m["message_id"] == shown["message_id"]]
    assert former["text"] == CANCELLED


async def test_what_was_added_is_deleted(stack: Stack, anna: Person) -> None:
    await anna.send_file("note.txt", f"What {anna.user_id} wrote is to be deleted.".encode())
    receipt = await anna.reads("is in the base")
    assert labels(receipt) == ["Ask in chat", "Open", "⋯"]
    await anna.press(receipt, "⋯")
    await anna.press(await anna.changed(receipt, "Less"), "Delete what was added")
    await anna.press(await anna.reads("Delete everything"), "Yes, delete")
    await anna.reads("1 document deleted")
    assert await count(stack, DOCUMENTS, anna.user_id) == 0


async def test_a_file_that_is_there_already_is_opened_by_a_button(anna: Person) -> None:
    content = f"What {anna.user_id} wrote is sent twice.".encode()
    await anna.send_file("twice.txt", content)
    await anna.reads("is in the base")
    await anna.send_file("twice.txt", content)
    known = await anna.changed(await anna.reads("already in the base"), "Open")
    assert labels(known) == ["Ask in chat", "Open"]
    await anna.press(known, "Open")
    await anna.reads("twice", "sent twice")


@pytest.mark.nightly
async def test_the_command_line_cancels_and_retries_beside_a_running_bot(
    stack: Stack, anna: Person, paragraf: CommandLine
) -> None:
    await being_embedded(anna)
    (going,) = [run["run_id"] for run in (await runs(paragraf)) if run["status"] == "pending"]
    outcome = await beside(paragraf, "runs", "cancel", going, "--json")
    assert outcome.json == {"run_id": going, "cancelled": True}, outcome.err
    await anna.reads(CANCELLED)
    assert await count(stack, DOCUMENTS, anna.user_id) == 0

    await anna.send_file("empty.txt", b"")
    await anna.reads("empty.txt", "There is nothing in it")
    failed = await runs(paragraf, "--failed")
    assert (going, "cancelled") in {(run["run_id"], run["problem"]) for run in failed}
    run_id = next(r["run_id"] for r in failed if r["problem"] == "1 of 1: source-empty")
    before = len(await anna.messages())
    outcome = await beside(paragraf, "runs", "retry", run_id, "--json")
    assert outcome.json == {"run_id": f"{run_id}r"}, outcome.err
    last = (await anna.reads_count(before + 1))[-1]
    assert "There is nothing in it" in last["text"]


async def runs(paragraf: CommandLine, *options: str) -> list[dict[str, str]]:
    outcome = await beside(paragraf, "runs", "--json", *options)
    assert outcome.status == 0, outcome.err
    found: list[dict[str, str]] = outcome.json
    return found
