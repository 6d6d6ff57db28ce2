"""Flags: columns that say yes or no of every row, and the rows of which one of them is asked.

"Which dishes contain celery?", "how many are vegan?", "anything gluten free?" of a list of dishes
with a column for each of these.
"""

from dataclasses import replace
from decimal import Decimal

import numpy as np

from pipelines.models.documents import Span
from pipelines.nodes.tables.amounts.arithmetic import Computed
from pipelines.nodes.tables.answered import TableAnswer, filled_lines
from pipelines.nodes.tables.asked import Asked
from pipelines.nodes.tables.asking import asked_aggregates
from pipelines.nodes.tables.filters.empty import denials
from pipelines.nodes.tables.matching.columns import naming_column
from pipelines.nodes.tables.matching.match import ColumnMatch, named_rows
from pipelines.nodes.tables.matching.reading import HELD, Reading
from pipelines.nodes.tables.rows import TableRow
from pipelines.nodes.tables.words.evidence import RELATED
from pipelines.nodes.tables.words.kinds import asked_kinds
from pipelines.nodes.tables.words.lexicon import (
    ABSENT,
    AFFIRMED,
    ANYBODY,
    CONTAINING,
    FREE_OF,
    PERHAPS,
    fold_in_place,
)

_MOST_VERBS = 1  # that nothing stands for
_LEAST, _SURE = 0.65, 0.25  # of confidence: at least, and what words add
_SAID = {"yes": AFFIRMED, "no": ABSENT, "perhaps": PERHAPS}


def flagged(asked: Asked) -> TableAnswer | None:
    """The rows of which a column says yes; where it is denied, those of which it says no.

    Rows of which it says neither stand behind those that have it: who asks what has nuts is told
    what may have. None where one row is asked about, or a column that says more than yes and no.
    """
    flags = flag_columns(asked.reading)
    column = _named_flag(asked.reading, flags)
    if column is None:
        return None
    counts = [one for one in asked_aggregates(asked.question) if one.kind == "count"]
    kinds = asked_kinds(asked.question)
    if kinds & {"time", "place"} or ("number" in kinds and not counts):
        return None
    denied = _denied(asked, column)
    spans = [*denied, *ANYBODY.find(fold_in_place(asked.question))]
    asked = asked.without([*spans, *(span for one in counts for span in one.spans)])
    quiet = _without_flags(asked.reading, flags, column.words)
    rows = named_rows(quiet, of_a_kind=True)
    naming = naming_column(quiet)
    is_of_one = len(rows) == 1 or any(naming not in row.keys for row in rows)
    unmatched = replace(asked, reading=quiet).unmatched(rows, [column])
    names = any(asked.reading.words[at].name for at in unmatched)
    if is_of_one or names or len(unmatched) > _MOST_VERBS:
        return None
    among = {row.index for row in rows} or set(range(len(quiet.table.rows))) - quiet.totals
    chosen = _chosen(quiet, column.index, among, "no" if denied else "yes")
    others = [] if denied or counts else _chosen(quiet, column.index, among, "perhaps")
    lines = filled_lines(quiet, column.index, [*chosen, *others])
    if not lines:
        return None
    told = tuple(line.row for line in lines)
    name = quiet.table.columns[column.index]
    count = Computed("count", name, Decimal(len(told)), "", told, told, ()) if counts else None
    confidence = _LEAST + _SURE * column.strength * asked.covered(unmatched)
    texts = asked.texts(unmatched)
    return TableAnswer(lines, None, count, confidence, texts, is_list=not counts)


def flag_columns(reading: Reading) -> frozenset[int]:
    """Return the columns that say yes or no of nearly every row, and both of some."""
    rows = [row for at, row in enumerate(reading.table.rows) if at not in reading.totals]
    found = set()
    for at, name in enumerate(reading.table.columns):
        said = [_said(row, name) for row in rows]
        if {"yes", "no"} <= set(said) and "" not in said:
            found.add(at)
    return frozenset(found)


def _said(row: TableRow, column: str) -> str:
    """Return what a cell says, "yes", "no" or "perhaps"; "" of one that says something else."""
    cell = row.cell(column)
    value = fold_in_place(cell.value).strip(" .") if cell else ""
    return next((name for name, words in _SAID.items() if words.holds(value)), "")


def _named_flag(reading: Reading, flags: frozenset[int]) -> ColumnMatch | None:
    """Return the one column of these that a question names; no other may be named so well."""
    named = []
    for at in sorted(flags):
        strengths = reading.headers[:, at]
        words = np.flatnonzero(strengths >= HELD).tolist()
        if words:
            named.append(ColumnMatch(at, frozenset(words), float(strengths.max())))
    best = max((column.strength for column in named), default=0.0)
    chosen = [column for column in named if column.strength >= min(best, RELATED)]
    return chosen[0] if len(chosen) == 1 else None


def _denied(asked: Asked, column: ColumnMatch) -> tuple[Span, ...]:
    """Return the words by which a question denies what the column is of: "no", "gluten free".

    Where the column is called so itself, "Gluten free", they deny nothing.
    """
    folded = fold_in_place(asked.question)
    header = fold_in_place(asked.reading.table.columns[column.index])
    free = () if FREE_OF.find(header) else FREE_OF.find(folded.replace("-", " "))
    named = [asked.reading.words[at].span for at in column.words]
    behind = [
        said
        for said in free
        if any(said.start - one.end in (0, 1) or said.end == one.end for one in named)
    ]
    return (*denials(asked.question), *behind)


def containings(reading: Reading, question: str) -> tuple[Span, ...]:
    """Return where a question says that something contains something, of a table that tells so."""
    return CONTAINING.find(fold_in_place(question)) if flag_columns(reading) else ()


def _without_flags(reading: Reading, flags: frozenset[int], named: frozenset[int]) -> Reading:
    """Leave out what stands in such columns, "may contain", and rows called as a column is."""
    values = reading.values.copy()
    values[:, :, sorted(flags)] = 0.0
    values[sorted(named)] = 0.0
    return replace(reading, values=values)


def _chosen(reading: Reading, column: int, among: set[int], wanted: str) -> list[int]:
    name = reading.table.columns[column]
    return [at for at in sorted(among) if _said(reading.table.rows[at], name) == wanted]
