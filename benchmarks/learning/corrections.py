"""Corrections of answers: as a reader gives them, and as an admin accepts and undoes them."""

import random
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from benchmarks.product import Product
from benchmarks.refused import CannotMeasure
from benchmarks.squad import Article
from pipelines.models.answers import Passage
from pipelines.models.learning.rules import Proposal

OWNER, READER = 1, 2
_A_DAY = 20
Kind = Literal["suppress", "point", "words"]
KINDS: tuple[Kind, ...] = ("suppress", "point", "words")
Place = tuple[str, int]  # which document, and which of its passages


@dataclass(frozen=True, slots=True)
class Corrected:
    """What was corrected: `wrong` is not to be the best passage any more, or `right` is to be."""

    rule_id: int
    wrong: Place | None
    right: Place | None

    def holds(self, best: Place | None) -> bool:
        """Say whether the best passage of a question is as it was corrected to be."""
        return best == self.right if self.right is not None else best != self.wrong


def place_of(passage: Passage) -> Place:
    """Name a passage, whichever of its chunks it was found by."""
    return passage.document_id, passage.passage_idx


def notes(count: int, seed: int) -> list[Article]:
    """Write what people say is right instead, without a word of the question."""
    chance = random.Random(seed)  # noqa: S311 (nothing is kept secret by it)
    said = ("That changed last year: it is {} now.", "No, it was {} all along.", "Ask {} for that.")
    names = ("Zorvex", "Quillan", "Tamrik", "Oldesse", "Brannock")
    return [
        Article(
            f"note {number}",
            (chance.choice(said).format(f"{chance.choice(names)} {number}"),),
        )
        for number in range(count)
    ]


def reader_of(number: int) -> int:
    """Return who asks a question: somebody may correct so many answers a day."""
    return READER + number // _A_DAY


async def admit(product: Product, questions: int) -> None:
    """Let in an owner, and whoever asks that many questions."""
    people = product.storage.store.people
    for person in (OWNER, *sorted({reader_of(number) for number in range(questions)})):
        await people.ensure_user(person, f"person {person}", "en")
    await people.appoint_owners((OWNER,))


async def correct(
    product: Product,
    reader: int,
    interaction: str,
    question: str,
    language: str,
    *,
    wrong: Passage | None,
    right: Passage | None,
) -> Corrected:
    """Correct an answer as its reader, who can only propose it.

    Raises:
        CannotMeasure: it is not taken, or in force before anybody has accepted it.
    """
    query = await product.models.embedder.embed_query(question)
    proposal = Proposal(
        "suppress" if right is None else "prefer",
        question,
        language,
        "wrong",
        shown=wrong.id if wrong else None,
        right=right.id if right else None,
    )
    proposed = await product.storage.store.rules.propose_rule(
        interaction, proposal, query.embedding, asker=reader, chat=str(reader)
    )
    if proposed.rule_id is None or proposed.state != "draft":
        raise CannotMeasure(f"a correction was not taken as a draft: {proposed.state}")
    return Corrected(
        proposed.rule_id,
        place_of(wrong) if wrong else None,
        place_of(right) if right else None,
    )


async def accept(product: Product, corrected: Sequence[Corrected]) -> None:
    """Accept corrections as the owner."""
    for each in corrected:
        await product.storage.store.rules.decide_rule(each.rule_id, "accept", actor=OWNER)


async def undo(product: Product, corrected: Sequence[Corrected]) -> None:
    """Undo them."""
    for each in corrected:
        await product.storage.store.rules.decide_rule(each.rule_id, "undo", actor=OWNER)
