"""Documents that lie in the base as the pipeline would have put them there."""

from collections.abc import Sequence
from uuid import uuid4

from pipelines.ports import Embedder
from pipelines.store.staging import ParagraphRow
from pipelines.store.store import Store
from tests.support.gateways.sample_documents import document, let_in


async def store_rows(
    store: Store,
    embedder: Embedder,
    rows: Sequence[ParagraphRow],
    *,
    publishes: bool = True,
    **changes: object,
) -> str:
    """Store what this model made of a document; return its id, which is its batch's, too.

    It is nobody's, and everyone may read it, unless changed.
    """
    document_id = str(uuid4())
    new = document(
        document_id,
        document_id=document_id,
        embedding_model=embedder.model,
        embedding_layout=embedder.layout,
        **changes,
    )
    await let_in(store, new.owner_telegram_id)
    await store.staging.stage_document(new)
    await store.staging.stage_paragraphs(
        document_id, document_id, rows, model=embedder.model, layout=embedder.layout
    )
    if publishes:
        await store.staging.publish_batch(document_id)
    return document_id
