"""Middles: a sort between a small one and a large, of which no average is asked.

"Medium breed" stands beside "Small breed", and Russian has one word for it and for an average.
"""

from collections.abc import Iterable

from pipelines.models.documents import Span
from pipelines.nodes.tables.amounts.arithmetic import Aggregate
from pipelines.nodes.tables.matching.columns import holds_amounts
from pipelines.nodes.tables.matching.reading import Reading
from pipelines.nodes.tables.words.evidence import HELD, INFLECTED, RELATED, term_strength, terms_of
from pipelines.nodes.tables.words.lexicon import GRADES, concepts_of


def is_of_middle(reading: Reading, aggregate: Aggregate) -> bool:
    """Say whether an average is asked for only by what a sort of things is called by.

    A column or a row has to be called so beside one that is of a small or a large sort, and what
    follows must be no amount: "the average price" is one, whatever the sorts.
    """
    return aggregate.kind == "average" and all(_is_sort(reading, s) for s in aggregate.spans)


def _is_sort(reading: Reading, said: Span) -> bool:
    words = [at for at, word in enumerate(reading.words) if word.span == said]
    if len(words) != 1:
        return False
    (at,), table = words, reading.table
    groups = [table.columns, *({c.value for _, c in table.cells(n)} for n in table.columns)]
    middle = [label for group in groups for label in _middles(group, reading.words[at].folded)]
    return bool(middle) and not _is_amount(reading, at + 1, middle)


def _middles(labels: Iterable[str], word: str) -> list[str]:
    """Return the labels that are called by a word, where others are of a small or large sort."""
    terms = {label: terms_of(label) for label in labels}
    if not any(GRADES.holds(term) for of_label in terms.values() for term in of_label):
        return []
    return [
        label
        for label, of_label in terms.items()
        if any(_is_called(word, term) for term in of_label)
    ]


def _is_called(word: str, term: str) -> bool:
    """Say whether a term is a word, or, in a table in English, what a Russian word for it means."""
    is_foreign = term.isascii() and not word.isascii()
    return term_strength(word, term) >= (RELATED if is_foreign else INFLECTED)


def _is_amount(reading: Reading, at: int, sorts: Iterable[str]) -> bool:
    """Say whether a word is what an average may be of: a price, or another column of amounts."""
    if at >= len(reading.words):
        return False
    if concepts_of(reading.words[at].folded):
        return True
    shared = {term for label in sorts for term in terms_of(label)}
    held = (column for column, by in enumerate(reading.headers[at].tolist()) if by >= HELD)
    amounts = (reading.table.columns[one] for one in held if holds_amounts(reading, one))
    return any(shared.isdisjoint(terms_of(name)) for name in amounts)
