"""What each of Telegram's errors means for a message on its way out."""

import asyncio
from typing import get_args

import httpx
import pytest
from telegram import MessageEntity
from telegram.error import NetworkError

from bot.app import build_bot
from bot.transport.outbox import Outbox
from bot.transport.pieces import Piece
from bot.transport.send_once import UNKNOWN
from pipelines.errors import InternalError, TransientError
from tests.support.bot.bot_api_double import TOKEN, Cut, Reply, ScriptedApi, failure, scripted_bot

pytestmark = pytest.mark.filterwarnings("ignore:.*retry_after")
BOLD = Piece("text", (MessageEntity(MessageEntity.BOLD, 0, 4),))


async def test_previews_are_off(api: ScriptedApi, outbox: Outbox) -> None:
    await outbox.send(1, BOLD, reply_to=5)
    (call,) = api.called("sendMessage")
    assert '"is_disabled": true' in call["link_preview_options"]
    assert '"message_id": 5' in call["reply_parameters"]


async def test_whoever_blocked_the_bot_is_counted_and_no_error(
    api: ScriptedApi, outbox: Outbox
) -> None:
    api.enqueue("sendMessage", failure(403, "Forbidden: bot was blocked by the user"))
    api.enqueue("editMessageText", failure(400, "Bad Request: chat not found"))
    assert await outbox.send(1, BOLD) is None
    assert await outbox.edit(1, 2, "text")
    assert outbox.dropped == 2


async def test_an_unchanged_message_is_success(api: ScriptedApi, outbox: Outbox) -> None:
    api.enqueue("editMessageText", failure(400, "Bad Request: message is not modified: bla"))
    assert await outbox.edit(1, 2, "text")


@pytest.mark.parametrize(
    "refusal", ["message to edit not found", "message identifier is not specified"]
)
async def test_a_message_that_is_gone_or_has_no_known_id_cannot_be_edited(
    api: ScriptedApi, outbox: Outbox, refusal: str
) -> None:
    api.enqueue("editMessageText", failure(400, f"Bad Request: {refusal}"))
    assert not await outbox.edit(1, UNKNOWN, "text")


async def test_refused_formatting_is_sent_plain(api: ScriptedApi, outbox: Outbox) -> None:
    api.enqueue("sendMessage", failure(400, "Bad Request: can't parse entities: bla"))
    await outbox.send(1, BOLD)
    first, second = api.called("sendMessage")
    assert "bold" in first["entities"]
    assert second["text"] == "text"
    assert "entities" not in second


async def test_a_group_that_moved_is_followed(api: ScriptedApi, outbox: Outbox) -> None:
    api.enqueue("sendMessage", failure(400, "group migrated", migrate_to_chat_id=-100123))
    await outbox.send(-5, BOLD)
    assert [call["chat_id"] for call in api.called("sendMessage")] == ["-5", "-100123"]


async def test_what_is_sent_instead_may_be_refused_as_well(
    api: ScriptedApi, outbox: Outbox
) -> None:
    markup = failure(400, "Bad Request: can't parse entities: bla")
    api.enqueue("editMessageText", markup, failure(400, "Bad Request: message is not modified"))
    assert await outbox.edit(1, 2, BOLD)
    api.enqueue("sendMessage", failure(400, "group migrated", migrate_to_chat_id=-100123))
    api.enqueue("sendMessage", failure(403, "Forbidden: bot was kicked from the supergroup chat"))
    await outbox.send(-5, BOLD)
    assert outbox.dropped == 1


async def test_too_many_requests_waits_as_long_as_told(api: ScriptedApi, outbox: Outbox) -> None:
    api.enqueue("sendMessage", failure(429, "Too Many Requests", retry_after=1))
    await outbox.send(1, BOLD)
    sent = [at for at, (name, _) in zip(api.times, api.calls, strict=True) if name == "sendMessage"]
    assert sent[1] - sent[0] >= 1


async def test_another_chat_does_not_wait(api: ScriptedApi, outbox: Outbox) -> None:
    api.enqueue("sendMessage", failure(429, "Too Many Requests", retry_after=1))
    waiting = asyncio.create_task(outbox.send(1, BOLD))
    await api.until_called("sendMessage", 1)
    await outbox.send(2, BOLD)
    assert [call["chat_id"] for call in api.called("sendMessage")] == ["1", "2"]
    await waiting
    assert [call["chat_id"] for call in api.called("sendMessage")] == ["1", "2", "1"]


async def test_a_wait_too_long_is_left_to_the_next_try(api: ScriptedApi, outbox: Outbox) -> None:
    api.enqueue("sendMessage", failure(429, "Too Many Requests", retry_after=3600))
    with pytest.raises(TransientError):
        await outbox.send(1, BOLD)


async def test_a_gateway_error_is_left_to_the_next_try(api: ScriptedApi, outbox: Outbox) -> None:
    api.enqueue("sendMessage", failure(502, "Bad Gateway"))
    api.enqueue("editMessageText", Reply(status=502, raw=b"<html>"))
    with pytest.raises(TransientError):
        await outbox.send(1, BOLD)
    with pytest.raises(TransientError):
        await outbox.edit(1, 2, "text")


async def test_a_refusal_of_another_kind_is_a_fault(api: ScriptedApi, outbox: Outbox) -> None:
    api.enqueue("sendMessage", failure(400, "Bad Request: message text is empty"))
    with pytest.raises(InternalError):
        await outbox.send(1, BOLD)


async def test_no_second_message_when_only_the_receipt_is_lost() -> None:
    async with scripted_bot(read_timeout=0.2) as (api, bot):
        api.enqueue("sendMessage", Reply(silent=True))
        await Outbox(bot).send(1, BOLD)
        assert len(api.called("sendMessage")) == 1


@pytest.mark.parametrize("cut", get_args(Cut))
async def test_hostile_79_no_second_message_when_the_connection_ends_without_the_receipt(
    api: ScriptedApi, outbox: Outbox, cut: Cut
) -> None:
    api.enqueue("sendMessage", Reply(cut=cut))
    await outbox.send(1, BOLD)
    assert len(api.called("sendMessage")) == 1


async def test_no_second_message_when_the_receipt_cannot_be_read(
    api: ScriptedApi, outbox: Outbox
) -> None:
    api.enqueue("sendMessage", Reply(raw=b"{"))
    await outbox.send(1, BOLD)
    assert len(api.called("sendMessage")) == 1


@pytest.mark.parametrize("cut", get_args(Cut))
async def test_an_edit_without_a_receipt_is_left_to_the_next_try(
    api: ScriptedApi, outbox: Outbox, cut: Cut
) -> None:
    api.enqueue("editMessageText", Reply(cut=cut))
    with pytest.raises(TransientError):
        await outbox.edit(1, 2, "text")
    assert await outbox.edit(1, 2, "text")
    assert len(api.called("editMessageText")) == 2


async def test_what_was_refused_a_connection_is_sent_at_the_next_try(
    api: ScriptedApi, outbox: Outbox
) -> None:
    await api.stop()
    with pytest.raises(TransientError):
        await outbox.send(1, BOLD)
    assert not api.called("sendMessage")
    await api.start()
    await outbox.send(1, BOLD)
    assert len(api.called("sendMessage")) == 1


@pytest.mark.parametrize("status", [500, 502, 503, 504])
async def test_what_was_answered_with_a_fault_is_sent_at_the_next_try(
    api: ScriptedApi, outbox: Outbox, status: int
) -> None:
    api.enqueue("sendMessage", Reply(status=status, raw=b"<html>"))
    with pytest.raises(TransientError):
        await outbox.send(1, BOLD)
    await outbox.send(1, BOLD)
    assert len(api.called("sendMessage")) == 2


async def test_what_a_proxy_refused_is_left_to_the_next_try(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async def refuse(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.readuntil(b"\r\n\r\n")
        writer.write(b"HTTP/1.1 403 Forbidden\r\nContent-Length: 0\r\n\r\n")
        writer.close()

    proxy = await asyncio.start_server(refuse, "127.0.0.1", 0)
    port = proxy.sockets[0].getsockname()[1]
    monkeypatch.setenv("HTTPS_PROXY", f"http://127.0.0.1:{port}")
    monkeypatch.setenv("NO_PROXY", "")
    async with proxy:
        with pytest.raises(TransientError) as refused:
            await Outbox(build_bot(TOKEN)).send(1, BOLD)
    assert isinstance(refused.value.__cause__, NetworkError)
    assert isinstance(refused.value.__cause__.__cause__, httpx.ProxyError)


async def test_things_that_matter_little_never_raise(api: ScriptedApi, outbox: Outbox) -> None:
    for method in ("editMessageText", "deleteMessage", "editMessageReplyMarkup"):
        api.enqueue(method, failure(400, "Bad Request: no"))
    api.enqueue("answerCallbackQuery", failure(400, "Bad Request: query is too old"))
    await outbox.sketch(1, 2, "text")
    await outbox.remove(1, 2)
    await outbox.take_buttons(1, 2)
    await outbox.acknowledge("7", "text")
    assert len(api.calls) == 5  # getMe and one of each


async def test_typing_begins_with_the_block_and_ends_with_it() -> None:
    async with scripted_bot() as (api, bot):
        async with Outbox(bot).typing(7):
            await api.until_called("sendChatAction", 1)
        assert api.called("sendChatAction") == [{"chat_id": "7", "action": "typing"}]


async def test_a_typing_sign_that_is_refused_or_stuck_stops_nothing() -> None:
    async with scripted_bot() as (api, bot):
        api.enqueue("sendChatAction", failure(403, "Forbidden: blocked"), Reply(silent=True))
        for times in (1, 2):
            async with Outbox(bot).typing(7):
                await api.until_called("sendChatAction", times)


async def test_there_is_no_typing_sign_while_something_better_is_shown(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("bot.transport.outbox.TYPING_EVERY_SECONDS", 0.01)
    shown = [True, True, False]
    async with scripted_bot() as (api, bot):
        async with Outbox(bot).typing(7, unless=lambda: shown.pop(0)):
            await api.until_called("sendChatAction", 1)
        assert shown == []


async def test_an_error_while_typing_comes_out() -> None:
    async with scripted_bot() as (_, bot):
        with pytest.raises(ZeroDivisionError):
            async with Outbox(bot).typing(7):
                _ = 1 / 0
