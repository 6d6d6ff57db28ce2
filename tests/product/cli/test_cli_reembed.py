"""`paragraf reembed`: the base goes over to another model, and nothing is answered by two."""

import asyncio
import signal
from pathlib import Path

import pytest

from pipelines.embedders.packed.unpack import unpack_packed
from tests.support.bot.command_line import CommandLine, Outcome

QUESTION = ("ask", "--json", "Who built the lighthouse?")


@pytest.fixture(scope="module")
def other_model(models_dir: Path) -> str:
    """The packed model by the name of its folder: another model, as far as anybody can tell."""
    return str(unpack_packed(models_dir))


@pytest.mark.nightly
async def test_the_base_moves_to_another_model(
    first: Outcome, paragraf: CommandLine, other_model: str
) -> None:
    before = await paragraf.run(*QUESTION)
    assert before.status == 0, before.err
    refused = await paragraf.run(*QUESTION, EMBEDDING_MODEL=other_model)
    assert refused.status == 2
    assert "paragraf reembed" in refused.json["error"]
    assert other_model in refused.err
    added = await paragraf.run("ingest", "bees.txt", EMBEDDING_MODEL=other_model)
    assert (added.status, "paragraf reembed" in added.err) == (2, True)

    moved = await paragraf.run("reembed", EMBEDDING_MODEL=other_model)
    assert moved.status == 0, moved.err
    said = moved.err.splitlines()
    chunks = sum(row["chunks"] for row in first.json[:3])
    assert f"{chunks} of {chunks} chunks." in said
    assert any(line.startswith("The base is moved to") for line in said)

    after = await paragraf.run(*QUESTION, EMBEDDING_MODEL=other_model)
    assert after.status == 0, after.err
    assert after.json["citations"] == before.json["citations"]
    assert (await paragraf.run(*QUESTION)).status == 2
    again = await paragraf.run("reembed", EMBEDDING_MODEL=other_model)
    assert again.status == 0
    assert "nothing to do" in again.err


@pytest.mark.nightly
async def test_interrupted_it_leaves_a_base_of_one_model(
    first: Outcome, paragraf: CommandLine, other_model: str
) -> None:
    await paragraf.run("reembed", EMBEDDING_MODEL=other_model)
    process = await paragraf.start("reembed")
    assert process.stderr is not None
    while b"chunks." not in (line := await process.stderr.readline()):
        assert line, "it ended before it began"
    process.send_signal(signal.SIGTERM)
    await asyncio.wait_for(process.communicate(), 60)
    asked = [await paragraf.run(*QUESTION, EMBEDDING_MODEL=name) for name in ("", other_model)]
    assert sorted(outcome.status for outcome in asked) == [0, 2], "the one or the other"
    finished = await paragraf.run("reembed")
    assert finished.status == 0, finished.err
    assert (await paragraf.run(*QUESTION)).status == 0
