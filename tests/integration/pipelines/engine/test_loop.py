"""A loop in a pipeline: every round is a step on record, and none is gone through twice."""

import asyncio
from dataclasses import dataclass, replace
from pathlib import Path

from pipelines.engine.graph import Loop, Node, Pipeline, sequence
from pipelines.engine.records import show_run
from pipelines.engine.runner import Runner


@dataclass(frozen=True, slots=True)
class Knife:
    sharpness: int = 0
    wanted: int = 3
    run_id: str = ""


class Grinder:
    """Sharpens; it can be held up in the middle of a round."""

    def __init__(self, *, stops_at: int = -1) -> None:
        self.rounds: list[int] = []
        self.held_up = asyncio.Event()
        self._stops_at = stops_at

    async def grind(self, knife: Knife) -> Knife:
        self.rounds.append(knife.sharpness)
        if knife.sharpness == self._stops_at:
            self.held_up.set()
            await asyncio.Event().wait()
        return replace(knife, sharpness=knife.sharpness + 1)

    async def wipe(self, knife: Knife) -> Knife:
        return knife


def _is_blunt(knife: Knife) -> bool:
    return knife.sharpness < knife.wanted


SHARPEN = Pipeline(
    name="sharpen",
    input_type=Knife,
    output_type=Knife,
    flow=sequence(
        Loop("blunt", again=_is_blunt, body=Node("grind", Grinder.grind), most=5),
        Node("wipe", Grinder.wipe),
    ),
)


async def _runner(folder: Path, grinder: Grinder) -> Runner:
    runner = Runner(database_url=f"sqlite:///{folder}/runs.sqlite", executor_id="cutler")
    runner.add(SHARPEN, grinder)
    await runner.launch()
    return runner


async def test_it_ends_when_it_is_done_and_at_the_latest_after_so_many_rounds(
    tmp_path: Path,
) -> None:
    grinder = Grinder()
    runner = await _runner(tmp_path, grinder)
    try:
        assert (await runner.run("sharpen", Knife(), "three")).sharpness == 3
        assert (await runner.run("sharpen", Knife(wanted=0), "none")).sharpness == 0
        assert (await runner.run("sharpen", Knife(wanted=99), "most")).sharpness == 5
        record = await show_run({"sharpen": SHARPEN}, "three")
        assert record is not None
        assert [node.node for node in record.nodes] == ["grind", "grind", "grind", "wipe"]
    finally:
        await runner.close()


async def test_after_a_restart_it_goes_on_in_the_round_it_was_in(tmp_path: Path) -> None:
    before = Grinder(stops_at=2)
    runner = await _runner(tmp_path, before)
    waiting = asyncio.create_task(runner.run("sharpen", Knife(), "cut off"))
    await before.held_up.wait()
    await runner.close()
    await asyncio.gather(waiting, return_exceptions=True)

    after = Grinder()
    runner = await _runner(tmp_path, after)
    try:
        assert (await runner.run("sharpen", Knife(), "cut off")).sharpness == 3
    finally:
        await runner.close()
    assert (before.rounds, after.rounds) == ([0, 1, 2], [2])
