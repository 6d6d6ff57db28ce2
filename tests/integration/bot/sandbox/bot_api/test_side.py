"""The Bot API as any caller may use it: forms, limits, refusals."""

import time

import httpx
import pytest

from bot.sandbox.bot_api.methods import METHODS, READING
from bot.sandbox.limits import MAX_DOWNLOAD_BYTES
from tests.support.sandbox.sandbox_callers import TOKEN, Events, Raw


@pytest.mark.parametrize(
    ("path", "status", "description"),
    [
        ("/botnonsense/getMe", 401, "Unauthorized"),
        ("/bot1:/getMe", 401, "Unauthorized"),
        (f"/bot{TOKEN}/sendVoice", 404, "Not Found"),
        (f"/bot{TOKEN}", 404, "Not Found"),
        (f"/file/bot{TOKEN}/documents/none", 404, "Not Found"),
        (f"/file/bot{TOKEN}/../../etc/passwd", 404, "Not Found"),
    ],
)
async def test_wrong_addresses(
    user: httpx.AsyncClient, path: str, status: int, description: str
) -> None:
    answer = await user.get(path)
    expected = {"ok": False, "error_code": status, "description": description}
    assert (answer.status_code, answer.json()) == (status, expected)


@pytest.mark.parametrize("how", ["query", "form", "json", "multipart"])
async def test_arguments_arrive_any_way(user: httpx.AsyncClient, chat: int, how: str) -> None:
    markup = '{"inline_keyboard": [[{"text": "a", "url": "https://a.org"}]]}'
    values = {"chat_id": str(chat), "text": "hé", "reply_markup": markup}
    url = f"/bot{TOKEN}/SENDMESSAGE"
    if how == "query":
        answer = await user.post(url, params=values)
    elif how == "form":
        answer = await user.post(url, data=values)
    elif how == "json":
        answer = await user.post(url, json=values)
    else:
        parts = {name: (None, value) for name, value in values.items()}
        answer = await user.post(url, files=parts)
    result = answer.json()["result"]
    assert result["text"] == "hé"
    assert result["reply_markup"]["inline_keyboard"][0][0]["url"] == "https://a.org"


@pytest.mark.parametrize("method", sorted(METHODS.keys() - READING))
async def test_what_changes_something_is_not_to_be_had_by_an_address(
    user: httpx.AsyncClient, method: str
) -> None:
    answer = await user.get(f"/bot{TOKEN}/{method}?url=http://evil.example/")
    assert (answer.status_code, answer.json()["error_code"]) == (405, 405)
    assert (await user.get(f"/bot{TOKEN}/getMe")).json()["ok"]


async def test_every_kind_of_button_is_kept(raw: Raw, user: httpx.AsyncClient, chat: int) -> None:
    row = [
        {"text": "a", "callback_data": "x" * 64, "style": "danger"},
        {"text": "b", "copy_text": {"text": "c"}},
    ]
    await raw.result("sendMessage", chat_id=chat, text="x", reply_markup={"inline_keyboard": [row]})
    shown = (await user.get(f"/sandbox/chats/{chat}/messages?after=1")).json()["messages"][0]
    assert [button["data"] for button in shown["buttons"][0]] == ["x" * 64, None]
    assert shown["buttons"][0][0]["style"] == "danger"
    assert shown["buttons"][0][1]["copy_text"] == "c"
    removed = {"remove_keyboard": True}
    assert await raw.result("sendMessage", chat_id=chat, text="x", reply_markup=removed)


async def test_limits_count_utf16_units_after_trimming(raw: Raw, chat: int) -> None:
    assert await raw.result("sendMessage", chat_id=chat, text=f" {'x' * 4096}\n")
    assert await raw.result("sendMessage", chat_id=chat, text="😀" * 2048)


async def test_an_offset_confirms_and_a_negative_one_skips(
    raw: Raw, user: httpx.AsyncClient
) -> None:
    for text in ("one", "two", "three"):
        await user.post("/sandbox/chats/7/messages", json={"text": text})
    updates = await raw.result("getUpdates", limit=2)
    assert [update["message"]["text"] for update in updates] == ["one", "two"]
    assert await raw.result("getUpdates", limit=2) == updates
    rest = await raw.result("getUpdates", offset=updates[0]["update_id"] + 1)
    assert [update["message"]["text"] for update in rest] == ["two", "three"]
    last = await raw.result("getUpdates", offset=-1)
    assert [update["message"]["text"] for update in last] == ["three"]
    assert len(await raw.result("getUpdates")) == 1


async def test_a_large_file_gets_a_message_but_no_download(
    raw: Raw, user: httpx.AsyncClient
) -> None:
    content = bytes(MAX_DOWNLOAD_BYTES + 1)
    await user.post("/sandbox/chats/7/messages", files={"document": ("big.bin", content)})
    document = (await raw.result("getUpdates"))[0]["message"]["document"]
    assert document["file_size"] == len(content)
    refusal = await raw.refusal("getFile", file_id=document["file_id"])
    assert refusal == "400 Bad Request: file is too big"


async def test_broken_bodies_are_refused(user: httpx.AsyncClient) -> None:
    url, kind = f"/bot{TOKEN}/getMe", "application/json"
    for body in (b"{", b"[1]"):
        answer = await user.post(url, content=body, headers={"content-type": kind})
        assert answer.status_code == 400
    broken = {"content-type": "multipart/form-data"}
    assert (await user.post(url, content=b"x", headers=broken)).status_code == 400


async def test_watchers_see_everything_happen(
    raw: Raw, user: httpx.AsyncClient, chat: int, events: Events
) -> None:
    keyboard = {"inline_keyboard": [[{"text": "a", "callback_data": "a"}]]}
    sent = await raw.result("sendMessage", chat_id=chat, text="one", reply_markup=keyboard)
    message_id = sent["message_id"]
    assert (await events.next())[1]["text"] == "one"
    await raw.result("sendChatAction", chat_id=chat, action="typing")
    assert await events.next() == ("typing", {"action": "typing"})
    await raw.result("sendMessageDraft", chat_id=chat, draft_id=5, text="tw")
    assert await events.next() == ("draft", {"draft_id": 5, "text": "tw", "entities": []})
    await user.post(f"/sandbox/chats/{chat}/press", json={"message_id": message_id, "data": "a"})
    query = (await raw.result("getUpdates"))[0]["callback_query"]
    await raw.result(
        "answerCallbackQuery", callback_query_id=query["id"], text="t", show_alert=True
    )
    name, toast = await events.next()
    assert (name, toast["text"], toast["show_alert"]) == ("toast", "t", True)
    assert toast["callback_query_id"] == query["id"]
    await raw.result("editMessageText", chat_id=chat, message_id=message_id, text="two")
    name, edited = await events.next()
    assert (name, edited["text"], edited["buttons"]) == ("edit", "two", [])
    await raw.result("setMyCommands", commands=[{"command": "a", "description": "b"}])
    assert await events.next() == ("profile", {})
    await raw.result("deleteMessage", chat_id=chat, message_id=message_id)
    assert await events.next() == ("delete", {"message_id": message_id})


async def test_a_message_is_taken_when_the_bot_confirms_its_update(
    raw: Raw, user: httpx.AsyncClient, chat: int, events: Events
) -> None:
    url = f"/sandbox/chats/{chat}/messages"
    sent = (await user.post(url, json={"text": "one"})).json()
    assert not sent["taken"]
    assert (await events.next())[0] == "message"
    (update,) = await raw.result("getUpdates")
    assert not (await user.get(url)).json()["messages"][-1]["taken"], "fetched, not confirmed"
    await raw.result("getUpdates", offset=update["update_id"] + 1)
    assert await events.next() == ("taken", {"message_id": sent["message_id"]})
    assert (await user.get(url)).json()["messages"][-1]["taken"]


async def test_messages_are_deleted_together_and_gone_ones_are_skipped(
    raw: Raw, user: httpx.AsyncClient, chat: int, events: Events
) -> None:
    sent = await raw.result("sendMessage", chat_id=chat, text="one")
    assert (await events.next())[0] == "message"
    ids = [sent["message_id"], 1, 999, 1]  # 1 is what the user wrote
    assert await raw.result("deleteMessages", chat_id=chat, message_ids=ids)
    deleted = [await events.next() for _ in range(2)]
    assert deleted == [("delete", {"message_id": each}) for each in ids[:2]]
    assert (await user.get(f"/sandbox/chats/{chat}/messages")).json() == {"messages": []}


async def test_messages_older_than_two_days_stay(
    raw: Raw, chat: int, user: httpx.AsyncClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    two_days_on = time.time() + 48 * 3600 + 60
    monkeypatch.setattr("bot.sandbox.bot_api.methods.messages.time.time", lambda: two_days_on)
    refused = "400 Bad Request: message can't be deleted for everyone"
    assert await raw.refusal("deleteMessage", chat_id=chat, message_id=1) == refused
    assert await raw.refusal("deleteMessages", chat_id=chat, message_ids=[1]) == refused
    assert len((await user.get(f"/sandbox/chats/{chat}/messages")).json()["messages"]) == 1
