"""What both gateways say of the files that documents were read out of."""

from dataclasses import replace
from uuid import uuid4

from pipelines.models.originals import Original
from pipelines.store.store import Store
from tests.support.gateways.sample_documents import direction, document, publish

ANNA, BORIS = 1001, 1002
SHA = "ab" * 32


class OriginalsContract:
    """Tests of `OriginalStore`."""

    async def test_an_original_is_shown_to_who_may_read_the_document(self, store: Store) -> None:
        new = document(
            "a", owner_telegram_id=ANNA, reader_role=None, kind="file", file_name="a.pdf"
        )
        await publish(store, new, [direction(0)])
        original = Original(new.document_id, SHA, 12, "a.pdf", "telegram", "file-id")
        await store.originals.put_original(original)
        await store.originals.put_original(replace(original, key="another"))
        assert await store.originals.get_original(new.document_id, asker=ANNA) == original
        assert await store.originals.get_original(new.document_id, asker=BORIS) is None
        assert await store.originals.get_original(new.document_id, asker=None) is None

    async def test_an_original_goes_with_its_document(self, store: Store) -> None:
        await store.people.ensure_user(ANNA, "Anna", None)
        new = document("a", owner_telegram_id=ANNA)
        await publish(store, new, [direction(0)])
        await store.originals.put_original(Original(new.document_id, SHA, 12))
        assert await store.originals.known_originals([SHA, "cd" * 32]) == {SHA}
        assert await store.documents.delete_document(new.document_id, actor=ANNA)
        assert await store.originals.known_originals([SHA]) == frozenset()
        assert await store.originals.get_original(new.document_id, asker=ANNA) is None

    async def test_there_is_no_original_of_what_is_not_there(self, store: Store) -> None:
        assert await store.originals.get_original(str(uuid4()), asker=ANNA) is None
