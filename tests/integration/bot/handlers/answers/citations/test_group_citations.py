"""A source that is opened in a group: its page, if everyone may read it, and nothing else."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from pipelines.extractors.paged import draw_page
from pipelines.isolation.pool import ProcessPool
from pipelines.models.answers import Answer, Timings
from pipelines.models.documents import Span
from pipelines.models.originals import Original
from pipelines.models.requests import AnswerRequest
from pipelines.nodes.answering.cite import Quote, cite_quotes
from pipelines.originals.cache import OriginalCache, digest
from pipelines.originals.pages import OriginalPages
from tests.support.bot.bot_harness import running_bot
from tests.support.bot.over_database.library_harness import Library, labels
from tests.support.bot.team_harness import team_in
from tests.support.extractors.pdf_maker import make_pdf
from tests.support.gateways.sample_documents import direction

TOLL, RENT = "Boats pay nine crowns.", "The rent is ninety crowns."


@asynccontextmanager
async def library_with_pages(
    folder: Path, inbox_url: str, library: Library
) -> AsyncIterator[tuple[Library, OriginalCache]]:
    cache = OriginalCache(folder / "originals", 10_000_000)
    store: Any = library.store
    async with ProcessPool() as pool:
        pages = OriginalPages(store.originals, cache, pool, {}, draw_page)
        async with running_bot(folder, inbox_url, store=store, pages=pages) as house:
            yield Library(house, library.store), cache


async def add_pdf(library: Library, cache: OriginalCache, text: str, **more: object) -> str:
    content, name = make_pdf([[text]]), f"{text.split()[1]}.pdf"
    named = {"kind": "file", "url": None, "file_name": name, "version_key": f"file:{name}"}
    document = await library.add(text.split()[1], text, page=1, **named, **more)  # type: ignore[arg-type]
    await library.store.originals.put_original(Original(document, digest(content), len(content)))
    await cache.put(content)
    return document


def citing(library: Library, document: str, asker: int | None) -> Any:
    """Answer with a document, even where it should not have been found."""

    async def cite(request: AnswerRequest) -> Answer:
        search = library.store.search
        found = await search.search_documents(
            direction(0), top_k=30, threshold=0.0, floor=0.0, asker=asker
        )
        ids = [each.id for each in found if each.document_id == document]
        read = await search.get_passages(ids, asker=asker)
        cited = cite_quotes([Quote(each, Span(0, len(each.text))) for each in read])
        return Answer(cited.text, False, "en", cited.citations, (), Timings())

    return cite


async def test_a_group_is_shown_the_page_of_what_everyone_may_read(
    tmp_path: Path, database_url: str, library: Library
) -> None:
    async with (
        library_with_pages(tmp_path, database_url, library) as (anew, cache),
        team_in(anew.house, topics=("Tolls",)) as team,
    ):
        owner, thread = team.creator.user_id, team.topics[0]
        toll = await add_pdf(anew, cache, TOLL, owner=owner)
        rent = await add_pdf(anew, cache, RENT, owner=owner, reader_role=None)
        creator = await team.enter(owner, thread_id=thread)
        anew.house.runs.answering = citing(anew, toll, None)
        await creator.say("/ask What is the toll?")
        answer = await creator.reads("[1] pay")
        await team.member.press(answer, "1")
        page = (await creator.reads_count(3))[-1]
        assert page["text"] == f"[1] pay, p. 1\n{TOLL}"
        assert page["photo"]["height"] == 1600
        assert labels(page) == [], "the ways on are for a reader alone"
        assert (page["message_thread_id"], page["reply_to"]) == (thread, answer["message_id"])
        anew.house.runs.answering = citing(anew, rent, owner)
        await creator.say("/ask What is the rent?")
        answer = await creator.reads("[1] rent")
        await creator.press(answer, "1")
        await creator.sees_toast("no longer in the base, or no longer open")
        assert (await creator.messages())[-1]["message_id"] == answer["message_id"]
