"""lexical: how much of a question a passage holds to the letter."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pipelines.nodes.ranking.fuse import lexical_scores

TEXTS = st.text("ab 12.-жК\u0301", max_size=30)


@pytest.mark.parametrize(
    ("question", "right", "wrong"),
    [
        ("What is in ГОСТ 34.602-2020?", "по ГОСТ 34.602-2020", "по ГОСТ 34.602-89"),
        ("ГОСТ 34.602-2020", "ГОСТ 34 602 2020", "ГОСТ 34 601 2020"),
        ("деталь 8K0 959 802 B", "деталь 8K0959802B", "деталь 8K0959802C"),
        ("деталь 8K0959802B", "деталь 8K0 959 802 B", "деталь 8K0 959 802 C"),
        ("деталь 8К0-959-802-В", "деталь 8K0 959 802 B", "деталь 8K0 959 802 C"),
        ("fault E2407", "fault E-2407", "fault E-2408"),
        ("fault E-2407", "fault E2407", "fault E2408"),
        ("ошибка Е2407", "ошибка E2407", "ошибка E2408"),
        ("error 0x80070005", "the error 0x80070005", "the error 0x80070006"),
        ("что в п. 4.2.1", "п. 4.2.1 о лодках", "п. 4.1.2 о лодках"),
        ("п. 4.21", "п. 4.21", "п. 42.1"),
        ("Windows-11", "Windows 11", "Linux 11"),
        ("стандарт ИСО-9001", "стандарт ИСО 9001", "стандарт МЭК 9001"),
    ],
)
def test_a_code_is_found_to_the_letter(question: str, right: str, wrong: str) -> None:
    for texts in ([right, wrong], [wrong, right]):
        scores = dict(zip(texts, lexical_scores(question, texts), strict=True))
        assert scores[right] > scores[wrong]


def test_a_code_that_a_text_spells_out_is_found_in_full() -> None:
    assert lexical_scores("E2407", ["E 2407", "E-2407", "Е2407"]) == (1.0, 1.0, 1.0)


def test_what_few_passages_hold_weighs_more() -> None:
    texts = ["pump oil", "pump valve", "pump rust", "oil"]
    scores = lexical_scores("pump valve", texts)
    assert scores[1] == 1.0
    assert scores[0] == scores[2] < 0.5
    assert scores[3] == 0.0


def test_what_stands_above_a_text_it_need_not_repeat() -> None:
    texts, under = ["The hall has seats.", "The Marrow Lane Theatre."], ["Marrow Lane Theatre", ""]
    asked = "How many seats does the Marrow Lane Theatre have?"
    named, without = lexical_scores(asked, texts, under=under), lexical_scores(asked, texts)
    assert named[0] == 1.0 > named[1]
    assert without[0] < without[1]


def test_a_question_without_words_is_held_by_none() -> None:
    assert lexical_scores("What is it?", ["pump"]) == (0.0,)
    assert lexical_scores("pump", []) == ()
    assert lexical_scores("pump", [""]) == (0.0,)


@given(TEXTS, st.lists(TEXTS, max_size=4))
def test_each_text_has_one_score_whatever_the_order(question: str, texts: list[str]) -> None:
    scores = lexical_scores(question, texts)
    assert len(scores) == len(texts)
    assert all(0.0 <= score <= 1.0 for score in scores)
    backwards = lexical_scores(question, texts[::-1])
    assert backwards == pytest.approx(scores[::-1])


def test_another_form_of_a_short_word_counts_as_the_word() -> None:
    assert lexical_scores("dog", ["Dogs are welcome.", "The cat."], ["en", "en"]) == (1.0, 0.0)
    assert lexical_scores("tearoom", ["In the tea room.", "A room."]) == (1.0, 0.0)
