"""Many people send many files at once, to the whole bot: nothing is lost, limits are kept.

Ten files an album, 200 in all, are `python -m benchmarks uploads`.
"""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio

from benchmarks.latency.uploads import count_behind, flood, most_within
from bot.stack import Stack, open_stack
from tests.support.bot.stack_harness import settings_for

PER_CHAT, PER_CHAT_AND_MINUTE, OVERALL = 1, 60, 30  # messages that Telegram takes a second


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def stack(tmp_path_factory: pytest.TempPathFactory, models_dir: Path) -> AsyncIterator[Stack]:
    async with open_stack(settings_for(tmp_path_factory.mktemp("data"), models_dir)) as running:
        yield running


@pytest.mark.nightly
async def test_albums_that_five_people_send_at_once(stack: Stack) -> None:
    seen = await flood(stack, range(9001, 9006), albums=4, files=2, apart=False)
    assert (seen.stored, seen.unfound) == (40, 0)
    assert seen.last_words == seen.receipts == seen.batches
    assert seen.most_in_a_chat_per_second <= PER_CHAT
    assert seen.most_in_a_chat_per_minute <= PER_CHAT_AND_MINUTE
    assert seen.most_overall_per_second <= OVERALL
    assert seen.behind == 0


@pytest.mark.nightly
async def test_a_bot_that_is_told_to_wait_waits_and_loses_nothing(stack: Stack) -> None:
    """Refused more than Telegram would: one message in three seconds is less than it sends."""
    limits = {"chat_most": 1, "chat_seconds": 3}
    ids = range(9101, 9104)
    seen = await flood(stack, ids, albums=2, files=2, apart=True, limits=limits)
    assert (seen.stored, seen.unfound) == (12, 0)
    assert seen.last_words == seen.receipts == seen.batches >= 6
    assert seen.refused > 0
    assert seen.early == 0
    assert seen.behind == 0


def test_moments_are_counted_in_any_span() -> None:
    assert most_within([0.0, 0.9, 1.0, 1.8, 1.9, 5.0], 1) == 3
    assert most_within([], 1) == 0


@pytest.mark.parametrize(
    ("bob_came", "bob_read", "behind"),
    [(0, 3, 0), (0, 7, 1), (5, 7, 0)],
    ids=["in turn", "behind all of anna's", "came when anna was at work"],
)
def test_who_waited_behind_whom(bob_came: float, bob_read: float, behind: int) -> None:
    anna, bob = ("anna", 0.0, 2.0, 6.0), ("bob", bob_came, bob_read, 8.0)
    assert count_behind([anna, bob]) == behind
    assert count_behind([anna, anna, bob, bob]) == (behind or bob_came == 0)
