"""Arithmetic: numbers as they are written, and what a column of them comes to, exactly."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from decimal import Decimal
from functools import lru_cache
from typing import Literal, get_args

from pipelines.models.documents import Span
from pipelines.nodes.tables.rows import Cell, TableRow
from pipelines.nodes.tables.words.lexicon import FREE, SCALES, UNIT_NAMES, fold_in_place

AggregateKind = Literal["smallest", "largest", "sum", "average", "count"]
AGGREGATES: tuple[AggregateKind, ...] = get_args(AggregateKind)
Comparison = Literal["more", "less", "at_least", "at_most", "between"]

_SPACES = "\u0020\u00a0\u2009\u202f"
_DIGITS = rf"\d{{1,3}}(?:[{_SPACES}'’.,]\d{{3}})+(?:[.,]\d+)?|\d+(?:[.,]\d+)?"
_PLACES = 2  # behind the point
_NUMBER = re.compile(
    rf"(?<![^\W\u3400-\u9fff])(?<![.,])(?P<sign>[-−–+])?\s?(?P<before>[$€£¥₽])?\s?(?P<digits>{_DIGITS})"
)
_GROUPED = re.compile(rf"\d{{1,3}}(?:([{_SPACES}'’.,])\d{{3}})(?:\1\d{{3}})*")
_UNIT = re.compile(r"\s?(%|‰|°\s?[CFС]|[$€£¥₽]|[^\W\d_]+[²³]?(?:/[^\W\d_]+)?)?\.?")
_LONGEST_UNIT = 12  # characters; what is longer after a number is a sentence


@dataclass(frozen=True, slots=True)
class Number:
    """A number as it is written: "1 900 ₽" is 1900, in ₽."""

    value: Decimal
    unit: str
    span: Span  # of the digits, with sign and currency


@dataclass(frozen=True, slots=True)
class Condition:
    """What a number must be: more than 20; between 20 and 40 pounds.

    span: in the question, of the comparison and its numbers.
    unit: as the question has it, folded; "" where nothing tells.
    upper: of "between", which includes both its bounds.
    """

    comparison: Comparison
    bound: Decimal
    span: Span
    unit: str = ""
    upper: Decimal | None = None

    def holds(self, value: Decimal) -> bool:
        """Say whether a number meets it."""
        match self.comparison:
            case "more":
                return value > self.bound
            case "less":
                return value < self.bound
            case "at_least":
                return value >= self.bound
            case "at_most":
                return value <= self.bound
            case "between":
                return self.bound <= value and (self.upper is None or value <= self.upper)


@dataclass(frozen=True, slots=True)
class Aggregate:
    """What a question asks of a whole column; `spans` are the words that say so."""

    kind: AggregateKind
    spans: tuple[Span, ...]
    condition: Condition | None = None


@dataclass(frozen=True, slots=True)
class Computed:
    """What a column comes to, and what it was computed from.

    column: "" when rows were counted, whatever they hold.
    value: exact; an average is rounded to two places, or to those of the numbers, if more.
    rows: those that hold the smallest or largest number; for the others, all that were used.
    kind: a difference is that of two cells; `column` is what their row is called, or which is taken
        from which. A party is several of some rows, each as often as its line says.
    used, skipped: rows that went in, and those that have no number; totals are neither.
    is_across: it is of the cells of one row, which is given once for each; `column` is its name.
    """

    kind: AggregateKind | Literal["difference", "party"]
    column: str
    value: Decimal
    unit: str
    rows: tuple[TableRow, ...]
    used: tuple[TableRow, ...]
    skipped: tuple[TableRow, ...]
    condition: Condition | None = None
    is_across: bool = False


def find_numbers(text: str, *, comma_decimal: bool | None = None) -> tuple[Number, ...]:
    """Return the numbers in a text, in order.

    Args:
        comma_decimal: what a lone comma or point before three digits means, "1,900": True a
            decimal comma, False a thousands' comma; None: three digits are thousands.
    """
    numbers: list[Number] = []
    for match in _NUMBER.finditer(text):
        value = _value(match["digits"], comma_decimal)
        sign = -1 if match["sign"] in ("-", "−") else 1
        unit = match["before"] or ""
        if not unit and (after := _UNIT.match(text, match.end())) and after[1]:
            unit = after[1] if len(after[1]) <= _LONGEST_UNIT else ""
        numbers.append(Number(sign * value, unit, Span(*match.span())))
    return tuple(numbers)


@lru_cache(maxsize=20_000)
def parse_number(text: str, *, comma_decimal: bool | None = None) -> Number | None:
    """Return the number that a value is; None when it is none, or more than one.

    "1 900 ₽", "12,5 %", "3.5 kg", "$0.50" and "~40" are numbers; "10:00", "14.06.2025", "А-01",
    "8 495 640-18-90" and "3 × 5" are not.
    """
    stripped = text.strip().lstrip("~≈<>≤≥ ")
    numbers = find_numbers(stripped, comma_decimal=comma_decimal)
    if len(numbers) != 1 or numbers[0].span.start > 0:
        return None
    rest = stripped[numbers[0].span.end :].strip()
    if re.search(r"\d", rest) or rest.startswith((":", "-", "–", "/", "×", ".")):
        return None
    return numbers[0] if len(rest.split()) <= 3 else None


def compute(
    aggregate: Aggregate, column: str, cells: Iterable[tuple[TableRow, Cell | None]]
) -> Computed | None:
    """Compute a column.

    Args:
        cells: the rows that are to go in, each with its cell of the column.
    Returns:
        None when there is no number to compute from, or numbers are in units that do not add up.
    """
    given = tuple(cells)
    if aggregate.kind == "count" and aggregate.condition is None:
        rows = tuple(row for row, _ in given)
        return Computed("count", column, Decimal(len(rows)), "", rows, rows, ())
    comma = uses_decimal_comma(cell.value for _, cell in given if cell)
    of_free = aggregate.kind != "average"  # which no price of nothing lowers
    read = [
        (row, _number(cell.value, comma, of_free=of_free) if cell else None) for row, cell in given
    ]
    numbers = _in_one_unit([(row, number) for row, number in read if number is not None])
    skipped = tuple(row for row, number in read if number is None)
    if not numbers:
        return None
    used = tuple(row for row, _ in numbers)
    condition = aggregate.condition
    if condition:
        numbers = [(row, number) for row, number in numbers if condition.holds(number.value)]
    if not numbers and aggregate.kind != "count":
        return None
    value = _combine(aggregate.kind, [number.value for _, number in numbers])
    chosen = tuple(
        row
        for row, number in numbers
        if aggregate.kind not in ("smallest", "largest") or number.value == value
    )
    unit = "" if aggregate.kind == "count" else _common_unit([number for _, number in numbers])
    return Computed(aggregate.kind, column, value, unit, chosen, used, skipped, condition)


def is_free(value: str) -> bool:
    """Say whether a value says that nothing is paid."""
    return FREE.holds(fold_in_place(value).strip(" ."))


def _number(value: str, comma_decimal: bool | None, *, of_free: bool) -> Number | None:
    """Return the number that a value is; what is free costs nothing."""
    if of_free and is_free(value):
        return Number(Decimal(0), "", Span(0, len(value)))
    return parse_number(value, comma_decimal=comma_decimal)


def uses_decimal_comma(values: Iterable[str]) -> bool | None:
    """Say which of comma and point parts decimals in a column; None when nothing tells."""
    commas = points = 0
    for value in values:
        commas += bool(re.search(r"\d,(?:\d{1,2}|\d{4,})(?!\d)|\.\d{3},\d", value))
        points += bool(re.search(r"\d\.(?:\d{1,2}|\d{4,})(?!\d)|,\d{3}\.\d", value))
    return None if commas == points else commas > points


def scale_of(unit: str) -> int | None:
    """Return what a unit multiplies its number by: "thousand"; None where it is none."""
    return next(
        (factor for factor, words in SCALES.items() if words.holds(fold_in_place(unit))), None
    )


def unit_name(unit: str) -> str:
    """Return what a unit is called however it is written or inflected; as it is, if unknown."""
    said = fold_in_place(unit).rstrip(".").replace(".", "")
    return next((name for name, words in UNIT_NAMES.items() if words.holds(said)), said)


def _value(digits: str, comma_decimal: bool | None) -> Decimal:
    grouped = _GROUPED.match(digits)
    separator = grouped[1] if grouped else ""
    decimal = {True: ",", False: "."}.get(comma_decimal) if comma_decimal is not None else None
    whole = digits
    if grouped and separator == decimal and grouped.end() == len(digits):
        separator = ""  # "1,900" among "2,5" and "0,75": a decimal after all
    if grouped and separator:
        whole = digits[: grouped.end()].replace(separator, "") + digits[grouped.end() :]
    return Decimal(whole.replace(",", "."))


def _combine(kind: AggregateKind, values: Sequence[Decimal]) -> Decimal:
    match kind:
        case "smallest":
            return min(values)
        case "largest":
            return max(values)
        case "sum":
            return sum(values, Decimal(0))
        case "count":
            return Decimal(len(values))
        case "average":
            mean = sum(values, Decimal(0)) / len(values)
            places = max(-int(value.as_tuple().exponent) for value in values)
            rounded = round(mean, max(places, _PLACES))
            return rounded.normalize() if rounded % 1 else rounded.quantize(Decimal(1))


def _in_one_unit(numbers: Sequence[tuple[TableRow, Number]]) -> list[tuple[TableRow, Number]]:
    """Bring thousands and millions to one scale; of other units there may be but one."""
    units = {number.unit.rstrip(".") for _, number in numbers} - {""}
    if len({unit_name(unit) for unit in units}) < 2:
        return list(numbers)
    if not all(scale_of(unit) for unit in units):
        return []
    return [
        (row, Number(number.value * (scale_of(number.unit.rstrip(".")) or 1), "", number.span))
        for row, number in numbers
    ]


def _common_unit(numbers: Sequence[Number]) -> str:
    units = {number.unit.rstrip(".") for number in numbers if number.unit or number.value}
    return units.pop() if len(units) == 1 else ""
