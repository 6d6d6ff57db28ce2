"""The triad, without vectors: letters, meanings and the question decide."""

import re

import numpy as np
import pytest

from pipelines.models.answers import QueryEmbedding
from pipelines.models.documents import TokenVectors
from pipelines.nodes.evaluating.triad import (
    Evidence,
    Measured,
    TriadWeights,
    context_relevance,
    in_a_row,
    is_sound,
    measure,
    of_refusal,
    read_together,
)

RINK = (
    "The rink in Fulmar Lane opens on 3 November 2025 and closes on 15 March 2026. Skates are"
    " rented for £4, helmets for £2. Lessons are given by Oona Breck; bookings go to Piers Dallow."
    " Food must not be taken onto the ice."
)
ПРИЮТ = (
    "Приют «Лапа» открыт в 2017 году. В нём живут 64 собаки и 38 кошек. Собак лечит Вера Сомова,"
    " кошек — Антон Рыбин. Гулять с собаками можно с 10:00 до 13:00."
)


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("When does the rink open?", "On 3 November 2025"),
        ("When does the rink open?", "The rink opens on 3 November 2025."),
        ("How much is it to rent skates?", "£4"),
        ("Who gives the lessons?", "Oona Breck"),
        ("May food be taken onto the ice?", "No, food must not be taken onto the ice."),
    ],
)
def test_right_answers_are_accepted(question: str, answer: str) -> None:
    assert measure(question, answer, [Evidence(RINK, "en")]).is_accepted


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("When does the rink open?", "On 3 December 2025"),
        ("When does the rink open?", "On 15 November 2025"),
        ("When does the rink open?", "It depends on several factors."),
        ("When does the rink open?", "The rink opens."),
        ("How much is it to rent skates?", "£9"),
        ("Who gives the lessons?", "Moira Flint"),
        ("Who gives the lessons?", "£4"),
        ("May food be taken onto the ice?", "Yes, food may be taken onto the ice."),
    ],
)
def test_wrong_answers_are_held_back(question: str, answer: str) -> None:
    assert not measure(question, answer, [Evidence(RINK, "en")]).is_accepted


def test_a_russian_answer_is_held_against_its_letters() -> None:
    evidence = [Evidence(ПРИЮТ, "ru")]
    asked = "Сколько в приюте собак?"
    assert measure(asked, "64 собаки", evidence).is_accepted
    assert not measure(asked, "46 собак", evidence).is_accepted
    assert not measure(asked, "Собак много, точное число меняется.", evidence).is_accepted


def test_one_unsupported_sentence_is_enough() -> None:
    evidence = [Evidence(RINK, "en")]
    right = measure("When does the rink open?", "The rink opens on 3 November 2025.", evidence)
    more = measure(
        "When does the rink open?",
        "The rink opens on 3 November 2025. Helmets are rented for £7.",
        evidence,
    )
    assert more.groundedness < right.groundedness
    assert not more.is_accepted


def test_what_stands_in_another_text_is_looked_for_there() -> None:
    evidence = [Evidence(ПРИЮТ, "ru"), Evidence(RINK, "en")]
    assert measure("Who gives the lessons?", "Oona Breck", evidence).is_accepted


def test_of_a_long_text_the_part_that_speaks_of_it_is_read() -> None:
    padding = "The weather over the moor was grey, and the sheep stood about. " * 60
    long = Evidence(f"{padding}{RINK} {padding}", "en")
    assert measure("Who gives the lessons?", "Oona Breck", [long]).is_accepted


def test_nothing_is_no_answer() -> None:
    assert measure("Who?", "", [Evidence(RINK, "en")]).right == 0.0
    assert measure("Who gives the lessons?", "Oona Breck", []).right == 0.0


def test_a_refusal_is_scored_as_one() -> None:
    refusal = of_refusal(0.1)
    assert refusal.relevance < 0.1
    assert (refusal.groundedness, refusal.answer_relevance) == (1.0, 0.0)


def test_more_confidence_is_more_relevance() -> None:
    assert context_relevance(0.2) < 0.2 < 0.8 < context_relevance(0.7)


def test_a_text_that_its_vectors_do_not_fit_was_changed() -> None:
    starts = np.array([match.start() for match in re.finditer(r"\w+", RINK)], dtype=np.int32)
    offsets = np.stack([starts, starts + 1], axis=1)
    vectors = TokenVectors(np.ones((len(starts), 4), dtype=np.int8), offsets)
    assert is_sound(Evidence(RINK, "en", vectors))
    assert is_sound(Evidence(RINK, "en"))
    assert not is_sound(Evidence(f"So: {RINK}", "en", vectors))


def _embedded(text: str, fill: float) -> QueryEmbedding:
    words = [match.span() for match in re.finditer(r"\w+", text)]
    tokens = np.full((len(words), 4), fill, dtype=np.float32)
    weights = np.full(len(words), 1 / len(words), dtype=np.float32)
    return QueryEmbedding(tokens[0], tokens, weights, np.array(words, dtype=np.int32))


def test_sentences_in_a_row_keep_their_tokens_and_places() -> None:
    texts = ["Skates are rented.", "Helmets too."]
    whole = in_a_row(texts, [_embedded(texts[0], 1.0), _embedded(texts[1], 2.0)])
    assert whole is not None
    assert whole.token_offsets is not None
    lines = "\n".join(texts)
    words = [lines[start:end] for start, end in whole.token_offsets.tolist()]
    assert words == ["Skates", "are", "rented", "Helmets", "too"]
    assert whole.token_embeddings[:, 0].tolist() == [1.0, 1.0, 1.0, 2.0, 2.0]
    assert whole.token_weights.tolist() == pytest.approx([0.2] * 5)


def test_what_is_in_doubt_is_decided_by_reading_together() -> None:
    doubtful = Measured(groundedness=0.6, answer_relevance=0.6, right=0.55)
    assert doubtful.is_doubtful
    assert doubtful.reread(8.0).is_accepted
    assert not doubtful.reread(-8.0).is_accepted
    assert doubtful.reread(-8.0).groundedness < doubtful.groundedness
    assert not Measured(0.99, 0.99, right=0.98).is_doubtful


def test_the_nearest_evidence_is_read_around_what_it_shares_with_the_answer() -> None:
    long = " ".join(["Nothing is said here of anything at all."] * 60)
    evidence = [Evidence(ПРИЮТ, "ru"), Evidence(f"{long} {RINK}", "en")]
    read = read_together("Who gives the lessons?", "Oona Breck", evidence)
    assert "Oona Breck" in read
    assert len(read) <= 1000
    assert read_together("Who?", "Nobody", []) == ""


def test_what_is_laid_on_another_statement_speaks_against_a_whole_sentence() -> None:
    text = "Ada Moss is the shift manager; Bo Lund repairs the pumps."
    more = {}
    for name in "Ada Moss", "Bo Lund":
        answer = f"{name} is the shift manager."
        offsets = np.array([match.span() for match in re.finditer(r"\w+", answer)], dtype=np.int32)
        tokens = np.eye(len(offsets), dtype=np.float32)
        said = QueryEmbedding(tokens[0], tokens, np.full(len(offsets), 0.2, np.float32), offsets)
        with_it, without = (
            measure(
                "Who is the shift manager?",
                answer,
                [Evidence(text, "en")],
                said=said,
                weights=TriadWeights(letters=weight),
            )
            for weight in (TriadWeights().letters, 0.0)
        )
        more[name] = with_it.right - without.right
    assert more["Ada Moss"] > 0 > more["Bo Lund"]


КОВЧЕГ = (
    "Лодочная станция «Ковчег» открыта с 1991 года. Лодку выдают четыре раза в день; брать её"
    " нельзя в течение двух часов после дождя. Заявку Лыкова на пирс отклонили, против был один"
    " член правления. Собак на борт не берут."
)


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("В каком году открыли станцию?", "В 1991-м"),
        ("Как часто выдают лодку?", "4 раза в день"),
        ("Сколько членов правления было против?", "Один"),
        ("Берут ли на борт собак?", "Нет, собак туда не пускают."),
    ],
)
def test_what_is_right_in_other_words_is_accepted(question: str, answer: str) -> None:
    assert measure(question, answer, [Evidence(КОВЧЕГ, "ru")]).is_accepted


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("Одобрили ли заявку Лыкова?", "Да, заявку Лыкова одобрили."),
        ("Берут ли на борт собак?", "Да, собак берут на борт."),
        ("Сколько членов правления было против?", "Трое"),
    ],
)
def test_what_is_wrong_in_other_words_is_held_back(question: str, answer: str) -> None:
    assert not measure(question, answer, [Evidence(КОВЧЕГ, "ru")]).is_accepted


def test_to_wait_is_no_contradiction_of_not_before() -> None:
    text = [Evidence("You may not drive for two days after the operation.", "en")]
    right = measure("When may I drive?", "You have to wait two days after the operation.", text)
    wrong = measure("When may I drive?", "You may drive two days after the operation, yes.", text)
    assert right.right > wrong.right
