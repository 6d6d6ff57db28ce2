"""What the owner sets is what the endpoint sees."""

import pytest

from pipelines.errors import ModelUnavailable, SettingsInvalid
from pipelines.llms import make_language_model
from tests.support.llms.fake_endpoint import QUESTION, FakeEndpoint, pings, silence, status


async def test_the_limit_and_the_fallback_reach_the_endpoint(endpoint: FakeEndpoint) -> None:
    endpoint.enqueue(status(404))
    model = make_language_model(
        endpoint.base_url, FakeEndpoint.KEY, "large", fallback_name="small", max_tokens=77
    )
    assert model is not None
    assert (await model.complete("", QUESTION)).text == FakeEndpoint.ANSWER
    await model.close()
    sent = [(request["model"], request["max_tokens"]) for request in endpoint.requests]
    assert sent == [("large", 77), ("small", 77)]


async def test_the_total_time_is_kept(endpoint: FakeEndpoint) -> None:
    endpoint.enqueue(pings(60))
    model = make_language_model(endpoint.base_url, None, "large", total_seconds=0.1)
    assert model is not None
    with pytest.raises(ModelUnavailable, match=r"within 0\.1 s"):
        await model.complete("", QUESTION)
    await model.close()


async def test_silence_is_borne_for_so_long(endpoint: FakeEndpoint) -> None:
    endpoint.enqueue(silence())
    model = make_language_model(endpoint.base_url, None, "large", silence_seconds=0.1)
    assert model is not None
    assert (await model.complete("", QUESTION)).text == FakeEndpoint.ANSWER
    await model.close()
    assert len(endpoint.requests) == 2


def test_a_fallback_for_no_model_is_a_wrong_setting() -> None:
    with pytest.raises(SettingsInvalid, match="LLM_MODEL"):
        make_language_model("http://127.0.0.1:1", None, None, fallback_name="small")
    with pytest.raises(SettingsInvalid, match="LLM_MODEL"):
        make_language_model(None, None, None, fallback_name="small")
    assert make_language_model(None, None, None) is None
