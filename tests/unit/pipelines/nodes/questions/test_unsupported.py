"""Unsupported: the share of a question that nothing in a passage stands for."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pipelines.models.answers import QueryEmbedding
from pipelines.models.documents import Span
from pipelines.nodes.questions.unsupported import unsupported_share
from tests.support.nodes.table_maker import query_of, table_of, vectors_of

HEDGES = table_of(("Plant", "Height"), ("Privet", "cut low"), ("Yew", "kept tall"))
TEXT = "\n".join(row.text for row in HEDGES.rows)
ALIKE = {"trimmed": "cut", "shrub": "plant"}


def share(question: str, meanings: dict[str, str] | None = None) -> float:
    (vectors,) = vectors_of(HEDGES, meanings).values()
    return unsupported_share(question, query_of(question, meanings), TEXT, vectors)


def test_words_that_stand_there_are_supported() -> None:
    assert share("How tall is the yew plant?") == 0.0


def test_words_that_mean_what_stands_there_are_supported() -> None:
    assert share("Which shrub is trimmed?") == 1.0
    assert share("Which shrub is trimmed?", ALIKE) == 0.0


@pytest.mark.parametrize(
    ("question", "expected"),
    [("yew submarine?", 0.5), ("submarine torpedo?", 1.0), ("yew privet submarine?", 1 / 3)],
)
def test_others_are_counted(question: str, expected: float) -> None:
    assert share(question) == pytest.approx(expected)


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("Какой высоты растение?", 0.0),
        ("Сколько весит хомяк?", 1.0),
        ("Где растёт вайда?", 0.0),  # of a word that is nowhere known nothing is known
        ("Когда выпускной?", 1.0),  # the dictionary knows it
    ],
)
def test_across_languages_only_known_words_are_missed(question: str, expected: float) -> None:
    (vectors,) = vectors_of(HEDGES).values()
    found = unsupported_share(
        question, query_of(question), "Plant: height, grow", vectors, language="en", crosses=True
    )
    assert found == expected


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("плата пасечника за улей 2021", 1.0),
        ("высота пасечника за улей 2021", 0.5),
        ("за сколько улей взял Дарвин в 2021", 0.0),
    ],
)
def test_across_languages_a_year_alone_stands_for_nothing(question: str, expected: float) -> None:
    (vectors,) = vectors_of(HEDGES).values()
    found = unsupported_share(
        question, query_of(question), "Year: 2021; Height: 9", vectors, language="en", crosses=True
    )
    assert found == expected


def test_words_that_need_not_stand_there_are_not_counted() -> None:
    (vectors,) = vectors_of(HEDGES).values()
    asked = "yew price submarine?"
    without = unsupported_share(
        asked, query_of(asked), TEXT, vectors, ignoring={"price", "submarine"}.__contains__
    )
    assert without == 0.0


def test_another_word_of_the_meaning_supports() -> None:
    (vectors,) = vectors_of(HEDGES).values()
    asked = "deposit?"
    said = {"evidence": "a security payment of 675", "vectors": vectors}
    assert unsupported_share(asked, query_of(asked), **said, language="en") == 0.0
    assert unsupported_share(asked, query_of(asked), **said, language="und") == 1.0


def test_only_the_part_that_is_read_supports() -> None:
    (vectors,) = vectors_of(HEDGES, ALIKE).values()
    query = query_of("trimmed?", ALIKE)
    first, second = (row.text for row in HEDGES.rows)
    other = Span(TEXT.index(second), len(TEXT))
    assert unsupported_share("trimmed?", query, first, vectors, Span(0, len(first))) == 0.0
    assert unsupported_share("trimmed?", query, second, vectors, other) == 1.0
    assert unsupported_share("trimmed?", query, second, vectors, Span(len(TEXT), len(TEXT))) == 1.0


def test_without_vectors_or_offsets_nothing_is_held_against_a_passage() -> None:
    query = query_of("submarine?")
    assert unsupported_share("submarine?", query, TEXT, None) == 0.0
    (vectors,) = vectors_of(HEDGES).values()
    blind = QueryEmbedding(query.embedding, query.token_embeddings, query.token_weights)
    assert unsupported_share("submarine?", blind, TEXT, vectors) == 0.0


@given(st.text(max_size=60))
def test_any_question_has_a_share(question: str) -> None:
    with np.errstate(all="raise"):
        assert 0.0 <= share(question) <= 1.0


@pytest.mark.parametrize(
    ("question", "evidence", "expected"),
    [
        ("сколько стоит клубника", "Full board costs 90 a week with straw for the ponies", 1.0),
        ("сколько стоит клубника", "Strawberries cost 4 a punnet", 0.0),
        ("сколько стоит солома", "Full board costs 90 a week with straw for the ponies", 0.0),
    ],
)
def test_across_languages_a_word_that_only_begins_alike_stands_for_nothing(
    question: str, evidence: str, expected: float
) -> None:
    (vectors,) = vectors_of(HEDGES).values()
    found = unsupported_share(
        question, query_of(question), evidence, vectors, language="en", crosses=True
    )
    assert found == expected


@pytest.mark.parametrize(
    ("question", "evidence"),
    [
        ("пароль от вайфая", "Wi-Fi: ask for the password."),
        ("спальник нужен?", "Bring a sleeping bag."),
    ],
)
def test_what_is_translated_stands_there_in_any_form(question: str, evidence: str) -> None:
    (vectors,) = vectors_of(HEDGES).values()
    found = unsupported_share(
        question, query_of(question), evidence, vectors, language="en", crosses=True
    )
    assert found == 0.0


def test_an_age_of_many_stands_where_the_age_does() -> None:
    (vectors,) = vectors_of(HEDGES, None).values()
    question = "over 65s"
    work = question, query_of(question)
    assert unsupported_share(*work, "Hirers aged 65 and over pay less.", vectors) == 0.0
    assert unsupported_share(*work, "Hirers aged 70 and over pay less.", vectors) == 1.0
