"""A name in Cyrillic and its usual Latin spellings are the same letters, or nearly."""

from difflib import SequenceMatcher

import pytest

from pipelines.nodes.text.transliteration import romanised, without_marks


@pytest.mark.parametrize(
    ("cyrillic", "latin"),
    [
        ("калуга", "kaluga"),
        ("харьков", "kharkov"),
        ("шахматов", "shakhmatov"),
        ("елец", "elets"),
        ("жуковка", "zhukovka"),
        ("александр", "alexandr"),
        ("виктор", "victor"),
        ("борщ", "borsch"),
        ("ким", "kim"),
        ("муром", "múrom"),
    ],
)
def test_a_usual_spelling_is_the_same(cyrillic: str, latin: str) -> None:
    assert romanised(cyrillic) == romanised(latin)


@pytest.mark.parametrize(
    ("cyrillic", "latin"),
    [("щукин", "shchukin"), ("хрущев", "khrushchev"), ("щербаков", "shcherbakov")],
)
def test_another_spelling_is_near(cyrillic: str, latin: str) -> None:
    one, other = romanised(cyrillic), romanised(latin)
    assert one[0] == other[0]
    assert SequenceMatcher(None, one, other).ratio() > 0.9


@pytest.mark.parametrize(("one", "other"), [("анна", "ivan"), ("тверь", "omsk")])
def test_other_names_are_others(one: str, other: str) -> None:
    assert SequenceMatcher(None, romanised(one), romanised(other)).ratio() < 0.75


def test_marks_go_and_letters_stay() -> None:
    assert without_marks("größe café niño") == "große cafe nino"
