"""Conflicts between documents. Who may see one and say which holds is decided in SQL."""

from collections.abc import Sequence
from dataclasses import dataclass

from pipelines.models.documents import FloatArray, Span
from pipelines.models.learning.conflicts import (
    AlikePassages,
    ConflictKind,
    ConflictState,
    DeniedConflict,
    FoundTogether,
    KnownConflict,
    SettledStatement,
    Side,
)
from pipelines.models.people import Addressee
from pipelines.nodes.text.calendar import dates_in
from pipelines.store.database import Database, Json, Row, storable, to_vector


@dataclass(frozen=True, slots=True)
class FoundConflict:
    """What is to be noted: where both statements stand in the passages of a pair."""

    kind: ConflictKind
    pair: AlikePassages
    mine: Span
    theirs: Span


class ConflictStore:
    """Conflicts by their number."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def alike_passages(
        self, document_id: str, *, asker: int, least: float
    ) -> tuple[AlikePassages, ...]:
        """Return pairs of passages, of a new document and of earlier ones that the asker may read.

        Args:
            least: cosine of two chunks.
        """
        rows = await self._database.rows(
            "alike_passages", p_document_id=document_id, p_asker=asker, p_least=least
        )
        return tuple(map(_alike, rows))

    async def passages_found_together(
        self, passages: Sequence[int], *, asker: int | None
    ) -> tuple[FoundTogether, ...]:
        """Return pairs of these passages, of two documents, of which no conflict is known."""
        rows = await self._database.rows(
            "passages_found_together", p_passages=list(passages), p_asker=asker
        )
        return tuple(
            FoundTogether(str(row["document_id"]), row["batch_id"], row["title"], _alike(row))
            for row in rows
        )

    async def note_conflicts(
        self, document_id: str, found: Sequence[FoundConflict], *, asker: int | None
    ) -> int:
        """Note what the later document contradicts; return how many of these are new."""
        rows = [
            {
                "kind": each.kind,
                "passage_idx": each.pair.passage_idx,
                "start": each.mine.start,
                "end": each.mine.end,
                "other_document_id": each.pair.other_document_id,
                "other_passage_idx": each.pair.other_passage_idx,
                "other_start": each.theirs.start,
                "other_end": each.theirs.end,
            }
            for each in found
        ]
        value = await self._database.value(
            "note_conflicts", p_document_id=document_id, p_found=Json(rows), p_asker=asker
        )
        return int(value)

    async def list_conflicts(
        self, actor: int, *, batch_id: str | None = None, limit: int = 20
    ) -> tuple[KnownConflict, ...]:
        """Return open conflicts that are this person's to decide, oldest first."""
        rows = await self._database.rows(
            "list_conflicts", p_actor=actor, p_batch_id=batch_id, p_limit=limit
        )
        return tuple(map(_known, rows))

    async def get_conflict(self, conflict_id: int, *, actor: int) -> KnownConflict | None:
        """Return one of them, open or not; None when it is gone, or not theirs."""
        rows = await self._database.rows("list_conflicts", p_actor=actor, p_id=conflict_id)
        return _known(rows[0]) if rows else None

    async def people_to_ask_of_conflicts(self, batch_id: str) -> tuple[Addressee, ...]:
        """Return whom to ask about the conflicts of a batch: once, nobody the next time."""
        rows = await self._database.rows("people_to_ask_of_conflicts", p_batch_id=batch_id)
        return tuple(Addressee(row["telegram_id"], row["language"]) for row in rows)

    async def settled_statements(
        self, passages: Sequence[int], *, asker: int | None
    ) -> tuple[SettledStatement, ...]:
        """Return what of these passages does not hold, as was decided; the latest first."""
        rows = await self._database.rows(
            "settled_statements", p_passages=list(passages), p_asker=asker
        )
        return tuple(
            SettledStatement(
                row["passage"],
                Span(row["wrong_start"], row["wrong_end"]),
                row["right_passage"],
                Span(row["right_start"], row["right_end"]),
            )
            for row in rows
        )

    async def denied_conflicts(
        self, passages: Sequence[int], *, asker: int | None
    ) -> tuple[DeniedConflict, ...]:
        """Return what of these passages does not contradict each other, as was decided."""
        rows = await self._database.rows(
            "denied_conflicts", p_passages=list(passages), p_asker=asker
        )
        return tuple(
            DeniedConflict(
                row["passage"],
                Span(row["statement_start"], row["statement_end"]),
                row["other_passage"],
                Span(row["other_start"], row["other_end"]),
            )
            for row in rows
        )

    async def decide_conflict(
        self,
        conflict_id: int,
        state: ConflictState,
        question: str,
        query: FloatArray | None,
        *,
        language: str,
        actor: int,
    ) -> bool:
        """Say which statement holds, if any; False when it is not theirs to decide.

        Args:
            question: the statement that does not hold; query: float32 [768], its embedding; None
                where none does not.
        """
        value = await self._database.value(
            "decide_conflict",
            p_id=conflict_id,
            p_state=state,
            p_question=storable(question),
            p_language=language,
            p_embedding=None if query is None else to_vector(query),
            p_actor=actor,
        )
        return bool(value)


def _alike(row: Row) -> AlikePassages:
    return AlikePassages(
        *(row["passage_idx"], row["text"]),
        *(str(row["other_document_id"]), row["other_title"]),
        *(row["other_passage_idx"], row["other_text"]),
    )


def _known(row: Row) -> KnownConflict:
    return KnownConflict(
        *(row["id"], row["kind"], row["state"], row["batch_id"]),
        first=_side(row, "first"),
        second=_side(row, "second"),
    )


def _side(row: Row, name: str) -> Side:
    return Side(
        document_id=str(row[f"{name}_document_id"]),
        title=row[f"{name}_title"],
        date=_own_date(row, name) or row[f"{name}_date"],
        text=row[f"{name}_text"] or "",
    )


def _own_date(row: Row, name: str) -> str:
    """Return the day that a document says it is of, as answers do; "" when it says none."""
    for said in (row[f"{name}_title"], row[f"{name}_file_name"], row[f"{name}_opening"]):
        if days := dates_in(said or ""):
            return max(days).isoformat()
    return ""
