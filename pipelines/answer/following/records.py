"""What stays of an answer: for the next message to lean on, and on the engine's record.

An interaction is kept for whoever rates it, asks again or goes on; a question that has no answer,
until somebody gives one.
"""

from collections.abc import Sequence
from dataclasses import replace

from pipelines.answer.quoting.found import Told
from pipelines.answer.scoring import Scoring
from pipelines.answer.state import AnswerState, Hit, Reading
from pipelines.answer.understanding import SAYS_NOTHING, is_follow_up
from pipelines.engine.codec import decode
from pipelines.engine.records import node_values
from pipelines.models.answers import Exchange, QueryEmbedding
from pipelines.models.interactions import MOST_STEPS, Interaction, interaction_id_of
from pipelines.nodes.answering.cite import CitedText
from pipelines.nodes.learning.clusters import SAME_ACROSS, cluster_of
from pipelines.nodes.learning.same_question import Wording
from pipelines.nodes.questions.anchors import is_name
from pipelines.nodes.questions.follow_up.forms.alternatives import ordinal_anew
from pipelines.nodes.questions.follow_up.topics import thing_of
from pipelines.store.learning.gaps import GapStore

_NEAREST = 10  # open questions that are looked at
_LONGEST = 300  # characters of a message that are shown with what follows it


def exchange_of(
    readings: Sequence[Reading],
    told: Sequence[Told],
    cited: CitedText,
    earlier: Exchange | None = None,
) -> Exchange:
    """Return what a follow-up may lean on: what was asked, quoted, and who or what it is about.

    What says nothing by itself, and was answered as it stands, is about what `earlier` was about;
    what counts another one of a row, «а вторая?» after the first, about that.
    """
    subject = [name for one in told for name in one.subject]
    about = _carried_by(readings)
    if earlier and not about and readings[-1].leaning >= SAYS_NOTHING and not readings[-1].shown:
        counted = ordinal_anew(readings[-1].question, earlier.question)
        thing = thing_of(counted[0] if counted else earlier.question)
        about = (not counted and earlier.subject) or tuple(filter(None, (thing,)))
    return replace(
        cited_exchange(readings, cited), subject=tuple(dict.fromkeys([*subject, *about]))
    )


def nearly_exchange(state: AnswerState, told: Sequence[Told], cited: CitedText) -> Exchange:
    """Return what a follow-up may lean on after what only comes close to an answer.

    That is less than what the question leant on itself, which goes first.
    """
    shown, earlier = exchange_of(state.readings, told, cited, state.earlier), state.earlier
    if earlier is None or not is_follow_up(state.readings[-1]):
        return shown
    return replace(
        shown,
        passages=tuple(dict.fromkeys((*earlier.passages, *shown.passages))),
        documents=tuple(dict.fromkeys((*earlier.documents, *shown.documents))),
        quotes=tuple(dict.fromkeys((*earlier.quotes, *shown.quotes))),
    )


def _carried_by(readings: Sequence[Reading]) -> tuple[str, ...]:
    """Return the things that readings took from before, without what was asked of them."""
    carried = (reading.shown for reading in readings if reading.shown and reading.is_carried)
    return tuple(shown if is_name(shown) else thing_of(shown) or shown for shown in carried)


def cited_exchange(readings: Sequence[Reading], cited: CitedText) -> Exchange:
    """Return what a follow-up may lean on, of what was just answered."""
    ids = [c.passage_id for c in cited.citations if c.passage_id is not None]
    return Exchange(
        question=readings[-1].legible,
        answer=cited.text,
        passages=tuple(dict.fromkeys(ids)),
        documents=tuple(dict.fromkeys(c.document_id for c in cited.citations)),
        quotes=tuple(c.quote for c in cited.citations),
    )


def whole_exchange(state: AnswerState, cited: CitedText) -> Exchange:
    """Return what a follow-up may lean on after a document was told of as a whole."""
    before = state.exchange or Exchange("", "")
    ids = [c.passage_id for c in cited.citations if c.passage_id is not None]
    return replace(before, answer=cited.text, passages=tuple(dict.fromkeys(ids)))


def asked_exchange(state: AnswerState) -> Exchange:
    """Return what stays of a question that had no answer: what it was about.

    What leaned on the answer before leaves that to be leaned on; a question of its own does not.
    """
    if not state.readings:
        earlier = state.earlier or Exchange("", "")
        return replace(earlier, answer=state.text, subject=())
    question = state.readings[-1].legible
    is_own = state.readings[-1].is_whole and not is_follow_up(state.readings[-1])
    if state.earlier is None or is_own:
        return Exchange(question, state.text)
    subject = _carried_by(state.readings)
    return replace(state.earlier, question=question, answer=state.text, subject=subject)


def kept_exchange(state: AnswerState, sources: Sequence[str]) -> Exchange:
    """Return what is kept of a message and its answer, for what is said next.

    Args:
        sources: ids of all documents that the answer was made of.
    """
    interaction = interaction_of(state)
    return replace(
        state.exchange or asked_exchange(state),
        language=state.language if state.language != "und" else "",
        sources=tuple(sources),
        written=_written_by(state),
        interaction_id=interaction.id if interaction is not None else "",
    )


def _written_by(state: AnswerState) -> tuple[str, ...]:
    """Return a question as it was put, and before it what it leans on: where that began, and last.

    What was understood is made for the search: torn out of two messages it may read as nonsense.
    """
    asked = " ".join(state.request.question.split())[:_LONGEST]
    reading, earlier = state.readings[-1] if state.readings else None, state.earlier
    if earlier and earlier.written and _goes_on(state):
        return earlier.written
    if reading is None or earlier is None or not is_follow_up(reading):
        return (asked,)
    before = earlier.written or ((earlier.question,) if earlier.question else ())
    return (*dict.fromkeys((*before[:1], *before[-1:])), asked)


def _goes_on(state: AnswerState) -> bool:
    """Say whether a message asks nothing, but for more of what was asked before: «подробнее»."""
    exchange, earlier = state.exchange, state.earlier
    is_same = exchange is not None and earlier is not None and exchange.question == earlier.question
    return state.asked == "the_base" and is_same


async def sources_of(state: AnswerState, scoring: Scoring, pairs: int) -> tuple[str, ...]:
    """Return the ids of all documents that an answer was made of, cited or not.

    They go with it: it is forgotten when one of them is deleted, and hidden from whoever may not
    read one of them any more. What a model writes may come out of all that it was shown; of a
    document that was read part by part that is what it cites.
    """
    asker, exchange = state.request.asker, state.exchange
    ids = [citation.document_id for citation in state.citations]
    for one in (exchange, state.earlier):
        ids += one.documents if one is not None else ()
    ids += exchange.sources if exchange is not None else ()
    if (state.model and not state.parts) or state.is_rewritten or state.request.left_out:
        shown = [hit.id for hit in state.hits] + [p for use in state.used for p in use.passages]
        passages = await scoring.handed_on([Hit(one, 0.0) for one in dict.fromkeys(shown)], state)
        ids += [passage.document_id for passage in passages]
        before = await scoring.store.chats.get_exchanges(state.request.user_id, pairs, asker=asker)
        ids += [document for one in before for document in one.documents]
    return tuple(dict.fromkeys(ids))


async def unranked_passages(run_id: str) -> int:
    """Count the passages that the reranker had no time for; 0 if the run is no answer's."""
    values = await node_values(run_id)
    ranked = [value for node in ("rerank", "select") if (value := values.get(node)) is not None]
    return max((decode(AnswerState, value).unranked for value in ranked), default=0)


def interaction_of(state: AnswerState) -> Interaction | None:
    """Return what is kept of a question and its answer; None when nothing was asked of the base."""
    request = state.request
    if state.asked == "nothing":
        return None
    exchange = state.exchange or asked_exchange(state)
    cited = [c.passage_id for c in state.citations if c.passage_id is not None]
    read = [c.document_id for c in state.citations]
    if state.exchange is not None and not state.abstained:  # also what is told of, unquoted
        read += state.exchange.documents
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
        is_single=state.is_single,
        is_literal=request.is_literal,
        documents=tuple(dict.fromkeys(read)),
        passages=tuple(dict.fromkeys(cited)),
        quotes=tuple(dict.fromkeys(c.quote for c in state.citations)),
        left_out=request.left_out,
        model="" if state.thought == "nothing" else state.model,  # what is quoted, none wrote
        steps=min(state.rounds, MOST_STEPS),
        reader=request.payer,
    )


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
        written=_written_by(state),
        language=state.language,
        interface_language=state.request.interface_language,
    )
