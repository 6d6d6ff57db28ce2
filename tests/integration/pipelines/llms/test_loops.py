"""A model that has lost its way is stopped, and what it said before is kept."""

import json
from typing import Any

import pytest

from pipelines.errors import ModelUnavailable
from tests.support.llms.fake_endpoint import QUESTION, FakeEndpoint, events, repeating, says

BEFORE = "The warranty is 24 months [1].\n"
LINE = "It can be extended by another year at no cost.\n"


async def test_a_stream_that_repeats_itself_is_left(endpoint: FakeEndpoint, connect: Any) -> None:
    endpoint.enqueue(repeating(BEFORE, LINE))
    async with connect() as model:
        assert (await model.complete("", QUESTION)).text == f"{BEFORE}{LINE.strip()}…"
    assert len(endpoint.requests) == 1


async def test_a_whole_answer_that_repeats_itself_is_cut(
    endpoint: FakeEndpoint, connect: Any
) -> None:
    endpoint.enqueue(says(BEFORE + LINE * 30 + LINE[:9], finish="length"))
    async with connect(stream=False) as model:
        assert (await model.complete("", QUESTION)).text == f"{BEFORE}{LINE.strip()}…"


async def test_reasoning_that_repeats_itself_is_no_answer(
    endpoint: FakeEndpoint, connect: Any
) -> None:
    endpoint.enqueue(*[repeating("<think>", "But wait, let me look at that again. ")] * 2)
    async with connect() as model:
        with pytest.raises(ModelUnavailable, match="attempt 2"):
            await model.complete("", QUESTION)
    assert len(endpoint.requests) == 2


async def test_a_list_of_like_lines_is_kept(endpoint: FakeEndpoint, connect: Any) -> None:
    rooms = "\n".join(f"{n}. Room {n} is free on every day of the week." for n in range(1, 40))
    deltas = [{"choices": [{"delta": {"content": line}}]} for line in rooms.splitlines(True)]
    endpoint.enqueue(events(*map(json.dumps, deltas), "[DONE]"))
    async with connect() as model:
        assert (await model.complete("", QUESTION)).text == rooms
