"""Wraps the product's ways to the outside, so that a tally hears of every call."""

import json
import re
from typing import Any
from urllib.parse import urlsplit

import httpx
from sqlalchemy import Engine, event
from sqlalchemy.engine.default import DefaultDialect
from telegram.request import HTTPXRequest

from benchmarks.chaos.points import NOBODY
from benchmarks.chaos.process.naming import Names
from benchmarks.chaos.process.tally import Call, Tally
from pipelines.engine.work_context import current_work_context
from pipelines.fetchers.web.guard import GuardedTransport
from pipelines.gateways.postgres import PostgresDatabase

_GETS = ("get", "file")  # how Telegram's methods begin that leave nothing; polling confirms


def count_calls(tally: Tally, *, reading: frozenset[str]) -> None:
    """Count everything from now on.

    Args:
        reading: names of SQL functions that only read.
    """
    names = Names()
    _count_database(tally, names, reading)
    _count_engine(tally, names)
    _count_telegram(tally, names)
    _count_fetches(tally, names)


def _whose(names: Names) -> tuple[int, str]:
    work = current_work_context()
    return names.of_work(work.key if work else None)


def _count_database(tally: Tally, names: Names, reading: frozenset[str]) -> None:
    for name in ("rows", "value"):
        original = getattr(PostgresDatabase, name)

        async def call(
            self: Any, function: str, /, _original: Any = original, **arguments: Any
        ) -> Any:
            calls = _begin(tally, names, function, arguments, lasts=function not in reading)
            result = await _original(self, function, **arguments)
            if function == "receive_updates":
                names.learn([r["update_id"] for r in result], [r["payload"] for r in result])
            if function == "finish_updates":
                for update_id in arguments["p_update_ids"]:
                    tally.settle(names.of_update(update_id)[0])
            tally.end(*calls)
            return result

        setattr(PostgresDatabase, name, call)


def _begin(tally: Tally, names: Names, function: str, arguments: Any, *, lasts: bool) -> list[Call]:
    """Begin a call; what is done to several updates at once is a call for each of them."""
    if function == "receive_updates":
        names.learn(arguments["p_update_ids"], arguments["p_payloads"])
    if update_ids := arguments.get("p_update_ids"):
        told = [names.of_update(each) for each in update_ids]
    else:
        told = [_whose(names)]
        if told[0][0] == NOBODY:
            batch = str(arguments.get("p_batch_id") or arguments.get("p_run_id") or "")
            told = [names.of_run(batch)]
    how = arguments.get("p_how") or arguments.get("p_name") or ""
    return [
        tally.begin(person, f"{scope} {function} {how}".strip(), is_lasting=lasts)
        for person, scope in told
    ]


def _count_engine(tally: Tally, names: Names) -> None:
    """Count the statements by which the engine keeps its records, and its COMMITs."""
    begun: dict[int, tuple[Call, bool, bool]] = {}  # by cursor
    writes: dict[int, list[Call]] = {}  # by connection: those that are not committed yet

    def before(connection: Any, cursor: Any, statement: str, values: Any, *_: Any) -> None:
        person, label, is_write = names.of_statement(statement, values)
        at_once = connection.get_execution_options().get("isolation_level") == "AUTOCOMMIT"
        call = tally.begin(person, f"engine: {label}", is_lasting=is_write and at_once)
        begun[id(cursor)] = call, is_write, at_once

    def after(connection: Any, cursor: Any, *_: Any) -> None:
        if (found := begun.pop(id(cursor), None)) is None:
            return
        call, is_write, at_once = found
        if is_write and not at_once:
            writes.setdefault(id(connection.connection.dbapi_connection), []).append(call)
        tally.end(call)

    def forget(connection: Any) -> None:  # what was rolled back; then there may be no connection
        writes.pop(id(connection.connection.dbapi_connection), None)

    original = DefaultDialect.do_commit

    def commit(self: Any, connection: Any) -> None:
        written = writes.pop(id(connection.dbapi_connection), [])
        person = max((call.person for call in written), default=NOBODY)
        label = " + ".join(call.label.removeprefix("engine: ") for call in written)
        if not written:
            original(self, connection)
            return
        call = tally.begin(person, f"commit: {label}", is_lasting=True)
        original(self, connection)
        tally.end(call)

    event.listen(Engine, "before_cursor_execute", before)
    event.listen(Engine, "after_cursor_execute", after)
    event.listen(Engine, "begin", forget)
    DefaultDialect.do_commit = commit  # type: ignore[method-assign]


def _count_telegram(tally: Tally, names: Names) -> None:
    original = HTTPXRequest.do_request

    async def call(self: Any, url: str, method: str, *rest: Any, **named: Any) -> Any:
        name = url.rpartition("/")[2] if "/file/" not in url else "file"
        person, scope = _whose(names)
        if person == NOBODY and (data := named.get("request_data")) is not None:
            person = int(json.loads(data.json_parameters.get("chat_id", "0")))
        begun = tally.begin(
            person, f"telegram: {scope} {name}", is_lasting=not name.startswith(_GETS)
        )
        result = await original(self, url, method, *rest, **named)
        tally.end(begun)
        return result

    HTTPXRequest.do_request = call  # type: ignore[method-assign]


def _count_fetches(tally: Tally, names: Names) -> None:
    original = GuardedTransport.handle_async_request

    async def call(self: Any, request: httpx.Request) -> httpx.Response:
        person, scope = _whose(names)
        path = re.sub(r"\d+", "#", urlsplit(str(request.url)).path)
        begun = tally.begin(person, f"http: {scope} {path}", is_lasting=False)
        response = await original(self, request)
        tally.end(begun)
        return response

    GuardedTransport.handle_async_request = call  # type: ignore[method-assign]
