"""Topics: what somebody may ask about, for whoever asks what the bot can do."""

import asyncio

from pipelines.nodes.questions.next_questions import topics_of
from pipelines.store.store import Store

_LATEST, _LOOKED_THROUGH = 8, 40  # documents that are looked at for one, and passages of each
_EXAMPLES = 2  # topics, each of another document


async def example_topics(store: Store, asker: int | None, language: str) -> dict[str, str]:
    """Return topics of the latest documents by id: of those in a language, if it has any."""
    for wanted in (language, None):
        page = await store.documents.list_documents(asker=asker, limit=_LATEST, language=wanted)
        read = await asyncio.gather(
            *(
                store.search.document_passages(one.document_id, asker=asker, limit=_LOOKED_THROUGH)
                for one in page.documents
            )
        )
        topics = zip(page.documents, map(topics_of, read), strict=True)
        if named := [(one.document_id, each[0]) for one, each in topics if each]:
            return dict(named[:_EXAMPLES])
    return {}
