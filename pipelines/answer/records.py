"""What the engine has on record of an answer."""

from pipelines.answer.state import AnswerState
from pipelines.engine.codec import decode
from pipelines.engine.records import node_values


async def unranked_passages(run_id: str) -> int:
    """Count the passages that the reranker had no time for; 0 if the run is no answer's."""
    values = await node_values(run_id)
    ranked = [value for node in ("rerank", "select") if (value := values.get(node)) is not None]
    return max((decode(AnswerState, value).unranked for value in ranked), default=0)
