"""Which questions are offered: written by a model or named by headings, answered before."""

import asyncio
from dataclasses import replace

import pytest

from pipelines.answer.following.offering import Offering
from pipelines.answer.state import AnswerState
from pipelines.errors import ModelUnavailable
from pipelines.models.answers import Citation, Exchange, Passage, Timings
from pipelines.models.chat import Completion
from pipelines.models.documents import Anchor
from pipelines.models.requests import AnswerRequest
from pipelines.settings import FollowUpSettings

SOURCE = Citation(
    *(1, "d", "T", None, "t.md", None, None, 0, "It opens at nine."), heading="Hours", passage_id=0
)
SAID = AnswerState(
    AnswerRequest("When does it open?", "1", 1),
    "en",
    has_model=True,
    text="It opens at nine. [1]",
    citations=(SOURCE,),
    exchange=Exchange("When does it open?", "It opens at nine."),
)


class Shelf:
    """A document of three sections."""

    passages = tuple(
        Passage(
            *(n, "d", n, f"Words {n}.", "file", "T", None, "t.md", "en", None, None),
            anchors=(Anchor(0, heading=heading),),
            similarity=0.0,
            passage_idx=n,
        )
        for n, heading in enumerate(("Hours", "Prices of tickets", "Lost umbrellas"))
    )

    async def get_passages(self, ids, *, asker):  # type: ignore[no-untyped-def]
        return self.passages[:1]

    async def document_passages(self, document_id, *, asker, first, limit):  # type: ignore[no-untyped-def]
        return self.passages


class Writer:
    """A model that writes this after a while, or fails."""

    def __init__(self, text: str, fault: Exception | None = None, takes: float = 0) -> None:
        self.text, self.fault, self.takes = text, fault, takes
        self.told = ""

    async def complete(
        self, asker, system, turns, *, tools=(), on_growth=None, on_loading=None
    ) -> Completion:  # type: ignore[no-untyped-def]
        if self.fault is not None:
            raise self.fault
        if not self.text:
            await asyncio.Event().wait()
        self.told = turns[-1].message
        await asyncio.sleep(self.takes)
        return Completion(self.text)


def offered(
    model: Writer | None,
    *unanswered: str,
    seconds: float = 30,
    astray: str = "",
    said: AnswerState = SAID,
    asked_before: tuple[str, ...] = (),
    is_busy: bool = False,
) -> tuple[tuple[str, ...], list[str]]:
    """Find what is offered; what leads `astray` is answered out of another section."""
    tried: list[str] = []

    async def answered(asked: AnswerState) -> AnswerState:
        question = asked.readings[0].question
        tried.append(question)
        if question in unanswered:
            return replace(asked, abstained=True)
        cited = SOURCE if question == astray else replace(SOURCE, heading=question)
        return replace(asked, text=f"About {question} [1]", citations=(cited,))

    offering = Offering(Shelf(), model, answered, lambda: is_busy)  # type: ignore[arg-type]
    limits = FollowUpSettings(3, seconds=seconds)
    return asyncio.run(offering.find(said, limits, asked_before)), tried


WRITTEN = (
    "Here you are:\n1. What does a ticket cost?\n- When does it open?\n* Who lost an umbrella?"
)


def test_what_a_model_writes_comes_first_and_is_answered_before() -> None:
    kept, tried = offered(Writer(WRITTEN), "Who lost an umbrella?")
    assert tried[0] == "What does a ticket cost?"
    assert "Who lost an umbrella?" in tried
    assert kept == ("What does a ticket cost?", "Prices of tickets", "Lost umbrellas")


@pytest.mark.parametrize("model", [None, Writer("NO"), Writer("x", ModelUnavailable("down"))])
def test_without_a_model_headings_are_offered(model: Writer | None) -> None:
    assert offered(model)[0] == ("Prices of tickets", "Lost umbrellas")


def test_a_slow_model_is_not_waited_for() -> None:
    assert offered(Writer(""), seconds=0.05)[0] == ("Prices of tickets", "Lost umbrellas")


def test_what_the_base_does_not_answer_is_not_offered() -> None:
    kept, tried = offered(None, "Prices of tickets")
    assert tried == ["Prices of tickets", "Lost umbrellas"]
    assert kept == ("Lost umbrellas",)


def test_what_another_section_answers_is_not_offered() -> None:
    kept, tried = offered(None, astray="Prices of tickets")
    assert tried == ["Prices of tickets", "Lost umbrellas"]
    assert kept == ("Lost umbrellas",)


def test_a_model_may_take_as_long_as_its_answer_took() -> None:
    writer = Writer("What does a ticket cost?", takes=0.6)
    took = replace(SAID, timings=Timings(generate=20_000))
    assert offered(writer, seconds=0.4, said=took)[0][0] == "What does a ticket cost?"
    assert "What does a ticket cost?" not in offered(writer, seconds=0.4)[0]


def test_whoever_asks_goes_before_what_may_be_asked() -> None:
    took = replace(SAID, timings=Timings(generate=20_000))
    assert offered(Writer(""), said=took, is_busy=True) == ((), [])


def test_what_was_asked_before_is_not_offered_again_and_the_model_is_told() -> None:
    writer = Writer("What does the ticket cost?\nWho lost an umbrella?")
    before = ("what does a ticket cost", "Prices of all tickets?")
    kept, tried = offered(writer, asked_before=before)
    assert kept == ("Who lost an umbrella?",) == (tried[0],)
    assert "Asked before: what does a ticket cost" in writer.told
