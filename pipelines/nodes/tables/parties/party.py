"""Party: what several of what a price list has cost together: "2 adults and a child".

Each part of a question between "and", "with" and commas names a row, and how many of it, right
before the name. Every word has to be of that, or of what is paid: of a fine for two adults, of
those after 5 pm, of more than two the list says nothing. A party that it has no row for, or more
than one, costs nobody knows what.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from decimal import Decimal

from pipelines.models.documents import Span
from pipelines.nodes.tables.aggregates.change import of_newest_year
from pipelines.nodes.tables.amounts.arithmetic import Computed, Number, find_numbers
from pipelines.nodes.tables.amounts.measures import is_unit
from pipelines.nodes.tables.answered import Line, TableAnswer
from pipelines.nodes.tables.asked import SURE_COLUMN, Asked
from pipelines.nodes.tables.matching.asked_columns import ColumnMatch
from pipelines.nodes.tables.matching.columns import holds_amounts
from pipelines.nodes.tables.matching.denied.exclusions import is_joined
from pipelines.nodes.tables.matching.match import RowMatch
from pipelines.nodes.tables.words.evidence import HELD, code_of
from pipelines.nodes.tables.words.kinds import asked_kinds
from pipelines.nodes.tables.words.lexicon import (
    AND,
    COLLECTIVES,
    FREE,
    NO_COUNTS,
    PARTY_WORDS,
    PERIODS,
    TAKEN_IN,
    TOGETHER,
    concepts_of,
    fold_in_place,
)
from pipelines.nodes.text.numbers import numbers_in

_CONFIDENCE = 0.9
_MOST_PARTS = 8
_LED = len(" with the ")  # characters before what a column is called by
_MOST = 60  # of one kind
_WHOLE = 0.99  # of a name
_OF_PRICE = frozenset({"price", "paid"})
_STOP = re.compile(r"[;+&]|,(?!\d)")
_PLUS = re.compile(r"(?<=[^\W\d_])\s?\+\s?(?=[^\W_])")
_WORD = re.compile(r"[^\W\d_]+")
_FIGURE = re.compile(  # and no side of a size: "3 x 6"
    r"(?<![\w.,:/№#%$£€-])(?<![xх×] )(?<![xх×])\d{1,2}(?![\w.,:/%+–-])(?!\s?[%°])(?!\s?[xх×]\s?\d)"
)
_SIZE = re.compile(r"\d+(?:[.,]\d+)?\s?[xх×]\s?\d+(?:[.,]\d+)?")  # "3x6", and no number of things
_OF_AGE = re.compile(  # in the name of a row: "under 5", "5-15", "65+"
    r"(?:under|over|from|up to|to|до|от|с|старше|младше|unter|über|ab|bis)\s+\d+|\d+\s*[-–+]\s*\d*"
)


@dataclass(frozen=True, slots=True)
class Some:
    """Some of one row of a list; words: their places, with that of the number."""

    count: int
    row: RowMatch
    words: frozenset[int]


def of_party(asked: Asked) -> TableAnswer | None:
    """Add up what is paid for several of the rows of a list; None where one of one is asked for."""
    columns = price_columns(asked)
    if not columns or not asks_for_price(asked):
        return None
    some = _some(asked)
    is_several = any(one.count > 1 for one in some) or (len(some) > 1 and _adds(asked.question))
    if not is_several or len({one.row.index for one in some}) < len(some):
        return None
    column = paid_column(asked, some, columns)
    answer = None if column is None else added_up(asked, some, column)
    return None if answer is None or _is_cheaper_at_once(asked, answer) else answer


def _adds(question: str) -> bool:
    """Say whether a question wants things taken together: "wash + cut", "together"."""
    return bool(_PLUS.search(question) or TOGETHER.find(fold_in_place(question)))


def _whole(asked: Asked, rows: Sequence[RowMatch]) -> Sequence[RowMatch]:
    """Return the one row that is called by what is said and no more, of several: "Cut", plain."""
    said = [
        match
        for match in rows
        if any(asked.reading.covers[match.index, key] >= _WHOLE for key in match.keys)
    ]
    return said if len(said) == 1 else rows


def _is_cheaper_at_once(asked: Asked, answer: TableAnswer) -> bool:
    """Say whether a longer time is not dearer than so many short ones: six hours than a day."""
    periods = [*PERIODS]
    told = {
        id(row): max(
            (at for at, name in enumerate(periods) if PERIODS[name].find(said)), default=-1
        )
        for row in asked.reading.table.rows
        for said in [fold_in_place(row.cells[0].value)]
    }
    own = max(told[id(line.row)] for line in answer.lines)
    cells = [line.cell.name for line in answer.lines if line.cell]
    longer = [row for row in asked.reading.table.rows if told[id(row)] > own >= 0]
    prices = [
        price for row in longer if (cell := row.cell(cells[0])) and (price := _price(cell.value))
    ]
    total = answer.aggregate.value if answer.aggregate else Decimal(0)
    return any(price.value <= total for price in prices)


def price_columns(asked: Asked) -> list[int]:
    """Return the columns that tell what one pays; those of deposits, where one is asked for."""
    about = {"deposit"} if _asks_for_deposit(asked) else {"price"}
    return [
        at
        for at, measures in enumerate(asked.reading.measures)
        if about & measures and holds_amounts(asked.reading, at)
    ]


def _asks_for_deposit(asked: Asked) -> bool:
    return any("deposit" in concepts_of(word.folded) for word in asked.reading.words)


def asks_for_price(asked: Asked) -> bool:
    """Say whether it is asked what is paid."""
    words = (word.folded for word in asked.reading.words)
    is_of_price = any(concepts_of(word) & _OF_PRICE for word in words)
    is_many = "how many" in fold_in_place(asked.question)
    is_of_price = is_of_price or _asks_for_deposit(asked)
    return is_of_price or ("number" in asked_kinds(asked.question) and not is_many)


def _some(asked: Asked) -> tuple[Some, ...]:
    """Return how many of which row a question names; nothing where anything else is said there."""
    parts, found = list(_parts(asked.question)), list[Some]()
    for part in parts if len(parts) <= _MOST_PARTS else ():
        count = _count(asked, part)
        if count is None:
            return ()
        number, at, begins = count
        alone = asked.without(_outside(asked, Span(begins, part.end)))
        rows = _whole(alone, alone.rows())
        if len(rows) != 1:
            if rows or at is not None:
                return ()
            continue
        words = _words_of(alone, rows[0], part)
        if not words or not _is_counted(alone, rows[0], number, at, words):
            return ()
        found.append(Some(number, rows[0], words if at is None else words | {at}))
    return tuple(found)


def _parts(question: str) -> Iterator[Span]:
    """Yield what stands between "and", "with", commas."""
    said = fold_in_place(question)
    words = (*AND.find(said), *TAKEN_IN.find(said))
    joints = sorted(
        {*((one.start, one.end) for one in words), *(m.span() for m in _STOP.finditer(question))}
    )
    starts, ends = [0, *(end for _, end in joints)], [*(at for at, _ in joints), len(question)]
    for start, end in zip(starts, ends, strict=True):
        yield Span(start, end)


def _count(asked: Asked, part: Span) -> tuple[int, int | None, int] | None:
    """Return how many a part says, the word that says it, and where what is counted begins.

    One without such a word; None where its first number is none of things: an hour, a size.
    """
    words = asked.reading.words
    inside = [at for at, w in enumerate(words) if part.start <= w.span.start < part.end]
    for at in inside:
        word = words[at]
        number = COLLECTIVES.get(word.folded) or _number(asked.question, word.span)
        if number is None:
            if any(map(str.isdigit, word.folded)) and at == inside[0]:
                return None
            continue
        before = words[at - 1].folded if at else ""
        is_led = at == inside[0] or not any(map(str.isdigit, before))
        if NO_COUNTS.holds(before) or not is_led or not 0 < number <= _MOST:
            return (1, None, part.start) if at != inside[0] and _is_of_name(before) else None
        return number, at, word.span.end
    return 1, None, part.start


def _is_of_name(before: str) -> bool:
    """Say whether a word tells that a number behind it is of what something is called by."""
    return _OF_AGE.fullmatch(f"{before} 5") is not None


def _number(question: str, span: Span) -> int | None:
    said = fold_in_place(question[span.start : span.end])
    if said.isdecimal():
        return int(said) if _FIGURE.match(question, span.start) else None
    found = numbers_in(said) if said.isalpha() else ()
    values = [int(value) for one in found for value in one.values if value.isdecimal()]
    return values[0] if len(values) == 1 else None


def _words_of(asked: Asked, row: RowMatch, part: Span) -> frozenset[int]:
    words = asked.reading.words
    return frozenset(at for at in row.words if part.start <= words[at].span.start < part.end)


def _is_counted(
    asked: Asked, row: RowMatch, number: int, at: int | None, words: frozenset[int]
) -> bool:
    """Say whether a number stands right before what a row is called by, and is not of that name."""
    reading = asked.reading
    name = fold_in_place(reading.table.rows[row.index].cells[0].value)
    told = {code_of(reading.words[one].folded) for one in words if one != at}
    unsaid = " ".join(term for term in name.split() if code_of(term.strip("(),.;:")) not in told)
    numbers = numbers_in(_OF_AGE.sub(" ", _SIZE.sub(" ", unsaid)))
    is_named = any(word in COLLECTIVES for word in _WORD.findall(name)) or bool(numbers)
    if at is not None and at + 1 < len(reading.words) and is_unit(reading.words[at + 1].folded):
        is_named |= any(
            map(str.isdigit, name)
        )  # two hours are within "1–3 hours", and no two of it
    if at is not None and (is_named or at + 1 not in words):
        return False
    figures = [n for n in words if any(map(str.isdigit, reading.words[n].folded)) and n != at]
    return not figures or any(reading.covers[row.index, key] >= _WHOLE for key in row.keys)


def _outside(asked: Asked, part: Span) -> list[Span]:
    """Return where the words stand that are of no part of a party but this one."""
    words = (word.span for word in asked.reading.words)
    return [span for span in words if not part.start <= span.start < part.end]


def paid_column(asked: Asked, some: Sequence[Some], columns: Sequence[int]) -> int | None:
    """Return the column that a party pays; None where another thing is asked, or two may be."""
    reading, used = asked.reading, frozenset().union(*(one.words for one in some))
    asking = asked.columns([one.row for one in some])
    named = [one for one in asking if one.words - used]
    if any(one.index not in columns for one in named) or len(named) > 1:
        return None
    known = used | frozenset().union(*(one.words for one in named))
    for at, word in enumerate(reading.words):
        is_silent = word.asks or word.unit or PARTY_WORDS.holds(word.folded)
        is_told = at in known or reading.around[at] >= HELD or concepts_of(word.folded) & _OF_PRICE
        if not (is_silent or is_told):
            return None
    if not named:
        each = [ColumnMatch(at, frozenset(), SURE_COLUMN) for at in columns]
        return of_newest_year(asked, each)[0].index
    return named[0].index if _is_of_all(asked, named[0]) else None


def _is_of_all(asked: Asked, column: ColumnMatch) -> bool:
    """Say whether a column that "with" leads to is of both: "with breakfast", not "breakfast"."""
    first = min(asked.reading.words[at].span.start for at in column.words)
    led = TAKEN_IN.find(fold_in_place(asked.question[max(0, first - _LED) : first]))
    return not led or is_joined(asked.reading.table.columns[column.index])


def added_up(asked: Asked, some: Sequence[Some], column: int) -> TableAnswer | None:
    """Return what some of several rows come to; None unless each has one price, in one money."""
    table = asked.reading.table
    name, total, lines, units = table.columns[column], Decimal(0), list[Line](), set[str]()
    for one in some:
        row = table.rows[one.row.index]
        cell = row.cell(name)
        price = _price(cell.value) if cell else None
        if cell is None or price is None:
            return None
        total += one.count * price.value
        units |= {price.unit} if price.value else set()
        lines.append(Line(f"{one.count} × {row.cells[0].value}", cell.value, row, cell))
    if len(units) > 1:
        return None
    rows = tuple(line.row for line in lines)
    computed = Computed("party", name, total, "".join(units), rows, rows, ())
    return TableAnswer(tuple(lines), None, computed, _CONFIDENCE)


def _price(value: str) -> Number | None:
    """Return what one costs: nothing where no more is told than that it is free; None of a span."""
    numbers = find_numbers(value)
    if not numbers and FREE.find(fold_in_place(value)):
        return Number(Decimal(0), "", Span(0, 0))
    is_from = _OF_AGE.search(fold_in_place(value))
    return numbers[0] if len(numbers) == 1 and not is_from else None
