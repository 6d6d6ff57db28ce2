"""Units: what a number counts."""

import pytest

from pipelines.nodes.checking.contradictions import NO_UNIT, unit_of
from pipelines.nodes.checking.units import changes_unit, unit_at
from pipelines.nodes.text.numbers import numbers_in


@pytest.mark.parametrize(
    ("text", "unit"),
    [
        ("nine working days", "day"),
        ("£42 a month", "£"),
        ("12 per cent", "%"),
        ("340 loaves a day", None),
        ("in 2024 after fourteen months", None),
        ("в 1961-м", None),
    ],
)
def test_the_unit_of_the_first_number(text: str, unit: str | None) -> None:
    numbers = numbers_in(text)
    assert unit_at(text, numbers[0].span, numbers) == (unit_of(unit) if unit else NO_UNIT)


@pytest.mark.parametrize(
    ("claim", "changes"),
    [
        ("It is kept for three weeks.", True),
        ("Хранят три недели.", True),
        ("It is kept for three days.", False),
        ("Three are kept.", False),
        ("The late fee is 12 percent.", False),
    ],
)
def test_the_same_number_of_another_unit(claim: str, *, changes: bool) -> None:
    source = "Goods are kept for three days in week 40; the fee is 12 %."
    assert changes_unit(claim, source) is changes
