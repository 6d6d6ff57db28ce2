"""Searches against a plain model: who may read what, and the exact order by distance.

200 documents, 20 people, 8 roles. Before each search something is granted or withdrawn, as often a
role of a person as a document of a role, and the very next statement is held against the model.
"""

import random
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from pgvector import Vector
from psycopg import AsyncConnection

from benchmarks.access.worlds import Document, World, draw_document, draw_question, embed
from benchmarks.access.writing import (
    GIVE_ROLE,
    GRANT,
    TAKE_ROLE,
    WITHDRAW,
    write_documents,
    write_people,
)
from benchmarks.product import progress
from pipelines.models.documents import FloatArray

_DOCUMENTS, _PEOPLE, _ROLES, _CHUNKS = 200, 20, 8, 10
_TOP_K = 30
_CLOSE = 1e-5  # of a distance in float32: in which order such two stand is not compared
_SEARCH = """
select document_id, paragraph_idx, score
from public.search_documents(%b, %s, -1, 0, %s, %s)
"""
Place = tuple[Any, int]


@dataclass(frozen=True, slots=True)
class Rights:
    """wrong: searches that differ from the model. withdrawn: takings away that were looked at."""

    searches: int
    changes: int
    withdrawn: int
    wrong: int


async def measure_rights(connection: AsyncConnection[Any], searches: int, *, seed: int) -> Rights:
    """Search so often, in one world that changes all the time."""
    draw = random.Random(seed)  # noqa: S311 - to be repeated, not to be secret
    roles = tuple(f"role {number}" for number in range(_ROLES))
    people = {100 + n: frozenset(draw.sample(roles, draw.randint(0, 3))) for n in range(_PEOPLE)}
    documents = tuple(
        draw_document(draw, number, list(people), roles, chunks=_CHUNKS)
        for number in range(_DOCUMENTS)
    )
    world = World(people, roles, documents)
    await write_people(connection, world)
    await write_documents(connection, documents)
    await connection.execute("set role paragraf_bot")
    model = _Model(world)
    wrong = withdrawn = 0
    for number in range(searches):
        asker, is_withdrawn = await _change(connection, model, draw)
        withdrawn += is_withdrawn
        question = embed(f"{draw_question(draw)} {draw.random()}")
        for text in None, "":
            found = await _search(connection, question, asker, text)
            wrong += not model.agrees(found, question, asker)
        if (number + 1) % 500 == 0:
            progress(f"{number + 1} searches, {wrong} wrong")
    return Rights(2 * searches, searches, withdrawn, wrong)


class _Model:
    """Who may read what, kept in Python; and what is nearest, by all distances."""

    def __init__(self, world: World) -> None:
        self.world = world
        self._embeddings = {
            document.id: np.stack([embed(chunk.text) for chunk in document.chunks])
            for document in world.documents
        }

    def agrees(
        self, found: Sequence[tuple[Any, int, float]], question: FloatArray, asker: int
    ) -> bool:
        """Say whether these are the nearest that the asker may read, the nearest first."""
        distances: dict[Place, float] = {}
        for document in self.world.readable_by(asker):
            near = 1 - self._embeddings[document.id].astype(np.float64) @ question
            for chunk, distance in zip(document.chunks, near, strict=True):
                distances[document.id, chunk.paragraph_idx] = float(distance)
        expected = sorted(distances.values())[:_TOP_K]
        places = [(document, idx) for document, idx, _ in found]
        if len(set(places)) != len(expected) or not set(places) <= distances.keys():
            return False
        at = [distances[place] for place in places]
        return bool(np.allclose(at, expected, rtol=0, atol=_CLOSE))


async def _change(
    connection: AsyncConnection[Any], model: _Model, draw: random.Random
) -> tuple[int, bool]:
    """Grant or withdraw something; return whom it concerns, and whether it was taken away."""
    world = model.world
    role = draw.choice(world.roles)
    if draw.random() < 0.5:
        person = draw.choice(list(world.people))
        held = world.people[person]
        taken = role in held
        await connection.execute(TAKE_ROLE if taken else GIVE_ROLE, (person, role))
        people = {**world.people, person: held ^ {role}}
        model.world = replace(world, people=people)
        return person, taken
    document = draw.choice(world.documents)
    taken = role in document.roles
    await connection.execute(WITHDRAW if taken else GRANT, (document.id, role))
    changed = replace(document, roles=document.roles ^ {role})
    model.world = replace(world, documents=_with(world.documents, changed))
    holders = [person for person, held in world.people.items() if role in held]
    return draw.choice(holders or list(world.people)), taken


def _with(documents: Sequence[Document], changed: Document) -> tuple[Document, ...]:
    return tuple(changed if each.id == changed.id else each for each in documents)


async def _search(
    connection: AsyncConnection[Any], question: FloatArray, asker: int, text: str | None
) -> list[tuple[Any, int, float]]:
    cursor = await connection.execute(_SEARCH, (Vector(question), _TOP_K, asker, text))
    return await cursor.fetchall()
