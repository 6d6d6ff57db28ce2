"""Asking: what a question asks of the columns of a table: an aggregate, a comparison, all of it."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from functools import lru_cache
from itertools import pairwise

from pipelines.models.documents import Span
from pipelines.nodes.tables.amounts.arithmetic import (
    Aggregate,
    AggregateKind,
    Comparison,
    Condition,
    Number,
    find_numbers,
    scale_of,
)
from pipelines.nodes.tables.words.lexicon import (
    AGGREGATES,
    CONDITIONS,
    CONDITIONS_BEHIND,
    DENYING,
    DIFFERENCE,
    EVERY,
    KINDS,
    OF_TWO,
    PRICE_ASKED,
    RANGES,
    UNIT_NAMES,
    WHETHER,
    WHETHER_FIRST,
    WHICH,
    PhraseList,
    fold_in_place,
)
from pipelines.nodes.tables.words.spelling import respelled
from pipelines.nodes.text.calendar import day_or_month, is_month
from pipelines.nodes.text.dictionary import is_one

_BY_LIKELIHOOD: tuple[AggregateKind, ...] = ("average", "smallest", "largest", "sum", "count")
_BEFORE: tuple[Comparison, ...] = ("at_least", "at_most", "more", "less")
_BEHIND: tuple[Comparison, ...] = ("at_least", "at_most")
_APART = 24  # characters between a comparison and its number
_MOST_WORDS = 2  # between them
_UNIT = re.compile(r"\s?([$€£¥₽%]|[^\W\d_]+)?")
_AREA = re.compile(
    r"\s?(?:(?:square|sq\.?|кв\.?|квадратн\w+)\s?(?:m|met\w+|м|метр\w*|f(?:ee|oo)?t)|[mм]2)(?!\w)"
)
_GOES_ON = re.compile(r"[:/.-]\d|(?:st|nd|rd|th)\b|-(?:го|й|е|му|м)\b")
_CAME_BEFORE = re.compile(r"\d[:/.-]$")
_CAME = 3  # characters of that, with the end of a line
_NUMBER_OF = re.compile(r"number of|número de")
_BEFORE_NUMBER_OF = frozenset({"the", "a", "what", "total", "whole", "and", "el", "un", "is", "in"})
_LED = re.compile(r"(?<!\w)(?:во|до|со|ко?|после|через) $")  # «во сколько» counts nothing
_WORD = re.compile(r"[^\W\d_]+|[–-]")
_PRICED = re.compile(
    r"\s+(?:это |все |будет |бы )*(?:сто[ия]т|стоил[аои]?|обойд\w+)(?:ь|ся)?(?!\w)"
)
_COSTS = re.compile(r"(?<!\w)(?:сто[ия]т|стоил[аои]?|обойд\w+|costs?|kostet|cuestan?)(?!\w)")


@dataclass(frozen=True, slots=True)
class _Measured:
    """What a number comes to, where it ends in the text, and its unit."""

    value: Decimal
    end: int
    unit: str


def asks_of_column(question: str) -> bool:
    """Say whether an aggregate, a comparison, or all of something may be asked for.

    Such a question is near to no row of the table that answers it: it says what the column is
    about, and nothing that tells one row from another.
    """
    folded = fold_in_place(question)
    is_denied = bool(KINDS["person"].find(folded) and DENYING.find(folded))
    is_of_all = EVERY.find(folded) or WHICH.find(folded) or is_denied or _asks_who_on_a_day(folded)
    return bool(is_of_all or asked_condition(question) or asked_aggregates(question))


def _asks_who_on_a_day(folded: str) -> bool:
    return bool(KINDS["person"].find(folded)) and any(map(day_or_month, _WORD.findall(folded)))


def asks_price(question: str) -> bool:
    """Say whether it is asked what something costs, not who has paid for it."""
    return asks_by_price(question) or _COSTS.search(fold_in_place(question)) is not None


@lru_cache(maxsize=64)
def asks_by_price(question: str) -> bool:
    """Say whether the words that ask do so of a price: «за сколько», but not «за сколько дней»."""
    folded = fold_in_place(question)
    return any(not _is_of_unit(folded[span.end :]) for span in PRICE_ASKED.find(folded))


def _is_of_unit(behind: str) -> bool:
    word = _WORD.match(behind.lstrip())
    return word is not None and any(words.holds(word[0]) for words in UNIT_NAMES.values())


def asks_whether(question: str) -> bool:
    """Say whether a question is to be answered by yes or no."""
    folded = fold_in_place(question).lstrip()
    return any(span.start == 0 for span in WHETHER_FIRST.find(folded)) or bool(WHETHER.find(folded))


@lru_cache(maxsize=64)
def asked_aggregates(question: str) -> tuple[Aggregate, ...]:
    """Return all that a question's words may ask of a column as a whole, the likeliest first.

    "how many" is a count by its words, though it may ask for a number in a cell as well, and
    "how many in all" a sum: which of them, the table decides.
    """
    condition = asked_condition(question)
    left = _without(respelled(fold_in_place(question)), condition)
    found = {kind: AGGREGATES[kind].find(left) for kind in _BY_LIKELIHOOD}
    found["count"] = tuple(
        span
        for span in found["count"]
        if not (
            _is_of_name(left, span)
            or _LED.search(left[: span.start])
            or _PRICED.match(left, span.end)  # «сколько стоит» counts nothing either
            or _is_of_one(left[span.end :])
        )
    )
    found["largest"] = tuple(  # «самый дешёвый» has «самый», which alone is of the largest
        span
        for span in found["largest"]
        if not any(s.start < span.end and span.start < s.end for s in found["smallest"])
    )
    if _compares(left):  # "A and B together, or C": no sum of all three
        found["sum"] = ()
    return tuple(Aggregate(kind, spans, condition) for kind, spans in found.items() if spans)


def _is_of_one(behind: str) -> bool:
    """Say whether «сколько» asks for the price of the one thing behind it: «сколько билет»."""
    word = _WORD.match(behind.lstrip())
    return word is not None and is_one(word[0])


def _compares(text: str) -> bool:
    is_said = any(OF_TWO[kind].find(text) for kind in ("smallest", "largest"))
    return is_said and bool(OF_TWO["or"].find(text))


def asked_of_two(question: str) -> Aggregate | None:
    """Return which of those that are named is asked for: "which is cheaper, A or B"; else None.

    Of sums nothing is known: "A and B together, or C".
    """
    folded = fold_in_place(question)
    joints, kinds = OF_TWO["or"].find(folded), ("smallest", "largest")
    said = [(kind, spans) for kind in kinds if (spans := OF_TWO[kind].find(folded))]
    if len(said) != 1 or not joints or asked_condition(question):
        return None
    ((kind, spans),) = said
    return Aggregate("smallest" if kind == kinds[0] else "largest", (*spans, *joints))


def _is_of_name(text: str, span: Span) -> bool:
    """Say whether "number of" is that of "phone number of", which counts nothing."""
    if not _NUMBER_OF.fullmatch(text[span.start : span.end]):
        return False
    before = _WORD.findall(text[: span.start])[-1:]
    return bool(before) and before[0] not in _BEFORE_NUMBER_OF


def asked_condition(question: str) -> Condition | None:
    """Return the first comparison with a number in a question."""
    return next(iter(asked_conditions(question)), None)


@lru_cache(maxsize=64)
def asked_conditions(question: str) -> tuple[Condition, ...]:
    """Return the comparisons with a number in a question: "under £50", "more than 20 days".

    An hour, a day of a month and an ordinal are no numbers to compare with.
    """
    folded = fold_in_place(question)
    numbers = [number for number in find_numbers(folded) if is_amount(folded, number)]
    found = (
        *_ranges(folded, numbers),
        *_compared(folded, numbers, CONDITIONS, _BEFORE),
        *_compared(folded, numbers, CONDITIONS_BEHIND, _BEHIND),
    )
    apart: list[Condition] = []
    for one in found:
        if not any(one.span.start < o.span.end and o.span.start < one.span.end for o in apart):
            apart.append(one)
    return tuple(apart)


def is_amount(text: str, number: Number) -> bool:
    """Say whether a number of a folded text is none of a date, an hour, an ordinal."""
    start, end = number.span.start, number.span.end
    if _GOES_ON.match(text, end) or _CAME_BEFORE.search(text[max(0, start - _CAME) : start]):
        return False
    return not is_month(number.unit)


def _ranges(text: str, numbers: Sequence[Number]) -> Iterator[Condition]:
    """Yield "between 20 and 40"; in "from 2 to 5 thousand" both are thousands.

    "The difference between 20 and 40" is of two numbers, and of none that lie between them.
    """
    differing = min((s.start for s in DIFFERENCE["difference"].find(text)), default=len(text))
    openings = {s.end: s for s in RANGES["opening"].find(text) if s.start < differing}
    for low, high in pairwise(numbers):
        opening = openings.get(len(text[: low.span.start].rstrip()))
        words = _WORD.findall(text[low.span.end : high.span.start])
        if opening and 0 < len(words) <= _MOST_WORDS and RANGES["joining"].holds(words[-1]):
            first, last = _measured(text, low), _measured(text, high)
            is_alike = first.value == low.value <= high.value != 0
            bound = low.value * last.value / high.value if is_alike else first.value
            unit = last.unit or (words[0] if len(words) > 1 else "")
            span = Span(opening.start, last.end)
            yield Condition("between", bound, span, unit, last.value)


def _compared(
    text: str,
    numbers: Sequence[Number],
    lists: Mapping[str, PhraseList],
    comparisons: Sequence[Comparison],
) -> Iterator[Condition]:
    """Yield what a number is compared by: words before it, or behind it."""
    for comparison in comparisons:
        for said in lists[comparison].find(text):
            for number in numbers:
                gap = _gap(said, number.span, is_behind=lists is CONDITIONS_BEHIND)
                near = gap is not None and gap.end - gap.start <= _APART
                if gap and near and len(text[gap.start : gap.end].split()) <= _MOST_WORDS:
                    one = _measured(text, number)
                    whole = Span(min(said.start, number.span.start), max(said.end, one.end))
                    yield Condition(comparison, one.value, whole, one.unit)


def _gap(said: Span, number: Span, *, is_behind: bool) -> Span | None:
    """Return what lies between a comparison and its number; None where they stand otherwise."""
    first, second = (number, said) if is_behind else (said, number)
    return Span(first.end, second.start) if first.end <= second.start else None


def _measured(text: str, number: Number) -> _Measured:
    """Read a number with what multiplies it: "5 thousand pounds", "£5k"."""
    end, unit = number.span.end, number.unit
    if area := _AREA.match(text, end):
        return _Measured(number.value, area.end(), " ".join(area[0].replace(".", " ").split()))
    said = _UNIT.match(text, end)
    scale = scale_of(said[1] or "") if said else None
    if said is None or scale is None or said[1] == unit == "m":
        return _Measured(number.value, end, unit)
    end = said.end(1)
    after = _UNIT.match(text, end + (text[end : end + 1] == "."))
    behind = (after[1] if after else None) or ""
    return _Measured(number.value * scale, end, behind if unit == said[1] else unit)


def _without(text: str, condition: Condition | None) -> str:
    if condition is None:
        return text
    start, end = condition.span.start, condition.span.end
    return text[:start] + " " * (end - start) + text[end:]
