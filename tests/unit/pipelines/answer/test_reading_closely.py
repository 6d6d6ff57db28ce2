"""What is read once more together with a question, and what becomes of what had no room."""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
import pytest

from pipelines.answer.quoting.found import Found, Own
from pipelines.answer.quoting.prose import read_in_doubt
from pipelines.answer.scoring import Scoring
from pipelines.models.answers import Passage, QueryEmbedding
from pipelines.models.documents import FloatArray
from pipelines.nodes.answering.sentences.sentence_scores import Sentence, score_sentences
from pipelines.nodes.questions.anchors import anchors_of
from pipelines.nodes.ranking.fuse import FusionWeights
from pipelines.store.recent_vectors import RecentVectors
from tests.support.nodes.passage_maker import make_passage

NO_VECTORS = QueryEmbedding(
    np.ones(768, dtype=np.float32), np.empty((0, 384), np.float32), np.empty(0, np.float32)
)
POOL = make_passage("The pool opens at seven. The sauna opens at nine.", id=1, fused_score=0.5)
QUESTION = "When does the pool open this year?"


class Reader:
    """Says how likely each sentence is by a word of it, and remembers what it was asked."""

    def __init__(self, odds: dict[str, float]) -> None:
        self.odds = odds
        self.asked: list[tuple[str, tuple[str, ...]]] = []

    async def answering(self, question: str, sentences: Sequence[str]) -> FloatArray:
        self.asked.append((question, tuple(sentences)))
        told = [next(v for word, v in self.odds.items() if word in one) for one in sentences]
        return np.array(told, dtype=np.float32)

    async def standing(self, claim: str, text: str, *, question: str = "") -> float:
        raise AssertionError("no claim is read here")


def scoring(reader: Reader | None) -> Scoring:
    return Scoring(
        *(None, None, None),
        FusionWeights(),
        RecentVectors(),
        reader,  # type: ignore[arg-type]
    )


def scored(question: str, *passages: Passage) -> list[Sentence]:
    return score_sentences(question, NO_VECTORS, passages, {})


async def test_sentences_near_each_other_are_read_in_the_words_of_the_question() -> None:
    reader = Reader({"pool": 3.0, "sauna": -2.0})
    read = await scoring(reader).closely(QUESTION, scored("When does it open in 2026?", POOL))
    assert read == {(1, 0): 3.0, (1, 25): -2.0}
    assert reader.asked == [(QUESTION, ("The pool opens at seven.", "The sauna opens at nine."))]


async def test_one_sentence_is_read_with_what_stands_around_it() -> None:
    reader = Reader({"pool": 3.0, "sauna": -2.0})
    read = await scoring(reader).closely(QUESTION, scored(QUESTION, POOL), place=(1, 25))
    assert read[1, 25] == -2.0


@pytest.mark.parametrize("odds", [{"pool": float("nan"), "sauna": 1.0}])
async def test_a_stretch_whose_own_sentence_had_no_room_tells_nothing(
    odds: dict[str, float],
) -> None:
    read = await scoring(Reader(odds)).closely(QUESTION, scored(QUESTION, POOL), place=(1, 0))
    assert read == {}


async def test_nothing_is_read_without_a_reader() -> None:
    assert await scoring(None).closely(QUESTION, scored(QUESTION, POOL)) == {}


@pytest.mark.parametrize(("odds", "read_ids"), [(1.0, [1, 2]), (-1.0, [1, 2, 3])])
async def test_a_third_passage_is_read_where_neither_of_the_first_answers(
    odds: float, read_ids: list[int]
) -> None:
    pools = [replace(POOL, id=n, fused_score=0.51 - n / 100) for n in (1, 2, 3)]
    reader = Reader({"pool": odds, "sauna": -4.0})
    read = await scoring(reader).closely(QUESTION, scored(QUESTION, *pools))
    assert sorted({passage for passage, _ in read}) == read_ids


NAMED = make_passage(
    "Kellor opens its pool at seven. It opens its sauna at nine.",
    id=1,
    document_id="kellor",
    fused_score=0.51,
)
OTHER = make_passage(
    "Torrun opens its pool at seven. It opens its sauna at nine.",
    id=2,
    document_id="torrun",
    fused_score=0.5,
)


@pytest.mark.parametrize("confidence", [0.3, 0.9])
async def test_what_names_another_place_than_the_question_is_not_read(confidence: float) -> None:
    question = "When does Kellor open its pool?"
    reader, own = Reader({"pool": -1.0, "sauna": -4.0}), Own(question, NO_VECTORS)
    anchors = anchors_of(question, "en")
    found = Found(question, anchors, "en", NO_VECTORS, [NAMED, OTHER], {}, own)
    found = replace(found, confidence=confidence)
    read, prose = await read_in_doubt(found, scoring(reader), None)
    assert prose.best is not None
    assert prose.best.passage.id == 1
    assert {passage for passage, _ in read.read} == {1}
    nobody = replace(found, anchors=())
    assert {
        passage for passage, _ in (await read_in_doubt(nobody, scoring(reader), None))[0].read
    } == {1, 2}
