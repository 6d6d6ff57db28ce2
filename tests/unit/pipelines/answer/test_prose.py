"""Which sentences answer a question that goes on from another one."""

import pytest

from pipelines.answer.quoting.found import Found, Own
from pipelines.answer.quoting.prose import read_prose
from tests.support.nodes.passage_maker import make_passage
from tests.support.nodes.table_maker import query_of

DRILL = "The last drill of the ropes was on 11 February 2026 and took 94 minutes."
YEARS = "The ropes of the drill are replaced every fifteen years."


def best_after(before: str, question: str, said: str = DRILL) -> str:
    """Return what is quoted first, where a sentence was quoted to the question before."""
    query = query_of(question)
    passage = make_passage(f"{DRILL} {YEARS}")
    found = Found(
        question,
        (),
        "en",
        query,
        [passage],
        {},
        Own(question, query),
        said=(said,),
        asked_before=before,
        confidence=0.9,
    )
    best = read_prose(found).best
    assert best is not None
    return best.text


def test_what_was_quoted_answers_again_where_it_holds_another_thing_that_is_asked() -> None:
    assert best_after("When was the last drill?", "how long did the last drill take?") == DRILL


@pytest.mark.parametrize("before", ["How long was the last drill?", "How often is there a drill?"])
def test_something_new_comes_before_what_was_quoted_to_the_same_kind_of_question(
    before: str,
) -> None:
    assert best_after(before, "how long did the last drill take?") == YEARS
