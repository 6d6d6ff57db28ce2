"""The one way out: every outgoing fetch goes through `GuardedTransport`.

A name is resolved once, every address it has is checked, and the connection goes to a checked
address, so neither a redirect nor a second DNS answer can lead inside. TLS still verifies the
host's name. There is no proxy, no cookie, no credential, no environment.
"""

import asyncio
import re
import socket
import ssl
from collections.abc import Awaitable, Callable, Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from functools import partial

import httpcore
import httpx

from pipelines.errors import NoConnection, SourceRefused, SourceUnavailable
from pipelines.nodes.sources.public_address import is_allowed
from pipelines.nodes.sources.web_address import readable_host
from pipelines.tls import trusted_roots

Resolver = Callable[[str, int], Awaitable[Sequence[str]]]

# Threads of their own: names that are slow to resolve must not take those that everybody uses,
# and a library that waits in one of those for a fetch must not wait for ever.
# More than names are asked for at once: those whose look-up was given up hold theirs for a while.
_RESOLVING = ThreadPoolExecutor(max_workers=64, thread_name_prefix="resolving")
LOOK_UP_SECONDS = 10.0
# Names of which no name server knows, and none is to hear (RFC 6761 and 7686).
_NEVER = (".invalid", ".onion")
_NO_SUCH_HOST = {socket.EAI_NONAME, socket.EAI_NODATA}
_POSSIBLE = re.compile(r"(?:[\w-]{1,63}\.)*[\w-]{1,63}\.?")
# Names that are there for as long as there is a web: where none of them resolves, nothing does.
_ALWAYS_THERE = ("example.com", "wikipedia.org", "ya.ru")


async def resolve(host: str, port: int) -> Sequence[str]:
    """Ask the system for every address of a host.

    Raises:
        SourceRefused: there is no such host.
        NoConnection: no other name resolves either.
        SourceUnavailable: the name server did not answer.
    """
    no_such_host = SourceRefused("source-no-such-host", host=readable_host(host))
    if host.rstrip(".").lower().endswith(_NEVER) or not _is_possible(host):
        raise no_such_host
    try:
        return await _addresses(host, port)
    except socket.gaierror as error:
        if ":" in host:  # a number, of which no name server is asked
            raise no_such_host from error
        if not await _is_connected():  # some systems say then, too, that there is no such host
            raise NoConnection(f"nothing resolves, {host} included") from error
        if error.errno in _NO_SUCH_HOST:
            raise no_such_host from error
        raise SourceUnavailable(f"name server did not answer for {host}") from error
    except TimeoutError as error:
        raise SourceUnavailable(f"name server did not answer for {host} in time") from error
    except UnicodeError as error:
        raise no_such_host from error


async def _addresses(host: str, port: int) -> Sequence[str]:
    look_up = partial(socket.getaddrinfo, host, port, type=socket.SOCK_STREAM)
    async with asyncio.timeout(LOOK_UP_SECONDS):
        answers = await asyncio.get_running_loop().run_in_executor(_RESOLVING, look_up)
    return tuple(dict.fromkeys(str(answer[4][0]) for answer in answers))


async def _is_connected() -> bool:
    """Tell whether any name resolves at all."""
    for host in _ALWAYS_THERE:
        with suppress(socket.gaierror, TimeoutError):
            return bool(await _addresses(host, 443))
    return False


def _is_possible(host: str) -> bool:
    """Tell whether anything can be called so; a number of version 6 stands without brackets."""
    return ":" in host or _POSSIBLE.fullmatch(host) is not None


def is_own_address(address: str) -> bool:
    """Tell whether an address is one of this machine's, public or not; nothing is sent.

    Whoever speaks to an address of his own does so from that address.
    """
    family = socket.AF_INET6 if ":" in address else socket.AF_INET
    try:
        with socket.socket(family, socket.SOCK_DGRAM) as probe:
            probe.connect((address, 9))
            return str(probe.getsockname()[0]) == address
    except OSError:  # there is no way there
        return False


class GuardedBackend(httpcore.AsyncNetworkBackend):
    """Connects only to addresses that have been checked.

    Args:
        allow_private: whether intranets and this machine may be spoken to.
        resolver: gives every address of a host.
        is_own: whether an address is this machine's, behind whose firewall we are.
        network: makes the connections, to numeric addresses only.
    """

    def __init__(
        self,
        *,
        allow_private: bool,
        resolver: Resolver = resolve,
        is_own: Callable[[str], bool] = is_own_address,
        network: httpcore.AsyncNetworkBackend | None = None,
    ) -> None:
        self._allow_private = allow_private
        self._is_own = is_own
        self._resolver = resolver
        self._network = network or httpcore.AnyIOBackend()

    async def connect_tcp(
        self,
        host: str,
        port: int,
        timeout: float | None = None,  # noqa: ASYNC109 (the signature is httpcore's)
        local_address: str | None = None,
        socket_options: Iterable[httpcore.SOCKET_OPTION] | None = None,
    ) -> httpcore.AsyncNetworkStream:
        """Connect to the first checked address that answers.

        Raises:
            SourceRefused: one of the host's addresses is not allowed.
        """
        addresses = await self._resolver(host, port)
        if not all(map(self._may_be_asked, addresses)):
            raise SourceRefused("source-private-address", host=readable_host(host))
        failure: httpcore.NetworkError | httpcore.TimeoutException | None = None
        for address in addresses:
            try:
                return await self._network.connect_tcp(
                    address, port, timeout, local_address, socket_options
                )
            except (httpcore.ConnectError, httpcore.ConnectTimeout) as error:
                failure = error
        raise failure or httpcore.ConnectError(f"{host} has no address")

    def _may_be_asked(self, address: str) -> bool:
        if not is_allowed(address, allow_private=self._allow_private):
            return False
        return self._allow_private or not self._is_own(address)

    async def sleep(self, seconds: float) -> None:
        """Wait between attempts to connect."""
        await asyncio.sleep(seconds)


class GuardedTransport(httpx.AsyncHTTPTransport):
    """An httpx transport whose every connection is checked first.

    Args:
        allow_private: permit intranet and loopback addresses (link-local stays closed).
        resolver: gives the addresses of a host; tests may answer for the name server.
        is_own: whether an address is this machine's; tests have no public one.
        verify: TLS settings; by default certificates are verified against the usual roots.
        network: makes the connections; the system's own by default.
    """

    def __init__(
        self,
        *,
        allow_private: bool = False,
        resolver: Resolver = resolve,
        is_own: Callable[[str], bool] = is_own_address,
        verify: ssl.SSLContext | None = None,
        network: httpcore.AsyncNetworkBackend | None = None,
    ) -> None:
        context = verify or trusted_roots()
        super().__init__(verify=context, trust_env=False)
        # Connections are not kept: a kept one would answer for a name that was not checked.
        self._pool = httpcore.AsyncConnectionPool(
            ssl_context=context,
            max_connections=20,
            max_keepalive_connections=0,
            network_backend=GuardedBackend(
                allow_private=allow_private, resolver=resolver, is_own=is_own, network=network
            ),
        )
