"""Change: what a row is in the columns of several years: the newest, and by how much it changed."""

import re
from collections.abc import Sequence
from dataclasses import replace

from pipelines.models.documents import Span
from pipelines.nodes.questions.relative import with_dates, years_named
from pipelines.nodes.tables.amounts.arithmetic import Computed, parse_number
from pipelines.nodes.tables.amounts.measures import is_unit, units_of
from pipelines.nodes.tables.answered import TableAnswer, lines_of
from pipelines.nodes.tables.asked import MISSED, SURE_COLUMN, Asked
from pipelines.nodes.tables.matching.absent.missing import Missing
from pipelines.nodes.tables.matching.asked_columns import ColumnMatch
from pipelines.nodes.tables.matching.columns import holds_amounts
from pipelines.nodes.tables.words.evidence import INFLECTED, has_currency, terms_of
from pipelines.nodes.tables.words.kinds import asked_kinds
from pipelines.nodes.tables.words.lexicon import CHANGE, NOW, WHICH, concepts_of, fold_in_place

_YEAR = re.compile(r"(?<!\d)(?:19|20)\d\d(?!\d)")
_TWO = 2  # columns that are compared
_CONFIDENCE = 0.85
_LED = 24  # characters before a year, in which "since" stands
_OF_PRICE = frozenset({"price", "paid"})


def changed(asked: Asked) -> TableAnswer | None:
    """By how much something went up: "by how much did the rent rise" over "2024" and "2025".

    Whether it did is told by the same. None unless one row is named, and two columns of amounts of
    the same unit: those of the years that are named, or the only ones. What is less than it was has
    changed by less than nothing.
    """
    said = _years_said(asked)
    verbs = _asking_of_change(asked, is_of_years=bool(said))
    if not verbs:
        return None
    silent = asked.without([*verbs, *(span for _, span in said)])
    rows, columns = silent.rows(), _columns(silent, said)
    if len(rows) != 1 or len(columns) != _TWO:
        return None
    matches = [ColumnMatch(column, frozenset(), SURE_COLUMN) for column in columns]
    lines = lines_of(silent.reading, rows, columns)
    cells = [line.cell.value for line in lines if line.cell]  # without what a price is for
    numbers = [number for cell in cells if (number := parse_number(cell))]
    words = (silent.reading.words[at].folded for at in silent.unmatched(rows, matches))
    others = [word for word in words if not concepts_of(word) & _OF_PRICE]
    if others or len(numbers) != _TWO:
        return None
    before, after = numbers
    row = silent.reading.table.rows[rows[0].index]
    name = lines[0].label.removesuffix(f", {silent.reading.table.columns[columns[0]]}")
    value, unit = after.value - before.value, after.unit
    if not value:
        return TableAnswer(lines, None, None, _CONFIDENCE)
    if before.value and CHANGE["percent"].find(fold_in_place(asked.question)):
        value, unit = round(100 * value / before.value, 1), "%"
    computed = Computed("difference", name, value, unit, (row,), (row,), ())
    return TableAnswer(lines, None, computed, _CONFIDENCE)


def _asking_of_change(asked: Asked, *, is_of_years: bool) -> list[Span]:
    """Return the words that ask by how much something changed, or whether; nothing of no others.

    That something is dearer says so only of one year and another: "dearer than last year".
    """
    folded = fold_in_place(asked.question)
    asks, verbs = CHANGE["asks"].find(folded), CHANGE["verbs"].find(folded)
    if is_of_years and not verbs:
        verbs = CHANGE["compared"].find(folded)
    kinds = asked_kinds(asked.question) - {"number"}
    is_in_order = bool(verbs) and not (asks and asks[0].start > verbs[0].start)
    if not is_in_order or kinds or (not asks and WHICH.find(folded)):
        return []
    return [*asks, *verbs, *CHANGE["percent"].find(folded)]


def of_other_years(asked: Asked) -> TableAnswer | None:
    """Say which years a table has whose columns are called by years, where another is meant."""
    years = _columns_of_years(asked)
    are_one = len({_YEAR.sub("", name).strip() for names in years.values() for name in names}) == 1
    lacked = [(year, span) for year, span in _relative(asked) if year not in years]
    if len(years) < _TWO or not are_one or not lacked or not asked.rows():
        return None
    names = tuple(name for each in years.values() for name in each)
    return TableAnswer((), Missing(str(lacked[0][0]), "", names), None, MISSED)


def with_years(asked: Asked) -> Asked:
    """Take "last year" for the columns that are called by that year: "2025", "2025, £"."""
    reading, headers = asked.reading, asked.reading.headers.copy()
    years = _columns_of_years(asked)
    for year, span in _relative(asked):
        at = [reading.table.columns.index(name) for name in years.get(year, ())]
        for index, word in enumerate(reading.words):
            if at and span.start <= word.span.start < span.end:
                headers[index] = 0.0
                headers[index, at] = INFLECTED
    return replace(asked, reading=replace(reading, headers=headers))


def _columns_of_years(asked: Asked) -> dict[int, list[str]]:
    """Return the columns that are called by one year each, and perhaps a unit, by that year."""
    found = dict[int, list[str]]()
    for name in asked.reading.table.columns:
        rest = terms_of(_YEAR.sub("", name))
        is_year_alone = all(has_currency(term) or is_unit(term) for term in rest)
        if is_year_alone and len(years := _YEAR.findall(name)) == 1:
            found.setdefault(int(years[0]), []).append(name)
    return found


def _relative(asked: Asked) -> tuple[tuple[int, Span], ...]:
    return years_named(asked.question, asked.today) if asked.today else ()


def _years_said(asked: Asked) -> list[tuple[int, Span]]:
    """Return the years that a question names, as they are or by the day one asks on."""
    written = ((int(m[0]), Span(*m.span())) for m in _YEAR.finditer(asked.question))
    return sorted((*written, *_relative(asked)), key=lambda one: one[1].start)


def of_newest_year(asked: Asked, columns: Sequence[ColumnMatch]) -> list[ColumnMatch]:
    """Put the newest year first of columns that differ in nothing else, if the question names none.

    What is yet to come stands last; who asks what it is now hears of no other year. "Last year"
    names one: that is first, and where there is none, no year is before another.
    """
    names = [asked.reading.table.columns[one.index] for one in columns]
    years = [found[0] for name in names if len(found := _YEAR.findall(name)) == 1]
    are_one = len({_YEAR.sub("", name) for name in names}) == 1 < len(set(years)) == len(columns)
    if not are_one or _YEAR.search(asked.question):
        return list(columns)
    if asked.today and (said := _YEAR.findall(with_dates(asked.question, asked.today))):
        then = sorted(zip(years, columns, strict=True), key=lambda one: one[0] not in said)
        return [column for _, column in then]
    now = asked.today.year if asked.today else max(map(int, years))
    newest = sorted(
        zip(map(int, years), columns, strict=True), key=lambda one: (one[0] > now, -one[0])
    )
    is_now = NOW.find(fold_in_place(asked.question)) and newest[0][0] <= now
    return [column for _, column in newest[:1] if is_now] or [column for _, column in newest]


def _columns(asked: Asked, said: Sequence[tuple[int, Span]]) -> list[int]:
    """Return the columns of amounts that a year names each, the earlier first, if two are meant."""
    table = asked.reading.table
    years = {
        at: int(found[0])
        for at, name in enumerate(table.columns)
        if len(found := _YEAR.findall(name)) == 1 and holds_amounts(asked.reading, at)
    }
    wanted = _two_years(asked, said, sorted(set(years.values())))
    measures = dict[str, list[int]]()  # by what columns are called besides their year
    for at in (one for one in years if years[one] in wanted):
        measures.setdefault(_YEAR.sub("", table.columns[at]), []).append(at)
    both = [each for each in measures.values() if {years[at] for at in each} == wanted]
    if len(both) != 1 or len(both[0]) != _TWO or len({units_of(table, at) for at in both[0]}) != 1:
        return []
    return sorted(both[0], key=years.__getitem__)


def _two_years(
    asked: Asked, said: Sequence[tuple[int, Span]], years: Sequence[int]
) -> frozenset[int]:
    """Return the two years that are compared; of one that is named, it and the one before it.

    "Since 2024" is compared with the one on which one asks, or the last.
    """
    named = {year for year, _ in said}
    past = [year for year in years if not asked.today or year <= asked.today.year]
    if not named:
        is_past = bool(asked.today) and len(past) >= _TWO
        return frozenset(years if len(years) == _TWO else past[-_TWO:] if is_past else ())
    if not named <= {*years}:
        return frozenset()
    if len(named) == _TWO:
        return frozenset(named)
    ((year, span),) = list(said)[:1]
    before = fold_in_place(asked.question[max(0, span.start - _LED) : span.start])
    is_since = bool(CHANGE["since"].find(before))
    earlier = [one for one in years if one < year]
    other = past[-1:] if is_since else earlier[-1:]
    return frozenset({year, *other}) if other and other != [year] else frozenset()
