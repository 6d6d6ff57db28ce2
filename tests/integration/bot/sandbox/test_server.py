"""Starting, stopping, and what a restart keeps."""

import asyncio
import socket
from collections.abc import AsyncIterator
from pathlib import Path

import httpx
import pytest

from bot.sandbox import Sandbox
from bot.sandbox.limits import MAX_USER_UPLOAD_BYTES
from pipelines.errors import SettingsInvalid
from tests.support.loopback import loopback_client
from tests.support.sandbox.sandbox_callers import TOKEN

_TOPICAL = {"title": "Team", "creator": 7, "members": [], "topics": ["Food"]}


async def test_a_restart_goes_on_where_the_last_one_ended(tmp_path: Path) -> None:
    keyboard = {"inline_keyboard": [[{"text": "a", "callback_data": "a"}]]}
    async with Sandbox(tmp_path, port=0) as first, _client(first) as client:
        url = "/sandbox/chats/7/messages?language_code=ru"
        await client.post(url, json={"text": "hi"})
        await client.post(url, files={"document": ("a.txt", b"content")})
        call = f"/bot{TOKEN}/"
        bold = [{"type": "bold", "offset": 0, "length": 1}]
        sent = {"chat_id": 7, "text": "x", "entities": bold, "reply_markup": keyboard}
        await client.post(call + "sendMessage", json=sent)
        await client.post(call + "setMyDescription", json={"description": "Answers"})
        pressed = {"message_id": 3, "data": "a"}
        query = (await client.post("/sandbox/chats/7/press", json=pressed)).json()
        before = (await client.get("/sandbox/chats/7/messages")).json()
        group = (await client.post("/sandbox/groups", json=_TOPICAL)).json()["id"]
        for text in "one", "two":
            await client.post(f"/sandbox/chats/{group}/messages?user_id=7", json={"text": text})
        groups = (await client.get(f"/sandbox/chats/{group}/messages?user_id=7")).json()
        updates = (await client.post(call + "getUpdates")).json()["result"]
    async with Sandbox(tmp_path, port=0) as second, _client(second) as client:
        assert (await client.get("/sandbox/chats/7/messages")).json() == before
        kept = await client.get(f"/sandbox/chats/{group}/messages?user_id=7")
        assert kept.json() == groups
        assert [each["message_id"] for each in groups["messages"]] == [1, 2, 3]
        assert (await client.post(call + "getUpdates")).json()["result"] == updates
        file = await client.get(before["messages"][1]["document"]["url"])
        assert file.content == b"content"
        answer = {"callback_query_id": query["callback_query_id"]}
        assert (await client.post(call + "answerCallbackQuery", json=answer)).json()["ok"]
        assert (await client.get("/sandbox/bot")).json()["description"] == "Answers"
        later = (await client.post("/sandbox/chats/7/messages", json={"text": "x"})).json()
        assert later["message_id"] == 4
        newest = (await client.post(call + "getUpdates")).json()["result"][-1]
        assert newest["update_id"] == updates[-1]["update_id"] + 1


async def test_open_polls_and_streams_end_when_it_stops(tmp_path: Path) -> None:
    sandbox = await Sandbox(tmp_path, port=0).__aenter__()
    async with _client(sandbox) as client:
        path = f"/bot{TOKEN}/getUpdates?timeout=50"
        polls = {asyncio.create_task(client.post(path, timeout=60)) for _ in range(2)}
        _older, waiting = await asyncio.wait(polls, return_when=asyncio.FIRST_COMPLETED)
        async with client.stream("GET", "/sandbox/chats/7/events") as stream:
            lines = stream.aiter_lines()
            assert await anext(lines) == ": open"
            await sandbox.__aexit__(None, None, None)
            assert [line async for line in lines] == [""]
        answers = [(await task).json() for task in waiting]
        assert answers == [{"ok": True, "result": []}]
    with socket.socket() as probe:
        assert probe.connect_ex(("127.0.0.1", sandbox.port)) != 0


async def test_nobody_else_on_the_machine_reads_what_is_kept(tmp_path: Path) -> None:
    (tmp_path / "sandbox").mkdir(mode=0o755)
    async with Sandbox(tmp_path, port=0):
        assert (tmp_path / "sandbox").stat().st_mode & 0o777 == 0o700


async def test_a_taken_port_names_its_setting(tmp_path: Path) -> None:
    async with Sandbox(tmp_path / "a", port=0) as first:
        with pytest.raises(SettingsInvalid, match=rf"SANDBOX_PORT.*{first.port}.*is taken"):
            await Sandbox(tmp_path / "b", port=first.port).__aenter__()


async def test_two_sandboxes_never_share_a_folder(tmp_path: Path) -> None:
    async with Sandbox(tmp_path, port=0):
        with pytest.raises(SettingsInvalid, match="DATA_DIR"):
            await Sandbox(tmp_path, port=0).__aenter__()


async def test_a_fixed_token_keeps_others_out(tmp_path: Path) -> None:
    async with Sandbox(tmp_path, port=0, token=TOKEN) as sandbox, _client(sandbox) as client:
        assert (await client.get("/bot1:other/getMe")).status_code == 401
        me = (await client.get(f"/bot{TOKEN}/getMe")).json()["result"]
        assert me["id"] == 4242
        assert sandbox.base_url == f"http://127.0.0.1:{sandbox.port}/bot"
        assert sandbox.base_file_url == f"http://127.0.0.1:{sandbox.port}/file/bot"


async def test_it_is_known_by_the_names_it_is_given(tmp_path: Path) -> None:
    names = ("Lab.example", "192.0.2.7")
    async with Sandbox(tmp_path, host="0.0.0.0", port=0, hosts=names) as sandbox:
        answers = {}
        async with _client(sandbox) as client:
            for host in (
                "localhost:1",
                "[::1]",
                "lab.example",
                "192.0.2.7",
                "192.0.2.8",
                "0.0.0.0",
            ):
                answers[host] = (await client.get("/", headers={"host": host})).status_code
    refused = {host for host, status in answers.items() if status == 403}
    assert refused == {"192.0.2.8", "0.0.0.0"}
    assert set(answers.values()) == {200, 403}


@pytest.mark.parametrize("announced", [True, False])
async def test_bodies_larger_than_anything_are_cut_off(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, announced: bool
) -> None:
    async def chunks() -> AsyncIterator[bytes]:
        for _ in range(3):
            yield b" " * 5

    monkeypatch.setattr("bot.sandbox.app._ENVELOPE_BYTES", 10 - MAX_USER_UPLOAD_BYTES)
    async with Sandbox(tmp_path, port=0) as sandbox, _client(sandbox) as client:
        content = b" " * 15 if announced else chunks()
        answer = await client.post("/sandbox/chats/7/messages", content=content)
        assert answer.status_code == 413
        assert (await client.get("/sandbox/chats/7/messages")).json() == {"messages": []}


def _client(sandbox: Sandbox) -> httpx.AsyncClient:
    return loopback_client(sandbox.page_url)
