"""Calendar words: days, months and parts of a year that columns and cells are of."""

from collections.abc import Sequence

from pipelines.models.documents import FloatArray
from pipelines.nodes.tables.rows import Table
from pipelines.nodes.tables.words.evidence import HELD, INFLECTED, Word
from pipelines.nodes.text.calendar import day_or_month, days_in, months_in, months_named
from pipelines.nodes.text.year_parts import year_parts

_LONGEST_DAYS = 40  # characters of a value that is a list of days


def take_days(
    question: str, words: Sequence[Word], headers: FloatArray, values: FloatArray, table: Table
) -> None:
    """Take a day or a month for one of those that a column or a cell is of.

    Tuesday for weekdays, Mon-Fri; July for June – August, in whatever language.
    """
    at = {name: index for index, name in enumerate(table.columns)}
    months = {span: month for month, span in months_named(question)}
    for index, word in enumerate(words):
        asked = days_in(word.text)
        month = months.get(word.span)
        if not (asked or month):
            continue
        for column, name in enumerate(table.columns):
            surely = _stands_for_days(asked, month, name)
            headers[index, column] = max(headers[index, column], surely)
        for row_index, row in enumerate(table.rows):
            for cell in row.cells:
                if len(cell.value) <= _LONGEST_DAYS:
                    place = index, row_index, at[cell.name]
                    surely = _stands_for_days(asked, month, cell.value)
                    values[place] = max(values[place], surely)


def _stands_for_days(asked: frozenset[str], month: int | None, label: str) -> float:
    """Return how surely days or a month are those of a label, or some of them."""
    is_of_month = month is not None and month in months_in(label)
    return INFLECTED if is_of_month or asked & days_in(label, is_label=True) else 0.0


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
