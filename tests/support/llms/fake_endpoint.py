"""A server that speaks the chat completions protocol on loopback, and fails on request."""

import asyncio
import json
import socket
import time
from collections import deque
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from itertools import count
from typing import Any

import uvicorn
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import JSONResponse, Response, StreamingResponse
from starlette.routing import Route

from pipelines.models.chat import Turn

QUESTION = [Turn("user", "How long is the warranty of the secret device?")]

Reply = Callable[["FakeEndpoint", dict[str, Any]], Response]
Script = Callable[[dict[str, Any]], Reply]  # what a model says to a request


class FakeEndpoint:
    """Answers what was enqueued, first in first out, then what the script says to a request.

    With nothing enqueued and no script it says ANSWER.
    """

    ANSWER = "The warranty is 24 months [1]."
    KEY = "sk-test-key"

    def __init__(self, port: int) -> None:
        self.base_url = f"http://127.0.0.1:{port}"
        self.requests: list[dict[str, Any]] = []
        self.keys: list[str | None] = []
        self.released = asyncio.Event()
        self.replies: deque[Reply] = deque()
        self.script: Script | None = None

    def enqueue(self, *replies: Reply) -> None:
        """Answer the next requests like this, one each."""
        self.replies.extend(replies)

    async def handle(self, request: Request) -> Response:
        """Serve POST /v1/chat/completions."""
        body = await request.json()
        self.requests.append(body)
        self.keys.append(request.headers.get("Authorization"))
        if self.replies:
            reply = self.replies.popleft()
        else:
            reply = self.script(body) if self.script else says(self.ANSWER)
        return reply(self, body)


def says(text: str, finish: str = "stop") -> Reply:
    """Answer properly, streamed or whole as the request asks."""

    def reply(_: FakeEndpoint, body: dict[str, Any]) -> Response:
        if not body["stream"]:
            choice = {"message": {"role": "assistant", "content": text}, "finish_reason": finish}
            return JSONResponse({"choices": [choice]})
        return events(*stream_of(text, finish))(_, body)

    return reply


def slowly(text: str, seconds: float, finish: str = "stop") -> Reply:
    """Answer in a stream that takes so long for each few letters."""

    def reply(endpoint: FakeEndpoint, _: dict[str, Any]) -> Response:
        async def body() -> AsyncIterator[str]:
            for item in stream_of(text, finish):
                if endpoint.released.is_set():
                    return
                yield f"data: {item}\n\n"
                await asyncio.sleep(seconds)

        return StreamingResponse(body(), media_type="text/event-stream")

    return reply


def calls_tool(name: str, arguments: object, *, call_id: str = "", text: str = "") -> Reply:
    """Ask for a tool to be called; the arguments are sent as JSON, a text as it is."""
    return calls_tools((name, arguments, call_id), text=text)


def calls_tools(*calls: tuple[str, object, str], text: str = "") -> Reply:
    """Ask for several tools at once, each (name, arguments, id): in pieces, if streamed."""
    written = [
        (name, said if isinstance(said, str) else json.dumps(said), own or f"call{n:05}")
        for n, (name, said, own) in enumerate(calls)
    ]

    def reply(_: FakeEndpoint, body: dict[str, Any]) -> Response:
        if body["stream"]:
            return events(*_stream_of_calls(written, text))(_, body)
        message = {"role": "assistant", "content": text or None, "tool_calls": _whole(written)}
        return JSONResponse({"choices": [{"message": message, "finish_reason": "tool_calls"}]})

    return reply


def _whole(calls: list[tuple[str, str, str]]) -> list[dict[str, Any]]:
    return [
        {"id": own, "type": "function", "function": {"name": name, "arguments": said}}
        for name, said, own in calls
    ]


def _stream_of_calls(calls: list[tuple[str, str, str]], text: str) -> list[str]:
    """Return the events of calls as OpenAI sends them: id and name first, then the arguments."""
    pieces: list[dict[str, Any]] = []
    for index, call in enumerate(_whole(calls)):
        said = call["function"]["arguments"]
        pieces.append({**call, "index": index, "function": {**call["function"], "arguments": ""}})
        pieces += [
            {"index": index, "function": {"arguments": said[i : i + 7]}}
            for i in range(0, len(said), 7)
        ]
    deltas = [json.dumps({"choices": [{"delta": {"tool_calls": [piece]}}]}) for piece in pieces]
    end = json.dumps({"choices": [{"delta": {}, "finish_reason": "tool_calls"}]})
    return [*stream_of(text, None), *deltas, end, "[DONE]"]


def with_usage(prompt: int, completion: int, text: str = "Yes.") -> Reply:
    """Answer, and count the tokens."""

    def reply(_: FakeEndpoint, body: dict[str, Any]) -> Response:
        usage = {"prompt_tokens": prompt, "completion_tokens": completion}
        if body["stream"]:
            *said, end = stream_of(text, "stop")
            counted = json.dumps({"choices": [], "usage": usage})
            return events(*said, counted, end)(_, body)
        message = {"message": {"content": text}, "finish_reason": "stop"}
        return JSONResponse({"choices": [message], "usage": usage})

    return reply


def stream_of(text: str, finish: str | None) -> list[str]:
    """Return the events of an answer, a few letters each."""
    deltas = [{"content": text[i : i + 7]} for i in range(0, len(text), 7)]
    chunks: list[dict[str, Any]] = [{"choices": [{"delta": delta}]} for delta in deltas]
    if finish is None:
        return [json.dumps(chunk) for chunk in chunks]
    chunks.append({"choices": [{"delta": {}, "finish_reason": finish}]})
    return [*(json.dumps(chunk) for chunk in chunks), "[DONE]"]


def events(*data: str, media_type: str = "text/event-stream") -> Reply:
    """Send these as server-sent events, with the comments that real servers mix in."""

    async def body() -> AsyncIterator[str]:
        yield ": PROCESSING\n\n"
        for item in data:
            yield f"data: {item}\n\n"

    return lambda _, __: StreamingResponse(body(), media_type=media_type)


def cut_off(*data: str) -> Reply:
    """Begin a stream and drop the connection in the middle."""

    async def body() -> AsyncIterator[str]:
        for item in data:
            yield f"data: {item}\n\n"
        raise ConnectionResetError

    return lambda _, __: StreamingResponse(body(), media_type="text/event-stream")


def endless() -> Reply:
    """Send words, never the same, until the test is over."""

    def reply(endpoint: FakeEndpoint, _: dict[str, Any]) -> Response:
        async def body() -> AsyncIterator[str]:
            for number in count():
                if endpoint.released.is_set():
                    return
                yield f"data: {stream_of(f'{number:06} ', None)[0]}\n\n"
                await asyncio.sleep(0)

        return StreamingResponse(body(), media_type="text/event-stream")

    return reply


def repeating(before: str, again: str) -> Reply:
    """Send the same words until the test is over."""

    def reply(endpoint: FakeEndpoint, _: dict[str, Any]) -> Response:
        async def body() -> AsyncIterator[str]:
            for item in stream_of(before, None):
                yield f"data: {item}\n\n"
            while not endpoint.released.is_set():
                for item in stream_of(again, None):
                    yield f"data: {item}\n\n"
                await asyncio.sleep(0)

        return StreamingResponse(body(), media_type="text/event-stream")

    return reply


def silence() -> Reply:
    """Take the request and say nothing until the test is over."""

    def reply(endpoint: FakeEndpoint, _: dict[str, Any]) -> Response:
        async def body() -> AsyncIterator[str]:
            await endpoint.released.wait()
            yield ""

        return StreamingResponse(body(), media_type="text/event-stream")

    return reply


def pings(seconds: float, *data: str) -> Reply:
    """Send comments for so long, a few in each tenth of a second, and then these events."""

    def reply(endpoint: FakeEndpoint, _: dict[str, Any]) -> Response:
        async def body() -> AsyncIterator[str]:
            end = time.monotonic() + seconds
            while time.monotonic() < end and not endpoint.released.is_set():
                yield ": ping\n\n"
                await asyncio.sleep(0.03)
            for item in data:
                yield f"data: {item}\n\n"

        return StreamingResponse(body(), media_type="text/event-stream")

    return reply


def refuses(message: str, code: int = 400, /, **fields: str) -> Reply:
    """Refuse a request in the words of a real server."""
    return status(code, {"error": {"message": message, **fields}})


def status(code: int, body: object = None, **headers: str) -> Reply:
    """Answer with a status and a body: text as HTML, anything else as JSON."""
    sent = {name.replace("_", "-"): value for name, value in headers.items()}
    if isinstance(body, str):
        return lambda _, __: Response(body, code, headers=sent, media_type="text/html")
    return lambda _, __: JSONResponse(body or {}, code, headers=sent)


@asynccontextmanager
async def running_endpoint() -> AsyncIterator[FakeEndpoint]:
    """Run an endpoint on a free port."""
    listener = socket.create_server(("127.0.0.1", 0))
    fake = FakeEndpoint(listener.getsockname()[1])
    app = Starlette(routes=[Route("/v1/chat/completions", fake.handle, methods=["POST"])])
    config = uvicorn.Config(
        app, log_config=None, log_level="critical", lifespan="off", timeout_keep_alive=75
    )
    server = uvicorn.Server(config)
    serving = asyncio.create_task(server.serve(sockets=[listener]))
    yield fake
    fake.released.set()
    server.should_exit = server.force_exit = True
    await serving
