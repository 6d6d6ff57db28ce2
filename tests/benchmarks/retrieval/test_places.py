"""A passage counts as the paragraph that holds it."""

from pathlib import Path

import pytest

from benchmarks.retrieval.places import LOST, Finder, distinct, rank_of
from benchmarks.squad import Article, Corpus, load
from tests.support.benchmarks.small_corpus import write


@pytest.fixture
def corpus(tmp_path: Path) -> Corpus:
    return load(write(tmp_path))


def test_a_paragraph_is_found_however_it_was_cleaned(corpus: Corpus) -> None:
    text = corpus.text((0, 1)).upper().replace(" ", "  ").replace("-", "\xad-")
    assert Finder(corpus).held_by(0, f"— {text}\n") == ((0, 1),)


def test_a_part_of_a_paragraph_counts_for_it(corpus: Corpus) -> None:
    finder = Finder(corpus)
    assert finder.held_by(1, "wild yeast has settled") == ((1, 0),)
    assert finder.held_by(1, "so that the crust can darken.") == ((1, 1),)


def test_a_passage_of_two_paragraphs_counts_for_both_in_their_order(corpus: Corpus) -> None:
    text = f"{corpus.text((0, 1))}\n\n{corpus.text((0, 2))}"
    assert Finder(corpus).held_by(0, text) == ((0, 1), (0, 2))


def test_a_piece_of_the_next_paragraph_does_not_count(corpus: Corpus) -> None:
    text = f"{corpus.text((0, 0))}\n{corpus.text((0, 1))[:30]}"
    assert Finder(corpus).held_by(0, text) == ((0, 0),)


def test_a_passage_with_small_pieces_of_three_counts_for_the_largest() -> None:
    paragraphs = ("a" * 20 + "b" * 8, "c" * 9 + "d" * 10, "e" * 7 + "f" * 20)
    corpus = Corpus((Article("letters", paragraphs),), ())
    text = "b" * 8 + "c" * 9 + "d" * 10 + "e" * 7
    assert Finder(corpus).held_by(0, text) == ((0, 1),)
    assert Finder(corpus).held_by(0, "b" * 8 + "c" * 9) == ((0, 1),)


def test_lines_that_are_not_in_the_article_do_not_hide_those_that_are(corpus: Corpus) -> None:
    assert Finder(corpus).held_by(2, f"A title\n{corpus.text((2, 1))}") == ((2, 1),)


def test_what_is_nowhere_in_the_article_is_lost(corpus: Corpus) -> None:
    finder = Finder(corpus)
    assert finder.held_by(2, corpus.text((0, 0))) == (LOST,)
    assert finder.held_by(2, "…") == (LOST,)


def test_paragraphs_of_one_text_are_one_place() -> None:
    corpus = Corpus(
        (Article("one", ("Same words.", "Other.")), Article("two", ("same words",))), ()
    )
    finder = Finder(corpus)
    assert finder.canonical((1, 0)) == (0, 0)
    assert finder.held_by(1, "Same words") == ((0, 0),)


def test_ranks_count_paragraphs_once_and_every_lost_passage() -> None:
    ranked = [(0, 0), (0, 0), LOST, LOST, (1, 0), (0, 0)]
    assert distinct(ranked) == [(0, 0), LOST, LOST, (1, 0)]
    assert rank_of((1, 0), ranked) == 4
    assert rank_of((2, 0), ranked) is None
