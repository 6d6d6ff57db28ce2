"""What stands beside an answer: the row it is of, the sentences around it.

"And how long does it take?" is asked of what was just shown, in words that nothing there repeats.
If no passage answers it surely, what is near the last answer and holds the kind of thing that is
asked for comes closest, and is shown as no more than that.
"""

import asyncio
from itertools import islice

from pipelines.answer.quoting.found import Own, evidence_of
from pipelines.answer.scoring import Scoring
from pipelines.answer.state import AnswerState
from pipelines.models.answers import Passage
from pipelines.models.documents import TokenVectors
from pipelines.nodes.answering.asked import asked_kind, holds
from pipelines.nodes.answering.cite import Line, Quote
from pipelines.nodes.answering.sentences.extract_answer import ExtractionRules, rank_sentences
from pipelines.nodes.questions.anchors import anchors_of, missing
from pipelines.nodes.questions.unsupported import unsupported_share
from pipelines.nodes.tables.rows import read_rows

LEANS = 0.45  # leaning from which on a question may be asked of the last answer
_CITED = 2  # passages of the last answer that are looked around
_COMPARED = 12  # sentences around it
_HELD = 0.5  # from which on a sentence is taken to hold what is asked for


async def beside_earlier(own: Own, state: AnswerState, scoring: Scoring) -> tuple[Line, ...]:
    """Return what comes closest beside the answer that a question leans on; () where nothing does.

    Args:
        own: what of the question was written now.
    """
    if state.earlier is None:
        return ()
    asker, said = state.request.asker, frozenset(state.earlier.quotes)
    cited = await scoring.store.search.get_passages(state.earlier.passages[:_CITED], asker=asker)
    if (row := _row_of(cited, said)) is not None:
        return (Line(row),) if _may_answer(own, row, None) else ()
    around = await scoring.store.search.get_neighbours([p.id for p in cited], asker=asker)
    passages = tuple({p.passage_idx: p for p in (*around, *cited)}.values())
    vectors = await scoring.token_vectors([p.id for p in passages], asker)
    ranked = await asyncio.to_thread(
        rank_sentences,
        own.question,
        own.query,
        passages,
        vectors,
        ExtractionRules(max_sentences=_COMPARED),
    )
    new = (quote for quote in ranked if quote.text not in said)
    fitting = (q for q in new if _may_answer(own, q, vectors.get(q.passage.id)))
    return tuple(Line(quote) for quote in islice(fitting, 1))


def _row_of(passages: tuple[Passage, ...], said: frozenset[str]) -> Quote | None:
    """Return the row of a table that was quoted, if one was."""
    rows = (row for passage in passages for row in read_rows(passage))
    return next((Quote(row.passage, row.span) for row in rows if row.text in said), None)


def _may_answer(own: Own, quote: Quote, vectors: TokenVectors | None) -> bool:
    """Say whether a text holds the kind of thing that is asked for, and what the question names.

    A price is one of many: of what it is must stand there.
    """
    kind, evidence = asked_kind(own.question), evidence_of(quote.passage)
    if kind.name != "any" and holds(kind, quote.text, own.question) < _HELD:
        return False
    if kind.quantity == "money" and unsupported_share(own.question, own.query, evidence, vectors):
        return False
    return not missing(anchors_of(own.question), evidence)
