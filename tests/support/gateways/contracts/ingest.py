"""What both gateways promise about staging, publishing and artifacts."""

import asyncio
from dataclasses import replace
from functools import partial

import numpy as np
import pytest
from psycopg import AsyncConnection

from pipelines.errors import DatabaseRefused
from pipelines.models.people import MACHINE
from pipelines.store.store import Store
from tests.support.gateways.sample_documents import (
    direction,
    document,
    found_by,
    paragraphs,
    publish,
    stage,
)

GROUP = -4002


class IngestContract:
    """Tests of staging, publishing and artifacts."""

    async def test_a_staged_document_is_seen_by_nobody(self, store: Store) -> None:
        await stage(store, document("b", owner_telegram_id=1), [direction(0)])
        assert await found_by(store, 1) == set()
        assert await found_by(store, None) == set()

    async def test_a_batch_appears_at_once(self, store: Store) -> None:
        new = [
            document("b", item_idx=n, owner_telegram_id=1, reader_role=role)
            for n, role in enumerate(("everyone", None, None))
        ]
        for n, item in enumerate(new):
            await stage(store, item, [direction(0)], first=10 * n)
        assert await store.staging.publish_batch("b") == 3
        assert await found_by(store, 1) == {item.document_id for item in new}
        assert await found_by(store, None) == {new[0].document_id}

    async def test_publishing_again_changes_nothing(self, store: Store) -> None:
        await publish(store, document("b"), [direction(0)])
        assert await store.staging.publish_batch("b") == 1
        assert await store.staging.publish_batch("no such batch") == 0

    async def test_a_batch_that_cannot_be_published_whole_is_not(
        self, store: Store, admin: AsyncConnection
    ) -> None:
        first, second = document("b"), document("b", item_idx=1)
        await stage(store, first, [direction(0)])
        await stage(store, second, [direction(0)], first=1)
        await admin.execute(
            f"alter table role_document_access add constraint fault"
            f" check (document_id <> '{second.document_id}')"
        )
        with pytest.raises(DatabaseRefused):
            await store.staging.publish_batch("b")
        assert await found_by(store, None) == set()

    async def test_staging_again_adds_nothing(self, store: Store, admin: AsyncConnection) -> None:
        new = document("b")
        for _ in range(2):
            await stage(store, new, [direction(0), direction(1)])
        await store.staging.publish_batch("b")
        await stage(store, new, [direction(0), direction(1)])
        for table in "documents", "documents_paragraphs", "paragraph_token_vectors":
            counted = await admin.execute(f"select count(*) from {table}")
            assert (await counted.fetchone())["count"] == (1 if table == "documents" else 2)

    async def test_staging_twice_at_once_adds_nothing(self, store: Store) -> None:
        new = document("b")
        await asyncio.gather(*(stage(store, new, [direction(n) for n in range(9)]) for _ in "abc"))
        await store.staging.publish_batch("b")
        known = await store.staging.find_known(new.content_sha256, asker=None)
        assert known is not None
        assert known.chunks == 9

    async def test_the_rest_is_added_when_some_are_there(self, store: Store) -> None:
        new = document("b")
        rows = paragraphs([direction(n) for n in range(4)])
        await store.staging.stage_document(new)
        await store.staging.stage_paragraphs(new.document_id, "b", rows[:2])
        await store.staging.stage_paragraphs(new.document_id, "b", rows)
        await store.staging.publish_batch("b")
        for axis in range(4):
            assert await found_by(store, None, axis) == {new.document_id}

    async def test_no_rows_are_no_fault(self, store: Store) -> None:
        new = document("b")
        await stage(store, new, [])
        assert await store.staging.publish_batch("b") == 1

    async def test_a_number_of_another_document_is_refused(self, store: Store) -> None:
        await stage(store, document("b"), [direction(0)])
        with pytest.raises(DatabaseRefused, match="23505"):
            await stage(store, document("b", item_idx=1), [direction(1)])

    async def test_a_number_given_twice_is_refused(self, store: Store) -> None:
        new = document("b")
        [row] = paragraphs([direction(0)])
        await store.staging.stage_document(new)
        with pytest.raises(DatabaseRefused):
            await store.staging.stage_paragraphs(new.document_id, "b", [row, row])

    async def test_a_published_document_takes_no_more(self, store: Store) -> None:
        new = document("b")
        await publish(store, new, [direction(0)])
        with pytest.raises(DatabaseRefused):
            await store.staging.stage_paragraphs(
                new.document_id, "b", paragraphs([direction(1)], first=1)
            )
        assert await found_by(store, None, 1) == set()

    async def test_paragraphs_need_their_document(self, store: Store) -> None:
        new = document("b")
        await store.staging.stage_document(new)
        with pytest.raises(DatabaseRefused):
            await store.staging.stage_paragraphs(
                new.document_id, "other", paragraphs([direction(0)])
            )

    @pytest.mark.parametrize(
        "embedding",
        [
            np.ones(767, np.float32),
            np.full(768, np.nan, np.float32),
            np.full(768, np.inf, np.float32),
        ],
    )
    async def test_an_embedding_that_is_none_is_refused(
        self, store: Store, embedding: np.ndarray
    ) -> None:
        with pytest.raises(DatabaseRefused):
            await stage(store, document("b"), [embedding])

    async def test_a_staged_document_can_be_discarded(
        self, store: Store, admin: AsyncConnection
    ) -> None:
        new = document("b")
        await stage(store, new, [direction(0)])
        await store.staging.discard_document(new.document_id)
        await store.staging.discard_document(new.document_id)
        counted = await admin.execute("select count(*) from documents_paragraphs")
        assert await counted.fetchone() == {"count": 0}

    async def test_what_is_staged_of_a_batch_can_be_discarded(self, store: Store) -> None:
        shown, staged, other = document("b"), document("c"), document("d")
        await publish(store, shown, [direction(0)])
        for each in (staged, other):
            await stage(store, each, [direction(0)])
        for batch_id in ("b", "c", "c"):
            await store.staging.discard_batch(batch_id)
        assert await store.staging.publish_batch("c") == 0
        assert await store.staging.publish_batch("d") == 1
        assert await found_by(store, None) == {shown.document_id, other.document_id}

    async def test_a_published_document_cannot_be_discarded(self, store: Store) -> None:
        new = document("b")
        await publish(store, new, [direction(0)])
        await store.staging.discard_document(new.document_id)
        assert await found_by(store, None) == {new.document_id}

    async def test_a_known_text_is_found_by_those_who_may_read_it(self, store: Store) -> None:
        new = document("b", owner_telegram_id=1, reader_role=None, kind="file", pages=3)
        await stage(store, new, [direction(0), direction(1)])
        assert await store.staging.find_known(new.content_sha256, asker=1) is None, "still staged"
        await store.staging.publish_batch("b")
        known = await store.staging.find_known(new.content_sha256, asker=1)
        assert known is not None
        assert (known.document_id, known.batch_id, known.kind) == (new.document_id, "b", "file")
        assert (known.title, known.language, known.pages) == (new.title, "ru", 3)
        assert known.chunks == 2
        assert await store.staging.find_known(new.content_sha256, asker=2) is None
        assert await store.staging.find_known(new.content_sha256, asker=None) is None

    async def test_a_known_text_is_told_of_in_a_group_that_may_read_it(self, store: Store) -> None:
        new = document("b", owner_telegram_id=1, reader_role=None)
        await publish(store, new, [direction(0)])
        role = await store.administration.make_role("shop", actor=MACHINE)
        assert role is not None
        assert await store.administration.set_group_role(GROUP, role, actor=MACHINE)
        known = partial(store.staging.find_known, new.content_sha256, asker=1)
        assert await known() is not None
        assert await known(told_in=GROUP) is None
        share = partial(store.administration.share_document, is_on=True, actor=MACHINE)
        assert await share(new.document_id, role)
        assert await known(told_in=GROUP) is not None

    async def test_the_copies_of_a_paragraph_are_its_documents(
        self, store: Store, admin: AsyncConnection
    ) -> None:
        new = replace(document("b"), kind="video", file_name="x.mp4", title="a\x00b")
        await publish(store, new, [direction(0)])
        rows = await admin.execute(
            "select type, title, url, file_name, batch_id, idx_in_batch, retrieved_at is not null"
            " as dated, exists (select from document_lexemes as l"
            " where l.document_id = dp.document_id and l.lexeme = 'абзац') as searchable"
            " from documents_paragraphs as dp"
        )
        assert await rows.fetchall() == [
            {
                "type": "video", "title": "a\ufffdb", "url": new.url, "file_name": "x.mp4",
                "batch_id": "b", "idx_in_batch": 0, "dated": True, "searchable": True,
            }
        ]  # fmt: skip

    async def test_artifacts_come_back_byte_for_byte(self, store: Store) -> None:
        content = bytes(range(256)) * 1000
        await store.artifacts.put_artifact("b", "file", b"first")
        await store.artifacts.put_artifact("b", "file", content)
        await store.artifacts.put_artifact("b", "empty", b"")
        assert await store.artifacts.get_artifact("b", "file") == content
        assert await store.artifacts.get_artifact("b", "empty") == b""

    async def test_artifacts_of_a_batch_are_deleted(self, store: Store) -> None:
        await store.artifacts.put_artifact("b", "file", b"x")
        await store.artifacts.put_artifact("c", "file", b"y")
        await store.artifacts.delete_artifacts("b")
        with pytest.raises(DatabaseRefused):
            await store.artifacts.get_artifact("b", "file")
        assert await store.artifacts.get_artifact("c", "file") == b"y"

    async def test_artifacts_of_one_item_are_deleted(self, store: Store) -> None:
        for name in ("1/content", "1/clean", "11/clean", "upload/1", "upload/11"):
            await store.artifacts.put_artifact("d", name, name.encode())
        await store.artifacts.delete_artifacts_of("d", "1/", "upload/1")
        for gone in ("1/content", "1/clean", "upload/1"):
            with pytest.raises(DatabaseRefused):
                await store.artifacts.get_artifact("d", gone)
        for kept in ("11/clean", "upload/11"):
            assert await store.artifacts.get_artifact("d", kept) == kept.encode()
