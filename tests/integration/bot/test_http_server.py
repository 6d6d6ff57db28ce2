"""An application is served where it was asked for, and no longer than the block lasts."""

import signal

import httpx
import pytest
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import PlainTextResponse
from starlette.routing import Route

from bot.http_server import listen, serving
from tests.support.loopback import loopback_client


async def _hello(_request: Request) -> PlainTextResponse:
    return PlainTextResponse("hello")


APP = Starlette(routes=[Route("/", _hello)])


@pytest.mark.parametrize("host", ["127.0.0.1", "::1"])
async def test_it_answers_until_the_block_ends(host: str) -> None:
    try:
        listener = listen(host, 0)
    except OSError as error:
        pytest.skip(f"this machine has no {host}: {error.strerror}")
    address = f"[{host}]" if ":" in host else host
    url = f"http://{address}:{listener.getsockname()[1]}/"
    with listener:
        async with serving(APP, listener), loopback_client() as client:
            answer = await client.get(url)
            assert answer.text == "hello"
            assert "server" not in answer.headers
    async with loopback_client() as client:
        with pytest.raises(httpx.ConnectError):
            await client.get(url)


def test_whoever_named_a_taken_port_hears_of_it() -> None:
    with listen("127.0.0.1", 0) as first, pytest.raises(OSError, match="in use"):
        listen("127.0.0.1", first.getsockname()[1])


async def test_signals_stay_with_the_program() -> None:
    """A server that took them would keep Ctrl-C from whoever runs it."""
    before = signal.getsignal(signal.SIGTERM)
    with listen("127.0.0.1", 0) as listener:
        async with serving(APP, listener):
            assert signal.getsignal(signal.SIGTERM) is before
