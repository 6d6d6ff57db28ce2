"""Metering: whom a language model answered, at how many tokens, and no further than the budget."""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, replace

from pipelines.answer.state import NotHad
from pipelines.errors import (
    BudgetSpent,
    Failure,
    ModelBroken,
    ModelRefused,
    ModelUnavailable,
    one_line,
)
from pipelines.models.chat import Completion, Tool, Turn, Usage
from pipelines.nodes.prompting.budgeting import estimate_usage
from pipelines.ports import LanguageModel
from pipelines.store.talk.usage import UsageStore

BASE = 0  # who pays for what no person asked for, and where there is a limit has it, too
MODEL_REFUSED = "model-refused"  # the code of what owners are told
BUDGET_SPENT = "answer-budget-spent"

logger = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Metering:
    """A language model that counts for whom it is asked.

    Args:
        daily_tokens: that each person may take a day, of prompts and answers; 0: as many as wanted.
    """

    model: LanguageModel
    usage: UsageStore
    daily_tokens: int = 0

    @property
    def takes_tools(self) -> bool:
        """Whether the model takes tools, as far as is known."""
        return bool(getattr(self.model, "takes_tools", True))

    async def complete(
        self,
        payer: int | None,
        system: str,
        turns: Sequence[Turn],
        *,
        tools: Sequence[Tool] = (),
        on_growth: Callable[[str], None] | None = None,
        on_loading: Callable[[], Awaitable[None]] | None = None,
    ) -> Completion:
        """Ask the model for somebody, and count what it took, whatever becomes of the answer.

        Without a payer there is no limit: so it is for whoever is at the machine. What was stopped,
        or broke off, was read all the same: it is estimated.

        Returns:
            What it said, with the tokens; estimated ones where the endpoint does not count them.
        Raises:
            BudgetSpent: the payer took all tokens of this day; the model was not asked.
            ModelRefused: the endpoint turns us away: a setting is wrong, as the log says.
        """
        if await self._is_spent(payer):
            raise BudgetSpent(BUDGET_SPENT)
        grown = _Grown(on_growth)
        try:
            completion = await self.model.complete(
                system,
                turns,
                tools=tools,
                on_growth=grown.grow if on_growth else None,
                on_loading=on_loading,
            )
        except asyncio.CancelledError:
            await self._count(payer, "", estimate_usage(system, turns, grown.text))
            raise
        except ModelUnavailable:
            if grown.text:
                await self._count(payer, "", estimate_usage(system, turns, grown.text))
            raise
        except ModelBroken as error:
            logger.error("language model: %s", one_line(error))
            raise ModelRefused(MODEL_REFUSED) from error
        said = completion.text + "".join(call.arguments for call in completion.calls)
        taken = completion.usage or estimate_usage(system, turns, said)
        await self._count(payer, completion.model, taken)
        return replace(completion, usage=taken)

    async def _count(self, payer: int | None, model: str, taken: Usage) -> None:
        """Count what was taken, even if whoever waits for it is stopped meanwhile."""
        name = model or str(getattr(self.model, "name", ""))
        await asyncio.shield(self.usage.add_model_usage(payer, name, taken))

    async def _is_spent(self, payer: int | None) -> bool:
        if not self.daily_tokens or payer is None:
            return False
        return await self.usage.tokens_used_today(payer) >= self.daily_tokens


class _Grown:
    """Remembers how far a text came that somebody takes as it grows."""

    def __init__(self, on_growth: Callable[[str], None] | None) -> None:
        self._on_growth = on_growth
        self.text = ""

    def grow(self, text: str) -> None:
        self.text = text
        if self._on_growth is not None:
            self._on_growth(text)


def not_had(failure: Failure) -> NotHad:
    """Say why a model could not be had."""
    return "spent" if failure.code == BUDGET_SPENT else "silent"
