"""The best sentence with the one beside it, where only that holds what is asked for."""

import pytest

from tests.support.nodes.extracting import extract
from tests.support.nodes.passage_maker import make_passage
from tests.support.nodes.table_maker import query_of

ROPE = "The rope of the mooring is frayed. Please have it replaced within three weeks of this note."
MARKET = (
    "[05.04.2025, 10:00] Ida Moor: The boat calls on Mondays and Fridays at 9:15. "
    "Coal, lamp oil, salted herring."
)
MARKET_RU = (
    "[05.04.2025, 10:00] Ида Мор: Баржа приходит по средам и пятницам в 9:15. "
    "Уголь, керосин, солёная сельдь."
)


def quoted(question: str, text: str) -> str | None:
    passage = make_passage(text)
    span = extract(question, query_of(question), [passage], {}).with_beside
    return None if span is None else text[span.start : span.end]


@pytest.mark.parametrize(
    ("question", "text", "told"),
    [
        ("by when must the mooring rope be replaced", ROPE, ROPE),
        ("when does the salted herring come", MARKET, MARKET),
        ("когда привозят солёную сельдь", MARKET_RU, MARKET_RU),
        (
            "к какому сроку заменить трос причала",
            "Трос причала перетёрся. Замените его в течение трёх недель.",
            "Трос причала перетёрся. Замените его в течение трёх недель.",
        ),
        (
            "what should i bring to the mooring day",
            "The mooring day is on 4 May at ten. Bring gloves and a rake.",
            "The mooring day is on 4 May at ten. Bring gloves and a rake.",
        ),
        (
            "что взять на уборку причала",
            "Уборка причала 4 мая в десять. Возьмите с собой перчатки.",
            "Уборка причала 4 мая в десять. Возьмите с собой перчатки.",
        ),
        (
            "can we just give the old vests past their date away",
            "There are 14 old vests past their date. Agreed: they must not be sold or passed on.",
            "There are 14 old vests past their date. Agreed: they must not be sold or passed on.",
        ),
        (
            "сколько стоит прокат байдарки",
            "Байдарка стоит в прокате у пирса. Стоимость 700 руб. за час.",
            "Байдарка стоит в прокате у пирса. Стоимость 700 руб. за час.",
        ),
    ],
)
def test_the_sentence_beside_it_is_quoted_where_one_leans_on_the_other(
    question: str, text: str, told: str
) -> None:
    assert quoted(question, text) == told


@pytest.mark.parametrize(
    ("question", "text"),
    [
        ("how much is the mooring rope", "The mooring rope is frayed. New lamps cost £640."),
        ("how much is the rope", "The rope is frayed. We take it down, and lamps cost £640."),
        ("сколько стоит трос", "Трос у причала перетёрся. Фонари стоят 64 000 руб."),
        ("сколько стоит трос", "Фонари стоят 64 000 руб. Трос, бухта, якорь."),
        ("when is the rope replaced", "The rope is frayed.\n\nIt rains until 9:15 on Monday."),
        ("when is the rope replaced", "The rope is replaced on 4 May. It is paid for by 9 June."),
        ("what to bring to the mooring day", "The mooring day is on 4 May. Lamps are lit at ten."),
        ("when is the mooring day", "The mooring day is on 4 May. Bring gloves."),
        ("who mends the rope", "The rope is frayed. It was laid by Ida Moor on 4 May."),
        ("when does the barge come", "The rope is frayed. It was laid on 4 May."),
    ],
)
def test_what_stands_beside_it_of_something_else_is_not(question: str, text: str) -> None:
    assert quoted(question, text) is None


def test_another_sentence_nearly_as_good_that_holds_it_is_answer_enough() -> None:
    text = "The mooring rope is frayed. It was laid on 4 May."
    other = "\n\nA rope for a mooring was bought on 9 June."
    assert quoted("when was the frayed mooring rope", text) is not None
    assert quoted("when was the frayed mooring rope", text + other) is None
