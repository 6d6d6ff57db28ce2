"""What both gateways promise about passages of several chunks, and about the cache."""

from dataclasses import replace

import numpy as np
from psycopg import AsyncConnection

from pipelines.models.answers import Passage
from pipelines.models.documents import Anchor, FloatArray
from pipelines.store.store import Store
from tests.support.gateways.sample_documents import (
    direction,
    document,
    embedded,
    leaning,
    passage_of,
    publish_rows,
)


async def search(store: Store, query: FloatArray, top_k: int = 30) -> tuple[Passage, ...]:
    return await store.search.search_documents(
        query, text="", language="und", top_k=top_k, threshold=0.2, floor=0.0, asker=None
    )


class PassageContract:
    """Tests of small to big and of the cache of embeddings."""

    async def test_a_passage_comes_once_by_its_nearest_chunk(self, store: Store) -> None:
        rows = [
            *passage_of(0, ("A.", "B."), [leaning(0.6), leaning(0.9)]),
            *passage_of(1, ("C.", "D."), [leaning(0.8), leaning(0.7)], first=2),
        ]
        await publish_rows(store, document("b"), rows)
        found = await search(store, direction(0))
        assert [(p.passage_idx, p.text) for p in found] == [(0, "B."), (1, "C.")]

    async def test_many_chunks_of_one_passage_leave_room_for_others(self, store: Store) -> None:
        rows = passage_of(0, ["A."] * 50, [leaning(0.99)] * 50)
        for n in range(1, 4):
            rows += passage_of(n, ["B."], [leaning(0.9 - n / 10)], first=len(rows))
        await publish_rows(store, document("b"), rows)
        found = await search(store, direction(0), top_k=3)
        assert [p.passage_idx for p in found] == [0, 1, 2]

    async def test_a_chunk_is_read_with_its_whole_passage(self, store: Store) -> None:
        rows = [
            *passage_of(0, ("До.",), [direction(1)]),
            *passage_of(1, ("Первое 😀.", "Второе.", "Третье."), [direction(0)] * 3, first=1),
        ]
        rows = [replace(r, chunk=replace(r.chunk, page=r.idx_in_batch // 2 + 1)) for r in rows]
        await publish_rows(store, document("b"), rows)
        [found] = await search(store, direction(0))
        [whole] = await store.search.get_passages([found.id + 2], asker=None)
        assert (whole.id, whole.passage_idx, whole.paragraph_idx) == (found.id + 2, 1, 1)
        assert whole.text == "Первое 😀.\n Второе.\n Третье."
        assert whole.page == 1

    async def test_anchors_of_a_passage_say_only_what_changes(self, store: Store) -> None:
        rows = passage_of(0, ("Один.", "Два.", "Три."), [direction(0)] * 3)
        anchors = (
            (Anchor(0, page=1),),
            (Anchor(0, page=1), Anchor(2, page=2, start_seconds=1.5)),
            (Anchor(0, page=2, start_seconds=1.5), Anchor(1, heading="Порты › Слив", row=7)),
        )
        rows = [
            replace(row, chunk=replace(row.chunk, anchors=own))
            for row, own in zip(rows, anchors, strict=True)
        ]
        await publish_rows(store, document("b"), rows)
        [found] = await search(store, direction(0))
        [whole] = await store.search.get_passages([found.id], asker=None)
        assert whole.text == "Один.\n Два.\n Три."
        assert whole.anchors == (
            Anchor(0, page=1),
            Anchor(9, page=2, start_seconds=1.5),
            Anchor(14, heading="Порты › Слив", row=7),
        )

    async def test_two_chunks_asked_for_are_two_passages(self, store: Store) -> None:
        await publish_rows(
            store, document("b"), passage_of(0, ("A.", "B."), [direction(0), direction(1)])
        )
        ids = [(await search(store, direction(n)))[0].id for n in (1, 0)]
        found = await store.search.get_passages(ids, asker=None)
        assert [p.id for p in found] == ids
        assert {p.text for p in found} == {"A.\n B."}

    async def test_neighbours_are_passages(self, store: Store) -> None:
        rows = []
        for n in range(4):
            rows += passage_of(
                n, (f"{n}a.", f"{n}b."), [direction(n), direction(9)], first=len(rows)
            )
        await publish_rows(store, document("b"), rows)
        ids = [(await search(store, direction(n)))[0].id for n in (1, 2)]
        found = await store.search.get_neighbours(ids, asker=None)
        assert [(p.passage_idx, p.text) for p in found] == [(0, "0a.\n 0b."), (3, "3a.\n 3b.")]
        assert [p.paragraph_idx for p in found] == [0, 6]

    async def test_token_vectors_are_of_the_whole_passage(self, store: Store) -> None:
        rows = passage_of(0, ("Один.", "Два."), [direction(0), direction(1)])
        await publish_rows(store, document("b"), rows)
        [found] = await search(store, direction(1))
        own = [row.embedded.token_vectors for row in rows]
        whole = (await store.search.get_token_vectors([found.id], asker=None))[found.id]
        np.testing.assert_array_equal(whole.vectors, np.concatenate([v.vectors for v in own]))
        np.testing.assert_array_equal(
            whole.offsets, np.concatenate([own[0].offsets, own[1].offsets + len("Один.\n ")])
        )
        assert whole.offsets.dtype == np.int32

    async def test_an_embedding_is_found_by_its_key(self, store: Store) -> None:
        new = document("b", embedding_model="m", embedding_layout="l")
        rows = [
            replace(row, embedding_key=key, embedded=embedded(seed))
            for seed, (row, key) in enumerate(
                zip(passage_of(0, ("A.", "B.", "C."), [direction(0)] * 3), "xy", strict=False)
            )
        ]
        await store.staging.stage_document(new)
        await store.staging.stage_paragraphs(new.document_id, "b", rows)
        found = await store.search.find_embeddings(["y", "z", "x", "x", ""], model="m", layout="l")
        assert set(found) == {"x", "y"}
        for row in rows:
            kept = found[row.embedding_key]
            assert kept.embedding.tobytes() == row.embedded.embedding.tobytes()
            assert kept.embedding.dtype == np.float32
            tokens = row.embedded.token_vectors
            np.testing.assert_array_equal(kept.token_vectors.vectors, tokens.vectors)
            np.testing.assert_array_equal(kept.token_vectors.offsets, tokens.offsets)
        for model, layout in ("other", "l"), ("m", "other"):
            assert await store.search.find_embeddings(["x"], model=model, layout=layout) == {}
        assert await store.search.find_embeddings([], model="m", layout="l") == {}

    async def test_rows_of_before_are_passages_of_their_own(
        self, store: Store, admin: AsyncConnection
    ) -> None:
        await store.staging.stage_document(new := document("b"))
        rows = passage_of(0, ("A.", "B."), [direction(0), direction(1)])
        item = '{{"idx_in_batch": {0}, "paragraph_idx": {0}, "text": "x", "language": "en",'
        item += ' "anchors": [], "dim": 4}}'
        vectors = [r.embedded.token_vectors for r in rows]
        await admin.execute(
            "select stage_paragraphs(%s, 'b', %s, array[array_fill(1, array[768])::vector,"
            " array_fill(1, array[768])::vector], %s, %s)".replace(
                "::vector", "::extensions.vector"
            ),
            (
                new.document_id,
                f"[{item.format(0)},{item.format(1)}]",
                [v.vectors.tobytes() for v in vectors],
                [v.offsets.tobytes() for v in vectors],
            ),
        )
        found = await admin.execute(
            "select passage_idx, lead, embedding_key from documents_paragraphs"
        )
        assert [tuple(row.values()) for row in await found.fetchall()] == [(0, "", ""), (1, "", "")]
