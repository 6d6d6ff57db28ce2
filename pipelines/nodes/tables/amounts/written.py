"""Written: a computed number as the cells write theirs, in the unit that a table tells.

"32800" under a sum of "164 000" reads as two kinds of numbers: who set the table chose one.
"""

import re
from collections.abc import Iterable
from dataclasses import replace
from decimal import Decimal

from babel.numbers import format_decimal

from pipelines.nodes.tables.amounts.arithmetic import Computed
from pipelines.nodes.tables.amounts.measures import MONEY, measured
from pipelines.nodes.tables.rows import Table
from pipelines.nodes.tables.words.evidence import has_currency
from pipelines.nodes.tables.words.lexicon import CURRENCIES, SIGNS, fold_in_place

_LONGEST_UNINFLECTED = 4  # letters: «евро»
_CENTS, _TENTHS = -2, -1  # exponents of a sum of money
_UNGROUPED = re.compile(r"(?<![\d.,])\d{4,}(?!\d)")
_GROUPED = re.compile(r"\d[ \u00a0\u202f,.']\d{3}(?!\d)")
_POINT, _COMMA = re.compile(r"\d\.\d{1,2}(?!\d)"), re.compile(r"\d,\d{1,2}(?!\d)")
_UNITLESS = frozenset({"count"})


def written_number(
    value: Decimal, unit: str, language: str | None, like: Iterable[str] = ()
) -> str:
    """Write an exact number as cells write theirs, or else as the language does.

    Args:
        like: the cells; of those with no number of four digits the grouping is left open.
    """
    locale = language if language in ("ru", "de", "es", "zh") else "en"
    exponent = value.as_tuple().exponent
    is_money = exponent == _TENTHS and has_currency(unit)
    is_of_cents = (exponent == _CENTS or is_money) and value != value.to_integral_value()  # 22.50
    cells = "\n".join(like)
    is_plain = bool(_UNGROUPED.search(cells)) and not _GROUPED.search(cells)
    number = format_decimal(
        value,
        "#,##0.00" if is_of_cents else None,
        locale=locale,
        decimal_quantization=False,
        group_separator=not is_plain,
    )
    if is_plain and _POINT.search(cells) and not _COMMA.search(cells):
        number = number.replace(",", ".")
    is_before = locale in ("en", "zh") and unit in ("$", "£", "€", "¥")
    return f"{unit}{number}" if is_before else f"{number} {unit}".strip()


def with_unit(computed: Computed, table: Table) -> Computed:
    """Return what prices come to with the currency that the column's name tells, or the table's."""
    if computed.unit or computed.kind in _UNITLESS:
        return computed
    called = (at for at, name in enumerate(table.columns) if _is_of(computed, name))
    column = next(called, None)
    if column is None:
        return computed
    told = currency_in(table.columns[column])
    told = told or (currency_in(table.surroundings) if measured(table, column) & MONEY else "")
    return replace(computed, unit=told) if told else computed


def _is_of(computed: Computed, column: str) -> bool:
    """Say whether a number is of a column; of a party, some of a row of it: "2 × Tent, Price"."""
    is_party = computed.kind == "party" and computed.column.endswith(f", {column}")
    return computed.column == column or is_party


def currency_in(text: str) -> str:
    """Return the currency that a text names, as it is written; "" of none, or of several.

    A whole word is inflected, «цены в рублях», and no unit behind a number: its sign is.
    """
    folded = fold_in_place(text)
    said = {name: found for name, words in CURRENCIES.items() if (found := words.find(folded))}
    if len(said) != 1:
        return ""
    ((name, (span, *_)),) = said.items()
    word = text[span.start : span.end]
    if len(word) > _LONGEST_UNINFLECTED and not word.isascii():
        return SIGNS.get(name, word)
    is_short = text[span.end : span.end + 1] == "." and text[span.start].isalpha()
    return word + "." * is_short
