"""What an endpoint refuses by name is left out of the next request, and of all later ones."""

from typing import Any

import pytest

from pipelines.errors import ModelBroken
from pipelines.models.chat import Turn
from tests.support.llms.fake_endpoint import QUESTION, FakeEndpoint, refuses, status
from tests.support.llms.stopped_clock import Waits

NOT_MAX_TOKENS = (
    "Unsupported parameter: 'max_tokens' is not supported with this model. "
    "Use 'max_completion_tokens' instead."
)


async def ask_twice(connect: Any, **options: Any) -> None:
    async with connect(**options) as model:
        assert (await model.complete("Be brief.", QUESTION)).text == FakeEndpoint.ANSWER
        assert (await model.complete("Be brief.", QUESTION)).text == FakeEndpoint.ANSWER


def sent(endpoint: FakeEndpoint, name: str) -> list[Any]:
    return [request.get(name) for request in endpoint.requests]


async def test_the_length_of_an_answer_is_limited(endpoint: FakeEndpoint, connect: Any) -> None:
    await ask_twice(connect, max_tokens=77)
    assert sent(endpoint, "max_tokens") == [77, 77]


@pytest.mark.parametrize("fields", [{}, {"param": "max_tokens", "code": "unsupported_parameter"}])
async def test_the_newer_name_of_the_limit_is_used_where_it_is_asked_for(
    endpoint: FakeEndpoint, connect: Any, waits: Waits, fields: dict[str, str]
) -> None:
    endpoint.enqueue(refuses(NOT_MAX_TOKENS, **fields))
    await ask_twice(connect, max_tokens=77)
    assert sent(endpoint, "max_tokens") == [77, None, None]
    assert sent(endpoint, "max_completion_tokens") == [None, 77, 77]
    assert waits.waited == []


async def test_a_limit_that_is_refused_under_both_names_is_left_out(
    endpoint: FakeEndpoint, connect: Any
) -> None:
    endpoint.enqueue(refuses(NOT_MAX_TOKENS))
    endpoint.enqueue(refuses("Unrecognized request argument supplied: max_completion_tokens"))
    await ask_twice(connect)
    assert sent(endpoint, "max_tokens")[1:] == [None] * 3
    assert sent(endpoint, "max_completion_tokens")[2:] == [None] * 2


async def test_a_limit_larger_than_the_model_is_left_out(
    endpoint: FakeEndpoint, connect: Any
) -> None:
    endpoint.enqueue(
        refuses(
            "'max_tokens' or 'max_completion_tokens' is too large: 1024. This model's maximum "
            "context length is 2048 tokens and your request has 1500 input tokens"
        )
    )
    await ask_twice(connect)
    assert sent(endpoint, "max_tokens") == [1024, None, None]
    assert sent(endpoint, "max_completion_tokens") == [None] * 3


async def test_the_count_of_tokens_is_asked_for_with_a_stream_only(
    endpoint: FakeEndpoint, connect: Any
) -> None:
    async with connect() as model:
        await model.complete("", QUESTION)
    async with connect(stream=False) as model:
        await model.complete("", QUESTION)
    assert sent(endpoint, "stream_options") == [{"include_usage": True}, None]


EXTRA = {"detail": [{"loc": ["body", "stream_options"], "msg": "Extra inputs are not permitted"}]}


@pytest.mark.parametrize(
    "refusal",
    [
        refuses("Unrecognized request argument supplied: stream_options"),
        refuses("no", param="stream_options"),
        status(422, EXTRA),
    ],
)
async def test_a_stream_goes_on_without_the_count_that_is_refused(
    endpoint: FakeEndpoint, connect: Any, refusal: Any
) -> None:
    endpoint.enqueue(refusal)
    await ask_twice(connect)
    assert sent(endpoint, "stream_options") == [{"include_usage": True}, None, None]
    assert sent(endpoint, "stream") == [True] * 3


@pytest.mark.parametrize("code", [400, 422])
@pytest.mark.parametrize(
    "message", ["stream is not supported", "Unsupported value: 'stream' does not support true"]
)
async def test_without_streams_the_answer_comes_whole(
    endpoint: FakeEndpoint, connect: Any, message: str, code: int
) -> None:
    endpoint.enqueue(refuses(message, code))
    await ask_twice(connect)
    assert sent(endpoint, "stream") == [True, False, False]
    assert sent(endpoint, "stream_options")[1:] == [None, None]


@pytest.mark.parametrize(
    ("message", "code"),
    [
        ("System role not supported", 400),
        ("Jinja Exception: System role not supported", 500),
        ("The 'system' role is not supported by this model.", 400),
        ("Only user and assistant roles are supported!", 400),
        ("Developer instruction is not enabled for models/gemma-3-4b-it", 400),
        ("messages.0.role: Input should be 'user' or 'assistant'", 422),
        ("Conversation roles must alternate user/assistant/user/assistant/...", 400),
    ],
)
async def test_without_a_system_role_its_text_precedes_the_first_question(
    endpoint: FakeEndpoint, connect: Any, message: str, code: int
) -> None:
    endpoint.enqueue(refuses(message, code))
    await ask_twice(connect)
    first, *others = sent(endpoint, "messages")
    assert first[0] == {"role": "system", "content": "Be brief."}
    asked = {"role": "user", "content": f"Be brief.\n\n{QUESTION[0].message}"}
    assert others == [[asked], [asked]]


async def test_everything_a_model_refuses_is_learned_without_a_wait(
    endpoint: FakeEndpoint, connect: Any, waits: Waits
) -> None:
    endpoint.enqueue(
        refuses("no", param="stream_options"),
        refuses(NOT_MAX_TOKENS),
        refuses("no", param="temperature"),
        refuses("no", param="stream"),
        refuses("System role not supported"),
    )
    await ask_twice(connect, attempts=1)
    *_, last = endpoint.requests
    assert set(last) == {"model", "messages", "stream", "max_completion_tokens"}
    assert waits.waited == []


async def test_what_is_refused_although_it_was_not_sent_is_the_end(
    endpoint: FakeEndpoint, connect: Any
) -> None:
    endpoint.enqueue(*[refuses("no", param="temperature")] * 2)
    async with connect() as model:
        with pytest.raises(ModelBroken):
            await model.complete("", QUESTION)
    assert len(endpoint.requests) == 2


async def test_the_sides_of_a_talk_alternate_and_the_user_begins(
    endpoint: FakeEndpoint, connect: Any
) -> None:
    turns = [
        *(Turn("assistant", "Welcome"), Turn("user", "Hi"), Turn("user", "there")),
        *(Turn("assistant", "Hello"), Turn("assistant", "you"), Turn("user", "Why?")),
    ]
    async with connect() as model:
        await model.complete("Be brief.", turns)
    (request,) = endpoint.requests
    assert [(m["role"], m["content"]) for m in request["messages"]] == [
        ("system", "Be brief."),
        ("user", "Hi\n\nthere"),
        ("assistant", "Hello\n\nyou"),
        ("user", "Why?"),
    ]
