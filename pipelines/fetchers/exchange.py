"""One HTTP exchange over the guarded transport, with every way it can fail mapped."""

import ssl
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import httpx

from pipelines.errors import SourceRefused, SourceUnavailable

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


def check_status(response: httpx.Response) -> None:
    """Raise for everything but success.

    Raises:
        SourceUnavailable: 408, 425, 429 and 5xx may go better later.
        SourceRefused: every other status will stay as it is.
    """
    status = response.status_code
    if 200 <= status < 300:
        return
    if status in _TRY_AGAIN or status >= 500:
        raise SourceUnavailable(f"{response.request.url.host} answered {status}")
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
