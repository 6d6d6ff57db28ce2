"""What is told where a language model has read the same and found no answer there."""

import pytest

from pipelines.answer.quoting.found import Told
from pipelines.models.documents import Span
from pipelines.nodes.answering.cite import Line, Quote
from tests.support.nodes.passage_maker import make_passage

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


def _row(text: str) -> Line:
    return Line(Quote(make_passage(text), Span(0, len(text))))


def test_rows_without_what_was_put_in_anothers_place_are_left_out() -> None:
    adult, concession = _row("Adult; Price: 6"), _row("Concession; Price: 4")
    wanted, both = frozenset({"conce"}), Told((adult, concession))
    assert both.of_rows_with(wanted) == Told((concession,))
    assert both.of_rows_with(frozenset({"child"})) == both
    assert both.of_rows_with(frozenset()) == both
    in_prose = Told((adult, concession), confidence=0.9)
    assert in_prose.of_rows_with(wanted) == in_prose
    counted = Told((*both.lines, Line(None, "2 rows")))
    assert counted.of_rows_with(wanted) == counted
