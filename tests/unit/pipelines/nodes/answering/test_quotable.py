"""quotable: sentences, not headings, menus, bullets or questions."""

import pytest

from pipelines.nodes.answering.quotable import (
    answers_alone,
    asks,
    is_item,
    is_no_heading,
    quotable_spans,
    refers_back,
)


def pieces(text: str) -> list[str]:
    return [text[span.start : span.end] for span in quotable_spans(text)]


def test_bullets_and_numbers_before_a_sentence_are_left_out() -> None:
    assert pieces("- Lamps glow.\n2. Rain falls.\n# Title") == [
        "Lamps glow.",
        "Rain falls.",
        "Title",
    ]


def test_marks_of_questions_and_answers_are_left_out_too() -> None:
    asked = "Q: May I park in the yard?\nA: There are three spaces."
    assert pieces(asked) == ["May I park in the yard?", "There are three spaces."]
    assert pieces("A: 5; B: 7") == ["A: 5; B: 7"]


def test_what_stands_behind_a_bullet_is_an_item() -> None:
    text = "Plans\n- Buy a seeder. Soon\n2) Train two people"
    items = [text[s.start : s.end] for s in quotable_spans(text) if is_item(text, s)]
    assert items == ["Buy a seeder.", "Train two people"]
    assert answers_alone("Buy a seeder", item=True)
    assert not answers_alone("Buy a seeder")
    assert not answers_alone("Seeders", item=True)


def test_a_day_on_which_it_is_shut_answers_alone() -> None:
    assert answers_alone("Monday         closed")
    assert answers_alone("Понедельник — выходной")
    assert not answers_alone("Monday closing")


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("Contacts\nTreasurer: Olaf Holm\nBoss: Anna\nAll of them may sign.", 2),
        ("Контакты\nКазначей: Олаф Хольм\n\nСторож: Рита\nПодписывать могут все.", 2),
        ("Ring the bell twice. The key is with Olaf\nThe gate is shut at night.", 1),
        ("Chapter two: The treasurer\nOlaf Holm is the treasurer.", 0),
        ("Berry pie (old, by grandmother)\n500 g of berries go in.", 0),
        ("The key, by the way, is with Olaf\nThe gate is shut at night.", 1),
        ("Rooms and their keys\nThe gate is shut at night.", 0),
        ("Keys\nRooms and their keys\nThe gate is shut at night.", 0),
        ("What you have to bring\n- a towel for each child\n- a cap", 0),
        ("Ring first.\nfreezer set to minus 18\nThe gate is shut at night.", 1),
        ("Ring first.\nFreezer set to minus 18", 1),
        ("Gas man on Tuesday\nFreezer minus 18\nEggs 2\nRuth owes £15\nWe paid her.", 4),
    ],
)
def test_a_line_without_a_stop_is_a_heading_where_it_stands_alone_before_others(
    text: str, told: int
) -> None:
    lines = [(text[s.start : s.end], is_no_heading(text, s)) for s in quotable_spans(text)]
    found = [line for line, no_heading in lines if answers_alone(line, item=no_heading)]
    bullets = [line for line in found if f"- {line}" in text]
    assert len([line for line in found if not line.endswith(".")]) - len(bullets) == told


def test_speech_without_stops_is_given_in_pieces_between_words() -> None:
    text = "word " * 400
    found = pieces(text)
    assert len(found) > 5
    assert " ".join(found) == text.strip()
    assert max(map(len, found)) <= 280


def test_one_word_without_end_is_cut() -> None:
    assert "".join(pieces("x" * 1000)) == "x" * 1000


@pytest.mark.parametrize(
    "sentence",
    [
        "The guarantee is 24 months.",
        "Гарантия действует два года.",
        "Цена: 500 рублей",
        "Cappuccino … £3.40",
        "Суп дня 250 ₽",
        "Port: drain; Keeper: Ottilie Brandt",
        "保証期間は二十四ヶ月間とさせていただきます。",
        "so this is a line of speech without any stop at its end",
    ],
)
def test_sentences_answer(sentence: str) -> None:
    assert answers_alone(sentence)


@pytest.mark.parametrize(
    "line", ["Guarantee", "How to return a phone", "Home | Shop | Cart | Help", "…", "OK.", "1.2"]
)
def test_headings_menus_and_crumbs_do_not(line: str) -> None:
    assert not answers_alone(line)


def test_questions_ask() -> None:
    assert asks("How long?")
    assert asks("«Сколько?»")
    assert not asks("Two years.")


def test_so_does_what_tells_what_people_ask() -> None:
    assert asks("Many of you ask who the man with the biscuit tin is.")
    assert asks("Нас часто спрашивают, почему закрыт парадный вход.")
    assert not asks("Ask the steward where the key hangs.")
    assert not asks("People often ask why we shut at nine: the neighbours complained.")


def test_pronouns_refer_back() -> None:
    assert refers_back("Its population is 3.78 million.")
    assert refers_back("Он работает два года.")
    assert not refers_back("Item one is red.")
    assert not refers_back("Онлайн быстрее.")
    assert not refers_back("There is a lift to the first floor.")
    assert refers_back("There you may also swim.")


@pytest.mark.parametrize("rule", ["No skates.", "Кормить нельзя.", "Без обуви!", "Kein Zutritt."])
def test_two_words_that_deny_are_a_rule(rule: str) -> None:
    assert answers_alone(rule)


@pytest.mark.parametrize(
    "crumb", ["No. 7.", "Нет.", "Wet towels.", "No skates", "Мокрые полотенца."]
)
def test_other_crumbs_are_none(crumb: str) -> None:
    assert not answers_alone(crumb)
