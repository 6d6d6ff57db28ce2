"""Exchange: which parts a question has, and which of them another part stands for."""

import pytest

from pipelines.nodes.questions.follow_up.exchange import (
    alike,
    exchange,
    exchange_letter,
    is_verb,
    parts_of,
)


@pytest.mark.parametrize(
    ("text", "part", "kind"),
    [
        ("где самый длинный причал", "самый длинный", "superlative"),
        ("which is the most distant pier", "most distant", "superlative"),
        ("which pier is the longest", "longest", "superlative"),
        ("где больше всего лодок", "больше всего", "superlative"),
        ("сколько стоит сорт Золотая рыбка", "Золотая рыбка", "name"),
        ("What is the price of the barge?", "price", "attribute"),
    ],
)
def test_a_phrase_that_stands_for_one_thing_is_one_part(text: str, part: str, kind: str) -> None:
    assert (part, kind) in [(each.text, each.kind) for each in parts_of(text)]


@pytest.mark.parametrize(
    ("question", "body", "likeliest"),
    [
        ("How often is the barge hull painted?", "the ladder", "barge"),
        ("ferry from north to south in 2026", "a canoe", "ferry"),
        ("полный билет тверь 2025", "углич", "тверь"),
        ("сколько стоит каноэ", "весло", "каноэ"),
        ("how much are rear brakes for a small car", "the front", "rear"),
        ("when does the gate open on sundays", "close", "open"),
        ("сколько стоит билет взрослым в музей", "детям", "взрослым"),
        ("darf ich Hunde baden", "Katzen", "Hunde"),
        ("kann man hier Räder leihen", "Boote", "Räder"),
        ("сколько стоит груминг собаки", "кошки", "собаки"),
        ("how much is the flute per term", "trumpet", "flute"),
        ("телефон директора лагеря", "повара", "директора"),
    ],
)
def test_a_part_stands_for_one_of_its_kind(question: str, body: str, likeliest: str) -> None:
    (piece,) = parts_of(body, fragment=True)
    assert alike(piece, parts_of(question), body, question)[0].text == likeliest


def test_a_place_brings_its_preposition() -> None:
    question = "полный билет тверь 2025"
    body = "в угличе"
    (piece,) = parts_of(body, fragment=True)
    slot = next(part for part in parts_of(question) if part.text == "тверь")
    assert exchange(question, slot, body, piece) == "полный билет в угличе 2025"


def test_a_letter_stands_for_a_letter_that_names_something() -> None:
    assert exchange_letter("when does crossing B leave?", "d?") == "when does crossing D leave?"
    assert exchange_letter("где корпус Б?", "Г") == "где корпус Г?"
    assert exchange_letter("when does crossing A leave?", "B") == "when does crossing B leave?"
    assert exchange_letter("when does it leave?", "D") is None
    assert exchange_letter("где корпус Б?", "а?") is None
    assert exchange_letter("when does crossing B leave?", "DE") is None


def test_nouns_that_end_as_verbs_do_are_none() -> None:
    assert not any(map(is_verb, ("спортзал", "вокзала", "раздел", "журналы", "отделов")))
    assert all(map(is_verb, ("сказал", "работает", "купили", "начал", "правила")))
