"""Other things of the same kind are told from words for the same thing."""

import pytest

from pipelines.nodes.questions.paraphrasing.kin import are_kin, is_displaced, kin_across, kin_in


@pytest.mark.parametrize(
    ("one", "other", "language"),
    [
        ("trumpet", "flute", "en"),
        ("hamster", "rabbits", "en"),
        ("easter", "christmas", "en"),
        ("гитара", "фортепиано", "ru"),
        ("шашки", "шахматы", "ru"),
        ("весенний", "осенний", "ru"),
    ],
)
def test_things_of_one_kind_are_kin(one: str, other: str, language: str) -> None:
    assert are_kin(one, other, language)
    assert are_kin(other, one, language)


@pytest.mark.parametrize(
    ("one", "other", "language"),
    [
        ("movie", "film", "en"),
        ("dog", "puppy", "en"),
        ("fee", "charge", "en"),
        ("fine", "fee", "en"),
        ("books", "textbooks", "en"),
        ("урок", "занятие", "ru"),
        ("залог", "депозит", "ru"),
        ("кошка", "кошки", "ru"),
        ("Hund", "Katze", "de"),
    ],
)
def test_words_for_the_same_are_not(one: str, other: str, language: str) -> None:
    assert not are_kin(one, other, language)


def test_kin_are_found_in_a_text_in_either_language() -> None:
    assert kin_in("oboe", "Violin and piano on Friday.", "en") >= {"violin"}
    assert kin_across("пасхальный", "Christmas fair, 9 December", "en") == {"christmas"}
    assert not kin_across("пасхальный", "Easter fair, Christmas fair", "en")


@pytest.mark.parametrize(
    ("word", "sentence", "evidence", "expected"),
    [
        ("parrot", "A dog costs £9 a day.", "Boarding for pets\nA dog costs £9 a day.", True),
        ("parrot", "A dog costs £9 a day.", "Dogs and parrots\nA dog costs £9 a day.", False),
        ("parrot", "No animals in the hall.", "No animals in the hall.", False),
        ("movie", "Film night and a concert.", "Film night and a concert.", False),
    ],
)
def test_what_is_called_alike_does_not_stand_for_it(
    word: str, sentence: str, evidence: str, *, expected: bool
) -> None:
    assert is_displaced(word, f"how much is a {word}", sentence, evidence, "en") == expected


def test_what_else_is_asked_about_displaces_nothing() -> None:
    assert not is_displaced("cat", "may a dog or a cat stay", "Dogs do.", "Dogs do.", "en")
    told = "Christmas concert, 19 December"
    assert is_displaced("пасхальный", "пасхальный концерт", told, told, "en", crosses=True)


def test_a_short_word_in_another_case_is_not_displaced() -> None:
    rule = "На лодках и сапах без жилета выходить нельзя."
    assert not is_displaced("сапе", "нужен жилет на сапе", rule, rule, "ru")


def test_what_stands_by_a_rarer_word_for_it_is_not_displaced() -> None:
    said = "За просрочку возврата берут неустойку."
    asked = "what is the penalty for returning late"
    assert not is_displaced("penalty", asked, said, said, "ru", crosses=True)
