"""Room for: which of several holds so many people: «в какой домик влезет 5 человек»."""

from dataclasses import dataclass
from decimal import Decimal

from pipelines.models.documents import Span
from pipelines.nodes.tables.amounts.arithmetic import Condition, parse_number
from pipelines.nodes.tables.answered import TableAnswer, lines_of
from pipelines.nodes.tables.asked import Asked
from pipelines.nodes.tables.asking import asked_conditions, asks_price
from pipelines.nodes.tables.matching.asked_columns import ColumnMatch
from pipelines.nodes.tables.matching.columns import holds_amounts, names_of_rows
from pipelines.nodes.tables.matching.match import RowMatch
from pipelines.nodes.tables.words.kinds import asked_kinds
from pipelines.nodes.tables.words.lexicon import (
    ANYBODY,
    BELONGING,
    COLLECTIVES,
    FAMILY,
    WHAT,
    concepts_of,
    fold_in_place,
)

_LEAST, _SURE = 0.6, 0.25  # of confidence: at least, and what words add
_MOST_UNMATCHED = 1
_PEOPLE = (ANYBODY, FAMILY["several"], BELONGING["others"])
_OTHER_KINDS = frozenset({"number", "time", "person"})


@dataclass(frozen=True, slots=True)
class _Party:
    """How many come; words: of the question that say so, with the verb that one asks by."""

    count: int
    words: tuple[int, ...]


def room_for(asked: Asked) -> TableAnswer | None:
    """Return the rows that hold so many people, the smallest first; None of other questions."""
    party, column = _party(asked), _capacity(asked)
    if (
        party is None
        or column is None
        or not _asks_which(asked)
        or asked_conditions(asked.question)
    ):
        return None
    reading = asked.reading
    name, names = reading.table.columns[column], names_of_rows(reading)
    held: dict[int, Decimal] = {}
    for at, row in enumerate(reading.table.rows):
        number = parse_number(cell.value) if (cell := row.cell(name)) else None
        if number and number.value >= party.count and at not in reading.totals:
            held[at] = number.value
    used = frozenset(party.words)
    matches = [
        RowMatch(at, frozenset(names[at]), used, 1.0)
        for at in sorted(held, key=lambda at: held[at])
    ]
    unmatched = asked.unmatched(matches, [ColumnMatch(column, used, 1.0)])
    if not matches or len(unmatched) > _MOST_UNMATCHED:
        return None
    spans = [reading.words[at].span for at in party.words]
    span = Span(min(one.start for one in spans), max(one.end for one in spans))
    return TableAnswer(
        lines_of(reading, matches, [column]),
        None,
        None,
        _LEAST + _SURE * asked.stood_for(unmatched),
        asked.texts(unmatched),
        is_list=True,
        condition=Condition("at_least", Decimal(party.count), span),
    )


def _asks_which(asked: Asked) -> bool:
    """Say whether one of the rows is asked for, and not what it costs or when it is."""
    kinds = asked_kinds(asked.question)
    is_asked = "place" in kinds or bool(WHAT.find(fold_in_place(asked.question)))
    is_other = bool(kinds & _OTHER_KINDS) or asks_price(asked.question)
    return (is_asked or asked.is_held()) and not is_other


def _party(asked: Asked) -> _Party | None:
    """Return how many people are named: "30 people", «пятерых», or "fits 30"."""
    words = asked.reading.words
    verbs = [at for at, word in enumerate(words) if "capacity" in concepts_of(word.folded)]
    for at, word in enumerate(words):
        behind = words[at + 1].folded if at + 1 < len(words) else ""
        is_of_people = bool(behind) and any(one.holds(behind) for one in _PEOPLE)
        if word.folded in COLLECTIVES and COLLECTIVES[word.folded] > 1:
            return _Party(COLLECTIVES[word.folded], (at, *verbs))
        if word.folded.isdecimal() and (is_of_people or (verbs and not behind)):
            return _Party(int(word.folded), (at, *([at + 1] if is_of_people else []), *verbs))
    return None


def _capacity(asked: Asked) -> int | None:
    """Return the one column that tells how many a row holds."""
    reading = asked.reading
    columns = [
        at
        for at in range(len(reading.table.columns))
        if "capacity" in reading.measures[at] and holds_amounts(reading, at)
    ]
    return columns[0] if len(columns) == 1 else None
