"""Whether what a number is asked of stands beside the number, or apart from it."""

import pytest

from pipelines.nodes.answering.asked import asked_kind
from pipelines.nodes.answering.sentences.values import share_apart

LUNCH = "Питание: завтрак бесплатный, обед 165 рублей."
TRIP = "Стоимость — 1450 рублей с человека, сюда входят билет, автобус и обед."


@pytest.mark.parametrize(
    ("question", "sentence", "share"),
    [
        ("сколько стоит обед", LUNCH, 0.0),
        ("сколько стоит обед", TRIP, 1.0),
        ("How much is a dinghy?", "Canoes are £12 a day, dinghies £20.", 0.0),
        ("How much is a dinghy?", "Canoes are £12 a day, dinghies are moored in the bay.", 1.0),
        ("How much is a dinghy?", "A dinghy is £20.", 0.0),  # one clause tells nothing apart
        ("Какой срок гарантии на кровлю?", "Кровля — семь лет, водостоки — три.", 0.0),
        ("When is lunch?", "Breakfast is at 8, lunch at 1.", 0.0),
    ],
)
def test_a_thing_apart_from_the_number(question: str, sentence: str, share: float) -> None:
    assert share_apart(asked_kind(question), sentence, question, "ru") == share
