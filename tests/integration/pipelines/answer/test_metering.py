"""What a language model takes is counted for whoever asks, and no more than the budget is taken."""

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import pytest

from pipelines.answer.writing.metering import Metering
from pipelines.errors import BudgetSpent, ModelUnavailable
from pipelines.models.chat import Completion, Turn, Usage
from pipelines.models.usage import PersonUsage, Prices, Taken
from pipelines.store.store import Store

ANNA, BOB = 501, 502
ASKED = [Turn("user", "How long is the warranty?")]


@dataclass
class Model:
    """A language model that says this."""

    completion: Completion
    asked: list[Sequence[Turn]] = field(default_factory=list)

    async def complete(self, system: str, turns: Sequence[Turn], **_: Any) -> Completion:
        self.asked.append(turns)
        return self.completion


def said(prompt: int, completion: int, model: str = "m") -> Model:
    return Model(Completion("Yes.", usage=Usage(prompt, completion), model=model))


async def test_tokens_are_added_up_by_person(store: Store) -> None:
    first, second = Metering(said(100, 20), store.usage), Metering(said(9, 1, "n"), store.usage)
    await asyncio.gather(*(first.complete(ANNA, "", ASKED) for _ in range(8)))
    await second.complete(ANNA, "", ASKED)
    await second.complete(BOB, "", ASKED)
    taken = Taken(9, 809, 161)
    assert await store.usage.get_model_usage(ANNA) == PersonUsage(taken, taken)
    assert await store.usage.tokens_used_today(ANNA) == 970
    assert await store.usage.tokens_used_today(BOB) == 10
    assert await store.usage.tokens_used_today(503) == 0
    assert await store.usage.get_model_usage(503) == PersonUsage(Taken(), Taken())


async def test_over_the_budget_the_model_is_not_asked(store: Store) -> None:
    model = said(100, 20)
    metering = Metering(model, store.usage, daily_tokens=121)
    await metering.complete(ANNA, "", ASKED)
    await metering.complete(ANNA, "", ASKED)
    with pytest.raises(BudgetSpent, match="answer-budget-spent"):
        await metering.complete(ANNA, "", ASKED)
    assert len(model.asked) == 2
    await metering.complete(BOB, "", ASKED)
    await metering.complete(None, "", ASKED)
    await metering.complete(None, "", ASKED)


async def test_what_nobody_counts_is_estimated(store: Store) -> None:
    await Metering(Model(Completion("Yes.")), store.usage).complete(ANNA, "Be brief.", ASKED)
    usage = await store.usage.get_model_usage(ANNA)
    assert usage.today.calls == 1
    assert 10 < usage.today.prompt < 60
    assert 0 < usage.today.completion < 6


async def test_only_an_owner_is_told_of_everybody(store: Store) -> None:
    await store.people.ensure_user(ANNA, "Anna", "ru")
    for asker, tokens in ((ANNA, 5), (BOB, 500), (None, 50)):
        await Metering(said(tokens, 1), store.usage).complete(asker, "", ASKED)
    assert (await store.usage.get_team_usage(ANNA, 20)).shares == ()
    await store.people.appoint_owners((ANNA,))
    team = await store.usage.get_team_usage(ANNA, 2)
    assert [(one.telegram_id, one.display_name) for one in team.shares] == [(BOB, None), (0, None)]
    assert (team.people, team.total) == (3, Taken(3, 555, 3))
    assert (await store.usage.get_team_usage(BOB, 20)).shares == ()


def test_a_price_is_of_a_million_tokens() -> None:
    prices = Prices(prompt=0.5, completion=2.0, currency="€")
    assert prices.of(Taken(1, 1_000_000, 500_000)) == pytest.approx(1.5)
    assert not Prices()


@dataclass
class Halting:
    """A language model that writes a little, and then goes on for ever or breaks off."""

    fault: Exception | None = None
    name: str = "halting"
    has_begun: asyncio.Event = field(default_factory=asyncio.Event)

    async def complete(
        self, system: str, turns: Sequence[Turn], *, on_growth: Any = None, **_: Any
    ) -> Completion:
        on_growth("The warranty runs for")
        self.has_begun.set()
        if self.fault is not None:
            raise self.fault
        await asyncio.Event().wait()
        raise AssertionError("it goes on for ever")


async def test_what_is_stopped_or_breaks_off_is_counted_as_far_as_it_came(store: Store) -> None:
    def grow(_: str) -> None:
        """Show nothing."""

    stopped = Halting()
    asking = asyncio.create_task(
        Metering(stopped, store.usage).complete(ANNA, "Be brief.", ASKED, on_growth=grow)  # type: ignore[arg-type]
    )
    await stopped.has_begun.wait()
    asking.cancel()
    with pytest.raises(asyncio.CancelledError):
        await asking
    broken = Metering(Halting(ModelUnavailable("gone")), store.usage)  # type: ignore[arg-type]
    with pytest.raises(ModelUnavailable):
        await broken.complete(ANNA, "Be brief.", ASKED, on_growth=grow)
    taken = (await store.usage.get_model_usage(ANNA)).today
    assert taken.calls == 2
    assert 20 < taken.prompt < 120
    assert 4 < taken.completion < 24
