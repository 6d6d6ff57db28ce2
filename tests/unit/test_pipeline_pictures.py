"""The pictures in docs/pipelines.md are the pipelines. Run this file to draw them anew."""

import re

import pytest

from pipelines.engine.graph import nodes
from pipelines.engine.mermaid import to_mermaid
from pipelines.runs import PIPELINES
from tests.support import ROOT

DOCUMENT = ROOT / "docs" / "pipelines.md"


def picture(name: str) -> re.Pattern[str]:
    return re.compile(rf"(<!-- pipeline: {name} -->\n```mermaid\n)(.*?)(```)", re.DOTALL)


def draw_all(text: str) -> str:
    for name, pipeline in PIPELINES.items():
        drawn = to_mermaid(pipeline)
        text = picture(name).sub(lambda found, drawn=drawn: found[1] + drawn + found[3], text)
    return text


@pytest.mark.parametrize("name", PIPELINES)
def test_the_picture_is_the_pipeline(name: str) -> None:
    found = picture(name).search(DOCUMENT.read_text())
    assert found is not None
    assert found[2] == to_mermaid(PIPELINES[name])


@pytest.mark.parametrize("pipeline", PIPELINES.values(), ids=lambda pipeline: pipeline.name)
def test_every_node_is_drawn_once_for_each_time_it_stands_in_the_declaration(pipeline) -> None:  # type: ignore[no-untyped-def]
    drawn = to_mermaid(pipeline)
    names = [node.name for node in nodes(pipeline.flow)]
    for name in set(names):
        assert len(re.findall(rf'\["{name}(?: ×\d+)?"\]', drawn)) == names.count(name)


if __name__ == "__main__":
    DOCUMENT.write_text(draw_all(DOCUMENT.read_text()))
