"""Family: who comes, by what a question says of them."""

import pytest

from pipelines.nodes.tables.parties.family import family_of


@pytest.mark.parametrize(
    ("question", "family"),
    [
        ("how much for me and my 10 year old son", [(1, "adult", None), (1, "child", 10)]),
        ("haircut for me and my son, he is 10", [(1, "adult", None), (1, "child", 10)]),
        ("me and my 2 kids aged 4 and 6", [(1, "adult", None), (1, "child", 4), (1, "child", 6)]),
        ("two of us and a baby how much", [(2, "adult", None), (1, "child", 0)]),
        ("how much for me and my 70 year old mum", [(1, "adult", None), (1, "adult", 70)]),
        ("2 10-year-olds and a grandma", [(2, None, 10), (1, "adult", None)]),
        ("2 adults and a child of 3", [(2, "adult", None), (1, "child", 3)]),
        ("for us, 2 adults and a 6 month old baby", [(2, "adult", None), (1, "child", 0)]),
        ("нас двое и ребёнок 5 лет", [(2, "adult", None), (1, "child", 5)]),
        ("мы с сыном 10 лет", [(1, "adult", None), (1, "child", 10)]),
        ("я и двое детей 4 и 6 лет", [(1, "adult", None), (1, "child", 4), (1, "child", 6)]),
        ("10-летний ребенок и я", [(1, "child", 10), (1, "adult", None)]),
        ("wir zwei und unser kind 5 jahre alt", [(2, "adult", None), (1, "child", 5)]),
    ],
)
def test_who_comes(question: str, family: list[tuple[int, str | None, int | None]]) -> None:
    assert [(one.count, one.kind, one.age) for one in family_of(question)] == family


@pytest.mark.parametrize(
    "question",
    [
        "how much after 5 pm is an adult",
        "how much for 10 years membership",
        "kids 2 adults 1",
        "how much for me and the kids",
        "3 kids aged 4 and 6",
        "can i pay 5 pounds",
        "сколько стоит абонемент на 3 года",
    ],
)
def test_what_is_not_clear_is_nobody(question: str) -> None:
    assert family_of(question) == ()
