"""A changed file or page takes the place of its former version; old citations still open."""

from tests.support.fetchers.loopback_site import respond
from tests.support.pipelines.ingest_fixtures import ANNA, BORIS, Web
from tests.support.pipelines.pipeline_harness import ReadingRoom
from tests.support.pipelines.written_material import prose


async def test_a_changed_file_of_the_same_name_takes_the_place_of_the_former(
    room: ReadingRoom,
) -> None:
    (first,) = (await room.ingest(("toll.txt", b"The toll is nine crowns."), owner=ANNA)).items
    [cited] = await room.chunks(first.batch_id or "")
    (second,) = (await room.ingest(("Toll.txt", b"The toll is ten crowns."), owner=ANNA)).items
    assert (first.is_new_version, second.is_new_version) == (False, True)
    found = await room.found("What is the toll?", asker=ANNA)
    assert second.document_id in found
    assert first.document_id not in found
    [passage] = await room.store.search.get_passages([cited["id"]], asker=ANNA)
    assert passage.text == "The toll is nine crowns."
    listed = await room.store.documents.list_documents(asker=ANNA, query="toll")
    assert [each.document_id for each in listed.documents] == [second.document_id]
    versions = await room.store.documents.list_versions(first.document_id or "", asker=ANNA)
    assert [each.document_id for each in versions] == [second.document_id, first.document_id]


async def test_a_page_that_changed_is_a_new_version(room: ReadingRoom, web: Web) -> None:
    def page(height: int) -> bytes:
        text = f"<p>The tower at Norrvik is {height} metres high.</p>"
        return respond(
            f"<html lang=en><title>Norrvik</title><body><article>{text * 4}</article>".encode()
        )

    web.site.pages["/norrvik"] = page(30)
    (first,) = (await room.ingest(web.site.url("/norrvik"), owner=ANNA)).items
    web.site.pages["/norrvik"] = page(31)
    (second,) = (await room.ingest(web.site.url("/norrvik#top"), owner=ANNA)).items
    assert (first.status, second.status) == ("stored", "stored")
    found = await room.found("How high is the tower at Norrvik?", asker=ANNA)
    assert second.document_id in found
    assert first.document_id not in found


async def test_somebody_elses_file_of_this_name_is_another_document(room: ReadingRoom) -> None:
    (hers,) = (await room.ingest(("plan.txt", b"Anna sows the rye in May."), owner=ANNA)).items
    (his,) = (await room.ingest(("plan.txt", b"Boris sows the oats in June."), owner=BORIS)).items
    assert not his.is_new_version
    assert {hers.document_id, his.document_id} <= await room.found("sows", asker=ANNA)


async def test_two_files_of_one_name_in_one_message_are_two_documents(room: ReadingRoom) -> None:
    report = await room.ingest(
        ("readme.txt", b"The first readme is about boats."),
        ("readme.txt", b"The second readme is about sheep."),
        owner=ANNA,
    )
    assert not any(item.is_new_version for item in report.items)
    ids = {item.document_id for item in report.items}
    assert ids <= await room.found("What is the readme about?", asker=ANNA)


async def test_who_wrote_it_and_when_is_kept(room: ReadingRoom, web: Web) -> None:
    web.site.pages["/bylined"] = respond(
        b"<html><head><title>On ferries</title><meta name=author content='Solveig Aas'>"
        b"<meta property='article:published_time' content='2024-05-17T08:00:00Z'></head>"
        b"<body><article><p>" + prose("ferry", 6).encode() + b"</p></article>"
    )
    (item,) = (await room.ingest(web.site.url("/bylined"), owner=ANNA)).items
    assert item.failure is None
    card = await room.store.documents.get_document(item.document_id or "", asker=ANNA)
    assert card is not None
    assert card.author == "Solveig Aas"
    assert (card.published or "").startswith("2024-05-17")
