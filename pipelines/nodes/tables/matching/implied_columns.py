"""Implied columns: those that a word of a question means, though none is called so.

What something costs is in "Quote: £425", and how many people come in "Places taken".
"""

import re
from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from pipelines.models.documents import FloatArray
from pipelines.nodes.tables.amounts.arithmetic import parse_number
from pipelines.nodes.tables.amounts.measures import measured, tells_manner
from pipelines.nodes.tables.rows import Table
from pipelines.nodes.tables.words.evidence import CONCEPT, HELD, INFLECTED, Word, terms_of
from pipelines.nodes.tables.words.kinds import asked_kinds, is_year, kind_of_column
from pipelines.nodes.tables.words.lexicon import (
    ANYBODY,
    HEAD_COUNTS,
    KINDS,
    MANNERS,
    PAYING,
    VOTES,
    concepts_of,
    fold_in_place,
)

_SIDES = ("for", "against")
_OPEN = frozenset({"opening", "closing"})
_IS_PAID = re.compile(r"(?<!\w)(?:is|are|am|gets?|being)(?!\w).*(?<!\w)paid(?!\w)")


def take_prices(question: str, words: Sequence[Word], headers: FloatArray, table: Table) -> None:
    """Take a word for money for what holds it, where no column is called so: "Quote: £425".

    «Как платить» is not called so; who asks how one pays asks for no price.
    """
    asked = [at for at, word in enumerate(words) if "price" in concepts_of(word.folded)]
    manners = [at for at, name in enumerate(table.columns) if tells_manner(name)]
    if MANNERS.find(fold_in_place(question)) and "number" not in asked_kinds(question):
        return
    headers[np.ix_(asked, manners)] = 0.0
    _take_no_days(question, words, headers, table)
    nowhere = [at for at in asked if headers[at].max(initial=0.0) < HELD]
    if nowhere:
        money = [at for at in range(len(table.columns)) if "price" in measured(table, at)]
        headers[np.ix_(nowhere, money or _years_of_prices(table))] = CONCEPT


def _take_no_days(question: str, words: Sequence[Word], headers: FloatArray, table: Table) -> None:
    """Take what one pays for no day until which it is paid, where a column tells how much."""
    money = [at for at in range(len(table.columns)) if "price" in measured(table, at)]
    if not money or "time" in asked_kinds(question):
        return
    days = [
        at
        for at, name in enumerate(table.columns)
        if at not in money and kind_of_column(c.value for _, c in table.cells(name)) == "time"
    ]
    paying = [at for at, word in enumerate(words) if PAYING.holds(word.folded)]
    if not days or headers[np.ix_(paying, days)].max(initial=0.0) < HELD:
        return
    headers[np.ix_(paying, days)] = 0.0
    headers[np.ix_(paying, money)] = np.maximum(headers[np.ix_(paying, money)], CONCEPT)


def _years_of_prices(table: Table) -> list[int]:
    """Return the columns called by years alone, of a table that is called by what one pays."""
    told = terms_of("\n".join((table.surroundings, *table.columns)))
    if not any(concepts_of(term) & {"price", "paid"} for term in told):
        return []
    return [at for at, name in enumerate(table.columns) if is_year(name)]


def take_pay(question: str, words: Sequence[Word], headers: FloatArray, table: Table) -> None:
    """Take a word for what somebody earns for what holds it; what one is paid is that, too."""
    folded = fold_in_place(question)
    is_paid = bool(KINDS["person"].find(folded) or _IS_PAID.search(folded))
    about = {"salary", "paid"} if is_paid else {"salary"}
    asked = [at for at, word in enumerate(words) if concepts_of(word.folded) & about]
    nowhere = [at for at in asked if headers[at].max(initial=0.0) < HELD]
    if nowhere:
        pay = [at for at in range(len(table.columns)) if "salary" in measured(table, at)]
        headers[np.ix_(nowhere, pay)] = CONCEPT


def take_people(question: str, words: Sequence[Word], headers: FloatArray, table: Table) -> None:
    """Take "how many people" for the one column that counts them: "Children", "Places taken"."""
    if "number" not in asked_kinds(question):
        return
    asked = [at for at, word in enumerate(words) if ANYBODY.holds(word.folded)]
    nowhere = [at for at in asked if headers[at].max(initial=0.0) < HELD]
    counting = [
        at
        for at, name in enumerate(table.columns)
        if HEAD_COUNTS.find(fold_in_place(name)) and are_counts(table, name)
    ]
    if nowhere and len(counting) == 1:
        headers[np.ix_(nowhere, counting)] = CONCEPT


def are_counts(table: Table, column: str) -> bool:
    """Say whether a column has whole numbers without a unit, and nothing else."""
    numbers = [parse_number(cell.value) for _, cell in table.cells(column)]
    return bool(numbers) and all(
        number is not None and not number.unit and number.value == int(number.value)
        for number in numbers
    )


def take_hours(
    question: str, words: Sequence[Word], headers: FloatArray, values: FloatArray, table: Table
) -> None:
    """Take when one opens or closes for the hours, and not for what is closed then.

    Args:
        headers: float32 [words, C]; values: float32 [words, R, C], changed in place.
    """
    if "time" not in asked_kinds(question):
        return
    hours = [
        at
        for at, name in enumerate(table.columns)
        if any("hours" in concepts_of(term) for term in terms_of(name))
    ]
    for at, word in enumerate(words):
        is_called = bool(headers[at].max(initial=0.0) >= INFLECTED)
        if hours and concepts_of(word.folded) & _OPEN and not is_called:
            headers[at, hours] = np.maximum(headers[at, hours], CONCEPT)
            values[at][:, hours] = 0.0


def take_votes(
    question: str, words: Sequence[Word], headers: FloatArray, table: Table
) -> tuple[Word, ...]:
    """Take "for" and "against" for the columns that are called so, where votes are asked about.

    Only those words tell that these are, or one of voting: "paid for the pump" asks for no votes,
    and "how did they vote for it" for none of the two alone.

    Args:
        headers: float32 [words, C], changed in place.
    """
    sides = {side: at for at, name in enumerate(table.columns) if (side := _side_of(name))}
    voting = [VOTES["voting"].holds(word.folded) for word in words]
    is_of_votes = any(voting) or any(VOTES["against"].holds(word.folded) for word in words)
    if len(sides) < len(_SIDES) or not is_of_votes:
        return tuple(words)
    is_counted = "number" in asked_kinds(question)
    taken = list(words)
    for at, word in enumerate(words):
        if voting[at]:
            taken[at] = replace(word, asks=True)
        elif (side := _side_of(word.folded)) and is_counted:
            headers[at] = 0.0
            headers[at, sides[side]] = 1.0
            taken[at] = replace(word, asks=False, unit=False)
    return tuple(taken)


def _side_of(name: str) -> str:
    """Return which side of a vote something is called by alone; "" by neither."""
    said = [term for term in terms_of(name) if not VOTES["voting"].holds(term)]
    return next((side for side in _SIDES if VOTES[side].holds(" ".join(said))), "")
