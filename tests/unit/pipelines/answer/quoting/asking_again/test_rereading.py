"""A question that has no answer as it was taken is taken otherwise, if that is surely answered."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, cast

import pytest

from pipelines.answer.quoting.asking_again.rereading import Rereading
from pipelines.answer.quoting.found import Told
from pipelines.answer.state import AnswerState, Hit, Reading
from pipelines.models.answers import Exchange, Passage
from pipelines.models.documents import Span
from pipelines.models.requests import AnswerRequest
from pipelines.nodes.answering.cite import Line, Quote
from tests.support.nodes.passage_maker import make_passage

ROW = make_passage("Code: F54; Meaning: pipe frozen", id=2, document_id="boiler")
SAID = Told((Line(Quote(ROW, Span(0, len(ROW.text)))),), confidence=0.9)
TAKEN = Reading("The boiler shows F54, what is it?", shown="F54", hits=(Hit(1, 0.5),))
WRITTEN = Reading("F54?", hits=(Hit(2, 0.5),))
WHOLE = Reading("spare keys", hits=(Hit(2, 0.5),), is_whole=True)
STATE = AnswerState(
    AnswerRequest("F54?", "chat", 1),
    "en",
    earlier=Exchange("The boiler shows F22, what is it?", "[1]", documents=("boiler",)),
    spare=(WRITTEN,),
)


@dataclass
class Telling:
    """Tells of the taken reading what it is given, and of the other one what the row says."""

    told: Told
    said: Told = SAID
    passage: Passage = ROW

    @property
    def composing(self) -> "Telling":
        return replace(self, told=self.said)

    @property
    def scoring(self) -> "Telling":
        return self

    async def tell(self, reading: Reading, _state: AnswerState) -> Any:
        if reading == WHOLE:
            return reading, self.said
        return self.told if reading == WRITTEN else (reading, self.told)

    async def strengthen(self, reading: Reading, _state: AnswerState) -> Reading:
        return reading

    async def handed_on(self, _hits: Sequence[Hit], _state: AnswerState) -> Sequence[Passage]:
        return (self.passage,)


async def answered(telling: Telling, state: AnswerState = STATE) -> Reading:
    rereading = Rereading(
        cast("Any", telling), cast("Any", telling.composing), cast("Any", telling)
    )
    return (await rereading.tell(TAKEN, state))[0]


@pytest.mark.parametrize("told", [Told(), replace(SAID, is_nearest=True)])
async def test_it_is_read_as_written_where_it_has_no_sure_answer_as_it_was_taken(
    told: Told,
) -> None:
    assert await answered(Telling(told)) == WRITTEN


@pytest.mark.parametrize(
    "telling",
    [
        Telling(SAID),  # it has an answer
        Telling(Told(missing=("F54",))),  # it is known that there is none
        Telling(Told(), said=replace(SAID, is_nearest=True)),
        Telling(Told(), passage=replace(ROW, document_id="another")),
    ],
)
async def test_it_stays_as_it_was_taken_otherwise(telling: Telling) -> None:
    assert await answered(telling) == TAKEN


async def test_nobody_is_called_by_the_number_of_somebody_else() -> None:
    hers = replace(TAKEN, own="her number?", shown="the boiler", is_carried=True)
    known = replace(STATE.earlier or Exchange("", ""), subject=("Ida Moss",))
    for state, reading in ((replace(STATE, earlier=known), hers), (STATE, WRITTEN)):
        telling = Telling(Told())
        rereading = Rereading(
            cast("Any", telling), cast("Any", telling.composing), cast("Any", telling)
        )
        assert (await rereading.tell(hers, state))[0] == reading


@pytest.mark.parametrize(
    "told", [Told(), Told(missing=("spare keys",)), replace(SAID, is_nearest=True)]
)
async def test_what_may_stand_alone_is_answered_as_though_nothing_was_said_before(
    told: Told,
) -> None:
    state = replace(STATE, spare=(WHOLE,))
    telling = Telling(told, passage=replace(ROW, document_id="another"))
    assert await answered(telling, state) == WHOLE
    assert await answered(replace(telling, said=Told(missing=("spare keys",))), state) == TAKEN
    assert await answered(replace(telling, told=SAID), state) == TAKEN
