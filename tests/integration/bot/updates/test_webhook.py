"""The webhook takes updates from whoever knows the secret; /health tells how the bot is."""

import asyncio
import json
from collections.abc import AsyncIterator

import httpx
import pytest

from bot.updates.receive import serve_web
from bot.updates.webhook import MAX_BODY_BYTES, PATH, WebServer
from pipelines.errors import DatabaseUnavailable, ParagrafError, SettingsInvalid
from tests.support.loopback import loopback_client

SECRET = "a-secret_of-8"
HEADER = {"X-Telegram-Bot-Api-Secret-Token": SECRET}
UPDATE = {"update_id": 5, "message": {"text": "hello"}}


class Backstage:
    """What the web side talks to; `fault` is raised by all of it."""

    def __init__(self) -> None:
        self.taken: list[dict] = []
        self.fault: ParagrafError | None = None

    async def receive(self, updates) -> None:
        if self.fault is not None:
            raise self.fault
        self.taken += updates

    async def check(self) -> None:
        if self.fault is not None:
            raise self.fault


@pytest.fixture
def backstage() -> Backstage:
    return Backstage()


@pytest.fixture
async def client(backstage: Backstage) -> AsyncIterator[httpx.AsyncClient]:
    app = WebServer(backstage.receive, backstage.check, secret=SECRET).app()
    async with (
        serve_web(app, host="127.0.0.1", port=0) as port,
        loopback_client(f"http://127.0.0.1:{port}") as client,
    ):
        yield client


async def test_an_update_is_answered_when_it_is_taken(
    client: httpx.AsyncClient, backstage: Backstage
) -> None:
    answer = await client.post(PATH, json=UPDATE, headers=HEADER)
    assert (answer.status_code, answer.text) == (200, "")
    assert backstage.taken == [UPDATE]


@pytest.mark.parametrize("given", [{}, {"X-Telegram-Bot-Api-Secret-Token": "a-secret_of-9"}])
async def test_whoever_does_not_know_the_secret_is_refused(
    client: httpx.AsyncClient, backstage: Backstage, given: dict[str, str]
) -> None:
    answer = await client.post(PATH, json=UPDATE, headers=given)
    assert answer.status_code == 403
    odd = {b"X-Telegram-Bot-Api-Secret-Token": "секрет".encode()}
    assert (await client.post(PATH, json=UPDATE, headers=odd)).status_code == 403
    assert backstage.taken == []


@pytest.mark.parametrize(
    "body", [b"", b"not json", b"[]", b'{"update_id": "5"}', b"[" * 100_000, b"\xff"]
)
async def test_what_is_no_update_is_refused(
    client: httpx.AsyncClient, backstage: Backstage, body: bytes
) -> None:
    answer = await client.post(PATH, content=body, headers=HEADER)
    assert answer.status_code == 400
    assert backstage.taken == []


async def test_a_body_that_is_too_large_is_refused(
    client: httpx.AsyncClient, backstage: Backstage
) -> None:
    large = json.dumps(UPDATE | {"more": "x" * MAX_BODY_BYTES}).encode()
    answer = await client.post(PATH, content=large, headers=HEADER)
    assert answer.status_code == 413
    assert backstage.taken == []


async def test_what_cannot_be_written_down_comes_again(
    client: httpx.AsyncClient, backstage: Backstage
) -> None:
    backstage.fault = DatabaseUnavailable("host=db password=hunter2")
    answer = await client.post(PATH, json=UPDATE, headers=HEADER)
    assert answer.status_code == 503
    assert "hunter2" not in answer.text


async def test_health_is_that_of_the_database(
    client: httpx.AsyncClient, backstage: Backstage
) -> None:
    assert (await client.get("/health")).json() == {"status": "ok"}
    backstage.fault = DatabaseUnavailable("host=db password=hunter2")
    answer = await client.get("/health")
    assert (answer.status_code, answer.json()) == (503, {"status": "unavailable"})


async def test_without_a_secret_there_is_no_webhook(backstage: Backstage) -> None:
    app = WebServer(backstage.receive, backstage.check, secret=None).app()
    async with (
        serve_web(app, host="127.0.0.1", port=0) as port,
        loopback_client(f"http://127.0.0.1:{port}") as client,
    ):
        assert (await client.post(PATH, json=UPDATE, headers=HEADER)).status_code == 404
        assert (await client.get("/health")).status_code == 200


async def test_a_port_that_is_taken_is_one_sentence(backstage: Backstage) -> None:
    taken = await asyncio.start_server(lambda reader, writer: None, "127.0.0.1", 0)
    port = taken.sockets[0].getsockname()[1]
    app = WebServer(backstage.receive, backstage.check, secret=None).app()
    with pytest.raises(SettingsInvalid, match="WEB_PORT"):
        async with serve_web(app, host="127.0.0.1", port=port):
            pass
    taken.close()
