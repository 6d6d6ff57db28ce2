"""Which questions are offered: written by a model or named by headings, answered before."""

import asyncio
from dataclasses import replace

import pytest

from pipelines.answer.following.offering import Offering
from pipelines.answer.state import AnswerState
from pipelines.errors import ModelUnavailable
from pipelines.models.answers import Citation, Exchange, Passage
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
    """A model that writes this, or fails."""

    def __init__(self, text: str, fault: Exception | None = None) -> None:
        self.text, self.fault = text, fault

    async def complete(
        self, asker, system, turns, *, tools=(), on_growth=None, on_loading=None
    ) -> Completion:  # type: ignore[no-untyped-def]
        if self.fault is not None:
            raise self.fault
        if not self.text:
            await asyncio.Event().wait()
        return Completion(self.text)


def offered(
    model: Writer | None, *unanswered: str, seconds: float = 30, astray: str = ""
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

    offering = Offering(Shelf(), model, answered)  # type: ignore[arg-type]
    limits = FollowUpSettings(3, seconds=seconds)
    return asyncio.run(offering.find(SAID, limits)), tried


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
