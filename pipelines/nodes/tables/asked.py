"""Asked: a question beside a table, what it names and how much of it the table has."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import date

import numpy as np

from pipelines.models.documents import Span
from pipelines.nodes.tables.amounts.arithmetic import Aggregate
from pipelines.nodes.tables.amounts.middles import is_of_middle
from pipelines.nodes.tables.asking import asked_aggregates
from pipelines.nodes.tables.filters.periods import Dated
from pipelines.nodes.tables.matching.asked_columns import ColumnMatch, asked_columns
from pipelines.nodes.tables.matching.columns import asked_amounts, naming_column
from pipelines.nodes.tables.matching.match import NAMED_MOST, RowMatch, named_rows, unmatched_words
from pipelines.nodes.tables.matching.reading import Reading
from pipelines.nodes.tables.words.evidence import CONCEPT, HELD, INFLECTED, RELATED
from pipelines.nodes.tables.words.lexicon import (
    EXTREMES,
    KINDS,
    MOST_ALLOWED,
    THINGS,
    concepts_of,
    fold_in_place,
)

LEAST_CONFIDENCE = 0.6
SURE_COLUMN = 0.79
MOST_COLUMNS = 3  # named alike; of more the whole row is shown
COVERED = 0.6  # of the telling words, where a whole column is asked for
_NEVER = 2.0  # more surely than anything is
MISSED = 0.8  # confidence that a table lacks something
_MONEY = frozenset({"price", "paid"})
_SIDES = {"largest": "most", "smallest": "least"}  # the bounds of columns, by superlatives
_WHOLE = 0.99  # of a name, that is said
_BY_COVER = 0.7  # of how surely a table is asked; the rest is how well its words stand for it


@dataclass(frozen=True)
class Asked:
    """A question and how it reads beside a table."""

    question: str
    reading: Reading
    dated: Dated | None = None  # what a year or month in it leaves
    today: date | None = None  # the day it is asked on

    @property
    def aggregates(self) -> tuple[Aggregate, ...]:
        """What may be asked of a column as a whole; a medium sort of things is no average.

        Nor is a sum what a row is called by: "total body massage"; and the least that one may take
        is what somebody allows.
        """
        if MOST_ALLOWED.find(fold_in_place(self.question)) and not self._is_of_money():
            return ()
        found = asked_aggregates(self.question)
        found = tuple(one for one in found if not is_of_middle(self.reading, one))
        return tuple(one for one in found if one.kind != "sum" or not self._calls_a_row(one))

    def _is_of_money(self) -> bool:
        """Say whether a word of the question is one for money: the least that one can pay."""
        return any(concepts_of(word.folded) & _MONEY for word in self.reading.words)

    def _calls_a_row(self, aggregate: Aggregate) -> bool:
        """Say whether the words of an aggregate are in a row's name, with a word beside them."""
        spans = aggregate.spans
        words = enumerate(self.reading.words)
        own = [
            at
            for at, word in words
            if any(s.start <= word.span.start and word.span.end <= s.end for s in spans)
        ]
        rows = [at for at in range(len(self.reading.table.rows)) if at not in self.reading.totals]
        names = self.reading.values[:, rows, naming_column(self.reading)] >= INFLECTED
        if not own:
            return False
        others = [at for at in (own[0] - 1, own[-1] + 1) if 0 <= at < len(names)]
        beside = names[own].all(axis=0) & names[others].any(axis=0)
        return bool(beside.any())

    @property
    def is_of_nearest(self) -> bool:
        """Whether "the next" or "the last" of what is dated is asked for."""
        return self.dated is not None and self.dated.period.is_nearest

    def is_of_whole_period(self, rows: Sequence[RowMatch], columns: Sequence[ColumnMatch]) -> bool:
        """Say whether it is asked how much something is in a year: none of many rows tells."""
        is_of_period = self.dated is not None and not any(match.words for match in rows)
        is_named = any(column.words for column in columns)
        asks_how_much = bool(KINDS["number"].find(fold_in_place(self.question)))
        return is_of_period and len(rows) > MOST_COLUMNS and asks_how_much and not is_named

    def is_named_by_date(self, match: RowMatch) -> bool:
        """Say whether a row is named by its date, which need not be told then."""
        return self.dated is not None and self.dated.column in match.keys

    def is_named_surely(self, match: RowMatch) -> bool:
        """Say whether a row is named whole, or by a word that no other row has: "senior"."""
        held = self.reading.values[sorted(match.words)].max(axis=2, initial=0.0) >= HELD
        is_alone = bool((held[:, match.index] & (held.sum(axis=1) == 1)).any())
        return is_alone or any(
            self.reading.covers[match.index, key] >= _WHOLE for key in match.keys
        )

    def silent(self, aggregate: Aggregate) -> "Asked":
        """Leave the words that ask for an aggregate out of what names rows and columns.

        "In total" adds nothing up beside "how many".
        """
        conditions = [aggregate.condition.span] if aggregate.condition else []
        sums = [one.spans for one in self.aggregates if one.kind == "sum"]
        beside = [span for spans in sums for span in spans] if aggregate.kind == "count" else []
        return self.without([*aggregate.spans, *conditions, *beside])

    def without(self, spans: Sequence[Span]) -> "Asked":
        """Leave the words at some places of the question out of what names rows."""
        return replace(self, reading=self.reading.without(spans))

    def without_aggregates(self) -> "Asked":
        """Leave out all that asks for an aggregate: "longest" names nothing that a table lacks."""
        asked: Asked = self
        for aggregate in self.aggregates:
            asked = asked.silent(aggregate)
        return asked

    def rows(self, *, of_a_kind: bool = False) -> tuple[RowMatch, ...]:
        """Return the rows that are named; of a period, those that are dated in it."""
        if self.dated is None:
            return self._named_whole(named_rows(self.reading, of_a_kind=of_a_kind))
        named = self.rows_at_any_time()
        meant = self.dated.nearest(match.index for match in named)
        rows = tuple(match for match in named if match.index in meant)
        return rows if of_a_kind or len(rows) <= NAMED_MOST else ()

    def _named_whole(self, rows: tuple[RowMatch, ...]) -> tuple[RowMatch, ...]:
        """Leave out what has but a part of a name that is said: TV mounting of "shelf mounting".

        Of two names that are said whole, "cut and shave", no other sort of either is meant; nor is
        one of a name of several words: of "full service" no "Fork service, full".
        """
        whole = [
            match
            for match in rows
            if any(self.reading.covers[match.index, key] >= _WHOLE for key in match.keys)
        ]
        said = {match.words for match in whole}
        is_list = len(said) > 1
        return tuple(
            match
            for match in rows
            if match in whole
            or not any(
                match.words < words or (match.words == words and (is_list or len(words) > 1))
                for words in said
            )
        )

    def _all_rows(self, dated: Dated) -> tuple[RowMatch, ...]:
        """Return every row, by its date, where nothing but a period is asked for beside columns."""
        if unmatched_words(self.reading, (), self.columns(())):
            return ()
        keys = frozenset({dated.column, *self._who()})
        rows = range(len(self.reading.table.rows))
        return tuple(RowMatch(index, keys, frozenset(), 1.0) for index in rows)

    def _who(self) -> tuple[int, ...]:
        """Return the column of names where it is asked who: a date names nobody."""
        asks_who = KINDS["person"].find(fold_in_place(self.question))
        return (naming_column(self.reading),) if asks_who else ()

    def rows_at_any_time(self) -> tuple[RowMatch, ...]:
        """Return the rows that are named, whatever period is asked for; all where it alone is.

        What the table is called by names none of a day: a remark on the dress rehearsal, where one
        asks for the rehearsal on the 30th.
        """
        named = named_rows(self.reading, of_a_kind=True)
        if self.dated is not None and self.dated.period.day and self.dated.rows:
            around = self.reading.around
            named = tuple(n for n in named if any(around[word] < RELATED for word in n.words))
        return named or (self._all_rows(self.dated) if self.dated is not None else ())

    def columns(self, rows: Sequence[RowMatch]) -> tuple[ColumnMatch, ...]:
        """Return the columns that are asked for beside those by which rows are named."""
        keys = frozenset(key for match in rows for key in match.keys)
        used = frozenset(word for match in rows for word in match.words)
        work = self.question, keys, used
        if len(rows) == 1 and (bound := self._bound(keys)):
            return (bound,)
        columns = asked_columns(self._with_silent_headers(), *work)
        called = asked_columns(self._with_silent_headers(INFLECTED), *work)
        if not any(column.words for column in columns):
            return called
        indices = {column.index for column in columns}
        is_narrower = len(called) < len(columns) and {one.index for one in called} <= indices
        return called if called and is_narrower else columns  # "maximum load", beside a minimum

    def _bound(self, keys: frozenset[int]) -> ColumnMatch | None:
        """Return the column that bounds what is asked for: the longest boat, by "Max length"."""
        headers = self.reading.headers
        for one in self.aggregates:
            side = _SIDES.get(one.kind, "")
            said = [
                at
                for at, word in enumerate(self.reading.words)
                if any(s.start <= word.span.start and word.span.end <= s.end for s in one.spans)
            ]
            bounds = [
                at
                for at, name in enumerate(self.reading.table.columns)
                if at not in keys
                and side
                and EXTREMES[side].find(fold_in_place(name))
                and headers[said, at].max(initial=0.0) >= HELD
            ]
            if len(bounds) == 1:
                strength = max(float(headers[said, bounds[0]].max()), CONCEPT)
                return ColumnMatch(bounds[0], frozenset(said), strength)
        return None

    def amounts(self, keys: frozenset[int]) -> tuple[ColumnMatch, ...]:
        """Return the columns of amounts that are asked for, but for those that name rows."""
        named = asked_amounts(self._with_silent_headers(), self.question, keys)
        is_named = any(column.words for column in named)
        return named if is_named else asked_amounts(self.reading, self.question, keys)

    def _with_silent_headers(self, least: float = _NEVER) -> Reading:
        """Leave the words that ask for an aggregate out of what names columns less surely.

        "Total costs in January" is of January rather than of the column "Total", and "sum of" never
        of what is paid.

        Args:
            least: how surely a column has to be called by such a word to be named by it.
        """
        spans = [span for one in self.aggregates for span in one.spans]
        headers = self.reading.headers.copy()
        for index, word in enumerate(self.reading.words):
            if any(s.start <= word.span.start and word.span.end <= s.end for s in spans):
                headers[index, headers[index] < least] = 0.0
        return replace(self.reading, headers=headers) if spans else self.reading

    def is_held(self) -> bool:
        """Say whether a column, or the table as a whole, is called by a word of the question."""
        headers = self.reading.headers.max(initial=0.0)
        return bool(max(headers, self.reading.around.max(initial=0.0)) >= HELD)

    def covered(self, unmatched: Sequence[int]) -> float:
        """Return the share of the telling words of the question that something stands for."""
        telling = sum(not (word.asks or word.unit) for word in self.reading.words)
        return 1.0 - len(unmatched) / telling if telling else 1.0

    def stood_for(self, unmatched: Sequence[int]) -> float:
        """Return how surely the table has what the question names, 0..1.

        Of two tables that may answer, the one whose own words are said is meant.
        """
        reading = self.reading
        best = np.maximum(reading.headers.max(axis=1, initial=0.0), reading.around)
        best = np.maximum(best, reading.values.max(axis=(1, 2), initial=0.0))
        telling = [i for i, word in enumerate(reading.words) if not (word.asks or word.unit)]
        held = float(best[telling].mean()) if telling else 1.0
        return self.covered(unmatched) * (_BY_COVER + (1.0 - _BY_COVER) * held)

    def unmatched(
        self, rows: Sequence[RowMatch], columns: Sequence[ColumnMatch]
    ) -> tuple[int, ...]:
        """Return the words that nothing stands for, but for those that name whatever is there."""
        unmatched = unmatched_words(self.reading, rows, columns)
        words = self.reading.words
        return tuple(index for index in unmatched if not THINGS.holds(words[index].folded))

    def texts(self, words: Iterable[int]) -> tuple[str, ...]:
        """Return words of the question as they are written."""
        return tuple(self.reading.words[index].text for index in words)
