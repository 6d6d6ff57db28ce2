"""Days that are named by their number alone, of the month that is spoken of."""

import pytest

from pipelines.models.answers import Passage
from pipelines.nodes.answering.sentences.bare_days import on_bare_day
from tests.support.nodes.passage_maker import make_passage

MAILS = [
    make_passage("Helen is away 8 to 19 February. Could you cover the Saturdays?"),
    make_passage(
        "From: Jo\nTo: Anna\nDate: Thu, 5 Nov 2026 09:03\nSubject: Re: locum\n\n"
        "Is £340 all right? Tom will do the 20th instead. Can you do the 20th?\n"
    ),
    make_passage("In March we are closed. The fair is on the 20th."),
]
CHAT = [
    make_passage(
        "Елена в отпуске с 8 по 19 февраля.\nТом выйдет 20-го вместо неё.\n", language="ru"
    )
]


@pytest.mark.parametrize(
    ("question", "passages", "told"),
    [
        ("who covers saturday the 20th of february", MAILS, ["Tom will do the 20th instead."]),
        ("what is on 20 March?", MAILS, ["The fair is on the 20th."]),
        ("кто работает 20-го февраля", CHAT, ["Том выйдет 20-го вместо неё."]),
        ("who covers 21 february", MAILS, []),
        ("who covers 20 november", MAILS, []),
        ("who covers the saturday", MAILS, []),
    ],
)
def test_a_day_is_of_the_month_spoken_of(
    question: str, passages: list[Passage], told: list[str]
) -> None:
    assert [quote.text for quote in on_bare_day(question, passages)] == told
