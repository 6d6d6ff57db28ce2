"""What of a passage stands under a heading."""

import pytest

from pipelines.answer.describing import _of_section
from pipelines.models.documents import Anchor
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
