"""The drawing of a pipeline: every box, every arrow, every way."""

import re
from collections import defaultdict

import pytest

from pipelines.engine.graph import (
    PASS,
    Failed,
    Guarded,
    Loop,
    Node,
    Pipeline,
    Retry,
    Switch,
    fan_outs,
    nodes,
    sequence,
)
from pipelines.engine.mermaid import to_mermaid
from pipelines.runs import PIPELINES
from tests.support.pipelines.toy_pipeline import TOY

BOX = re.compile(
    r'    (n\d+)(?:\["([^"\]]+)"\]|\{"?([\w ]+)"?\?\}|\(\["?(\w+)"?\]\)|\[/.+\\\]|\[\\.+/\])'
)
ARROW = re.compile(r"    (n\d+) (-->|-\.->)(?:\|([^|]+)\|)? (n\d+)")
PICTURES = [*PIPELINES.values(), TOY]


class Drawing:
    """A picture, read back."""

    def __init__(self, pipeline: Pipeline) -> None:
        first, *lines = to_mermaid(pipeline).rstrip("\n").split("\n")
        assert first == "flowchart TD"
        self.boxes: dict[str, str] = {}
        self.arrows: list[tuple[str, str, str | None, str]] = []
        for line in lines:
            if box := BOX.fullmatch(line):
                name = box[1]
                assert name not in self.boxes, "a box is drawn once"
                self.boxes[name] = next((text for text in box.groups()[1:] if text), line)
            else:
                arrow = ARROW.fullmatch(line)
                assert arrow, f"neither box nor arrow: {line!r}"
                self.arrows.append((arrow[1], arrow[2], arrow[3], arrow[4]))

    def reach(self, start: str, *, backwards: bool = False) -> set[str]:
        """Every box that can be reached from one."""
        following = defaultdict(set)
        for source, _, _, target in self.arrows:
            a, b = (target, source) if backwards else (source, target)
            following[a].add(b)
        seen, todo = {start}, [start]
        while todo:
            new = following[todo.pop()] - seen
            seen |= new
            todo += new
        return seen

    def named(self, text: str) -> str:
        """Return the one box with this text."""
        (name,) = [name for name, shown in self.boxes.items() if shown == text]
        return name

    def between(self, source: str, target: str) -> list[tuple[str, str | None]]:
        """Return the arrows between two boxes, by their texts."""
        ends = self.named(source), self.named(target)
        return [(kind, said) for a, kind, said, b in self.arrows if (a, b) == ends]


@pytest.mark.parametrize("pipeline", PICTURES, ids=lambda pipeline: pipeline.name)
def test_every_box_lies_on_a_way_from_start_to_end(pipeline: Pipeline) -> None:
    drawing = Drawing(pipeline)
    start, *_, end = drawing.boxes
    assert drawing.boxes[start] == pipeline.input_type.__name__
    assert {name for arrow in drawing.arrows for name in (arrow[0], arrow[3])} <= set(drawing.boxes)
    assert drawing.reach(start) == set(drawing.boxes)
    assert drawing.reach(end, backwards=True) == set(drawing.boxes)


@pytest.mark.parametrize("pipeline", PICTURES, ids=lambda pipeline: pipeline.name)
def test_every_node_and_fan_out_is_drawn(pipeline: Pipeline) -> None:
    drawing, text = Drawing(pipeline), to_mermaid(pipeline)
    labels = list(drawing.boxes.values())
    for node in nodes(pipeline.flow):
        attempts = node.retry.attempts
        assert (f"{node.name} ×{attempts}" if attempts > 1 else node.name) in labels
    for fan_out in fan_outs(pipeline.flow):
        assert f"for each of {fan_out.name}" in text
        assert f"gather {fan_out.name}" in text


async def _same(value: str) -> str:
    return value


async def _excuse(failed: Failed) -> str:
    return str(failed.value)


def _pipeline(*parts: object) -> Drawing:
    return Drawing(Pipeline("small", str, str, sequence(*parts)))  # type: ignore[arg-type]


def test_a_sequence_is_a_chain() -> None:
    drawing = _pipeline(Node("a", _same), Node("b", _same, Retry(3)))
    assert drawing.between("str", "a") == [("-->", None)]
    assert drawing.between("a", "b ×3") == [("-->", None)]
    assert drawing.between("b ×3", "end") == [("-->", None)]


def test_a_switch_names_its_ways_and_passes_where_nothing_is_to_do() -> None:
    cases = {"yes": Node("a", _same), "no": PASS}
    drawing = _pipeline(Switch("really", by=str, cases=cases), Node("b", _same))
    assert drawing.between("really", "a") == [("-->", "yes")]
    assert drawing.between("a", "b") == [("-->", None)]
    assert drawing.between("really", "b") == [("-->", "no")]


def test_an_error_branch_is_dashed_and_joins_again() -> None:
    guarded = Guarded(Node("a", _same), on_error=Node("excuse", _excuse))
    drawing = _pipeline(guarded, Node("b", _same))
    assert drawing.between("str", "excuse") == [("-.->", "error")]
    assert drawing.between("excuse", "b") == [("-->", None)]
    assert drawing.between("a", "b") == [("-->", None)]


def test_a_loop_comes_back_to_its_question() -> None:
    loop = Loop("rounds", again=bool, body=Node("a", _same), most=5)
    drawing = _pipeline(loop, Node("b", _same))
    assert drawing.between("rounds", "a") == [("-->", "again, 5 times at most")]
    assert drawing.between("a", "rounds") == [("-->", None)]
    assert drawing.between("rounds", "b") == [("-->", "done")]
