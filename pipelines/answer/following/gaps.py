"""What is kept of a question that has no answer, until somebody gives one."""

from pipelines.answer.state import AnswerState
from pipelines.models.answers import QueryEmbedding
from pipelines.models.interactions import Interaction
from pipelines.nodes.learning.clusters import SAME_ACROSS, cluster_of
from pipelines.nodes.learning.same_question import Wording
from pipelines.store.learning.gaps import GapStore

_NEAREST = 10  # open questions that are looked at


async def log_gap(
    interaction: Interaction, query: QueryEmbedding, state: AnswerState, gaps: GapStore
) -> None:
    """Keep a question without an answer, beside those that are the same; one with needs none.

    Only what was asked of documents can be answered by one.
    """
    if state.asked != "a_question" or interaction.asker is None:
        return
    question = interaction.reading
    if not (state.abstained or state.is_nearest):
        await gaps.close_own_gaps(interaction.asker, question)
        return
    near = await gaps.nearest_gaps(query.embedding, least=SAME_ACROSS, limit=_NEAREST)
    await gaps.log_gap(
        interaction.id,
        query.embedding,
        asker=interaction.asker,
        cluster=cluster_of(Wording(question, state.language, query), near),
        question=question,
        language=state.language,
        interface_language=state.request.interface_language,
    )
