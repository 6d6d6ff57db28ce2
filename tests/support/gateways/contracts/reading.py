"""What both gateways promise about search and about who may read what."""

from dataclasses import dataclass

import numpy as np
import pytest
from psycopg import AsyncConnection

from pipelines.models.answers import Passage
from pipelines.models.documents import Anchor, FloatArray
from pipelines.store.store import Store
from tests.support.gateways.sample_documents import (
    direction,
    document,
    leaning,
    publish,
    stage,
    token_vectors,
)

OWNER, COLLEAGUE, STRANGER, FORMER, UNKNOWN = 1, 2, 3, 4, 5


async def search(
    store: Store,
    query: FloatArray,
    *,
    top_k: int = 30,
    threshold: float = 0.2,
    floor: float = 0.0,
    asker: int | None = None,
) -> tuple[Passage, ...]:
    return await store.search.search_documents(
        query, top_k=top_k, threshold=threshold, floor=floor, asker=asker
    )


@dataclass(frozen=True)
class Library:
    """Ids of one passage of each sort of document, and who may read it."""

    ids: dict[str, int]
    readers: dict[str, set[int | None]]

    def readable_by(self, asker: int | None) -> set[int]:
        return {self.ids[sort] for sort, readers in self.readers.items() if asker in readers}


ASKERS = (OWNER, COLLEAGUE, STRANGER, FORMER, UNKNOWN, None)


@pytest.fixture
async def library(store: Store, admin: AsyncConnection) -> Library:
    """Five documents of three paragraphs: public, private, of a role, staged, of one who left."""
    sorts = {
        "public": document("public", owner_telegram_id=OWNER),
        "private": document("private", owner_telegram_id=OWNER, reader_role=None),
        "role": document("role", owner_telegram_id=OWNER, reader_role=None),
        "staged": document("staged", owner_telegram_id=OWNER),
        "former": document("former", owner_telegram_id=FORMER, reader_role=None),
    }
    for telegram_id in OWNER, COLLEAGUE, STRANGER, FORMER:
        await store.people.ensure_user(telegram_id, None, None)
    for sort, new in sorts.items():
        await stage(store, new, [direction(0)] * 3)
        if sort != "staged":
            await store.staging.publish_batch(new.batch_id)
    await admin.execute("insert into roles (name) values ('readers')")
    await admin.execute(
        "insert into role_document_access select r.id, d.id from roles r, documents d"
        " where r.name = 'readers' and d.batch_id in ('role', 'staged')"
    )
    await admin.execute(
        "insert into user_roles select u.id, r.id from users u, roles r"
        f" where r.name = 'readers' and u.telegram_id in ({COLLEAGUE}, {FORMER})"
    )
    await admin.execute(f"update users set is_active = false where telegram_id = {FORMER}")
    rows = await admin.execute(
        "select batch_id, id from documents_paragraphs where paragraph_idx = 1"
    )
    let_in: set[int | None] = set(ASKERS) - {FORMER, UNKNOWN}
    return Library(
        ids={row["batch_id"]: row["id"] for row in await rows.fetchall()},
        readers={
            "public": let_in,
            "private": {OWNER},
            "role": {OWNER, COLLEAGUE},
            "staged": set(),
            "former": set(),
        },
    )


class ReadingContract:
    """Tests of search and access."""

    @pytest.mark.parametrize("asker", ASKERS)
    async def test_search_shows_what_the_asker_may_read(
        self, store: Store, library: Library, asker: int | None
    ) -> None:
        passages = await search(store, direction(0), asker=asker)
        middle = {passage.id for passage in passages if passage.paragraph_idx == 1}
        assert middle == library.readable_by(asker)
        assert len(passages) == 3 * len(middle)

    @pytest.mark.parametrize("asker", ASKERS)
    async def test_an_id_is_no_permission(
        self, store: Store, library: Library, asker: int | None
    ) -> None:
        ids = list(library.ids.values())
        allowed = library.readable_by(asker)
        passages = await store.search.get_passages(ids, asker=asker)
        assert {passage.id for passage in passages} == allowed
        assert set(await store.search.get_token_vectors(ids, asker=asker)) == allowed
        neighbours = await store.search.get_neighbours(ids, asker=asker)
        assert {passage.document_id for passage in neighbours} == {
            passage.document_id for passage in passages
        }
        assert len(neighbours) == 2 * len(allowed)

    @pytest.mark.parametrize("asker", ASKERS)
    async def test_a_document_is_read_by_whoever_may_read_it(
        self, store: Store, library: Library, admin: AsyncConnection, asker: int | None
    ) -> None:
        rows = await admin.execute("select id, batch_id from documents")
        for row in await rows.fetchall():
            read = await store.search.document_passages(str(row["id"]), asker=asker)
            may_read = asker in library.readers[row["batch_id"]]
            assert [p.passage_idx for p in read] == ([0, 1, 2] if may_read else [])
            part = await store.search.document_passages(
                str(row["id"]), asker=asker, first=1, limit=1
            )
            assert part == read[1:2]

    async def test_the_nearest_come_first_with_their_similarity(self, store: Store) -> None:
        cosines = [0.5, 0.9, 0.1, 0.7, 0.3]
        await publish(store, document("b"), [leaning(cosine) for cosine in cosines])
        passages = await search(store, direction(0))
        assert [p.paragraph_idx for p in passages] == [1, 3, 0, 4]
        similarities = [p.similarity for p in passages]
        assert similarities == pytest.approx([0.9, 0.7, 0.5, 0.3], abs=1e-6)
        assert all(p.rerank_score is None and p.fused_score is None for p in passages)

    async def test_no_more_than_asked_for(self, store: Store) -> None:
        await publish(store, document("b"), [leaning(1 - n / 20) for n in range(10)])
        assert [p.paragraph_idx for p in await search(store, direction(0), top_k=3)] == [0, 1, 2]
        assert await search(store, direction(0), top_k=0) == ()

    async def test_the_threshold_cuts_the_calibrated_similarity(self, store: Store) -> None:
        await publish(store, document("b"), [leaning(c) for c in (0.95, 0.82, 0.7)])
        passages = await search(store, direction(0), floor=0.75, threshold=0.2)
        assert [p.similarity for p in passages] == pytest.approx([0.8, 0.28], abs=1e-6)
        every = await search(store, direction(0), floor=0.75, threshold=-1)
        assert [p.similarity for p in every] == pytest.approx([0.8, 0.28, 0], abs=1e-6)

    async def test_a_passage_carries_all_that_a_citation_needs(self, store: Store) -> None:
        new = document("b", kind="file", file_name="отчёт.pdf", url=None, title="Отчёт")
        await publish(store, new, [direction(0), direction(1)])
        [passage] = await search(store, direction(1))
        assert passage == Passage(
            id=passage.id,
            document_id=new.document_id,
            paragraph_idx=1,
            text="Абзац номер 1",
            kind="file",
            title="Отчёт",
            url=None,
            file_name="отчёт.pdf",
            language="ru",
            page=2,
            start_seconds=None,
            anchors=(Anchor(0, page=2), Anchor(6, page=3)),
            similarity=passage.similarity,
            passage_idx=1,
        )

    async def test_passages_come_in_the_order_asked(self, store: Store) -> None:
        await publish(store, document("b"), [leaning(1 - n / 20) for n in range(5)])
        ids = [p.id for p in await search(store, direction(0))]
        shuffled = [ids[3], ids[0], 10**9, ids[4]]
        found = await store.search.get_passages(shuffled, asker=None)
        assert [p.id for p in found] == [ids[3], ids[0], ids[4]]
        assert await store.search.get_passages([], asker=None) == ()

    async def test_neighbours_are_of_the_same_document_and_new(self, store: Store) -> None:
        await publish(store, document("a"), [leaning(1 - n / 20) for n in range(6)])
        await publish(store, document("b"), [direction(9)] * 6)
        by_idx = {p.paragraph_idx: p.id for p in await search(store, direction(0))}
        found = await store.search.get_neighbours([by_idx[0], by_idx[3], by_idx[4]], asker=None)
        assert [p.id for p in found] == [by_idx[n] for n in (1, 2, 5)]
        assert await store.search.get_neighbours([], asker=None) == ()

    async def test_token_vectors_come_back_as_they_went(self, store: Store) -> None:
        await publish(store, document("b"), [direction(0), direction(0)])
        passages = await search(store, direction(0))
        found = await store.search.get_token_vectors([p.id for p in passages], asker=None)
        for passage in passages:
            expected = token_vectors(passage.paragraph_idx + 1)
            np.testing.assert_array_equal(found[passage.id].vectors, expected.vectors)
            np.testing.assert_array_equal(found[passage.id].offsets, expected.offsets)
            assert found[passage.id].vectors.dtype == np.int8
            assert found[passage.id].offsets.dtype == np.int32

    async def test_an_embedding_loses_no_digit(self, store: Store, admin: AsyncConnection) -> None:
        embedding = np.random.default_rng(0).normal(size=768).astype(np.float32)
        await publish(store, document("b"), [embedding])
        row = await (
            await admin.execute("select embedding::text from documents_paragraphs")
        ).fetchone()
        stored = np.array(row["embedding"].strip("[]").split(","), dtype=np.float32)
        np.testing.assert_array_equal(stored, embedding)
