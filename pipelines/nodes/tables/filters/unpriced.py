"""Unpriced: the rows of other things than the one whose price is asked: no dryer for a washing."""

from collections.abc import Mapping

from pipelines.models.answers import QueryEmbedding
from pipelines.models.documents import TokenVectors
from pipelines.nodes.tables.asking import asks_price
from pipelines.nodes.tables.matching.reading import read_question
from pipelines.nodes.tables.rows import Table, TableRow
from pipelines.nodes.tables.words.evidence import HELD
from pipelines.nodes.tables.words.lexicon import THINGS, concepts_of

_MONEY = frozenset({"price", "paid"})


def rows_of_other_things(
    question: str,
    query: QueryEmbedding,
    table: Table,
    token_vectors: Mapping[int, TokenVectors],
    *,
    language: str,
) -> tuple[TableRow, ...]:
    """Return the rows for no word of which a thing stands that is asked for by its price.

    Nearness of a whole row tells little of one thing: all rows of a list are near to a price. None
    where the table or a column is called by a word of the question, or nothing but a price is said.
    What stands in place of a price, "included in the fee", is no thing.
    Arguments are those of `answer_from_table`.
    """
    if not asks_price(question) or table.form or not table.rows:
        return ()
    reading = read_question(question, query, table, token_vectors, language=language)
    telling = [
        at
        for at, word in enumerate(reading.words)
        if not (word.asks or word.unit or THINGS.holds(word.folded))
        if not concepts_of(word.folded) & _MONEY
    ]
    called = max(
        reading.headers[telling].max(initial=0.0), reading.around[telling].max(initial=0.0)
    )
    if not telling or called >= HELD:
        return ()
    others = [at for at, about in enumerate(reading.measures) if not about & _MONEY]
    held = reading.values[telling][:, :, others].max(axis=(0, 2), initial=0.0) >= HELD
    return tuple(row for row, is_held in zip(table.rows, held, strict=True) if not is_held)
