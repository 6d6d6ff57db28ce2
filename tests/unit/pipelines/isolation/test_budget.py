"""Who takes much of the children's time comes after others; a run ends with what it may take."""

import pytest

from pipelines.errors import SourceRefused
from pipelines.isolation.budget import HURRIED, Accounts, Budget
from pipelines.isolation.limits import PARSING


class Clock:
    """Tells the time that it is set to."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def accounts(clock: Clock) -> Accounts:
    return Accounts(Budget(party_s=100.0, wasted_s=10.0, run_s=600.0), clock)


def test_who_has_had_much_comes_last_until_it_is_forgiven(accounts: Accounts, clock: Clock) -> None:
    accounts.charge("anna", "", 150.0, is_wasted=False)
    assert accounts.is_spent("anna")
    assert not accounts.is_spent("bob")
    clock.now = 1700.0
    assert accounts.is_spent("anna")
    clock.now = 1900.0  # of 100 s an hour, more than 50 s are forgiven by now
    assert not accounts.is_spent("anna")


def test_only_what_came_to_nothing_shortens_limits(accounts: Accounts, clock: Clock) -> None:
    accounts.charge("anna", "", 50.0, is_wasted=False)
    assert accounts.limits_of("anna", PARSING) == PARSING
    accounts.charge("anna", "", 15.0, is_wasted=True)
    assert accounts.limits_of("anna", PARSING).cpu_seconds == HURRIED.cpu_seconds
    assert accounts.limits_of("bob", PARSING) == PARSING
    clock.now = 1900.0
    assert accounts.limits_of("anna", PARSING) == PARSING


def test_a_run_ends_with_its_budget_and_says_so(accounts: Accounts, clock: Clock) -> None:
    accounts.charge("anna", "batch-1", 600.0, is_wasted=False)
    clock.now = 1_000_000.0
    with pytest.raises(SourceRefused) as caught:
        accounts.check_run("batch-1")
    assert (caught.value.code, caught.value.values) == ("batch-too-slow", {"minutes": 10})
    accounts.check_run("batch-2")


def test_without_a_limit_a_run_takes_what_it_needs() -> None:
    accounts = Accounts(Budget(run_s=0.0))
    accounts.charge("anna", "batch-1", 1e9, is_wasted=False)
    accounts.check_run("batch-1")
