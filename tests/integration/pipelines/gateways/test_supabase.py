"""The Supabase gateway: the contract, and what is its own."""

import asyncio
from collections.abc import AsyncIterator

import pytest
from psycopg import AsyncConnection

from pipelines.errors import DatabaseRefused, DatabaseUnavailable, SettingsInvalid
from pipelines.gateways.migrations import local_versions
from pipelines.gateways.supabase import MAX_ROWS, SupabaseDatabase
from pipelines.store.database import Json, to_vector
from pipelines.store.store import Store
from tests.support.gateways.contracts.fault import FaultContract
from tests.support.gateways.contracts.reading import ReadingContract, library  # noqa: F401 - a fixture
from tests.support.gateways.postgrest_server import ANON_KEY, SERVICE_KEY, PostgrestServer
from tests.support.gateways.sample_documents import direction, document, publish
from tests.support.loopback import loopback_client


@pytest.fixture(scope="session")
async def postgrest() -> AsyncIterator[PostgrestServer]:
    async with PostgrestServer() as server:
        yield server


@pytest.fixture
def supabase_url(postgrest: PostgrestServer, database_url: str) -> str:
    return postgrest.serve(database_url)


@pytest.fixture
async def store(supabase_url: str) -> AsyncIterator[Store]:
    opened = Store(await SupabaseDatabase.connect(supabase_url, SERVICE_KEY))
    yield opened
    await opened.close()


class TestSupabaseDatabase(FaultContract, ReadingContract):
    """What a driver can get wrong, over PostgREST; what the SQL does is tested on Postgres."""


# A value of every type that our functions take, as the stores send it.
_SAMPLES = {
    "uuid": "6b7f3a52-3c1e-4d0c-9a55-0d6f1c2b9e10",
    "uuid[]": ["6b7f3a52-3c1e-4d0c-9a55-0d6f1c2b9e10"],
    "bigint": 1,
    "bigint[]": [1],
    "integer": 1,
    "integer[]": [1],
    "text": "x",
    "text[]": ["x"],
    "boolean": False,
    "double precision": 0.5,
    "double precision[]": [0.5],
    "timestamp with time zone": "2026-01-01T00:00:00Z",
    "bytea": b"\x00\xff",
    "bytea[]": [b"\x00\xff"],
    "jsonb": Json([]),
    "extensions.vector": to_vector(direction(0)),
    "extensions.vector[]": [to_vector(direction(0))],
}


async def test_every_function_can_be_called(store: Store, admin: AsyncConnection) -> None:
    functions = await (
        await admin.execute(
            "select proname, coalesce(proargnames[:pronargs], '{}') as names, proretset,"
            " array(select format_type(t, null) from unnest(proargtypes) as t) as types"
            " from pg_proc where pronamespace = 'public'::regnamespace"
            " and prorettype <> 'trigger'::regtype"
            " and has_function_privilege('service_role', oid, 'execute')"
        )
    ).fetchall()
    assert len(functions) > 60
    for each in functions:
        arguments = {
            name: _SAMPLES[kind] for name, kind in zip(each["names"], each["types"], strict=True)
        }
        call = store.database.rows if each["proretset"] else store.database.value
        [result] = await asyncio.gather(call(each["proname"], **arguments), return_exceptions=True)
        # A refusal of its own is fine; not that nobody knows it.
        assert "Could not find the function" not in str(result), each


async def test_a_database_without_our_functions_needs_a_push(
    postgrest: PostgrestServer, empty_database_url: str
) -> None:
    with pytest.raises(SettingsInvalid, match="supabase db push"):
        await SupabaseDatabase.connect(postgrest.serve(empty_database_url), SERVICE_KEY)


async def test_a_database_that_is_behind_needs_a_push(
    store: Store, supabase_url: str, admin: AsyncConnection
) -> None:
    assert await store.database.pending() == []
    newest = local_versions()[-1]
    await admin.execute(
        "delete from supabase_migrations.schema_migrations where version = %s", (newest,)
    )
    assert await store.database.pending() == [newest]
    with pytest.raises(SettingsInvalid, match=newest):
        await SupabaseDatabase.connect(supabase_url, SERVICE_KEY)


async def test_a_database_of_another_version_is_refused(
    supabase_url: str, admin: AsyncConnection
) -> None:
    await admin.execute(
        "insert into supabase_migrations.schema_migrations (version) values ('20261121100100')"
    )
    with pytest.raises(SettingsInvalid, match="another version of Paragraf"):
        await SupabaseDatabase.connect(supabase_url, SERVICE_KEY)


@pytest.mark.parametrize("key", [ANON_KEY, "of another project", ""])
async def test_a_key_that_is_not_the_secret_one(supabase_url: str, key: str) -> None:
    with pytest.raises(SettingsInvalid, match="SUPABASE_SERVICE_KEY"):
        await SupabaseDatabase.connect(supabase_url, key)


@pytest.mark.parametrize("url", ["", "example.org", "ftp://example.org"])
async def test_an_address_that_is_none(url: str) -> None:
    with pytest.raises(SettingsInvalid, match="SUPABASE_URL"):
        await SupabaseDatabase.connect(url, SERVICE_KEY)


async def test_nobody_at_the_address() -> None:
    with pytest.raises(DatabaseUnavailable):
        await SupabaseDatabase.connect("http://127.0.0.1:1", SERVICE_KEY)


@pytest.mark.parametrize(
    ("status", "media_type", "body", "expected"),
    [
        (200, "text/html", "<p>Log in to the network</p>", DatabaseUnavailable),
        (502, "text/html", "<p>Bad gateway</p>", DatabaseUnavailable),
        (429, "application/json", "[]", DatabaseUnavailable),
        (522, "text/plain", "", DatabaseUnavailable),
        (404, "text/html", "<p>Nothing here</p>", DatabaseRefused),
        (503, "application/json", '{"code": "PGRST002", "message": "m"}', DatabaseUnavailable),
        (504, "application/json", '{"code": "PGRST003", "message": "m"}', DatabaseUnavailable),
        (300, "application/json", '{"code": "PGRST203", "message": "m"}', DatabaseRefused),
    ],
)
async def test_what_stands_in_between_may_answer_instead(
    store: Store,
    postgrest: PostgrestServer,
    status: int,
    media_type: str,
    body: str,
    expected: type[Exception],
) -> None:
    postgrest.interrupt(status, media_type, body)
    with pytest.raises(expected):
        await store.people.claim_ownership(1)
    assert await store.people.has_owner() is False


async def test_the_public_key_reads_nothing(supabase_url: str, store: Store) -> None:
    async with loopback_client(headers={"apikey": ANON_KEY}) as client:
        for function, arguments in (
            ("has_owner", {}),
            ("search_documents", {"query_vector": [0.5] * 768, "top_k": 30}),
            ("get_passages", {"p_ids": [1]}),
        ):
            answer = await client.post(f"{supabase_url}/rest/v1/rpc/{function}", json=arguments)
            assert (answer.status_code, answer.json()["code"]) == (401, "42501")


async def test_the_call_of_the_specification(supabase_url: str, store: Store) -> None:
    """Two arguments, the vector as a JSON array: only what everyone may read."""
    open_one = document("a", owner_telegram_id=1)
    await publish(store, open_one, [direction(0)])
    closed = document("b", owner_telegram_id=1, reader_role=None)
    await publish(store, closed, [direction(0)])
    async with loopback_client(headers={"apikey": SERVICE_KEY}) as client:
        answer = await client.post(
            f"{supabase_url}/rest/v1/rpc/search_documents",
            json={"query_vector": direction(0).tolist(), "top_k": 30},
        )
    [found] = answer.json()
    assert found["document_id"] == open_one.document_id
    assert list(found)[:7] == [
        "id", "paragraph_text", "score", "type", "url", "file_name", "paragraph_idx",
    ]  # fmt: skip


async def test_what_is_longer_than_a_page_comes_whole(store: Store) -> None:
    long = document("a")
    await publish(store, long, [direction(n % 700) for n in range(2 * MAX_ROWS + 1)])
    chunks = await store.embeddings.chunks_to_reembed(long.document_id)
    assert len({chunk.id for chunk in chunks}) == 2 * MAX_ROWS + 1


async def test_what_may_have_been_cut_is_refused(store: Store) -> None:
    messages = range(1, MAX_ROWS + 2)
    await store.batches.record_message_runs(1, 2, messages, "run")
    assert len(await store.batches.find_message_runs(1, 2, messages[:-2])) == MAX_ROWS - 1
    with pytest.raises(DatabaseRefused, match="cut at 1000 rows"):
        await store.batches.find_message_runs(1, 2, messages)
