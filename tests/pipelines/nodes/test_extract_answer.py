"""extract_answer: the sentences that answer, whole, few, in reading order."""

import re
import zlib
from dataclasses import replace
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pipelines.models import FloatArray, Passage, TokenVectors
from pipelines.nodes.extract_answer import ExtractionRules, extract_answer
from pipelines.nodes.quantize import quantize_rows

# Words of one group get one vector, as a model would give them nearly the same.
SYNONYMS = {"warranty": "guarantee", "long": "months", "lasts": "months", "costs": "price"}
BASE = Passage(
    id=1,
    document_id="manual",
    paragraph_idx=0,
    text="",
    kind="file",
    title="Manual",
    url=None,
    file_name="manual.pdf",
    language="en",
    page=1,
    start_seconds=None,
    anchors=(),
    similarity=0.5,
    rerank_score=0.5,
    fused_score=0.5,
)


def vector_of(word: str) -> FloatArray:
    seed = zlib.crc32(SYNONYMS.get(word.casefold(), word.casefold()).encode())
    row = np.random.default_rng(seed).standard_normal(32).astype(np.float32)
    return np.asarray(row / np.linalg.norm(row), dtype=np.float32)


def embed(text: str) -> FloatArray:
    rows = [vector_of(match[0]) for match in re.finditer(r"\w+", text)]
    return np.array(rows, dtype=np.float32).reshape(len(rows), 32)


def token_vectors(text: str) -> TokenVectors:
    offsets = [match.span() for match in re.finditer(r"\w+", text)]
    rows = embed(text)
    return TokenVectors(quantize_rows(rows), np.array(offsets, dtype=np.int32).reshape(-1, 2))


def ask(question: str, *passages: Passage, **rules: float) -> list[str]:
    vectors = {passage.id: token_vectors(passage.text) for passage in passages}
    chosen = ExtractionRules(**rules)  # type: ignore[arg-type]
    quotes = extract_answer(question, embed(question), passages, vectors, chosen)
    return [quote.text for quote in quotes]


def passage(text: str, **changes: object) -> Passage:
    return replace(BASE, text=text, **changes)  # type: ignore[arg-type]


MANUAL = passage(
    "Guarantee\n"
    "The box holds a charger and two cables. "
    "The guarantee runs for 24 months from the day of sale. "
    "Keep the device away from water."
)


def test_picks_the_sentence_that_answers() -> None:
    quotes = ask("How long is the warranty?", MANUAL)
    assert quotes == ["The guarantee runs for 24 months from the day of sale."]


def test_words_alone_will_do_where_there_are_no_vectors() -> None:
    quotes = extract_answer("May the device touch water?", embed("x"), [MANUAL], {})
    assert [quote.text for quote in quotes] == ["Keep the device away from water."]


def test_a_quote_knows_its_offset() -> None:
    (quote,) = extract_answer("guarantee months", embed("guarantee months"), [MANUAL], {})
    assert MANUAL.text[quote.span.start : quote.span.end] == quote.text


def test_headings_are_not_quoted() -> None:
    assert "Guarantee" not in ask("Guarantee?", MANUAL)


def test_the_question_is_not_echoed_but_its_answer_follows() -> None:
    faq = passage(
        "Can I return a phone? Yes, bring it back within two weeks. The shop opens at nine."
    )
    assert ask("Can I return a phone?", faq) == ["Yes, bring it back within two weeks."]


def test_what_the_best_sentence_leans_on_comes_with_it() -> None:
    text = "Berlin is the capital of Germany. Its population is 3.78 million. Trains run hourly."
    (quote,) = ask("What is the population?", passage(text))
    assert quote == "Berlin is the capital of Germany. Its population is 3.78 million."


def test_what_goes_on_from_the_best_sentence_comes_with_it() -> None:
    text = "The guarantee runs for 24 months. It covers months of use. Paint is sold apart."
    (quote,) = ask("How long is the guarantee in months?", passage(text), continuing=0.1)
    assert quote == "The guarantee runs for 24 months. It covers months of use."


def test_near_copies_are_said_once() -> None:
    copy = passage("The guarantee runs for 24 months from day of sale.", id=2, document_id="b")
    quotes = ask("How long is the warranty?", MANUAL, copy, close=0.1)
    assert sum("24 months" in quote for quote in quotes) == 1


def test_weaker_sentences_stay_out() -> None:
    assert len(ask("How long is the warranty?", MANUAL)) == 1


def test_at_most_three_sentences() -> None:
    text = " ".join(f"The {word} guarantee lasts {n} months." for n, word in enumerate("abcdefg"))
    assert len(ask("How long is the guarantee?", passage(text), close=0.0, same=2.0)) <= 3


def test_reading_order_within_a_document_and_the_best_document_first() -> None:
    later = passage("The guarantee of tools is 12 months.", id=2, paragraph_idx=9)
    earlier = passage("The guarantee of lamps is six months now.", id=3, paragraph_idx=2)
    other = passage("The guarantee in months is the law here.", id=4, document_id="law")
    quotes = ask("guarantee of tools months", later, other, earlier, close=0.0, same=2.0)
    assert quotes == [earlier.text, later.text, other.text]


def test_sentences_side_by_side_are_one_quote() -> None:
    text = "The guarantee is long. The guarantee is 24 months. Rain falls."
    assert ask("guarantee", passage(text), close=0.0, same=2.0, max_sentences=2) == [
        "The guarantee is long. The guarantee is 24 months."
    ]


def test_the_better_passage_tips_the_scales() -> None:
    weak = passage("The guarantee runs 12 months.", fused_score=0.1)
    strong = passage("The guarantee runs 24 months.", id=2, document_id="b", fused_score=0.9)
    assert ask("How long is the warranty?", weak, strong, close=1.0) == [strong.text]


def test_captions_without_stops_are_quoted_by_the_line() -> None:
    captions = passage("so today we talk\nthe guarantee is two years\nbye and see you")
    assert ask("How long is the warranty?", captions) == ["the guarantee is two years"]


@pytest.mark.parametrize("text", ["", "Menu", "Home | Shop | Cart | Help", "Really?"])
def test_nothing_to_quote(text: str) -> None:
    assert ask("What is there?", passage(text)) == []


def test_no_passages() -> None:
    assert extract_answer("What?", embed("what"), [], {}) == ()


@settings(max_examples=60, deadline=None)
@given(
    st.lists(st.text(alphabet="ab ?.!\n—•|1日本。Жж", max_size=80), max_size=4),
    st.text(max_size=20),
)
def test_quotes_are_ordered_disjoint_pieces_of_the_passages(
    texts: list[str], question: str
) -> None:
    passages = [passage(text, id=i, paragraph_idx=i) for i, text in enumerate(texts)]
    vectors = {p.id: token_vectors(p.text) for p in passages}
    quotes = extract_answer(question, embed(question), passages, vectors)
    places = [(q.passage.paragraph_idx, q.span.start, q.span.end) for q in quotes]
    assert all(start < end for _, start, end in places)
    assert all(q.text.strip() for q in quotes)
    for one, other in pairwise(places):
        assert (one[0], one[2]) <= (other[0], other[1])
