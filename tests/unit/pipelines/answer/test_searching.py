"""Searching: what is kept of what was found."""

from dataclasses import replace

from pipelines.answer.searching import holds_all, with_foreign
from tests.support.nodes.passage_maker import make_passage

ENGLISH = [replace(make_passage(), id=number, language="en") for number in range(8)]
RUSSIAN = [replace(make_passage(), id=number, language="ru") for number in range(8, 12)]


def test_a_language_that_all_of_its_own_stand_before_is_looked_at_too() -> None:
    kept = with_foreign([*ENGLISH, *RUSSIAN], "en", 6)
    assert [passage.id for passage in kept] == [0, 1, 2, 3, 4, 5, 8, 9]


def test_of_a_language_that_is_not_known_none_is_foreign() -> None:
    assert [p.id for p in with_foreign([*ENGLISH, *RUSSIAN], "und", 4)] == [0, 1, 2, 3]


def test_a_misspelt_word_of_which_only_the_stem_is_left_is_not_held() -> None:
    minutes = make_passage("Следующее собрание назначено на 16 октября.", language="ru")
    assert holds_all("когда следующее собрание", [minutes])
    assert holds_all("когда будут следующие собрания", [minutes, make_passage("будут")])
    assert not holds_all("когда следующее собраине", [minutes])
    assert holds_all("зумбеты назначено", [make_passage("зумбеты назначено", language="ru")])
