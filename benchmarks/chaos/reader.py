"""Somebody who searches all the time: whoever sent a batch must find nothing of it, or all."""

import asyncio
from collections.abc import AsyncIterator, Iterable
from contextlib import asynccontextmanager
from typing import Any

import psycopg
from psycopg import AsyncConnection

from benchmarks.chaos.points import NOBODY
from benchmarks.chaos.process.embedder import HashedEmbedder

_LOOK_SECONDS = 0.05
_EVERYTHING = 200  # passages: more than a batch has
# As the bot searches: by meaning and by words, as the asking person. Nothing is too far off.
_FOUND = """
select count(distinct document_id) from public.search_documents(
    query_vector => %s::extensions.vector, query_text => %s, top_k => %s, p_threshold => 0,
    p_asker => %s, p_language => 'en'
)
"""


class Reader:
    """Looks at one watched person's base after the other, as that person."""

    def __init__(self, url: str) -> None:
        self._url = url
        self._seen: dict[int, set[int]] = {}
        self._vectors: dict[str, str] = {}
        self.looks = 0

    def watch(self, person: int) -> None:
        """Look at this person's base, too."""
        self._seen[person] = set()

    def leave(self, person: int, documents: int) -> set[int]:
        """Look no more; return how many of the documents were found when it was not all or none."""
        return self._seen.pop(person) - {0, documents}

    async def look(self, connection: AsyncConnection[Any], people: Iterable[int]) -> None:
        """Search once as each of them."""
        for person in people:
            question = "What about this is known?"
            found = await connection.execute(
                _FOUND, [await self._vector(question), question, _EVERYTHING, person]
            )
            row = await found.fetchone()
            assert row is not None
            self._seen.setdefault(person, set()).add(row[0])
            self.looks += 1

    @asynccontextmanager
    async def looking(self) -> AsyncIterator["Reader"]:
        """Look until the block ends."""
        task = asyncio.create_task(self._look_on())
        try:
            yield self
        finally:
            task.cancel()
            await asyncio.gather(task, return_exceptions=True)

    async def _look_on(self) -> None:
        turn = NOBODY
        while True:
            try:
                async with await AsyncConnection.connect(self._url, autocommit=True) as connection:
                    while True:
                        turn += 1
                        if people := list(self._seen):
                            await self.look(connection, [people[turn % len(people)]])
                        await asyncio.sleep(_LOOK_SECONDS)
            except psycopg.OperationalError:  # Postgres was stopped
                await asyncio.sleep(_LOOK_SECONDS)

    async def _vector(self, question: str) -> str:
        if question not in self._vectors:
            query = await HashedEmbedder().embed_query(question)
            self._vectors[question] = str(query.embedding.tolist())
        return self._vectors[question]
