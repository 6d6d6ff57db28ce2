"""The engine by example: a pipeline is declared, drawn, run, shown and resumed, over SQLite."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from pathlib import Path

import pytest

from pipelines.engine.graph import PASS, Node, Pipeline, Switch, sequence
from pipelines.engine.mermaid import to_mermaid
from pipelines.engine.records import find_run, list_runs, show_run
from pipelines.engine.runner import Runner
from pipelines.errors import InternalError


@dataclass(frozen=True, slots=True)
class Letter:
    """The value that travels: every node is given one and gives one."""

    text: str
    run_id: str = ""  # set when the run starts


async def trim(letter: Letter) -> Letter:
    """A node that needs nothing is a plain function."""
    return replace(letter, text=letter.text.strip())


class Printer:
    """What nodes need, an adapter for example, is held by an object of which they are methods."""

    def __init__(self, *, has_paper: bool = True) -> None:
        self.pages: list[str] = []
        self.asked = asyncio.Event()
        self.paper = asyncio.Event()
        if has_paper:
            self.paper.set()

    async def typeset(self, letter: Letter, font: str) -> Letter:
        self.pages.append(f"{letter.text} in {font}")
        return letter

    async def print(self, letter: Letter) -> Letter:
        self.asked.set()
        await self.paper.wait()
        return replace(letter, text=f"{letter.text}, printed")


LETTERS = Pipeline(
    name="letters",
    input_type=Letter,
    output_type=Letter,
    flow=sequence(
        Node("trim", trim),
        Switch(
            "content",
            by=lambda letter: "text" if letter.text else "none",
            cases={"text": Node("typeset", Printer.typeset, args=("Garamond",)), "none": PASS},
        ),
        Node("print", Printer.print),
    ),
)


@asynccontextmanager
async def running(folder: Path, *steps: object) -> AsyncIterator[Runner]:
    """Run the engine; whoever starts it again under this name takes up what was left."""
    runner = Runner(database_url=f"sqlite:///{folder}/runs.sqlite", executor_id="post office")
    try:
        runner.add(LETTERS, *steps)
        await runner.launch()
        yield runner
    finally:
        await runner.close()


def test_it_is_drawn() -> None:
    assert to_mermaid(LETTERS).splitlines() == [
        "flowchart TD",
        "    n1([Letter])",
        '    n2["trim"]',
        "    n1 --> n2",
        "    n3{content?}",
        "    n2 --> n3",
        '    n4["typeset"]',
        "    n3 -->|text| n4",
        '    n5["print"]',
        "    n4 --> n5",
        "    n3 -->|none| n5",
        "    n6([end])",
        "    n5 --> n6",
    ]


async def test_it_is_run_and_its_record_is_shown(tmp_path: Path) -> None:
    printer = Printer()
    async with running(tmp_path, printer) as runner:
        assert await runner.run("letters", Letter(" Dear Ann "), "letter-1") == Letter(
            "Dear Ann, printed", "letter-1"
        )
        record = await show_run({"letters": LETTERS}, "letter-1")
        assert record is not None
        assert record.summary.status == "success"
        assert [(node.node, node.outcome) for node in record.nodes] == [
            ("trim", "ok"),
            ("typeset", "ok"),
            ("print", "ok"),
        ]
        await runner.run("letters", Letter(" "), "letter-2")
        record = await show_run({"letters": LETTERS}, "letter-2")
        assert record is not None
        assert record.not_reached == ("typeset",)
        listed = await list_runs({"letters": LETTERS})
        assert [run.run_id for run in listed] == ["letter-2", "letter-1"]
    assert printer.pages == ["Dear Ann in Garamond"]


async def test_it_goes_on_where_it_was_when_the_engine_ended(tmp_path: Path) -> None:
    before, after = Printer(has_paper=False), Printer()
    async with running(tmp_path, before) as runner:
        run = asyncio.create_task(runner.run("letters", Letter("Dear Bob"), "letter-1"))
        await before.asked.wait()
        unfinished = await find_run("letter-1")
        assert unfinished is not None
        assert not unfinished.is_over
    await asyncio.gather(run, return_exceptions=True)
    async with running(tmp_path, after):
        await asyncio.wait_for(after.asked.wait(), 30)
    assert before.pages == ["Dear Bob in Garamond"]
    assert after.pages == [], "what is on record is not done again"


@pytest.mark.parametrize("steps", [(), (object(),), (Printer(), Printer())], ids=len)
async def test_a_node_whose_object_is_not_known_is_refused_at_once(
    tmp_path: Path, steps: tuple[object, ...]
) -> None:
    with pytest.raises(InternalError, match=r"node typeset of letters calls Printer\.typeset"):
        async with running(tmp_path, *steps):
            pass
