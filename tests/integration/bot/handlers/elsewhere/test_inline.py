"""Questions asked from other chats: the list under `@bot question`, and a guest's answer."""

import asyncio
from dataclasses import replace
from pathlib import Path
from typing import Any

import httpx
import pytest

from bot.access import Access
from pipelines.answer.excerpts import Excerpts
from pipelines.models.answers import Answer, Timings
from tests.support.bot.bot_harness import House, Person, running_bot
from tests.support.bot.bot_in_memory import quoted
from tests.support.loopback import loopback_client


@pytest.fixture
async def http(house: House):
    async with loopback_client(house.sandbox.page_url, timeout=60) as client:
        yield client


async def ask(http: httpx.AsyncClient, user_id: int, query: str, language: str = "en") -> Any:
    reply = await http.post(
        f"/sandbox/chats/{user_id}/inline",
        params={"user_id": user_id, "language_code": language},
        json={"query": query},
    )
    assert reply.status_code == 200, reply.text
    return reply.json()


async def test_a_quote_is_sent_with_its_source(
    bob: Person, house: House, http: httpx.AsyncClient
) -> None:
    shown = await ask(http, bob.user_id, "who keeps the key")
    assert [(one["title"], one["description"]) for one in shown["results"]] == [
        ("Answer: who keeps the key", "House rules"),
        ("House rules", "The porter keeps it."),
    ]
    assert shown["button"] is None
    assert house.runs.sought[-1] == ("who keeps the key", bob.user_id, "en")
    assert [reader for reader, _ in house.store.noted_reads] == [bob.user_id]
    reply = await http.post(
        f"/sandbox/chats/{bob.user_id}/inline/send",
        params={"user_id": bob.user_id},
        json={"inline_query_id": shown["inline_query_id"], "result_id": "0"},
    )
    sent = reply.json()
    assert sent["text"] == "The porter keeps it.\nHouse rules, rules.example, p. 3"
    assert [(one["type"], one.get("url")) for one in sent["entities"]] == [
        ("blockquote", None),
        ("text_link", "https://rules.example/a"),
    ]
    assert sent["via_bot"] == "paragraf_sandbox_bot"
    await bob.say("/help")
    await bob.reads("How it works")
    assert len(await bob.messages()) == 1, "what we made ourselves is no question to us"


@pytest.mark.parametrize(
    ("query", "readable", "said"),
    [("", 1, "Напишите вопрос"), ("ab", 1, "Напишите вопрос"), ("", 0, "База пуста")],
)
async def test_too_short_a_query_gets_a_hint(
    anna: Person, house: House, http: httpx.AsyncClient, query: str, readable: int, said: str
) -> None:
    house.store.readable, before = readable, len(house.runs.sought)
    try:
        shown = await ask(http, anna.user_id, query, "ru")
    finally:
        house.store.readable = 0
    assert not shown["results"]
    assert said in shown["button"]["text"]
    assert len(house.runs.sought) == before


async def test_what_the_base_is_silent_on_leads_to_the_bot(
    bob: Person, house: House, http: httpx.AsyncClient
) -> None:
    shown = await ask(http, bob.user_id, "nothing of that")
    assert not shown["results"]
    assert "no answer" in shown["button"]["text"]


async def test_a_newer_query_ends_the_one_before(
    bob: Person, house: House, http: httpx.AsyncClient
) -> None:
    begun, never, was_cancelled = asyncio.Event(), asyncio.Event(), asyncio.Event()

    async def slow(question: str) -> Excerpts:
        if question != "who keeps":
            return await quoted(question)
        begun.set()
        try:
            await never.wait()
        finally:
            was_cancelled.set()
        raise AssertionError

    before, house.runs.finding = house.runs.finding, slow
    try:
        first = asyncio.create_task(ask(http, bob.user_id, "who keeps"))
        await begun.wait()
        shown = await ask(http, bob.user_id, "who keeps the key")
        await was_cancelled.wait()
        assert isinstance((await asyncio.gather(first, return_exceptions=True))[0], AssertionError)
    finally:
        house.runs.finding = before
    assert len(shown["results"]) == 2


async def test_a_query_does_not_wait_for_an_answer_in_the_chat(
    bob: Person, house: House, http: httpx.AsyncClient
) -> None:
    begun, go_on = asyncio.Event(), asyncio.Event()

    async def slow(request: Any) -> Answer:
        begun.set()
        await go_on.wait()
        return Answer("late", False, "en", (), (), Timings())

    before, house.runs.answering = house.runs.answering, slow
    try:
        await bob.say("slow")
        await begun.wait()
        assert (await ask(http, bob.user_id, "who keeps the key"))["results"]
        go_on.set()
        await bob.reads("late")
    finally:
        house.runs.answering = before


async def call(http: httpx.AsyncClient, chat: int, user: int, text: str, **more: Any) -> int:
    path, params = f"/sandbox/chats/{chat}", {"user_id": user, "language_code": "en"}
    reply = await http.post(f"{path}/guest", params=params, json={"text": text, **more})
    assert reply.status_code == 200, reply.text
    return reply.json()["message_id"]


async def answer_in(http: httpx.AsyncClient, chat: int, called: int) -> str:
    """Wait for what the bot says in a chat after a message."""
    async with http.stream("GET", f"/sandbox/chats/{chat}/events", timeout=60) as stream:
        async for _ in stream.aiter_lines():
            reply = await http.get(f"/sandbox/chats/{chat}/messages?after={called}")
            said = [one["text"] for one in reply.json()["messages"] if one["from"] == "bot"]
            if said:
                return said[0]
    raise AssertionError


async def test_a_guest_answers_with_what_everyone_may_read(
    bob: Person, house: House, http: httpx.AsyncClient
) -> None:
    called = await call(http, -700, bob.user_id, "@paragraf_sandbox_bot, who keeps the key?")
    assert "[1] House rules" in await answer_in(http, -700, called)
    assert house.runs.sought[-1] == ("who keeps the key?", None, "en")
    called = await call(http, -700, bob.user_id, "@paragraf_sandbox_bot")
    assert "Write your question" in await answer_in(http, -700, called)
    asked = await call(http, -700, bob.user_id, "nothing of that")
    await answer_in(http, -700, asked)
    called = await call(http, -700, bob.user_id, "@paragraf_sandbox_bot", reply_to=asked)
    assert "no answer" in await answer_in(http, -700, called)


async def test_a_guest_says_that_a_quote_is_no_answer(
    bob: Person, house: House, http: httpx.AsyncClient
) -> None:
    find = house.runs.finding

    async def find_no_answer(question: str) -> Excerpts:
        return replace(await find(question), answer=None)

    house.runs.finding = find_no_answer
    try:
        called = await call(http, -700, bob.user_id, "@paragraf_sandbox_bot, who keeps the key?")
        said = await answer_in(http, -700, called)
    finally:
        house.runs.finding = find
    assert said.startswith("I did not find a direct answer; closest in the base:\n")


async def test_a_stranger_gets_nothing(tmp_path: Path, database_url: str) -> None:
    def owned(store: Any, _bot: object) -> Access:
        return Access(store, owner_ids=frozenset({7}))

    async with (
        running_bot(tmp_path, database_url, access=owned) as house,
        loopback_client(house.sandbox.page_url, timeout=60) as http,
    ):
        shown = await ask(http, 8, "who keeps the key")
        assert not shown["results"]
        assert "private bot" in shown["button"]["text"]
        called = await call(http, -701, 8, "@paragraf_sandbox_bot who keeps the key?")
        assert "private bot" in await answer_in(http, -701, called)
        assert not house.runs.sought
        assert (await ask(http, 7, "who keeps the key"))["results"]


async def test_who_is_suspended_meanwhile_is_a_guest_of_nobody(
    bob: Person, house: House, http: httpx.AsyncClient
) -> None:
    find, users = house.runs.finding, house.store.users
    before = len(house.store.noted_reads)

    async def suspend_and_find(question: str) -> Excerpts:
        users[bob.user_id] = replace(users[bob.user_id], is_active=False)
        return await find(question)

    house.runs.finding = suspend_and_find
    try:
        called = await call(http, -702, bob.user_id, "@paragraf_sandbox_bot, who keeps the key?")
        assert "private bot" in await answer_in(http, -702, called)
    finally:
        house.runs.finding = find
        users[bob.user_id] = replace(users[bob.user_id], is_active=True)
    assert len(house.store.noted_reads) == before
