"""Whose rule it is: what follows if one side does something tells nothing of the other."""

import pytest

from pipelines.nodes.answering.fitting.parties import is_of_other_party, lacks_what_happens

LATE = "Если клиент опоздал более чем на 20 минут, заявка переносится на другой день."
UNPAID = "If the tenant does not pay within 14 days, the landlord may charge interest."


@pytest.mark.parametrize(
    ("question", "sentence"),
    [
        ("если мастер опоздает", LATE),
        ("что будет, если мастер не придёт", "Если клиента нет дома, выезд оплачивается."),
        ("what if the landlord doesn't pay", UNPAID),
        ("what happens when the teacher is ill", "When the pupil is ill, no fee is due."),
        ("was ist, wenn der Vermieter nicht zahlt", "Wenn der Mieter nicht zahlt, haftet er."),
    ],
)
def test_the_rule_of_the_other_side_is_told(question: str, sentence: str) -> None:
    assert is_of_other_party(question, sentence)


@pytest.mark.parametrize(
    ("question", "sentence"),
    [
        ("если клиент опоздает", LATE),
        ("если я опоздаю", LATE),  # whoever asks may be either
        ("what if the tenant doesn't pay", UNPAID),
        ("what if the landlord doesn't pay", "Rent is due on the first."),
        ("what if the landlord doesn't pay", "If the landlord or the tenant is late, 3% are due."),
        ("when does the landlord pay back the deposit", "It is paid when the tenant leaves."),
        ("does the tenant pay for the boiler", "The landlord repairs the boiler."),
        ("what if the vet is away", "If the pupil is ill, the lesson is made up."),
    ],
)
def test_any_other_rule_may_be_of_it(question: str, sentence: str) -> None:
    assert not is_of_other_party(question, sentence)


@pytest.mark.parametrize(
    ("question", "sentence", "is_lacking"),
    [
        (
            "what if the landlord doesn't pay",
            "The landlord may end it at two months' notice.",
            True,
        ),
        ("если мастер опоздает", "Мастер приходит в сменной обуви.", True),
        ("что если клиент опоздает", LATE, False),
        ("what if the tenant doesn't pay", UNPAID, False),
        ("what if i'm ill", "If you are unwell, ring the office.", False),
        ("when does the landlord come", "Rent is due on the first.", False),  # nothing happens
    ],
)
def test_what_happens_has_to_stand_there(question: str, sentence: str, *, is_lacking: bool) -> None:
    assert lacks_what_happens(question, sentence) is is_lacking
