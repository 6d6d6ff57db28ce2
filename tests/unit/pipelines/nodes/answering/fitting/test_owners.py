"""Whether what somebody has is asked about, and a sentence tells of others by their names."""

import pytest

from pipelines.nodes.answering.fitting.owners import is_of_other_owners

SOLD = "Павел Ерёмин: продаю мотор, 2014 год."


@pytest.mark.parametrize(
    ("question", "sentence", "above", "is_other"),
    [
        ("сколько лет мотору у Пахомова", SOLD, "", True),
        ("сколько лет мотору у пахомова", SOLD, "", True),
        ("сколько лет мотору у Ерёмина", SOLD, "", False),
        ("сколько лет мотору у Пахомова", SOLD, "Хозяйство Пахомова", False),
        ("сколько лет мотору у причала", SOLD, "", False),
        ("сколько лет мотору у Пахомова", "Мотору пять лет.", "", False),
    ],
)
def test_what_one_has_is_not_told_by_what_others_have(
    question: str, sentence: str, above: str, *, is_other: bool
) -> None:
    assert is_of_other_owners(question, sentence, above) == is_other
