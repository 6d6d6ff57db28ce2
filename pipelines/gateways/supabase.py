"""Supabase, through its REST API."""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any, cast

import httpx
from pgvector import Vector
from supabase import (
    AsyncClient,
    AsyncClientOptions,
    AsyncSupabaseException,
    PostgrestAPIError,
    acreate_client,
)

from pipelines.errors import DatabaseRefused, DatabaseUnavailable, SettingsInvalid
from pipelines.gateways.migrations import local_versions, missing_versions
from pipelines.gateways.sqlstate import Fault, from_sqlstate
from pipelines.store.database import Json, Row

# Supabase cuts an answer at so many rows and does not say so ("Max rows" in its settings).
MAX_ROWS = 1000
# PostgREST's own codes for a database it cannot reach or wait for.
# Source: docs.postgrest.org, "Errors", group 0 (connection).
_UNAVAILABLE = frozenset({"PGRST000", "PGRST001", "PGRST002", "PGRST003"})
_NO_SUCH_FUNCTION = frozenset({"PGRST202", "42883"})
# None: Supabase's own answer to a key it does not know; 42501: a key of too little right.
_KEY_REFUSED = frozenset({None, "42501", "PGRST301", "PGRST302", "PGRST303"})
_TRY_AGAIN = frozenset({408, 425, 429})


class SupabaseDatabase:
    """Calls the SQL functions through /rest/v1/rpc with the service key."""

    def __init__(self, client: AsyncClient, http: httpx.AsyncClient) -> None:
        self._client = client
        self._http = http

    @classmethod
    async def connect(
        cls, url: str, service_key: str, *, timeout_seconds: float = 60.0
    ) -> "SupabaseDatabase":
        """Open a client and see that the database is ready for us.

        Raises:
            SettingsInvalid: the address or key is wrong, or migrations are missing.
            DatabaseUnavailable: nobody answers there.
        """
        http = httpx.AsyncClient(
            timeout=timeout_seconds, event_hooks={"response": [_refuse_other_than_json]}
        )
        try:
            client = await acreate_client(
                url,
                service_key,
                AsyncClientOptions(
                    httpx_client=http, auto_refresh_token=False, persist_session=False
                ),
            )
            database = cls(client, http)
            await database._check_migrations()
        except (AsyncSupabaseException, httpx.InvalidURL, ValueError) as error:
            await http.aclose()
            raise SettingsInvalid(f"SUPABASE_URL or SUPABASE_SERVICE_KEY: {error}") from error
        except (SettingsInvalid, DatabaseUnavailable, DatabaseRefused):
            await http.aclose()
            raise
        return database

    async def pending(self) -> list[str]:
        """Return the versions of our migrations that are not applied there.

        Raises:
            SettingsInvalid: the key is not the project's secret one.
            DatabaseRefused, DatabaseUnavailable: there is no answer to be had.
        """
        try:
            found = await self._call("applied_migrations", {})
        except PostgrestAPIError as error:
            if error.code in _NO_SUCH_FUNCTION:
                return list(local_versions())
            if error.code in _KEY_REFUSED:
                raise SettingsInvalid(
                    "SUPABASE_SERVICE_KEY is not this project's secret (service_role) key:"
                    f" {error.message}"
                ) from None
            raise _from_api_error(error, "applied_migrations") from None
        return missing_versions(cast("list[str]", found))

    async def _check_migrations(self) -> None:
        with _translated("connect"):
            missing = await self.pending()
        if missing:
            raise SettingsInvalid(
                f"{len(missing)} migrations are not applied, from {missing[0]} on, and the REST"
                " API cannot apply them: run `supabase link` and `supabase db push`, or set"
                " DATABASE_URL and run `paragraf migrate`"
            )

    async def close(self) -> None:
        """Close the connections."""
        await self._http.aclose()

    async def rows(
        self, function: str, /, *, paged: bool = False, **arguments: Any
    ) -> Sequence[Row]:
        """Call a function that returns a table, a page of rows at a time if need be.

        Raises:
            DatabaseRefused: not `paged`, and as many rows as a page has: some may be missing.
        """
        with _translated(function):
            rows: list[Row] = []
            while True:
                start = len(rows)
                call = self._client.rpc(function, _sent(arguments))
                page = (await call.range(start, start + MAX_ROWS - 1).execute()).data
                rows += cast("list[Row]", page)
                if len(rows) < start + MAX_ROWS:
                    return rows
                if not paged:
                    raise DatabaseRefused(f"{function}: the answer was cut at {MAX_ROWS} rows")

    async def value(self, function: str, /, *, unlimited: bool = False, **arguments: Any) -> Any:
        """Call a function that returns one value, or void."""
        with _translated(function):
            return await self._call(function, arguments)

    async def _call(self, function: str, arguments: Mapping[str, Any]) -> Any:
        return (await self._client.rpc(function, _sent(arguments)).execute()).data


def _sent(arguments: Mapping[str, Any]) -> dict[str, Any]:
    return {
        name: value.items if isinstance(value, Json) else _as_json(value)
        for name, value in arguments.items()
    }


def _as_json(value: Any) -> Any:
    r"""Write vectors and bytes (as "\x…") the way Postgres reads them out of JSON."""
    if isinstance(value, bytes):
        return "\\x" + value.hex()
    if isinstance(value, Vector):
        return value.to_text()
    if isinstance(value, list):
        return [_as_json(item) for item in value]
    return value


@contextmanager
def _translated(doing: str) -> Iterator[None]:
    """Raise the errors of PostgREST and httpx as ours.

    PostgREST's is left out on purpose: its details quote the row, and with it document text.
    """
    try:
        yield
    except PostgrestAPIError as error:
        raise _from_api_error(error, doing) from None
    except httpx.HTTPError as error:
        raise DatabaseUnavailable(f"{doing}: {type(error).__name__} {error}") from error


def _from_api_error(error: PostgrestAPIError, doing: str) -> Fault:
    code = error.code or ""
    message = f"{doing}: {error.message}"
    if code in _UNAVAILABLE:
        return DatabaseUnavailable(f"{code}: {message}")
    # Where the body is not PostgREST's, the client puts the HTTP status for a code.
    if len(code) == 3 and code.isdigit():
        status = int(code)
        kind = DatabaseUnavailable if status >= 500 or status in _TRY_AGAIN else DatabaseRefused
        return kind(f"HTTP {code}: {message}")
    return from_sqlstate(code, message)


async def _refuse_other_than_json(response: httpx.Response) -> None:
    """Raise when a success is not the API's: a log-in page of a network in between, say."""
    media_type = response.headers.get("content-type", "")
    if response.is_success and response.status_code != 204 and "json" not in media_type:
        raise DatabaseUnavailable(f"{response.url.host} answered {media_type or 'nothing'}")
