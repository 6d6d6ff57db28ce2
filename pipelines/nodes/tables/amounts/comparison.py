"""Comparison: which column the number of a question is compared with: "under 30 pounds".

The unit tells, before any word: pounds are no minutes, whatever number stands in which column.
"""

from collections.abc import Sequence

from pipelines.nodes.tables.amounts.arithmetic import Condition, find_numbers
from pipelines.nodes.tables.amounts.measures import is_one_unit, is_unit, other_currency, units_of
from pipelines.nodes.tables.asking import is_amount
from pipelines.nodes.tables.matching.columns import asked_amounts, holds_amounts, holds_numbers
from pipelines.nodes.tables.matching.reading import Reading
from pipelines.nodes.tables.words.evidence import HELD, has_currency
from pipelines.nodes.tables.words.lexicon import MEASURES, SUPERLATIVES, fold_in_place

_MOST_PRICES = 3  # columns, of which the first is compared


def compared_column(
    reading: Reading, question: str, condition: Condition, keys: frozenset[int]
) -> int | None:
    """Return the column whose numbers are compared; None where it is not certain.

    By the unit of the number, by the column that the question names, by what the comparison says
    («дороже»), or the only one, if the question is of this table at all. Of a few prices it is the
    first, as that for adults before that for children: the answer says which it is.

    Args:
        keys: columns by whose values the question names rows.
    """
    free = [
        index
        for index in range(len(reading.table.columns))
        if holds_amounts(reading, index) and index not in keys
    ]
    named = {match.index for match in asked_amounts(reading, question, keys)}
    fitting = _by_measure(reading, free, condition)
    if fitting is None:
        about = _about(question, condition)
        fitting = [index for index in free if about & reading.measures[index]]
        fitting = fitting or list(named) or (free if _is_of_table(reading) else [])
    if named:
        fitting = [index for index in fitting if index in named]
    are_prices = all("price" in reading.measures[index] for index in fitting)
    is_one = len(fitting) == 1 or (are_prices and 0 < len(fitting) <= _MOST_PRICES)
    return fitting[0] if is_one else None


def names_rows(reading: Reading, condition: Condition) -> bool:
    """Say whether the number stands in a text, and tells a row from others: "up to 30 kg".

    A day of a month does not, nor does what is no money where money is compared.
    """
    texts = [i for i in range(len(reading.table.columns)) if not holds_numbers(reading, i)]
    inside = [
        index
        for index, word in enumerate(reading.words)
        if word.has_digits
        and condition.span.start <= word.span.start
        and word.span.end <= condition.span.end
    ]
    held = reading.values[inside][:, :, texts].max(axis=0, initial=0.0) >= HELD
    cells = (
        reading.table.rows[row].cell(reading.table.columns[texts[at]])
        for row, at in zip(*held.nonzero(), strict=True)
    )
    return any(_has_bound(cell.value, condition) for cell in cells if cell)


def _has_bound(value: str, condition: Condition) -> bool:
    folded = fold_in_place(value)
    if has_currency(condition.unit) and not has_currency(folded):
        return False
    numbers = find_numbers(folded)
    return not numbers or any(is_amount(folded, number) for number in numbers)


def _by_measure(reading: Reading, columns: Sequence[int], condition: Condition) -> list[int] | None:
    """Return the columns that are measured so; None where the number has no unit."""
    unit = condition.unit
    if not (unit == "%" or has_currency(unit) or is_unit(unit)):
        return None
    return [index for index in columns if _is_measured_in(reading, index, unit)]


def _is_measured_in(reading: Reading, column: int, unit: str) -> bool:
    units, about = units_of(reading.table, column), reading.measures[column]
    priced = "price" in about
    if has_currency(unit):
        said = " ".join((reading.table.columns[column], *units.own))
        is_money = bool(about & {"price", "salary", "fine", "deposit"})
        return is_money and not other_currency(unit, said)
    if unit == "%":
        return "%" in reading.table.columns[column] or "%" in units.own
    if units.own or priced:
        return not priced and any(is_one_unit(unit, other) for other in units.own)
    return any(about & {concept} for concept, words in MEASURES.items() if words.holds(unit))


def _about(question: str, condition: Condition) -> frozenset[str]:
    """Return what a comparison is of by its own words."""
    said = fold_in_place(question)[condition.span.start : condition.span.end]
    return frozenset(name for name, forms in SUPERLATIVES.items() if forms.find(said))


def _is_of_table(reading: Reading) -> bool:
    headers = reading.headers.max(initial=0.0)
    return bool(max(headers, reading.around.max(initial=0.0)) >= HELD)
