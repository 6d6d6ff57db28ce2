"""Find what documents that were found for one question say against each other."""

import asyncio

from pipelines.answer.state import AnswerState
from pipelines.nodes.learning.conflicts import Text, conflicts_of
from pipelines.store.learning.conflicts import ConflictStore, FoundConflict

_BEST = 3  # passages found that are compared, besides those cited
_MOST = 3  # conflicts of two passages: more of them are two things of one form


async def note_conflicts(state: AnswerState, conflicts: ConflictStore) -> tuple[str, ...]:
    """Note conflicts among the passages of an answer; return the batches that brought them."""
    asker = state.request.asker
    cited = [c.passage_id for c in state.citations if c.passage_id is not None]
    ids = list(dict.fromkeys([*cited, *(hit.id for hit in state.hits[:_BEST])]))
    batches: dict[str, None] = {}
    for found in await conflicts.passages_found_together(ids, asker=asker):
        pair = found.pair
        texts = Text(found.title, pair.text), Text(pair.other_title, pair.other_text)
        [held] = await asyncio.to_thread(conflicts_of, [texts])
        noted = [FoundConflict(each.kind, pair, each.mine, each.theirs) for each in held]
        if 0 < len(noted) <= _MOST and await conflicts.note_conflicts(
            found.document_id, noted, asker=asker
        ):
            batches[found.batch_id] = None
    return tuple(batches)
