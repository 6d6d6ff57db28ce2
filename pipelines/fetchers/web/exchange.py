"""One HTTP exchange over the guarded transport, with every way it can fail mapped."""

import ssl
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from datetime import UTC, datetime

import httpx

from pipelines.errors import SourceRefused, SourceUnavailable
from pipelines.nodes.sources.retry_after import seconds_to_wait

USER_AGENT = "Paragraf/0.1 (a knowledge base bot; fetches pages its users send)"
WAIT_LIMIT_S = 60.0

_FORBIDDEN = {401, 403, 407, 451}
_TRY_AGAIN = {408, 425, 429}


@asynccontextmanager
async def exchange(
    transport: httpx.AsyncBaseTransport, request: httpx.Request
) -> AsyncIterator[httpx.Response]:
    """Send a request and give the response, unread; closed when the block ends.

    A client is not used on purpose: it would add cookies, credentials and the environment.

    Raises:
        SourceRefused: the certificate is not valid, or the address not usable.
        SourceUnavailable: connecting or reading failed, also inside the block.
    """
    host = request.url.host
    try:
        response = await transport.handle_async_request(request)
        response.request = request
        try:
            yield response
        finally:
            await response.aclose()
    except httpx.TimeoutException as error:
        raise SourceUnavailable(f"{host} did not answer in time") from error
    except httpx.TransportError as error:
        if _is_certificate_failure(error):
            raise SourceRefused("source-bad-certificate", host=host) from error
        raise SourceUnavailable(f"the connection to {host} failed") from error
    except (httpx.InvalidURL, httpx.StreamError) as error:
        raise SourceRefused("source-bad-address") from error


def check_status(status: int, headers: Mapping[str, str], host: str) -> None:
    """Raise for everything but success.

    Raises:
        SourceUnavailable: 408, 425, 429 and 5xx may go better later; `wait_s` says when, if the
            site does and it is within `WAIT_LIMIT_S`.
        SourceRefused: every other status will stay as it is, or the site asks to come back only
            after more than `WAIT_LIMIT_S`.
    """
    if 200 <= status < 300:
        return
    if status in _TRY_AGAIN or status >= 500:
        wait_s = seconds_to_wait(headers.get("retry-after"), datetime.now(UTC))
        if wait_s > WAIT_LIMIT_S:
            raise SourceRefused("source-busy", host=host, minutes=-int(-wait_s // 60))
        raise SourceUnavailable(f"{host} answered {status}", wait_s)
    if status in _FORBIDDEN:
        raise SourceRefused("source-forbidden", status=status)
    raise SourceRefused("source-not-found", status=status)


def _is_certificate_failure(error: BaseException | None) -> bool:
    """Walk the causes: the driver wraps the TLS error twice."""
    while error is not None:
        if isinstance(error, ssl.SSLError):
            return not isinstance(error, ssl.SSLEOFError | ssl.SSLZeroReturnError)
        error = error.__cause__ or error.__context__
    return False
