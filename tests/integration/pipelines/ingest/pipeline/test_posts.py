"""Posts and notes through the whole pipeline, up to what an answer cites."""

from pipelines.models.documents import FileRef, Message
from pipelines.models.posts import Post
from pipelines.models.requests import BatchReport, IngestRequest
from tests.support.gateways.sample_documents import let_in
from tests.support.pipelines.ingest_fixtures import ANNA
from tests.support.pipelines.pipeline_harness import ReadingRoom, new_id

NEWS = Post(
    text="From Friday the ferry Aurora takes forty minutes to Kronstadt.\n\nTickets cost 450.",
    title="Harbour News, 3 Nov 2026",
    url="https://t.me/harbour/17",
    author="Ivan",
    published="2026-11-03",
)
FIRST = Post("The boiler room key is with Mrs Orlova.", "Note of 3 Nov 2026", is_note=True)
SECOND = Post("The meter was read on Tuesday.", "Note of 3 Nov 2026", is_note=True)


async def add(room: ReadingRoom, *posts: Post) -> BatchReport:
    run_id = new_id("posts")
    files = []
    for at, post in enumerate(posts):
        await room.store.artifacts.put_artifact(run_id, f"post-{at}", post.encode())
        files.append(FileRef("post", f"{run_id}/post-{at}", post.title))
    await let_in(room.store, ANNA)
    request = IngestRequest(Message(files=tuple(files)), ANNA, run_id)
    return await room.runs.ingest(request, run_id=run_id)


async def test_an_answer_from_a_forwarded_post_opens_the_original(room: ReadingRoom) -> None:
    report = await add(room, NEWS)
    assert [item.status for item in report.items] == ["stored"]
    answer = await room.ask("How long does the ferry Aurora take to Kronstadt?", asker=ANNA)
    cited = answer.citations[0]
    assert (cited.title, cited.url) == (NEWS.title, NEWS.url)
    assert cited.file_name is None
    assert await room.leftovers(report.batch_id) == []


async def test_notes_of_one_day_are_documents_of_their_own(room: ReadingRoom) -> None:
    first, second = await add(room, FIRST), await add(room, SECOND)
    titles = [first.items[0].title, second.items[0].title]
    assert titles == [
        "Note of 3 Nov 2026: The boiler room key is with Mrs Orlova.",
        "Note of 3 Nov 2026: The meter was read on Tuesday.",
    ]
    assert first.items[0].document_id in await room.found("boiler room key", asker=ANNA)


async def test_a_post_without_words_holds_nothing_back(room: ReadingRoom) -> None:
    empty, kept = (await add(room, Post("…", "Empty"), Post("Words enough.", "Kept"))).items
    assert empty.failure is not None
    assert (empty.status, empty.failure.code) == ("refused", "source-no-text")
    assert kept.status == "stored"
