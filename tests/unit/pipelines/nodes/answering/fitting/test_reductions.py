"""Whether less is paid: "10 % less" answers who asks for a discount."""

import pytest

from pipelines.nodes.answering.fitting.reductions import tells_reduction

STAYS = "Stays of 7 nights or more get 15% off, stays of 14 nights or more 25% off."


@pytest.mark.parametrize(
    ("question", "sentence"),
    [
        ("do over 65s get anything off", "Hirers aged 65 and over pay 10% less."),
        ("discount for a week", STAYS),
        ("discount if i stay 2 weeks", STAYS),
        ("any discounts", "Juniors pay half."),
        ("is there a reduction for members", "Members get 20% off all hire."),
        ("есть скидка на второго ребенка", "За второго ребёнка плата меньше на 20 %."),
        ("льготы пенсионерам есть?", "Пенсионеры не платят."),
    ],
)
def test_what_is_paid_less_answers_who_asks_for_a_discount(question: str, sentence: str) -> None:
    assert tells_reduction(question, sentence)


@pytest.mark.parametrize(
    ("question", "sentence"),
    [
        ("discount for 3 nights", STAYS),  # of others
        ("discount for dogs", "Hirers aged 65 and over pay 10% less."),
        ("discount for a week", "The deposit is returned within a week."),
        ("what do over 65s pay", "Hirers aged 65 and over pay 10% less."),
        ("скидка для школьников", "Пенсионеры не платят."),
    ],
)
def test_of_others_or_of_something_else_it_does_not(question: str, sentence: str) -> None:
    assert not tells_reduction(question, sentence)
