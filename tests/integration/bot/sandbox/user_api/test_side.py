"""The user side over HTTP: writing, pressing, reading, people, and who may ask at all."""

from typing import Any

import httpx
import pytest
from telegram import Bot

from tests.support.sandbox.sandbox_callers import Raw


async def test_a_message_is_returned_and_listed(user: httpx.AsyncClient) -> None:
    sent = (
        await user.post("/sandbox/chats/7/messages", json={"text": " /start https://a.org "})
    ).json()
    assert sent["text"] == "/start https://a.org"
    assert [entity["type"] for entity in sent["entities"]] == ["bot_command", "url"]
    assert (sent["from"], sent["user_id"], sent["reply_to"]) == ("user", 7, None)
    listed = (await user.get("/sandbox/chats/7/messages")).json()["messages"]
    assert listed == [sent]
    after = f"/sandbox/chats/7/messages?after={sent['message_id']}"
    assert (await user.get(after)).json() == {"messages": []}
    assert (await user.get("/sandbox/chats/8/messages")).json() == {"messages": []}


async def test_entities_stickers_and_replies(user: httpx.AsyncClient, raw: Raw) -> None:
    link = {"type": "text_link", "offset": 0, "length": 4, "url": "https://a.org/"}
    sent = await user.post("/sandbox/chats/7/messages", json={"text": "here", "entities": [link]})
    assert sent.json()["entities"] == [link]
    sticker = {"sticker": "😀", "reply_to": sent.json()["message_id"]}
    assert (await user.post("/sandbox/chats/7/messages", json=sticker)).json()["sticker"] == "😀"
    update = (await raw.result("getUpdates"))[1]["message"]
    assert update["sticker"]["emoji"] == "😀"
    assert update["reply_to_message"]["text"] == "here"
    assert "text" not in update


async def test_a_long_text_is_split_as_the_app_splits_it(user: httpx.AsyncClient, raw: Raw) -> None:
    words = " ".join(f"word{number}" for number in range(2000))
    assert (await user.post("/sandbox/chats/7/messages", json={"text": words})).status_code == 200
    texts = [update["message"]["text"] for update in await raw.result("getUpdates")]
    assert all(len(text) <= 4096 for text in texts)
    assert " ".join(texts) == words
    emoji = "😀" * 2049
    await user.post("/sandbox/chats/8/messages", json={"text": emoji})
    shown = (await user.get("/sandbox/chats/8/messages")).json()["messages"]
    assert [message["text"] for message in shown] == ["😀" * 2048, "😀"]


async def test_a_press_needs_a_button_that_is_there(
    user: httpx.AsyncClient, raw: Raw, chat: int
) -> None:
    keyboard = {"inline_keyboard": [[{"text": "a", "callback_data": "a"}]]}
    sent = await raw.result("sendMessage", chat_id=chat, text="x", reply_markup=keyboard)
    press = f"/sandbox/chats/{chat}/press?user_id=55"
    for body in ({"message_id": 99, "data": "a"}, {"message_id": sent["message_id"], "data": "b"}):
        answer = await user.post(press, json=body)
        assert answer.status_code == 404
        assert answer.json()["error"]
    await user.post(press, json={"message_id": sent["message_id"], "data": "a"})
    query = (await raw.result("getUpdates"))[0]["callback_query"]
    assert (query["from"]["id"], query["data"], query["message"]["text"]) == (55, "a", "x")
    await raw.result("editMessageReplyMarkup", chat_id=chat, message_id=sent["message_id"])
    gone = await user.post(press, json={"message_id": sent["message_id"], "data": "a"})
    assert gone.status_code == 404


@pytest.mark.parametrize(
    ("path", "body"),
    [
        ("/sandbox/chats/7/messages", {"text": ""}),
        ("/sandbox/chats/7/messages", {}),
        ("/sandbox/chats/7/messages", {"text": {"a": 1}}),
        ("/sandbox/chats/7/messages", {"text": "x", "reply_to": 99}),
        ("/sandbox/chats/7/messages", {"sticker": "x" * 17}),
        (
            "/sandbox/chats/7/messages",
            {"text": "x" * 5000, "entities": [{"type": "bold", "offset": 0, "length": 1}]},
        ),
        ("/sandbox/chats/0/messages", {"text": "x"}),
        ("/sandbox/chats/x/messages", {"text": "x"}),
        ("/sandbox/chats/-5/messages", {"text": "x"}),
        ("/sandbox/chats/7/messages?user_id=x", {"text": "x"}),
        ("/sandbox/users", {"name": ""}),
        ("/sandbox/users/99", {"name": "x"}),
        ("/sandbox/nowhere", {}),
    ],
)
async def test_wrong_requests_get_an_error(
    user: httpx.AsyncClient, path: str, body: dict[str, Any]
) -> None:
    answer = await user.post(path, json=body)
    assert answer.status_code in (400, 404)
    assert answer.json()["error"]


async def test_wrong_files_get_an_error(user: httpx.AsyncClient) -> None:
    url, file = "/sandbox/chats/7/messages", {"document": ("a.txt", b"x")}
    assert (await user.post(url, files=file, data={"caption": "x" * 1025})).status_code == 400
    assert (await user.post(url, files={"other": ("a", b"x")})).status_code == 400
    assert (await user.post(url, files={"photo": ("a.png", b"x")})).status_code == 400
    assert (await user.get("/sandbox/files/none")).status_code == 404
    assert (await user.get("/sandbox/chats/7/messages")).json() == {"messages": []}


async def test_an_empty_file_and_an_album_are_sent_on(user: httpx.AsyncClient, raw: Raw) -> None:
    url, album = "/sandbox/chats/7/messages", {"media_group_id": "5"}
    sent = await user.post(url, files={"document": ("empty.txt", b"")}, data=album)
    assert sent.json()["document"]["size"] == 0
    update = (await raw.result("getUpdates"))[0]["message"]
    assert update["media_group_id"] == "5"
    saved = await user.get(sent.json()["document"]["url"])
    assert saved.headers["content-disposition"].startswith("attachment")
    assert saved.headers["x-content-type-options"] == "nosniff"


async def test_people_and_what_they_see_of_the_bot(user: httpx.AsyncClient, raw: Raw) -> None:
    anna = (await user.post("/sandbox/users", json={"name": "Анна", "language_code": "ru"})).json()
    await user.post(f"/sandbox/users/{anna['id']}", json={"name": "Аня", "language_code": "ru"})
    await user.post(f"/sandbox/chats/{anna['id']}/messages", json={"text": "hi"})
    people = (await user.get("/sandbox/users")).json()["users"]
    assert [(each["name"], each["language_code"]) for each in people] == [("Аня", "ru")]
    assert people[0]["last"]["text"] == "hi"
    await raw.result("setMyCommands", commands=[{"command": "a", "description": "all"}])
    russian = [{"command": "a", "description": "ru"}]
    await raw.result("setMyCommands", commands=russian, language_code="ru")
    for language, expected in (("ru", "ru"), ("en", "all")):
        query = f"/sandbox/bot?chat_id={anna['id']}&language_code={language}"
        assert (await user.get(query)).json()["commands"][0]["description"] == expected


async def test_a_group_has_members_who_write(user: httpx.AsyncClient, raw: Raw) -> None:
    await user.post("/sandbox/chats/-5/messages?user_id=8", json={"text": "hi"})
    message = (await raw.result("getUpdates"))[0]["message"]
    assert (message["chat"]["type"], message["from"]["id"]) == ("group", 8)
    refusal = await raw.refusal("sendMessageDraft", chat_id=-5, draft_id=1, text="x")
    assert "private chats only" in refusal


@pytest.mark.parametrize(
    "headers",
    [
        {"host": "evil.example"},
        *({"host": address} for address in ("0.0.0.0", "0.0.0.0:1", "[::]", "192.168.0.1", "0")),
        {"origin": "http://evil.example"},
        {"origin": "null"},
        {"origin": "http://127.0.0.1:1"},
        {"sec-fetch-site": "cross-site"},
        {"sec-fetch-site": "same-site"},
    ],
)
@pytest.mark.parametrize("path", ["/sandbox/users", "/bot1:a/getMe"])
async def test_other_sites_are_refused(
    user: httpx.AsyncClient, path: str, headers: dict[str, str]
) -> None:
    assert (await user.get(path, headers=headers)).status_code == 403


async def test_the_page_is_ours_alone(user: httpx.AsyncClient) -> None:
    follows_a_link = {"sec-fetch-site": "cross-site", "sec-fetch-mode": "navigate"}
    page = await user.get("/", headers=follows_a_link)
    assert page.status_code == 200
    policy = page.headers["content-security-policy"]
    assert "default-src 'none'" in policy
    assert "unsafe" not in policy
    assert "style=" not in page.text
    own = {"origin": str(user.base_url).rstrip("/"), "sec-fetch-site": "same-origin"}
    assert (await user.get("/sandbox/users", headers=own)).status_code == 200


async def test_the_page_says_the_same_in_both_languages(user: httpx.AsyncClient) -> None:
    english = (await user.get("/page/texts/en.json")).json()
    russian = (await user.get("/page/texts/ru.json")).json()
    assert english.keys() == russian.keys()
    assert all(english.values())
    assert all(russian.values())


@pytest.mark.parametrize(
    ("kind", "media_type"),
    [
        ("voice", "audio/ogg"),
        ("audio", "audio/mpeg"),
        ("video", "video/mp4"),
        ("video_note", "video/mp4"),
    ],
)
async def test_recordings_reach_the_bot_as_what_they_are(
    user: httpx.AsyncClient, raw: Raw, kind: str, media_type: str
) -> None:
    url = "/sandbox/chats/7/messages"
    answer = await user.post(url, data={"duration": "3"}, files={kind: ("a", b"x", media_type)})
    assert answer.status_code == 200
    update = (await raw.result("getUpdates"))[-1]["message"]
    assert update[kind]["duration"] == 3
    assert update[kind]["file_size"] == 1
    assert "document" not in update


@pytest.mark.parametrize(
    ("origin", "name"),
    [
        ({"type": "channel", "message_id": 17, "chat": {"title": "News"}}, "News"),
        ({"type": "chat", "sender_chat": {"title": "Group", "username": "@g"}}, "Group"),
        ({"type": "user", "sender_user": {"first_name": "Anna"}}, "Anna"),
        ({"type": "hidden_user", "sender_user_name": "Boris"}, "Boris"),
    ],
)
async def test_forwarded_messages_say_where_they_are_from(
    user: httpx.AsyncClient, bot: Bot, origin: dict, name: str
) -> None:
    url = "/sandbox/chats/7/messages"
    signed = {**origin, "author_signature": "Me", "date": 1793000000}
    answer = await user.post(url, json={"text": "x", "forward_origin": signed})
    assert answer.json()["forwarded_from"] == name
    (update,) = await bot.get_updates()
    assert update.message is not None
    assert update.message.forward_origin is not None
    assert update.message.forward_origin.type == origin["type"]


@pytest.mark.parametrize("origin", [{}, {"type": "moon"}, {"type": "channel", "chat": {}}])
async def test_a_forward_from_nowhere_is_refused(user: httpx.AsyncClient, origin: dict) -> None:
    body = {"text": "x", "forward_origin": origin}
    assert (await user.post("/sandbox/chats/7/messages", json=body)).status_code == 400


async def test_what_the_bot_is_still_writing_is_listed_until_it_is_sent(
    user: httpx.AsyncClient, chat: int, raw: Raw
) -> None:
    bold = {"type": "bold", "offset": 0, "length": 4}
    grown = {"chat_id": chat, "draft_id": 5, "message_thread_id": 1}
    await raw.result("sendMessageDraft", **grown, text="half", entities=[bold])
    listed = (await user.get(f"/sandbox/chats/{chat}/messages")).json()
    assert listed["draft"] == {"draft_id": 5, "text": "half", "entities": [bold]}
    await raw.result("sendMessageDraft", **grown)
    assert (await user.get(f"/sandbox/chats/{chat}/messages")).json()["draft"]["text"] == ""
    await raw.result("sendMessage", chat_id=chat, text="whole")
    assert "draft" not in (await user.get(f"/sandbox/chats/{chat}/messages")).json()
    assert "RANDOM_ID" in await raw.refusal("sendMessageDraft", chat_id=chat, draft_id=0, text="x")
    long = "x" * 4097
    assert "too long" in await raw.refusal("sendMessageDraft", chat_id=chat, draft_id=1, text=long)


@pytest.mark.parametrize("is_kept", [True, False])
async def test_a_draft_is_stopped_where_the_bot_lets_it_and_asks_to_know(
    user: httpx.AsyncClient, chat: int, raw: Raw, is_kept: bool
) -> None:
    stop, draft = f"/sandbox/chats/{chat}/stop", {"chat_id": chat, "draft_id": 5, "text": "half"}
    await raw.result("getUpdates", offset=-1)
    waiting = await raw.result("getUpdates", allowed_updates=["stopped_message_generation"])
    await raw.result("sendMessageDraft", **draft)
    assert (await user.post(stop, json={"draft_id": 5})).status_code == 404, "it may not be"
    await raw.result("sendMessageDraft", **draft, can_stop=True, keep_on_stop=is_kept)
    assert (await user.post(stop, json={"draft_id": 6})).status_code == 404, "another"
    assert (await user.post(stop, json={"draft_id": 5})).status_code == 200
    (update,) = (await raw.result("getUpdates"))[len(waiting) :]
    stopped = update["stopped_message_generation"]
    assert (stopped["chat"]["id"], stopped["draft_id"]) == (chat, 5)
    listed = (await user.get(f"/sandbox/chats/{chat}/messages")).json()
    assert ("draft" in listed) is is_kept
    await raw.result("getUpdates", allowed_updates=[])
    await raw.result("sendMessageDraft", **draft, can_stop=True)
    assert (await user.post(stop, json={"draft_id": 5})).status_code == 200
    assert len(await raw.result("getUpdates")) == len(waiting) + 1, "it comes by its name alone"
