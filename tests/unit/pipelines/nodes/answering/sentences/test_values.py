"""Whether what a number is asked of stands beside the number, or apart from it."""

import pytest

from pipelines.nodes.answering.asked import asked_kind
from pipelines.nodes.answering.sentences.values import is_only_behind, is_only_if_not, share_apart

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


REFUND = "We refund travel up to £8 per shift, and parking at Station Road car park."


@pytest.mark.parametrize(
    ("question", "sentence", "is_behind"),
    [
        ("how much is the parking at station road", REFUND, True),
        ("how much is travel refunded", REFUND, False),
        ("parking: how much", REFUND, True),
        (
            "how much rain fell in june",
            "It was 40 mm in May, and dry in June, without rain.",
            False,
        ),
        ("сколько стоит обед", TRIP, False),  # it is said to be included
        ("сколько стоит обед", LUNCH, False),
        ("how much is the pool for members", "For members, the pool is £4.", False),
        ("сколько стоит стоянка", "Возмещаем проезд до 800 рублей, а также стоянку.", True),
    ],
)
def test_what_stands_behind_the_price_of_another_thing_has_none(
    question: str, sentence: str, *, is_behind: bool
) -> None:
    assert is_only_behind(asked_kind(question), sentence, question) is is_behind


@pytest.mark.parametrize(
    ("question", "sentence", "is_no_price"),
    [
        ("how much is a lesson", "If you do not turn up to your lesson, £9 is charged.", True),
        ("сколько стоит урок", "Если вы не пришли на урок, взимается 400 рублей.", True),
        ("how much if I miss a lesson", "If you do not come to a lesson, £9 is charged.", False),
        ("сколько стоит пропустить урок", "Если вы не пришли на урок – 400 рублей.", False),
        ("how much is a new key", "If you lose your key, a new one costs £15.", False),
    ],
)
def test_what_is_paid_for_not_coming_is_no_price_of_the_thing(
    question: str, sentence: str, *, is_no_price: bool
) -> None:
    assert is_only_if_not(asked_kind(question), sentence, question) is is_no_price
