"""Answer: the cells that answer a question, or what they come to, or what is not there.

Conservative: a question that a sentence of prose answers better must not become a cell by
accident. Without a row or a column that the question clearly names there is no answer.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from pipelines.models.answers import QueryEmbedding
from pipelines.models.documents import Span, TokenVectors
from pipelines.nodes.tables.amounts.arithmetic import Aggregate, Condition, compute
from pipelines.nodes.tables.amounts.comparison import compared_column, names_rows
from pipelines.nodes.tables.amounts.computed import computed_columns, is_of_one_thing, turned
from pipelines.nodes.tables.amounts.measures import asked_unit, counts_things
from pipelines.nodes.tables.answered import Line, TableAnswer, lines_of, named_lines
from pipelines.nodes.tables.asking import asked_aggregates, asked_condition, asks_whether
from pipelines.nodes.tables.filters.periods import Dated, dated_rows
from pipelines.nodes.tables.filters.values import (
    day_of_presence,
    rows_of_value,
    rows_present,
    rows_without,
)
from pipelines.nodes.tables.matching.columns import (
    MOSTLY,
    asked_amounts,
    asked_texts,
    distinct_share,
    holds_numbers,
    names_another,
    names_of_rows,
    naming_column,
    numbers_rows,
)
from pipelines.nodes.tables.matching.match import (
    NAMED_MOST,
    ColumnMatch,
    RowMatch,
    asked_columns,
    named_rows,
    unmatched_words,
)
from pipelines.nodes.tables.matching.missing import Missing, broken_name, find_missing
from pipelines.nodes.tables.matching.reading import (
    HELD,
    Reading,
    read_question,
    strengths_in,
)
from pipelines.nodes.tables.rows import Table, TableRow
from pipelines.nodes.tables.words.evidence import INFLECTED, RELATED
from pipelines.nodes.tables.words.kinds import asked_kinds
from pipelines.nodes.tables.words.lexicon import EVERY, THINGS, WHICH, fold_in_place

LEAST_CONFIDENCE = 0.6
_SURE_COLUMN = 0.79
_MOST_COLUMNS = 3  # named alike; of more the whole row is shown
_ROW_SHARE, _COLUMN_SHARE, _WORDS_SHARE = 0.45, 0.3, 0.25
_WHOLE_ROW = 0.4  # worth of a column where none was asked for
_LISTED, _FILTERED, _MISSED = 0.65, 0.62, 0.8
_LEAST_COMPARED, _COMPARED = 0.6, 0.2  # of a comparison: at least, and what words add
_BARE = 0.65  # of a superlative alone, whichever table it is said of
_FEWEST = 2  # rows that make a list
_BY_COVER = 0.7  # of how surely a table is asked; the rest is how well its words stand for it
_COVERED = 0.6  # of the telling words, where a whole column is asked for


def answer_from_table(
    question: str,
    query: QueryEmbedding,
    table: Table,
    token_vectors: Mapping[int, TokenVectors],
    *,
    language: str,
) -> TableAnswer | None:
    """Answer a question from a table; None when it does not ask this table.

    Args:
        question: as it was asked; `query` is its embedding.
        table: with all of its rows that are at hand.
        token_vectors: by passage id; rows without any are compared by letters.
        language: of the question, two letters.
    """
    reading = read_question(question, query, table, token_vectors, language=language)
    if not reading.words or not table.rows:
        return None
    dated = dated_rows(question, reading)
    return _Asked(question, reading, dated)._without(dated.period.spans if dated else ()).answer()


@dataclass(frozen=True)
class _Asked:
    """A question and how it reads beside a table."""

    question: str
    reading: Reading
    dated: Dated | None = None  # what a year or month in it leaves

    def answer(self) -> TableAnswer | None:
        """Try what the question may be, the more particular first."""
        if self.reading.table.form:
            return self._from_form()
        if answer := self._compared():
            return answer
        for aggregate in asked_aggregates(self.question):
            if answer := self._silent(aggregate)._aggregated(aggregate):
                return answer
        rows = self._rows()
        columns = self._columns(rows)
        if self.dated and not rows and (named := self._rows_at_any_time()):
            return self._not_then(self.dated, named)
        if missing := find_missing(self._without_aggregates().reading, rows, columns):
            return TableAnswer((), missing, None, _MISSED)
        asks_all = EVERY.find(fold_in_place(self.question))
        if asks_all and (answer := self._every(rows) or self._of_a_kind()):
            return answer
        if answer := self._present() or self._without_any(columns):
            return answer
        answer = self._looked_up(rows, columns) if rows else self._listed(columns)
        return answer or self._filtered(rows_of_value(self.reading, self.question), columns)

    def _silent(self, aggregate: Aggregate) -> "_Asked":
        """Leave the words that ask for an aggregate out of what names rows and columns."""
        conditions = [aggregate.condition.span] if aggregate.condition else []
        return self._without([*aggregate.spans, *conditions])

    def _without(self, spans: Sequence[Span]) -> "_Asked":
        return replace(self, reading=self.reading.without(spans))

    def _without_aggregates(self) -> "_Asked":
        """Leave out all that asks for an aggregate: "longest" names nothing that a table lacks."""
        asked: _Asked = self
        for aggregate in asked_aggregates(self.question):
            asked = asked._silent(aggregate)
        return asked

    def _rows(self, *, of_a_kind: bool = False) -> tuple[RowMatch, ...]:
        """Return the rows that are named; of a period, those that are dated in it."""
        if self.dated is None:
            return named_rows(self.reading, of_a_kind=of_a_kind)
        then = self.dated.rows
        named = self._rows_at_any_time()
        if not named and not unmatched_words(self.reading, (), self._columns(())):
            keys = frozenset({self.dated.column})
            named = tuple(RowMatch(index, keys, frozenset(), 1.0) for index in sorted(then))
        rows = tuple(match for match in named if match.index in then)
        return rows if of_a_kind or len(rows) <= NAMED_MOST else ()

    def _rows_at_any_time(self) -> tuple[RowMatch, ...]:
        return named_rows(self.reading, of_a_kind=True)

    def _not_then(self, dated: Dated, named: Sequence[RowMatch]) -> TableAnswer:
        """Say that what is named has no row of a period, and which dates it has."""
        column = self.reading.table.columns[dated.column]
        cells = (self.reading.table.rows[match.index].cell(column) for match in named)
        dates = dict.fromkeys(cell.value for cell in cells if cell)
        said = " ".join(self.question[span.start : span.end] for span in dated.period.spans)
        return TableAnswer((), Missing(said, column, tuple(dates)), None, _MISSED)

    def _columns(self, rows: Sequence[RowMatch]) -> tuple[ColumnMatch, ...]:
        keys = frozenset(key for match in rows for key in match.keys)
        used = frozenset(word for match in rows for word in match.words)
        return asked_columns(self.reading, self.question, keys, used)

    # ── one cell, or a few ───────────────────────────────────────────────────────────────

    def _looked_up(
        self, rows: Sequence[RowMatch], columns: Sequence[ColumnMatch]
    ) -> TableAnswer | None:
        unmatched = unmatched_words(self.reading, rows, columns)
        sure = [column for column in columns if column.strength >= HELD] or list(columns)
        if not 0 < len(sure) <= _MOST_COLUMNS:
            sure = []
        strength = max((column.strength for column in sure), default=_WHOLE_ROW)
        best = max(match.strength for match in rows)
        if not sure and not self._may_show_rows(rows, unmatched):
            return None
        confidence = (
            _ROW_SHARE * best + _COLUMN_SHARE * strength + _WORDS_SHARE * self._covered(unmatched)
        )
        if confidence < LEAST_CONFIDENCE or self._covered(unmatched) <= 0.5:
            return None
        lines = lines_of(self.reading, rows, [column.index for column in sure])
        if not lines:
            return None
        return TableAnswer(lines, None, None, min(confidence, 1.0), self._texts(unmatched))

    def _may_show_rows(self, rows: Sequence[RowMatch], unmatched: Sequence[int]) -> bool:
        """Say whether whole rows answer: nothing is asked of them, or what several columns hold."""
        kinds = asked_kinds(self.question)
        fitting = sum(kind in kinds for kind in self.reading.kinds)
        open_question = not unmatched or (fitting > 1 and self._covered(unmatched) >= HELD)
        return open_question and self._is_whole(rows) and not broken_name(self.reading, rows)

    def _is_whole(self, rows: Sequence[RowMatch]) -> bool:
        """Say whether rows are named so fully that they may be shown though nothing is asked."""
        return all(
            any(self.reading.covers[match.index, key] > 0.99 for key in match.keys)
            and (match.strength >= RELATED or (len(match.words) > 1 and not self.reading.crosses))
            for match in rows
        )

    # ── many ─────────────────────────────────────────────────────────────────────────────

    def _every(self, rows: Sequence[RowMatch]) -> TableAnswer | None:
        """A column of all rows: "in every city"."""
        table, key = self.reading.table, naming_column(self.reading)
        counted = {0} if numbers_rows(self.reading, 0) else set()
        columns = asked_columns(self.reading, self.question, frozenset({key, *counted}))
        unmatched = unmatched_words(self.reading, (), columns)
        if rows or not columns or columns[0].strength < _SURE_COLUMN or unmatched:
            return None
        if len(columns) == 1 and self._is_all_of(columns[0]):
            return self._distinct(columns[0].index)
        names = names_of_rows(self.reading)
        every = [
            RowMatch(index, frozenset(names[index]), frozenset(), 1.0)
            for index in range(len(table.rows))
            if index not in self.reading.totals
        ]
        lines = lines_of(self.reading, every, [column.index for column in columns[:_MOST_COLUMNS]])
        return TableAnswer(lines, None, None, 0.85, is_list=True)

    def _of_a_kind(self) -> TableAnswer | None:
        """What all rows are called that a word names, where no column of them is asked for."""
        matches, naming = named_rows(self.reading, of_a_kind=True), naming_column(self.reading)
        columns = asked_columns(self.reading, self.question, frozenset())
        covered = self._covered(self._unmatched(matches, columns))
        if len(matches) < _FEWEST or covered < _COVERED or names_another(self.reading, naming):
            return None
        name = self.reading.table.columns[naming]
        rows = (self.reading.table.rows[match.index] for match in matches)
        lines = tuple(Line(name, cell.value, row, cell) for row in rows if (cell := row.cell(name)))
        return TableAnswer(lines, None, None, _LISTED, is_list=True) if lines else None

    def _listed(self, columns: Sequence[ColumnMatch]) -> TableAnswer | None:
        """The values of a column: "which suppliers are there?"."""
        folded = fold_in_place(self.question)
        if not (WHICH.find(folded) or EVERY.find(folded)):
            return None
        columns = [c for c in columns if not holds_numbers(self.reading, c.index)]
        columns = columns or asked_texts(self.reading, self.question)
        if len(columns) != 1:
            return None
        column = columns[0]
        unmatched = unmatched_words(self.reading, (), columns)
        names = self.reading.kinds[column.index] in ("text", "person", "code")
        if unmatched or column.strength < RELATED or not names:
            return None
        return self._distinct(column.index)

    def _distinct(self, column: int) -> TableAnswer:
        """Each value of a column once."""
        name = self.reading.table.columns[column]
        lines: dict[str, Line] = {}
        for index, row in enumerate(self.reading.table.rows):
            cell = row.cell(name)
            if cell and index not in self.reading.totals:
                lines.setdefault(cell.value, Line(name, cell.value, row, cell))
        return TableAnswer(tuple(lines.values()), None, None, _LISTED, is_list=True)

    def _is_all_of(self, column: ColumnMatch) -> bool:
        """Say whether all is asked that a column names, which rows have in common: suppliers.

        "Of every product" asks for the supplier of each.
        """
        is_name = self.reading.kinds[column.index] in ("text", "person", "code")
        others = (
            index
            for index, word in enumerate(self.reading.words)
            if not (word.asks or word.unit) and index not in column.words
        )
        is_alone = all(self.reading.headers[index].max(initial=0.0) < HELD for index in others)
        return is_name and is_alone and distinct_share(self.reading, column.index) < MOSTLY

    def _present(self) -> TableAnswer | None:
        """Who is there on a day of a timetable: "who works on Saturdays?"."""
        columns = asked_columns(self.reading, self.question, frozenset())
        day = day_of_presence(self.reading, self.question, columns)
        if day is None or self._unmatched((), [day]):
            return None
        lines = named_lines(self.reading, *rows_present(self.reading, day.index))
        return TableAnswer(lines, None, None, _LISTED, is_list=True) if lines else None

    def _without_any(self, columns: Sequence[ColumnMatch]) -> TableAnswer | None:
        return self._filtered(rows_without(self.reading, self.question, columns), columns)

    def _filtered(
        self, found: tuple[tuple[RowMatch, ...], int] | None, columns: Sequence[ColumnMatch]
    ) -> TableAnswer | None:
        """Rows that have a value, or none: "which are automatic?", "which need no deposit?"."""
        if found is None or self._unmatched(found[0], columns):
            return None
        names = names_of_rows(self.reading)
        rows = [replace(match, keys=frozenset(names[match.index])) for match in found[0]]
        lines = lines_of(self.reading, rows, [found[1]])
        return TableAnswer(lines, None, None, _FILTERED, is_list=True) if lines else None

    def _from_form(self) -> TableAnswer | None:
        """A list of what is what: the name of a line is all that there is to match."""
        columns = asked_columns(self.reading, self.question, frozenset())
        unmatched = unmatched_words(self.reading, (), columns)
        covered = self._covered(unmatched)
        if len(columns) != 1 or columns[0].strength < _SURE_COLUMN or covered < 0.5:
            return None
        name = self.reading.table.columns[columns[0].index]
        lines = tuple(
            Line(name, cell.value, row, cell) for row, cell in self.reading.table.cells(name)
        )
        confidence = 0.65 * columns[0].strength + 0.35 * covered
        return TableAnswer(lines, None, None, confidence, self._texts(unmatched))

    # ── compared with a number ───────────────────────────────────────────────────────────

    def _compared(self) -> TableAnswer | None:
        """Rows whose number is as a question wants it: listed, or counted; or the one named."""
        condition, aggregates = asked_condition(self.question), asked_aggregates(self.question)
        is_other = any(aggregate.kind != "count" for aggregate in aggregates)
        if condition is None or is_other or names_rows(self.reading, condition):
            return None
        asked = self._without_aggregates()._without([condition.span])
        rows = asked._rows(of_a_kind=True)
        keys = frozenset(key for match in rows for key in match.keys)
        column = compared_column(asked.reading, self.question, condition, keys)
        if column is None:
            return None
        unmatched = asked._unmatched(rows, asked._columns(rows))
        compared = ColumnMatch(column, frozenset(), 0.9)
        is_named = any(self.reading.words[index].name for index in unmatched)
        if is_named and (missing := find_missing(asked.reading, rows, [compared])):
            return TableAnswer((), missing, None, _MISSED)
        is_verb = bool(condition.unit) and len(unmatched) == 1  # "take", «привезут»
        if asked._covered(unmatched) < _COVERED and not is_verb:
            return None
        answer = asked._fulfilling(condition, column, rows, is_count=bool(aggregates))
        return answer and replace(
            answer,
            confidence=_LEAST_COMPARED + _COMPARED * asked._stood_for(unmatched),
            unmatched=asked._texts(unmatched),
            condition=condition,
        )

    def _fulfilling(
        self, condition: Condition, column: int, rows: Sequence[RowMatch], *, is_count: bool
    ) -> TableAnswer | None:
        """Show the rows that fulfil a condition; those asked about by name, whether or not."""
        counted = self._computed(Aggregate("count", (), condition), column, rows, _SURE_COLUMN)
        if counted is None or is_count:
            return counted
        is_of_named = bool(rows) and (asks_whether(self.question) or not counted.lines)
        lines = lines_of(self.reading, rows, [column]) if is_of_named else counted.lines
        if not lines:
            return counted
        return TableAnswer(lines, None, None, _SURE_COLUMN, is_list=not is_of_named)

    # ── a column as a whole ──────────────────────────────────────────────────────────────

    def _aggregated(self, aggregate: Aggregate) -> TableAnswer | None:
        rows = self._rows(of_a_kind=True)
        keys = frozenset(key for match in rows for key in match.keys)
        columns = self._columns(rows)
        if aggregate.kind == "count":
            return self._counted(aggregate, rows, columns)
        if aggregate.kind == "sum" and self._counts_rows():
            return None
        amounts = asked_amounts(self.reading, self.question, keys)
        numbers = computed_columns(self.reading, self.question, aggregate, amounts, keys)
        if len(rows) == 1 or not numbers:
            return None
        compared = [ColumnMatch(number, frozenset(), 0.9) for number in numbers]
        if missing := find_missing(self.reading, rows, compared):
            return TableAnswer((), missing, None, _MISSED)
        unmatched = unmatched_words(self.reading, rows, columns)
        if aggregate.kind in ("smallest", "largest"):
            unmatched = self._unmatched(rows, columns)
        is_of_table = self._anything_held() or self._is_bare(aggregate)
        is_called_so = self.reading.headers.max(initial=0.0) >= INFLECTED or not unmatched
        if self._covered(unmatched) < _COVERED or not (is_of_table and is_called_so):
            return None
        confidence = 0.5 + 0.35 * self._stood_for(unmatched) if self._anything_held() else _BARE
        return self._of_each(aggregate, numbers, rows, confidence)

    def _of_each(
        self,
        aggregate: Aggregate,
        columns: Sequence[int],
        rows: Sequence[RowMatch],
        confidence: float,
    ) -> TableAnswer | None:
        """Compute a column; the others beside it only add the rows that are extreme by them."""
        answers = []
        for column in columns:
            one = turned(self.question, aggregate, self.reading.table.columns[column])
            answers.append(self._computed(one, column, rows, confidence))
        first, *others = answers
        lines = [line for other in others if other for line in other.lines]
        return first and replace(first, lines=(*first.lines, *lines))

    def _counted(
        self, aggregate: Aggregate, rows: Sequence[RowMatch], columns: Sequence[ColumnMatch]
    ) -> TableAnswer | None:
        numbers = [
            column
            for column in columns
            if column.strength >= HELD and holds_numbers(self.reading, column.index)
        ]
        is_counted = counts_things(self.question) and not aggregate.condition
        if not is_counted or unmatched_words(self.reading, rows, columns):
            return None
        things = [column for column in columns if not holds_numbers(self.reading, column.index)]
        if (numbers and not self._counts_rows()) or (rows and not things):
            return None
        if things and things[0].strength >= RELATED:
            return self._computed(aggregate, things[0].index, rows, 0.75)
        called = strengths_in(self.reading.words, self.reading.table.name)
        if called.max(initial=0.0) >= RELATED and not rows:
            return self._computed(aggregate, naming_column(self.reading), rows, 0.7)
        return None

    def _counts_rows(self) -> bool:
        """Say whether what is counted first is what rows are called: "how many rooms in all"."""
        telling = (i for i, word in enumerate(self.reading.words) if not (word.asks or word.unit))
        first = next(telling, None)
        counts = any(one.kind == "count" for one in asked_aggregates(self.question))
        columns = asked_columns(self.reading, self.question, frozenset())
        in_stock = any("stock" in self.reading.measures[column.index] for column in columns)
        if asked_unit(self.question) or in_stock:  # "metres of cloth", "plants left" are amounts
            return False
        named = self.reading.headers[:, naming_column(self.reading)]
        return counts and first is not None and bool(named[first] >= RELATED)

    def _computed(
        self, aggregate: Aggregate, column: int, rows: Sequence[RowMatch], confidence: float
    ) -> TableAnswer | None:
        table = self.reading.table
        name = table.columns[column]
        indices = [match.index for match in rows] or [
            index for index in range(len(table.rows)) if index not in self.reading.totals
        ]
        chosen = [table.rows[index] for index in indices]
        if aggregate.kind == "count" and not aggregate.condition and not rows:
            chosen = _one_of_each(chosen, name)
        computed = compute(aggregate, name, [(row, row.cell(name)) for row in chosen])
        if computed is None or confidence < LEAST_CONFIDENCE:
            return None
        sums = tuple(row for index, row in enumerate(table.rows) if index in self.reading.totals)
        computed = replace(computed, skipped=(*computed.skipped, *sums))
        lines = named_lines(self.reading, name, {id(row) for row in computed.rows})
        return TableAnswer(lines, None, computed, confidence)

    def _anything_held(self) -> bool:
        headers = self.reading.headers.max(initial=0.0)
        return bool(max(headers, self.reading.around.max(initial=0.0)) >= HELD)

    def _is_bare(self, aggregate: Aggregate) -> bool:
        """Say whether nothing is said but a superlative that only some columns fit: "cheapest?"."""
        words = (word for word in self.reading.words if not (word.asks or word.unit))
        fits = is_of_one_thing(self.question, aggregate)
        return fits and all(THINGS.holds(word.folded) for word in words)

    def _covered(self, unmatched: Sequence[int]) -> float:
        """Return the share of the telling words of the question that something stands for."""
        telling = sum(not (word.asks or word.unit) for word in self.reading.words)
        return 1.0 - len(unmatched) / telling if telling else 1.0

    def _stood_for(self, unmatched: Sequence[int]) -> float:
        """Return how surely the table has what the question names, 0..1.

        Of two tables that may answer, the one whose own words are said is meant.
        """
        reading = self.reading
        best = np.maximum(reading.headers.max(axis=1, initial=0.0), reading.around)
        best = np.maximum(best, reading.values.max(axis=(1, 2), initial=0.0))
        telling = [i for i, word in enumerate(reading.words) if not (word.asks or word.unit)]
        held = float(best[telling].mean()) if telling else 1.0
        return self._covered(unmatched) * (_BY_COVER + (1.0 - _BY_COVER) * held)

    def _unmatched(
        self, rows: Sequence[RowMatch], columns: Sequence[ColumnMatch]
    ) -> tuple[int, ...]:
        """Return the words that nothing stands for, but for those that name whatever is there."""
        unmatched = unmatched_words(self.reading, rows, columns)
        words = self.reading.words
        return tuple(index for index in unmatched if not THINGS.holds(words[index].folded))

    def _texts(self, words: Iterable[int]) -> tuple[str, ...]:
        return tuple(self.reading.words[index].text for index in words)


def _one_of_each(rows: Sequence[TableRow], column: str) -> list[TableRow]:
    """Return a row for each value of a column: what stands in several rows is one thing."""
    once: dict[str, TableRow] = {}
    for row in rows:
        if cell := row.cell(column):
            once.setdefault(fold_in_place(cell.value), row)
    return list(once.values())
