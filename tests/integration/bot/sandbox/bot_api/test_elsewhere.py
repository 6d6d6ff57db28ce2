"""Inline queries, calls of a guest and reactions, as the Bot API has them."""

import asyncio
from typing import Any

import httpx
import pytest

from tests.support.sandbox.sandbox_callers import Raw

TOO_OLD = "400 Bad Request: query is too old and response timeout expired or query ID is invalid"
ARTICLE = {
    "type": "article",
    "id": "1",
    "title": "Title",
    "input_message_content": {
        "message_text": "bold text",
        "entities": [{"type": "bold", "offset": 0, "length": 4}],
    },
}


async def next_update(raw: Raw, kind: str) -> Any:
    (update,) = await raw.result("getUpdates", timeout=20)
    await raw.result("getUpdates", offset=update["update_id"] + 1)
    return update[kind]


async def test_a_query_is_answered_once_and_sent_by_way_of_the_bot(
    raw: Raw, user: httpx.AsyncClient, chat: int
) -> None:
    typing = asyncio.create_task(
        user.post(f"/sandbox/chats/{chat}/inline", json={"query": " key "}, timeout=60)
    )
    query = await next_update(raw, "inline_query")
    assert (query["query"], query["from"]["id"], query["offset"]) == ("key", chat, "")
    answer = {"inline_query_id": query["id"], "results": [ARTICLE]}
    assert await raw.result("answerInlineQuery", **answer)
    assert await raw.refusal("answerInlineQuery", **answer) == TOO_OLD
    shown = (await typing).json()
    assert shown["results"] == [{"id": "1", "title": "Title", "description": ""}]
    chosen = {"inline_query_id": shown["inline_query_id"], "result_id": "1"}
    path = f"/sandbox/chats/{chat}/inline/send"
    sent = (await user.post(path, json=chosen)).json()
    assert (sent["from"], sent["text"], sent["entities"][0]["type"]) == (
        "user",
        "bold text",
        "bold",
    )
    message = await next_update(raw, "message")
    assert message["via_bot"]["username"] == "paragraf_sandbox_bot"
    assert (await user.post(path, json=chosen | {"result_id": "2"})).status_code == 404
    assert (await user.post(f"{path}?user_id=8", json=chosen)).status_code == 404


async def test_a_newer_query_takes_the_place_of_the_one_before(
    raw: Raw, user: httpx.AsyncClient, chat: int
) -> None:
    path = f"/sandbox/chats/{chat}/inline"
    first = asyncio.create_task(user.post(path, json={"query": "k"}, timeout=60))
    query = await next_update(raw, "inline_query")
    second = asyncio.create_task(user.post(path, json={"query": "ke"}, timeout=60))
    assert (await first).status_code == 504
    late = {"inline_query_id": query["id"], "results": []}
    assert await raw.refusal("answerInlineQuery", **late) == TOO_OLD
    newer = await next_update(raw, "inline_query")
    button = {"text": "Open", "start_parameter": "inline"}
    await raw.result("answerInlineQuery", inline_query_id=newer["id"], results=[], button=button)
    assert (await second).json()["button"] == {"text": "Open", "start": "inline"}


@pytest.mark.parametrize(
    ("results", "reason"),
    [
        ([ARTICLE, ARTICLE], "RESULT_ID_DUPLICATE"),
        ([ARTICLE | {"id": str(n)} for n in range(51)], "RESULTS_TOO_MUCH"),
        ([ARTICLE | {"id": "x" * 65}], "RESULT_ID_INVALID"),
        ([ARTICLE | {"title": " "}], "article title is empty"),
        ([ARTICLE | {"input_message_content": {"message_text": " "}}], "message text is empty"),
        ([{"type": "photo", "id": "1"}], "the sandbox shows inline results of type article only"),
    ],
)
async def test_wrong_results_are_refused(raw: Raw, results: list[Any], reason: str) -> None:
    refusal = await raw.refusal("answerInlineQuery", inline_query_id="1", results=results)
    assert refusal == f"400 Bad Request: {reason}"


async def test_a_guest_answers_a_call_once(raw: Raw, user: httpx.AsyncClient, chat: int) -> None:
    path = "/sandbox/chats/-9"
    called = await user.post(f"{path}/guest?user_id={chat}", json={"text": "@bot who?"})
    message = await next_update(raw, "guest_message")
    assert message["chat"]["id"] == -9
    answer = {"guest_query_id": message["guest_query_id"], "result": ARTICLE}
    assert (await raw.result("answerGuestQuery", **answer))["inline_message_id"]
    assert await raw.refusal("answerGuestQuery", **answer) == TOO_OLD
    shown = (await user.get(f"{path}/messages")).json()["messages"]
    assert [(each["from"], each["text"]) for each in shown] == [
        ("user", "@bot who?"),
        ("bot", "bold text"),
    ]
    assert shown[1]["reply_to"] == called.json()["message_id"]


async def test_a_reaction_is_shown_and_taken_back(
    raw: Raw, user: httpx.AsyncClient, chat: int
) -> None:
    messages = f"/sandbox/chats/{chat}/messages"
    (message,) = (await user.get(messages)).json()["messages"]
    to = {"chat_id": chat, "message_id": message["message_id"]}
    thumb = {"type": "emoji", "emoji": "👍"}
    await raw.result("setMessageReaction", **to, reaction=[thumb])
    (shown,) = (await user.get(messages)).json()["messages"]
    assert (shown["reactions"], shown["edited"]) == ([{"emoji": "👍", "from": "bot"}], False)
    await raw.result("setMessageReaction", **to, reaction=[])
    assert not (await user.get(messages)).json()["messages"][0]["reactions"]
    refusal = await raw.refusal("setMessageReaction", **to, reaction=[thumb | {"emoji": "x"}])
    assert refusal == "400 Bad Request: REACTION_INVALID"
