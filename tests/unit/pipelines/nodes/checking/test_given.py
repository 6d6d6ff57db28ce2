"""Which numbers a claim may have though its source has none of them."""

import pytest

from pipelines.nodes.checking.contradictions import lacks_number
from pipelines.nodes.checking.given import without_given

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
