"""What is shown of how a question was understood."""

import pytest

from pipelines.answer.quoting.found import Told
from pipelines.answer.quoting.understood import understood_as
from pipelines.answer.state import AnswerState, Reading
from pipelines.models.answers import Exchange
from pipelines.models.documents import Span
from pipelines.models.requests import AnswerRequest
from pipelines.nodes.answering.cite import Line, Quote
from tests.support.nodes.passage_maker import make_passage

SAID = make_passage("No swimming for three weeks.")
TOLD = Told((Line(Quote(SAID, Span(0, len(SAID.text)))),))


@pytest.mark.parametrize(
    ("written", "shown"),
    [
        ("may nuts be brought to school", "may nuts be brought to school"),
        ("may he take nuts to school", ""),  # whom that is about it does not say
        ("зачем?", "nuts to school"),  # nor what
    ],
)
def test_the_earlier_question_is_shown_where_it_says_what_it_is_about(
    written: str, shown: str
) -> None:
    reading = Reading("swim nuts to school?", own="swim?", shown="nuts to school", is_carried=True)
    state = AnswerState(
        AnswerRequest("swim?", "chat", 1),
        "en",
        earlier=Exchange(written, "Nuts are not allowed.", written=(written,)),
        readings=(reading,),
    )
    assert understood_as(state, [TOLD]) == shown
