"""What of a passage stands under a heading."""

import pytest

from pipelines.answer.describing import _of_section, in_order, under_headings
from pipelines.models.documents import Anchor, Span
from pipelines.nodes.answering.cite import Quote
from tests.support.nodes.passage_maker import make_passage

PARTS = (
    "of last words.\n",
    "2. Fees\nThe fee is £48.\n",
    "3. Dates\nMarch and June.\n",
    "4. Dress\n",
)
TEXT = "".join(PARTS)
STARTS = [TEXT.index(part) for part in PARTS]
NAMES = ("1. Rehearsals", "2. Fees", "3. Dates", "4. Dress")
RULES = make_passage(
    TEXT,
    anchors=tuple(
        Anchor(at, heading=f"Rules › {name}") for at, name in zip(STARTS, NAMES, strict=True)
    ),
)


@pytest.mark.parametrize(
    ("wanted", "parts"), [("3", PARTS[2:3]), ("fees", PARTS[1:2]), ("rules", (TEXT,)), ("9", ())]
)
def test_a_section_is_read_from_its_heading_to_the_next(
    wanted: str, parts: tuple[str, ...]
) -> None:
    assert [quote.text for quote in _of_section(RULES, wanted)] == list(parts)


def test_what_a_document_says_stands_under_its_headings() -> None:
    text = "We repair boats.\nNo sails are mended here.\nПаруса здесь не чинят."
    starts = [text.index(line) for line in text.split("\n")]
    anchors = tuple(
        Anchor(at, heading=heading)
        for at, heading in zip(starts, ("Boatyard", "Not done", "Яхты › Не делаем"), strict=True)
    )
    passage = make_passage(text, anchors=anchors)
    quotes = [
        Quote(passage, Span(at, at + len(line)))
        for at, line in zip(starts, text.split("\n"), strict=True)
    ]
    lines = under_headings(quotes, "Boatyard")
    assert [line.text for line in lines] == [
        "",
        "Not done: No sails are mended here.",
        "Не делаем: Паруса здесь не чинят.",
    ]
    assert in_order(lines[::-1]) == lines
