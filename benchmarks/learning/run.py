"""Ask everything, correct a part of it in one language, and ask everything again in all of them.

`holds`: corrected questions whose best passage is as it was corrected to be; `holds_in_twins`: the
same of their translations, which nobody corrected. `collateral`: other questions, in all
languages, whose best passage or answer changed, of those that had been asked before in one of them;
`collateral_unseen`: of the quarter that had never been asked. Other wordings of a corrected
question, with the same reference answer from the same paragraph, are neither: `rewordings_hold`.
`hostile_active`: corrections of a flood by five accounts that are in force before anybody accepts
them. `undone_identical`: after undoing, every ranking and answer is what it was, to the byte.
"""

import random
import time
from collections.abc import Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, replace
from pathlib import Path

from benchmarks.figures import Figures, percentile, share
from benchmarks.learning.corrections import (
    KINDS,
    OWNER,
    READER,
    Corrected,
    Place,
    accept,
    admit,
    correct,
    notes,
    place_of,
    reader_of,
    undo,
)
from benchmarks.product import Product, fresh_storage, open_product, progress
from benchmarks.retrieval.asking import ask, warm_up
from benchmarks.squad import Corpus
from pipelines.answer.state import AnswerState
from pipelines.models.answers import Passage
from pipelines.models.interactions import interaction_id_of
from pipelines.models.learning.rules import Proposal

_UNSEEN = 4  # every so many a question has not been asked before
_HOSTILE = range(101, 106)
_FLOOD = 500
_SHOWN = 40  # questions that changed


@dataclass(frozen=True, slots=True)
class Seen:
    """What came of a question: all that was ranked, with its scores, and what was answered."""

    ranking: tuple[tuple[int, float | None], ...]
    best: Place | None
    answer: str
    passage: Passage | None
    state: AnswerState
    ms: float

    @property
    def outcome(self) -> tuple[Place | None, str]:
        """What a correction of something else must not change."""
        return self.best, self.answer


Asked = Mapping[tuple[int, int], Seen]  # by number of the file, and of the question


async def measure(
    corpora: Sequence[Corpus], models_dir: Path, *, corrections: int, seed: int
) -> Figures:
    """Correct questions of the first file; the others are the same in other languages."""
    chance = random.Random(seed)  # noqa: S311 (nothing is kept secret by it)
    async with fresh_storage() as storage, open_product(storage, models_dir) as product:
        await admit(product, len(corpora[0].questions))
        await product.ingest(corpora[0].articles)
        await warm_up(product.answering, corpora[0])
        numbers = range(len(corpora[0].questions))
        unseen = {number for number in numbers if number % _UNSEEN == 0}
        before = await _ask_all(product, corpora, logged=set(numbers) - unseen)
        hostile = await _flood(product, corpora[0], before, chance)
        answered = [n for n in numbers if n not in unseen and before[0, n].passage is not None]
        chosen = sorted(chance.sample(answered, min(corrections, len(answered))))
        corrected, added = await _correct(product, corpora[0], chosen, before, chance)
        await accept(product, list(corrected.values()))
        after = await _ask_all(product, corpora)
        await undo(product, list(corrected.values()))
        for document in added:
            await storage.store.documents.delete_document(document, actor=OWNER)
        restored = await _ask_all(product, corpora)
    twins = [(file, n) for file in range(1, len(corpora)) for n in corrected]
    reworded = _rewordings(corpora[0], corrected)
    others = [key for key in before if key[1] not in corrected and key[1] not in reworded]
    changed = {key for key in others if before[key].outcome != after[key].outcome}
    taught = {one.rule_id: corpora[0].questions[n].text for n, one in corrected.items()}
    for file, n in sorted(changed)[:_SHOWN]:
        by = [taught[rule] for rule in after[file, n].state.rules]
        progress(f"changed: {corpora[file].questions[n].text} | by {by} | {n in unseen=}")
    return {
        "questions": len(numbers),
        "corrected": len(corrected),
        "reworded": len(reworded),
        "holds": share(one.holds(after[0, n].best) for n, one in corrected.items()),
        "holds_in_twins": share(corrected[n].holds(after[file, n].best) for file, n in twins),
        "rewordings_hold": share(
            after[0, n].best != before[0, n].best for n in reworded if before[0, n].passage
        ),
        "collateral": share(key in changed for key in others if key[1] not in unseen),
        "collateral_unseen": share(key in changed for key in others if key[1] in unseen),
        "hostile_active": hostile,
        "undone_identical": float(_are_identical(before, restored)),
        "p50_ms_without": round(percentile([one.ms for one in before.values()], 50), 2),
        "p50_ms_with": round(percentile([one.ms for one in after.values()], 50), 2),
    }


def _are_identical(before: Asked, restored: Asked) -> bool:
    """Say whether every ranking and every answer is what it was."""
    return all(
        (before[key].ranking, before[key].answer) == (restored[key].ranking, restored[key].answer)
        for key in before
    )


def _rewordings(corpus: Corpus, corrected: Mapping[int, Corrected]) -> set[int]:
    """Return questions that ask a corrected one again: same paragraph, same reference answers."""
    asked = {(corpus.questions[n].place, corpus.questions[n].answers) for n in corrected}
    return {
        n
        for n, question in enumerate(corpus.questions)
        if n not in corrected and (question.place, question.answers) in asked
    }


async def _ask_all(
    product: Product, corpora: Sequence[Corpus], logged: AbstractSet[int] = frozenset()
) -> Asked:
    """Ask every question of every file; of the first, `logged` are kept as asked."""
    seen: dict[tuple[int, int], Seen] = {}
    for file, corpus in enumerate(corpora):
        for n, question in enumerate(corpus.questions):
            seen[file, n] = await _ask(
                product, question.text, n, is_logged=file == 0 and n in logged
            )
        progress(f"file {file + 1} of {len(corpora)}: {len(corpus.questions)} questions asked")
    return seen


async def _ask(product: Product, question: str, number: int, *, is_logged: bool) -> Seen:
    began = time.perf_counter()
    answered = await ask(product.answering, question, asker=READER)
    ms = (time.perf_counter() - began) * 1000
    state, ranked = answered.state, answered.ranked
    if is_logged:
        await _keep(product, state, reader_of(number), _run(number))
    return Seen(
        tuple((one.id, one.fused_score) for one in ranked),
        place_of(ranked[0]) if ranked else None,
        "" if state.abstained else state.text,
        ranked[0] if ranked else None,
        state,
        ms,
    )


async def _keep(product: Product, state: AnswerState, asker: int, run: str) -> None:
    """Save an answer, in a chat of its own: no question follows another one."""
    request = replace(state.request, user_id=f"{asker}", asker=asker, run_id=run)
    kept = replace(state, request=request)
    steps = product.answering
    await steps.note(await steps.save(await steps.abstain(kept) if kept.abstained else kept))


async def _correct(
    product: Product,
    corpus: Corpus,
    chosen: Sequence[int],
    before: Asked,
    chance: random.Random,
) -> tuple[dict[int, Corrected], list[str]]:
    """Correct the chosen questions, a third in each way; the ids of documents that were added."""
    store = product.storage.store
    added, _ = await product.ingest(notes(len(chosen) // len(KINDS) + 1, chance.randrange(1000)))
    written = list(added)
    corrected: dict[int, Corrected] = {}
    for turn, number in enumerate(chosen):
        kind, seen, right = KINDS[turn % len(KINDS)], before[0, number], None
        if kind == "point":
            elsewhere = [
                one.passage
                for (file, n), one in before.items()
                if file == 0 and one.passage is not None and one.best != seen.best and n != number
            ]
            right = chance.choice(elsewhere)
        elif kind == "words":
            document = written[turn // len(KINDS)]
            [right] = await store.search.document_passages(document, asker=READER, limit=1)
        corrected[number] = await correct(
            product,
            reader_of(number),
            interaction_id_of(_run(number)),
            corpus.questions[number].text,
            seen.state.language,
            wrong=seen.passage,
            right=right,
        )
    return corrected, written


async def _flood(product: Product, corpus: Corpus, before: Asked, chance: random.Random) -> int:
    """Let five accounts correct as much as they can; return how many of it is in force."""
    store = product.storage.store
    for account in _HOSTILE:
        await store.people.ensure_user(account, f"account {account}", "en")
    asked = [n for (file, n), one in before.items() if file == 0 and one.passage is not None]
    active = 0
    for turn in range(_FLOOD):
        account, number = _HOSTILE[turn % len(_HOSTILE)], chance.choice(asked)
        seen = before[0, number]
        assert seen.passage is not None
        run, question = f"flood-{turn}", corpus.questions[number].text
        await _keep(product, seen.state, account, run)
        query = await product.models.embedder.embed_query(question)
        proposal = Proposal(
            *("suppress", question, seen.state.language, "wrong"), shown=seen.passage.id
        )
        proposed = await store.rules.propose_rule(
            *(interaction_id_of(run), proposal, query.embedding), asker=account, chat=str(account)
        )
        active += proposed.state == "active"
    rules = await store.rules.list_rules(OWNER, state="active", limit=_FLOOD)
    for rule in await store.rules.list_rules(OWNER, state="draft", limit=_FLOOD):
        await store.rules.decide_rule(rule.rule.id, "reject", actor=OWNER)
    return max(active, len(rules))


def _run(number: int) -> str:
    return f"asked-{number}"
