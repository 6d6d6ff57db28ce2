"""A command line in a folder of documents, and the first batch it has taken in."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio

from tests.support.bot.command_line import CommandLine, Outcome
from tests.support.fetchers.loopback_site import Site, respond, serve
from tests.support.pipelines.written_material import BEES, CHEESE, LIGHTHOUSE, MILL_PAGE


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def site() -> AsyncIterator[Site]:
    async with serve() as running:
        running.pages["/mill"] = respond(MILL_PAGE.encode())
        yield running


@pytest.fixture(scope="module")
def paragraf(
    tmp_path_factory: pytest.TempPathFactory, models_dir: Path, shared_database_url: str
) -> CommandLine:
    """A command line whose folder holds a few documents."""
    folder = tmp_path_factory.mktemp("documents")
    for name, content in (LIGHTHOUSE, CHEESE, BEES, ("empty.txt", b"")):
        (folder / name).write_bytes(content)
    settings = {
        "DATA_DIR": str(tmp_path_factory.mktemp("data")),
        "MODELS_DIR": str(models_dir),
        "DATABASE_URL": shared_database_url,
    }
    return CommandLine(folder, settings)


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def first(paragraf: CommandLine, site: Site) -> Outcome:
    """Two files and a page, one of the files twice."""
    return await paragraf.run(
        *("ingest", "--json", "lighthouse.pdf", site.url("/mill"), "bees.txt", "./bees.txt"),
        *("lighthouse.pdf",),
        ALLOW_PRIVATE_URLS="true",
    )
