"""Calendar words: days, months and parts of a year that columns and cells are of."""

from collections.abc import Collection, Sequence

from pipelines.models.documents import FloatArray
from pipelines.nodes.tables.rows import Table
from pipelines.nodes.tables.words.evidence import HELD, INFLECTED, Word
from pipelines.nodes.text.calendar import (
    day_or_month,
    days_in,
    months_in,
    months_named,
    months_of_season,
    season_of,
)
from pipelines.nodes.text.year_parts import year_parts

_LONGEST_DAYS = 40  # characters of a value that is a list of days
_FEWEST_SEASONS = 2


def take_days(
    question: str, words: Sequence[Word], headers: FloatArray, values: FloatArray, table: Table
) -> None:
    """Take a day or a month for one of those that a column or a cell is of.

    Tuesday for weekdays, Mon-Fri; July for June – August, or for summer beside winter, in
    whatever language.
    """
    months = {span: month for month, span in months_named(question)}
    asked = [(days_in(word.text), months.get(word.span)) for word in words]
    if not any(days or month for days, month in asked):
        return
    at = {name: index for index, name in enumerate(table.columns)}
    of_columns = _months_of(table.columns)
    of_cells = {name: _months_of(values, beside=0) for name, values in _short_values(table).items()}
    for index, (days, month) in enumerate(asked):
        if not (days or month):
            continue
        for name, own in of_columns.items():
            surely = _stands_for_days(days, month, name, own)
            headers[index, at[name]] = max(headers[index, at[name]], surely)
        for row_index, row in enumerate(table.rows):
            for cell in row.cells:
                if cell.value in of_cells[cell.name]:
                    place = index, row_index, at[cell.name]
                    own = of_cells[cell.name][cell.value]
                    surely = _stands_for_days(days, month, cell.value, own)
                    values[place] = max(values[place], surely)


def _short_values(table: Table) -> dict[str, set[str]]:
    """Return the values of each column that may be lists of days."""
    found: dict[str, set[str]] = {name: set() for name in table.columns}
    for row in table.rows:
        for cell in row.cells:
            if len(cell.value) <= _LONGEST_DAYS:
                found[cell.name].add(cell.value)
    return found


def _months_of(labels: Collection[str], *, beside: int = 1) -> dict[str, frozenset[int]]:
    """Return the months that each label is of; a season counts where there is another one."""
    found = {label: months_in(label) for label in labels}
    seasons = {label: season for label in labels if (season := season_of(label, beside=beside))}
    told = frozenset(seasons.values())
    if len(told) >= _FEWEST_SEASONS:
        for label, season in seasons.items():
            found[label] = found[label] or months_of_season(season, told)
    return found


def _stands_for_days(
    days: frozenset[str], month: int | None, label: str, months: frozenset[int]
) -> float:
    """Return how surely days or a month are those of a label, or some of them."""
    is_of_day = bool(days & days_in(label, is_label=True))
    return INFLECTED if is_of_day or month in months else 0.0


def drop_days(words: Sequence[Word], headers: FloatArray, values: FloatArray) -> None:
    """Take a day of the week for the name of a column, though cells name it as well: "Sat: Sat"."""
    for index, word in enumerate(words):
        is_day = day_or_month(word.folded) or days_in(word.text)
        if is_day and headers[index].max(initial=0.0) >= HELD:
            values[index] = 0.0


def take_year_parts(
    question: str, words: Sequence[Word], headers: FloatArray, values: FloatArray, table: Table
) -> None:
    """Take "first half" for what is of it, and for nothing that is of another half."""
    at = {name: index for index, name in enumerate(table.columns)}
    for asked, span in year_parts(question):
        own = [i for i, w in enumerate(words) if span.start <= w.span.start < span.end]
        for name, column in at.items():
            if parts := _year_parts(name):
                headers[own, column] = INFLECTED if asked in parts else 0.0
        for row_index, row in enumerate(table.rows):
            for cell in row.cells:
                if parts := _year_parts(cell.value):
                    values[own, row_index, at[cell.name]] = INFLECTED if asked in parts else 0.0


def _year_parts(label: str) -> frozenset[str]:
    return frozenset(part for part, _ in year_parts(label))
