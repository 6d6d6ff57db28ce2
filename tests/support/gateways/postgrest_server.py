"""PostgREST's /rest/v1/rpc on loopback, over a real database.

Speaks what the store needs of it as PostgREST 12+ does: named arguments cast by pg_proc
through json_to_record, the role by the key, a read-only transaction for STABLE functions, its
error bodies and status codes. In front of it stands what Supabase puts there: a check of the key.
"""

import asyncio
import json
import socket
from dataclasses import dataclass
from typing import Any

import psycopg
import uvicorn
from psycopg import AsyncConnection, sql
from psycopg.rows import dict_row
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

SERVICE_KEY = "sb_secret_of_the_service"
ANON_KEY = "sb_publishable_for_anyone"
_ROLES = {SERVICE_KEY: "service_role", ANON_KEY: "anon"}

_SIGNATURES = """
select
    p.proargnames[:p.pronargs] as names,
    array(
        select format_type(t.oid, null)
        from unnest(p.proargtypes) with ordinality as a (oid, place)
        join pg_type as t on t.oid = a.oid order by a.place
    ) as types,
    p.pronargs - p.pronargdefaults as required,
    p.proretset as is_set,
    p.prorettype = 'record'::regtype as is_table,
    p.prorettype = 'void'::regtype as is_void,
    p.provolatile <> 'v' as is_read_only
from pg_proc as p
where p.pronamespace = 'public'::regnamespace and p.proname = %s
"""

# Source: docs.postgrest.org, "Errors", the table of HTTP statuses.
_STATUSES = {
    "08": 503, "09": 500, "0L": 403, "0P": 403, "23503": 409, "23505": 409, "25006": 405,
    "25": 500, "28": 403, "2D": 500, "38": 500, "39": 500, "3B": 500, "40": 500, "53400": 500,
    "53": 503, "54": 500, "55": 500, "57P01": 503, "57": 500, "58": 500, "F0": 500, "HV": 500,
    "P0001": 400, "P0": 500, "XX": 500, "42883": 404, "42P01": 404, "42P17": 500,
}  # fmt: skip


MAX_ROWS = 1000  # of Supabase as it comes


@dataclass(frozen=True, slots=True)
class Signature:
    """What PostgREST's schema cache knows of a function."""

    names: list[str] | None
    types: list[str]
    required: int
    is_set: bool
    is_table: bool
    is_void: bool
    is_read_only: bool

    def takes(self, given: set[str]) -> bool:
        names = self.names or []
        return given <= set(names) and set(names[: self.required]) <= given


class PostgrestServer:
    """Serves databases, each under a path of its own, until it is closed."""

    def __init__(self) -> None:
        self._databases: dict[str, str] = {}
        self._interruptions: list[Response] = []
        routes = [Route("/{name}/rest/v1/rpc/{function}", self._answer, methods=["POST"])]
        config = uvicorn.Config(
            Starlette(routes=routes),
            log_level="warning",
            lifespan="off",
            ws="none",
            timeout_keep_alive=75,  # longer than clients keep a connection that is idle
        )
        self._server = uvicorn.Server(config)
        # With its protocol named, asyncio turns Nagle's algorithm off: 40 ms less an answer.
        self._socket = socket.socket(socket.AF_INET, socket.SOCK_STREAM, socket.IPPROTO_TCP)
        self._socket.bind(("127.0.0.1", 0))
        self._socket.listen()
        self._origin = f"http://127.0.0.1:{self._socket.getsockname()[1]}"

    def serve(self, database_url: str) -> str:
        """Return the SUPABASE_URL of a database."""
        name = f"project{len(self._databases)}"
        self._databases[name] = database_url
        return f"{self._origin}/{name}"

    def interrupt(self, status: int, media_type: str, body: str) -> None:
        """Let something in between give the next answer."""
        self._interruptions.append(Response(body, status, media_type=media_type))

    async def __aenter__(self) -> "PostgrestServer":
        self._task = asyncio.create_task(self._server.serve(sockets=[self._socket]))
        return self

    async def __aexit__(self, *_: object) -> None:
        self._server.should_exit = True
        await self._task

    async def _answer(self, request: Request) -> Response:
        if self._interruptions:
            return self._interruptions.pop()
        role = _ROLES.get(request.headers.get("apikey", ""))
        if role is None:
            return JSONResponse({"message": "Invalid API key", "hint": "Double check it."}, 401)
        function = request.path_params["function"]
        try:
            body = await request.json()
        except ValueError:
            return _problem(400, "PGRST102", "Empty or invalid json")
        try:
            async with await AsyncConnection.connect(
                self._databases[request.path_params["name"]], autocommit=True
            ) as connection:
                page = _page(request)
                return await _call(connection, role, function, body, page)
        except psycopg.OperationalError as error:
            if error.sqlstate is None:
                return _problem(503, "PGRST001", "Could not query the database")
            return _refusal(error, role)
        except psycopg.Error as error:
            return _refusal(error, role)


async def _call(
    connection: AsyncConnection[Any],
    role: str,
    function: str,
    body: dict[str, Any],
    page: tuple[int, int],
) -> Response:
    cursor = connection.cursor(row_factory=dict_row)
    found = await (await cursor.execute(_SIGNATURES, (function,))).fetchall()
    signatures = [s for row in found if (s := Signature(**row)).takes(set(body))]
    if len(signatures) != 1:
        asked = f"public.{function}({', '.join(sorted(body))})"
        return _problem(404, "PGRST202", f"Could not find the function {asked}")
    [signature] = signatures

    async with connection.transaction():
        if signature.is_read_only:
            await connection.execute("set transaction read only")
        await connection.execute("set local search_path = public, extensions")
        # Settings of the role, as PostgREST reads them from pg_db_role_setting.
        await connection.execute(
            "select set_config(split_part(s, '=', 1), split_part(s, '=', 2), true)"
            " from pg_roles, unnest(rolconfig) as s where rolname = %s",
            (role,),
        )
        await connection.execute(sql.SQL("set local role {}").format(sql.Identifier(role)))
        answered = await connection.execute(
            _statement(function, signature, list(body), page), {"body": json.dumps(body)}
        )
        row = await answered.fetchone()
    if signature.is_void:
        return Response(status_code=204)
    assert row is not None
    return Response(row[0] or "null", media_type="application/json; charset=utf-8")


def _page(request: Request) -> tuple[int, int]:
    """Offset and limit of an answer; whatever is asked for, it has at most MAX_ROWS."""
    asked = request.query_params
    return int(asked.get("offset", 0)), min(int(asked.get("limit", MAX_ROWS)), MAX_ROWS)


def _statement(
    function: str, signature: Signature, given: list[str], page: tuple[int, int]
) -> sql.Composed:
    types = dict(zip(signature.names or [], signature.types, strict=True))
    name = sql.Identifier("public", function)
    arguments = sql.SQL(", ").join(
        sql.SQL("{0} := pgrst_body.{0}").format(sql.Identifier(n)) for n in given
    )
    columns = sql.SQL(", ").join(
        sql.SQL("{} {}").format(sql.Identifier(n), sql.SQL(types[n])) for n in given
    )
    body = (
        sql.SQL("json_to_record(%(body)s::json) as pgrst_body ({})").format(columns)
        if given
        else sql.SQL("(select %(body)s) as pgrst_body")
    )
    if signature.is_table:
        return sql.SQL(
            "select coalesce(json_agg(r), '[]')::text"
            " from (select r.* from {}, lateral {}({}) as r offset {} limit {}) as r"
        ).format(body, name, arguments, *page)
    result = "coalesce(json_agg(r), '[]')::text" if signature.is_set else "(json_agg(r) -> 0)::text"
    return sql.SQL("select {} from (select {}({}) as r from {}) as t").format(
        sql.SQL(result), name, arguments, body
    )


def _refusal(error: psycopg.Error, role: str) -> Response:
    code = error.sqlstate or "XX000"
    status = _STATUSES.get(code, _STATUSES.get(code[:2], 400))
    if code == "42501":
        status = 401 if role == "anon" else 403
    return _problem(
        status,
        code,
        error.diag.message_primary or "",
        error.diag.message_detail,
        error.diag.message_hint,
    )


def _problem(
    status: int, code: str, message: str, details: str | None = None, hint: str | None = None
) -> Response:
    body = {"code": code, "message": message, "details": details, "hint": hint}
    return JSONResponse(body, status)
