"""What keeping and learning add to an answer: milliseconds at the median, on the way and behind it.

Every question is asked, and what is done for traces, the triad, rules and gaps is timed step by
step, over a base in which a hundred questions have a rule. `on_the_way_ms` is what the reply waits
for, `behind_ms` what is done once it was sent. Rules are looked up beside the search: `rules_ms` is
the median of what a search takes longer than the same search without them, in turn.
"""

import copy
import random
import time
from collections.abc import Awaitable
from dataclasses import replace
from pathlib import Path
from typing import TypeVar
from uuid import uuid4

from benchmarks.figures import Figures, percentile
from benchmarks.learning.corrections import READER, accept, admit, correct
from benchmarks.product import Product, fresh_storage, open_product, progress
from benchmarks.retrieval.asking import ask, warm_up
from benchmarks.squad import Corpus
from pipelines.answer.following.evaluating import answer_log
from pipelines.answer.following.records import interaction_of, log_gap, sources_of
from pipelines.answer.state import AnswerState
from pipelines.answer.steps import AnswerSteps
from pipelines.models.interactions import Interaction
from pipelines.models.learning.rules import RuleCandidate
from pipelines.models.requests import AnswerRequest
from pipelines.store.learning.rules import RuleStore

ON_THE_WAY = ("rules", "keep")
BEHIND = ("measure", "note", "wording", "gap")
_RULES = 100
_NOTED = 10
_ROUNDS = 3

Kept = TypeVar("Kept")


class _Stopwatch:
    """Milliseconds by step, a list each."""

    def __init__(self) -> None:
        self.spent: dict[str, list[float]] = {}

    async def time(self, step: str, work: Awaitable[Kept]) -> Kept:
        began = time.perf_counter()
        done = await work
        self.spent.setdefault(step, []).append((time.perf_counter() - began) * 1000)
        return done


async def measure(corpus: Corpus, models_dir: Path, *, questions: int, seed: int) -> Figures:
    """Ask so many questions, drawn by chance, and time what each of them leaves."""
    chance = random.Random(seed)  # noqa: S311 (nothing is kept secret by it)
    async with fresh_storage() as storage, open_product(storage, models_dir) as product:
        await admit(product, len(corpus.questions))
        await product.ingest(corpus.articles)
        await warm_up(product.answering, corpus)
        chosen = chance.sample([one.text for one in corpus.questions], questions + _RULES)
        await _teach(product, chosen[:_RULES])
        watch = _Stopwatch()
        for text in chosen[_RULES:]:
            await _ask(product, text, watch)
    middle = {step: round(percentile(spent, 50), 2) for step, spent in watch.spent.items()}
    behind = [step for step in BEHIND if step in middle]
    return {
        "questions": questions,
        "rules": _RULES,
        "answer_ms": middle.pop("answer"),
        **{f"{step}_ms": middle[step] for step in (*ON_THE_WAY, *behind)},
        "on_the_way_ms": _sum_of(watch, ON_THE_WAY),
        "behind_ms": _sum_of(watch, behind),
    }


def _sum_of(watch: _Stopwatch, steps: tuple[str, ...] | list[str]) -> float:
    """Return the median of what the steps took together; a gap is not logged of every question."""
    return round(sum(percentile(watch.spent[step], 50) for step in steps if step != "gap"), 2)


async def _teach(product: Product, texts: list[str]) -> None:
    """Give questions a rule each: what they cite is not for them."""
    taught = []
    for number, text in enumerate(texts):
        answered = await ask(product.answering, text, asker=READER)
        if not answered.ranked:
            continue
        state, wrong = answered.state, answered.ranked[0]
        reader = READER + number // 20
        interaction = await _keep(product, state, reader)
        if interaction is not None:
            taught.append(
                await correct(
                    *(product, reader, interaction.id, text, state.language),
                    wrong=wrong,
                    right=None,
                )
            )
    await accept(product, taught)
    progress(f"{len(taught)} questions have a rule")


async def _keep(product: Product, state: AnswerState, reader: int) -> Interaction | None:
    run = f"benchmark-{uuid4()}"
    request = replace(state.request, user_id=f"{reader}", asker=reader, run_id=run)
    state = replace(state, request=request)
    interaction = interaction_of(state)
    if interaction is not None:
        await product.storage.store.interactions.log_interaction(interaction)
    return interaction


class _NoRules(RuleStore):
    """Knows of no rule."""

    async def rules_for(self, *_: object, **__: object) -> tuple[RuleCandidate, ...]:
        return ()


async def _with_rules(steps: AnswerSteps, text: str) -> float:
    """Return by how many milliseconds a search with rules takes longer than one without."""
    store = copy.copy(steps.store)
    store.rules = _NoRules(store.database)
    state = await steps.parse_question(AnswerRequest(text, user_id="benchmark", asker=READER))
    watch, without = _Stopwatch(), replace(steps, store=store)
    for _ in range(_ROUNDS):
        await watch.time("with", steps.search(state))
        await watch.time("without", without.search(state))
    return min(watch.spent["with"]) - min(watch.spent["without"])


async def _ask(product: Product, text: str, watch: _Stopwatch) -> None:
    """Answer a question as the pipeline does, and time what is done besides."""
    steps, store = product.answering, product.storage.store
    answered = await watch.time("answer", ask(steps, text, asker=READER))
    request = replace(
        answered.state.request, user_id=f"{READER}", asker=READER, run_id=f"benchmark-{uuid4()}"
    )
    state = replace(answered.state, request=request)
    query = await steps.embedder.embed_query(state.readings[-1].question)  # known from the search
    watch.spent.setdefault("rules", []).append(await _with_rules(steps, text))
    if state.abstained:
        state = await steps.abstain(state)
    interaction = interaction_of(state)
    if interaction is None:
        return
    interaction = replace(interaction, sources=await sources_of(state, store, 10))
    await watch.time("keep", store.interactions.log_interaction(interaction))
    log = await watch.time("measure", answer_log(state, steps.scoring))
    await watch.time("note", store.interactions.note_answer(interaction.id, log))
    await watch.time(
        "wording",
        store.rules.log_asked_question(
            interaction.id,
            query.embedding,
            language=state.language,
            passages=[hit.id for hit in state.hits[:_NOTED]],
            rules=state.rules,
        ),
    )
    if state.abstained or state.is_nearest:
        await watch.time("gap", log_gap(interaction, query, state, store.gaps))
