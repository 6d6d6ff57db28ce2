"""After which faults of the connection a message may have been taken all the same."""

from collections.abc import Iterator

import httpx
import pytest
from telegram.error import NetworkError, TelegramError
from telegram.request import HTTPXRequest

from bot.transport.send_once import TakenOver, is_receipt_lost

NEVER_LEFT = {"ConnectError", "ConnectTimeout", "PoolTimeout", "ProxyError", "UnsupportedProtocol"}


def faults(kind: type[httpx.TransportError] = httpx.TransportError) -> Iterator[type]:
    """Name every fault that a transport can have, kinds of kinds too."""
    for narrower in kind.__subclasses__():
        yield narrower
        yield from faults(narrower)


async def error_of(transport: httpx.MockTransport) -> TelegramError:
    request = HTTPXRequest(httpx_kwargs={"transport": transport})
    with pytest.raises(TelegramError) as raised:
        await request.post("http://127.0.0.1/sendMessage")
    return raised.value


@pytest.mark.parametrize("fault", list(faults()))
async def test_only_what_never_left_is_surely_not_taken(fault: type) -> None:
    def fail(_request: httpx.Request) -> httpx.Response:
        raise fault("what the transport says")

    error = await error_of(httpx.MockTransport(fail))
    assert is_receipt_lost(error) == (fault.__name__ not in NEVER_LEFT)


@pytest.mark.parametrize("fault", [OSError, ValueError])
async def test_a_fault_that_the_client_does_not_know_may_come_after_the_message(
    fault: type[Exception],
) -> None:
    def fail(_request: httpx.Request) -> httpx.Response:
        raise fault("record layer failure")

    assert is_receipt_lost(await error_of(httpx.MockTransport(fail)))


@pytest.mark.parametrize("status", [302, 400, 401, 403, 404, 409, 429, 500, 502, 503, 504, 599])
@pytest.mark.parametrize("body", ['{"ok":false,"description":"no"}', "<html>", ""])
async def test_a_status_is_an_answer(status: int, body: str) -> None:
    answered = httpx.MockTransport(lambda _request: httpx.Response(status, text=body))
    assert not is_receipt_lost(await error_of(answered))


@pytest.mark.parametrize("body", ["<html>", '{"ok":tr', ""])
async def test_a_success_that_cannot_be_read_is_none(body: str) -> None:
    answered = httpx.MockTransport(lambda _request: httpx.Response(200, text=body))
    assert is_receipt_lost(await error_of(answered))


def test_work_that_was_taken_over_has_sent_nothing() -> None:
    assert not is_receipt_lost(TakenOver("another worker has taken this over"))
    assert not is_receipt_lost(NetworkError("said by nobody below"))
