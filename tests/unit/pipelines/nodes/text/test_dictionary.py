"""Dictionary: what a word of one language is in the other, in whatever form it stands."""

import re
from importlib import resources

import pytest

from pipelines.nodes.text import dictionary
from pipelines.nodes.text.dictionary import (
    is_person,
    lemmas,
    may_be_name,
    may_be_noun,
    may_be_of_another,
    means,
    phrase_translations,
    translations,
)


@pytest.mark.parametrize(
    ("word", "language", "first"),
    [
        ("ульев", "en", "hive"),
        ("детей", "en", "child"),
        ("Kept", "ru", "хранить"),
        ("children", "ru", "ребенок"),
    ],
)
def test_a_word_is_known_by_any_form_of_it(word: str, language: str, first: str) -> None:
    assert translations(word, language)[0] == first


def test_another_word_that_begins_alike_is_not_taken_for_it() -> None:
    assert "hairdresser" not in translations("стриж", "en")
    assert "shave" not in translations("Британии", "en")
    assert "toothpaste" not in translations("пастись", "en")


def test_what_is_in_no_list_has_no_translation() -> None:
    assert translations("глокая", "en") == ()
    assert translations("zzyzx", "ru") == ()


@pytest.mark.parametrize(
    ("word", "language", "said"),
    [
        ("wristbands", "ru", "браслет"),
        ("farrier", "ru", "кузнец"),
        ("paddock", "ru", "загон"),
        ("raffle", "ru", "лотерея"),
        ("чумки", "en", "distemper"),
        ("шлагбаума", "en", "barrier"),
        ("вожатый", "en", "scout"),
        ("нераспечатанный", "en", "unopened"),
        ("понтона", "en", "pontoon"),
        ("overlocker", "ru", "оверлок"),
    ],
)
def test_everyday_words_are_known(word: str, language: str, said: str) -> None:
    assert said in translations(word, language)


@pytest.mark.parametrize(
    ("word", "language", "first"),
    [
        ("orthodontist", "ru", "ортодонт"),
        ("diesel", "ru", "дизель"),
        ("солярки", "en", "diesel"),
        ("паром", "en", "ferry"),
        ("полка", "en", "shelf"),
        ("tip", "ru", "чаевые"),
        ("регистратуре", "en", "reception"),
    ],
)
def test_the_commonest_meaning_comes_first(word: str, language: str, first: str) -> None:
    assert translations(word, language)[0] == first


def test_a_word_may_be_said_in_several_and_they_come_last() -> None:
    assert translations("логопеда", "en") == ("speech therapist", "speech therapy")
    assert translations("nursery", "ru").index("детский сад") > 0


def test_what_is_said_in_several_words_is_known_in_any_forms_of_them() -> None:
    assert "санитарный день" in phrase_translations(["cleaning", "days"], "ru")
    assert "membership fee" in phrase_translations(["членские", "взносы"], "en")
    assert phrase_translations(["swimming", "horse"], "ru") == ()


@pytest.mark.parametrize(
    ("word", "other", "is_meant"),
    [
        ("strawberries", "клубника", True),
        ("straw", "клубника", False),
        ("orthodontist", "ортопед", False),
        ("начинающих", "beginners", True),
        ("начинающих", "start", False),
        ("работающий", "work", True),
        ("курс", "class", False),
        ("картой", "potatoes", False),
        ("картошку", "potatoes", True),
        ("плавательный", "swimming", True),
        ("четверть", "thursday", False),
        ("четвергам", "thursday", True),
        ("верхом", "riding", True),
        ("первичного", "first", True),
        ("fins", "ласты", True),
        ("ласт", "fins", True),
    ],
)
def test_a_word_means_what_it_is_a_form_of_and_not_what_begins_alike(
    word: str, other: str, is_meant: bool
) -> None:
    assert means(word, other) is is_meant


def test_each_line_of_phrases_is_what_is_said_in_several_words() -> None:
    file = resources.files(dictionary.__package__).joinpath("phrases.txt")
    lines = [one for one in file.read_text(encoding="utf-8").splitlines() if one[:1] != "#"]
    line = re.compile(r"[a-z' -]+ \| [а-я -]+(, [а-я -]+)*")
    assert [one for one in lines if not line.fullmatch(one)] == []
    assert lines == sorted(set(lines))


def test_a_word_may_be_a_form_of_several_and_each_is_folded() -> None:
    assert lemmas("ребенка", "ru") == ("ребенок",)
    assert set(lemmas("стали", "ru")) == {"стать", "сталь"}


@pytest.mark.parametrize(
    ("name", "letters", "others"), [("english", "a-z", "а-я"), ("russian", "а-я", "a-z")]
)
def test_each_line_is_a_word_and_what_it_is_in_the_other_language(
    name: str, letters: str, others: str
) -> None:
    file = resources.files(dictionary.__package__).joinpath(f"{name}.txt")
    lines = [one for one in file.read_text(encoding="utf-8").splitlines() if one[:1] != "#"]
    line = re.compile(rf"[{letters}-]+ \| [{others}-]+(, [{others}-]+)*")
    assert [one for one in lines if not line.fullmatch(one)] == []
    words = [one.split(" | ")[0] for one in lines]
    assert words == sorted(set(words))


@pytest.mark.parametrize(
    ("word", "may_be"), [("головы", True), ("гостя", True), ("вход", False), ("wash", True)]
)
def test_what_a_thing_is_of_is_in_the_genitive(word: str, may_be: bool) -> None:
    assert may_be_of_another(word) == may_be


@pytest.mark.parametrize(
    ("word", "may_be"), [("стали", True), ("чаем", True), ("примут", False), ("steel", False)]
)
def test_what_is_rather_a_verb_may_be_a_noun(word: str, may_be: bool) -> None:
    assert may_be_noun(word) == may_be


def test_a_thing_is_nobody_though_somebody_may_be_called_so() -> None:
    assert not is_person("шляпа")
    assert all(map(is_person, ("директор", "сторож", "няня", "агент")))


def test_a_name_is_told_from_other_words() -> None:
    assert may_be_name("павла")
    assert may_be_name("дорохова")
    assert not any(map(may_be_name, ("причала", "боцмана", "веры", "glebe")))
