"""insert_and_trim_pairs, called as the specification calls it: with dates of the caller's."""

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import psycopg
import pytest
from psycopg.types.json import Jsonb

Connection = psycopg.Connection
MORNING = "2026-01-01T08:00:00+00:00"


def item(
    message: str, role: str = "user", at: str | None = MORNING, user: Any = 1
) -> dict[str, Any]:
    return {"user_id": user, "message": message, "role": role, "created_at": at}


def pair(n: int, at: str | None = MORNING) -> list[dict[str, Any]]:
    return [item(f"q{n}", at=at), item(f"a{n}", "assistant", at=at)]


def save(admin: Connection, items: object, keep_pairs: int | None = 15) -> None:
    admin.execute("select insert_and_trim_pairs(%s, %s)", (Jsonb(items), keep_pairs))


def kept(admin: Connection, user: str = "1") -> Sequence[str]:
    rows = admin.execute("select message from get_history(%s, 100)", (user,)).fetchall()
    return [message for (message,) in rows]


def test_messages_of_one_timestamp_keep_their_order(admin: Connection) -> None:
    for n in range(6):
        save(admin, pair(n), 2)
    assert kept(admin) == ["q4", "a4", "q5", "a5"]


def test_several_pairs_of_one_timestamp(admin: Connection) -> None:
    save(admin, [*pair(0), *pair(1), *pair(2)], 2)
    assert kept(admin) == ["q1", "a1", "q2", "a2"]


def test_the_oldest_by_date_go_first(admin: Connection) -> None:
    save(admin, pair(2, "2026-01-03T00:00:00Z"))
    save(admin, pair(0, "2026-01-01T00:00:00Z"))
    save(admin, pair(1, "2026-01-02T00:00:00Z"), 2)
    assert kept(admin) == ["q1", "a1", "q2", "a2"]


def test_items_without_a_date_are_dated_alike(admin: Connection) -> None:
    save(admin, pair(0, None))
    assert admin.execute("select count(distinct created_at) from chat_messages").fetchone() == (1,)
    assert kept(admin) == ["q0", "a0"]


def test_the_largest_number_of_pairs_is_no_overflow(admin: Connection) -> None:
    save(admin, pair(0), 2**31 - 1)
    assert kept(admin) == ["q0", "a0"]


@pytest.mark.parametrize(
    "items",
    [
        {"user_id": 1},
        None,
        [item("x", role="system")],
        [{"user_id": 1, "message": "no role"}],
        [{"role": "user", "message": "no user"}],
        [{"role": "user", "user_id": 1}],
        ["text"],
        [item("x"), item("y", user=2)],
    ],
)
def test_what_cannot_be_filed_is_refused_whole(admin: Connection, items: object) -> None:
    save(admin, pair(0))
    with pytest.raises(psycopg.errors.InvalidParameterValue):
        save(admin, items)
    assert kept(admin) == ["q0", "a0"]


@pytest.mark.parametrize("keep_pairs", [-1, None])
def test_a_number_of_pairs_that_is_none_is_refused(
    admin: Connection, keep_pairs: int | None
) -> None:
    with pytest.raises(psycopg.errors.InvalidParameterValue):
        save(admin, pair(0), keep_pairs)
    assert kept(admin) == []


def test_a_second_call_for_a_user_waits_for_the_first(admin: Connection, database_url: str) -> None:
    with (
        psycopg.connect(database_url, autocommit=True) as first,
        psycopg.connect(database_url, autocommit=True) as second,
        ThreadPoolExecutor(1) as thread,
    ):
        with first.transaction():
            save(first, pair(0, None), 1)
            call = thread.submit(save, second, pair(1, None), 1)
            while not call.done() and not blocked(admin, second):
                pass
            save(admin, [item("of another user", user=2)])
            assert not call.done()
        call.result()
    assert kept(admin) == ["q1", "a1"]


def blocked(admin: Connection, other: Connection) -> bool:
    row = admin.execute("select pg_blocking_pids(%s) <> '{}'", (other.info.backend_pid,)).fetchone()
    return row == (True,)
