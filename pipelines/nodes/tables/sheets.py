"""Sheets: one thing that several tables of a document tell of, each in a column called alike.

What somebody owes for light and for water stands on two sheets: who asks for both is told the sum,
and who names neither is told both.
"""

import re
from collections.abc import Iterable, Sequence
from dataclasses import replace

from pipelines.nodes.tables.amounts.arithmetic import Computed, Number, parse_number
from pipelines.nodes.tables.answered import Line, TableAnswer
from pipelines.nodes.tables.words.evidence import SYNONYM, term_strength, terms_of
from pipelines.nodes.tables.words.lexicon import AND, fold_in_place

_ALIKE = 0.02  # of confidence, between cells of several sheets that are named alike
_WORD = re.compile(r"[^\W\d_]+")
_BOTH = 2


def joined_words(question: str) -> tuple[str, ...]:
    """Return the two words, folded, that stand on either side of "and"; none where nothing does."""
    folded = fold_in_place(question)
    for span in AND.find(folded):
        before, behind = _WORD.findall(folded[: span.start]), _WORD.findall(folded[span.end :])
        behind = behind[1:] if behind[1:] and len(behind[0]) < _BOTH + 1 else behind  # «и за воду»
        if before and behind:
            return before[-1], behind[0]
    return ()


def of_this_sheet(question: str, headings: Iterable[str]) -> str:
    """Return a question with blanks for the one of two joined words that names another sheet.

    Args:
        headings: of the other tables of the document.
    """
    both = joined_words(question)
    others = [word for word in both if any(_is_called(heading, word) for heading in headings)]
    if len(others) != 1:
        return question
    blank = " " * len(others[0])
    at = fold_in_place(question).rfind(others[0])
    return question[:at] + blank + question[at + len(blank) :]


def over_sheets(best: TableAnswer, others: Sequence[TableAnswer], question: str) -> TableAnswer:
    """Return a cell with those of the same row and column on other sheets of its document.

    Added up where the question names two of them together; itself where it names one.
    """
    twins = [best, *(one for one in others if one is not best and _is_twin(one, best))]
    lines = [_on_sheet(one.lines[0]) for one in twins if _is_cell(one)]
    headings = {one.lines[0].row.heading or "" for one in twins if one.lines}
    if len(lines) < _BOTH or len(headings) < len(lines):
        return best
    both = joined_words(question)
    named = [{w for w in both if _is_called(heading, w)} for heading in headings]
    numbers = [parse_number(line.value) for line in lines]
    is_of_both = len(lines) == len(both) and any(named) and all(len(one) < _BOTH for one in named)
    if is_of_both and set(best.unmatched) <= set(both):
        return _summed(best, lines, [number for number in numbers if number])
    words = _WORD.findall(fold_in_place(question))
    if any(_is_called(heading, word) for heading in headings for word in words):
        return best
    return replace(best, lines=tuple(lines), is_list=True)


def _is_cell(answer: TableAnswer) -> bool:
    is_one = len(answer.lines) == 1 and not answer.aggregate
    return is_one and answer.lines[0].cell is not None


def _is_twin(one: TableAnswer, best: TableAnswer) -> bool:
    if not (_is_cell(one) and _is_cell(best)) or best.is_list:
        return False
    own, other = best.lines[0], one.lines[0]
    is_beside = own.row.passage.document_id == other.row.passage.document_id
    is_apart = (own.row.heading or "") != (other.row.heading or "")
    return is_beside and is_apart and own.label == other.label


def _is_called(heading: str, word: str) -> bool:
    return any(term_strength(word, term) >= SYNONYM for term in terms_of(heading))


def _on_sheet(line: Line) -> Line:
    return replace(line, label=f"{line.row.heading}, {line.label}")


def _summed(best: TableAnswer, lines: Sequence[Line], numbers: Sequence[Number]) -> TableAnswer:
    if len(numbers) < len(lines):
        return best
    rows = tuple(line.row for line in lines)
    column = lines[0].cell.name if lines[0].cell else ""
    total = sum((number.value for number in numbers[1:]), numbers[0].value)
    computed = Computed("sum", column, total, numbers[0].unit, rows, rows, ())
    return replace(best, lines=tuple(lines), aggregate=computed, unmatched=())
