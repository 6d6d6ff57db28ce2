"""Flags: columns that say yes or no of every row, and the rows of which one of them is asked.

"Which dishes contain celery?", "how many are vegan?", "anything gluten free?" of a list of dishes
with a column for each of these.
"""

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import replace
from decimal import Decimal

import numpy as np

from pipelines.models.documents import Span
from pipelines.nodes.tables.amounts.arithmetic import Computed
from pipelines.nodes.tables.answered import TableAnswer, filled_lines
from pipelines.nodes.tables.asked import MISSED, Asked
from pipelines.nodes.tables.asking import asks_price, asks_whether
from pipelines.nodes.tables.filters.empty import asks_for_rows, denials
from pipelines.nodes.tables.matching.absent.missing import Missing
from pipelines.nodes.tables.matching.asked_columns import ColumnMatch
from pipelines.nodes.tables.matching.columns import naming_column, tells_places
from pipelines.nodes.tables.matching.flag_columns import flag_columns, said_of_rows
from pipelines.nodes.tables.matching.match import RowMatch, named_rows
from pipelines.nodes.tables.matching.reading import Reading
from pipelines.nodes.tables.matching.sorts import names_another_beside
from pipelines.nodes.tables.words.evidence import HELD, RELATED
from pipelines.nodes.tables.words.kinds import asked_kinds
from pipelines.nodes.tables.words.lexicon import (
    ALLERGIES,
    AND,
    ANYBODY,
    ASKS_OPENLY,
    BUT,
    CONTAINING,
    FREE_IN_ONE,
    FREE_OF,
    INSIDE,
    fold_in_place,
)

_MOST_VERBS = 1  # that nothing stands for
_LED = 2  # words before what something is in
_MONEY = frozenset({"price", "paid"})
_LEAST, _SURE = 0.65, 0.25  # of confidence: at least, and what words add


def flagged(asked: Asked) -> TableAnswer | None:
    """The rows of which columns say yes; where that is denied, those of which they say no.

    Rows of which one says neither stand behind those that have it: who asks what has nuts is told
    what may have. None where one row is asked about, or a column that says more than yes and no.
    """
    flags = flag_columns(asked.reading)
    columns = _named_flags(asked.reading, flags)
    counts = [one for one in asked.aggregates if one.kind == "count"]
    kinds = asked_kinds(asked.question)
    if not columns or "time" in kinds or ("number" in kinds and not counts):
        return None
    if "place" in kinds and tells_places(asked.reading, naming_column(asked.reading)):
        return None
    if _asks_for_amount(asked, columns, kinds):
        return None
    denials_said = _denied(asked, columns)
    denied = _are_denied(asked, columns, denials_said)
    spans = [*denials_said, *ANYBODY.find(fold_in_place(asked.question))]
    asked = asked.without([*spans, *(span for one in counts for span in one.spans)])
    named = frozenset[int]().union(*(column.words for column in columns))
    quiet = _without_flags(asked.reading, flags, named)
    rows = named_rows(quiet, of_a_kind=True)
    unmatched = replace(asked, reading=quiet).unmatched(rows, columns)
    if names_another_beside(quiet, asked.question, rows, unmatched):
        return _lacking(quiet, unmatched or sorted(frozenset().union(*(m.words for m in rows))))
    if not _is_of_rows(quiet, rows, unmatched):
        return None
    if _names_another(asked, unmatched):
        return _lacking(quiet, unmatched)
    among = {row.index for row in rows} or set(range(len(quiet.table.rows))) - quiet.totals
    chosen = _chosen(quiet, columns, among, [{"no"} if one else {"yes"} for one in denied])
    if not (any(denied) or denials_said or counts):
        others = _chosen(quiet, columns, among, [{"yes", "perhaps"}] * len(columns))
        chosen += [at for at in others if at not in chosen]
    is_of_one = len(columns) == 1
    shown = chosen or (sorted(among) if is_of_one else [])  # where none is so: all have milk
    lines = [filled_lines(quiet, column.index, shown) for column in columns]
    if not shown:
        return None
    told = tuple(line.row for line in lines[0])
    name, number = quiet.table.columns[columns[0].index], Decimal(len(chosen))
    count = Computed("count", name, number, "", told, told, ()) if counts else None
    confidence = _LEAST + _SURE * columns[0].strength * asked.covered(unmatched)
    by_row = tuple(line for of_row in zip(*lines, strict=True) for line in of_row)
    texts = asked.texts(unmatched)
    return TableAnswer(by_row, None, count, confidence, texts, is_list=not counts)


def _asks_for_amount(asked: Asked, columns: Sequence[ColumnMatch], kinds: frozenset[str]) -> bool:
    """Say whether it is asked how much something is or comes to, of which is told who has paid it.

    "What is the fee" asks for no one of whom the table says "Fee paid: yes".
    """
    computed = any(one.kind in ("sum", "average") for one in asked.aggregates)
    is_price = any(_MONEY & asked.reading.measures[column.index] for column in columns)
    is_of_rows = kinds & {"person"} or asks_for_rows(asked.question) or asks_whether(asked.question)
    return computed or asks_price(asked.question) or (is_price and not is_of_rows and not kinds)


def _is_of_rows(reading: Reading, rows: Sequence[RowMatch], unmatched: Sequence[int]) -> bool:
    """Say whether rows of a kind are asked for, or all: neither one, nor what is not there."""
    naming = naming_column(reading)
    is_of_one = len(rows) == 1 or any(naming not in row.keys for row in rows)
    names = any(reading.words[at].name for at in unmatched)
    return not (is_of_one or names) and len(unmatched) <= _MOST_VERBS


def _names_another(asked: Asked, unmatched: Sequence[int]) -> bool:
    """Say whether a word may name what no row is called by: "are there nuts in the scones".

    What other rows say is no answer then: of what something is in, and of any word that nothing
    stands for where no rows are asked for.
    """
    if not unmatched:
        return False
    folded, reading = fold_in_place(asked.question), asked.reading
    led = [folded[: reading.words[at].span.start].split()[-_LED:] for at in unmatched]
    is_in = any(INSIDE.holds(" ".join(before[-length:])) for before in led for length in (1, 2))
    asks = asks_for_rows(asked.question) or bool(ASKS_OPENLY.find(folded))
    return is_in or not asks


def _lacking(reading: Reading, unmatched: Sequence[int]) -> TableAnswer:
    """Say what no row is called by, and what they are: of that alone something is told."""
    name = reading.table.columns[naming_column(reading)]
    present = tuple(cell.value for _, cell in reading.table.cells(name))
    word = " ".join(reading.words[at].text for at in unmatched)
    return TableAnswer((), Missing(word, name, present, by_kind=True), None, MISSED)


def _named_flags(reading: Reading, flags: frozenset[int]) -> tuple[ColumnMatch, ...]:
    """Return the columns of these that a question names, each by words of its own."""
    named = []
    for at in sorted(flags):
        strengths = reading.headers[:, at]
        words = np.flatnonzero(strengths >= HELD).tolist()
        if words:
            named.append(ColumnMatch(at, frozenset(words), float(strengths.max())))
    best = max((column.strength for column in named), default=0.0)
    chosen = [column for column in named if column.strength >= min(best, RELATED)]
    words = [word for column in chosen for word in column.words]
    return tuple(chosen) if len(set(words)) == len(words) else ()


def _denied(asked: Asked, columns: Sequence[ColumnMatch]) -> tuple[Span, ...]:
    """Return the words by which a question denies what columns are of: "no", "gluten free".

    Where the column is called so itself, "Gluten free", that denies nothing.
    """
    folded = fold_in_place(asked.question)
    free = () if _called_free(asked, columns) else _said_free(folded)
    named = [asked.reading.words[at].span for column in columns for at in column.words]
    behind = [
        said
        for said in free
        if any(said.start - one.end in (0, 1) or said.end == one.end for one in named)
    ]
    return (*denials(asked.question), *ALLERGIES.find(folded), *behind)


def _are_denied(
    asked: Asked, columns: Sequence[ColumnMatch], denials_said: Sequence[Span]
) -> list[bool]:
    """Say of each column whether its no is asked for: of "milk but no nuts" only of the nuts.

    What is denied stands behind what denies it, in its clause, else before it: "nut free". A column
    that tells the lack of what is asked for is read the other way: "Nut free".
    """
    folded = fold_in_place(asked.question)
    joints = [
        *(said.end for said in BUT.find(folded)),
        *(said.end for said in AND.find(folded) if any(_follows(said, d) for d in denials_said)),
    ]
    ends, free = sorted(joints), _said_free(folded)
    firsts = [min(asked.reading.words[at].span.start for at in one.words) for one in columns]
    denied = set[int]()
    for said in denials_said:
        clause = [first for first in firsts if _clause(first, ends) == _clause(said.start, ends)]
        meant = [first for first in clause if (first < said.end) == (said in free)]
        denied.update(meant or clause or firsts)
    return [
        (first in denied) is not _tells_lack(asked, one)
        for first, one in zip(firsts, columns, strict=True)
    ]


def _clause(at: int, ends: Sequence[int]) -> int:
    """Return in which clause a place is, of those that end at some others."""
    return bisect_right(ends, at)


def _follows(said: Span, other: Span) -> bool:
    return other.start - said.end == 1


def _tells_lack(asked: Asked, column: ColumnMatch) -> bool:
    """Say whether a column tells the lack of what is asked for: "any nuts?" of "Nut free"."""
    return _called_free(asked, [column]) and not _said_free(fold_in_place(asked.question))


def _called_free(asked: Asked, columns: Sequence[ColumnMatch]) -> bool:
    names = [fold_in_place(asked.reading.table.columns[column.index]) for column in columns]
    return any(map(_said_free, names))


def _said_free(folded: str) -> tuple[Span, ...]:
    """Return where it is said that something is free of another: behind it, or in one word."""
    in_one = (Span(*word.span()) for word in FREE_IN_ONE.finditer(folded))
    return (*FREE_OF.find(folded.replace("-", " ")), *in_one)


def containings(reading: Reading, question: str) -> tuple[Span, ...]:
    """Return where a question says that something contains something, of a table that tells so.

    Or that it is free of it: "glutenfrei" of such a column, and not «безопасный».
    """
    flags = sorted(flag_columns(reading))
    if not flags:
        return ()
    folded = fold_in_place(question)
    named = [
        word.span
        for word, strengths in zip(reading.words, reading.headers, strict=True)
        if strengths[flags].max() >= HELD
    ]
    in_one = (Span(*word.span()) for word in FREE_IN_ONE.finditer(folded))
    of_it = (one for one in in_one if any(_touch(one, span) for span in named))
    return (*CONTAINING.find(folded), *FREE_OF.find(folded.replace("-", " ")), *of_it)


def _touch(one: Span, other: Span) -> bool:
    return one.start < other.end and other.start < one.end


def _without_flags(reading: Reading, flags: frozenset[int], named: frozenset[int]) -> Reading:
    """Leave out what stands in such columns, "may contain", and rows called as a column is."""
    values = reading.values.copy()
    values[:, :, sorted(flags)] = 0.0
    values[sorted(named)] = 0.0
    return replace(reading, values=values)


def _chosen(
    reading: Reading, columns: Sequence[ColumnMatch], among: set[int], wanted: Sequence[set[str]]
) -> list[int]:
    """Return the rows of which each column says one of what is wanted of it."""
    said = [
        said_of_rows(reading, column.index, [reading.words[at] for at in sorted(column.words)])
        for column in columns
    ]
    return [
        at
        for at in sorted(among)
        if all(one[at] in some for one, some in zip(said, wanted, strict=True))
    ]
