"""is_wrapped: whether lines were broken to fit a width, by a program or by hand."""

import pytest

from pipelines.nodes.text.layout.lines import is_wrapped, join_lines

BY_HAND = [
    "2. Summer camp for the 10 to 13s. Agreed: the week of 21 July, mornings",
    "only, sixteen children, 35 euro each, second child of a family 20.",
    "Anna will see to the vetting of the helpers. We need one adult to every",
    "four kids.",
]
HANGING = [
    "1. Footbridge on the Alder Loop. Three quotes came in: Macrae",
    "   of Dingwall 11,800, Highland Timber 9,650, and a man",
    "   from Ullapool who wrote 7,000 on the back of an envelope. We took",
    "   Highland Timber.",
]
NOTES = [
    "the baker's phone is 8 903 555 20 45, not before noon",
    "rent 58 000 by the 5th, the owner is Elvira. she rings twice",
    "new oven in May",
    "eggs from the farmer 96 roubles for ten, she brings them on Fridays",
]


@pytest.mark.parametrize("lines", [BY_HAND, HANGING], ids=["by hand", "hanging"])
def test_the_lines_of_a_numbered_item_are_one(lines: list[str]) -> None:
    assert is_wrapped(lines)
    assert "\n" not in join_lines(lines)


def test_notes_are_lines_of_their_own() -> None:
    assert not is_wrapped(NOTES)


def test_so_are_items_under_a_number() -> None:
    steps = [
        "1. Before you leave, look at each of the following once more:",
        "   - the valve behind the boiler, which must be shut by hand,",
        "   - the windows of the upper floor, and the one in the porch,",
    ]
    assert not is_wrapped(steps)


def test_so_is_what_stands_in_columns() -> None:
    columns = [
        "1   the microphone of the chair, on a wire, next to the stand",
        "    2   a radio microphone, blue, which needs two batteries of AA",
    ]
    assert not is_wrapped(columns)


def test_an_empty_line_at_the_end_changes_nothing() -> None:
    assert is_wrapped([*BY_HAND, ""])
