"""Ask in the same world with and without what the asker may not read; compare to the byte.

Documents of others stand among the asker's own, not only behind them. The numbers of chunks are
given as rows come in: they are replaced by the places that they name.
"""

import json
import random
import struct
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from statistics import median
from time import perf_counter
from typing import Any

from pgvector import Vector
from psycopg import AsyncConnection
from psycopg.rows import dict_row

from benchmarks.access.worlds import Document, World, draw_question, draw_world, embed
from benchmarks.access.writing import write_documents, write_people
from benchmarks.product import progress

_QUESTIONS = 3
_LANGUAGES = ("en", "ru", "und")
_SEARCH = """
select * from public.search_documents(
    %(vector)b, %(top_k)s, %(threshold)s, 0, %(asker)s, %(text)s, %(language)s,
    p_within => %(within)s
)
"""
_WORDS = """
select * from public.passages_with_words(
    %(text)s, %(language)s,
    array(select public.readable_documents(public.principals_of(%(asker)s)))
) order by document_id, passage_idx
"""
_LISTS = (
    "select * from public.list_documents(%(asker)s, '', 0, 3)",
    "select * from public.list_documents(%(asker)s, 'r', 1, 8)",
    "select * from public.list_documents(%(asker)s, '', 0, 8, 'ru')",
)
_OF_EACH = (
    "select * from public.get_document(%(id)s, %(asker)s)",
    "select * from public.list_versions(%(id)s, %(asker)s)",
    "select * from public.read_document(%(id)s, %(asker)s)",
    "select * from public.document_passages(%(id)s, %(asker)s)",
    "select * from public.find_known(%(sha)s, %(asker)s)",
    "select * from public.get_neighbours(array(select id from public.documents_paragraphs"
    " where document_id = %(id)s and passage_idx = 1), %(asker)s)",
)


@dataclass(frozen=True, slots=True)
class Difference:
    """Where an answer was not the same."""

    seed: int
    asker: int
    question: str


@dataclass(frozen=True, slots=True)
class Interference:
    """compared: answers. without_ms, with_ms: of one search each, the documents of others apart."""

    worlds: int
    compared: int
    differences: tuple[Difference, ...]
    without_ms: float
    with_ms: float


@dataclass(slots=True)
class Asked:
    """What an asker was shown: a line a question, and how long searches took."""

    shown: dict[str, bytes]
    milliseconds: list[float]


async def measure_interference(
    connection: AsyncConnection[Any], worlds: int, *, first_seed: int = 0
) -> Interference:
    """Ask in so many worlds; nothing of them stays in the database."""
    differences: list[Difference] = []
    compared, without, with_others = 0, list[float](), list[float]()
    for seed in range(first_seed, first_seed + worlds):
        world = draw_world(seed)
        asker = random.Random(seed).choice(list(world.people))  # noqa: S311 - to be repeated
        alone, among = await ask_twice(connection, world, asker, seed)
        compared += len(alone.shown)
        differences += [Difference(seed, asker, each) for each in differing(alone, among)]
        without += alone.milliseconds
        with_others += among.milliseconds
        if (seed + 1) % 100 == 0:
            await connection.execute("vacuum")
            progress(f"{seed + 1 - first_seed} worlds, {len(differences)} differences")
    return Interference(worlds, compared, tuple(differences), median(without), median(with_others))


def differing(alone: Asked, among: Asked) -> list[str]:
    """Return the questions to which not the same was shown."""
    return [each for each, shown in alone.shown.items() if among.shown[each] != shown]


async def ask_twice(
    connection: AsyncConnection[Any], world: World, asker: int, seed: int
) -> tuple[Asked, Asked]:
    """Ask in a world without the documents of others, and with them; by turns the one first."""
    asked = {}
    own = world.readable_by(asker)
    for is_whole in (False, True) if seed % 2 else (True, False):
        async with written(connection, world, world.documents if is_whole else own):
            asked[is_whole] = await _ask(connection, own, asker, seed)
    return asked[False], asked[True]


@asynccontextmanager
async def written(
    connection: AsyncConnection[Any], world: World, documents: Sequence[Document]
) -> AsyncIterator[None]:
    """Have a world of these documents for a while, and be the bot in it."""
    async with connection.transaction(force_rollback=True):
        await write_people(connection, world)
        await write_documents(connection, documents)
        await connection.execute("set local role paragraf_bot")
        yield


async def _ask(
    connection: AsyncConnection[Any], own: Sequence[Document], asker: int, seed: int
) -> Asked:
    draw = random.Random(seed)  # noqa: S311 - to be repeated, not to be secret
    asked = Asked({}, [])
    places = await _places(connection)
    for number in range(_QUESTIONS):
        for name, values in searches(draw, own, asker):
            began = perf_counter()
            rows = await search(connection, name, values)
            asked.milliseconds.append((perf_counter() - began) * 1000)
            asked.shown[f"{number} {name}"] = as_bytes(rows, places)
    for number, statement in enumerate(_LISTS):
        rows = await _rows(connection, statement, {"asker": asker})
        asked.shown[f"list {number}"] = as_bytes(rows, places)
    for document in own:
        values = {"asker": asker, "id": document.id, "sha": f"sha {document.id}"}
        for number, statement in enumerate(_OF_EACH):
            rows = await _rows(connection, statement, values)
            asked.shown[f"document {document.number} {number}"] = as_bytes(rows, places)
    return asked


def searches(
    draw: random.Random, own: Sequence[Document], asker: int
) -> list[tuple[str, dict[str, Any]]]:
    """Return one question as the searches that are made of it."""
    text = draw_question(draw)
    values: dict[str, Any] = {
        "vector": Vector(embed(text)),
        "asker": asker,
        "top_k": draw.choice((1, 3, 30)),
        "threshold": draw.choice((-1.0, 0.2)),
        "language": draw.choice(_LANGUAGES),
        "within": None,
        "text": text,
    }
    some = [each.id for each in own if draw.random() < 0.5]
    return [
        ("hybrid", values),
        ("words", values),
        ("passages", values | {"text": ""}),
        ("chunks", values | {"text": None}),
        ("within", values | {"within": some}),
    ]


async def search(
    connection: AsyncConnection[Any], name: str, values: dict[str, Any]
) -> list[dict[str, Any]]:
    """Make one of the `searches`."""
    return await _rows(connection, _WORDS if name == "words" else _SEARCH, values)


async def _places(connection: AsyncConnection[Any]) -> dict[int, str]:
    """Name each chunk by where it stands."""
    cursor = await connection.execute(
        "select id, document_id, paragraph_idx from public.documents_paragraphs"
    )
    return {id_: f"{document}/{idx}" for id_, document, idx in await cursor.fetchall()}


async def _rows(
    connection: AsyncConnection[Any], statement: str, values: dict[str, Any]
) -> list[dict[str, Any]]:
    cursor = connection.cursor(row_factory=dict_row)
    await cursor.execute(statement, values)
    return await cursor.fetchall()


def as_bytes(rows: Sequence[dict[str, Any]], places: dict[int, str]) -> bytes:
    """Write rows down: numbers by all their bits, chunks by their places."""
    return json.dumps([_plain(row, places) for row in rows], default=str).encode()


def _plain(row: dict[str, Any], places: dict[int, str]) -> dict[str, Any]:
    plain = {}
    for name, value in row.items():
        if isinstance(value, float):
            plain[name] = struct.pack(">d", value).hex()
        elif name == "id" and isinstance(value, int):
            plain[name] = places[value]
        else:
            plain[name] = value
    return plain
