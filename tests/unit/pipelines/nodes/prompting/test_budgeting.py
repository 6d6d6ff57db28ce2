"""What fits by the estimate fits for every tokenizer, and what matters most is kept."""

from dataclasses import replace

import pytest

from pipelines.models.chat import ToolCall, Turn
from pipelines.nodes.prompting.budgeting import (
    estimate_tokens,
    estimate_turns,
    estimate_usage,
    fit,
)
from tests.support.nodes.passage_maker import make_passage

# Tokens in the vocabulary that takes most: of Mistral 7B (v1 to v7), Qwen, GPT-4 and GPT-4o.
MEASURED = {
    "The warranty of the device is twenty-four months from the day of purchase.": 16,
    "Гарантия на устройство составляет двадцать четыре месяца со дня покупки.": 35,
    "Термин действия гарантии: 24 мес.; п. 4.7 договора № 12/345-б от 01.02.2024 г.": 50,
    "设备的保修期为自购买之日起二十四个月。": 20,
    "保証期間は購入日から二十四か月です。": 21,
    "보증 기간은 구입일로부터 24개월입니다.": 23,
    "مدة الضمان أربعة وعشرون شهرا من تاريخ الشراء.": 40,
    "Die Gewährleistungsfrist beträgt vierundzwanzig Monate.": 19,
    "Order 4711-0815, 24.12.2025, 1 234 567,89 EUR": 39,
    "| Raum | Preis |\n| --- | --- |\n| A-12 | 1 200,50 € |\n": 32,
}


@pytest.mark.parametrize("text", MEASURED)
def test_the_estimate_is_high_but_not_absurd(text: str) -> None:
    assert MEASURED[text] <= estimate_tokens(text) <= 2 * MEASURED[text]


def test_nothing_takes_nothing() -> None:
    assert estimate_tokens("") == 0
    assert estimate_usage("", [], "").completion == 0


def test_calls_are_counted() -> None:
    bare = Turn("assistant", "")
    assert estimate_turns([replace(bare, calls=(ToolCall("a", "b", "x" * 300),))]) > 90


TEXT = "word " * 100
PASSAGES = [make_passage(TEXT, id=n) for n in range(1, 6)]
HISTORY = [
    *(Turn("user", "one?"), Turn("assistant", TEXT)),
    *(Turn("user", "two?"), Turn("assistant", "2")),
]


def test_what_fits_is_left_as_it_is() -> None:
    assert fit(PASSAGES, HISTORY, 10_000) == (tuple(PASSAGES), tuple(HISTORY))


def test_the_best_passages_and_the_latest_pairs_are_kept() -> None:
    passages, history = fit(PASSAGES, HISTORY, 500)
    assert 0 < len(passages) < 5
    assert passages == tuple(PASSAGES[: len(passages)])
    assert history == tuple(HISTORY[2:])


def test_one_passage_always_stays() -> None:
    assert fit(PASSAGES, HISTORY, 1) == ((PASSAGES[0],), ())
