"""Measures: what the numbers of a column are, by the column's name, its units and its values.

"Weekday per hour" over £28 is a price, though no word of it says so, and «Цена за метр» is no
number of metres: a unit behind "per" is what the numbers are divided by.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from decimal import Decimal

from pipelines.models.documents import Span
from pipelines.nodes.tables.amounts.arithmetic import find_numbers, parse_number
from pipelines.nodes.tables.rows import Table
from pipelines.nodes.tables.words.evidence import has_currency, terms_of
from pipelines.nodes.tables.words.lexicon import (
    BY_TIME,
    COLUMNS_PAID_FOR,
    COUNTED_IN_NAMES,
    CURRENCIES,
    MANNERS,
    MEASURES,
    NO_PRICES,
    ONE_PERIOD,
    PER,
    PER_AFTER_UNIT,
    PIECES,
    STAFF,
    UNIT_ADJECTIVES,
    UNIT_COLUMNS,
    UNIT_NAMES,
    UNITS,
    concepts_of,
    fold_in_place,
)

_GLUED = re.compile(r"(\d+(?:[.,]\d+)?)-?([^\W\d_]+)?(?:-olds?)?")
_ALIKE = 3  # letters from which on an abbreviated unit is the whole one: "мин", «минут»
_WORD = re.compile(r"[mм][2²](?!\w)|[^\W\d_]+|[/%]|[$€£¥₽]")
_COUNTED = re.compile(r"\d[+\s-]*$")
_ASKED = re.compile(
    r"(?:сколько|скольк\w+|скока|how many|wie viele|cuant[oa]s)\s+"
    r"((?:square|sq\.?|квадратн\w+|кв\.?)\s+[^\W\d_]+|metros cuadrados|[^\W\d_]+)"
)
# Behind «в», how often it is; «срок в днях» is a number of days.
_PERIODS = frozenset({"час", "день", "сутки", "неделю", "месяц", "год"})
_OF_TIME = frozenset({"date", "hours", "duration"})
_OF_PERIODS = frozenset({"date", "hours"})  # what a column called by a period is about by its name
_LARGER = {"g": ("kg", 1000), "min": ("h", 60), "kg": ("ton", 1000)}  # units, and how many of them
_PLACES = frozenset({"city", "country", "place"})  # to which a price may be: "Zone A (city)"
MONEY = frozenset({"price", "paid", "salary", "deposit", "debt", "fine"})  # concepts of columns
_LEAST_PAID = 10  # the greatest of what one pays, at least: less is how often
_LEAST_SUM, _ROUND, _FEWEST_SUMS = 500, 50, 3  # of sums that no name says to be some
_YEARS = (1900, 2100)
_LENGTH_OR_AREA = {"metre", "square"}  # «сколько метров квартира» asks for its area


@dataclass(frozen=True, slots=True)
class Units:
    """The units of a column, folded: those of its numbers, and those that they are divided by."""

    own: frozenset[str]
    per: frozenset[str]


def measured(table: Table, column: int) -> frozenset[str]:
    """Return what a column's numbers are, as names of concepts: a price, a duration.

    What is only left as a security, or paid as a fine, is no price of the thing.
    """
    return measures_of(table)[column]


def measures_of(table: Table) -> tuple[frozenset[str], ...]:
    """Return what the numbers of each column are, see `measured`."""
    return table.once("measures", lambda: _measures_of(table))


def _measures_of(table: Table) -> tuple[frozenset[str], ...]:
    told = [_told(table, at) for at in range(len(table.columns))]
    priced = _priced_by_values(table, told)
    return tuple(frozenset({"price"}) if at in priced else one for at, one in enumerate(told))


def _told(table: Table, column: int) -> frozenset[str]:
    """Return what a column's numbers are by its name and by the units of its values."""
    name = table.columns[column]
    about = frozenset().union(*(concepts_of(term) for term in terms_of(name)))
    about = frozenset() if tells_manner(name) else about
    about -= _OF_PERIODS if _is_for_a_period(table, name) else frozenset()
    units = units_of(table, column)
    about |= {
        concept
        for concept, words in MEASURES.items()
        if any(words.holds(unit) for unit in units.own)
    }
    if _is_pay(table, name, units):
        about |= {"salary"}
    if _is_priced(table, name, units, is_about=bool(about - _PLACES)):
        about |= {"price"}
    return about - {"price"} if about & NO_PRICES else about


def tells_manner(name: str) -> bool:
    """Say whether a column is called by how or where something is done: «Как платить»."""
    return any(found.start == 0 for found in MANNERS.find(fold_in_place(name)))


def units_of(table: Table, column: int) -> Units:
    """Return the units of a column: in its name, and behind its numbers."""
    name = table.columns[column]
    own, per = _units_in(name)
    if _is_for_a_period(table, name):
        own, per = set(), own | per
    cells = (parse_number(cell.value) for _, cell in table.cells(name))
    own |= {fold_in_place(number.unit).rstrip(".") for number in cells if number}
    return Units(frozenset(own - {""}), frozenset(per))


def units_in_cells(table: Table, column: int) -> frozenset[str]:
    """Return the units that stand behind a number in each cell of a column: "за 3 дня"."""
    cells = [fold_in_place(cell.value) for _, cell in table.cells(table.columns[column])]
    each = [frozenset(n.unit for n in find_numbers(cell) if is_unit(n.unit)) for cell in cells]
    return frozenset().union(*each) if all(each) else frozenset()


def is_priced_thing(table: Table, column: int) -> bool:
    """Say whether a column is called by a thing and tells what it costs: "Garage: 5,400 rub."."""
    name = table.columns[column]
    is_about_money = has_currency(name) or any(concepts_of(term) for term in terms_of(name))
    return not is_about_money and any(map(has_currency, units_of(table, column).own))


def is_unit_column(name: str) -> bool:
    """Say whether a column tells, row by row, of what the prices are."""
    return UNIT_COLUMNS.holds(fold_in_place(name).strip())


def is_one_unit(one: str, other: str) -> bool:
    """Say whether two units are the same, in whole or in short."""
    names = {_name_of(one), _name_of(other)}
    if one == other or names == _LENGTH_OR_AREA or (len(names) == 1 and "" not in names):
        return True
    return min(len(one), len(other)) >= _ALIKE and one[:_ALIKE] == other[:_ALIKE]


def other_currency(unit: str, text: str) -> bool:
    """Say whether a text names a currency, and another one than a unit of a question is."""
    asked = {name for name, words in CURRENCIES.items() if words.holds(unit)}
    held = {name for name, words in CURRENCIES.items() if words.find(fold_in_place(text))}
    return bool(asked and held) and not asked & held


def asked_unit(question: str) -> Span | None:
    """Return where a question names the unit that is asked for: "how many metres"."""
    asked = _ASKED.search(fold_in_place(question))
    return Span(*asked.span(1)) if asked and is_unit(asked[1]) else None


def counts_things(question: str) -> bool:
    """Say whether "how many" may count rows: "how many percent" does not, "how many pieces" may."""
    unit = asked_unit(question)
    return unit is None or PIECES.holds(fold_in_place(question)[unit.start : unit.end])


def written_measure(term: str) -> tuple[Decimal, str] | None:
    """Return the number that a folded term is, with the unit written to it: "15kg", «12-летнего».

    The unit is "" of a bare number; None of what is neither.
    """
    match = _GLUED.fullmatch(term)
    if match is None:
        return None
    number, unit = Decimal(match[1].replace(",", ".")), match[2] or ""
    if unit and not is_unit(unit):
        unit = next((name for name, words in UNIT_ADJECTIVES.items() if words.holds(unit)), "")
        if not unit:
            return None
    return number, unit


def in_other_units(number: Decimal, unit: str) -> Iterator[tuple[Decimal, str]]:
    """Yield a measure in the next larger and smaller unit: 500 g is half a kilogram."""
    for small, (large, times) in _LARGER.items():
        if is_one_unit(unit, small):
            yield number / times, large
        elif is_one_unit(unit, large):
            yield number * times, small


def is_unit(word: str) -> bool:
    """Say whether a folded word is a unit."""
    return bool(_name_of(word)) or (UNITS.holds(word) and not PER.holds(word))


def _priced_by_values(table: Table, told: Sequence[frozenset[str]]) -> list[int]:
    """Return the columns of what one pays that nothing else says so of: «Путёвка» over 18 500.

    Called by what is paid for, or of round sums; only where no column of a table is money.

    Args:
        told: what each column is by its name and its units.
    """
    if any(about & MONEY for about in told):
        return []
    rest = [at for at, about in enumerate(told) if at > int(table.grouped) and about <= _OF_TIME]
    return [at for at in rest if _reads_as_sums(table, table.columns[at], is_about=bool(told[at]))]


def _reads_as_sums(table: Table, name: str, *, is_about: bool) -> bool:
    numbers = [parse_number(cell.value) for _, cell in table.cells(name)]
    values = [number.value for number in numbers if number and not number.unit]
    if not values or len(values) < len(numbers):
        return False
    is_paid_for = any(span.start == 0 for span in COLUMNS_PAID_FOR.find(fold_in_place(name)))
    if is_about or is_paid_for:
        return is_paid_for and max(values) >= _LEAST_PAID
    is_round = all(value >= _LEAST_SUM and value % _ROUND == 0 for value in values)
    return is_round and len(values) >= _FEWEST_SUMS and not all(map(_may_be_year, values))


def _may_be_year(value: Decimal) -> bool:
    return _YEARS[0] <= value <= _YEARS[1]


def _is_priced(table: Table, name: str, units: Units, *, is_about: bool) -> bool:
    """Say whether a currency stands in a column's name, at its numbers, or over a nameless one.

    Over "Lessons per month" it says nothing of these, nor where columns name their own: of "Max
    crew" beside "Half day £".
    """
    if has_currency(name) or any(map(has_currency, units.own)):
        return True
    is_count = any(found.start == 0 for found in COUNTED_IN_NAMES.find(fold_in_place(name)))
    is_told_elsewhere = any(map(has_currency, table.columns))
    is_bare = not (is_about or units.own or is_count or is_told_elsewhere)
    return is_bare and has_currency(table.surroundings)


def _is_for_a_period(table: Table, name: str) -> bool:
    """Say whether a column of a list of prices is called by what one pays for: "Full day"."""
    if not has_currency(table.surroundings) or has_currency(name):
        return False
    own, _ = _units_in(name)
    about = frozenset().union(*(concepts_of(term) for term in terms_of(name)))
    return bool(own) and all(map(ONE_PERIOD.holds, own)) and about <= _OF_PERIODS


def _is_pay(table: Table, name: str, units: Units) -> bool:
    """Say whether a column tells what people get who work: "Hourly £" beside "Surname".

    Its name says nothing else: "Monthly rent £" is paid by them.
    """
    is_of_staff = any(STAFF.holds(fold_in_place(column).strip()) for column in table.columns)
    is_money = has_currency(name) or any(map(has_currency, units.own))
    folded = fold_in_place(name)
    rest = _WORD.findall(BY_TIME.pattern.sub(" ", folded).replace("/", " "))
    is_by_time = bool(BY_TIME.find(folded)) and all(map(has_currency, rest))
    return is_of_staff and is_money and is_by_time


def _units_in(header: str) -> tuple[set[str], set[str]]:
    """Return the units that a header names, and those of them that stand behind "per"."""
    own: set[str] = set()
    per: set[str] = set()
    for before, unit in _units_after(fold_in_place(header)):
        is_measured = bool(own) or has_currency(header)
        is_period = before == "в" and unit in _PERIODS
        divides = PER.holds(before) or is_period or (is_measured and PER_AFTER_UNIT.holds(before))
        (per if divides else own).add(unit)
    return own, per


def _units_after(header: str) -> Iterator[tuple[str, str]]:
    """Yield the units of a header, each with what stands before it.

    A number's own is none of the column: "Children under 12 years, £".
    """
    before = ""
    for match in _WORD.finditer(header):
        is_of_number = _COUNTED.search(header, 0, match.start()) and not _divides(before)
        if is_unit(match[0]) and not has_currency(match[0]) and not is_of_number:
            yield before, match[0]
        before = match[0]


def _divides(word: str) -> bool:
    return PER.holds(word) or PER_AFTER_UNIT.holds(word)


def _name_of(unit: str) -> str:
    said = unit.replace(".", "")
    return next((name for name, words in UNIT_NAMES.items() if words.holds(said)), "")
