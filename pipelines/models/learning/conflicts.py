"""Statements of two documents that cannot both hold."""

from dataclasses import dataclass
from typing import Literal

from pipelines.models.documents import Span

ConflictKind = Literal["number", "date", "name", "negation"]
ConflictState = Literal["open", "first", "second", "none"]


@dataclass(frozen=True, slots=True)
class Side:
    """One of two statements: a sentence, and the document that has it.

    date: as the document says in its name or as it begins, or as is known of it, or of its coming,
        as far as ISO 8601 gives it.
    """

    document_id: str
    title: str
    date: str
    text: str


@dataclass(frozen=True, slots=True)
class KnownConflict:
    """A conflict, for whoever may decide it; `second` is of the document that came later.

    state: what was said of it for all, else what this reader said for themselves.
    """

    id: int
    kind: ConflictKind
    state: ConflictState
    batch_id: str
    first: Side
    second: Side


@dataclass(frozen=True, slots=True)
class SettledStatement:
    """Characters of a passage that do not hold, by its id, and those of another that do."""

    passage: int
    wrong: Span
    right_passage: int
    right: Span


@dataclass(frozen=True, slots=True)
class DeniedConflict:
    """Characters of two passages, by their ids, that do not contradict each other."""

    passage: int
    statement: Span
    other_passage: int
    other: Span


@dataclass(frozen=True, slots=True)
class AlikePassages:
    """A passage of a new document, and one of an earlier document that is like it."""

    passage_idx: int
    text: str
    other_document_id: str
    other_title: str
    other_passage_idx: int
    other_text: str


@dataclass(frozen=True, slots=True)
class FoundTogether:
    """Two passages that were found for one question; the pair's own is of this document."""

    document_id: str
    batch_id: str
    title: str
    pair: AlikePassages
