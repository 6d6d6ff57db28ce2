"""Money: how the sums of a column are shown: "Price (£)" over "12.5" is "Price: £12.50".

The currency is that of the column's name, or of what stands over the table; a column whose pence
are written anywhere has two places behind the point. What is not one bare number stays as it is.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass

from pipelines.nodes.tables.amounts.arithmetic import parse_number
from pipelines.nodes.tables.amounts.measures import MONEY, measured, tells_manner
from pipelines.nodes.tables.amounts.written import currency_in
from pipelines.nodes.tables.rows import Table
from pipelines.nodes.tables.words.evidence import has_currency
from pipelines.nodes.tables.words.lexicon import CURRENCIES, SCALES, SIGNS, fold_in_place

_PENCE = re.compile(r"(?<![\d.,:])(\d+[.,]\d)(?!\d|[.,:]\d|\s?%)")
_BARE = re.compile(r"[-−–]?\d[\d\s\u00a0\u202f.,']*")
_AT_END = re.compile(r"(?:,\s*|\s+|\s*\(\s*)?(?P<said>[$€£¥₽]|[^\W\d_]+\.?)\s*\)?\s*$")
_SIGN_FIRST = ("$", "£", "€", "¥")
_WORD = re.compile(r"[^\W\d_]+")


@dataclass(frozen=True, slots=True)
class Money:
    """How a column of sums is shown: its name, without the currency that its values have now."""

    name: str
    currency: str
    is_before: bool
    has_pence: bool

    def written(self, value: str) -> str:
        """Write a value: "12.5" as "£12.50"."""
        said = _PENCE.sub(r"\g<1>0", value) if self.has_pence else value
        if not self.currency or not _BARE.fullmatch(said):
            return said
        return f"{self.currency}{said}" if self.is_before else f"{said} {self.currency}"


def money_of(table: Table) -> Mapping[str, Money]:
    """Return the columns of sums of money, by their names as the table has them."""
    names = enumerate(table.columns)
    return {name: one for at, name in names if (one := _money(table, at, name)) is not None}


def _money(table: Table, column: int, name: str) -> Money | None:
    cells = [cell.value for _, cell in table.cells(name)]
    numbers = [number for value in cells if (number := parse_number(value))]
    in_cells = {number.unit for number in numbers} - {""}
    is_money = bool(measured(table, column) & MONEY) or has_currency(name)
    is_other = tells_manner(name) or any(map(_scales, (name, *in_cells)))
    if not (numbers and is_money and all(map(has_currency, in_cells))) or is_other:
        return None
    has_pence = any(number.value.as_tuple().exponent in (-1, -2) for number in numbers)
    shown, currency = _parted(name)
    if not currency and not has_currency(name):
        told = in_cells.pop() if len(in_cells) == 1 else currency_in(table.surroundings)
        currency = told
    language = table.rows[0].passage.language
    is_before = currency in _SIGN_FIRST and language != "ru"
    return Money(shown, currency, is_before, has_pence)


def _scales(text: str) -> bool:
    words = _WORD.findall(fold_in_place(text))
    return any(scale.holds(word) for word in words for scale in SCALES.values())


def _parted(name: str) -> tuple[str, str]:
    """Return a column's name without the currency at its end, and that; the name where none is."""
    said = _AT_END.search(name)
    folded = fold_in_place(said["said"]).rstrip(".") if said else ""
    told = next((one for one, words in CURRENCIES.items() if words.holds(folded)), "")
    if said is None or not told:
        return name, ""
    written = said["said"]
    is_whole = written.isalpha() and not written.isupper()
    return name[: said.start()].rstrip(" ,("), SIGNS.get(told, written) if is_whole else written
