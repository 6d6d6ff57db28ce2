"""What both gateways promise about staging, publishing and artifacts."""

import asyncio
from dataclasses import replace

import numpy as np
import pytest
from psycopg import AsyncConnection

from pipelines.errors import DatabaseRefused
from pipelines.ports import Gateway
from tests.support.gateways.sample_documents import (
    direction,
    document,
    found_by,
    paragraphs,
    publish,
    stage,
)


class IngestContract:
    """Tests of staging, publishing and artifacts."""

    async def test_a_staged_document_is_seen_by_nobody(self, gateway: Gateway) -> None:
        await stage(gateway, document("b", owner_telegram_id=1), [direction(0)])
        assert await found_by(gateway, 1) == set()
        assert await found_by(gateway, None) == set()

    async def test_a_batch_appears_at_once(self, gateway: Gateway) -> None:
        new = [
            document("b", item_idx=n, owner_telegram_id=1, readable_by_everyone=n == 0)
            for n in range(3)
        ]
        for n, item in enumerate(new):
            await stage(gateway, item, [direction(0)], first=10 * n)
        assert await gateway.publish_batch("b") == 3
        assert await found_by(gateway, 1) == {item.document_id for item in new}
        assert await found_by(gateway, None) == {new[0].document_id}

    async def test_publishing_again_changes_nothing(self, gateway: Gateway) -> None:
        await publish(gateway, document("b"), [direction(0)])
        assert await gateway.publish_batch("b") == 1
        assert await gateway.publish_batch("no such batch") == 0

    async def test_a_batch_that_cannot_be_published_whole_is_not(
        self, gateway: Gateway, admin: AsyncConnection
    ) -> None:
        first, second = document("b"), document("b", item_idx=1)
        await stage(gateway, first, [direction(0)])
        await stage(gateway, second, [direction(0)], first=1)
        await admin.execute(
            f"alter table role_document_access add constraint fault"
            f" check (document_id <> '{second.document_id}')"
        )
        with pytest.raises(DatabaseRefused):
            await gateway.publish_batch("b")
        assert await found_by(gateway, None) == set()

    async def test_staging_again_adds_nothing(
        self, gateway: Gateway, admin: AsyncConnection
    ) -> None:
        new = document("b")
        for _ in range(2):
            await stage(gateway, new, [direction(0), direction(1)])
        await gateway.publish_batch("b")
        await stage(gateway, new, [direction(0), direction(1)])
        for table in "documents", "documents_paragraphs", "paragraph_token_vectors":
            counted = await admin.execute(f"select count(*) from {table}")
            assert (await counted.fetchone())["count"] == (1 if table == "documents" else 2)

    async def test_staging_twice_at_once_adds_nothing(self, gateway: Gateway) -> None:
        new = document("b")
        await asyncio.gather(
            *(stage(gateway, new, [direction(n) for n in range(9)]) for _ in "abc")
        )
        await gateway.publish_batch("b")
        known = await gateway.find_known(new.content_sha256, asker=None)
        assert known is not None
        assert known.chunks == 9

    async def test_the_rest_is_added_when_some_are_there(self, gateway: Gateway) -> None:
        new = document("b")
        rows = paragraphs([direction(n) for n in range(4)])
        await gateway.stage_document(new)
        await gateway.stage_paragraphs(new.document_id, "b", rows[:2])
        await gateway.stage_paragraphs(new.document_id, "b", rows)
        await gateway.publish_batch("b")
        for axis in range(4):
            assert await found_by(gateway, None, axis) == {new.document_id}

    async def test_no_rows_are_no_fault(self, gateway: Gateway) -> None:
        new = document("b")
        await stage(gateway, new, [])
        assert await gateway.publish_batch("b") == 1

    async def test_a_number_of_another_document_is_refused(self, gateway: Gateway) -> None:
        await stage(gateway, document("b"), [direction(0)])
        with pytest.raises(DatabaseRefused, match="23505"):
            await stage(gateway, document("b", item_idx=1), [direction(1)])

    async def test_a_number_given_twice_is_refused(self, gateway: Gateway) -> None:
        new = document("b")
        [row] = paragraphs([direction(0)])
        await gateway.stage_document(new)
        with pytest.raises(DatabaseRefused):
            await gateway.stage_paragraphs(new.document_id, "b", [row, row])

    async def test_a_published_document_takes_no_more(self, gateway: Gateway) -> None:
        new = document("b")
        await publish(gateway, new, [direction(0)])
        with pytest.raises(DatabaseRefused):
            await gateway.stage_paragraphs(
                new.document_id, "b", paragraphs([direction(1)], first=1)
            )
        assert await found_by(gateway, None, 1) == set()

    async def test_paragraphs_need_their_document(self, gateway: Gateway) -> None:
        new = document("b")
        await gateway.stage_document(new)
        with pytest.raises(DatabaseRefused):
            await gateway.stage_paragraphs(new.document_id, "other", paragraphs([direction(0)]))

    @pytest.mark.parametrize(
        "embedding",
        [
            np.ones(767, np.float32),
            np.full(768, np.nan, np.float32),
            np.full(768, np.inf, np.float32),
        ],
    )
    async def test_an_embedding_that_is_none_is_refused(
        self, gateway: Gateway, embedding: np.ndarray
    ) -> None:
        with pytest.raises(DatabaseRefused):
            await stage(gateway, document("b"), [embedding])

    async def test_a_staged_document_can_be_discarded(
        self, gateway: Gateway, admin: AsyncConnection
    ) -> None:
        new = document("b")
        await stage(gateway, new, [direction(0)])
        await gateway.discard_document(new.document_id)
        await gateway.discard_document(new.document_id)
        counted = await admin.execute("select count(*) from documents_paragraphs")
        assert await counted.fetchone() == {"count": 0}

    async def test_what_is_staged_of_a_batch_can_be_discarded(self, gateway: Gateway) -> None:
        shown, staged, other = document("b"), document("c"), document("d")
        await publish(gateway, shown, [direction(0)])
        for each in (staged, other):
            await stage(gateway, each, [direction(0)])
        for batch_id in ("b", "c", "c"):
            await gateway.discard_batch(batch_id)
        assert await gateway.publish_batch("c") == 0
        assert await gateway.publish_batch("d") == 1
        assert await found_by(gateway, None) == {shown.document_id, other.document_id}

    async def test_a_published_document_cannot_be_discarded(self, gateway: Gateway) -> None:
        new = document("b")
        await publish(gateway, new, [direction(0)])
        await gateway.discard_document(new.document_id)
        assert await found_by(gateway, None) == {new.document_id}

    async def test_a_known_text_is_found_by_those_who_may_read_it(self, gateway: Gateway) -> None:
        new = document("b", owner_telegram_id=1, readable_by_everyone=False, kind="file", pages=3)
        await stage(gateway, new, [direction(0), direction(1)])
        assert await gateway.find_known(new.content_sha256, asker=1) is None, "still staged"
        await gateway.publish_batch("b")
        known = await gateway.find_known(new.content_sha256, asker=1)
        assert known is not None
        assert (known.document_id, known.batch_id, known.kind) == (new.document_id, "b", "file")
        assert (known.title, known.language, known.pages) == (new.title, "ru", 3)
        assert known.chunks == 2
        assert await gateway.find_known(new.content_sha256, asker=2) is None
        assert await gateway.find_known(new.content_sha256, asker=None) is None

    async def test_the_copies_of_a_paragraph_are_its_documents(
        self, gateway: Gateway, admin: AsyncConnection
    ) -> None:
        new = replace(document("b"), kind="video", file_name="x.mp4", title="a\x00b")
        await publish(gateway, new, [direction(0)])
        rows = await admin.execute(
            "select type, title, url, file_name, batch_id, idx_in_batch, retrieved_at is not null"
            " as dated, text_search @@ to_tsquery('russian', 'абзацы') as searchable"
            " from documents_paragraphs"
        )
        assert await rows.fetchall() == [
            {
                "type": "video", "title": "a\ufffdb", "url": new.url, "file_name": "x.mp4",
                "batch_id": "b", "idx_in_batch": 0, "dated": True, "searchable": True,
            }
        ]  # fmt: skip

    async def test_artifacts_come_back_byte_for_byte(self, gateway: Gateway) -> None:
        content = bytes(range(256)) * 1000
        await gateway.put_artifact("b", "file", b"first")
        await gateway.put_artifact("b", "file", content)
        await gateway.put_artifact("b", "empty", b"")
        assert await gateway.get_artifact("b", "file") == content
        assert await gateway.get_artifact("b", "empty") == b""

    async def test_artifacts_of_a_batch_are_deleted(self, gateway: Gateway) -> None:
        await gateway.put_artifact("b", "file", b"x")
        await gateway.put_artifact("c", "file", b"y")
        await gateway.delete_artifacts("b")
        with pytest.raises(DatabaseRefused):
            await gateway.get_artifact("b", "file")
        assert await gateway.get_artifact("c", "file") == b"y"

    async def test_artifacts_of_one_item_are_deleted(self, gateway: Gateway) -> None:
        for name in ("1/content", "1/clean", "11/clean", "upload/1", "upload/11"):
            await gateway.put_artifact("d", name, name.encode())
        await gateway.delete_artifacts_of("d", "1/", "upload/1")
        for gone in ("1/content", "1/clean", "upload/1"):
            with pytest.raises(DatabaseRefused):
                await gateway.get_artifact("d", gone)
        for kept in ("11/clean", "upload/11"):
            assert await gateway.get_artifact("d", kept) == kept.encode()
