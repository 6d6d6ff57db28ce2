"""How one may pay: a list of ways to pay answers, though it has no verb."""

import pytest

from pipelines.nodes.answering.fitting.payments import names_no_way_to_pay, tells_how_to_pay


@pytest.mark.parametrize(
    ("question", "sentence"),
    [
        ("can i pay by card", "Cash or card."),
        ("do u take cards?", "Cash or card."),
        ("card ok?", "We take cash only."),
        ("how can i pay", "Payment is by bank transfer within 14 days."),
        ("картой можно?", "Наличные, карта, СБП."),
        ("можно ли расплатиться картой", "Оплата наличными или картой."),
        ("чем можно заплатить", "Оплата наличными или переводом."),
        ("принимаете карты", "Только наличные."),
        ("kann ich mit Karte zahlen", "Barzahlung oder Karte."),
        ("puedo pagar con tarjeta", "Efectivo o tarjeta."),
    ],
)
def test_the_ways_to_pay_are_told(question: str, sentence: str) -> None:
    assert tells_how_to_pay(question, sentence)


@pytest.mark.parametrize(
    ("question", "sentence"),
    [
        ("can i pay by card", "Guides may keep tips in cash."),
        ("can i pay by card", "The library card costs £2."),
        ("can i pay by card", "Bring your membership card and your phone."),
        ("can i pay by card for the pool", "Cash or card."),  # the pool may be another matter
        ("how much do i pay", "Cash or card."),
        ("do you have gift cards", "Cash or card."),
        ("картой можно?", "Оплата наличными или переводом."),
        ("где взять карту района", "Оплата наличными или картой."),
    ],
)
def test_any_other_sentence_tells_no_way_to_pay(question: str, sentence: str) -> None:
    assert not tells_how_to_pay(question, sentence)


@pytest.mark.parametrize(
    ("question", "sentence", "is_lacking"),
    [
        ("can i pay by card", "Чаевые принимать можно, но просить о них нельзя.", True),
        ("how can i pay", "Money is paid on the fifth.", True),
        ("can i pay by card", "Payment is by bank transfer.", False),  # of another way, perhaps
        ("can i bring my card", "Dogs are welcome.", False),
        ("how much do i pay", "The fee is 5 pounds.", False),
    ],
)
def test_a_sentence_without_any_way_to_pay(
    question: str, sentence: str, *, is_lacking: bool
) -> None:
    assert names_no_way_to_pay(question, sentence) is is_lacking
