"""Work on whole documents."""

import asyncio
from typing import cast

import pytest

from pipelines.concurrency import background
from pipelines.engine.codec import decode_bytes, encode_compact
from pipelines.errors import SourceRefused
from pipelines.ingest.batch import ChunkPlan, Item, ItemArtifacts, Order
from pipelines.ingest.plan import (
    clean_document,
    packed,
    packed_plan,
    plan_document,
    screen_document,
)
from pipelines.models.documents import (
    Anchor,
    Block,
    Chunk,
    CleanText,
    Extracted,
    Message,
    PassagePlan,
    Source,
    Span,
)
from pipelines.models.requests import IngestRequest
from pipelines.nodes.text.clean import clean
from pipelines.store.batches import ArtifactStore

TOKEN = "ghp_q1W2e3R4t5Y6u7I8o9P0a1S2d3F4g5H6j7K8"
PROSE = "Each of these words is plain prose, and there are enough of them to make up a passage."
ROW = "Item: valve; Price: 12; Hall: 3; Shelf: 4; Keeper: Vera Holm; Since: 2020; Left: 17"


class Listener:
    """A detector that says what it was asked about."""

    def __init__(self) -> None:
        self.heard: list[str] = []

    def detect(self, text: str, hint: str | None = None) -> str:
        self.heard.append(text)
        return "fr"


def test_rows_are_in_the_language_of_their_document() -> None:
    text = f"{PROSE}\n\n{ROW}"
    at = len(PROSE) + 2
    document = CleanText(
        text, (Span(0, len(PROSE)), Span(at, len(text))), (Anchor(0), Anchor(at, row=2))
    )
    listener = Listener()
    planned = plan_document(listener, encode_compact(document), "en", "paragraph", None, 384, 32)
    plan: ChunkPlan = decode_bytes(ChunkPlan, planned.content)
    assert (planned.language, planned.chunks) == ("fr", 2)
    assert len(plan.passages) == 2
    assert [chunk.language for chunk in plan.chunks] == ["fr", "fr"]
    assert [anchor.row for anchor in plan.chunks[1].anchors] == [2]
    assert listener.heard == [text, PROSE], "the document, and each passage that is no row"


def test_a_document_is_cleaned_as_it_is_stored() -> None:
    extracted = Extracted(
        (Block("Herons", heading=True, level=1), Block("They  wade.")), "Birds", None
    )
    document = clean_document(packed(extracted).content)
    assert decode_bytes(CleanText, document.content) == clean(extracted)
    assert document.text.decode() == clean(extracted).text
    with pytest.raises(SourceRefused, match="record-outdated"):
        clean_document(b'{"blocks": 1}')


def test_what_was_read_is_told_without_its_pieces() -> None:
    blocks = (Block("Herons", heading=True), Block("They wade.", start_seconds=2.5), Block("Eels"))
    read = packed(Extracted(blocks, "Birds", pages=3))
    assert read.about == Extracted((), "Birds", pages=3)
    assert (read.characters, read.seconds, read.sheets) == (20, 2.5, ("Herons",))
    assert decode_bytes(Extracted, read.content).blocks == blocks


def test_a_text_without_secrets_stays_as_it_is_stored() -> None:
    stored = clean_document(packed(Extracted((Block(PROSE),))).content).content
    assert screen_document(stored, b"", "Prose", "prose.txt", None).document is None


def test_a_text_with_a_secret_is_stored_without_it() -> None:
    held = Extracted((Block(f"{PROSE} The key is {TOKEN} and no other."),))
    stored = clean_document(packed(held).content).content
    screened = screen_document(stored, b"", "Prose", "prose.txt", None)
    assert (screened.secrets, screened.masks) == (1, 1)
    assert screened.document is not None
    assert TOKEN.encode() not in screened.document.content + screened.document.text
    again = screen_document(screened.document.content, b"", "Prose", "prose.txt", None)
    assert (again.document, again.secrets, again.masks) == (None, 0, 1)


class Shelf:
    """Holds one artifact."""

    def __init__(self, content: bytes) -> None:
        self.content = content

    async def get_artifact(self, batch_id: str, name: str) -> bytes:
        return self.content


async def test_others_have_their_turn_while_a_long_plan_is_read() -> None:
    plan = ChunkPlan(
        tuple(PassagePlan(Span(at, at + 1), (Span(at, at + 1),)) for at in range(2000)),
        tuple(Chunk(at, "a", "en", passage_idx=at) for at in range(3000)),
    )
    turns = 0

    async def count() -> None:
        nonlocal turns
        while True:
            turns += 1
            await asyncio.sleep(0)

    item = Item(Order.of(IngestRequest(Message(), owner=1, run_id="run-1")), Source(0, "file", "a"))
    async with background(count()):
        read = await ItemArtifacts(cast("ArtifactStore", Shelf(packed_plan(plan)))).plan(item)
    assert read == plan
    assert turns > 5
