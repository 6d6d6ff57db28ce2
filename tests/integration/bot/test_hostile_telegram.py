"""The numbered lines on Telegram of the list of hostile inputs: 75 to 81.

78 is in test_polling.py and test_errors.py, 79 also in test_send_once.py and test_outbox.py, 81 in
test_inbox.py and the gateways'.
"""

import pytest
from telegram.ext import ExtBot

from bot.messages.telegram_files import TelegramFetcher
from bot.transport.outbox import Outbox
from bot.transport.pieces import Piece
from pipelines.engine.work_context import WorkContext, work_context
from pipelines.errors import SourceUnavailable
from pipelines.models.documents import FileRef, Source
from tests.support.bot.bot_api_double import Reply, ScriptedApi, failure, scripted_bot

pytestmark = pytest.mark.filterwarnings("ignore:.*retry_after")
HELLO = Piece("hello")


async def test_hostile_75_too_many_requests_not_a_moment_early(
    api: ScriptedApi, bot: ExtBot[int]
) -> None:
    wait = failure(429, "Too Many Requests: retry after 1", retry_after=1)
    api.enqueue("sendMessage", wait, wait)
    await Outbox(bot).send(1, HELLO)
    sent = [at for at, (name, _) in zip(api.times, api.calls, strict=True) if name == "sendMessage"]
    assert len(sent) == 3
    assert sent[1] - sent[0] >= 1
    assert sent[2] - sent[1] >= 1


async def test_hostile_76_whoever_blocked_the_bot_is_dropped_and_counted(
    api: ScriptedApi, bot: ExtBot[int]
) -> None:
    outbox = Outbox(bot)
    blocked = failure(403, "Forbidden: bot was blocked by the user")
    api.enqueue("sendMessage", blocked)
    api.enqueue("editMessageText", blocked)
    await outbox.send(1, HELLO)
    assert await outbox.edit(1, 2, "done")
    assert outbox.dropped == 2
    assert len(api.called("sendMessage")) == 1


async def test_hostile_77_not_modified_is_success(api: ScriptedApi, bot: ExtBot[int]) -> None:
    same = "Bad Request: message is not modified: specified new message content is the same"
    api.enqueue("editMessageText", failure(400, same))
    with work_context(WorkContext("run/report")):
        assert await Outbox(bot).edit(1, 2, "done")


async def test_hostile_79_a_timeout_after_the_server_accepted_makes_no_second_answer() -> None:
    async with scripted_bot(read_timeout=0.2) as (api, bot):
        api.enqueue("sendMessage", Reply(silent=True))
        await Outbox(bot).send(1, HELLO)
        assert len(api.called("sendMessage")) == 1


async def test_hostile_80_an_expired_file_link_is_asked_for_anew(
    api: ScriptedApi, bot: ExtBot[int]
) -> None:
    def link(path: str) -> Reply:
        return Reply(result={"file_id": "f", "file_unique_id": "u", "file_path": path})

    api.enqueue("getFile", link("documents/old"), link("documents/new"))
    api.enqueue("download", failure(404, "Not Found"), Reply(raw=b"a text"))
    fetcher = TelegramFetcher(bot)
    source = Source(0, "file", "a.txt", file=FileRef("telegram", "f", "a.txt", 6))
    with pytest.raises(SourceUnavailable):
        await fetcher.fetch(source)
    assert (await fetcher.fetch(source)).content == b"a text"
    assert len(api.called("getFile")) == 2
