"""Which numbers a claim may have though its source has none of them."""

import pytest

from pipelines.nodes.checking.contradictions import lacks_number
from pipelines.nodes.checking.given import results_in, without_given, works_out

_TRIP = "The trip is 2,350 pounds a head: coach 1,200, museum 1,150. From 3 October half is kept."


@pytest.mark.parametrize(
    ("claim", "question"),
    [
        ("For two it is 2 × 2,350 = 4,700 pounds.", "What is it for 2 of us?"),
        ("It is 1,200 + 1,150 = 2,350 pounds.", ""),
        ("Together they are 2,350 pounds (1,200 + 1,150).", ""),
        ("The coach is 1,200 − 1,150 = 50 pounds dearer.", ""),
        ("Three go for 3 × 2,350 = 7,050, and 7,050 - 1,200 = 5,850.", "for 3 children"),
        ("At 67 one pays 2,350 pounds.", "What do I pay at 67?"),
        ("In November half is kept.", "What if I cancel in November?"),
    ],
)
def test_these_numbers_are_given(claim: str, question: str) -> None:
    assert not lacks_number(without_given(claim, _TRIP, question), _TRIP)


@pytest.mark.parametrize(
    ("claim", "question"),
    [
        ("For two it is 2 × 2,350 = 4,800 pounds.", "What is it for 2 of us?"),
        ("It is 1,300 + 1,150 = 2,450 pounds.", ""),
        ("It was 2,000 pounds in 2023.", "What was it in 2023?"),
        ("At 67 one pays 2,000 pounds.", "What do I pay at 67?"),
        ("It is 2,000 pounds.", "It was 2,000 pounds last year. How much is it?"),
        ("It is 2,000 pounds.", "Is it 2,000 pounds?"),
        ("It is 2,350 / 0 = 9 pounds.", "for 0"),
    ],
)
def test_these_are_not(claim: str, question: str) -> None:
    assert lacks_number(without_given(claim, _TRIP, question), _TRIP)


_CLUB = "Fee: 40 pounds; members have 15% off. Children pay half. Lockers cost 3 pounds 50 pence."


@pytest.mark.parametrize(
    "claim",
    [
        "Members pay 40 × 0.85 = 34 pounds.",
        "Children pay 40 / 2 = 20 pounds.",
        "A year of lockers is 12 × 3.50 = 42 pounds.",
    ],
)
def test_shares_halves_and_pence_may_be_reckoned_with(claim: str) -> None:
    assert works_out(claim, _CLUB, "", frozenset())
    assert not lacks_number(without_given(claim, _CLUB, ""), _CLUB)


@pytest.mark.parametrize("claim", ["Members pay 40 × 0.75 = 30 pounds.", "It is 40 × 0.85 = 36."])
def test_other_shares_and_wrong_results_may_not(claim: str) -> None:
    assert not works_out(claim, _CLUB, "", frozenset())


def test_one_calculation_goes_on_with_what_another_came_to() -> None:
    answer = "The trip is 2 × 2,350 = 4,700. With 1,150 it is 4,700 + 1,150 = 5,850 pounds."
    results = results_in(answer, _TRIP, "for 2")
    assert results == {"4700", "5850"}
    claim = "So you pay 5,850 pounds."
    assert not lacks_number(without_given(claim, _TRIP, "What do we pay?", results), _TRIP)
    assert lacks_number(without_given(claim, _TRIP, "What do we pay?"), _TRIP)


def test_what_is_reckoned_wrongly_is_no_result() -> None:
    assert not results_in("It is 2 × 2,350 = 4,800, and 4,800 + 50 = 4,850.", _TRIP, "for 2")


_LOFT = "The big loft costs 26 pounds an hour, the small loft 9 pounds an hour. Bring 2 chairs."


@pytest.mark.parametrize(
    ("claim", "question", "lacks"),
    [
        ("For four hours the big loft costs 26 pounds.", "What is the big loft for 4 hours?", True),
        ("Four hours in the big loft cost 104 pounds.", "What is the big loft for 4 hours?", False),
        ("It is 4 × 26 = 104 pounds for 4 hours.", "What is the big loft for 4 hours?", False),
        ("At 67 the big loft costs 26 pounds.", "What do I pay at 67?", False),
        ("For 5 days it is 26 pounds an hour.", "What is it for 5 days?", False),
    ],
)
def test_what_is_so_much_for_each_is_not_so_much_for_all(
    claim: str, question: str, *, lacks: bool
) -> None:
    assert lacks_number(without_given(claim, _LOFT, question), _LOFT) == lacks
