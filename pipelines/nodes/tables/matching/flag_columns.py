"""Flag columns: those that say of every row yes or no, or that it may be, in words or by a mark."""

import re
from collections.abc import Sequence
from functools import lru_cache, partial

from pipelines.nodes.tables.matching.reading import Reading
from pipelines.nodes.tables.rows import Table
from pipelines.nodes.tables.words.evidence import INFLECTED, Word, term_strength, terms_of
from pipelines.nodes.tables.words.lexicon import (
    ABSENT,
    AFFIRMED,
    CONTAINING,
    DENYING,
    FREE_OF,
    IMPLIED,
    MARKS,
    PERHAPS,
    REFUSED,
    concepts_of,
    fold_in_place,
)

_SAID = {"yes": AFFIRMED, "no": ABSENT, "perhaps": PERHAPS}
_BEHIND = re.compile(r"\s*(?:\(.*\)|[,;–—-]\s.*)$")  # "yes (v)", "no, but see below"
_CACHED = 20_000  # values
_MOST_UNKNOWN = 0.25  # of the rows, that a column says nothing of
_LONGEST = 4  # words of a value that says what its column is called
_SELECTORS = re.compile("[\ufe0e\ufe0f]")  # of how a sign is drawn


def tells_whether(table: Table) -> bool:
    """Say whether a table may have such a column, without reading it: a yes or no in each row."""
    values = [fold_in_place(cell.value).strip(" .") for row in table.rows for cell in row.cells]
    said = sum(AFFIRMED.holds(value) or ABSENT.holds(value) for value in values)
    return said >= len(table.rows) > 0


def flag_columns(reading: Reading) -> frozenset[int]:
    """Return the columns that say yes or no of nearly every row, and both of some.

    In a table that has such a column one that says the same of all rows is another.
    """
    told = {at: set(said_of_rows(reading, at)) for at in range(len(reading.table.columns))}
    either = frozenset(at for at, said in told.items() if said & {"yes", "no"})
    return either if any({"yes", "no"} <= said for said in told.values()) else frozenset()


def said_of_rows(reading: Reading, column: int, words: Sequence[Word] = ()) -> tuple[str, ...]:
    """Return what a column says of each row: "yes", "no" or "perhaps", "" where nothing tells.

    An empty cell says no where nothing else in its column does. A value may repeat what the column
    is called: "vegan", of "Veggie / vegan".

    Args:
        words: of what the rows are asked; without any, of whatever the column is called.
    Returns:
        One a row; nothing of a column that says more than this of any.
    """
    name, rows = reading.table.columns[column], reading.table.rows
    values: list[str] = []
    for at, row in enumerate(rows):
        cell = row.cell(name)
        values.append(cell.value if cell else "")
        tells = not values[at] or _plainly(values[at]) or _by_name(values[at], name, words)
        if not tells and at not in reading.totals:
            return ()
    is_crossed = _is_crossed(reading, values)
    said = [_plainly(one, is_crossed=is_crossed) or _by_name(one, name, words) for one in values]
    blank = "" if "no" in said else "no"
    said = [one or ("" if value else blank) for value, one in zip(values, said, strict=True)]
    unknown = sum(not one for at, one in enumerate(said) if at not in reading.totals)
    return tuple(said) if unknown <= _MOST_UNKNOWN * len(rows) else ()


def _is_crossed(reading: Reading, values: Sequence[str]) -> bool:
    """Say whether marks of a column are crosses: it has ticks as well, or no cell without a mark.

    Then another column of the table has ticks.
    """
    if any(AFFIRMED.holds(_bare(value)) for value in values):
        return True
    return all(map(_is_mark, values)) and any(
        _is_tick(cell.value) for row in reading.table.rows for cell in row.cells
    )


def _is_mark(value: str) -> bool:
    return MARKS.holds(_bare(value))


def _is_tick(value: str) -> bool:
    return not any(map(str.isalnum, value)) and AFFIRMED.holds(_bare(value))


@lru_cache(maxsize=_CACHED)
def _plainly(value: str, *, is_crossed: bool = False) -> str:
    """Return what a value says by itself; "" of one that says something else."""
    for said in (_bare(value), _bare(_BEHIND.sub("", value))):
        if MARKS.holds(said):
            return "no" if is_crossed else "yes"
        if REFUSED.holds(said):
            return "no"
        for name, words in _SAID.items():
            if words.holds(said):
                return name
    return ""


def _bare(value: str) -> str:
    return fold_in_place(_SELECTORS.sub("", value)).strip(" .")


def _by_name(value: str, column: str, words: Sequence[Word]) -> str:
    """Return what a value says that has a word of its column's name: "vegan", "not vegan".

    A number is no such word: "700" of "Gifts (700)" is a sum.
    """
    terms, names = terms_of(_BEHIND.sub("", value)), terms_of(column)
    names = tuple(name for name in names if not name.isdecimal())
    of_name = [one for one in terms if any(map(partial(_says, one), names))]
    if not of_name or len(terms) > _LONGEST:
        return ""
    asked = [word.folded for word in words if any(_says(name, word.folded) for name in names)]
    is_asked = not asked or any(_says(one, word) for one in of_name for word in asked)
    folded, free = fold_in_place(value), FREE_OF.find(fold_in_place(column))
    if not is_asked or DENYING.find(folded) or (FREE_OF.find(folded) and not free):
        return "no"
    others = [one for one in terms if one not in of_name and not CONTAINING.holds(one)]
    return "perhaps" if others else "yes"


def _says(term: str, other: str) -> bool:
    """Say whether what is one is another, too: what is vegan is veggie."""
    about = concepts_of(term)
    about = about.union(*(IMPLIED.get(one, ()) for one in about))
    return term_strength(term, other) >= INFLECTED or bool(about & concepts_of(other))
