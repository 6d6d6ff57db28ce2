"""For an age: what there is for somebody of it: «куда записать ребёнка 15 лет»."""

from pipelines.nodes.tables.answered import TableAnswer, lines_of
from pipelines.nodes.tables.asked import Asked
from pipelines.nodes.tables.asking import asks_price
from pipelines.nodes.tables.matching.asked_columns import ColumnMatch
from pipelines.nodes.tables.matching.columns import names_of_rows, naming_column
from pipelines.nodes.tables.matching.match import RowMatch
from pipelines.nodes.tables.matching.ranges.ages import said_age
from pipelines.nodes.tables.words.evidence import HELD
from pipelines.nodes.tables.words.kinds import asked_kinds
from pipelines.nodes.tables.words.lexicon import WHAT, fold_in_place

_LEAST, _SURE = 0.6, 0.25  # of confidence: at least, and what words add
_MOST_UNMATCHED = 1  # what one does there: "join"
_OTHER_KINDS = frozenset({"number", "time", "person"})


def for_age(asked: Asked) -> TableAnswer | None:
    """Return all rows that are for an age, with whose they are; None where one is named.

    Of columns that are called by ages, the rows that have something in the one that is for it.
    """
    reading = asked.reading
    said = said_age(asked.question, reading.words)
    own = [at for at in (said[0] if said else ()) if reading.words[at].span in reading.within]
    kinds = asked_kinds(asked.question)
    is_asked = "place" in kinds or bool(WHAT.find(fold_in_place(asked.question)))
    if len(own) != 1 or not is_asked or kinds & _OTHER_KINDS or asks_price(asked.question):
        return None
    naming, names = naming_column(reading), names_of_rows(reading)
    others = [at for at, w in enumerate(reading.words) if at not in own and not w.asks]
    rows = [at for at in range(len(reading.table.rows)) if at not in reading.totals]
    headers, values = reading.headers[own[0]], reading.values[own[0]]
    if headers.max(initial=0.0) >= HELD:
        columns = {int(headers.argmax())}
        fitting = [at for at in rows if reading.table.rows[at].cell(_name(asked, *columns))]
    else:
        columns = {int(values.max(axis=0).argmax())} if values.max(initial=0.0) >= HELD else set()
        fitting = [at for at in rows if values[at].max(initial=0.0) >= HELD]
    rare = reading.values[others][:, :, naming] >= HELD if others else None
    is_named = rare is not None and bool((rare.any(axis=1) & ~rare.all(axis=1)).any())
    matches = [
        RowMatch(at, frozenset(names[at]), frozenset(own), 1.0) for at in fitting if not is_named
    ]
    unmatched = asked.unmatched(matches, [ColumnMatch(at, frozenset(own), 1.0) for at in columns])
    if not matches or len(unmatched) > _MOST_UNMATCHED:
        return None
    lines = lines_of(reading, matches, [*columns])
    confidence = _LEAST + _SURE * asked.stood_for(unmatched)
    return TableAnswer(lines, None, None, confidence, asked.texts(unmatched), is_list=True)


def _name(asked: Asked, column: int) -> str:
    return asked.reading.table.columns[column]
