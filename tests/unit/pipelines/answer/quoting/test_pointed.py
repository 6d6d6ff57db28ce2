"""What was pointed at under a refusal answers where nothing else does."""

from dataclasses import dataclass, field
from typing import Any, cast

import pytest

from pipelines.answer.quoting.found import Told
from pipelines.answer.quoting.pointed import Pointed
from pipelines.answer.state import AnswerState, Hit, Reading
from pipelines.models.documents import Span
from pipelines.models.learning.rules import Rule
from pipelines.models.requests import AnswerRequest
from pipelines.nodes.answering.cite import Line, Quote
from tests.support.nodes.passage_maker import make_passage

TAUGHT = make_passage("We deliver to town on Thursdays.", id=7, document_id="shop")
STATE = AnswerState(AnswerRequest("which days do you drive to town?", "chat", 1), "en")
RULE = Rule(3, "prefer", right_passage=7)


def says(text: str, **more: Any) -> Told:
    passage = make_passage(text)
    return Told((Line(Quote(passage, Span(0, len(text)))),), **more)


@dataclass
class Base:
    """Tells `told` of what was found, and what was taught where that alone is to answer."""

    told: Told = field(default_factory=Told)
    is_readable: bool = True

    @property
    def itself(self) -> "Base":
        return self

    rereading = composing = itself

    async def tell(self, reading: Reading, _state: AnswerState) -> Any:
        if not reading.preferred:
            return reading, self.told
        assert [hit.id for hit in reading.hits] == [TAUGHT.id]
        return says(TAUGHT.text) if self.is_readable else Told()


async def told(base: Base, *rules: Rule, acted: tuple[int, ...] = ()) -> tuple[Reading, str]:
    reading = Reading(STATE.request.question, hits=(Hit(1, 0.6),), rules=rules, acted=acted)
    answered, said = await Pointed(cast("Any", base)).tell(reading, STATE)
    return answered, said.lines[0].quote.text if said.lines and said.lines[0].quote else ""


@pytest.mark.parametrize(
    "nothing", [Told(), Told(missing=("town",)), says("The town is old.", is_nearest=True)]
)
async def test_where_nothing_answers_what_was_pointed_at_does(nothing: Told) -> None:
    answered, said = await told(Base(nothing), RULE)
    assert said == TAUGHT.text
    assert answered.acted == (3,), "/why names it"


async def test_what_answers_by_itself_stays() -> None:
    assert (await told(Base(says("On Mondays.")), RULE))[1] == "On Mondays."


async def test_rules_of_answers_and_those_that_acted_change_nothing() -> None:
    of_answer = Rule(4, "prefer", shown_document_id="d", shown_passage_idx=0, right_passage=7)
    assert (await told(Base(), of_answer))[1] == ""
    assert (await told(Base(), RULE, acted=(3,)))[1] == ""


async def test_whoever_may_not_read_it_is_told_nothing_of_it() -> None:
    answered, said = await told(Base(is_readable=False), RULE)
    assert (said, answered.acted) == ("", ())
