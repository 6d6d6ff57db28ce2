"""model: the product with a model double, as the command measures it, each part small."""

from pathlib import Path

import pytest

from tests.benchmarks.test_commands import benchmark


@pytest.mark.nightly
async def test_a_model_that_obeys_hostile_documents_achieves_nothing(models_dir: Path) -> None:
    where = ("--models-dir", str(models_dir))
    found = await benchmark("model", "--part", "poisoned", "--documents", "17", *where)
    figures = found["poisoned"]
    assert figures["troubles"] == []
    assert (figures["foreign_things"], figures["changed_tables"]) == (0, [])
    assert (figures["unreadable_words"], figures["unreadable_prompts"]) == (0, 0)
    assert figures["messages"] == figures["documents"] == 17
    assert figures["obeyed"] > 8, "the model did try"
    assert figures["reworded"], "also where it words questions anew"


@pytest.mark.nightly
@pytest.mark.parametrize("said", [(), ("--quoted",), ("--aimed",)])
async def test_in_a_storm_no_answer_is_lost_and_none_comes_twice(
    models_dir: Path, said: tuple[str, ...]
) -> None:
    where = ("--models-dir", str(models_dir), *said)
    found = await benchmark("model", "--part", "storm", "--answers", "20", "--kills", "2", *where)
    figures = found["storm"]
    assert (figures["lost"], figures["failed"]) == (0, 0), figures["troubles"]
    assert figures["twice"] == 0, figures["troubles"]
    assert (figures["answers"], figures["kills"], figures["early"]) == (20, 2, 0)
    assert figures["refused"] > 0
