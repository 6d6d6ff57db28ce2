"""What is kept of a question and its answer, for whoever rates it, asks again or goes on."""

from pipelines.answer.following.records import asked_exchange
from pipelines.answer.state import AnswerState
from pipelines.models.interactions import MOST_STEPS, Interaction, interaction_id_of


def interaction_of(state: AnswerState) -> Interaction | None:
    """Return what is kept of a question and its answer; None when nothing was asked of the base."""
    request = state.request
    if state.asked == "nothing":
        return None
    exchange = state.exchange or asked_exchange(state)
    cited = [c.passage_id for c in state.citations if c.passage_id is not None]
    return Interaction(
        id=interaction_id_of(request.run_id),
        query=request.question,
        response=state.text,
        chat=request.user_id,
        asker=request.asker,
        run_id=request.run_id,
        language=state.language,
        kind=state.intent.kind,
        reading=exchange.question,
        is_single=len(state.readings) == 1 and state.asked == "a_question",
        is_literal=request.is_literal,
        documents=tuple(dict.fromkeys(c.document_id for c in state.citations)),
        passages=tuple(dict.fromkeys(cited)),
        quotes=tuple(dict.fromkeys(c.quote for c in state.citations)),
        left_out=request.left_out,
        model=state.model,
        steps=min(state.rounds, MOST_STEPS),
    )
