"""Reading a response body without trusting how long it says it is, packed or unpacked."""

import asyncio
import zlib

import httpx

from pipelines.errors import SourceRefused, SourceUnavailable

MIB = 1024 * 1024
_PLAIN = {"", "identity"}
_WINDOW_BITS = {"gzip": 31, "x-gzip": 31, "deflate": 47}
_AT_ONCE = 256 * 1024
_GZIP = b"\x1f\x8b"


async def read_body(response: httpx.Response, limit: int) -> bytes:
    """Read and unpack a streamed body, never holding more than `limit` bytes of it.

    Args:
        response: an unread streamed response.
        limit: bytes, counted after unpacking.
    Raises:
        SourceRefused: the body is longer than the limit, or packed in a way not asked for.
        SourceUnavailable: the connection broke before the body's end.
    """
    declared = response.headers.get("content-length", "")
    if declared.isdigit() and int(declared) > limit:
        raise _too_large(limit)
    encoding = response.headers.get("content-encoding", "").strip().lower()
    if encoding in _PLAIN:
        return await _read_plain(response, limit)
    if encoding not in _WINDOW_BITS:
        raise SourceRefused("source-unreadable")
    return await _read_packed(response, limit, _WINDOW_BITS[encoding])


async def _read_plain(response: httpx.Response, limit: int) -> bytes:
    body = bytearray()
    async for part in response.aiter_raw():
        body += part
        if len(body) > limit:
            raise _too_large(limit)
    return bytes(body)


async def _read_packed(response: httpx.Response, limit: int, window_bits: int) -> bytes:
    """Unpack what comes; a bomb is unpacked bit by bit too, so that others get their turn."""
    body = bytearray()
    unpacker = zlib.decompressobj(window_bits)
    try:
        async for part in response.aiter_raw():
            waiting, full = part, False
            while waiting or full:
                unpacked = unpacker.decompress(waiting, _AT_ONCE)
                body += unpacked
                if len(body) > limit:
                    raise _too_large(limit)
                waiting, full = unpacker.unconsumed_tail, len(unpacked) == _AT_ONCE
                if unpacker.eof and unpacker.unused_data.startswith(_GZIP):
                    waiting = unpacker.unused_data
                    unpacker = zlib.decompressobj(window_bits)
                await asyncio.sleep(0)
    except zlib.error as error:
        raise SourceRefused("source-unreadable") from error
    if not unpacker.eof:
        raise SourceUnavailable("the packed answer was cut short")
    return bytes(body)


def _too_large(limit: int) -> SourceRefused:
    return SourceRefused("source-too-large", limit_mb=limit // MIB)
