"""What both gateways promise when things go wrong: no driver's error leaks, and life goes on."""

import asyncio
import traceback
from dataclasses import replace

import pytest
from psycopg import AsyncConnection

from pipelines.errors import DatabaseRefused, DatabaseUnavailable
from pipelines.models.chat import Turn
from pipelines.store.store import Store
from tests.support.gateways.sample_documents import direction, document, paragraphs

_UNAVAILABLE = (
    "08000",
    "08006",
    "25006",
    "25P03",
    "40001",
    "40P01",
    "53000",
    "53100",
    "53200",
    "53300",
    "55P03",
    "57014",
    "57P01",
    "57P02",
    "57P03",
    "57P05",
    "58030",
)
_REFUSED = (
    "0A000",
    "22000",
    "22P02",
    "23502",
    "23503",
    "23505",
    "23514",
    "42501",
    "42601",
    "42703",
    "42883",
    "P0001",
    "XX000",
)


async def waiter(admin: AsyncConnection) -> int:
    """Return the process that waits for the admin's lock, once there is one."""
    while True:
        await admin.execute("select pg_stat_clear_snapshot()")
        row = await (
            await admin.execute(
                "select pid from pg_stat_activity"
                " where pg_backend_pid() = any(pg_blocking_pids(pid))"
            )
        ).fetchone()
        if row:
            return int(row["pid"])
        await asyncio.sleep(0)


class FaultContract:
    """Tests of errors."""

    @pytest.mark.parametrize("sqlstate", [*_UNAVAILABLE, *_REFUSED])
    async def test_every_error_of_the_database_is_one_of_ours(
        self, store: Store, admin: AsyncConnection, sqlstate: str
    ) -> None:
        await admin.execute(
            "create or replace function has_owner() returns boolean language plpgsql volatile"
            f" as $$ begin raise exception 'a fault' using errcode = '{sqlstate}'; end $$"
        )
        expected = DatabaseUnavailable if sqlstate in _UNAVAILABLE else DatabaseRefused
        with pytest.raises(expected, match=rf"{sqlstate}: has_owner: a fault"):
            await store.people.has_owner()

    @pytest.mark.parametrize("end", ["pg_cancel_backend", "pg_terminate_backend"])
    async def test_a_call_that_is_ended_can_be_made_again(
        self, store: Store, admin: AsyncConnection, end: str
    ) -> None:
        async with admin.transaction():
            await admin.execute("lock table user_roles")
            call = asyncio.create_task(store.people.has_owner())
            await admin.execute(f"select {end}(%s)", (await waiter(admin),))
            with pytest.raises(DatabaseUnavailable):
                await call
        assert await store.people.has_owner() is False

    async def test_a_read_only_database_is_unavailable(
        self, store: Store, admin: AsyncConnection
    ) -> None:
        name = admin.info.dbname
        await admin.execute(f"alter database {name} set default_transaction_read_only = on")
        await admin.execute(
            "select pg_terminate_backend(pid, 10000) from pg_stat_activity"
            " where datname = current_database() and pid <> pg_backend_pid()"
        )
        with pytest.raises(DatabaseUnavailable, match="25006"):
            await store.chats.set_mode("1", "chat")
        assert await store.chats.get_mode("1") is None

    async def test_a_missing_function_is_refused(
        self, store: Store, admin: AsyncConnection
    ) -> None:
        await admin.execute("drop function has_owner")
        with pytest.raises(DatabaseRefused, match="has_owner"):
            await store.people.has_owner()

    async def test_a_value_of_the_wrong_kind_is_refused(self, store: Store) -> None:
        with pytest.raises(DatabaseRefused, match="22P02"):
            await store.staging.discard_document("not a uuid")
        with pytest.raises(DatabaseRefused):
            await store.chats.insert_and_trim_pairs("1", [Turn("system", "x")], 1)  # type: ignore[arg-type]

    async def test_an_error_quotes_no_document(self, store: Store) -> None:
        new = document("b")
        await store.staging.stage_document(new)
        [row] = paragraphs([direction(0)])
        broken = replace(row, chunk=replace(row.chunk, paragraph_idx=-1, text="a secret"))
        with pytest.raises(DatabaseRefused) as caught:
            await store.staging.stage_paragraphs(new.document_id, "b", [broken])
        assert "23514" in str(caught.value)
        assert "a secret" not in "".join(traceback.format_exception(caught.value))
