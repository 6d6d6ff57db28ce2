"""A thing of another sort: the gala's tickets are none of another feast."""

import pytest

from pipelines.nodes.answering.fitting.sorts import is_of_another_sort

GALA = "Gala tickets are £18 for adults and £9 for children, with rides all day."


@pytest.mark.parametrize(
    ("question", "sentence"),
    [
        ("what do halloween tickets cost", GALA),
        ("halloween tickets", GALA),
        ("how much are tickets for halloween", GALA),
        ("halloween tickets", "Tickets for the gala are £18."),
        ("сколько стоит билет на ёлку", "Билет на концерт стоит 500 рублей."),
        ("when is the quiz night", "The film night is on 3 May at 19:00."),
        ("сколько стоит секция плавания", "Тренировка в секции бокса стоит 400 рублей."),
        ("когда весенний бал", "Осенний бал пройдёт 6 октября."),
        ("кто председатель охотничьего союза", "Председатель правления: Олег Лосев."),
    ],
)
def test_only_another_sort_is_told_of(question: str, sentence: str) -> None:
    assert is_of_another_sort(question, sentence, sentence)


@pytest.mark.parametrize(
    ("question", "sentence"),
    [
        ("gala tickets", GALA),
        ("how much are tickets", GALA),
        ("what do halloween tickets cost", "Tickets are £18; gala tickets are £20."),
        ("how much are tickets for kids", "Gala tickets are £9 for children."),
        ("сколько стоит билет на концерт", "Билет стоит 500 рублей."),
        ("when do members pay fees", "Club fees are due on 1 May."),
        ("when is the concert", "The choir concert is on 3 May."),
        ("сколько стоит секция плавания", "Тренировка в секции стоит 400 рублей."),
        ("когда ближайший бал", "Осенний бал пройдёт 6 октября."),
        ("сколько стоит кружок лепки", "Занятие в кружке лепки стоит 450 рублей."),
    ],
)
def test_it_may_be_of_what_is_asked(question: str, sentence: str) -> None:
    assert not is_of_another_sort(question, sentence, sentence)


def test_what_it_is_read_with_may_name_the_sort() -> None:
    assert not is_of_another_sort("halloween tickets", GALA, f"Halloween\n{GALA}")
