"""Check what a language model wrote against the passages that it was given."""

import asyncio
from collections.abc import Sequence

from pipelines.answer.quoting.found import name_of
from pipelines.answer.scoring import Scoring
from pipelines.answer.state import AnswerState
from pipelines.models.answers import Passage
from pipelines.nodes.checking.checked_answer import keep_supported, read_claims
from pipelines.nodes.checking.support import Source

_MOST_CLAIMS = 60  # of an answer; what follows is left out


async def supported(
    answer: str, passages: Sequence[Passage], state: AnswerState, scoring: Scoring
) -> str:
    """Return what of an answer its passages support, with marks put right; "" if too little is.

    Args:
        answer: as the model wrote it; its mark [i] means passages[i - 1].
    """
    written = read_claims(answer, len(passages))
    ids, asker = [passage.id for passage in passages], state.request.asker
    telling = [claim for claim in written.claims[:_MOST_CLAIMS] if claim.tells]
    vectors, embedded = await asyncio.gather(
        scoring.token_vectors(ids, asker),
        asyncio.gather(*(scoring.embedder.embed_query(claim.text) for claim in telling)),
    )
    queries = dict(zip(telling, embedded, strict=True))
    sources = [
        Source(each.text, each.language, name_of(each), vectors.get(each.id)) for each in passages
    ]
    return await asyncio.to_thread(
        keep_supported,
        written,
        [queries.get(claim) for claim in written.claims],
        sources,
        state.language,
    )
