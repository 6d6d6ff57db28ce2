"""Every update is written down, handled once and in order, and none is lost."""

import asyncio
from collections.abc import AsyncIterator

import pytest
from psycopg import AsyncConnection
from telegram import Update

from bot.context import BotContext
from bot.updates.inbox import chat_of, messages_in
from pipelines.engine.lease import Worker
from pipelines.engine.work_context import WorkContext, work_context
from pipelines.errors import DatabaseUnavailable, ModelUnavailable, QuestionRefused
from pipelines.store.inbox import Ending, NewUpdate
from pipelines.store.store import Store
from tests.support.bot.inbox_harness import OWNER, Scene, playing, update


@pytest.fixture
async def scene(store: Store) -> AsyncIterator[Scene]:
    async with playing(store) as scene:
        yield scene


def told(scene: Scene, chat: int) -> list[str]:
    return [
        call["text"] for call in scene.api.called("sendMessage") if call["chat_id"] == str(chat)
    ]


async def test_a_chat_is_handled_in_order_and_others_meanwhile(
    scene: Scene, database_url: str
) -> None:
    gate = asyncio.Event()

    async def wait(text: str, context: BotContext) -> None:
        await gate.wait()

    scene.does["slow"] = wait
    async with scene.inbox().open() as inbox:
        await inbox.receive([update(1, 10, "slow"), update(2, 10, "after"), update(3, 20, "other")])
        await scene.until_seen("other")
        assert scene.seen == ["other"]
        gate.set()
        await scene.until_seen("slow", "after")
        assert scene.seen == ["other", "slow", "after"]
        await scene.until_settled(database_url, "done", 3)


async def test_what_stops_an_answer_does_not_wait_for_it(scene: Scene, database_url: str) -> None:
    gate = asyncio.Event()

    async def wait(text: str, context: BotContext) -> None:
        await gate.wait()

    scene.does["slow"] = wait
    async with scene.inbox().open() as inbox:
        await inbox.receive([update(1, 10, "slow"), update(2, 10, "after"), update(3, 10, "/stop")])
        await scene.until_seen("/stop")
        await scene.until_settled(database_url, "done", 1)
        gate.set()
        await scene.until_seen("slow", "after")
        assert scene.seen == ["/stop", "slow", "after"]
        await scene.until_settled(database_url, "done", 3)


async def test_hostile_81_an_update_that_comes_twice_is_handled_once(
    scene: Scene, database_url: str
) -> None:
    async with scene.inbox().open() as inbox:
        await inbox.receive([update(1, 10, "a")])
        await inbox.receive([update(1, 10, "a"), update(2, 10, "b")])
        await scene.until_seen("b")
        await scene.until_settled(database_url, "done", 2)
        await inbox.receive([update(1, 10, "a")])
    assert scene.seen == ["a", "b"]


async def test_a_poison_update_is_dead_lettered_after_three_attempts(
    scene: Scene, database_url: str
) -> None:
    async def explode(text: str, context: BotContext) -> None:
        raise ZeroDivisionError

    scene.does["poison"] = explode
    async with scene.inbox().open() as inbox:
        await inbox.receive([update(1, 10, "poison"), update(2, 10, "after")])
        await scene.until_seen("after")
        await scene.until_settled(database_url, "dead", 1)
    assert scene.times["poison"] == 3
    assert scene.seen == ["after"]
    [sentence] = told(scene, 10)
    assert "Something broke" in sentence
    assert "three attempts" in told(scene, OWNER)[0]


async def test_what_nobody_could_handle_is_kept_less_than_a_day(
    scene: Scene, database_url: str
) -> None:
    async with scene.inbox().open() as inbox:
        broken = {"update_id": 1, "message": {"chat": {"id": 10}, "text": "of a document"}}
        await inbox.receive([broken])
        await scene.until_settled(database_url, "dead", 1)
    async with await AsyncConnection.connect(database_url, autocommit=True) as connection:
        for hours, is_kept in ((19, True), (21, False)):
            await connection.execute(
                "update inbox set ended_at = now() - make_interval(hours => %s)", [hours]
            )
            await connection.execute("select prune_inbox()")
            cursor = await connection.execute("select payload is not null from inbox")
            assert await cursor.fetchall() == [(is_kept,)], f"after {hours} hours"


async def test_what_cannot_be_read_as_an_update_is_dead_lettered_too(
    scene: Scene, database_url: str
) -> None:
    async with scene.inbox().open() as inbox:
        broken = {"update_id": 1, "message": {"chat": {"id": 10}, "text": "half a message"}}
        await inbox.receive([broken, update(2, 10, "after")])
        await scene.until_seen("after")
        await scene.until_settled(database_url, "dead", 1)
    assert "could not handle" in told(scene, 10)[0]
    assert "three attempts" in told(scene, OWNER)[0]


async def test_an_update_under_which_the_process_dies_is_not_tried_for_ever(
    scene: Scene, store: Store, database_url: str
) -> None:
    new = [NewUpdate(1, 10, "{}")]
    for number in range(1, 4):  # each takes it, begins, and is never heard of again
        dead = Worker(f"dead-{number}", 4242, "here")
        [taken] = await store.inbox.receive_updates(dead, new, silent_seconds=60, limit=9)
        if taken.repeated:
            assert await store.inbox.begin_update(dead, 1) == number
    async with scene.inbox().open():
        await scene.until_settled(database_url, "dead", 1)
        await scene.api.until_called("sendMessage", 2)
    assert scene.seen == []
    assert "could not handle" in told(scene, 10)[0]


async def test_what_fails_for_a_passing_reason_is_done_when_that_has_passed(
    scene: Scene, database_url: str
) -> None:
    async def fail_at_first(text: str, context: BotContext) -> None:
        if scene.times[text] < 4:
            raise DatabaseUnavailable("gone")

    scene.does["later"] = fail_at_first
    async with scene.inbox().open() as inbox:
        await inbox.receive([update(1, 10, "later"), update(2, 10, "after"), update(3, 20, "now")])
        await scene.until_seen("later", "after", "now")
        assert scene.seen == ["now", "later", "after"], "the chat keeps its order"
        await scene.until_settled(database_url, "done", 3)
    [notice] = told(scene, 10)
    assert "try again by myself" in notice


async def test_what_follows_waits_while_its_forerunner_is_being_put_off(
    scene: Scene, store: Store, database_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The database is not told yet that the first has to wait, and gives the second out again."""
    being_put_off = asyncio.Event()
    finish = store.inbox.finish_updates

    async def finish_late(worker: Worker, ids: list[int], how: Ending, **limits: float) -> None:
        if how == "delay":
            being_put_off.set()
            await asyncio.sleep(0.5)
        await finish(worker, ids, how, **limits)

    async def fail_once(text: str, context: BotContext) -> None:
        if scene.times[text] == 1:
            raise DatabaseUnavailable("gone")

    monkeypatch.setattr(store.inbox, "finish_updates", finish_late)
    scene.does["first"] = fail_once
    inbox = scene.inbox()
    await inbox.receive([update(1, 10, "first"), update(2, 10, "second")])
    await being_put_off.wait()
    await scene.until_settled(database_url, "waiting", 1)
    async with inbox.open():
        await scene.until_seen("first", "second")
        await scene.until_settled(database_url, "done", 2)
    assert scene.seen == ["first", "second"]


async def test_a_refusal_is_an_end(scene: Scene, database_url: str) -> None:
    async def refuse(text: str, context: BotContext) -> None:
        raise QuestionRefused("question-empty")

    scene.does["?"] = refuse
    async with scene.inbox().open() as inbox:
        await inbox.receive([update(1, 10, "?")])
        await scene.until_settled(database_url, "done", 1)
    assert scene.times["?"] == 1
    assert len(told(scene, 10)) == 1


async def test_an_update_is_not_done_before_the_tasks_it_began(
    scene: Scene, database_url: str
) -> None:
    """An album: its pieces wait with the first one, which collects them."""
    gate = asyncio.Event()

    async def collect() -> None:
        await gate.wait()
        await scene.see("collected")

    async def begin(text: str, context: BotContext) -> None:
        if scene.times[text] == 1 or gate.is_set():
            context.application.create_task(collect())

    scene.does["first piece"] = begin
    album = [update(1, 10, "first piece"), update(2, 10, "second piece")]
    async with scene.inbox().open() as inbox:
        await inbox.receive(album)
        await scene.until_seen("first piece", "second piece")
        await scene.until_settled(database_url, "taken", 2)
    await scene.until_settled(database_url, "waiting", 2)
    gate.set()
    async with scene.inbox("the next process").open():
        await scene.until_seen("collected")
        await scene.until_settled(database_url, "done", 2)
    assert scene.times == {"first piece": 2, "second piece": 2}


async def test_a_task_that_fails_takes_its_update_and_what_followed_along(
    scene: Scene, database_url: str
) -> None:
    async def collect() -> None:
        if scene.times["piece"] == 1:
            raise ModelUnavailable("not yet")
        await scene.see("collected")

    async def begin(text: str, context: BotContext) -> None:
        given = Update.de_json(update(1, 10, text), context.bot)
        context.application.create_task(collect(), given)

    scene.does["piece"] = begin
    async with scene.inbox().open() as inbox:
        await inbox.receive([update(1, 10, "piece")])
        await scene.until_seen("collected")
        await scene.until_settled(database_url, "done", 1)
    assert scene.times["piece"] == 2


async def test_what_a_dead_process_left_is_handled_first(
    scene: Scene, store: Store, database_url: str
) -> None:
    dead = scene.inbox("dead")
    await store.inbox.remove_worker(Worker("dead", 4242, "here"))
    stuck = asyncio.Event()

    async def hang(text: str, context: BotContext) -> None:
        if scene.times[text] == 1:
            await stuck.wait()

    scene.does["left"] = hang
    await dead.receive([update(1, 10, "left"), update(2, 10, "also left")])
    async with scene.inbox("living").open() as inbox:
        await inbox.receive([update(3, 10, "new")])
        await scene.until_seen("new")
        await scene.until_settled(database_url, "done", 3)
    assert scene.seen == ["left", "also left", "new"]
    stuck.set()
    await scene.until_settled(database_url, "done", 3)


def test_the_chat_of_every_kind_of_update() -> None:
    pressed = {"id": "1", "from": {"id": 7}, "message": {"chat": {"id": -5}}}
    assert chat_of(update(1, 10, "x")) == 10
    assert chat_of({"update_id": 1, "callback_query": pressed}) == -5
    assert chat_of({"update_id": 1, "callback_query": {"from": {"id": 7}}}) == 7
    assert chat_of({"update_id": 1, "my_chat_member": {"chat": {"id": 3}, "from": {"id": 4}}}) == 3
    assert chat_of({"update_id": 1, "message_reaction": {"user": {"id": 8}}}) == 8
    typed = {"id": "1", "from": {"id": 7}, "query": "q"}
    assert chat_of({"update_id": 1, "inline_query": typed}) < -(2**53), "a queue of their own"
    assert chat_of({"update_id": 1, "odd": {"chat": {"id": "text"}}}) == 0


def test_the_messages_that_updates_are_about() -> None:
    written = {"message_id": 8, "chat": {"id": 10}, "reply_to_message": {"message_id": 3}}
    updates = [
        {"update_id": 1, "message": written},
        {"update_id": 2, "edited_message": {"message_id": 5, "chat": {"id": -7}}},
        {"update_id": 3, "callback_query": {"id": "1", "message": written}},
        {"update_id": 4, "callback_query": {"id": "2", "inline_message_id": "x"}},
        {"update_id": 5, "guest_message": {"message_id": 900, "chat": {"id": 11}}},
        {"update_id": 6, "message": None},
    ]
    assert [*messages_in(updates)] == [(10, 8), (-7, 5), (10, 8)]


async def test_what_came_in_is_below_what_goes_out(
    scene: Scene, store: Store, database_url: str
) -> None:
    bot = scene.application.bot
    bot.rate_limiter.use_store(store.inbox)  # type: ignore[union-attr]
    async with scene.inbox().open() as inbox:
        await inbox.receive([update(4321, 10, "x")])
        with work_context(WorkContext("run/reply")):
            await bot.send_message(11, "hello")
    query = "select above from sent_messages where work = 'run/reply'"
    async with await AsyncConnection.connect(database_url) as connection:
        assert await (await connection.execute(query)).fetchone() == (4321,)
