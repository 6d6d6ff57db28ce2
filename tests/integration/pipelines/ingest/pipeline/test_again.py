"""What was embedded before is taken from where it lies."""

from tests.support.pipelines.ingest_fixtures import ANNA, BORIS
from tests.support.pipelines.pipeline_harness import ReadingRoom
from tests.support.pipelines.written_material import prose


async def test_a_text_of_others_is_embedded_again(room: ReadingRoom) -> None:
    """What somebody may not read is not there for them: not even by being done sooner."""
    text = ("otters.txt", prose("otter", 24).encode())
    (hers,) = (await room.ingest(text, owner=ANNA, reader_role=None)).items
    embedded = len(room.embedder.embedded)
    (his,) = (await room.ingest(text, owner=BORIS, reader_role=None)).items
    assert (hers.status, his.status) == ("stored", "stored")
    assert hers.document_id != his.document_id
    assert len(room.embedder.embedded) == embedded + hers.chunks
    for table, column in (
        ("documents_paragraphs", "embedding"),
        (
            "paragraph_token_vectors t join documents_paragraphs p on p.id = t.paragraph_id",
            "vectors",
        ),
    ):
        one, other = [
            await room.rows(
                f"select {column}::text as value from {table} where document_id = %s"
                " order by paragraph_idx",
                item.document_id,
            )
            for item in (hers, his)
        ]
        assert len(one) == hers.chunks
        assert one == other


async def test_a_group_is_told_nothing_of_what_only_the_sender_may_read(room: ReadingRoom) -> None:
    """Its receipt would name it by a title that somebody gave it for themselves."""
    content, group = prose("marten", 12).encode(), -4711
    (own,) = (await room.ingest(("list.txt", content), owner=ANNA, reader_role=None)).items
    assert own.document_id
    documents = room.store.documents
    assert await documents.rename_document(own.document_id, "Whom we let go", actor=ANNA)
    sent = ("handout.txt", content)
    (told,) = (await room.ingest(sent, owner=ANNA, told_in=group)).items
    assert (told.status, told.title) == ("stored", "handout")
    (again,) = (await room.ingest(sent, owner=ANNA, told_in=group)).items
    assert (again.status, again.document_id) == ("known", told.document_id)


async def test_in_a_group_nothing_is_a_version_of_what_the_group_may_not_read(
    room: ReadingRoom,
) -> None:
    (own,) = (await room.ingest(("rota.txt", b"Anna mops."), owner=ANNA, reader_role=None)).items
    sent = ("rota.txt", b"Boris mops.")
    (told,) = (await room.ingest(sent, owner=ANNA, told_in=-4711)).items
    assert (told.status, told.is_new_version) == ("stored", False)
    documents = room.store.documents
    assert own.document_id
    assert told.document_id
    assert await documents.get_document(own.document_id, asker=ANNA) is not None
    assert await documents.get_document(told.document_id, asker=-4711) is not None
    (later,) = (await room.ingest(("rota.txt", b"Vera mops."), owner=ANNA)).items
    assert later.is_new_version, "of her own, as before"


async def test_of_a_new_version_only_what_is_new_is_embedded(room: ReadingRoom) -> None:
    before, added = prose("beaver", 32), "The beaver dam by the mill was opened on a wet Tuesday. "
    first = await room.ingest(("dam.txt", before.encode()))
    room.embedder.embedded.clear()
    paragraphs = before.split("\n\n")
    after = "\n\n".join([paragraphs[0], added * 3, *paragraphs[1:]])
    second = await room.ingest(("dam.txt", after.encode()))
    assert [item.status for item in (*first.items, *second.items)] == ["stored", "stored"]
    assert " ".join(room.embedder.embedded).split() == (added * 3).split()
    rows = await room.chunks(second.batch_id)
    assert " ".join(row["paragraph_text"] for row in rows).split() == after.split()
    query = await room.embedder.embed_query("When was the beaver dam by the mill opened?")
    nearest = await room.store.search.search_documents(
        query.embedding, top_k=1, threshold=0.0, floor=0.0, asker=None
    )
    assert "wet Tuesday" in nearest[0].text
