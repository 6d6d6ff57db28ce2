"""Settled: what people decided between statements that differ goes before what was found."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from pipelines.answer.quoting.prose import Prose
from pipelines.answer.scoring import Scoring
from pipelines.models.answers import Passage
from pipelines.models.documents import Span
from pipelines.models.learning.conflicts import SettledStatement
from pipelines.nodes.answering.cite import Quote


async def settled(prose: Prose, scoring: Scoring, asker: int | None) -> Prose:
    """Put what holds in the place of what does not, where people decided between documents."""
    quotes = prose.extract.quotes
    statements = await scoring.store.conflicts.settled_statements(
        list(dict.fromkeys(quote.passage.id for quote in quotes)), asker=asker
    )
    acting = [one for one in statements if any(_says(quote, one) for quote in quotes)]
    if not acting:
        return await _undisputed(prose, scoring, asker)
    found = await scoring.store.search.get_passages(
        [one.right_passage for one in acting], asker=asker
    )
    right = {passage.id: passage for passage in found}
    extract = replace(
        prose.extract,
        answers=_settled_quotes(prose.extract.answers, acting, right),
        context=_settled_quotes(prose.extract.context, acting, right),
    )
    return replace(prose, extract=extract, disagreement=None, is_doubted=False)


async def _undisputed(prose: Prose, scoring: Scoring, asker: int | None) -> Prose:
    """Tell nothing of a disagreement between statements of which people said that there is none."""
    if prose.disagreement is None:
        return prose
    newer, older = prose.disagreement.newer, prose.disagreement.older
    denied = await scoring.store.conflicts.denied_conflicts(
        [newer.passage.id, older.passage.id], asker=asker
    )
    for one in denied:
        sides = (one.passage, one.statement), (one.other_passage, one.other)
        if all(any(_lies_in(quote, *side) for side in sides) for quote in (newer, older)):
            return replace(prose, disagreement=None)
    return prose


def _settled_quotes(
    quotes: Sequence[Quote], statements: Sequence[SettledStatement], right: Mapping[int, Passage]
) -> tuple[Quote, ...]:
    return tuple(dict.fromkeys(_settled_quote(quote, statements, right) for quote in quotes))


def _settled_quote(
    quote: Quote, statements: Sequence[SettledStatement], right: Mapping[int, Passage]
) -> Quote:
    for one in statements:
        if _says(quote, one) and one.right_passage in right:
            return Quote(right[one.right_passage], one.right)
    return quote


def _says(quote: Quote, statement: SettledStatement) -> bool:
    return _lies_in(quote, statement.passage, statement.wrong)


def _lies_in(quote: Quote, passage: int, span: Span) -> bool:
    is_within = quote.span.start < span.end and span.start < quote.span.end
    return quote.passage.id == passage and is_within
