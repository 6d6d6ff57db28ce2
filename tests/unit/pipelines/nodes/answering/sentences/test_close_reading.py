"""Which sentences are worth reading once more, and what becomes of those that were read."""

from dataclasses import replace

import numpy as np
import pytest

from pipelines.models.answers import QueryEmbedding
from pipelines.models.documents import Span
from pipelines.nodes.answering.cite import Quote
from pipelines.nodes.answering.sentences.close_reading import (
    CloseReadingRules,
    around,
    beside,
    doubtful,
)
from pipelines.nodes.answering.sentences.sentence_scores import Sentence, score_sentences
from tests.support.nodes.extracting import extract
from tests.support.nodes.passage_maker import make_passage

QUESTION = "When does the pool open?"
TEXT = (
    "The pool was built in 1974. The pool opens at seven. The sauna opens at nine. "
    "Towels are lent at the desk."
)
POOL = make_passage(TEXT, id=1, fused_score=0.5)
HALL = make_passage("The pool hall opens at ten. It is closed on Mondays.", id=2, fused_score=0.5)
NO_VECTORS = QueryEmbedding(
    np.ones(768, dtype=np.float32), np.empty((0, 384), np.float32), np.empty(0, np.float32)
)


def scored(*scores: float, passage: int = 1) -> list[Sentence]:
    """The sentences of a passage with these scores."""
    base = POOL if passage == 1 else HALL
    sentences = score_sentences(QUESTION, NO_VECTORS, [base], {})
    return [replace(one, score=score) for one, score in zip(sentences, scores, strict=False)]


def test_nothing_is_read_again_where_one_sentence_is_far_ahead() -> None:
    assert doubtful(scored(0.2, 0.9, 0.3, 0.1)) == ()


def test_sentences_in_doubt_are_read_with_what_stands_around_them() -> None:
    (stretch,) = doubtful(scored(0.2, 0.9, 0.85, 0.1))
    assert " ".join(stretch.texts) == TEXT


def test_a_long_passage_is_read_around_its_best_sentence_only() -> None:
    rules = CloseReadingRules(longest=60)
    (stretch,) = doubtful(scored(0.2, 0.9, 0.85, 0.1), rules)
    assert "The pool opens at seven." in stretch.texts
    assert sum(map(len, stretch.texts)) <= 60


HOUSES = make_passage(" ".join(f"House {n} has {n} rooms." for n in range(9)), id=4)


@pytest.mark.parametrize(
    ("near", "read"), [([4], range(2, 7)), ([2, 5], range(8)), ([5, 2], range(8))]
)
def test_no_more_than_two_sentences_beside_those_in_doubt_are_read(
    near: list[int], read: range
) -> None:
    houses = score_sentences("how many rooms has it", NO_VECTORS, [HOUSES], {})
    stretch = around(houses, [houses[at] for at in near], CloseReadingRules())
    assert [one.idx for one in stretch.sentences] == list(read)
    assert stretch.best == houses[near[0]]


def test_no_more_passages_are_read_than_allowed() -> None:
    both = [*scored(0.9, 0.2, 0.3, 0.1), *scored(0.88, 0.1, passage=2)]
    assert [one.sentences[0].passage.id for one in doubtful(both)] == [1, 2]
    assert len(doubtful(both, CloseReadingRules(passages=1))) == 1


def test_nothing_at_all_is_in_doubt_without_sentences() -> None:
    assert doubtful([]) == ()


@pytest.mark.parametrize(("likeliest", "first"), [(2, "The sauna"), (1, "The pool opens")])
def test_what_reading_closely_says_decides_where_the_rest_is_even(
    likeliest: int, first: str
) -> None:
    work = QUESTION, NO_VECTORS, [POOL], {}
    places = [one.place for one in score_sentences(*work)]
    read = {place: 3.0 if at == likeliest else -4.0 for at, place in enumerate(places)}
    ranked = extract(*work, read=read).ranked
    assert ranked[0].text.startswith(first)


def test_odds_beyond_measure_count_no_more_than_the_most_there_can_be() -> None:
    work = QUESTION, NO_VECTORS, [POOL], {}
    first, *_, last = (one.place for one in score_sentences(*work))
    most, beyond = (
        score_sentences(*work, read={first: 0.0, last: odds}) for odds in (-8.0, -800.0)
    )
    assert most == beyond


def test_one_sentence_can_be_read_alone() -> None:
    (*_, last) = scored(0.2, 0.9, 0.3, 0.1)
    (stretch,) = doubtful(
        scored(0.2, 0.9, 0.3, 0.1), CloseReadingRules(longest_alone=40), place=last.place
    )
    assert stretch.texts == (last.text,)


def test_how_far_the_best_passage_is_ahead_is_told_without_it() -> None:
    work = QUESTION, NO_VECTORS, [POOL, HALL], {}
    _, second, third, *_ = (one.place for one in score_sentences(*work))
    plain, read = (extract(*work, read=found) for found in ({}, {second: 0.0, third: -5.0}))
    assert plain.grounds is not None
    assert read.grounds is not None
    assert plain.grounds.lead == pytest.approx(read.grounds.lead)


def test_a_stretch_knows_where_it_stands_in_its_passage() -> None:
    sentences = scored(0.2, 0.9, 0.3, 0.1)
    stretch = around(sentences, [sentences[1]], CloseReadingRules(longest=70))
    text = stretch.best.passage.text
    assert stretch.best in stretch.sentences
    assert text[stretch.span.start : stretch.span.end].startswith(stretch.texts[0])
    assert text[stretch.span.start : stretch.span.end].endswith(stretch.texts[-1])
    assert 1 < len(stretch.sentences) < len(sentences)


def test_a_jotting_is_read_with_its_heading() -> None:
    base = make_passage("SCONES\n225g butter\n12 mins", id=3)
    lines = score_sentences("how long are the scones in", NO_VECTORS, [base], {})
    (stretch,) = doubtful([replace(one, score=0.9) for one in lines])
    assert stretch.texts == ("SCONES", "SCONES: 225g butter", "SCONES: 12 mins")


def test_what_stands_around_a_quote_is_read_with_it_and_no_question() -> None:
    text = "The fair is in May. Who comes? Entry is free. Bring a cake."
    passage = make_passage(text, id=1)
    stretch = beside(Quote(passage, Span(31, 45)))
    assert stretch is not None
    assert stretch.texts == ("The fair is in May.", "Entry is free.", "Bring a cake.")
    assert stretch.best.text == "Entry is free."
