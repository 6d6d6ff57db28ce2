"""A question that has no answer is put in the words of the documents, and only then."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Any, cast

import pytest

from pipelines.answer.quoting.asking_again.paraphrasing import Paraphrasing
from pipelines.answer.quoting.found import Told
from pipelines.answer.state import AnswerState, Reading
from pipelines.models.documents import Anchor, Span
from pipelines.models.requests import AnswerRequest
from pipelines.nodes.answering.cite import Line, Quote
from tests.support.nodes.passage_maker import make_passage

RULES = replace(make_passage("The caretaker is Mr Fenwick."), language="en")
RUSSIAN = replace(make_passage("Сторож: Фенвик."), language="ru")
ASKED = Reading("who is the janitor")
WORDED = replace(ASKED, translation="who is the caretaker", language="en")
STATE = AnswerState(AnswerRequest(ASKED.question, "chat", 1), "en")


def says(passage: Any = RULES, confidence: float | None = 0.9, **more: Any) -> Told:
    return Told((Line(Quote(passage, Span(0, len(passage.text)))),), confidence=confidence, **more)


@dataclass
class Base:
    """Tells `told` of a question as it was asked, and `said` of it in the documents' words."""

    told: Told = field(default_factory=Told)
    said: Sequence[Told] = field(default_factory=lambda: [says()])
    put: list[Reading] = field(default_factory=list)
    bare: Reading | None = None

    @property
    def itself(self) -> "Base":
        return self

    searching = ranking = composing = itself

    async def tell(self, reading: Reading, _state: AnswerState) -> Any:
        if not reading.translation:
            return reading, self.told
        self.put.append(reading)
        return self.said[len(self.put) - 1]

    async def paraphrased(self, _reading: Reading, _state: AnswerState) -> list[Reading]:
        return [WORDED for _ in self.said]

    async def alone(self, _reading: Reading, _state: AnswerState) -> Reading | None:
        return self.bare

    async def rank(self, reading: Reading, _state: AnswerState) -> Reading:
        return reading

    async def strengthen(self, reading: Reading, _state: AnswerState) -> Reading:
        return reading


async def answered(base: Base, reading: Reading = ASKED) -> tuple[Reading, Told]:
    return await Paraphrasing(cast("Any", base)).tell(reading, STATE)


@pytest.mark.parametrize("told", [Told(), says(is_nearest=True), Told(missing=("janitor",))])
async def test_what_has_no_sure_answer_is_put_in_their_words(told: Told) -> None:
    assert await answered(Base(told)) == (WORDED, says())


@pytest.mark.parametrize(
    "said",
    [
        Told(),
        says(is_nearest=True),
        says(confidence=0.5),
        says(RUSSIAN),
        says(confidence=None, is_clear=False),
    ],
)
async def test_it_stays_unanswered_where_that_answers_no_better(said: Told) -> None:
    assert await answered(Base(said=[said])) == (ASKED, Told())


async def test_the_next_wording_is_tried_where_one_finds_nothing() -> None:
    base = Base(said=[Told(), says(), says()])
    assert await answered(base) == (WORDED, says())
    assert len(base.put) == 2


async def test_what_is_answered_is_not_asked_again() -> None:
    base = Base(says(confidence=0.45))
    assert await answered(base) == (ASKED, base.told)
    assert not base.put


async def test_what_asks_is_asked_alone_where_no_wording_finds_anything() -> None:
    alone = replace(ASKED, translation="the janitor")
    base = Base(said=[Told(), says()], bare=alone)

    async def worded_once(*_: Any) -> list[Reading]:
        return [WORDED] if not base.put else []

    base.paraphrased = worded_once  # type: ignore[method-assign]
    assert await answered(base) == (alone, says())
    assert base.put == [WORDED, alone]


async def test_a_row_as_it_stands_is_no_answer_where_its_table_has_all_but_the_thing() -> None:
    row = replace(RULES, anchors=(Anchor(0, heading="Staff", row=2),))
    told = Told(missing=("janitor",), there=("Fenwick",))
    assert await answered(Base(told, [says(row)])) == (ASKED, told)
    assert await answered(Base(told, [says(RULES)])) == (WORDED, says())
    assert await answered(Base(Told(), [says(row)])) == (WORDED, says(row))
