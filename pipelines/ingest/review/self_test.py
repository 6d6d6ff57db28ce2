"""Whether a search finds what was just added: three questions a document, asked as its uploader.

Questions that find it are kept, to be asked again when something else has changed.
"""

import asyncio
from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from pipelines.engine.graph import Failed
from pipelines.ingest.batch import Batch, Item, ItemArtifacts
from pipelines.isolation.pool import ProcessPool
from pipelines.models.learning.evaluations import SelfTest
from pipelines.nodes.chunking.self_test_questions import SelfTestQuestion, self_test_questions
from pipelines.ports import Embedder
from pipelines.settings import RetrievalSettings
from pipelines.store.store import Store

SECONDS_A_BATCH = 20.0  # after which further documents go untested


@dataclass(frozen=True, slots=True)
class SelfTestSteps:
    """The ingest pipeline's look at its own work. A batch never fails by it."""

    store: Store
    embedder: Embedder
    pool: ProcessPool
    retrieval: RetrievalSettings = field(default_factory=RetrievalSettings)
    seconds: float = SECONDS_A_BATCH

    async def self_test(self, batch: Batch) -> Batch:
        """Count the questions that do not find the document they were made from.

        Documents there is no time for are marked, so that nobody takes them for tested.
        """
        loop = asyncio.get_running_loop()
        until = loop.time() + self.seconds
        items = [
            replace(item, missed_questions=await self._missed(item))
            if item.is_new and loop.time() < until
            else _untested(item)
            for item in batch.items
        ]
        return replace(batch, items=tuple(items))

    async def skip_self_test(self, failed: Failed) -> Batch:
        """Go on without: what was published stays published, untested."""
        batch: Batch = failed.value
        return replace(batch, items=tuple(map(_untested, batch.items)))

    async def _missed(self, item: Item) -> int:
        text = await ItemArtifacts(self.store.artifacts).text(item)
        questions = await self.pool.run(self_test_questions, text)
        found = [one for one in questions if await self._finds(one.words, item)]
        await self._keep(found, item)
        return len(questions) - len(found)

    async def _keep(self, questions: Sequence[SelfTestQuestion], item: Item) -> None:
        """Keep questions with the passages that their sentences begin in."""
        plan = await ItemArtifacts(self.store.artifacts).plan(item)
        begins = [passage.span.start for passage in plan.passages]
        tests = [SelfTest(one.words, bisect_right(begins, one.at) - 1) for one in questions]
        await self.store.evaluations.keep_self_tests(item.document_id, tests)

    async def _finds(self, question: str, item: Item) -> bool:
        search = self.retrieval
        query = await self.embedder.embed_query(question)
        passages = await self.store.search.search_documents(
            query.embedding,
            text=question,
            language=item.language,
            top_k=search.top_k,
            threshold=search.search_threshold,
            floor=self.embedder.similarity_floor,
            asker=item.order.owner,
            ef=search.search_ef,
        )
        return any(passage.document_id == item.document_id for passage in passages)


def _untested(item: Item) -> Item:
    return replace(item, is_untested=True) if item.is_new else item
