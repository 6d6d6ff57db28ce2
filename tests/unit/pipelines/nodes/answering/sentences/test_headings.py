"""Headings that jottings are read with."""

from pipelines.models.documents import Anchor, Span
from pipelines.nodes.answering.sentences.headings import heading_over
from tests.support.nodes.passage_maker import make_passage


def over(text: str, words: str, heading: str | None = None) -> str:
    anchors = (Anchor(0, heading=heading),) if heading else ()
    start = text.index(words)
    found = heading_over(make_passage(text, anchors=anchors), Span(start, start + len(words)))
    return text[found.start : found.end] if found else ""


def test_a_line_of_a_block_is_read_with_its_first_line() -> None:
    assert over("PLUM TART makes 2 tins\n700g plums\n3 eggs", "3 eggs") == "PLUM TART"


def test_a_line_without_a_stop_is_read_with_the_heading_of_its_section() -> None:
    text = "Collected\nby 10 June 41 people\nThe fence was mended."
    assert over(text, "by 10 June 41 people", "Road › Collected") == "Collected"
    assert over(text, "The fence was mended.", "Road › Collected") == "", "it says all by itself"
    assert over(text, "Collected", "Road › Collected") == "", "it is the heading"
