"""Answer with what people have pointed at under a refusal, wherever nothing else answers.

Whether there would be an answer is known here alone: passages that come near enough to be looked at
may still hold none.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from pipelines.answer.quoting.found import Told
from pipelines.answer.quoting.within import Within
from pipelines.answer.state import AnswerState, Hit, Reading
from pipelines.models.learning.rules import Rule


@dataclass(frozen=True, slots=True)
class Pointed:
    """What a question is answered with, and else with what is known to answer it."""

    within: Within

    async def tell(self, reading: Reading, state: AnswerState) -> tuple[Reading, Told]:
        """Answer one question, and return the reading of it that was answered."""
        answered, told = await self.within.tell(reading, state)
        rules = _waiting(reading)
        if not rules or (told.lines and not told.is_nearest):
            return answered, told
        taught = replace(
            reading,
            hits=tuple(Hit(rule.right_passage, 1.0) for rule in rules if rule.right_passage),
            preferred=rules,
            acted=(*reading.acted, *(rule.id for rule in rules)),
            confidence=1.0,
        )
        said = await self.within.rereading.composing.tell(taught, state)
        return (taught, said) if said.lines and not said.is_nearest else (answered, told)


def _waiting(reading: Reading) -> tuple[Rule, ...]:
    """Return the rules that were made where nothing answered, and have not acted yet."""
    rules: Sequence[Rule] = reading.rules
    return tuple(
        rule
        for rule in rules
        if rule.shown_document_id is None
        and rule.right_passage is not None
        and rule.kind != "retire"
        and rule.id not in reading.acted
    )
