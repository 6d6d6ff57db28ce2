"""Counterparts: who is no member pays what those pay that are called otherwise.

A column or a row that a question denies by its name is not meant, but the one that denies it as
well: "Non-members" of "not a member"; where none does, the only other one, called "Guests".
"""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, replace

import numpy as np

from pipelines.models.documents import FloatArray, Span
from pipelines.nodes.tables.amounts.measures import measured
from pipelines.nodes.tables.asking import asks_price
from pipelines.nodes.tables.matching.particles import first_of_names
from pipelines.nodes.tables.rows import Table
from pipelines.nodes.tables.words.evidence import HELD, INFLECTED, Word
from pipelines.nodes.tables.words.kinds import kind_of_column
from pipelines.nodes.tables.words.lexicon import (
    ABSENT,
    DENYING,
    DENYING_NAMES,
    KINDS,
    LISTS,
    WHICH,
    concepts_of,
    fold_in_place,
)
from pipelines.nodes.tables.words.negation import is_of_others, named_in, stance

_LONGEST = 40  # characters of a cell that names something
_STATES = frozenset({"price", "paid", "debt", "stock"})  # what is not paid is no counterpart
_MEMBER = "member"


@dataclass(frozen=True, slots=True)
class _Said:
    """What a word names, and whether it is denied; spans: where the words stand for that."""

    at: int
    term: str
    is_denied: bool
    spans: tuple[Span, ...] = ()


def take_counterparts(
    question: str, words: Sequence[Word], headers: FloatArray, values: FloatArray, table: Table
) -> tuple[tuple[Word, ...], frozenset[int]]:
    """Take a name that is denied for its counterpart, and none for one that is denied elsewhere.

    Args:
        headers: float32 [words, C], changed in place.
        values: float32 [words, R, C], changed in place.
    Returns:
        The words, of which those that deny ask and name nothing, and the columns not asked for.
    """
    meant, others, silent = set[int](), set[int](), list[Span]()
    for said in _said(question, words, headers, values):
        of_columns = None if _is_told_of_rows(question, said, table) else _of_columns(said, table)
        if of_columns:
            for column in of_columns[0]:
                headers[said.at, column] = max(headers[said.at, column], INFLECTED)
            headers[said.at, sorted(of_columns[1])] = 0.0
            meant |= of_columns[0]
            others |= of_columns[1]
        if _take_rows(question, said, values, table) or of_columns:
            silent += said.spans
            is_of_any = max(headers[said.at].max(), values[said.at].max(initial=0.0)) >= HELD
            silent += [] if is_of_any else [words[said.at].span]
    kept = (replace(w, asks=True) if _is_in(w, silent) else w for w in words)
    return tuple(kept), frozenset(others - meant)


def _is_in(word: Word, spans: Sequence[Span]) -> bool:
    return any(s.start <= word.span.start and word.span.end <= s.end for s in spans)


def _said(
    question: str, words: Sequence[Word], headers: FloatArray, values: FloatArray
) -> Iterator[_Said]:
    """Yield what words name, denied or not, and guests, of whom nothing else is called."""
    named = named_in(question)
    is_any_denied = bool(DENYING.find(fold_in_place(question)))  # "which could not be repaired"
    is_any_denied = is_any_denied or any(one.denial for one in named)
    for at, word in enumerate(words):
        if word.asks or word.unit or word.has_digits:
            continue
        own = [one for one in named if word.span.start <= one.span.start < word.span.end]
        own = [one for one in own if not DENYING_NAMES.holds(one.term)]
        is_held = max(headers[at].max(initial=0.0), values[at].max(initial=0.0)) >= HELD
        if is_of_others(word.folded) and not is_held:
            yield _Said(at, _MEMBER, is_denied=True)
        yield from (_Said(at, o.term, True, (o.denial,)) for o in own if o.denial)
        if is_held and not is_any_denied:
            yield _Said(at, word.folded, is_denied=False)


def _of_columns(said: _Said, table: Table) -> tuple[frozenset[int], frozenset[int]] | None:
    """Return the columns that a word means, and those that are called by its opposite.

    Of several columns of prices beside the one that is denied none is meant by the word.
    """
    stances = {at: stance(name, said.term) for at, name in enumerate(table.columns)}
    wanted = frozenset(at for at, one in stances.items() if one is (not said.is_denied))
    others = frozenset(at for at, one in stances.items() if one is said.is_denied)
    if not others or wanted:
        return (wanted, others) if wanted and others else None
    if concepts_of(said.term) & _STATES:
        return None
    rest = _beside(others, table)
    if len(rest) == 1 or (rest and said.is_denied):
        return (rest if len(rest) == 1 else frozenset(), others)
    return None


def _is_told_of_rows(question: str, said: _Said, table: Table) -> bool:
    """Say whether rows are asked for that have nothing in the column denied: "Excess: none"."""
    folded = fold_in_place(question)
    if not (said.is_denied and any(one.find(folded) for one in (WHICH, LISTS, KINDS["person"]))):
        return False
    called = [name for name in table.columns if stance(name, said.term) is True]
    cells = (cell.value for name in called for _, cell in table.cells(name))
    return any(ABSENT.holds(fold_in_place(value).strip(" .")) for value in cells)


def _beside(columns: Collection[int], table: Table) -> frozenset[int]:
    """Return the columns of prices beside others, if these are of prices as well."""
    prices = frozenset(
        at
        for at, name in enumerate(table.columns)
        if "price" in measured(table, at)
        and kind_of_column((c.value for _, c in table.cells(name)), priced=True) == "number"
    )
    return prices - frozenset(columns) if prices.issuperset(columns) else frozenset()


def _take_rows(question: str, said: _Said, values: FloatArray, table: Table) -> bool:
    """Take a name of rows for those that a word means; say whether there were others."""
    is_taken = False
    for column in range(len(table.columns)):
        if not (said.is_denied or values[said.at, :, column].max(initial=0.0) >= HELD):
            continue
        called = _called(table, column)
        stances = {row: stance(value, said.term) for row, value in called.items()}
        wanted = [row for row, one in stances.items() if one is (not said.is_denied)]
        others = [row for row, one in stances.items() if one is said.is_denied]
        if not others or not (wanted or (said.is_denied and _may_lack(question, column, table))):
            continue
        rest = {value for row, value in called.items() if row not in others}
        if not wanted and len(rest) == 1:
            wanted = [row for row in called if row not in others]
        values[said.at, others, column] = 0.0
        own = values[said.at, wanted, column]
        values[said.at, wanted, column] = np.maximum(own, INFLECTED)
        is_taken = True
    return is_taken


def _called(table: Table, column: int) -> dict[int, str]:
    name = table.columns[column]
    cells = ((at, row.cell(name)) for at, row in enumerate(table.rows))
    return {at: cell.value for at, cell in cells if cell and len(cell.value) <= _LONGEST}


def _may_lack(question: str, column: int, table: Table) -> bool:
    """Say whether no row may be meant that a column calls by what is denied."""
    words = fold_in_place(question).split()
    is_of_price = asks_price(question) or any("price" in concepts_of(word) for word in words)
    return column == first_of_names(table) or is_of_price
