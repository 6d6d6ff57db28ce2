"""words: stems in any script, and how much of a question a text holds."""

import pytest

from pipelines.nodes.words import content_words, coverage, overlap, word_weights


def test_inflected_forms_meet() -> None:
    assert content_words("гарантийный") & content_words("гарантия")
    assert content_words("Running") == content_words("runnings")


def test_function_words_and_question_words_are_left_out() -> None:
    assert content_words("What is the price of it?") == {"price"}
    assert content_words("Какой у него срок?") == {"него", "срок"}


def test_numbers_stay_whole_and_yo_is_ye() -> None:
    assert content_words("Ещё 1234567 ёлок") == {"1234567", "елок"}


def test_scripts_without_spaces_give_pairs() -> None:
    assert content_words("保証期間") == {"保証", "証期", "期間"}


def test_no_words() -> None:
    assert content_words("?! …") == frozenset()


def test_rare_words_weigh_more() -> None:
    weights = word_weights([frozenset({"a", "b"}), frozenset({"a"})])
    assert weights["b"] > weights["a"]
    wanted = frozenset({"a", "b"})
    assert coverage(wanted, frozenset({"b"}), weights) > coverage(wanted, {"a"}, weights)
    assert coverage(wanted, wanted, weights) == pytest.approx(1.0)


def test_a_word_no_text_holds_counts_as_the_rarest() -> None:
    weights = {"a": 1.0, "b": 2.0}
    assert coverage(frozenset({"a", "z"}), frozenset({"a"}), weights) == pytest.approx(1 / 3)


def test_nothing_wanted_is_nothing_covered() -> None:
    assert coverage(frozenset(), frozenset({"a"}), {}) == 0.0


def test_overlap_is_a_cosine() -> None:
    assert overlap(frozenset("ab"), frozenset("ab")) == pytest.approx(1.0)
    assert overlap(frozenset("ab"), frozenset("bc")) == pytest.approx(0.5)
    assert overlap(frozenset(), frozenset("a")) == 0.0
