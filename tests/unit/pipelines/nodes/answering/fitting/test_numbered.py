"""What is told of group 2 is not told of group 4."""

import pytest

from pipelines.nodes.answering.fitting.numbered import is_of_another_number


@pytest.mark.parametrize(
    ("question", "text", "is_another"),
    [
        ("what does grade 5 piano cost", "Grade 4: £30 a term. Grade 6: £38.", True),
        ("what does grade 5 piano cost", "Grades 4 to 6: £30 a term.", False),
        ("what does grade 5 piano cost", "Grades 4, 5 and 6: £30 a term.", False),
        ("what does grade 5 piano cost", "Piano: £30 a term.", False),
        ("what does piano cost", "Grade 4: £30 a term.", False),
        ("is locker 12 free", "Locker no. 12 is broken, locker 14 is free.", False),
        ("сколько стоит ступень 3", "Ступень 1 — 4000 рублей, ступень 2 — 5000 рублей.", True),
        ("сколько стоит ступень 2", "Ступень 1 — 4000 рублей, ступень 2 — 5000 рублей.", False),
        ("кто убирает подъезд 7", "Подъезды 5–8 убирает Ершова.", False),
        ("a berth 8 m long", "Berth 3 is let.", False),
    ],
)
def test_another_number_of_the_thing_is_another_thing(
    question: str, text: str, *, is_another: bool
) -> None:
    assert is_of_another_number(question, text) == is_another
