"""Days: on which days something is, of a table with a row for each day of the week.

"When is garden waste collected" names a column, and its cells tell on which days there is any; who
names none wants the days on which anything is.
"""

from pipelines.models.documents import Span
from pipelines.nodes.tables.answered import Line, TableAnswer
from pipelines.nodes.tables.asked import Asked
from pipelines.nodes.tables.matching.reading import Reading
from pipelines.nodes.tables.rows import TableRow
from pipelines.nodes.tables.timetables.week_said import column_of_days, says_absent, weekday
from pipelines.nodes.tables.words.evidence import HELD, terms_of
from pipelines.nodes.tables.words.kinds import asked_kinds
from pipelines.nodes.tables.words.lexicon import CLOSED, KINDS, fold_in_place

_SURE = 0.8
_MOST_VERBS = 1  # that nothing stands for: "is collected"
_MOST_WORDS = 4  # of a cell that tells that there is something


def of_days(asked: Asked) -> TableAnswer | None:
    """List the days on which a column has something; None of a question that names a day.

    Those on which one is closed are the days whose cells say so.
    """
    reading, days = asked.reading, column_of_days(asked.reading)
    kinds = asked_kinds(asked.question) | ({"days"} if _asks_for_days(asked.question) else set())
    if days is None or not kinds & {"days", "time"} or kinds & {"person", "number", "place"}:
        return None
    if any(weekday(word.folded) for word in reading.words) or asked.dated:
        return None
    columns = [at for at in range(len(reading.table.columns)) if at != days]
    if closed := _closed(asked):
        asked = asked.without(closed)
        reading = asked.reading
    named, others = _named(asked, columns)
    if len(others) > _MOST_VERBS or any(reading.words[at].name for at in others):
        return None
    is_of_table = bool(reading.around.max(initial=0.0) >= HELD)
    wanted = named or (columns if is_of_table or closed else [])
    lines = [
        line
        for row in reading.table.rows
        for line in _lines(row, reading, days, wanted, is_closed=bool(closed))
    ]
    if closed:  # a dash says less
        lines = [one for one in lines if any(map(str.isalnum, one.value))] or lines
    is_told = all(len(line.value.split()) <= _MOST_WORDS for line in lines)
    days_told = {id(line.row) for line in lines}
    if not lines or not is_told or len(days_told) == len(reading.table.rows):
        return None
    return TableAnswer(tuple(lines), None, None, _SURE, asked.texts(others), is_list=True)


def _asks_for_days(question: str) -> bool:
    """Say whether days are asked for, with no word before them: «какие дни»."""
    return bool(KINDS["which_days"].find(fold_in_place(question)))


def _named(asked: Asked, columns: list[int]) -> tuple[list[int], list[int]]:
    """Return the columns that words name best, and the words that stand for nothing."""
    reading, named, others = asked.reading, set[int](), list[int]()
    kinds = (*KINDS["days"].find(folded := fold_in_place(asked.question)),)
    kinds += (*KINDS["time"].find(folded), *KINDS["which_days"].find(folded))
    for at, word in enumerate(reading.words):
        if word.asks or word.unit or _is_in(word.span, kinds):
            continue
        best = float(reading.headers[at, columns].max(initial=0.0))
        if best >= HELD and best > reading.values[at].max(initial=0.0):
            named |= {one for one in columns if reading.headers[at, one] == best}
        elif reading.around[at] < HELD:
            others.append(at)
    whole = {one for one in named if _is_whole(asked, one)}  # "garden waste" is no general waste
    return sorted(whole or named), others


def _is_whole(asked: Asked, column: int) -> bool:
    """Say whether all that a column is called is said."""
    said = int((asked.reading.headers[:, column] >= HELD).sum())
    return said >= len(terms_of(asked.reading.table.columns[column]))


def _is_in(span: Span, spans: tuple[Span, ...]) -> bool:
    return any(one.start <= span.start and span.end <= one.end for one in spans)


def _closed(asked: Asked) -> list[Span]:
    """Return the words by which it is asked when one is closed."""
    return [word.span for word in asked.reading.words if CLOSED.holds(word.folded)]


def _lines(
    row: TableRow, reading: Reading, days: int, columns: list[int], *, is_closed: bool
) -> list[Line]:
    """Return what a day has in some columns; or where it says there that one is closed."""
    day = row.cell(reading.table.columns[days])
    names = [reading.table.columns[at] for at in columns]
    return [
        Line(f"{day.value}, {name}" if day else name, cell.value, row, cell)
        for name in names
        if (cell := row.cell(name)) and says_absent(fold_in_place(cell.value)) is is_closed
    ]
