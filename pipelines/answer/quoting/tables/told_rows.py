"""Told rows: a row that was found as a sentence, told by the one cell that is asked for."""

import re

from pipelines.answer.quoting.tables.told_cells import told_by
from pipelines.nodes.answering.asked import AskedKind, asked_kind
from pipelines.nodes.answering.cite import Line, Quote
from pipelines.nodes.answering.holding import holds
from pipelines.nodes.tables.answered import Line as TableLine
from pipelines.nodes.tables.answered import TableAnswer
from pipelines.nodes.tables.matching.asked_columns import tells_place
from pipelines.nodes.tables.rows import Cell, TableRow, read_rows
from pipelines.nodes.tables.words.lexicon import ASKING, fold_in_place
from pipelines.nodes.text.calendar import day_or_month, days_in
from pipelines.nodes.text.glossary import meanings, meant
from pipelines.nodes.text.words import content_words, fold, words_of

_WORD = re.compile(r"[^\W\d_]+")
_FEWEST_CELLS = 3  # a pair is told whole
_OF_ITS_KIND = 2  # words, as many as what is asked for weighs
_HELD = 0.5  # from which on a cell is taken to hold what is asked for


def told_of_row(question: str, best: Quote) -> list[Line]:
    """Return the cell of a row that answers, and the rest folded; [] where none is the one.

    It fits better than any other by what it holds and by its words.
    """
    row = _row_of(best)
    if row is None:
        return []
    asked, kind = content_words(question), asked_kind(question)
    others = [one for one in row.cells if not _held(kind, one, question)] or row.cells[:1]
    named = max(others, key=lambda one: len(_said(asked, one.value, row)))
    if kind.name == "any" and not _names(question, named, row):
        return []
    cell = _cell_asked_for(question, row, named)
    if cell is None:
        return []
    line = TableLine(f"{named.value}, {cell.name}", cell.value, row, cell)
    return list(told_by(TableAnswer((line,), None, None, 1.0)).lines)


def is_only_row(question: str, best: Quote) -> bool:
    """Say whether a row is quoted that has none of what is asked: the notes on a dog for its age.

    What is asked for mostly comes first: "price to plug my car in" of a row with prices.
    """
    row = _row_of(best)
    if row is None or told_of_row(question, best):
        return False
    words = (word for word in _WORD.findall(fold_in_place(question)) if not ASKING.holds(word))
    first = next((stems for word in words if (stems := content_words(word))), frozenset[str]())
    passage = row.passage
    whole = [row.text, row.heading or "", passage.title or "", passage.file_name or ""]
    return bool(first) and not _said(first, "\n".join(whole), row)


def _row_of(quote: Quote) -> TableRow | None:
    """Return the row that is quoted, if it has more than a pair of cells."""
    rows = read_rows(quote.passage)
    row = next((one for one in rows if one.span.start <= quote.span.start < one.span.end), None)
    return row if row is not None and len(row.cells) >= _FEWEST_CELLS else None


def _cell_asked_for(question: str, row: TableRow, named: Cell) -> Cell | None:
    """Return the cell that fits best, by what it holds and by words that its row's name lacks."""
    kind, words = asked_kind(question), content_words(question)
    asked = words - _said(words, f"{named.name} {named.value}", row)
    scores = {
        number: (
            _OF_ITS_KIND * (held := _held(kind, cell, question))
            + len(_said(asked, f"{cell.name} {cell.value}" if held else cell.name, row))
            + _OF_ITS_KIND * _asks_alike(question, cell.name)
        )
        for number, cell in enumerate(row.cells)
        if cell is not named
    }
    most = max(scores.values())
    best = [number for number, score in scores.items() if score == most]
    return row.cells[best[0]] if most and len(best) == 1 else None


def _names(question: str, cell: Cell, row: TableRow) -> bool:
    """Say whether a question has a word of what a row is called, or its day."""
    is_of_day = not days_in(question).isdisjoint(days_in(cell.value, is_label=True))
    return is_of_day or bool(_said(content_words(question), cell.value, row))


def _held(kind: AskedKind, cell: Cell, question: str) -> float:
    """Return 0..1, how surely a cell holds what is asked for; a date or a place names nobody."""
    if kind.name == "who" and (_is_day(cell.value) or tells_place(cell.name)):
        return 0.0
    held = holds(kind, cell.value, question)
    return held if held >= _HELD else 0.0


def _is_day(value: str) -> bool:
    """Say whether a value is a day and no more: "Thu 25 Sep", and no "Anna, Tuesdays"."""
    words = _WORD.findall(value)
    return bool(words) and all(day_or_month(word) for word in words)


def _asks_alike(question: str, column: str) -> bool:
    """Say whether a column is called by the word that asks: «Кто отпускает»."""
    first, *_ = column.split() or [""]
    return not content_words(first) and fold(first) in words_of(question)


def _said(asked: frozenset[str], text: str, row: TableRow) -> frozenset[str]:
    """Return the words of a question that a text has, or what they mean."""
    held = content_words(text)
    return asked & held | meant(meanings(asked, row.passage.language), held)
