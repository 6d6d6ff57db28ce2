"""Ages: of which years somebody is whom a row of a price list is for: "Child 5-15", "65+"."""

import re
from dataclasses import dataclass

from pipelines.nodes.tables.words.lexicon import FAMILY, concepts_of, fold_in_place

OLDEST = 120
_WORD = re.compile(r"[^\W\d_]+")
_UNIT = r"(?:years?|yrs?|лет|годик\w*|год\w*|jahre\w*|años?)(?:\s*(?:olds?|alt))?"
_YEARS = rf"\s*(?:-?\s*{_UNIT})?"
_END = rf"(?:\s*-?\s*{_UNIT}(?!\w)|s\b|(?=\s*(?:[(),;.:/]|$)))"  # no kilograms
_BETWEEN = re.compile(
    rf"(?<![\d.,])(\d{{1,2}})(?:{_YEARS}\s*[-–—]\s*|{_YEARS}\s+(?:to|до|bis|a|and|und|y)\s+)(\d{{1,2}})(?!\d){_END}"
)
_BELOW = re.compile(
    r"(?:under|below|younger than|less than|младше|моложе|unter|menores de)"
    rf"\s+(\d{{1,2}})(?!\d){_END}"
)
_UP_TO = re.compile(rf"(?:up to|bis(?: zu)?|hasta)\s+(\d{{1,2}})(?!\d){_END}")
_UNTIL = re.compile(rf"(?:до)\s+(\d{{1,2}})(?!\d){_END}")
_AND_UNDER = re.compile(
    rf"(\d{{1,2}}){_YEARS}\s*(?:and|&|or|и|und|y)\s*(?:under|below|younger|младше|jünger|menores)"
)
_FROM = re.compile(
    rf"(?:over|from|aged|older than|ab|über|от|с|старше|mayores de|desde)\s+(\d{{1,2}})(?!\d){_END}"
    rf"|(?<![\d.,])(\d{{1,2}})\s*\+"
    rf"|(\d{{1,2}}){_YEARS}\s*(?:and|&|or|и|und|y)\s*(?:over|above|older|up|старше|älter|mayores)"
)


@dataclass(frozen=True, slots=True)
class Ages:
    """Years, the first and the last; is_vague: «до 3 лет» does not tell whether that is meant."""

    first: int
    last: int
    is_vague: bool = False

    def holds(self, age: int) -> bool:
        """Say whether somebody of an age is surely meant."""
        return self.first <= age <= self.last and not (self.is_vague and age == self.last)

    def touches(self, age: int) -> bool:
        """Say whether somebody of an age may be meant."""
        return self.first <= age <= self.last


def ages_of(name: str) -> Ages | None:
    """Return the ages that a row's name tells; None: none, more than one span, or of a family."""
    folded = fold_in_place(name)
    if FAMILY["groups"].find(folded):
        return None
    if between := _BETWEEN.search(folded):
        first, last = int(between[1]), int(between[2])
        rest = folded[: between.start()] + folded[between.end() :]
        is_one = first < last and not any(map(str.isdigit, rest))
        return Ages(first, last) if is_one else None
    found = [
        Ages(0, int(match[1]) + more, is_vague)
        for pattern, more, is_vague in (
            (_BELOW, -1, False),
            (_UP_TO, 0, False),
            (_UNTIL, 0, True),
            (_AND_UNDER, 0, False),
        )
        for match in pattern.finditer(folded)
    ]
    found += [
        Ages(int(match[1] or match[2] or match[3]), OLDEST) for match in _FROM.finditer(folded)
    ]
    return found[0] if len(found) == 1 else None


def is_for(name: str, concept: str) -> bool:
    """Say whether a row is for adults or for children by what it is called: a name of a concept."""
    folded = fold_in_place(name)
    words = _WORD.findall(folded)
    others = ({"adult", "child"} - {concept}).pop()
    about = frozenset().union(*(concepts_of(word) for word in words))
    return concept in about and others not in about and not FAMILY["groups"].find(folded)
