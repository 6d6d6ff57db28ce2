"""Put what holds in the place of what does not, where somebody decided between two documents."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from pipelines.answer.quoting.prose import Prose
from pipelines.answer.scoring import Scoring
from pipelines.models.answers import Passage
from pipelines.models.learning.conflicts import SettledStatement
from pipelines.nodes.answering.cite import Quote


async def settled(prose: Prose, scoring: Scoring, asker: int | None) -> Prose:
    """Quote the statements that hold; what was disagreed about is so no longer."""
    quotes = prose.extract.quotes
    statements = await scoring.store.conflicts.settled_statements(
        list(dict.fromkeys(quote.passage.id for quote in quotes)), asker=asker
    )
    acting = [one for one in statements if any(_says(quote, one) for quote in quotes)]
    if not acting:
        return prose
    found = await scoring.store.search.get_passages(
        [one.right_passage for one in acting], asker=asker
    )
    right = {passage.id: passage for passage in found}
    extract = replace(
        prose.extract,
        answers=_put(prose.extract.answers, acting, right),
        context=_put(prose.extract.context, acting, right),
    )
    return replace(prose, extract=extract, disagreement=None)


def _put(
    quotes: Sequence[Quote], statements: Sequence[SettledStatement], right: Mapping[int, Passage]
) -> tuple[Quote, ...]:
    return tuple(dict.fromkeys(_instead(quote, statements, right) for quote in quotes))


def _instead(
    quote: Quote, statements: Sequence[SettledStatement], right: Mapping[int, Passage]
) -> Quote:
    for one in statements:
        if _says(quote, one) and one.right_passage in right:
            return Quote(right[one.right_passage], one.right)
    return quote


def _says(quote: Quote, statement: SettledStatement) -> bool:
    wrong = statement.wrong
    is_within = quote.span.start < wrong.end and wrong.start < quote.span.end
    return quote.passage.id == statement.passage and is_within
