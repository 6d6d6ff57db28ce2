"""What is told where a language model has read the same and found no answer there."""

import pytest

from pipelines.answer.quoting.found import Told
from pipelines.nodes.answering.cite import Line

_LINES = (Line(None, "The fee is 60 pounds."),)


@pytest.mark.parametrize(
    ("told", "is_nearest"),
    [
        (Told(_LINES, confidence=0.95), False),
        (Told(_LINES, confidence=0.55), True),
        (Told(_LINES), False),
        (Told(_LINES, is_clear=False), True),
        (Told(missing=("Leeds",), confidence=0.2), False),
    ],
)
def test_what_a_model_declines_is_the_nearest_unless_it_is_beyond_doubt(
    told: Told, is_nearest: bool
) -> None:
    assert told.where_declined().is_nearest == is_nearest
