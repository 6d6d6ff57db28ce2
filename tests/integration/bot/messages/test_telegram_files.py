"""Files that were sent to the bot."""

import pytest
from telegram.ext import ExtBot

from bot.messages.telegram_files import TelegramFetcher
from pipelines.errors import InternalError, SourceRefused, SourceUnavailable
from pipelines.models.documents import FileRef, Source
from tests.support.bot.bot_api_double import Reply, ScriptedApi, failure, scripted_bot


def source(name: str = "a.txt", size: int | None = 4) -> Source:
    return Source(0, "file", name, file=FileRef("telegram", "F1", name, size))


FOUND = Reply(result={"file_id": "F1", "file_unique_id": "U", "file_path": "documents/a.txt"})


@pytest.fixture
def fetcher(bot: ExtBot[int]) -> TelegramFetcher:
    return TelegramFetcher(bot, max_bytes=10)


async def test_a_file_is_downloaded(api: ScriptedApi, fetcher: TelegramFetcher) -> None:
    api.enqueue("getFile", FOUND)
    api.enqueue("download", Reply(raw=b"text"))
    fetched = await fetcher.fetch(source())
    assert (fetched.content, fetched.file_name) == (b"text", "a.txt")
    assert fetched.media_type == "text/plain"


async def test_a_file_over_the_limit_is_not_even_asked_for(
    api: ScriptedApi, fetcher: TelegramFetcher
) -> None:
    with pytest.raises(SourceRefused, match="source-too-large"):
        await fetcher.fetch(source(size=11))
    assert not api.called("getFile")


@pytest.mark.parametrize(
    "found",
    [
        Reply(result=FOUND.result | {"file_size": 11}),
        failure(400, "Bad Request: file is too big"),
        FOUND,
    ],
)
async def test_a_file_that_turns_out_too_large_is_refused(
    api: ScriptedApi, fetcher: TelegramFetcher, found: Reply
) -> None:
    api.enqueue("getFile", found)
    api.enqueue("download", Reply(raw=b"x" * 11))
    with pytest.raises(SourceRefused, match="source-too-large"):
        await fetcher.fetch(source(size=None))


async def test_an_expired_link_is_asked_for_anew(
    api: ScriptedApi, fetcher: TelegramFetcher
) -> None:
    api.enqueue("getFile", FOUND, FOUND)
    api.enqueue("download", failure(404, "Not Found"), Reply(raw=b"text"))
    with pytest.raises(SourceUnavailable):
        await fetcher.fetch(source())
    assert (await fetcher.fetch(source())).content == b"text"
    assert len(api.called("getFile")) == 2


async def test_an_unknown_file_and_a_broken_server_are_tried_again(
    api: ScriptedApi, fetcher: TelegramFetcher
) -> None:
    api.enqueue("getFile", failure(400, "Bad Request: wrong file_id"), failure(502, "Bad Gateway"))
    for _ in range(2):
        with pytest.raises(SourceUnavailable):
            await fetcher.fetch(source())


async def test_a_server_that_does_not_answer_is_given_up() -> None:
    async with scripted_bot() as (api, bot):
        api.enqueue("getFile", Reply(silent=True))
        with pytest.raises(SourceUnavailable):
            await TelegramFetcher(bot, seconds=0.1).fetch(source())


async def test_an_empty_file_is_refused(api: ScriptedApi, fetcher: TelegramFetcher) -> None:
    api.enqueue("getFile", FOUND)
    api.enqueue("download", Reply(raw=b""))
    with pytest.raises(SourceRefused, match="source-empty"):
        await fetcher.fetch(source())


async def test_other_places_are_not_its_business(fetcher: TelegramFetcher) -> None:
    with pytest.raises(InternalError):
        await fetcher.fetch(Source(0, "web", "x", url="https://example.org"))
