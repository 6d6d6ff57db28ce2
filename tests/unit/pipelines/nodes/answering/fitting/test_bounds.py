"""Of a rule with steps the one is told that holds the number asked about."""

import pytest

from pipelines.nodes.answering.fitting.bounds import fit_of_steps, fits_of_steps, is_step_that_fits


@pytest.mark.parametrize(
    ("question", "sentence", "fit"),
    [
        ("what if i return the tent 9 days early", "More than 14 days before: all of it.", -1),
        ("what if i return the tent 20 days early", "More than 14 days before: all of it.", 1),
        ("what if i return the tent 9 days early", "4 to 14 days: a third.", 1),
        ("what if i return the tent 2 days early", "3 days or less: nothing.", 1),
        ("what if i return the tent 9 days early", "3 days or less: nothing.", -1),
        ("what if i return the tent 9 days early", "A week or less: nothing.", -1),
        ("what if i return the tent a week early", "4 to 14 days: a third.", 1),
        ("what if i return the tent two weeks early", "More than 9 days before: all of it.", 1),
        ("если отказаться за две недели", "Более чем за 10 дней — возврат полностью.", 1),
        ("a parcel of 3 kg", "Up to 5 kg: £4.", 1),
        ("a parcel of 8 kg", "Up to 5 kg: £4.", -1),
        ("если отказаться за 2 недели", "Более чем за 10 дней — возврат полностью.", 1),
        ("если отказаться за 5 дней", "Более чем за 10 дней — возврат полностью.", -1),
        ("если отказаться за 5 дней", "От 4 до 10 дней — половина.", 1),
        ("если отказаться за 5 дней", "За 3 дня и менее — ничего.", -1),
        ("если отказаться за 3 дня", "За 3 дня и менее — ничего.", 1),
        ("если отказаться за 5 дней", "Менее недели — ничего.", 1),
        ("пришёл на 20 минут позже", "Кто пришёл позже более чем на 15 минут, ждёт.", 1),
        ("пришёл на 9 минут позже", "Кто пришёл позже больше чем на 15 минут, ждёт.", -1),
        ("a parcel of 8 kg", "Up to 5 days: £4.", 0),
        ("what if it is more than 9 days", "More than 14 days before: all of it.", 0),
        ("what about 4 to 14 days", "More than 14 days before: all of it.", -1),
        ("what about 4 to 14 days", "4 to 14 days: a third.", 1),
        ("what is paid back", "More than 14 days before: all of it.", 0),
    ],
)
def test_a_step_holds_a_measure_or_not(question: str, sentence: str, fit: int) -> None:
    assert fit_of_steps(question, sentence) == fit


def test_another_step_counts_only_beside_the_one_that_fits() -> None:
    late = (1, "Whoever is over 15 minutes late is not let in.")
    rule = [(2, "Under 20 minutes: £2."), (2, "20 minutes or more: £3.")]
    assert fits_of_steps("i am 10 minutes late", [late, *rule]) == [0, 1, -1]
    assert fits_of_steps("i am 10 minutes late", [late]) == [0]


def test_a_step_is_one_of_a_rule() -> None:
    rule = "Under 20 minutes: £2. 20 minutes or more: £3."
    assert is_step_that_fits("a call of 25 minutes", "20 minutes or more: £3.", rule)
    assert not is_step_that_fits("a call of 25 minutes", "Under 20 minutes: £2.", rule)
    assert not is_step_that_fits("a call of 25 minutes", "20 minutes or more: £3.", "Calls.")


STAYS = "Stays of 7 nights or more get 15% off, stays of 14 nights or more 25% off."


@pytest.mark.parametrize(
    ("question", "is_fit"),
    [("i stay two nights", False), ("we stay 2 weeks", True), ("for 3 nights", False)],
)
def test_a_sentence_may_have_all_the_steps_of_a_rule(question: str, *, is_fit: bool) -> None:
    assert is_step_that_fits(question, STAYS, STAYS) is is_fit
