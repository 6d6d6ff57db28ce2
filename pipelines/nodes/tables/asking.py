"""Asking: whether a question may ask a column of a table as a whole."""

from pipelines.nodes.tables.arithmetic import asked_aggregates
from pipelines.nodes.tables.lexicon import EVERY, WHICH, fold_in_place


def asks_of_column(question: str) -> bool:
    """Say whether the smallest, a sum, how many, or all of something may be asked for.

    Such a question is near to no row of the table that answers it: it says what the column is
    about, and nothing that tells one row from another.
    """
    folded = fold_in_place(question)
    return bool(asked_aggregates(question) or EVERY.find(folded) or WHICH.find(folded))
