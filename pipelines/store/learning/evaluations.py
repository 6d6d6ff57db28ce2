"""How good answers were: what was measured of them, by day and one by one."""

from collections.abc import Sequence
from dataclasses import asdict
from datetime import date

from pipelines.models.evaluations import (
    EvaluatedAnswer,
    Evaluation,
    EvaluationDay,
    EvaluationRun,
    GoldenQuestion,
    GoldenResult,
    WeakAnswer,
)
from pipelines.store.database import Database, Json, Row, date_of, text_or_none


class EvaluationStore:
    """Scores of answers. They are written with the answer, by `log_interaction`."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def evaluation_days(self, days: int) -> tuple[EvaluationDay, ...]:
        """Return how good answers were in the last days (of UTC), today last."""
        rows = await self._database.rows("evaluation_days", p_days=days)
        return tuple(
            EvaluationDay(
                _day_of(row["day"]),
                row["answers"],
                row["refusals"],
                float(row["relevance"]),
                float(row["groundedness"]),
                float(row["answer_relevance"]),
            )
            for row in rows
        )

    async def worst_answers(self, limit: int) -> tuple[WeakAnswer, ...]:
        """Return the answers of the last 24 hours with the lowest scores."""
        rows = await self._database.rows("worst_answers", p_limit=limit)
        return tuple(WeakAnswer(str(row["id"]), _evaluation(row)) for row in rows)

    async def get_evaluated_answer(self, answer_id: str, *, asker: int) -> EvaluatedAnswer | None:
        """Return an answer with its scores, as this owner may see it; None for anybody else."""
        rows = await self._database.rows("get_evaluated_answer", p_id=answer_id, p_asker=asker)
        if not rows:
            return None
        [row] = rows
        return EvaluatedAnswer(
            text_or_none(row["question"]), text_or_none(row["answer"]), _evaluation(row)
        )

    async def golden_questions(self) -> tuple[GoldenQuestion, ...]:
        """Return the questions that are known to be answered well."""
        rows = await self._database.rows("golden_questions")
        return tuple(
            GoldenQuestion(
                *(row["key"], row["question"], row["language"], row["asker"], row["passage"])
            )
            for row in rows
        )

    async def record_run(self, results: Sequence[GoldenResult]) -> None:
        """Keep how the golden questions were answered."""
        await self._database.value(
            "record_evaluation_run", p_results=Json([asdict(one) for one in results])
        )

    async def last_run(self) -> EvaluationRun | None:
        """Return how they were answered last."""
        rows = await self._database.rows("last_evaluation_run")
        if not rows:
            return None
        results = tuple(
            GoldenResult(
                one["key"],
                one["is_right"],
                Evaluation(**one["evaluation"]) if one["evaluation"] else None,
            )
            for one in rows[0]["results"]
        )
        return EvaluationRun(date_of(rows[0]["run_at"]), results)


def _day_of(value: date | str) -> date:
    return date.fromisoformat(value) if isinstance(value, str) else value


def _evaluation(row: Row) -> Evaluation:
    return Evaluation(
        float(row["relevance"]), float(row["groundedness"]), float(row["answer_relevance"])
    )
