"""A sentence with a range is of the age or the weight within it alone."""

import pytest

from pipelines.nodes.answering.fitting.ranges import fit_of_ranges


@pytest.mark.parametrize(
    ("question", "sentence", "fit"),
    [
        ("how many laps for a 9 year old", "8–10 years: 4 laps.", 1),
        ("how many laps for a 9 year old", "11–13 years: 6 laps.", -1),
        ("laps at age 12", "8 to 10 years: 4 laps; 11 to 13 years: 6.", 1),
        ("сколько кругов в 9 лет", "8–10 лет: 4 круга.", 1),
        ("сколько кругов 12-летнему", "8–10 лет: 4 круга.", -1),
        ("what does a parcel of 7 kg cost", "5–10 kg: £6.", 1),
        ("what does a parcel of 7 kg cost", "8–10 years: 4 laps.", 0),
        ("what is paid back 20 days before", "30 to 10 days before: a half.", 1),
        ("how many laps for 8-10 years", "11–13 years: 6 laps.", 0),
        ("how many laps are there", "11–13 years: 6 laps.", 0),
        ("may my 9 year old come", "A camp for children from 8 to 12.", 1),
        ("may my 9 year old come", "A camp for children aged 10 to 12, with meals.", -1),
        ("may my 9 year old come", "A camp of children from 8 to 12 hours.", 0),
        ("можно ли ребёнку 7 лет", "Лагерь для детей от 8 до 12.", -1),
        ("when is lesson 9", "Lessons 8–10 years ago.", 0),
    ],
)
def test_a_measure_lies_within_a_range_or_not(question: str, sentence: str, fit: int) -> None:
    assert fit_of_ranges(question, sentence) == fit
