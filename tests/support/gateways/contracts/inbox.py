"""What keeps updates, sent messages and workers must do, whatever the driver."""

from typing import Any

import pytest
from psycopg import AsyncConnection

from pipelines.engine.lease import Worker
from pipelines.errors import DatabaseRefused
from pipelines.store.inbox import BegunMessage, NewUpdate, TakenUpdate
from pipelines.store.store import Store

BOT = 77
ME, OTHER = Worker("me", BOT, "here"), Worker("other", BOT, "here")


def new(*updates: tuple[int, int]) -> list[NewUpdate]:
    return [NewUpdate(number, chat, f'{{"update_id": {number}}}') for number, chat in updates]


async def receive(
    store: Store, worker: Worker, *updates: tuple[int, int], limit: int = 100
) -> tuple[TakenUpdate, ...]:
    return await store.inbox.receive_updates(worker, new(*updates), silent_seconds=60, limit=limit)


def ids(taken: tuple[TakenUpdate, ...]) -> list[int]:
    return [update.update_id for update in taken]


async def begin(
    store: Store,
    digest: str,
    *,
    work: str = "run/step",
    counter: str = "77",
    chat: int = 1,
    seen: int = 0,
) -> BegunMessage:
    return await store.inbox.begin_message(work, digest, counter=counter, chat=chat, seen=seen)


class InboxContract:
    """Updates are taken once, in order, by whoever lives."""

    async def test_hostile_81_the_same_update_twice_is_dropped(self, store: Store) -> None:
        taken = await receive(store, ME, (5, 1), (4, 1))
        assert taken == (
            TakenUpdate(4, 1, '{"update_id": 4}', 1, 0, False),
            TakenUpdate(5, 1, '{"update_id": 5}', 1, 0, False),
        )
        assert await receive(store, ME, (4, 1), (5, 1)) == ()
        await store.inbox.finish_updates(ME, [4, 5], "done")
        assert await receive(store, ME, (5, 1)) == ()

    async def test_any_text_is_kept_as_it_came(self, store: Store) -> None:
        payload = r'{"text": "\u0000 \ud800 \\ \" конец"}'
        [taken] = await store.inbox.receive_updates(
            ME, [NewUpdate(1, 1, payload)], silent_seconds=60, limit=9
        )
        assert taken.payload == payload

    async def test_two_bots_have_an_inbox_each(self, store: Store) -> None:
        assert ids(await receive(store, ME, (1, 1))) == [1]
        stranger = Worker("stranger", BOT + 1, "here")
        assert ids(await receive(store, stranger, (1, 1))) == [1]
        assert await receive(store, stranger) == ()

    async def test_a_chat_belongs_to_the_worker_that_is_busy_with_it(self, store: Store) -> None:
        await store.inbox.worker_heartbeat(ME)
        await store.inbox.worker_heartbeat(OTHER)
        assert ids(await receive(store, ME, (1, 10))) == [1]
        assert ids(await receive(store, OTHER, (2, 10), (3, 30))) == [3]
        assert await receive(store, OTHER) == ()
        assert ids(await receive(store, ME)) == [2], "whoever is busy with the chat goes on"
        await store.inbox.finish_updates(ME, [1, 2], "done")
        assert ids(await receive(store, OTHER, (4, 10))) == [4]

    async def test_what_a_dead_worker_left_is_taken_up(self, store: Store) -> None:
        await store.inbox.worker_heartbeat(OTHER)
        await receive(store, OTHER, (1, 10), (2, 10))
        assert await receive(store, ME, (3, 10)) == ()
        await store.inbox.remove_worker(OTHER)
        taken = await receive(store, ME)
        assert [(t.update_id, t.repeated) for t in taken] == [(1, True), (2, True), (3, False)]
        assert await store.inbox.begin_update(OTHER, 1) is None
        await store.inbox.finish_updates(OTHER, [1, 2, 3], "done")
        assert await store.inbox.begin_update(ME, 1) == 2, "the dead one's word counts no more"

    async def test_one_that_is_put_off_holds_back_its_chat_and_no_other(self, store: Store) -> None:
        await receive(store, ME, (1, 10))
        await store.inbox.finish_updates(ME, [1], "delay", seconds=3600)
        assert ids(await receive(store, ME, (2, 10), (3, 30))) == [3]
        assert await receive(store, ME) == ()

    async def test_attempts_and_delays_are_counted_apart(self, store: Store) -> None:
        await receive(store, ME, (1, 10))
        await store.inbox.finish_updates(ME, [1], "delay")
        [taken] = await receive(store, ME)
        assert (taken.attempts, taken.delays) == (1, 1)
        await store.inbox.finish_updates(ME, [1], "retry")
        [taken] = await receive(store, ME)
        assert (taken.attempts, taken.delays, taken.repeated) == (1, 1, True)
        assert await store.inbox.begin_update(ME, 1) == 2
        await store.inbox.finish_updates(ME, [1], "back")
        [taken] = await receive(store, ME)
        assert taken.attempts == 1

    async def test_no_more_are_taken_than_asked_for(self, store: Store) -> None:
        assert ids(await receive(store, ME, *((n, n) for n in range(5)), limit=2)) == [0, 1]
        assert ids(await receive(store, ME)) == [2, 3, 4]

    async def test_the_text_goes_when_it_is_handled(
        self, store: Store, admin: AsyncConnection[dict[str, Any]]
    ) -> None:
        await receive(store, ME, (1, 1), (2, 2))
        await store.inbox.finish_updates(ME, [1], "done")
        await store.inbox.finish_updates(ME, [2], "dead")
        await store.inbox.record_sent_message("work", "digest", 3)
        query = "select update_id, state, payload is null as gone from inbox order by 1"
        rows = await (await admin.execute(query)).fetchall()
        assert [tuple(row.values()) for row in rows] == [(1, "done", True), (2, "dead", False)]
        await store.inbox.prune_inbox()
        assert len(await (await admin.execute(query)).fetchall()) == 2
        await admin.execute("update inbox set ended_at = ended_at - interval '4 days'")
        await admin.execute("update sent_messages set sent_at = sent_at - interval '4 days'")
        await store.inbox.prune_inbox()
        assert await (await admin.execute(query)).fetchall() == []
        assert await store.inbox.find_sent_message("work", "digest") is None

    async def test_there_is_no_other_end(self, store: Store) -> None:
        with pytest.raises(DatabaseRefused):
            await store.inbox.finish_updates(ME, [1], "lost")  # type: ignore[arg-type]

    async def test_a_sent_message_is_known_by_the_work_and_its_digest(self, store: Store) -> None:
        assert await store.inbox.find_sent_message("run/step", "a") is None
        await store.inbox.record_sent_message("run/step", "a", 12345678901)
        await store.inbox.record_sent_message("run/step", "a", 2)
        assert await store.inbox.find_sent_message("run/step", "a") == 12345678901
        assert await store.inbox.find_sent_message("run/step", "b") is None
        assert await store.inbox.find_sent_message("run/other", "a") is None
        await store.inbox.forget_sent_message("run/step", 12345678901)
        assert await store.inbox.find_sent_message("run/step", "a") is None

    async def test_a_message_that_was_begun_is_known_to_be_there_or_not(self, store: Store) -> None:
        assert await begin(store, "a", seen=3) == BegunMessage(None, False, 3, (), True)
        assert await store.inbox.find_sent_message("run/step", "a") is None
        assert await begin(store, "a", seen=9) == BegunMessage(None, True, 3, (), True)
        await store.inbox.withdraw_message("run/step", "a")
        assert await begin(store, "a", seen=4) == BegunMessage(None, False, 4, (), True)
        await store.inbox.record_sent_message("run/step", "a", 5)
        await store.inbox.withdraw_message("run/step", "a")
        assert (await begin(store, "a", seen=9)).message_id == 5

    async def test_where_one_may_be_is_what_is_known_of_its_counter(self, store: Store) -> None:
        await begin(store, "a", seen=3)
        for number, counter in ((2, "77"), (7, "77"), (6, "77"), (50, "77/-100"), (0, "77")):
            await begin(store, f"b{number}", chat=2, counter=counter)
            await store.inbox.record_sent_message("run/step", f"b{number}", number)
        await store.inbox.record_sent_message("run/step", "place", 60)  # of no counter
        again = await begin(store, "a")
        assert (again.above, again.noted) == (3, (6, 7))
        assert (await begin(store, "c")).above == 7, "the highest that anybody noted"

    async def test_one_is_not_alone_beside_another_of_its_chat_without_a_number(
        self, store: Store, admin: AsyncConnection[dict[str, Any]]
    ) -> None:
        async def is_alone() -> bool:
            return (await begin(store, "a")).is_alone

        await begin(store, "a")
        await begin(store, "b", chat=2)
        assert await is_alone(), "that is another chat"
        await begin(store, "b")
        assert await is_alone(), "and that is the same message"
        await begin(store, "c")
        assert not await is_alone()
        long_ago = "update sent_messages set sent_at = sent_at - interval '3 minutes'"
        await admin.execute(f"{long_ago} where digest = 'c'")
        assert await is_alone()
        await begin(store, "d", work="another")
        await store.inbox.record_sent_message("another", "d", 0)
        assert not await is_alone(), "a receipt was lost"

    async def test_a_worker_lives_while_it_says_so(self, store: Store) -> None:
        assert not await store.inbox.worker_heartbeat(ME), "new"
        assert await store.inbox.worker_heartbeat(ME)
        assert await store.inbox.dead_workers(BOT, "here", silent_seconds=60) == ()
        await store.inbox.remove_worker(OTHER)
        assert await store.inbox.dead_workers(BOT, "here", silent_seconds=60) == ("other",)
        assert await store.inbox.dead_workers(BOT, "elsewhere", silent_seconds=60) == ()
        assert await store.inbox.dead_workers(BOT + 1, "here", silent_seconds=60) == ()
        await store.inbox.forget_workers(["other", "me"], silent_seconds=60)
        assert await store.inbox.worker_heartbeat(ME), "alive, so not forgotten"
        assert not await store.inbox.worker_heartbeat(OTHER)

    async def test_owners_are_known_without_their_writing(self, store: Store) -> None:
        assert await store.people.owner_ids() == ()
        await store.people.claim_ownership(12345678901)
        assert await store.people.owner_ids() == (12345678901,)
