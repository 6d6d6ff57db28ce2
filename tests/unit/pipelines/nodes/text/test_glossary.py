"""Glossary: everyday words, and what they mean in the other language."""

from importlib import resources

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pipelines.nodes.text import glossary
from pipelines.nodes.text.glossary import (
    are_synonyms,
    compounds_in,
    everyday_words,
    inflected,
    mean_the_same,
    meanings,
    meant,
    written_in_two,
)
from pipelines.nodes.text.words import content_words, fold


def held_meanings(question: str, text: str, language: str) -> frozenset[str]:
    return meant(meanings(content_words(question), language), content_words(text))


@pytest.mark.parametrize(
    ("question", "text", "language", "stems"),
    [
        ("How many seats?", "В зале двести мест.", "ru", {"seats"}),
        ("Which roofs leak?", "Протекает крыша сарая.", "ru", {"roofs", "leak"}),
        ("Сколько стоит велик?", "Прокат велосипеда: 150 рублей.", "ru", {"велик"}),
        ("How much was the deposit?", "A security payment of £675.", "en", {"depos"}),
        ("Почём поездка?", "The ride is five pounds.", "en", {"поезд"}),
        ("Сколько весит колокол?", "The bell weighs nine kilos.", "en", {"колок", "весит"}),
        ("Кто хозяин сада?", "The garden has no owner.", "en", {"хозяи", "сада"}),
        ("Is there lamb in the pilaf?", "Плов с бараниной и курагой", "ru", {"lamb", "pilaf"}),
        ("Who chaired it?", "Председатель собрания: Петрова", "ru", {"chair"}),
        ("Есть тирамису с черникой?", "Blueberry tiramisu", "en", {"тирам", "черни"}),
        ("Где лежат отвёртки?", "The screwdriver is in the drawer.", "en", {"отвер"}),
    ],
)
def test_what_a_word_means_stands_for_it_inflected_too(
    question: str, text: str, language: str, stems: set[str]
) -> None:
    assert held_meanings(question, text, language) == stems


@pytest.mark.parametrize(
    ("one", "other", "are"),
    [
        ("phones", "telephone", True),
        ("велики", "велосипедов", True),
        ("машина", "автомобиля", True),
        ("deposits", "залог", True),
        ("transit", "interim", False),  # transfer, interpreter
        ("county", "council", False),
        ("petrol", "diesel", False),  # both are fuels
        ("fuel", "дизель", True),
        ("dentist", "orthodontist", False),
        ("стол", "столетие", False),
    ],
)
def test_synonyms_are_whole_words_in_any_form(one: str, other: str, *, are: bool) -> None:
    assert are_synonyms(one, other) is are
    assert are_synonyms(other, one) is are


def test_another_word_does_not() -> None:
    assert held_meanings("How many seats?", "В зале двести окон.", "ru") == frozenset()
    assert not mean_the_same(content_words("dog"), content_words("кошка"))


@pytest.mark.parametrize(
    ("question", "text", "language"),
    [
        ("Which street?", "It was a stress for them.", "en"),
        ("Кто доволен прошлым?", "Pasta is served.", "en"),  # past
        ("Who plays the violin?", "Насилие недопустимо.", "ru"),  # violence
        ("Is there cheese?", "Шахматы стоят в холле.", "ru"),  # chess
    ],
)
def test_nor_does_one_that_only_begins_alike(question: str, text: str, language: str) -> None:
    assert held_meanings(question, text, language) == frozenset()


def test_a_form_is_found_though_a_longer_word_begins_with_it() -> None:
    assert held_meanings("Что на столе?", "The tables are set.", "en") == {"столе"}  # столетие
    assert held_meanings("До какого времени?", "Ask about the time.", "en") == {"време"}


def test_what_shares_a_translation_need_not_mean_the_same() -> None:
    assert held_meanings("Какой у неё аппетит?", "Кот голодный.", "ru") == frozenset()


def test_it_goes_both_ways() -> None:
    assert mean_the_same(content_words("dogs"), content_words("собакам"))
    assert mean_the_same(content_words("собакам"), content_words("dogs"))


def test_by_day_is_of_the_day() -> None:
    assert mean_the_same(content_words("а днём?"), content_words("тариф день"))


@pytest.mark.parametrize("language", ["de", "zh", "und"])
def test_in_other_languages_nothing_is_known(language: str) -> None:
    assert meanings(content_words("the roof of the barn"), language) == {}


def test_no_word_stands_for_itself() -> None:
    for language in ("en", "ru"):
        words = content_words("the roof of the barn, крыша сарая")
        assert all(word not in stems for word, stems in meanings(words, language).items())


@pytest.mark.parametrize("name", ["glossary.txt", "thesaurus.txt", "vocabulary.txt"])
def test_every_line_has_words_of_both_languages(name: str) -> None:
    text = resources.files(glossary.__package__).joinpath(name).read_text("utf-8")
    lines = [line for line in text.splitlines() if line and not line.startswith("#")]
    assert len(lines) > 500
    for line in lines:
        english, russian = line.split(" | ")
        assert english.isascii(), line
        assert all("а" <= letter <= "я" for letter in fold(russian) if letter.isalpha()), line
        for word in (*english.split(", "), *russian.split(", ")):
            assert word.isalpha(), line
            assert content_words(word), line


def test_everyday_words_are_whole_and_of_one_language() -> None:
    words = everyday_words()
    assert {"ticket", "salary", "theatre"} <= words["en"]
    assert {"билет", "зарплата", "театр"} <= words["ru"]
    assert not words["en"] & words["ru"]
    assert not {"spain", "испания"} & (words["en"] | words["ru"]), "a name is no everyday word"


@given(st.text(max_size=40), st.text(max_size=40))
def test_only_words_that_were_asked_for_are_meant(question: str, text: str) -> None:
    for language in ("ru", "en"):
        assert held_meanings(question, text, language) <= content_words(question)


@pytest.mark.parametrize(
    ("word", "text", "stands"),
    [
        ("dog", "Dogs on a lead", True),
        ("boats", "a boat", True),
        ("city", "two cities", True),
        ("box", "the boxes", True),
        ("ключ", "потерянные ключи", True),
        ("рыбу", "какая рыба", True),
        ("party", "a part of it", False),
        ("make", "makes two", False),
        ("boss", "one bos", False),
        ("стол", "столица", False),
        ("парк", "паркинг", False),
    ],
)
def test_another_form_of_a_short_word_stands_for_it(word: str, text: str, *, stands: bool) -> None:
    wanted = content_words(word)
    assert bool(inflected(wanted, content_words(text))) == stands


def test_a_word_may_be_written_in_two() -> None:
    assert written_in_two("in the tea room") == {"tearoom"}
    assert written_in_two("two boat houses", frozenset({"boathouse"})) == {"boathouse"}
    assert written_in_two("the boat houses") == frozenset()
    assert compounds_in("a Tea Room") == {"tearo"}
