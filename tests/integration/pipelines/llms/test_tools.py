"""Tools are offered, called and answered; an endpoint that takes none is asked without."""

import json
from typing import Any

import pytest

from pipelines.errors import ModelBroken, PromptTooLong
from pipelines.models.chat import Tool, ToolCall, Turn
from tests.support.llms.fake_endpoint import (
    QUESTION,
    FakeEndpoint,
    Reply,
    calls_tool,
    calls_tools,
    events,
    refuses,
    status,
)
from tests.support.llms.stopped_clock import Waits

SCHEMA = {"type": "object", "properties": {"query": {"type": "string"}}, "required": ["query"]}
TOOLS = [Tool("search", "Search the base.", SCHEMA)]
CALL = ToolCall("call00000", "search", '{"query": "warranty"}')
CALLED = [
    *QUESTION,
    Turn("assistant", "", calls=(CALL,)),
    Turn("tool", "[1] 24 months", call_id=CALL.id),
]


@pytest.mark.parametrize("stream", [True, False])
async def test_a_call_is_read_and_its_result_is_sent(
    endpoint: FakeEndpoint, connect: Any, stream: bool
) -> None:
    endpoint.enqueue(calls_tool("search", {"query": "warranty"}, text="Let me look."))
    async with connect(stream=stream) as model:
        asked = await model.complete("", QUESTION, tools=TOOLS)
        told = await model.complete("", CALLED, tools=TOOLS)
    assert (asked.text, asked.calls, asked.model) == ("Let me look.", (CALL,), "test-model")
    assert (told.text, told.calls) == (FakeEndpoint.ANSWER, ())
    first, second = endpoint.requests
    (offered,) = first["tools"]
    assert offered["type"] == "function"
    assert offered["function"] == {
        "name": "search",
        "description": "Search the base.",
        "parameters": SCHEMA,
    }
    _, _, called, result = second["messages"]
    function = {"name": "search", "arguments": CALL.arguments}
    assert called["tool_calls"] == [{"id": CALL.id, "type": "function", "function": function}]
    assert result == {"role": "tool", "tool_call_id": CALL.id, "content": "[1] 24 months"}


async def test_several_calls_come_at_once(endpoint: FakeEndpoint, connect: Any) -> None:
    endpoint.enqueue(calls_tools(("search", {"query": "a"}, "x"), ("search", "no json", "y")))
    async with connect() as model:
        completion = await model.complete("", QUESTION, tools=TOOLS)
    assert completion.calls == (
        ToolCall("x", "search", '{"query": "a"}'),
        ToolCall("y", "search", "no json"),
    )


async def test_calls_that_nobody_offered_are_left_out(endpoint: FakeEndpoint, connect: Any) -> None:
    endpoint.enqueue(calls_tool("search", {}, text="Yes."))
    async with connect() as model:
        assert (await model.complete("", QUESTION)).calls == ()
    assert "tools" not in endpoint.requests[0]


REFUSALS: dict[str, Reply] = {
    "Ollama": refuses("registry.ollama.ai/library/gemma:2b does not support tools"),
    "llama.cpp": refuses("tools param requires --jinja flag", 500),
    "vLLM": refuses('"auto" tool choice requires --enable-auto-tool-choice to be set'),
    "OpenRouter": refuses("No endpoints found that support tool use. To learn more …", 404),
    "OpenAI": refuses("Unrecognized request argument supplied: tools"),
    "Groq": refuses("`tool calling` is not supported with this model"),
    "by field": refuses("no", param="tools[0].function.parameters"),
    "a validator": status(
        422, {"detail": [{"loc": ["body", "tools"], "msg": "Extra inputs are not permitted"}]}
    ),
    "under 200": events('{"error": {"message": "Function calling is not supported"}}'),
}


@pytest.mark.parametrize("name", REFUSALS)
async def test_a_model_that_takes_no_tools_is_asked_without(
    endpoint: FakeEndpoint, connect: Any, waits: Waits, name: str
) -> None:
    endpoint.enqueue(REFUSALS[name])
    async with connect() as model:
        assert model.takes_tools
        completion = await model.complete("Be brief.", QUESTION, tools=TOOLS)
        assert completion.text == FakeEndpoint.ANSWER
        assert not model.takes_tools
        await model.complete("Be brief.", CALLED, tools=TOOLS)
    assert ["tools" in request for request in endpoint.requests] == [True, False, False]
    assert waits.waited == []
    asked = f'{QUESTION[0].message}\n\nResult of search({{"query": "warranty"}}):\n[1] 24 months'
    assert endpoint.requests[-1]["messages"] == [
        {"role": "system", "content": "Be brief."},
        {"role": "user", "content": asked},
    ]


@pytest.mark.parametrize(
    "message",
    [
        "Conversation roles must alternate user/assistant/user/assistant/...",
        "messages.2.role: Input should be 'system', 'user' or 'assistant'",
        "Unexpected role 'tool'",
    ],
)
async def test_without_a_role_for_results_they_are_told_in_words(
    endpoint: FakeEndpoint, connect: Any, message: str
) -> None:
    endpoint.enqueue(refuses(message))
    async with connect() as model:
        await model.complete("Be brief.", CALLED, tools=TOOLS)
    roles = [[message["role"] for message in one["messages"]] for one in endpoint.requests]
    assert roles == [["system", "user", "assistant", "tool"], ["system", "user"]]


async def test_a_refusal_that_says_nothing_is_tried_without_tools_once(
    endpoint: FakeEndpoint, connect: Any
) -> None:
    endpoint.enqueue(refuses("no"), refuses("no"), refuses("no"))
    async with connect() as model:
        with pytest.raises(ModelBroken):
            await model.complete("", QUESTION, tools=TOOLS)
        completion = await model.complete("", QUESTION, tools=TOOLS)
        assert completion.text == FakeEndpoint.ANSWER
        assert model.takes_tools
    assert ["tools" in request for request in endpoint.requests] == [True, False, True, False]


async def test_what_else_goes_wrong_leaves_the_tools(
    endpoint: FakeEndpoint, connect: Any, waits: Waits
) -> None:
    too_long = "This model's maximum context length is 8192 tokens (9 in the functions)"
    endpoint.enqueue(
        refuses(too_long),
        refuses("Failed to call a function. Adjust your prompt.", code="tool_use_failed"),
        status(500),
    )
    async with connect() as model:
        with pytest.raises(PromptTooLong):
            await model.complete("", QUESTION, tools=TOOLS)
        await model.complete("", QUESTION, tools=TOOLS)
        assert model.takes_tools
    assert all("tools" in request for request in endpoint.requests)
    assert waits.waited == [0.5, 1.0]


async def test_the_fallback_learns_about_tools_for_itself(
    endpoint: FakeEndpoint, connect: Any
) -> None:
    endpoint.enqueue(status(404), refuses("small does not support tools"))
    async with connect(fallback_model="small") as model:
        completion = await model.complete("", QUESTION, tools=TOOLS)
        assert model.takes_tools
    assert (completion.text, completion.model) == (FakeEndpoint.ANSWER, "small")


async def test_arguments_without_end_are_not_read_to_it(
    endpoint: FakeEndpoint, connect: Any
) -> None:
    pieces = [{"index": 0, "function": {"name": "search", "arguments": "x" * 9000}}] * 9
    deltas = [{"choices": [{"delta": {"tool_calls": [piece]}}]} for piece in pieces]
    endpoint.enqueue(events(*map(json.dumps, deltas)))
    async with connect() as model:
        completion = await model.complete("", QUESTION, tools=TOOLS)
    assert len(completion.calls[0].arguments) == 20_000
