"""Computing: what a column comes to as a whole, and the rows whose number is as one wants it."""

import re
from collections.abc import Sequence
from dataclasses import replace

from pipelines.nodes.tables.aggregates.counting import (
    added_column,
    are_of_a_kind,
    are_of_group,
    are_of_value,
    asks_for_money,
    counts_list,
    counts_priced,
    counts_rows,
    is_what_somebody_does,
)
from pipelines.nodes.tables.amounts.arithmetic import (
    Aggregate,
    Computed,
    Condition,
    compute,
    is_free,
    parse_number,
)
from pipelines.nodes.tables.amounts.computed import computed_columns, is_of_one_thing, turned
from pipelines.nodes.tables.amounts.measures import (
    counts_things,
    measured,
)
from pipelines.nodes.tables.answered import TableAnswer, lines_of, named_lines
from pipelines.nodes.tables.asked import COVERED, LEAST_CONFIDENCE, MISSED, SURE_COLUMN, Asked
from pipelines.nodes.tables.asking import (
    asked_of_two,
)
from pipelines.nodes.tables.matching.absent.missing import find_missing
from pipelines.nodes.tables.matching.asked_columns import ColumnMatch
from pipelines.nodes.tables.matching.columns import (
    asked_texts,
    distinct_share,
    holds_amounts,
    holds_numbers,
    naming_column,
)
from pipelines.nodes.tables.matching.flag_columns import flag_columns
from pipelines.nodes.tables.matching.match import RowMatch, unmatched_words
from pipelines.nodes.tables.rows import Cell, TableRow
from pipelines.nodes.tables.words.evidence import HELD, INFLECTED, RELATED, terms_of
from pipelines.nodes.tables.words.kinds import is_year
from pipelines.nodes.tables.words.lexicon import (
    CHARGED,
    KINDS,
    SPENT,
    THINGS,
    concepts_of,
    fold_in_place,
)

_LEAST_COMPARED, _COMPARED = 0.6, 0.2  # of a comparison: at least, and what words add
_MONEY = {"paid", "price"}
_LEAST_ADDED, _ADDED = 0.5, 0.35  # of what is added up, as of any column
_WHO_IS_PAID = re.compile(
    r"who(?:'s| is| are| gets?) (?:paid|paying|earning)(?!\w)|who earns(?!\w)"
)
_REPEATED = 0.05  # less, than of a table that has a row for each of what is compared
_SEVERAL = 2  # rows
_BARE = 0.65  # of a superlative alone, whichever table it is said of


def aggregated(asked: Asked, aggregate: Aggregate) -> TableAnswer | None:
    """A column as a whole, of all rows or of those named: its sum, its largest, how many."""
    rows = asked.rows(of_a_kind=True)
    keys = frozenset(key for match in rows for key in match.keys)
    columns = asked.columns(rows)
    if aggregate.kind == "count":
        return _counted(asked, aggregate, rows, columns) or _added(asked, aggregate, rows, columns)
    if aggregate.kind == "sum" and counts_rows(asked):
        return None
    amounts = amounts_of(asked, keys)
    numbers = computed_columns(asked.reading, asked.question, aggregate, amounts, keys)
    if len(rows) == 1 or not numbers or counts_priced(asked, aggregate, numbers):
        return None
    if _WHO_IS_PAID.match(fold_in_place(asked.question)) and not _is_of_people(asked):
        return None
    if aggregate.kind in ("sum", "average") and any(_are_years(asked, at) for at in numbers):
        return None  # nobody's age is 2012.5
    said = frozenset().union(*(one.words for one in amounts if one.index in numbers))
    wanted = [ColumnMatch(number, said, 0.9) for number in numbers]
    if missing := find_missing(asked.reading, rows, wanted):
        return TableAnswer((), missing, None, MISSED)
    unmatched = unmatched_words(asked.reading, rows, (*columns, *wanted))
    if aggregate.kind in ("smallest", "largest"):
        unmatched = asked.unmatched(rows, (*columns, *wanted))
    is_of_group = are_of_group(asked, rows)
    is_of_table = asked.is_held() or is_of_group or _is_bare(asked, aggregate)
    is_of_table = is_of_table or (
        _are_of_a_kind(rows) and is_of_one_thing(asked.question, aggregate)
    )
    is_called_so = asked.reading.headers.max(initial=0.0) >= INFLECTED or not unmatched
    if asked.covered(unmatched) < COVERED or not (is_of_table and is_called_so):
        return None
    is_told = asked.is_held() or is_of_group
    confidence = _LEAST_ADDED + _ADDED * asked.stood_for(unmatched) if is_told else _BARE
    is_of_all = aggregate.kind == "sum" and not rows
    if is_of_all and (total := _stated_total(asked, numbers[0], confidence)):
        return total
    confidence -= _REPEATED * any(_is_repeated(asked, column) for column in columns)
    return of_each(asked, aggregate, numbers, rows, confidence)


def _stated_total(asked: Asked, column: int, confidence: float) -> TableAnswer | None:
    """Return what the table itself says a column comes to, in the row that adds all others up.

    Of several that is the one that does; a total of a group is none of the whole.
    """
    reading, name = asked.reading, asked.reading.table.columns[column]
    rows = list(enumerate(reading.table.rows))
    others = [(row, row.cell(name)) for at, row in rows if at not in reading.totals]
    summed = compute(Aggregate("sum", ()), name, others)
    stated = {
        at: number.value
        for at, row in rows
        if at in reading.totals
        and (cell := row.cell(name))
        and (number := parse_number(cell.value))
    }
    whole = [at for at, value in stated.items() if summed and value == summed.value]
    if not whole and [*stated] == [len(rows) - 1]:
        whole = [*stated]
    named = [RowMatch(at, frozenset({naming_column(reading)}), frozenset(), 1.0) for at in whole]
    lines = lines_of(reading, named[-1:], [column])
    return TableAnswer(lines, None, None, confidence, is_list=True) if lines else None


def _is_of_people(asked: Asked) -> bool:
    """Say whether a table tells what people get: who is paid most stands in no list of prices."""
    reading = asked.reading
    return "person" in reading.kinds or any("salary" in one for one in reading.measures)


def of_two(asked: Asked) -> TableAnswer | None:
    """The one of those that are named that is cheaper or longer than the other; then that one."""
    aggregate = asked_of_two(asked.question)
    if aggregate is None:
        return None
    silent = asked.silent(aggregate)
    named = silent.rows(of_a_kind=True)
    rows = [match for match in named if silent.is_named_surely(match)]
    keys = frozenset(key for match in rows for key in match.keys)
    columns = computed_columns(
        silent.reading, asked.question, aggregate, silent.amounts(keys), keys
    )
    if len(rows) < _SEVERAL or not columns or asked.aggregates:
        return None
    unmatched = silent.unmatched(rows, [ColumnMatch(columns[0], frozenset(), SURE_COLUMN)])
    if silent.covered(unmatched) < COVERED:
        return None
    confidence = _LEAST_COMPARED + _COMPARED * silent.stood_for(unmatched)
    answer = computed(silent, aggregate, columns[0], rows, confidence)
    lines = lines_of(silent.reading, rows, [columns[0]])
    others = tuple(line for line in lines if answer and line not in answer.lines)
    return answer and replace(answer, lines=(*answer.lines, *others))


def spent(asked: Asked) -> TableAnswer | None:
    """What was paid for several rows together: "how much have we paid Stan"."""
    folded = fold_in_place(asked.question)
    said = SPENT.find(folded)
    is_sum = bool(KINDS["number"].find(folded) and said)
    rows = asked.rows(of_a_kind=True)
    called = max(asked.reading.around.max(initial=0.0), asked.reading.headers.max(initial=0.0))
    is_of_all = not rows and bool(called >= INFLECTED)
    if not is_sum or not (is_of_all or len(rows) >= _SEVERAL):
        return None
    return aggregated(asked, Aggregate("sum", ())) or aggregated(
        asked.without(said), Aggregate("sum", said)
    )


def amounts_of(asked: Asked, keys: frozenset[int]) -> Sequence[ColumnMatch]:
    """Return the columns of amounts that are asked for: those of money where one is to pay.

    These are no numbers of flats. What is said to be another measure is meant, «сумма остатков».

    Args:
        keys: columns by whose values the question names rows.
    """
    amounts = asked.amounts(keys)
    words, table = enumerate(asked.reading.words), asked.reading.table
    said = frozenset(
        at for at, word in words if not word.asks and concepts_of(word.folded) & _MONEY
    )
    if not said:
        return amounts
    priced = {
        at
        for at in range(len(table.columns))
        if holds_numbers(asked.reading, at) and _MONEY & measured(table, at)
    }
    named = [one for one in amounts if one.index in priced or measured(table, one.index)]
    return named or [ColumnMatch(at, said, SURE_COLUMN) for at in sorted(priced)] or amounts


def _is_repeated(asked: Asked, column: ColumnMatch) -> bool:
    """Say whether what is compared stands in several rows: each is of something else, a repair."""
    return distinct_share(asked.reading, column.index) < 1.0


def of_each(
    asked: Asked,
    aggregate: Aggregate,
    columns: Sequence[int],
    rows: Sequence[RowMatch],
    confidence: float,
) -> TableAnswer | None:
    """Compute a column; the others beside it only add the rows that are extreme by them."""
    answers = []
    for column in columns:
        one = turned(asked.question, aggregate, asked.reading.table.columns[column])
        answers.append(computed(asked, one, column, rows, confidence))
    first, *others = answers
    lines = [line for other in others if other for line in other.lines]
    return first and replace(first, lines=(*first.lines, *lines))


def _counted(
    asked: Asked, aggregate: Aggregate, rows: Sequence[RowMatch], columns: Sequence[ColumnMatch]
) -> TableAnswer | None:
    numbers = [
        column
        for column in columns
        if column.strength >= HELD and holds_amounts(asked.reading, column.index)
    ]
    is_counted = counts_things(asked.question) and not aggregate.condition
    unmatched = unmatched_words(asked.reading, rows, columns)
    if not is_counted or (unmatched and not is_what_somebody_does(asked, rows, unmatched)):
        return None
    things = [column for column in columns if not holds_amounts(asked.reading, column.index)]
    if (numbers and not counts_rows(asked)) or asks_for_money(asked):
        return None
    if are_of_group(asked, rows):
        return computed(asked, aggregate, naming_column(asked.reading), rows, 0.8)
    if are_of_a_kind(asked, rows):
        return computed(asked, aggregate, naming_column(asked.reading), rows, 0.75)
    if rows and not things:
        is_list = counts_list(asked, rows) or are_of_value(asked, rows)
        keys = {key for match in rows for key in match.keys}
        is_of_person = len(keys) == 1 and asked.reading.kinds[min(keys)] == "person"
        column = min(keys) if is_of_person else naming_column(asked.reading)  # as what he runs them
        return computed(asked, aggregate, column, rows, 0.7) if is_list else None
    if things and len(rows) == 1:
        return None  # one row has one cell there, however much it is
    if things and _MONEY & measured(asked.reading.table, things[0].index):
        return _all_counted(asked, aggregate)  # lessons, by what each costs
    if things and things[0].strength >= RELATED:
        return computed(asked, aggregate, things[0].index, rows, 0.8)
    if counts_list(asked, rows):
        return computed(asked, aggregate, naming_column(asked.reading), rows, 0.7)
    return None


def _all_counted(asked: Asked, aggregate: Aggregate) -> TableAnswer | None:
    """Count the rows of a table, alike as some may be."""
    naming = frozenset({naming_column(asked.reading)})
    all_rows = (at for at in range(len(asked.reading.table.rows)) if at not in asked.reading.totals)
    rows = [RowMatch(at, naming, frozenset(), 1.0) for at in all_rows]
    return computed(asked, aggregate, min(naming), rows, SURE_COLUMN)


def _added(
    asked: Asked, aggregate: Aggregate, rows: Sequence[RowMatch], columns: Sequence[ColumnMatch]
) -> TableAnswer | None:
    """Add up a column that says of each row how many there are of what is counted."""
    column = None if aggregate.condition else added_column(asked, rows, columns)
    if column is None:
        return None
    confidence = _LEAST_ADDED + _ADDED * asked.stood_for(())
    total = None if rows else _stated_total(asked, column, confidence)
    return total or computed(asked, Aggregate("sum", aggregate.spans), column, rows, confidence)


def _are_years(asked: Asked, column: int) -> bool:
    cells = asked.reading.table.cells(asked.reading.table.columns[column])
    return all(is_year(cell.value.strip()) for _, cell in cells)


def computed(
    asked: Asked,
    aggregate: Aggregate,
    column: int,
    rows: Sequence[RowMatch],
    confidence: float,
    more: Sequence[tuple[int, Condition]] = (),
) -> TableAnswer | None:
    """Compute a column, of rows or of all; `more` is what other columns of a row have to fulfil."""
    table = asked.reading.table
    name = table.columns[column]
    indices = [match.index for match in rows] or [
        index for index in range(len(table.rows)) if index not in asked.reading.totals
    ]
    chosen = [table.rows[index] for index in indices]
    if aggregate.kind == "count" and not aggregate.condition and not rows:
        chosen = _oneof_each(chosen, name)
    cells = [(row, row.cell(name)) for row in chosen]
    if CHARGED.find(fold_in_place(asked.question)):  # the cheapest that is not free
        cells = [(row, cell) for row, cell in cells if not (cell and is_free(cell.value))]
    if aggregate.kind == "sum" and not any(
        naming_column(asked.reading) in one.keys for one in rows
    ):
        cells = _that_add(cells)
    whole = compute(aggregate, name, cells)
    for other, condition in more:
        whole = whole and _narrowed(whole, table.columns[other], condition)
    if whole is None or confidence < LEAST_CONFIDENCE:
        return None
    is_extreme = aggregate.kind in ("smallest", "largest")
    texts = asked_texts(asked.reading, asked.question) if is_extreme else ()
    flags = flag_columns(asked.reading) if texts else ()
    wanted = [one.index for one in texts if one.index not in flags and _is_asked(asked, one)]
    rows_shown = {id(row) for row in whole.rows}
    shown = [
        named_lines(asked.reading, one, rows_shown, wanted)
        for one in (name, *(table.columns[other] for other, _ in more))
    ]
    lines = tuple(line for of_row in zip(*shown, strict=True) for line in of_row)
    return TableAnswer(lines, None, whole, confidence)


def _that_add(cells: Sequence[tuple[TableRow, Cell | None]]) -> list[tuple[TableRow, Cell | None]]:
    """Leave out the rows that add nothing to a sum, unless all are so: nobody named these."""
    numbers = [parse_number(cell.value) if cell else None for _, cell in cells]
    is_nothing = [number is not None and number.value == 0 for number in numbers]
    return [one for one, nothing in zip(cells, is_nothing, strict=True) if not nothing] or [*cells]


def _is_asked(asked: Asked, column: ColumnMatch) -> bool:
    """Say whether a column of names is asked for: "which guide sold most?".

    What the table itself is called is none of it: "race", of a list of races with a "Race officer".
    """
    around, name = asked.reading.around, asked.reading.table.columns[column.index]
    is_whole = len(column.words) >= len(terms_of(name))
    return bool(column.words) and (is_whole or min(around[sorted(column.words)]) < INFLECTED)


def _narrowed(computed: Computed, column: str, condition: Condition) -> Computed | None:
    """Leave of the rows that were counted those that fulfil another condition, too."""
    cells = [(row, row.cell(column)) for row in computed.rows]
    both = f"{computed.column}, {column}"
    if not cells:
        return replace(computed, column=both)
    narrowed = compute(Aggregate("count", (), condition), column, cells)
    return narrowed and replace(narrowed, column=both, used=computed.used, skipped=computed.skipped)


def _are_of_a_kind(rows: Sequence[RowMatch]) -> bool:
    """Say whether several rows are named in one column, all by the same words: "crown"."""
    keys = {key for match in rows for key in match.keys}
    return len(rows) > 1 == len(keys) and len({match.words for match in rows}) == 1


def _is_bare(asked: Asked, aggregate: Aggregate) -> bool:
    """Say whether nothing is said but a superlative that only some columns fit: "cheapest?"."""
    words = (word for word in asked.reading.words if not (word.asks or word.unit))
    fits = is_of_one_thing(asked.question, aggregate)
    return fits and all(THINGS.holds(word.folded) for word in words)


def _oneof_each(rows: Sequence[TableRow], column: str) -> list[TableRow]:
    """Return a row for each value of a column: what stands in several rows is one thing."""
    once: dict[str, TableRow] = {}
    for row in rows:
        if cell := row.cell(column):
            once.setdefault(fold_in_place(cell.value), row)
    return list(once.values())
