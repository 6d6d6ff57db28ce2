"""Evidence: which words stand for each other, and which only look alike."""

from functools import partial

import pytest

from pipelines.nodes.tables.words.evidence import (
    EXACT,
    INFLECTED,
    MISSPELT,
    Word,
    concept_strength,
    distance,
    letter_strength,
    question_words,
    shape_of,
    spelled_in,
    term_strength,
    terms_of,
)

words_of = partial(question_words, known=frozenset(), capitals=True)


def word(text: str) -> Word:
    return words_of(text)[0]


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Туле", "тула"),
        ("Казани", "казань"),
        ("кадров", "кадры"),
        ("закупок", "закупки"),
        ("Тимофея", "тимофей"),
        ("льна", "лен"),
        ("огурцах", "огурец"),
        ("сумок", "сумка"),
        ("льва", "лев"),
        ("сдали", "сдано"),
        ("купил", "куплено"),
        ("bought", "buy"),
        ("fires", "fire"),
        ("branches", "branch"),
        ("Gärten", "garten"),
    ],
)
def test_forms_of_a_word_are_one(one: str, other: str) -> None:
    assert letter_strength(word(one), terms_of(other)[0]) >= INFLECTED


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Kaluga", "калуга"),
        ("Ford", "форд"),
        ("Тарапак", "tarapak"),
        ("Moskva", "москва"),
        ("ann", "энн"),
        ("eric", "эрик"),
        ("hector", "гектор"),
        ("alice", "элис"),
    ],
)
def test_a_name_is_known_in_another_script(one: str, other: str) -> None:
    assert letter_strength(word(one), terms_of(other)[0]) >= MISSPELT


@pytest.mark.parametrize(
    ("one", "other"), [("торжек", "торжок"), ("libarian", "librarian"), ("калга", "калуга")]
)
def test_a_slip_of_the_hand_is_forgiven(one: str, other: str) -> None:
    assert letter_strength(word(one), other) == MISSPELT


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("hot", "hotel"),
        ("сорт", "сорок"),
        ("HRN-09", "hrn-02"),
        ("2023", "2024"),
        ("4.21", "42.1"),
        ("Москва", "москит"),
        ("плата", "пол"),
        ("кота", "кто"),
        ("Казань", "рязань"),
    ],
)
def test_what_only_looks_alike_is_not_the_same(one: str, other: str) -> None:
    assert letter_strength(word(one), other) < MISSPELT


def test_a_code_is_one_whatever_joins_it() -> None:
    assert letter_strength(word("HRN02"), "hrn-02") == 1.0
    assert letter_strength(word("А-01"), "a-01") == 1.0  # letters of two alphabets, alike


def test_a_code_may_be_spelled_apart() -> None:
    words = words_of("что с HRN 02 сейчас")
    found = spelled_in(words, "HRN-02")
    assert found is not None
    assert [each.text for each in words[found.start : found.end]] == ["HRN", "02"]
    assert spelled_in(words, "HRN-03") is None


def test_codes_of_one_shape_are_told_from_others() -> None:
    assert shape_of("hrn-02") == shape_of("abc-9")
    assert shape_of("hrn-02") != shape_of("02-hrn")


@pytest.mark.parametrize(
    ("asked", "header"),
    [
        ("phone", "Внутренний телефон"),
        ("supplier", "Поставщик"),
        ("стоит", "Price"),
        ("address", "Anschrift"),
        ("价格", "Цена, руб."),
    ],
)
def test_a_word_knows_what_a_column_is_about(asked: str, header: str) -> None:
    assert concept_strength(word(asked), header) > 0
    assert concept_strength(word(asked), "Примечание") == 0


def test_words_that_ask_name_nothing() -> None:
    asks = {each.folded: each.asks for each in words_of("Скажи, пожалуйста, какой пробег у Форда?")}
    assert [text for text, silent in asks.items() if not silent] == ["пробег", "форда"]


def test_a_capital_inside_a_sentence_marks_a_name() -> None:
    names = [each.text for each in words_of("Какая норма в Казани? Скажи") if each.name]
    assert names == ["Казани"]


def test_unspaced_script_is_divided_by_what_is_known() -> None:
    words = question_words("普洱的价格是多少", frozenset({"普洱", "龙井"}), capitals=True)
    assert [each.text for each in words if not each.asks] == ["普洱", "价格"]


@pytest.mark.parametrize(
    ("one", "other", "steps"),
    [("abcd", "abcd", 0), ("abcd", "abdc", 1), ("abcd", "abd", 1), ("", "ab", 2), ("ab", "cd", 2)],
)
def test_letters_that_changed_places_count_once(one: str, other: str, steps: int) -> None:
    assert distance(one, other) == steps


@pytest.mark.parametrize(
    ("question", "units"),
    [
        ("сколько штор и рубашек в частном доме", []),
        ("grammar of the European metro on a weekday", []),
        ("сколько часов и рублей за две штуки", ["часов", "рублей", "штуки"]),
        ("how many weeks, days and grams", ["weeks", "days"]),
    ],
)
def test_a_word_that_only_begins_as_a_unit_is_none(question: str, units: list[str]) -> None:
    words = question_words(question, frozenset(), capitals=True)
    assert [word.text for word in words if word.unit] == units


@pytest.mark.parametrize(
    ("word", "term", "strength"),
    [
        ("вторую", "2-я", EXACT),
        ("third", "3rd", EXACT),
        ("первой", "2-я", 0.0),
        ("second", "2", 0.0),
    ],
)
def test_an_ordinal_is_the_same_in_words_and_in_digits(
    word: str, term: str, strength: float
) -> None:
    assert term_strength(word, term) == strength
