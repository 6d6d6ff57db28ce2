"""Whether what a number is asked of stands beside the number."""

import pytest

from pipelines.nodes.answering.asked import asked_kind
from pipelines.nodes.answering.sentences.values import value_share

LUNCH = "Питание: завтрак бесплатный, обед 165 рублей."
TRIP = "Стоимость — 1450 рублей с человека, сюда входят билет, автобус и обед."


@pytest.mark.parametrize(
    ("question", "sentence", "share"),
    [
        ("сколько стоит обед", LUNCH, 1.0),
        ("сколько стоит обед", TRIP, 0.0),
        ("How much is a dinghy?", "Canoes are £12 a day, dinghies £20.", 1.0),
        ("How much is a dinghy?", "Canoes are £12 a day, dinghies are moored in the bay.", 0.0),
        ("How much is a dinghy?", "A dinghy is £20.", 0.0),  # one clause tells nothing apart
        ("When is lunch?", "Breakfast is at 8, lunch at 1.", 0.0),
    ],
)
def test_a_thing_beside_its_number(question: str, sentence: str, share: float) -> None:
    assert value_share(asked_kind(question), sentence, question, "ru") == share
