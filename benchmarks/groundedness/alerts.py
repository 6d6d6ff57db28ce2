"""Whether owners hear of it when passages are silently corrupted, and hear nothing otherwise.

The base holds the passages of this benchmark; their questions are asked day after day, in a drawn
order, as people ask, and the answers are measured as in the product. Then the texts of a tenth of
the passages are replaced by those of others, while their vectors stay.
"""

import random
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from pathlib import Path
from statistics import fmean

import psycopg

from benchmarks.groundedness.run import ours
from benchmarks.product import Product, as_superuser, fresh_storage, open_product
from benchmarks.squad import Article
from pipelines.answer.following.evaluating import evaluate
from pipelines.models.learning.evaluations import Evaluation, EvaluationDay
from pipelines.models.requests import AnswerRequest
from pipelines.nodes.evaluating.alerting import drops

_FIRST = date(2026, 1, 1)
_CORRUPTED = 0.1  # of the passages
_LONGEST_WAIT = 10  # days after which an alert is missed
_ASKED = ("dev", "held")  # sets of cases whose questions are asked


@dataclass(frozen=True, slots=True)
class Figures:
    """What was raised: alerts in quiet days, and the questions until one after corruption.

    questions_to_alert: in each of the trials, each with other passages; None: none came.
    """

    questions_a_day: int
    quiet_days: int
    quiet_alerts: int
    quiet_relevance: float
    quiet_groundedness: float
    quiet_answer_relevance: float
    corrupted_passages: int
    corrupted_groundedness: tuple[float, ...]
    questions_to_alert: tuple[int | None, ...]


async def measure(models_dir: Path, *, days: int, a_day: int, trials: int, seed: int) -> Figures:
    """Ask, corrupt, ask again."""
    chance = random.Random(seed)  # noqa: S311 (nothing is kept secret by it)
    cases = [case for some in ours(_ASKED).values() for case in some]
    questions = list(dict.fromkeys(case.question for case in cases))
    texts = list(dict.fromkeys(text for case in cases for text in case.evidence))
    async with fresh_storage() as storage, open_product(storage, models_dir) as product:
        await product.ingest([Article(f"Document {at}", (one,)) for at, one in enumerate(texts)])
        async with await psycopg.AsyncConnection.connect(
            as_superuser(storage), autocommit=True
        ) as connection:
            sound = await _measured(product, questions)
            quiet = list(_days(sound, chance, days, a_day))
            waits, spoiled = list[int | None](), list[float]()
            corrupted = 0
            for _ in range(trials):
                corrupted = await _corrupt(connection, chance)
                bad = await _measured(product, questions)
                await _restore(connection)
                after = list(_days(bad, chance, _LONGEST_WAIT, a_day, first=days))
                waits.append(_wait(quiet, after, a_day))
                spoiled.append(round(fmean(one.groundedness for one in after), 3))
    return Figures(
        a_day,
        days,
        sum(bool(drops(quiet[: at + 1], day.day)) for at, day in enumerate(quiet)),
        round(fmean(day.relevance for day in quiet), 3),
        round(fmean(day.groundedness for day in quiet), 3),
        round(fmean(day.answer_relevance for day in quiet), 3),
        corrupted,
        tuple(spoiled),
        tuple(waits),
    )


async def _measured(product: Product, questions: Sequence[str]) -> list[Evaluation]:
    found = []
    for question in questions:
        request = AnswerRequest(question, "benchmark", None, "benchmark", is_kept=False)
        state = await product.answering.parse_question(request)
        state = await product.answering.answer_in_quotes(state)
        evaluation = await evaluate(state, product.answering.scoring)
        if evaluation is not None:
            found.append(evaluation)
    print(f"{len(found)} questions asked", file=sys.stderr)
    return found


def _days(
    answers: Sequence[Evaluation], chance: random.Random, days: int, a_day: int, *, first: int = 0
) -> Iterator[EvaluationDay]:
    """Yield days on which so many of the answers were given, any of them again and again."""
    for number in range(first, first + days):
        today = chance.choices(answers, k=a_day)
        given = [one for one in today if not one.is_refusal]
        if given:
            yield EvaluationDay(
                _FIRST + timedelta(days=number),
                len(given),
                len(today) - len(given),
                fmean(one.relevance for one in given),
                fmean(one.groundedness for one in given),
                fmean(one.answer_relevance for one in given),
            )


def _wait(quiet: Sequence[EvaluationDay], after: Sequence[EvaluationDay], a_day: int) -> int | None:
    for at, day in enumerate(after, start=1):
        if drops([*quiet, *after[:at]], day.day):
            return at * a_day
    return None


async def _corrupt(connection: psycopg.AsyncConnection, chance: random.Random) -> int:
    """Replace the texts of a tenth of the passages by those of others; return how many."""
    await connection.execute(
        "create table if not exists sound_texts as"
        " select id, paragraph_text from public.documents_paragraphs"
    )
    rows = await (await connection.execute("select * from sound_texts order by id")).fetchall()
    chosen = chance.sample(rows, max(1, round(_CORRUPTED * len(rows))))
    for number, _ in chosen:
        other = chance.choice([text for id_, text in rows if id_ != number])
        await connection.execute(
            "update public.documents_paragraphs set paragraph_text = %s where id = %s",
            [other, number],
        )
    return len(chosen)


async def _restore(connection: psycopg.AsyncConnection) -> None:
    await connection.execute(
        "update public.documents_paragraphs as p set paragraph_text = s.paragraph_text"
        " from sound_texts as s where s.id = p.id and s.paragraph_text <> p.paragraph_text"
    )
