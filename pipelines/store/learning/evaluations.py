"""How good answers were: what was measured of them, by day and one by one."""

from collections.abc import Sequence
from dataclasses import asdict
from datetime import date

from pipelines.models.learning.evaluations import (
    AnswerToJudge,
    EvaluatedAnswer,
    Evaluation,
    EvaluationDay,
    GoldenQuestion,
    GoldenResult,
    JudgedAnswer,
    Judgement,
    SelfTest,
    ShownGolden,
    WeakAnswer,
)
from pipelines.store.database import Database, Json, Row, storable, text_or_none


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

    async def answer_to_judge(self, answer_id: str) -> AnswerToJudge | None:
        """Return what a judge may be shown; None of what is gone, closed, a refusal, or judged."""
        rows = await self._database.rows("answer_to_judge", p_id=answer_id)
        if not rows:
            return None
        [row] = rows
        passages = tuple(dict.fromkeys(row["passages"]))
        return AnswerToJudge(row["question"], row["answer"], row["asker"], passages)

    async def record_judgement(self, answer_id: str, judgement: Judgement) -> None:
        """Keep what a judge says of an answer; the first time counts."""
        await self._database.value(
            "record_judgement",
            p_id=answer_id,
            p_model=storable(judgement.model),
            p_relevance=judgement.relevance,
            p_groundedness=judgement.groundedness,
            p_answer_relevance=judgement.answer_relevance,
        )

    async def judged_answers(self, limit: int) -> tuple[JudgedAnswer, ...]:
        """Return the answers that were judged last."""
        rows = await self._database.rows("judged_answers", p_limit=limit)
        return tuple(JudgedAnswer(_evaluation(row), _judgement(row)) for row in rows)

    async def keep_self_tests(self, document_id: str, tests: Sequence[SelfTest]) -> None:
        """Keep the questions of a document, in the place of those it had."""
        rows = [
            {"question": storable(one.question), "passage_idx": one.passage_idx} for one in tests
        ]
        await self._database.value(
            "keep_self_tests", p_document_id=document_id, p_questions=Json(rows)
        )

    async def golden_questions(
        self, keys: Sequence[str] | None = None
    ) -> tuple[GoldenQuestion, ...]:
        """Return the questions that are known to be answered well: these, or all."""
        wanted = None if keys is None else list(keys)
        rows = await self._database.rows("golden_questions", p_keys=wanted)
        return tuple(
            GoldenQuestion(
                *(row["key"], row["question"], row["language"], row["asker"], row["passage"])
            )
            for row in rows
        )

    async def get_golden_question(self, key: str, *, asker: int) -> ShownGolden | None:
        """Return one of them as this owner may see it; None for anybody else, or if it is gone."""
        rows = await self._database.rows("get_golden_question", p_key=key, p_asker=asker)
        return ShownGolden(**rows[0]) if rows else None

    async def record_run(
        self, run_id: str, results: Sequence[GoldenResult], *, is_nightly: bool
    ) -> None:
        """Keep how the golden questions were answered, once for a run."""
        await self._database.value(
            "record_evaluation_run",
            p_run_id=run_id,
            p_is_nightly=is_nightly,
            p_results=Json([asdict(one) for one in results]),
        )

    async def last_run(self, run_id: str, *, is_nightly: bool) -> tuple[GoldenResult, ...] | None:
        """Return how they were answered before this run, by night or by whatever was last.

        None: they never were.
        """
        rows = await self._database.rows(
            "last_evaluation_run", p_run_id=run_id, p_is_nightly=is_nightly
        )
        if not rows:
            return None
        return tuple(
            GoldenResult(
                one["key"],
                one["is_right"],
                Evaluation(**one["evaluation"]) if one["evaluation"] else None,
            )
            for one in rows[0]["results"]
        )


def _day_of(value: date | str) -> date:
    return date.fromisoformat(value) if isinstance(value, str) else value


def _judgement(row: Row) -> Judgement:
    return Judgement(
        row["judge_model"],
        float(row["judge_relevance"]),
        float(row["judge_groundedness"]),
        float(row["judge_answer_relevance"]),
    )


def _evaluation(row: Row) -> Evaluation:
    return Evaluation(
        float(row["relevance"]), float(row["groundedness"]), float(row["answer_relevance"])
    )
