"""A cancellation whose process ends before its sender is told."""

import asyncio

from pipelines.errors import Failure
from tests.support.pipelines.pipeline_harness import Mailbox, open_room
from tests.support.pipelines.word_models import WordEmbedder, WordReranker
from tests.support.pipelines.written_material import prose

ANNA, BATCH = 501, "batch-of-second-thoughts"


class DeafMailbox(Mailbox):
    """Is told that something was cancelled, and never gets to write it down."""

    def __init__(self) -> None:
        super().__init__()
        self.told = asyncio.Event()

    async def failed(self, origin: str, failure: Failure) -> None:
        self.told.set()
        await asyncio.Event().wait()


async def test_it_is_finished_by_the_next_process(database_url: str) -> None:
    models, deaf = (WordEmbedder(), WordReranker()), DeafMailbox()
    async with open_room(database_url, *models, mailbox=deaf) as room:
        room.embedder.hold_at = "curlew"
        sent = ("c.txt", prose("curlew", 5).encode())
        request = await room.request(sent, run_id=BATCH, owner=ANNA)
        await room.runs.start_ingest(request, run_id=BATCH)
        await room.embedder.held.wait()
        cancelling = asyncio.create_task(room.runs.cancel_ingest(BATCH, actor=ANNA))
        await deaf.told.wait()
    cancelling.cancel()
    await asyncio.gather(cancelling, return_exceptions=True)
    async with open_room(database_url, *models) as room:
        on_record = await room.rows("select workflow_uuid, name, status from dbos.workflow_status")
        assert BATCH in {row["workflow_uuid"] for row in on_record}, on_record
        assert await room.runs.cancel_ingest(BATCH, actor=ANNA)
        assert room.mailbox.failures[BATCH] == [Failure("batch-cancelled")]
        assert await room.rows("select from documents") == []
        assert await room.leftovers(BATCH) == []
        assert room.embedder.read == [], "the batch itself does not go on"
