"""Opening: the hours at which something is open, where a day or its opening alone is asked for."""

from collections.abc import Sequence
from dataclasses import replace

from pipelines.nodes.tables.asked import MOST_COLUMNS, Asked
from pipelines.nodes.tables.matching.asked_columns import ColumnMatch
from pipelines.nodes.tables.matching.match import RowMatch
from pipelines.nodes.tables.words.evidence import CONCEPT, terms_of
from pipelines.nodes.tables.words.kinds import asked_kinds, holds_hours
from pipelines.nodes.tables.words.lexicon import ON_DUTY, concepts_of, fold_in_place

_OPEN, _HOURS = frozenset({"opening", "closing"}), frozenset({"hours", "opening", "closing"})


def hours_of_day(
    asked: Asked, rows: Sequence[RowMatch], unmatched: Sequence[int]
) -> tuple[ColumnMatch, ...]:
    """Return the column of hours where it is asked whether one works on a day with a name."""
    reading, keys = asked.reading, {key for match in rows for key in match.keys}
    spans = {reading.words[at].span for match in rows for at in match.words}
    is_of_day = any(
        day.start <= s.start and s.end <= day.end for day in reading.within for s in spans
    )
    words = [reading.words[at].folded for at in unmatched]
    if not (is_of_day and words and all(ON_DUTY.holds(w) or concepts_of(w) & _OPEN for w in words)):
        return ()
    hours = [
        at
        for at, name in enumerate(reading.table.columns)
        if at not in keys and any(concepts_of(term) & _HOURS for term in terms_of(name))
    ]
    return tuple(ColumnMatch(at, frozenset(unmatched), CONCEPT) for at in hours[:MOST_COLUMNS])


def with_closing(asked: Asked, columns: list[ColumnMatch]) -> list[ColumnMatch]:
    """Add when one closes, where it is asked when one is open: a row has both."""
    names, folded = asked.reading.table.columns, fold_in_place(asked.question)
    about = [frozenset().union(*map(concepts_of, terms_of(name))) for name in names]
    closes = [at for at, one in enumerate(about) if "closing" in one and _has_hours(asked, at)]
    is_of_opening = len(columns) == 1 and "opening" in about[columns[0].index] - {"closing"}
    if not is_of_opening or len(closes) != 1 or asked_kinds(folded) - {"time"}:
        return columns
    return [*columns, replace(columns[0], index=closes[0])]


def _has_hours(asked: Asked, column: int) -> bool:
    cells = asked.reading.table.cells(asked.reading.table.columns[column])
    return any(holds_hours(cell.value) for _, cell in cells)
