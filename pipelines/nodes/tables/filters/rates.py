"""Rates: for how long a price is: an hour, a night, a month; that for one is not another's."""

from functools import cache

from pipelines.nodes.tables.words.lexicon import PhraseList, fold_in_place
from pipelines.nodes.word_tables import read_table


def is_of_other_rate(question: str, column: str) -> bool:
    """Say whether a column of prices is for another length of time than one asks the price of.

    "Price a month" is not what somebody takes for an hour; a column that names none may be.
    """
    asked = _rates_in(question)
    return bool(asked) and asked.isdisjoint(told := _rates_in(column)) and bool(told)


def _rates_in(text: str) -> frozenset[str]:
    folded = fold_in_place(text)
    return frozenset(name for name, words in _lists().items() if words.find(folded))


@cache
def _lists() -> dict[str, PhraseList]:
    return {
        name: PhraseList.of(said) for name, said in read_table(__package__, "rates.toml").items()
    }
