"""What the base could not answer, and answers that stand no longer. SQL decides who sees what."""

from collections.abc import Sequence
from typing import cast

from pipelines.models.answers import Citation
from pipelines.models.documents import FloatArray
from pipelines.models.interactions import StaleAnswer
from pipelines.models.owner_questions import (
    GapAnswer,
    GapCluster,
    GapPage,
    GapSettling,
    NearGap,
)
from pipelines.store.database import Database, Row, date_of, storable, to_vector

FOLLOWED = " → "  # between a message and one that leans on it


class GapStore:
    """Open questions by the cluster of those that are the same."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def nearest_gaps(
        self, query: FloatArray, *, least: float, limit: int
    ) -> tuple[NearGap, ...]:
        """Return open questions like this one, the nearest first.

        Args:
            query: float32 [768], unit length; least: its cosine to them.
        """
        rows = await self._database.rows(
            "nearest_gaps", p_query=to_vector(query), p_least=least, p_limit=limit
        )
        return tuple(
            NearGap(str(row["cluster"]), row["question"], row["language"], row["similarity"])
            for row in rows
        )

    async def log_gap(
        self,
        interaction_id: str,
        query: FloatArray,
        *,
        asker: int,
        cluster: str | None,
        question: str,
        written: Sequence[str],
        language: str,
        interface_language: str | None,
    ) -> None:
        """Keep a question that has no answer, once; without a cluster it begins one.

        Args:
            question: as it was understood.
            written: as it was put, behind what it leans on.
        """
        await self._database.value(
            "log_gap",
            p_id=interaction_id,
            p_asker=asker,
            p_cluster=cluster,
            p_question=storable(question),
            p_written=storable(FOLLOWED.join(written)),
            p_language=language,
            p_interface_language=interface_language,
            p_embedding=to_vector(query),
        )

    async def close_own_gaps(self, asker: int, question: str) -> None:
        """Forget that somebody waits for what the base has answered to them by now."""
        await self._database.value("close_own_gaps", p_asker=asker, p_question=storable(question))

    async def list_gaps(self, actor: int, *, skip: int = 0, limit: int = 5) -> GapPage:
        """Return clusters of open questions; none to who is no admin."""
        rows = await self._database.rows("list_gaps", p_actor=actor, p_skip=skip, p_limit=limit)
        return GapPage(tuple(map(_cluster, rows)), int(rows[0]["total"]) if rows else 0)

    async def get_gap(self, cluster: str, *, actor: int) -> GapCluster | None:
        """Return a cluster; None when nothing of it is open, or the actor is no admin."""
        rows = await self._database.rows("list_gaps", p_actor=actor, p_cluster=cluster)
        return _cluster(rows[0]) if rows else None

    async def settle_gap(
        self, cluster: str, citation: Citation, *, actor: int, settled_as: str
    ) -> GapSettling:
        """Answer a cluster, as the first admin who does.

        Args:
            citation: what answers it; without a quote, the document as a whole.
            settled_as: what does it; the same again whenever that is handled again.
        """
        value = await self._database.value(
            "settle_gap",
            p_cluster=cluster,
            p_actor=actor,
            p_document_id=citation.document_id,
            p_passage_id=citation.passage_id,
            p_quote_at=citation.quote_at,
            p_quote=storable(citation.quote),
            p_settled_as=settled_as,
        )
        return cast("GapSettling", value)

    async def count_gap_answers(self, settled_as: str, *, actor: int) -> tuple[int, int]:
        """Return how many people were told of what was settled so, and how many are to be."""
        [row] = await self._database.rows(
            "count_gap_answers", p_actor=actor, p_settled_as=settled_as
        )
        return row["told"], row["untold"]

    async def dismiss_gap(self, cluster: str, *, actor: int) -> bool:
        """Leave a cluster without an answer; False when nothing of it is open to the actor."""
        return bool(await self._database.value("dismiss_gap", p_cluster=cluster, p_actor=actor))

    async def claim_gap_answers(self, limit: int = 50) -> tuple[GapAnswer, ...]:
        """Return answers that are to be told now; for ten minutes no other worker gets them."""
        rows = await self._database.rows("claim_gap_answers", p_limit=limit)
        return tuple(map(_answer, rows))

    async def close_gap(self, gap_id: str) -> None:
        """Note that whoever asked was told."""
        await self._database.value("close_gap", p_id=gap_id)

    async def claim_stale_answers(self, limit: int = 200) -> tuple[StaleAnswer, ...]:
        """Return answers to look at again; for a quarter of an hour no other worker gets them."""
        rows = await self._database.rows("claim_stale_answers", p_limit=limit)
        return tuple(map(_stale, rows))

    async def finish_stale_answers(
        self, asker: int, stale: Sequence[StaleAnswer], *, is_told: bool
    ) -> None:
        """Forget them; who was told hears of no more for a day."""
        await self._database.value(
            "finish_stale_answers",
            p_asker=asker,
            p_ids=[one.id for one in stale],
            p_is_told=is_told,
        )


def _cluster(row: Row) -> GapCluster:
    return GapCluster(
        cluster=str(row["cluster"]),
        questions=tuple(row["questions"]),
        languages=tuple(row["languages"]),
        names=tuple(row["names"]),
        people=row["people"],
        asked=row["asked"],
        last_asked_at=date_of(row["last_asked_at"]),
    )


def _answer(row: Row) -> GapAnswer:
    citation = Citation(
        n=1,
        document_id=str(row["document_id"]),
        title=row["title"],
        url=row["url"],
        file_name=row["file_name"],
        page=row["page"],
        start_seconds=row["start_seconds"],
        paragraph_idx=row["paragraph_idx"],
        quote=row["quote"],
        passage_id=row["passage_id"],
        quote_at=row["quote_at"],
    )
    return GapAnswer(
        id=str(row["id"]),
        asker=row["asker"],
        chat=row["chat"],
        language=row["language"],
        query=row["query"],
        asked_at=date_of(row["asked_at"]),
        name=row["name"] or "",
        citation=citation,
        asked=row["asked"],
    )


def _stale(row: Row) -> StaleAnswer:
    return StaleAnswer(
        id=str(row["id"]),
        asker=row["asker"],
        question=row["question"],
        answered_at=date_of(row["answered_at"]),
        language=row["language"],
        is_deleted=row["is_deleted"],
        quotes=tuple(row["quotes"]),
    )
