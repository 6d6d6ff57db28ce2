"""The psycopg gateway: the contract, and what is its own."""

import asyncio
from collections.abc import AsyncIterator

import numpy as np
import pytest
from psycopg import AsyncConnection

from pipelines.errors import DatabaseRefused, DatabaseUnavailable, SettingsInvalid
from pipelines.gateways.postgres import PostgresDatabase
from pipelines.store.store import Store
from tests.support.gateways.contracts.gateway import StoreContract
from tests.support.gateways.contracts.reading import library  # noqa: F401 - a fixture


@pytest.fixture
async def store(database_url: str) -> AsyncIterator[Store]:
    opened = Store(await PostgresDatabase.connect(database_url))
    yield opened
    await opened.close()


class TestPostgresDatabase(StoreContract):
    """The contract over psycopg."""


async def test_connections_that_were_killed_are_replaced(
    store: Store, admin: AsyncConnection
) -> None:
    await asyncio.gather(*(store.people.has_owner() for _ in range(20)))
    for _ in range(3):
        await admin.execute(
            "select pg_terminate_backend(pid, 10000) from pg_stat_activity"
            " where datname = current_database() and application_name = 'paragraf'"
        )
        assert await store.people.has_owner() is False


async def test_it_works_as_the_bot_and_within_its_limits(store: Store) -> None:
    async with store.database._pool.connection() as connection:
        for setting, value in (
            ("role", "paragraf_bot"),
            ("statement_timeout", "30s"),
            ("lock_timeout", "10s"),
            ("idle_in_transaction_session_timeout", "1min"),
        ):
            row = await (await connection.execute(f"show {setting}")).fetchone()
            assert row == (value,)


async def test_waiting_too_long_for_a_connection_is_unavailable(
    database_url: str, admin: AsyncConnection
) -> None:
    small = Store(
        await PostgresDatabase.connect(database_url, max_connections=1, timeout_seconds=0.1)
    )
    async with admin.transaction():
        await admin.execute("lock table user_roles")
        first = asyncio.create_task(small.people.has_owner())
        with pytest.raises(DatabaseUnavailable):
            await asyncio.gather(first, small.people.has_owner())
    assert await first is False
    await small.close()


@pytest.mark.parametrize("turns", range(12))
async def test_who_is_cancelled_while_given_a_connection_is_cancelled(
    database_url: str, turns: int
) -> None:
    """The connection is handed over in several turns of the loop: whichever it is."""
    database = await PostgresDatabase.connect(database_url, max_connections=1)

    async def work() -> None:
        async with database._connection():
            await asyncio.Event().wait()

    async with asyncio.timeout(10):
        async with database._connection():
            waiting = asyncio.create_task(work())
            await _turns(5)
            assert database._pool.get_stats()["requests_waiting"] == 1
        await _turns(turns)
        waiting.cancel()
        await asyncio.wait([waiting])
    assert waiting.cancelled()
    assert await Store(database).people.has_owner() is False, "the connection is back"
    await database.close()


async def _turns(count: int) -> None:
    for _ in range(count):
        await asyncio.sleep(0)


async def test_a_cancelled_task_can_still_clean_up(database_url: str) -> None:
    database = await PostgresDatabase.connect(database_url)
    tidied = asyncio.Event()

    async def work() -> None:
        try:
            await asyncio.Event().wait()
        finally:
            await Store(database).people.has_owner()
            tidied.set()

    task = asyncio.create_task(work())
    await asyncio.sleep(0)
    task.cancel()
    await asyncio.wait([task])
    assert tidied.is_set()
    await database.close()


async def test_a_closed_gateway_is_unavailable(database_url: str) -> None:
    store = Store(await PostgresDatabase.connect(database_url))
    await store.close()
    with pytest.raises(DatabaseUnavailable):
        await store.people.has_owner()


async def test_nobody_at_the_address() -> None:
    with pytest.raises(DatabaseUnavailable):
        await PostgresDatabase.connect("postgresql://nobody@127.0.0.1:1/none")


@pytest.mark.parametrize("url", ["postgresql://[", "no address", "mysql://localhost/x"])
async def test_an_address_that_is_none(url: str) -> None:
    with pytest.raises(SettingsInvalid):
        await PostgresDatabase.connect(url)


async def test_what_psycopg_cannot_send_is_refused(store: Store) -> None:
    for value in ("a\x00b", object(), np.zeros(3)):
        with pytest.raises(DatabaseRefused):
            await store.database.value("get_mode", p_user_id=value)
