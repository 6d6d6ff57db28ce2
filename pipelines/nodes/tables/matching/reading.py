"""Reading: a question beside a table: which word stands for which header and which value.

Everything later asks only this: strengths from 0 (nothing to do with each other) to 1 (the same).
"""

import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import pairwise

import numpy as np

from pipelines.models.answers import QueryEmbedding
from pipelines.models.documents import BoolArray, FloatArray, Span, TokenVectors, are_foreign
from pipelines.nodes.questions.opposites import are_opposed
from pipelines.nodes.tables.amounts.measures import (
    asked_unit,
    is_one_unit,
    measures_of,
    units_in_cells,
    units_of,
)
from pipelines.nodes.tables.amounts.quantities import drop_other_units, only_units
from pipelines.nodes.tables.amounts.totals import totals_of
from pipelines.nodes.tables.matching.calendar.day_columns import take_dates
from pipelines.nodes.tables.matching.calendar.period_names import take_periods
from pipelines.nodes.tables.matching.calendar.special_days import (
    drop_special_days,
    take_dated_days,
)
from pipelines.nodes.tables.matching.calendar.words import drop_days, take_days, take_year_parts
from pipelines.nodes.tables.matching.common_names import drop_common_names
from pipelines.nodes.tables.matching.denied.counterparts import take_counterparts
from pipelines.nodes.tables.matching.denied.exclusions import drop_excluded
from pipelines.nodes.tables.matching.implied_columns import (
    take_hours,
    take_pay,
    take_people,
    take_prices,
    take_votes,
)
from pipelines.nodes.tables.matching.letters import (
    headers_by_letters,
    strengths_in,
    tells,
    values_by_letters,
)
from pipelines.nodes.tables.matching.listed import take_listed
from pipelines.nodes.tables.matching.particles import drop_particles
from pipelines.nodes.tables.matching.ranges.ages import take_ages
from pipelines.nodes.tables.matching.ranges.bands import take_bands
from pipelines.nodes.tables.matching.ranges.hours import drop_other_hours
from pipelines.nodes.tables.matching.ranges.numbered import are_numbered, take_numbered
from pipelines.nodes.tables.matching.ranges.sides import (
    bearing,
    drop_other_ranges,
    drop_other_sides,
    is_called_besides,
)
from pipelines.nodes.tables.matching.soft_match import SoftMatch
from pipelines.nodes.tables.rows import Table, TableRow
from pipelines.nodes.tables.words.evidence import (
    HELD,
    INFLECTED,
    LETTERED,
    MISSPELT,
    RELATED,
    Word,
    has_currency,
    letter_strength,
    letters_in,
    question_words,
    terms_of,
)
from pipelines.nodes.tables.words.kinds import (
    Kind,
    is_year,
    kind_of_column,
)
from pipelines.nodes.tables.words.lexicon import (
    DENYING,
    OF_ALL,
    concepts_of,
    fold_in_place,
)
from pipelines.nodes.text.calendar import feasts_in, lists_days

_ASIDE = re.compile(r"([^()]+)\([^()]*\)\s*$")
_OPEN = frozenset({"opening", "closing"})
_SAID_LEAST = 2  # words
_LONG = 3  # digits of a number that names a thing


@dataclass(frozen=True, eq=False)
class Reading:
    """A question beside a table of R rows and C columns.

    headers: float32 [words, C].
    values: float32 [words, R, C]; 0 where a cell is empty.
    around: float32 [words], what the table is called: headings, title, caption.
    crosses: question and table are in two languages.
    soft: what compares words by their meaning.
    excluded: columns that are not asked for: "without the ride".
    within: where words stand that a row is of in other words: "14", of "12–16"; "Boxing Day".
    ranged: those of them that are a number, or its unit.
    """

    table: Table
    words: tuple[Word, ...]
    headers: FloatArray
    values: FloatArray
    around: FloatArray
    crosses: bool = False
    soft: SoftMatch | None = None
    excluded: frozenset[int] = frozenset()
    within: tuple[Span, ...] = ()
    ranged: tuple[Span, ...] = ()

    @cached_property
    def bearers(self) -> frozenset[int]:
        """The words that stand nowhere, of what has a measure that a row holds: "a 9 m boat"."""
        best = _best(self.headers, self.values, self.around)
        found = bearing(self.words, self.ranged, best)
        return found if found and not self._are_of_others() else frozenset()

    def _are_of_others(self) -> bool:
        """Say whether rows that hold a measure are called by words of which none is said: dogs."""
        own = [at for at, word in enumerate(self.words) if word.span in self.ranged]
        rest = [at for at in range(len(self.words)) if at not in own]
        for row, column in zip(*(self.values[own].max(axis=0) >= HELD).nonzero(), strict=True):
            cell = self.table.rows[row].cell(self.table.columns[column])
            is_called = cell is not None and is_called_besides(cell.value)
            if is_called and self.values[rest, row, column].max(initial=0.0) < HELD:
                return True
        return False

    @cached_property
    def counting(self) -> tuple[int, ...]:
        """The words that say how many: "1 adult" is not priced at £1.00."""
        return tuple(
            at
            for at, (word, behind) in enumerate(pairwise(self.words))
            if word.folded.isdecimal() and behind.span.start == word.span.end + 1
            if not (behind.unit or behind.has_digits or behind.asks)
            and self.values[at + 1].max(initial=0.0) >= HELD  # which rows are called by
        )

    @cached_property
    def kin(self) -> FloatArray:
        """float32 [words, C]: how surely a word is of a kind with a column's values; 0: not."""
        if self.soft is None:
            return np.zeros_like(self.headers)
        return self.soft.kin(self.table)

    @cached_property
    def kinds(self) -> tuple[Kind, ...]:
        """What kind of values each column holds; of a year, "9.50" is no time of the day."""
        return self.table.once("kinds", self._kinds)

    def _kinds(self) -> tuple[Kind, ...]:
        kinds = [
            kind_of_column(
                (cell.value for row, cell in self.table.cells(column)),
                priced=has_currency(column)
                or is_year(column.strip())
                or "price" in self.measures[at],
            )
            for at, column in enumerate(self.table.columns)
        ]
        first = int(self.table.grouped)
        names = [cell.value for _, cell in self.table.cells(self.table.columns[first])]
        if kinds[first] == "number" and are_numbered(names):  # «5 этаж» is no amount
            kinds[first] = "text"
        return tuple(kinds)

    @cached_property
    def measures(self) -> tuple[frozenset[str], ...]:
        """What the numbers of each column are, as names of concepts."""
        return measures_of(self.table)

    @cached_property
    def only_units(self) -> BoolArray:
        """bool [R, C]: which cells only tell what the prices of a row are per."""
        return only_units(self.table)

    @cached_property
    def totals(self) -> frozenset[int]:
        """Rows that add up the others."""
        return self.table.once("totals", lambda: totals_of(self.table))

    @cached_property
    def covers(self) -> FloatArray:
        """float32 [R, C]: the share of a value's own words that the question has."""
        held = (self.values >= HELD).sum(axis=0).astype(np.float32)
        covers = np.asarray(np.minimum(held / self.lengths, 1.0), dtype=np.float32)
        for row, column in zip(*np.nonzero((covers > 0.0) & (covers < 1.0)), strict=True):
            cell = self.table.rows[row].cell(self.table.columns[column])
            name = _ASIDE.match(cell.value) if cell else None
            if name:  # «Большой (свыше 12 соток)» is called so
                share = self._share_of(name[1], np.flatnonzero(self.values[:, row, column] >= HELD))
                covers[row, column] = max(covers[row, column], share)
        return covers

    def _share_of(self, name: str, held: Iterable[int]) -> float:
        """Return the share of the words of a name that words of the question stand for."""
        terms = [term for term in terms_of(name) if tells(term)]
        words = [self.words[at] for at in held]
        said = [any(letter_strength(word, term) >= HELD for word in words) for term in terms]
        return sum(said) / len(said) if said else 0.0

    @cached_property
    def lengths(self) -> FloatArray:
        """float32 [R, C]: how many words of its own each value has, at least one."""
        return _lengths(self.table)

    def called_by(self, word: int, others: Collection[int]) -> BoolArray:
        """bool [C]: which columns a word is all the name of, and stands in values but by the way.

        "Guest" is such a column beside rows of a group "Guests and visitors"; where another of the
        words stands in one value with it, "delivery of furniture", it is that value's.
        """
        is_alone = np.array([len(terms_of(name)) == 1 for name in self.table.columns], dtype=bool)
        held, rest = self.values[word] >= HELD, sorted({*others} - {word})
        beside = (self.values[rest] >= HELD).any(axis=0)
        said = (self.values[rest] >= HELD).any(axis=2).sum(axis=0)  # words, in each row
        named = (said == said.max(initial=0))[:, None]
        if (held & (self.lengths == 1)).any() or (held & beside & named).any():
            return np.zeros_like(is_alone)
        return np.asarray(is_alone & (self.headers[word] >= RELATED), dtype=bool)

    @cached_property
    def numbered(self) -> FloatArray:
        """float32 [words, R, C]: a long number that stands in one name alone: "room 112"."""
        numbered = np.zeros_like(self.values)
        texts = [at for at, kind in enumerate(self.kinds) if kind == "text"]
        for at, word in enumerate(self.words):
            if word.folded.isdecimal() and len(word.folded) >= _LONG:
                rows, columns = np.nonzero(self.values[at] >= INFLECTED)
                if len(rows) == 1 and columns[0] in texts:
                    numbered[at, rows[0], columns[0]] = INFLECTED
        return numbered

    @cached_property
    def of_columns(self) -> frozenset[int]:
        """The words that name a column rather than rows, where others name these."""
        telling = [at for at, word in enumerate(self.words) if not (word.asks or word.unit)]
        named = {at for at in telling if self.called_by(at, telling).any()}
        others = [at for at in telling if at not in named]
        names_rows = self.values[others].max(initial=0.0) >= HELD
        return frozenset(named) if names_rows else frozenset()

    def without(self, spans: Sequence[Span]) -> "Reading":
        """Leave the words at some places of the question out of what names rows."""
        values, words = self.values.copy(), list(self.words)
        for index, word in enumerate(words):
            if any(s.start <= word.span.start and word.span.end <= s.end for s in spans):
                words[index] = replace(word, asks=True)
                values[index] = 0.0
        return replace(self, words=tuple(words), values=values)


def read_question(
    question: str,
    query: QueryEmbedding,
    table: Table,
    token_vectors: Mapping[int, TokenVectors],
    *,
    language: str,
) -> Reading:
    """Compare every word of a question with every header and value of a table.

    Args:
        query: with `token_offsets`; without them only letters are compared.
        token_vectors: by passage id; rows of other passages are compared by letters.
        language: of the question, two letters.
    """
    words = question_words(question, _vocabulary(table), capitals=_marks_names(question, language))
    headers = headers_by_letters(words, table)
    _take_unit(question, words, headers, table)
    values = values_by_letters(words, table)
    _drop_denied(question, values, table)
    dated = _take_times(question, words, headers, values, table)
    drop_other_units(question, words, headers, values, table)
    around = strengths_in(words, table.surroundings)
    _take_of_all(words, values, around, table)
    crosses = bool(table.rows) and _crosses(table.rows[0], language)
    crosses = crosses and not _is_in_its_words(words, table)
    least = RELATED if crosses else INFLECTED
    take_listed(question, words, headers, values, table, least=least)
    _drop_slips(headers, values, around, crosses=crosses)
    unknown = _best(headers, values, around) < RELATED
    soft = SoftMatch(query, words, token_vectors, unknown)
    headers = np.maximum(headers, soft.headers(table))
    _drop_opposed(words, headers, table)
    take_prices(question, words, headers, table)
    take_pay(question, words, headers, table)
    take_people(question, words, headers, table)
    take_hours(question, words, headers, values, table)
    words = take_votes(question, words, headers, table)
    if crosses:
        values = np.maximum(values, _without_verbs(words, soft.values(table, headers)))
    words = take_periods(question, words, values, table)
    words, ranged = _take_ranges(question, words, headers, values, table)
    words, excluded = drop_excluded(question, words, headers, values, table)
    words, others = take_counterparts(question, words, headers, values, table)
    words = drop_particles(words, headers, values, table)
    drop_common_names(words, headers, values, table)
    left_out, told = excluded | others, (*ranged, *dated)
    return Reading(table, words, headers, values, around, crosses, soft, left_out, told, ranged)


def _without_verbs(words: Sequence[Word], values: FloatArray) -> FloatArray:
    """Let "opens" and "closes" be near no day of a list of hours by their meaning."""
    verbs = [at for at, word in enumerate(words) if concepts_of(word.folded) & _OPEN]
    values[verbs] = 0.0
    return values


def _take_ranges(
    question: str, words: Sequence[Word], headers: FloatArray, values: FloatArray, table: Table
) -> tuple[tuple[Word, ...], tuple[Span, ...]]:
    """Take numbers for the rows within whose bounds they are, and for those that they number.

    Returns:
        the words, and where those stand that are within the bounds of a row.
    """
    words = drop_other_sides(question, words, values, table)
    words, ranged = drop_other_ranges(question, words, headers, values, table)
    words, within = take_ages(question, words, headers, values, table)
    if not within:
        words, within = take_bands(question, words, headers, values, table)
    words = take_numbered(question, words, values, table)
    drop_other_hours(question, words, headers, table)
    return words, (*ranged, *within)


def _take_times(
    question: str, words: Sequence[Word], headers: FloatArray, values: FloatArray, table: Table
) -> tuple[Span, ...]:
    """Take days, dates and parts of a year for what is of them, however they are written.

    Returns:
        where words stand that the date of a value stands for.
    """
    take_days(question, words, headers, values, table)
    drop_days(words, headers, values)
    drop_special_days(question, words, values, table)
    dated = take_dated_days(question, words, values, table)
    feasts = [span for _, span in feasts_in(question)]
    for at, word in enumerate(words):  # the "year" of "New Year" names no column
        if any(span.start <= word.span.start < span.end for span in feasts):
            headers[at] = 0.0
    take_dates(question, words, table.columns, headers, values)
    take_year_parts(question, words, headers, values, table)
    return dated


def _drop_opposed(words: Sequence[Word], headers: FloatArray, table: Table) -> None:
    """Let no column be called by the opposite of what it says: no weekday by "weekend"."""
    for at, word in enumerate(words):
        for index, column in enumerate(table.columns):
            if headers[at, index] > 0 and are_opposed(word.folded, column):
                headers[at, index] = 0.0


def _best(headers: FloatArray, values: FloatArray, around: FloatArray) -> FloatArray:
    """Return float32 [words]: how well each stands anywhere."""
    best = np.maximum(headers.max(axis=1, initial=0.0), around)
    return np.asarray(np.maximum(best, values.max(axis=(1, 2), initial=0.0)), dtype=np.float32)


def _vocabulary(table: Table) -> frozenset[str]:
    """Return what a table holds, folded: names and values, and names of one letter in them."""
    texts = {*table.columns, *(cell.value for row in table.rows for cell in row.cells)}
    texts |= {f"{c.name} {c.value}" for row in table.rows for c in row.cells if len(c.value) == 1}
    lettered = (match for text in texts for match in LETTERED.finditer(text))
    return frozenset(
        map(fold_in_place, (*texts, *(name for one in lettered for name in (one[0], one[0][-1]))))
    )


def _marks_names(question: str, language: str) -> bool:
    words = [word for word in question.split() if word[0].isalpha()]
    capitals = sum(word[0].isupper() for word in words)
    return language != "de" and capitals * 2 <= len(words) + 1


def _is_in_its_words(words: Sequence[Word], table: Table) -> bool:
    """Say whether most words of a question, but for names, are words of the table as they stand.

    Then it is in the table's language, though it is too short to tell which one that is.
    """
    values = [cell.value for row in table.rows for cell in row.cells]
    terms = set(terms_of("\n".join((*table.columns, table.surroundings, *values))))
    telling = [word for word in words if not (word.asks or word.unit or word.name)]
    held = sum(word.folded in terms for word in telling)
    return held >= _SAID_LEAST and 2 * held > len(telling)


def _crosses(row: TableRow, language: str) -> bool:
    return are_foreign(row.passage.language, language)


def _lengths(table: Table) -> FloatArray:
    """Return float32 [R, C]: how many words of its own each value has, at least one.

    Each of the days of a list is as much of it as all of them: "Mon, Wed, Fri" is one.
    """
    lengths = np.ones((len(table.rows), len(table.columns)), dtype=np.float32)
    at = {name: index for index, name in enumerate(table.columns)}
    for index, row in enumerate(table.rows):
        for cell in row.cells:
            is_days = lists_days(cell.value)
            own = [one for one in fold_in_place(cell.value).split() if not is_days and tells(one)]
            letters = [one for one in letters_in(cell.value) if not tells(one)]  # of «Группа А»
            lengths[index, at[cell.name]] = max(len(own) + len(letters), 1)
    return lengths


def _drop_slips(
    headers: FloatArray, values: FloatArray, around: FloatArray, *, crosses: bool
) -> None:
    """Take no word for another one misspelt that stands somewhere as it is.

    Nor, in another language, for one that may mean it: «интернет» is Internet, no broadcasting.
    """
    best = _best(headers, values, around)
    values[(best >= RELATED)[:, None, None] & (values <= MISSPELT)] = 0.0
    if crosses:
        values[(best >= INFLECTED)[:, None, None] & (values <= RELATED)] = 0.0


def _drop_denied(question: str, values: FloatArray, table: Table) -> None:
    """Take no "not repaired" for what was repaired, nor the other way about: a column has both."""
    is_denied = bool(DENYING.find(fold_in_place(question)))
    for column, name in enumerate(table.columns):
        cells = [(at, row.cell(name)) for at, row in enumerate(table.rows)]
        said = {at: fold_in_place(cell.value) for at, cell in cells if cell}
        parts = {at: value.partition(" ") for at, value in said.items()}
        denied = {
            at: rest
            for at, (first, _, rest) in parts.items()
            if DENYING.holds(first) and rest in said.values()
        }
        for at, value in said.items():
            if (at in denied) is not is_denied and (at in denied or value in denied.values()):
                values[:, at, column] = 0.0


def _take_of_all(
    words: Sequence[Word], values: FloatArray, around: FloatArray, table: Table
) -> None:
    """Take what all rows are, expenses of a budget, for the table: no row's name has it alone.

    So is what a sheet is called: a "Green room" on that of "Rooms".

    A row that is called so and no more is meant, and one that another word of its name is said of.
    """
    is_called = bool(OF_ALL["called"].find(fold_in_place(table.surroundings)))
    heading = terms_of(table.rows[0].heading or "") if table.rows else ()
    held = values >= HELD
    for at, word in enumerate(words):
        is_sheet = len(heading) == 1 and letter_strength(word, *heading) >= INFLECTED
        is_sheet &= held[at].any(axis=1).sum() == 1  # of rolls and drinks two are rolls
        if is_sheet or (is_called and OF_ALL["rows"].holds(word.folded)):
            around[at] = max(around[at], RELATED)
            is_alone = (held.sum(axis=0) - held[at]) == 0
            values[at][is_alone & (_lengths(table) > 1)] = 0.0


def _take_unit(question: str, words: Sequence[Word], headers: FloatArray, table: Table) -> None:
    """Take the unit that is asked for as the name of what is measured in it: "how many metres".

    A price per metre is no number of metres.
    """
    asked = asked_unit(question)
    if asked is None:
        return
    said = fold_in_place(question)[asked.start : asked.end]
    for index, word in enumerate(words):
        if not (asked.start <= word.span.start and word.span.end <= asked.end):
            continue
        for column in range(len(table.columns)):
            units = units_of(table, column)
            own = units.own or units_in_cells(table, column)
            if any(is_one_unit(said, unit) for unit in own):
                headers[index, column] = max(headers[index, column], RELATED)
            elif any(is_one_unit(said, unit) for unit in units.per):
                headers[index, column] = 0.0
