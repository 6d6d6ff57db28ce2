"""A webhook gets the updates in order, with its secret, each until it was taken."""

import asyncio
import contextlib
from collections.abc import AsyncIterator
from dataclasses import dataclass, field

import httpx
import pytest

from tests.support.sandbox.sandbox_callers import Raw

Request = tuple[dict[str, str], bytes]


@dataclass
class Receiver:
    """A bot's web server: keeps what it is sent, answers with what it is told to."""

    url: str = ""
    answers: list[int] = field(default_factory=list)
    requests: "asyncio.Queue[Request]" = field(default_factory=asyncio.Queue)

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with contextlib.suppress(asyncio.IncompleteReadError):
            while True:
                head = (await reader.readuntil(b"\r\n\r\n")).decode().split("\r\n")
                pairs = (line.split(": ", 1) for line in head[1:] if line)
                headers = {name.lower(): value for name, value in pairs}
                body = await reader.readexactly(int(headers["content-length"]))
                status = self.answers.pop(0) if self.answers else 200
                writer.write(f"HTTP/1.1 {status} X\r\ncontent-length: 0\r\n\r\n".encode())
                await writer.drain()
                self.requests.put_nowait((headers, body))
        writer.close()


@pytest.fixture
async def receiver() -> AsyncIterator[Receiver]:
    made = Receiver()
    server = await asyncio.start_server(made.serve, "127.0.0.1", 0)
    made.url = f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}/hook"
    async with server:
        yield made


async def test_updates_are_posted_with_the_secret(
    raw: Raw, user: httpx.AsyncClient, receiver: Receiver
) -> None:
    assert await raw.result("setWebhook", url=receiver.url, secret_token="s3cret")
    await user.post("/sandbox/chats/7/messages", json={"text": "one"})
    headers, body = await receiver.requests.get()
    assert headers["x-telegram-bot-api-secret-token"] == "s3cret"
    assert b'"one"' in body
    assert "409 Conflict: can't use getUpdates" in await raw.refusal("getUpdates")
    assert await raw.result("deleteWebhook")
    assert await raw.result("getUpdates", timeout=0) == []


async def test_an_update_that_was_not_taken_comes_again(
    raw: Raw,
    user: httpx.AsyncClient,
    receiver: Receiver,
    caplog: pytest.LogCaptureFixture,
) -> None:
    receiver.answers = [500]
    await raw.result("setWebhook", url=receiver.url)
    await user.post("/sandbox/chats/7/messages", json={"text": "one"})
    first, second = await receiver.requests.get(), await receiver.requests.get()
    assert first[1] == second[1]
    assert "The webhook did not take an update: 500" in caplog.text


async def test_a_webhook_ends_a_poll_that_waits(raw: Raw, receiver: Receiver) -> None:
    polls = {asyncio.create_task(raw("getUpdates", timeout=40)) for _ in range(2)}
    _older, waiting = await asyncio.wait(polls, return_when=asyncio.FIRST_COMPLETED)
    await raw.result("setWebhook", url=receiver.url)
    answers = [await task for task in waiting]
    assert [answer["error_code"] for answer in answers] == [409]
    assert "terminated by setWebhook request" in answers[0]["description"]


async def test_pending_updates_can_be_dropped_and_kinds_left_out(
    raw: Raw, user: httpx.AsyncClient
) -> None:
    await user.post("/sandbox/chats/7/messages", json={"text": "one"})
    assert len(await raw.result("getUpdates")) == 1
    await raw.result("deleteWebhook", drop_pending_updates=True)
    assert await raw.result("getUpdates", allowed_updates=["callback_query"]) == []
    await user.post("/sandbox/chats/7/messages", json={"text": "two"})
    assert await raw.result("getUpdates") == []


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        ({"url": "ftp://example.com"}, "bad webhook"),
        ({"url": "http://x", "secret_token": "ü"}, "secret token contains unallowed characters"),
    ],
)
async def test_wrong_webhooks_are_refused(raw: Raw, arguments: dict[str, str], reason: str) -> None:
    assert reason in await raw.refusal("setWebhook", **arguments)
