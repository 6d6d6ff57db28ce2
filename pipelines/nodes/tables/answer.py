"""Answer: the cells that answer a question, or what they come to, or what is not there.

Conservative: a question that a sentence of prose answers better must not become a cell by
accident. Without a row or a column that the question clearly names there is no answer.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import date

from pipelines.models.answers import QueryEmbedding
from pipelines.models.documents import TokenVectors
from pipelines.nodes.answering.asked import asked_kind
from pipelines.nodes.tables.across import across, of_two_columns
from pipelines.nodes.tables.aggregates.change import (
    changed,
    of_newest_year,
    of_other_years,
    with_years,
)
from pipelines.nodes.tables.aggregates.comparing import aggregated_where, compared
from pipelines.nodes.tables.aggregates.computing import aggregated, of_two, spent
from pipelines.nodes.tables.aggregates.counting import lacked_outcome
from pipelines.nodes.tables.aggregates.dues import dues
from pipelines.nodes.tables.amounts.arithmetic import Aggregate
from pipelines.nodes.tables.amounts.computed import superlatives_of
from pipelines.nodes.tables.amounts.differences import asks_by_how_much, differing
from pipelines.nodes.tables.amounts.repeated import of_several
from pipelines.nodes.tables.answered import Line, TableAnswer, empty_lines, lines_of
from pipelines.nodes.tables.asked import LEAST_CONFIDENCE, MISSED, MOST_COLUMNS, SURE_COLUMN, Asked
from pipelines.nodes.tables.asking import asked_of_two
from pipelines.nodes.tables.filters.bookings import of_bookings
from pipelines.nodes.tables.filters.periods import Dated, dated_rows
from pipelines.nodes.tables.filters.stock import of_stock
from pipelines.nodes.tables.filters.values import presences, rows_of_value
from pipelines.nodes.tables.flags import containings, flagged
from pipelines.nodes.tables.listing import (
    every,
    filled,
    filtered,
    listed,
    of_a_kind,
    present,
    when_it_is,
    without_any,
)
from pipelines.nodes.tables.matching.absent.missing import (
    Missing,
    broken_name,
    find_missing,
    portions,
)
from pipelines.nodes.tables.matching.absent.missing_columns import missing_column
from pipelines.nodes.tables.matching.asked_columns import (
    ColumnMatch,
    asked_columns,
    counts_by_words,
    stocked,
)
from pipelines.nodes.tables.matching.columns import naming_column
from pipelines.nodes.tables.matching.flag_columns import flag_columns
from pipelines.nodes.tables.matching.match import RowMatch, unmatched_words
from pipelines.nodes.tables.matching.others import (
    are_by_remark,
    are_numbers_of_many,
    are_vague,
    asked_of,
    lacked_value,
    opposing_word,
)
from pipelines.nodes.tables.matching.ranges.numbered import are_numbered
from pipelines.nodes.tables.matching.ranges.unmet import beyond_bounds, missing_measure
from pipelines.nodes.tables.matching.reading import Reading, read_question
from pipelines.nodes.tables.matching.sorts import (
    names_another_beside,
    names_another_sort,
    numbers_another,
    torn_between,
)
from pipelines.nodes.tables.parties.bands import of_band
from pipelines.nodes.tables.parties.fares import of_company
from pipelines.nodes.tables.parties.for_age import for_age
from pipelines.nodes.tables.parties.room_for import room_for
from pipelines.nodes.tables.rows import Table
from pipelines.nodes.tables.timetables.days import of_days
from pipelines.nodes.tables.timetables.opening import hours_of_day, with_closing
from pipelines.nodes.tables.timetables.rota import lists_days_of_none, of_rota, of_somebody
from pipelines.nodes.tables.timetables.staffing import of_staffing
from pipelines.nodes.tables.timetables.stops import of_stops
from pipelines.nodes.tables.timetables.week import of_timetable
from pipelines.nodes.tables.timetables.week_order import by_hours_of_rows
from pipelines.nodes.tables.timetables.week_said import column_of_days
from pipelines.nodes.tables.variants import of_variants
from pipelines.nodes.tables.words.evidence import (
    CONCEPT,
    HELD,
    INFLECTED,
    MISSPELT,
    RELATED,
    SYNONYM,
    terms_of,
)
from pipelines.nodes.tables.words.kinds import asked_kinds
from pipelines.nodes.tables.words.lexicon import (
    EVERY,
    TAKEN_IN,
    WHICH,
    concepts_of,
    fold_in_place,
)
from pipelines.nodes.text.calendar import day_or_month

_WHAT_DONE = re.compile(r"what (?:did|does|has|have|was|is|were)\b|что\b|was hat\b|que ")
_ROW_SHARE, _COLUMN_SHARE, _WORDS_SHARE = 0.45, 0.3, 0.25
_SLIP, _WHOLE_ROW = 0.1, 0.4  # of how surely a row is named; worth of no column that is asked for
_LEAST_SHARE, _TURN_SHARE = 0.5, 0.4  # of the words that have to stand for something


def answer_from_table(
    question: str,
    query: QueryEmbedding,
    table: Table,
    token_vectors: Mapping[int, TokenVectors],
    *,
    language: str,
    today: date | None = None,
) -> TableAnswer | None:
    """Answer a question from a table; None when it does not ask this table.

    Args:
        question: as it was asked; `query` is its embedding.
        table: with all of its rows that are at hand.
        token_vectors: by passage id; rows without any are compared by letters.
        language: of the question, two letters.
        today: the day it is asked on, from which "the next" is.
    """
    reading = read_question(question, query, table, token_vectors, language=language)
    answered = reading.words and table.rows and _answer(_as_asked(question, reading, today))
    return replace(answered, within=(*answered.within, *reading.within)) if answered else None


def lacks_row(
    question: str,
    query: QueryEmbedding,
    table: Table,
    token_vectors: Mapping[int, TokenVectors],
    *,
    language: str,
) -> bool:
    """Say whether a table of yes and no has no row of what it is asked about.

    None of its rows answers then: what is in one dish is not in another. Arguments are those of
    `answer_from_table`.
    """
    reading = read_question(question, query, table, token_vectors, language=language)
    answer = flagged(_as_asked(question, reading, None)) if reading.words else None
    return answer is not None and answer.missing is not None


def _as_asked(question: str, reading: Reading, today: date | None) -> Asked:
    """Return a question without what tells only when, or that something is there or contained."""
    dated = dated_rows(question, reading, today)
    asked = with_years(Asked(question, reading, dated, today)).without(
        dated.period.spans if dated else ()
    )
    verbs = (*presences(reading, question), *containings(reading, question))
    verbs = (*verbs, *stocked(reading, question))
    return asked.without((*verbs, *portions(reading)))


def _answer(asked: Asked) -> TableAnswer | None:
    """Try what the question may be, the more particular first."""
    if asked.reading.table.form:
        return _from_form(asked)
    if answer := _of_more_than_cells(asked) or _of_time(asked):
        return answer
    if missing := missing_column(asked.reading, asked.question, asked.rows()):
        return TableAnswer((), missing, None, MISSED)
    if answer := dues(asked) or flagged(asked) or filled(asked):
        return answer
    if answer := across(asked):
        return answer
    for aggregate in _meant(asked):
        if answer := aggregated(asked.silent(aggregate), aggregate):
            return answer
    rows = asked_of(asked.reading, asked.question, asked.rows())
    columns = asked.columns(rows)
    if (opposing := opposing_word(asked.reading, rows, columns)) is not None:
        return _only_others(asked, rows, opposing)
    if columns and (lacked := lacked_value(asked.reading, rows)):
        return _only_others(asked, rows, *lacked)
    if torn := torn_between(asked.reading, rows):
        return _only_others(asked, rows, *torn)
    if asked.dated and not rows and (named := asked.rows_at_any_time()):
        return _not_then(asked, asked.dated, named)
    missing = find_missing(asked.without_aggregates().reading, rows, columns)
    missing = missing or missing_measure(asked.reading, asked.question, rows)
    missing = missing or beyond_bounds(asked.reading, asked.question, rows)
    if missing := missing or lacked_outcome(asked, rows, columns):
        return TableAnswer((), missing, None, MISSED)
    asks_all = EVERY.find(fold_in_place(asked.question))
    if asks_all and (answer := every(asked, rows) or of_a_kind(asked)):
        return answer
    if answer := present(asked) or when_it_is(asked) or without_any(asked, columns):
        return answer
    if (answer := spent(asked)) or _tells_nobody(asked):
        return answer
    answer = _looked_up(asked, rows, columns) if rows else listed(asked, columns)
    answer = answer or filtered(asked, _of_value(asked), columns)
    is_of_several = not answer and WHICH.find(fold_in_place(asked.question))
    is_extreme = any(one.kind in ("smallest", "largest") for one in asked.aggregates)
    return of_a_kind(asked) if is_of_several and not is_extreme else answer


def _of_more_than_cells(asked: Asked) -> TableAnswer | None:
    """Answer what no cell is asked for by: a band that holds a number, several things, two."""
    if answer := of_band(asked) or of_bookings(asked) or of_stock(asked):
        return answer
    if answer := for_age(asked) or room_for(asked):
        return answer
    if answer := of_several(asked) or of_company(asked) or changed(asked):
        return answer
    two = differing(asked)
    if answer := two if two and two.aggregate else of_two_columns(asked) or of_two(asked):
        return answer
    return (
        of_variants(asked) or two or of_stops(asked) or compared(asked) or aggregated_where(asked)
    )


def _of_time(asked: Asked) -> TableAnswer | None:
    """Answer what is on when, or who is there."""
    answer = of_timetable(asked) or by_hours_of_rows(asked) or of_staffing(asked)
    answer = answer or of_rota(asked) or of_somebody(asked)
    return answer or of_other_years(asked) or of_days(asked)


def _of_value(asked: Asked) -> tuple[tuple[RowMatch, ...], int] | None:
    """Return the rows that a value is said of, and its column; of a period, those dated in it."""
    found = rows_of_value(asked.reading, asked.question)
    if found is None or asked.dated is None:
        return found
    then = tuple(match for match in found[0] if match.index in asked.dated.rows)
    return (then, found[1]) if then else None


def _meant(asked: Asked) -> list[Aggregate]:
    """Return the aggregates that are asked for, but for what a column is called by.

    "The highest minimum order" is the highest in the column "Min order".
    """
    if asked.is_of_nearest:  # "the last" of what is dated
        return []
    found, reading = asked.aggregates, asked.reading
    if reading.excluded:  # "together with the ride" is a column, and no sum
        led = TAKEN_IN.find(fold_in_place(asked.question))
        begins = {span.start for span in led}
        found = tuple(one for one in found if begins.isdisjoint(s.start for s in one.spans))
    called = {
        at
        for at, word in enumerate(reading.words)
        if reading.headers[at].max(initial=0.0) >= CONCEPT
    }
    spans = [reading.words[at].span for at in called]
    meant = [
        one
        for one in found
        if superlatives_of(asked.question, one)
        or not any(s.start <= span.start and span.end <= s.end for s in one.spans for span in spans)
    ]
    return list(meant or found)


def _only_others(
    asked: Asked, rows: Sequence[RowMatch], word: int, column: int | None = None
) -> TableAnswer:
    """Say that there is only the opposite of what is asked for, or the same of others.

    Args:
        word: which none of the rows is of.
        column: in which they are of others; that of their names when None.
    """
    reading = asked.reading
    words = [reading.words[at] for at in sorted({word, *(w for m in rows for w in m.words)})]
    keys = (key for match in rows for key in match.keys)
    name = reading.table.columns[min(keys) if column is None else column]
    cells = (reading.table.rows[match.index].cell(name) for match in rows)
    present = dict.fromkeys(cell.value for cell in cells if cell)
    said = asked.question[words[0].span.start : words[-1].span.end]
    return TableAnswer((), Missing(said, name, tuple(present)), None, MISSED)


def _not_then(asked: Asked, dated: Dated, named: Sequence[RowMatch]) -> TableAnswer:
    """Say that what is named has no row of a period, and which dates it has."""
    column = asked.reading.table.columns[dated.column]
    cells = (asked.reading.table.rows[match.index].cell(column) for match in named)
    dates = dict.fromkeys(cell.value for cell in cells if cell)
    said = " ".join(asked.question[span.start : span.end] for span in dated.period.spans)
    if dated.period.is_nearest:  # "the next service", not "next" alone
        words = {at for match in named for at in match.words}
        spans = [*dated.period.spans, *(asked.reading.words[at].span for at in words)]
        said = asked.question[min(s.start for s in spans) : max(s.end for s in spans)]
    return TableAnswer((), Missing(said, column, tuple(dates)), None, MISSED)


def _looked_up(
    asked: Asked, rows: Sequence[RowMatch], columns: Sequence[ColumnMatch]
) -> TableAnswer | None:
    words, unmatched = asked.reading.words, unmatched_words(asked.reading, rows, columns)
    if are_vague(asked.reading, rows, unmatched) or asked.is_of_whole_period(rows, columns):
        return None
    is_of_phone = "phone" in {c for at in unmatched for c in concepts_of(words[at].folded)}
    if is_of_phone and asked_kind(asked.question).name == "phone":
        return None  # a number to call is no other cell
    work = asked.reading, asked.question, rows, unmatched
    if names_another_sort(*work) or numbers_another(*work):
        return None
    is_of_flag = not flag_columns(asked.reading).isdisjoint(one.index for one in columns)
    if is_of_flag and names_another_beside(*work):
        return None
    if not columns and (hours := hours_of_day(asked, rows, unmatched)):
        columns, unmatched = hours, ()
    columns = columns or _whats_done(asked, rows, unmatched)
    sure = [column for column in columns if column.strength >= HELD] or list(columns)
    sure.sort(key=lambda column: _is_of_date_alone(asked, column))
    if asked.is_of_nearest and all(map(asked.is_named_by_date, rows)):
        sure = [one for one in sure if one.words or asked.reading.kinds[one.index] != "time"]
    sure = with_closing(asked, of_newest_year(asked, sure))
    if are_numbers_of_many(asked.reading, asked.question, rows, sure):
        return None
    if not 0 < len(sure) <= MOST_COLUMNS:
        sure = []
    if are_by_remark(asked.reading, asked.question, rows, sure):
        return None
    strength = max((column.strength for column in sure), default=_WHOLE_ROW)
    best = max(match.strength for match in rows) - _SLIP * _has_slip(asked, rows)
    if not sure and not _may_show_rows(asked, rows, unmatched):
        return None
    confidence = (
        _ROW_SHARE * best + _COLUMN_SHARE * strength + _WORDS_SHARE * asked.covered(unmatched)
    )
    is_turn = _is_turn(asked, rows, sure) or _is_who_does(asked, sure, unmatched)
    is_turn = is_turn or bool(_whats_done(asked, rows, unmatched))
    least = _TURN_SHARE if is_turn else _LEAST_SHARE
    telling = [at for at in unmatched if at not in asked.reading.bearers]
    if confidence < LEAST_CONFIDENCE or asked.covered(telling) <= least:
        return None
    lines = lines_of(asked.reading, rows, [column.index for column in sure])
    lines += _nothing(asked, rows, sure, lines)
    is_of_two = asked_of_two(asked.question) or asks_by_how_much(asked.question)
    if not lines or (len(lines) == 1 and is_of_two):  # "A or B" of A alone
        return None
    is_list = len(rows) > 1 and _asks_who_has(asked, rows, sure)
    texts = asked.texts(unmatched)
    return TableAnswer(lines, None, None, min(confidence, 1.0), texts, is_list=is_list)


def _tells_nobody(asked: Asked) -> bool:
    """Say whether it is asked who, of rows that have but a number, and days and hours."""
    reading, first = asked.reading, int(asked.reading.table.grouped)
    if "person" not in asked_kinds(asked.question):
        return False
    if lists_days_of_none(asked):
        return True
    names = [cell.value for _, cell in reading.table.cells(reading.table.columns[first])]
    days = column_of_days(reading)
    others = (at for at in range(len(reading.table.columns)) if at not in (first, days))
    return are_numbered(names) and all(reading.kinds[at] in ("time", "number") for at in others)


def _nothing(
    asked: Asked, rows: Sequence[RowMatch], columns: Sequence[ColumnMatch], lines: Sequence[Line]
) -> tuple[Line, ...]:
    """Say that rows have nothing in the one column that is asked for by its name.

    Of several columns, each of which is called by a word, it is said of those of one row.
    """
    least = SURE_COLUMN if len(columns) == 1 else INFLECTED
    is_named = all(column.words and column.strength >= least for column in columns)
    is_of_one = not lines if len(columns) == 1 else len(rows) == 1
    if not (is_named and is_of_one and len(rows) <= MOST_COLUMNS):
        return ()
    each = (empty_lines(asked.reading, rows, column.index) for column in columns)
    return tuple(line for one in each for line in one)


def _is_turn(asked: Asked, rows: Sequence[RowMatch], columns: Sequence[ColumnMatch]) -> bool:
    """Say whether it is asked whose turn it is on a day, in a part of it or at a post, by name.

    What they do then a rota says in its title, if at all: "who feeds the cats on Friday morning".
    """
    words = [asked.reading.words[at] for match in rows for at in match.words]
    is_day = bool(words) and all(day_or_month(word.folded) for word in words)
    is_named = len(columns) == 1 and columns[0].strength > SYNONYM and bool(columns[0].words)
    return len(rows) == 1 and is_day and is_named and asked_kinds(asked.question) == {"person"}


def _is_who_does(asked: Asked, columns: Sequence[ColumnMatch], unmatched: Sequence[int]) -> bool:
    """Say whether all that stands for nothing is what somebody does: "who gives the Spanish".

    The one column of people tells who it is, and no other column is named.
    """
    if asked_kinds(asked.question) != {"person"} or len(columns) != 1 or len(unmatched) != 1:
        return False
    (at,), words = unmatched, asked.reading.words
    follows = at > 0 and words[at - 1].asks and not any(not word.asks for word in words[:at])
    is_person = asked.reading.kinds[columns[0].index] == "person"
    return follows and is_person and asked.reading.headers.max(initial=0.0) < HELD


def _whats_done(
    asked: Asked, rows: Sequence[RowMatch], unmatched: Sequence[int]
) -> tuple[ColumnMatch, ...]:
    """Return the column of names where it is asked what somebody did: "what did Mia bring"."""
    reading, naming = asked.reading, naming_column(asked.reading)
    keys = {key for match in rows for key in match.keys}
    is_of_person = len(keys) == 1 and all(reading.kinds[key] == "person" for key in keys)
    is_named = reading.headers.max(initial=0.0) >= HELD
    if not is_of_person or is_named or naming in keys or len(unmatched) > 1:
        return ()
    is_asked = _WHAT_DONE.match(fold_in_place(asked.question)) is not None
    return (ColumnMatch(naming, frozenset(), _WHOLE_ROW),) if is_asked else ()


def _is_of_date_alone(asked: Asked, column: ColumnMatch) -> bool:
    """Say whether a column is named by nothing but a day or month: "consumption in May"."""
    words = [asked.reading.words[at].folded for at in column.words]
    return bool(words) and all(day_or_month(word) for word in words)


def _has_slip(asked: Asked, rows: Sequence[RowMatch]) -> bool:
    """Say whether a word stands in what is named only as one misspelt may: another may be meant."""
    words = sorted({word for match in rows for word in match.words})
    best = asked.reading.values[words].max(axis=(1, 2), initial=0.0)
    return bool(((best > HELD) & (best <= MISSPELT)).any())


def _asks_who_has(asked: Asked, rows: Sequence[RowMatch], columns: Sequence[ColumnMatch]) -> bool:
    """Say whether those are asked for that have a value: «у кого 12 соток»."""
    naming = naming_column(asked.reading)
    is_of_name = [column.index for column in columns] == [naming]
    return is_of_name and all(naming not in match.keys for match in rows)


def _may_show_rows(asked: Asked, rows: Sequence[RowMatch], unmatched: Sequence[int]) -> bool:
    """Say whether whole rows answer: nothing is asked of them, or what several columns hold."""
    kinds = asked_kinds(asked.question)
    fitting = sum(kind in kinds for kind in asked.reading.kinds)
    unmatched = [at for at in unmatched if at not in asked.reading.bearers]
    open_question = not unmatched or (fitting > 1 and asked.covered(unmatched) >= HELD)
    if counts_by_words(asked.question):  # "how many eggs": a number, which none of its columns has
        return False
    is_whole = _is_whole(asked, rows) or (not unmatched and _is_told(asked, rows))
    return open_question and is_whole and not broken_name(asked.reading, rows)


def _is_told(asked: Asked, rows: Sequence[RowMatch]) -> bool:
    """Say whether several words name one row: «восстановление пропуска», of an electronic one."""
    return len(rows) == 1 < len(rows[0].words) and not asked.reading.crosses


def _is_whole(asked: Asked, rows: Sequence[RowMatch]) -> bool:
    """Say whether rows are named so fully that they may be shown though nothing is asked.

    Those of a day are by what is said of them, too: "what was repaired on 22 February".
    """
    is_of_day = asked.dated is not None and asked.dated.period.day is not None
    return asked.is_of_nearest or all(
        (asked.dated is not None and not match.words)
        or (
            any(asked.reading.covers[match.index, key] > 0.99 for key in match.keys)
            and (
                is_of_day
                or match.strength >= RELATED
                or (len(match.words) > 1 and not asked.reading.crosses)
            )
        )
        for match in rows
    )


def _from_form(asked: Asked) -> TableAnswer | None:
    """A list of what is what: the name of a line is all that there is to match."""
    columns = asked_columns(asked.reading, asked.question, frozenset())
    unmatched = unmatched_words(asked.reading, (), columns)
    covered = asked.covered(unmatched)
    if len(columns) != 1 or columns[0].strength < SURE_COLUMN or covered < 0.5:
        return None
    name = asked.reading.table.columns[columns[0].index]
    is_half = 2 * len(columns[0].words) <= len(terms_of(name)) > 1
    if is_half and (asked.reading.crosses or covered <= 0.5):
        return None  # "lab coat" is no "lab report"
    lines = tuple(
        Line(name, cell.value, row, cell) for row, cell in asked.reading.table.cells(name)
    )
    confidence = 0.65 * columns[0].strength + 0.35 * covered
    return TableAnswer(lines, None, None, confidence, asked.texts(unmatched))
