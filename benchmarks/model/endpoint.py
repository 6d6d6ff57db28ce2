"""A language model on loopback: speaks the chat completions protocol, as fast as it is told to."""

import asyncio
import json
import re
import time
from collections.abc import AsyncIterator, Callable, Iterator, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from itertools import count
from typing import Any, TypeAlias

from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import JSONResponse, Response, StreamingResponse
from starlette.routing import Route

from bot.http_server import listen, serving

NAME = "double"
_TOKEN = re.compile(r"\s*\S{1,4}|\s+")  # about what a token is

Body: TypeAlias = Mapping[str, Any]  # a request, as the protocol has it


@dataclass(frozen=True, slots=True)
class Said:
    """What a model says: words, or tools to be called with arguments, or both."""

    text: str = ""
    calls: tuple[tuple[str, Mapping[str, object]], ...] = ()


@dataclass(frozen=True, slots=True)
class Pace:
    """How long it thinks before the first token, and how many it writes a second then."""

    first_s: float = 0.0
    tokens_per_s: float = float("inf")


@dataclass(slots=True)
class Served:
    """One request: what was said, and when how much of it had left; seconds of `perf_counter`."""

    asked: str  # the last thing that the user said
    said: Said
    came_at: float
    left: list[tuple[int, float]] = field(default_factory=list)  # characters so far, and when

    def left_at(self, characters: int) -> float:
        """Return when so many characters had left."""
        return next(at for so_far, at in self.left if so_far >= characters)

    @property
    def first_at(self) -> float:
        """Return when the first token left."""
        return self.left[0][1]

    @property
    def last_at(self) -> float:
        """Return when the last token left."""
        return self.left[-1][1]


class Endpoint:
    """Says to each request what the script says to it.

    Args:
        script: what is said to a request.
        faults: status codes by the number of the request, from 0: these get no answer.
    """

    def __init__(self, script: Callable[[Body], Said], faults: Mapping[int, int]) -> None:
        self.base_url = ""
        self.pace = Pace()
        self.served: list[Served] = []
        self.requests: list[Body] = []
        self._script = script
        self._faults = faults
        self._numbers = count()

    async def answer(self, request: Request) -> Response:
        """Serve POST /v1/chat/completions."""
        came_at = time.perf_counter()
        body = await request.json()
        number = next(self._numbers)
        self.requests.append(body)
        if (status := self._faults.get(number)) is not None:
            return JSONResponse({"error": {"message": "try again"}}, status)
        served = Served(asked_in(body), self._script(body), came_at)
        self.served.append(served)
        if body.get("stream"):
            return StreamingResponse(self._stream(served), media_type="text/event-stream")
        await asyncio.sleep(self.pace.first_s)
        served.left.append((len(served.said.text), time.perf_counter()))
        message: dict[str, Any] = {"role": "assistant", "content": served.said.text}
        if served.said.calls:
            message |= {"tool_calls": [*_calls(served.said)]}
        return JSONResponse({"choices": [{"message": message, "finish_reason": "stop"}]})

    async def _stream(self, served: Served) -> AsyncIterator[str]:
        await asyncio.sleep(served.came_at + self.pace.first_s - time.perf_counter())
        began, so_far = time.perf_counter(), 0
        for number, token in enumerate(_TOKEN.findall(served.said.text)):
            due = began + number / self.pace.tokens_per_s - time.perf_counter()
            if due > 0:
                await asyncio.sleep(due)
            so_far += len(token)
            served.left.append((so_far, time.perf_counter()))
            yield _event({"choices": [{"delta": {"content": token}}]})
        for index, call in enumerate(_calls(served.said)):
            yield _event({"choices": [{"delta": {"tool_calls": [{**call, "index": index}]}}]})
        finish = "tool_calls" if served.said.calls else "stop"
        yield _event({"choices": [{"delta": {}, "finish_reason": finish}]})
        yield "data: [DONE]\n\n"


def asked_in(body: Body) -> str:
    """Return the last thing that the user said in a request."""
    return next((text for role, text in reversed(_messages(body)) if role == "user"), "")


def told_in(body: Body) -> str:
    """Return all that a model was shown in a request."""
    return "\n".join(text for _, text in _messages(body))


@asynccontextmanager
async def running_endpoint(
    script: Callable[[Body], Said], faults: Mapping[int, int] | None = None
) -> AsyncIterator[Endpoint]:
    """Answer on a free port for as long as the block lasts."""
    endpoint = Endpoint(script, faults or {})
    listener = listen("127.0.0.1", 0)
    endpoint.base_url = f"http://127.0.0.1:{listener.getsockname()[1]}/v1"
    app = Starlette(routes=[Route("/v1/chat/completions", endpoint.answer, methods=["POST"])])
    async with serving(app, listener):
        yield endpoint


def _messages(body: Body) -> Sequence[tuple[str, str]]:
    return [(one["role"], str(one.get("content") or "")) for one in body["messages"]]


def _calls(said: Said) -> Iterator[dict[str, Any]]:
    for number, (name, arguments) in enumerate(said.calls):
        function = {"name": name, "arguments": json.dumps(arguments, ensure_ascii=False)}
        yield {"id": f"call{number:05}", "type": "function", "function": function}


def _event(value: object) -> str:
    return f"data: {json.dumps(value, ensure_ascii=False)}\n\n"
