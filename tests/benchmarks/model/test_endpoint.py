"""model: the double speaks the protocol that the product's own client speaks."""

import time

from benchmarks.model.endpoint import Body, Pace, Said, asked_in, running_endpoint
from pipelines.llms import make_language_model
from pipelines.models.chat import Turn


def says(body: Body) -> Said:
    return Said(f"You asked: {asked_in(body)}")


async def test_it_answers_at_its_pace_and_fails_by_plan() -> None:
    async with running_endpoint(says, faults={0: 503}) as endpoint:
        endpoint.pace = Pace(first_s=0.05, tokens_per_s=100)
        model = make_language_model(endpoint.base_url, "", "double")
        assert model is not None
        began = time.perf_counter()
        completion = await model.complete("Be brief.", [Turn("user", "How long is it?")])
        await model.close()
        (served,) = endpoint.served
    assert completion.text == "You asked: How long is it?"
    assert len(endpoint.requests) == 2
    assert began < served.came_at < served.first_at < served.left_at(12) <= served.last_at
    assert served.first_at - served.came_at >= 0.05
    assert served.last_at - served.first_at >= 0.05
