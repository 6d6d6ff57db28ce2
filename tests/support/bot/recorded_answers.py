"""Every question is answered, and on record, as the pipeline has it."""

import uuid
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from pipelines.models.answers import Answer, Citation, Exchange, Timings
from pipelines.models.interactions import Interaction, interaction_id_of
from pipelines.models.requests import AnswerRequest
from tests.support.bot.bot_harness import House, Shown

SOURCE = Citation(1, "d", "Doors", None, "doors.txt", None, None, 0, "The porter keeps it.")


def rated(interaction_id: str, language: str = "en") -> Answer:
    return Answer(
        *("The porter keeps it [1].", False, language, (SOURCE,), (), Timings()),
        interaction_id=interaction_id,
        can_be_rated=True,
        can_be_repeated=True,
    )


@asynccontextmanager
async def recorded_answers(house: House, *people: int) -> AsyncIterator[None]:
    for user_id in people:
        await house.store.real.people.ensure_user(user_id, None, None)

    async def answer(request: AnswerRequest) -> Answer:
        known = interaction_id_of(uuid.uuid4().hex)
        language = request.interface_language or "en"
        interaction = Interaction(
            *(known, request.question, "The porter keeps it [1].", request.user_id, request.asker),
            language=language,
            reading=f"{request.question} (as understood)",
            is_single=True,
            quotes=("The porter keeps it.",),
            left_out=request.left_out,
        )
        await house.store.interactions.log_interaction(interaction)
        kept = Exchange(interaction.reading, interaction.response, interaction_id=known)
        house.store.exchanges[request.user_id] = (kept,)
        return rated(known, language)

    before, house.runs.answering = house.runs.answering, answer
    try:
        yield
    finally:
        house.runs.answering = before


def named(shown: Shown) -> str:
    """Return the id that the buttons of an answer carry."""
    data = next(key["data"] for row in shown["buttons"] for key in row if key["text"][0] == "👍")
    return data.rpartition(":")[2]


def labels(shown: Shown) -> list[list[str]]:
    return [[key["text"] for key in row] for row in shown["buttons"]]
