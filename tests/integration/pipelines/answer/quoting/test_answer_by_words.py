"""Questions that only words can find, under an embedding that cannot tell codes apart."""

import re
from collections.abc import AsyncIterator, Sequence

import pytest
import pytest_asyncio

from pipelines.models.answers import QueryEmbedding
from pipelines.models.documents import EmbeddedChunk, PassagePlan
from tests.support.pipelines.pipeline_harness import ReadingRoom, open_room
from tests.support.pipelines.word_models import WordEmbedder, WordReranker

ANNA, BORIS = 701, 702
CODES = [f"0x80{n:02X}{n * 7 % 256:02X}" for n in range(90)]
BOOK = "\n\n".join(
    f"Fault {code} is shown in red on the panel beside the pump, and whoever sees it has to turn"
    f" the valve of cellar {n} to the left."
    for n, code in enumerate(CODES)
)
PUMPS = "\n\n".join(
    f"The pump PM-{n:03} stands in bay {n} of the long hall, where it lifts water out of the well"
    " into the tank under the roof."
    for n in range(25)
)
_CODE = re.compile(r"[\w-]*\d[\w-]*")


class BlurredEmbedder(WordEmbedder):
    """Reads no word with a digit in it."""

    async def embed_query(self, text: str) -> QueryEmbedding:
        return await super().embed_query(_blur(text))

    async def embed_document(
        self,
        text: str,
        passages: Sequence[PassagePlan],
        *,
        skip: frozenset[int] = frozenset(),
    ) -> AsyncIterator[EmbeddedChunk]:
        async for chunk in super().embed_document(_blur(text), passages, skip=skip):
            yield chunk


def _blur(text: str) -> str:
    return _CODE.sub(lambda code: " " * len(code[0]), text)


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def room(shared_database_url: str) -> AsyncIterator[ReadingRoom]:
    async with open_room(shared_database_url, BlurredEmbedder(), WordReranker()) as opened:
        report = await opened.ingest(("faults.txt", BOOK.encode()), owner=ANNA)
        hidden = await opened.ingest(
            ("secret.txt", b"The safe is opened by the key QX-4471, which nobody else may have."),
            owner=ANNA,
            reader_role=None,
        )
        assert {item.status for item in (*report.items, *hidden.items)} == {"stored"}
        yield opened


@pytest.mark.parametrize("code", [CODES[3], CODES[44], CODES[88], "QX-4471"])
async def test_a_code_is_found_where_the_embedding_finds_nothing(
    room: ReadingRoom, code: str
) -> None:
    query = await room.embedder.embed_query(code)
    near = await room.store.search.search_documents(
        query.embedding, top_k=30, threshold=0.2, floor=0.0, asker=ANNA
    )
    assert near == (), "by meaning there is nothing"
    answer = await room.ask(f"{code}?", asker=ANNA)
    assert not answer.abstained
    assert code in answer.citations[0].quote
    assert len(answer.citations) == 1


async def test_the_code_decides_among_passages_that_mean_the_same(room: ReadingRoom) -> None:
    report = await room.ingest(("pumps.txt", PUMPS.encode()))
    assert report.items[0].status == "stored"
    for n in (1, 12, 24):
        answer = await room.ask(f"Where does the pump PM-{n:03} stand?")
        assert f"bay {n} " in answer.text.split("\n")[0]


@pytest.mark.parametrize("asker", [BORIS, None])
async def test_words_find_nothing_that_may_not_be_read(
    room: ReadingRoom, asker: int | None
) -> None:
    answer = await room.ask("QX-4471?", asker=asker)
    assert answer.abstained
    assert "QX-4471" not in answer.text


async def test_a_code_that_is_nowhere_is_not_answered(room: ReadingRoom) -> None:
    answer = await room.ask("ZZ-9909?")
    assert answer.abstained
