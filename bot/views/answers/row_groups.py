"""Rows of one table that an answer cites one after the other: one line, and as few buttons."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from pipelines.models.answers import Citation
from pipelines.ports import Phrasebook

_MOST_LISTED = 12  # rows that do not follow each other, in one line

Group = tuple[Citation, ...]


def grouped(citations: Sequence[Citation]) -> Iterator[Group]:
    """Yield citations one by one, rows of one table that stand side by side together."""
    group: list[Citation] = []
    for citation in citations:
        if group and not (_is_same_table(group[-1], citation) and _has_room(group, citation)):
            yield tuple(group)
            group = []
        group.append(citation)
    if group:
        yield tuple(group)


def in_one_passage(group: Group) -> Iterator[Group]:
    """Yield what one button opens: rows that follow each other in one passage.

    The quote of the first reaches to the end of the last.
    """
    first, *others = group
    opened = [first]
    for citation in others:
        last = opened[-1]
        is_next = citation.row == (last.row or 0) + 1 and last.passage_id == citation.passage_id
        if not (is_next and _begin(opened[0]) <= _begin(last) < _begin(citation)):
            yield _with_quotes_joined(opened)
            opened = []
        opened.append(citation)
    yield _with_quotes_joined(opened)


def _with_quotes_joined(group: Sequence[Citation]) -> Group:
    first, last = group[0], group[-1]
    if len(group) == 1:
        return (first,)
    length = _begin(last) + len(last.quote) - _begin(first)
    return (replace(first, quote=first.quote.ljust(length)), *group[1:])


def numbers(group: Group) -> str:
    """Name a group by the numbers of its marks: "3"; "3–7"."""
    return str(group[0].n) if len(group) == 1 else f"{group[0].n}–{group[-1].n}"


def rows_text(group: Group, language: str | None, phrases: Phrasebook) -> str:
    """Name the rows of several citations, in the order of their marks: "rows 2–6"."""
    rows = [str(citation.row) for citation in group]
    said = f"{rows[0]}–{rows[-1]}" if _follow_each_other(group) else ", ".join(rows)
    return phrases.say("source-rows", language, rows=said)


def _has_room(group: Sequence[Citation], citation: Citation) -> bool:
    return len(group) < _MOST_LISTED or _follow_each_other((*group, citation))


def _is_same_table(one: Citation, other: Citation) -> bool:
    if one.row is None or other.row is None:
        return False
    pages = one.page, other.page
    same = (one.document_id, one.heading) == (other.document_id, other.heading)
    return same and pages == (None, None)


def _follow_each_other(group: Sequence[Citation]) -> bool:
    first = group[0].row or 0
    return [citation.row for citation in group] == list(range(first, first + len(group)))


def _begin(citation: Citation) -> int:
    return -1 if citation.quote_at is None else citation.quote_at
