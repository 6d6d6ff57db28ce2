"""A reply, and a second question, are answered from what they are asked of, where that is sure."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Any, cast

import pytest

from pipelines.answer.quoting.found import Told
from pipelines.answer.quoting.within import Within
from pipelines.answer.state import AnswerState, Hit, Reading
from pipelines.models.answers import Exchange, Passage
from pipelines.models.documents import Span
from pipelines.models.requests import AnswerRequest
from pipelines.nodes.answering.cite import Line, Quote
from pipelines.settings import RetrievalSettings
from tests.support.nodes.passage_maker import make_passage

LEASE = make_passage("The deposit is returned within six months.", id=1, document_id="lease")
SCHOOL = make_passage("The coach returns at three.", id=2, document_id="school")
READING = Reading("when is it returned?", hits=(Hit(2, 0.5), Hit(1, 0.4)))
REPLY = AnswerState(
    AnswerRequest(READING.question, "chat", 1, replied_to="The deposit is 400 euros."),
    "en",
    earlier=Exchange("the deposit?", "[1]", documents=("lease",), passages=(1,)),
    readings=(READING,),
)
SECOND = replace(READING, part=1)
BOTH = AnswerState(
    AnswerRequest("how much is the deposit, and when is it returned?", "chat", 1),
    "en",
    readings=(Reading("how much is the deposit", hits=(Hit(1, 0.9),)), SECOND),
)


def says(passage: Passage, **more: Any) -> Told:
    return Told((Line(Quote(passage, Span(0, len(passage.text)))),), confidence=0.9, **more)


@dataclass
class Base:
    """Tells `told` of a reading as it was found, and of the passages of the lease what it says."""

    told: Told = field(default_factory=lambda: says(SCHOOL))
    there: Told = field(default_factory=lambda: says(LEASE))
    retrieval: RetrievalSettings = field(default_factory=RetrievalSettings)

    @property
    def itself(self) -> "Base":
        return self

    translating = composing = scoring = store = search = itself

    async def tell(self, reading: Reading, _state: AnswerState) -> Any:
        if len(reading.hits) == 1:
            assert reading.hits[0].id == LEASE.id, "only what is there is looked at"
            return self.there
        return reading, self.told

    async def handed_on(self, hits: Sequence[Hit], _state: AnswerState) -> Sequence[Passage]:
        return [{1: LEASE, 2: SCHOOL}[hit.id] for hit in hits]

    async def get_passages(self, ids: Sequence[int], *, asker: int | None) -> Sequence[Passage]:
        assert asker == REPLY.request.asker
        return [{1: LEASE, 2: SCHOOL}[number] for number in ids]

    async def get_neighbours(self, _ids: Sequence[int], *, asker: int | None) -> Sequence[Passage]:
        assert asker == REPLY.request.asker
        return ()

    async def others(
        self, _reading: Reading, _state: AnswerState, passages: Sequence[Passage]
    ) -> Sequence[Passage]:
        return passages


async def told(base: Base, reading: Reading, state: AnswerState) -> Told:
    return (await Within(cast("Any", base), cast("Any", base)).tell(reading, state))[1]


async def test_a_reply_is_answered_from_what_it_replies_to() -> None:
    assert await told(Base(), READING, REPLY) == says(LEASE)


@pytest.mark.parametrize("found", [Told(), says(SCHOOL, is_nearest=True)])
async def test_a_second_question_without_an_answer_is_asked_of_what_the_first_is(
    found: Told,
) -> None:
    assert await told(Base(found), SECOND, BOTH) == says(LEASE)


@pytest.mark.parametrize(
    ("base", "reading", "state"),
    [
        (Base(), SECOND, BOTH),  # it has an answer of its own
        (Base(there=says(LEASE, is_nearest=True)), READING, REPLY),
        (Base(there=Told()), READING, REPLY),
        (Base(), READING, replace(REPLY, request=replace(REPLY.request, replied_to=""))),
    ],
)
async def test_it_is_answered_as_any_other_otherwise(
    base: Base, reading: Reading, state: AnswerState
) -> None:
    assert await told(base, reading, state) == base.told
