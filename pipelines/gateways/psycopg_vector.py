"""Arguments that psycopg sends as bytes: embeddings, and lists of these and of bytes.

As text, an embedding is four times as long, and both sides spend a millisecond on its digits.
"""

from collections.abc import Mapping
from typing import Any

from psycopg import AsyncConnection, sql
from psycopg.adapt import Dumper, PyFormat
from psycopg.pq import Format
from psycopg.types import TypeInfo

from pipelines.gateways.vectors import Vector


class _VectorDumper(Dumper):
    format = Format.BINARY

    def dump(self, obj: Vector) -> bytes:
        return obj.as_bytes()


async def register_vector(connection: AsyncConnection[Any]) -> None:
    """Let a connection send vectors; its server knows their type, or the migrations are missing."""
    info = await TypeInfo.fetch(connection, "extensions.vector")
    if info is None:
        return
    info.register(connection)  # for arrays of them
    dumper = type("VectorDumper", (_VectorDumper,), {"oid": info.oid})
    connection.adapters.register_dumper(Vector, dumper)


def placeholder(name: str, arguments: Mapping[str, Any]) -> sql.Placeholder:
    """Return the place of a named argument, in the form that it is best sent in."""
    value = arguments[name]
    is_binary = isinstance(value, list) and value and isinstance(value[0], Vector | bytes)
    return sql.Placeholder(name, PyFormat.BINARY if is_binary else PyFormat.AUTO)
