"""What stands beside an answer: the row it is of, the sentences around it.

"And how long does it take?" is asked of what was just shown, in words that nothing there repeats.
If no passage answers it surely, what is near the last answer and holds the kind of thing that is
asked for comes closest, and is shown as no more than that.
"""

import asyncio

from pipelines.answer.quoting.found import Own
from pipelines.answer.scoring import Scoring
from pipelines.answer.state import AnswerState
from pipelines.models.answers import Passage
from pipelines.nodes.answering.asked import asked_kind, holds
from pipelines.nodes.answering.cite import Line, Quote
from pipelines.nodes.answering.extract_answer import ExtractionRules, rank_sentences
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
        return (Line(row),) if _may_hold(own.question, row.text) else ()
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
    return tuple(Line(quote) for quote in new if _may_hold(own.question, quote.text))[:1]


def _row_of(passages: tuple[Passage, ...], said: frozenset[str]) -> Quote | None:
    """Return the row of a table that was quoted, if one was."""
    rows = (row for passage in passages for row in read_rows(passage))
    return next((Quote(row.passage, row.span) for row in rows if row.text in said), None)


def _may_hold(question: str, text: str) -> bool:
    """Say whether a text holds the kind of thing that is asked for, if that is known."""
    kind = asked_kind(question)
    return kind.name == "any" or holds(kind, text, question) >= _HELD
