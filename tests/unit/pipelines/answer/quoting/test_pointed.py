"""What was pointed at under a refusal answers where nothing else does."""

from dataclasses import dataclass, field
from datetime import UTC, datetime
from types import SimpleNamespace
from typing import Any, cast

import pytest

from pipelines.answer.quoting.found import Told
from pipelines.answer.quoting.pointed import Pointed
from pipelines.answer.state import AnswerState, Hit, Reading
from pipelines.models.documents import Span
from pipelines.models.learning.rules import OwnWords, Rule
from pipelines.models.requests import AnswerRequest
from pipelines.nodes.answering.cite import Line, Quote
from tests.support.nodes.passage_maker import make_passage

TAUGHT = make_passage("We deliver to town on Thursdays.", id=7, document_id="shop")
OTHER = make_passage("On Mondays.", id=1, document_id="board")
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

    rereading = composing = ranking = scoring = store = search = documents = phrases = itself
    speech = "en"

    async def get_passages(self, ids: Any, *, asker: int) -> Any:
        assert asker == STATE.request.asker
        return [TAUGHT] if list(ids) == [TAUGHT.id] and self.is_readable else []

    async def handed_on(self, hits: Any, _state: AnswerState) -> Any:
        known = {1: OTHER, TAUGHT.id: TAUGHT}
        return [known[hit.id] for hit in hits]

    async def get_document(self, _document_id: str, *, asker: int) -> Any:
        assert asker == STATE.request.asker
        return SimpleNamespace(added_at=datetime(2026, 5, 2, tzinfo=UTC))

    def say(self, key: str, language: str, **values: Any) -> str:
        return " | ".join((key, language, *values.values()))

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


OWN = OwnWords(TAUGHT.id, "on  Thursdays", "2026-11-28")


async def waiting(base: Base, *hits: int) -> tuple[Reading, Told]:
    found = tuple(Hit(one, 0.6) for one in hits)
    reading = Reading(STATE.request.question, hits=found, own_words=(OWN,))
    return await Pointed(cast("Any", base)).tell(reading, STATE)


async def test_ones_own_words_stand_below_the_answer_and_are_no_part_of_it() -> None:
    answered, told = await waiting(Base(says("On Mondays.", confidence=0.9)), 1, TAUGHT.id)
    assert [hit.id for hit in answered.hits] == [1], "what they wrote answers nothing"
    assert [line.quote.text for line in told.lines if line.quote] == ["On Mondays."]
    [line] = told.own_words
    assert line.text == "answer-own-words | en | on Thursdays | 28 November 2026 | 2 May 2026"
    assert line.quote is not None
    assert line.quote.passage == TAUGHT


@pytest.mark.parametrize("hits", [(1, TAUGHT.id), (TAUGHT.id,)])
async def test_ones_own_words_stand_alone_where_nothing_else_answers(hits: tuple[int, ...]) -> None:
    nearest = says("The town is old.", is_nearest=True, missing=("town",))
    _, told = await waiting(Base(nearest), *hits)
    assert (told.lines, told.missing) == ((), ())
    assert [line.text for line in told.own_words] == [
        "answer-own-words | en | on Thursdays | 28 November 2026 | none"
    ]


async def test_of_words_that_are_gone_nothing_is_said() -> None:
    _, told = await waiting(Base(says("On Mondays."), is_readable=False), 1)
    assert (len(told.lines), told.own_words) == (1, ())
