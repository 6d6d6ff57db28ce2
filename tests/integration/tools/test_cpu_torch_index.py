"""PyTorch's small builds are asked for where they can be had; nobody waits long where not."""

import asyncio
import sys
from collections.abc import AsyncIterator

import pytest

from tests.support import ROOT

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="only Linux has two builds")


async def option(address: str) -> str:
    """Return what the Makefile hands to pip."""
    script = str(ROOT / "tools" / "cpu_torch_index.py")
    process = await asyncio.create_subprocess_exec(
        sys.executable, script, address, stdout=asyncio.subprocess.PIPE, env={"no_proxy": "*"}
    )
    printed, _ = await process.communicate()
    assert process.returncode == 0
    return printed.decode().strip()


@pytest.fixture
async def index() -> AsyncIterator[str]:
    """Return the address of an index that has PyTorch at /whl and is silent at /silent."""

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        asked = (await reader.readuntil(b"\r\n\r\n")).decode().split()[1]
        if asked.startswith("/silent"):
            await reader.read()
        else:
            status = "200 OK" if asked == "/whl/torch/" else "404 Not Found"
            head = f"HTTP/1.1 {status}\r\ncontent-length: 0\r\nconnection: close\r\n\r\n"
            writer.write(head.encode())
        writer.close()

    server = await asyncio.start_server(serve, "127.0.0.1", 0)
    async with server:
        yield f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}"


async def test_an_index_that_answers_is_named(index: str) -> None:
    assert await option(f"{index}/whl") == f"--extra-index-url {index}/whl"


@pytest.mark.parametrize("path", ["other", "silent"])
async def test_an_index_that_does_not_is_left_out(index: str, path: str) -> None:
    assert await option(f"{index}/{path}") == ""


@pytest.mark.parametrize("address", ["http://127.0.0.1:9", "https://no-such.invalid", "file:///"])
async def test_what_is_no_index_is_left_out(address: str) -> None:
    assert await option(address) == ""
