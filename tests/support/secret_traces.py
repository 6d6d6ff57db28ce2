"""Where a secret could have left a trace: every column of every table, and everything logged."""

import io
import logging
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from psycopg import AsyncConnection, sql
from psycopg.rows import tuple_row

from bot.logs import configure_logging


@contextmanager
def everything_logged() -> Iterator[io.StringIO]:
    """Collect what is logged, as it is logged."""
    root = logging.getLogger()
    handlers, level = root.handlers[:], root.level
    stream = io.StringIO()
    configure_logging("DEBUG", stream=stream)
    try:
        yield stream
    finally:
        root.handlers[:] = handlers
        root.setLevel(level)


async def columns_with(connection: AsyncConnection[Any], *planted: str) -> list[str]:
    """Look for strings in every column of every table there is, engine's and ours."""
    cursor = connection.cursor(row_factory=tuple_row)
    await cursor.execute(
        "select c.table_schema, c.table_name, c.column_name from information_schema.columns as c"
        " join information_schema.tables as t using (table_schema, table_name)"
        " where t.table_type = 'BASE TABLE'"
        " and c.table_schema not in ('pg_catalog', 'information_schema')"
    )
    columns = await cursor.fetchall()
    assert len(columns) > 50
    guilty = []
    for schema, table, name in columns:
        for secret in planted:
            statement = sql.SQL(
                "select 1 from {}.{} where position({} in convert_to({}::text, 'UTF8')) > 0"
                " or position({} in {}::text) > 0 limit 1"
            ).format(
                sql.Identifier(schema),
                sql.Identifier(table),
                sql.Literal(secret.encode()),
                sql.Identifier(name),
                sql.Literal(secret.encode().hex()),  # how bytes read as text
                sql.Identifier(name),
            )
            await cursor.execute(statement)
            if await cursor.fetchone():
                guilty.append(f"{schema}.{table}.{name}")
    return guilty
