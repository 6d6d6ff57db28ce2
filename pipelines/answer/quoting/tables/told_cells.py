"""Told cells: how cells are written as lines, with what their rows hold folded beneath."""

from collections.abc import Iterator, Sequence

from pipelines.answer.quoting.found import Told
from pipelines.nodes.answering.cite import Line, Quote
from pipelines.nodes.tables.answered import Line as TableLine
from pipelines.nodes.tables.answered import TableAnswer, rest_of_row
from pipelines.nodes.tables.rows import TableRow

_ROWS_FOLDED = 6  # beneath the cells taken from them
_MOST_IN_A_NAME = 4  # words


def told_by(answer: TableAnswer) -> Told:
    """Write cells as lines, with their rows folded beneath."""
    if answer.missing is not None:
        return Told(missing=(answer.missing.word,), there=answer.missing.present)
    subject = _named_by(answer) if answer.lines else ()
    told = _by_row(answer.lines)
    lines = [_cell_line(*of_row, is_item=len(told) > 1) for of_row in told]
    rows = {id(one.row): one.row for one in answer.lines if one.cell or one.empty}
    lines += _folded(list(rows.values())[:_ROWS_FOLDED], answer.lines)
    is_of_column = answer.is_list or bool(answer.aggregate or answer.condition)
    is_clear = not answer.unmatched or len({line.row.number for line in answer.lines}) == 1
    return Told(tuple(lines), subject=subject, is_clear=is_clear, is_of_column=is_of_column)


def _by_row(lines: Sequence[TableLine]) -> list[list[TableLine]]:
    """Put cells of one row together, which is called the same in all of them."""
    parted: list[list[TableLine]] = []
    for line in lines:
        last = parted[-1][-1] if parted else None
        is_same = last is not None and last.row is line.row and last.key == line.key
        if last is not None and is_same and last.cell and line.cell and line.key:
            parted[-1].append(line)
        else:
            parted.append([line])
    return parted


def _folded(rows: Sequence[TableRow], lines: Sequence[TableLine]) -> Iterator[Line]:
    """Fold what rows hold besides the cells that are told of them."""
    for row in rows:
        if rest := rest_of_row(row, lines, is_named=len(rows) > 1):
            yield Line(Quote(row.passage, row.span), rest, is_aside=True)


def _named_by(answer: TableAnswer) -> tuple[str, ...]:
    """Return what a follow-up may be about: the value, if it is a name, and the row's key.

    Of several rows it is what all of them are called by; of a list nothing else.
    """
    line = answer.lines[0]
    keys = [one.key.split(", ") for one in answer.lines]
    key = ", ".join(part for part in keys[0] if all(part in others for others in keys))
    if not key and answer.is_list:
        return ()  # "which of them": no one of many
    key = key or line.key
    is_one = not answer.is_list or len(answer.lines) == 1
    is_name = is_one and line.cell is not None and _reads_as_name(line.value)
    return (line.value, key) if is_name else (key,)


def _reads_as_name(value: str) -> bool:
    """Say whether a cell names somebody or something: «Ирина Седова», no «взять карту с собой»."""
    words = value.split()
    is_short = len(words) <= _MOST_IN_A_NAME and not any(map(str.isdigit, value))
    return is_short and value[:1].isupper()


def _called_first(line: TableLine) -> str:
    """Write an item of a list of what rows are called: "Plover – Derek Hollis"; "" of another."""
    if line.cell is None:
        return ""
    if line.label == line.cell.name:
        return line.value
    return f"{line.value} – {line.key}" if line.cell is line.row.cells[0] else ""


def _cell_line(line: TableLine, *others: TableLine, is_item: bool) -> Line:
    """Write a cell, or several of one row, under what the row is called."""
    quote = Quote(line.row.passage, line.row.span)
    said = line.value if line.cell is None else line.written
    if line.cell is not None and line.value in line.key.split(", "):  # "Merlin, Name: Merlin"
        said = line.key
    elif is_item and (called := _called_first(line)):
        said = called
    told = [said, *(one.written_cell(one.cell, one.value) for one in others if one.cell)]
    return Line(quote, " ".join("; ".join(told).split()), is_item=is_item)
