"""chaos: batches have no text in common; the small model tells texts apart."""

from benchmarks.chaos.environment.material import batch_of
from benchmarks.chaos.process.embedder import EvenReranker, HashedEmbedder
from pipelines.models.documents import PassagePlan, Span
from pipelines.ports import Candidate


def test_batches_have_twenty_items_and_no_text_in_common() -> None:
    first, second = batch_of(1), batch_of(2)
    assert len(first.labels) == len(set(first.labels)) == 20
    good = {content for name, content in first.files if not name.endswith(("13.txt", ".pdf"))}
    assert not good & {content for _, content in second.files}
    assert len(good) == 13, "two of them are the same"


async def test_the_small_model_tells_texts_apart() -> None:
    model = HashedEmbedder()
    text = "One harbour. Two meadows."
    plans = [PassagePlan(Span(0, len(text)), (Span(0, 12), Span(13, len(text))))]
    chunks = [chunk async for chunk in model.embed_document(text, plans, skip=frozenset({0}))]
    assert len(chunks) == 1
    near = await model.embed_query("two meadows")
    far = await model.embed_query("lantern")
    assert near.embedding @ chunks[0].embedding > far.embedding @ chunks[0].embedding
    assert len(set(model.embedding_keys(text, plans))) == 2
    assert len(await model.token_spans(text)) == 4
    assert await EvenReranker().rerank("", [Candidate("a"), Candidate("b")]) == (0.5, 0.5)
    await model.close()
