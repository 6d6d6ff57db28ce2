"""Who is in a committee is told by a list of names, and by the minutes of it."""

import pytest

from pipelines.nodes.answering.fitting.members import body_asked_of, members_of
from tests.support.nodes.passage_maker import make_passage

ELECTED = make_passage(
    "Кворум есть. Избрана комиссия: Лапин А. Б. (председатель), Дрозд В. Г., Щукина М. М.",
    id=1,
    title="Протокол общего собрания",
)
PRESENT = make_passage(
    "Held in the barn.\n**Present:** Ida Moor (chair), Tom Field, Ann Brook.\nApologies: Joe Hill.",
    id=2,
    title="Minutes of the fete committee, 4 May",
)


@pytest.mark.parametrize(
    ("question", "body"),
    [
        ("кто в ревизионной комиссии?", "ревизионной комиссии"),
        ("кто входит в правление", "правление"),
        ("who is on the fete committee", "the fete committee"),
        ("whos in the jury", "the jury"),
        ("кто в отпуске", ""),
        ("who is in the office", ""),
        ("who chairs the committee", ""),
    ],
)
def test_a_body_is_asked_of(question: str, body: str) -> None:
    assert body_asked_of(question) == body


def test_members_are_named_by_a_list_or_by_the_minutes_of_the_body() -> None:
    elected = members_of("комиссии", [ELECTED])
    assert elected is not None
    assert "Избрана комиссия" in elected.text
    present = members_of("the fete committee", [PRESENT])
    assert present is not None
    assert "Tom Field" in present.text


def test_another_body_has_other_members() -> None:
    assert members_of("правлении", [ELECTED]) is None
    assert members_of("the finance committee", [PRESENT]) is None
