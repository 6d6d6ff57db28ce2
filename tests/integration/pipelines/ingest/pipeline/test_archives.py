"""Archives through the whole pipeline: every file in one is an item of its own."""

from pipelines.ingest.retry import retry_request, worth_retrying
from tests.support.extractors.office_maker import make_docx, make_xlsx, make_zip
from tests.support.fetchers.loopback_site import respond
from tests.support.pipelines.ingest_fixtures import ANNA, MoodyDatabase, Web
from tests.support.pipelines.pipeline_harness import ReadingRoom, new_id
from tests.support.pipelines.written_material import CHEESE, prose


async def test_every_file_of_an_archive_is_an_item(room: ReadingRoom) -> None:
    archive = make_zip(
        {
            "../notes/cheese.md": CHEESE[1],
            "boiler.docx": make_docx(site="cellar"),
            "empty.txt": "",
            "inner.zip": make_zip({"a.txt": "x"}),
            "broken.pdf": b"%PDF-1.7\n1 0 obj <<",
            "__MACOSX/._boiler.docx": "junk",
        }
    )
    report = await room.ingest(
        ("before.txt", prose("kestrel", 3).encode()), ("../all.zip", archive), owner=ANNA
    )
    assert [(item.label, item.failure and item.failure.code) for item in report.items] == [
        ("before.txt", None),
        ("all.zip › notes/cheese.md", None),
        ("all.zip › boiler.docx", None),
        ("all.zip › empty.txt", "source-empty"),
        ("all.zip › inner.zip", "source-nested-archive"),
        ("all.zip › broken.pdf", "source-broken"),
    ]
    assert len({item.idx for item in report.items}) == len(report.items)
    rows = await room.chunks(report.batch_id)
    assert [row["idx_in_batch"] for row in rows] == list(range(len(rows)))
    documents = await room.rows(
        "select file_name from documents where batch_id = %s order by file_name", report.batch_id
    )
    assert [row["file_name"] for row in documents] == ["before.txt", "boiler.docx", "cheese.md"]
    assert await room.leftovers(report.batch_id) == []
    states = {line.label: line.state for line in room.mailbox.progress[report.batch_id][-1]}
    assert "all.zip" not in states
    assert states["all.zip › boiler.docx"] == "stored"


async def test_a_broken_or_hostile_archive_holds_nothing_back(room: ReadingRoom) -> None:
    bomb = make_zip({"a.txt": "x" * 9 * 1024 * 1024})
    report = await room.ingest(
        ("bomb.zip", bomb),
        ("cut.zip", make_zip({"a.txt": "x" * 99})[:-20]),
        ("none.zip", make_zip({"folder/": ""})),
        ("fine.txt", prose("plover", 3).encode()),
    )
    assert [(item.status, item.failure and item.failure.code) for item in report.items] == [
        ("refused", "source-archive-too-tight"),
        ("refused", "source-broken"),
        ("refused", "source-archive-empty"),
        ("stored", None),
    ]


async def test_an_archive_that_cannot_be_published_leaves_nothing(room: ReadingRoom) -> None:
    assert isinstance(room.store.database, MoodyDatabase)
    room.store.database.refused = batch_id = new_id("batch")
    archive = make_zip({"a.txt": prose("marten", 3), "b.txt": prose("stoat", 3)})
    report = await room.ingest(("all.zip", archive), run_id=batch_id)
    assert {item.status for item in report.items} == {"failed"}
    assert await room.rows("select id from documents where batch_id = %s", batch_id) == []
    assert await room.chunks(batch_id) == []
    assert await room.leftovers(batch_id) == []


async def test_a_file_that_failed_is_tried_again_with_its_archive(
    room: ReadingRoom, web: Web
) -> None:
    archive = make_zip({"a.txt": prose("bittern", 3), "b.txt": prose("ibis", 3)})
    web.site.pages["/birds.zip"] = respond(archive, content_type="application/zip")
    room.embedder.break_at = "ibis"
    report = await room.ingest(web.site.url("/birds.zip"), owner=ANNA)
    room.embedder.break_at = ""
    assert [item.status for item in report.items] == ["stored", "failed"]
    assert [worth_retrying(item) for item in report.items] == [False, True]
    request = retry_request(await room.runs.find_batch(report.batch_id))
    again = await room.runs.ingest(request, run_id=f"{report.batch_id}r")
    assert [item.status for item in again.items] == ["known", "stored"]


async def test_an_answer_says_in_which_section_and_row_it_stands(room: ReadingRoom) -> None:
    rows = [["Machine", "Colour", "Keeper"]]
    rows += [[f"Crane {n}", f"shade {n}", f"Holger {chr(65 + n)}."] for n in range(12)]
    rows[8] = ["Zeppelin winch", "vermilion", "Ottilie Brandt"]
    report = await room.ingest(
        ("machines.xlsx", make_xlsx({"Hangar": rows})),
        ("manual.docx", make_docx("The Vardo boiler")),
    )
    assert [item.status for item in report.items] == ["stored", "stored"]
    answer = await room.ask("Who is the keeper of the Zeppelin winch?")
    cited = next(c for c in answer.citations if c.document_id == report.items[0].document_id)
    assert (cited.heading, cited.row, cited.page) == ("Hangar", 9, None)
    assert "Ottilie Brandt" in cited.quote
    answer = await room.ask("What size is the drain port A7 of the boiler?")
    cited = next(c for c in answer.citations if c.document_id == report.items[1].document_id)
    assert (cited.heading, cited.row) == ("Installation › Ports", 2)
