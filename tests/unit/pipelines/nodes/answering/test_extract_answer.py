"""extract_answer: the sentences that answer, whole, few, in reading order."""

import re
import zlib
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pipelines.models.answers import Passage, QueryEmbedding
from pipelines.models.documents import FloatArray, TokenVectors
from pipelines.nodes.answering.cite import Quote
from pipelines.nodes.answering.extract_answer import ExtractionRules, extract_answer, rank_sentences
from pipelines.nodes.chunking.quantize import quantize_rows
from tests.support.nodes.passage_maker import make_passage

Extract = Callable[..., tuple[Quote, ...]]
ENGLISH = partial(extract_answer, language="en")
# Words of one group get one vector, as a model would give them nearly the same.
SYNONYMS = {"warranty": "guarantee", "long": "months", "lasts": "months", "costs": "price"}
BASE = make_passage("", rerank_score=0.5, fused_score=0.5)


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


def query_of(question: str) -> QueryEmbedding:
    rows = embed(question)
    weights = np.full(len(rows), 1 / max(len(rows), 1), dtype=np.float32)
    return QueryEmbedding(np.ones(768, dtype=np.float32), rows, weights)


def ask(
    question: str,
    *passages: Passage,
    extract: Extract = ENGLISH,
    **rules: float,
) -> list[str]:
    vectors = {passage.id: token_vectors(passage.text) for passage in passages}
    chosen = ExtractionRules(**rules)  # type: ignore[arg-type]
    quotes = extract(question, query_of(question), passages, vectors, chosen)
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
    best, *_ = rank_sentences("May the device touch water?", query_of("x"), [MANUAL], {})
    assert best.text == "Keep the device away from water."


def test_a_quote_knows_its_offset() -> None:
    (quote,) = extract_answer("guarantee months", query_of("guarantee months"), [MANUAL], {})
    assert MANUAL.text[quote.span.start : quote.span.end] == quote.text


def test_headings_are_not_quoted() -> None:
    assert "Guarantee" not in ask("Guarantee?", MANUAL)


def test_an_item_of_a_list_is_quoted_though_it_is_as_short_as_a_heading() -> None:
    slide = passage("Guarantee\n- Runs 24 months\n- Kept in the drawer")
    table = passage("Keep: off; Water: away; Device: cables", id=2)
    assert "Runs 24 months" in ask("How many months does it run?", slide, table)[0]


def test_a_note_without_a_full_stop_is_quoted_beside_passages_with_some() -> None:
    note = passage("Guarantee claims go to room 12", id=2, title="Note of 22 Nov 2026")
    best, *_ = ask("Where do guarantee claims go?", note, MANUAL)
    assert best == "Guarantee claims go to room 12"


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
    rules = {"continuing": 0.5, "close": 0.0}
    (quote,) = ask("How long is the guarantee in months?", passage(text), **rules)
    assert quote == "The guarantee runs for 24 months. It covers months of use."
    (quote,) = ask("How long is the guarantee in months?", passage(text), continuing=0, close=0)
    assert quote == "The guarantee runs for 24 months."


def test_near_copies_are_said_once() -> None:
    copy = passage("The guarantee runs for 24 months from day of sale.", id=2, document_id="b")
    quotes = ask("How long is the warranty?", MANUAL, copy, close=9.0)
    assert sum("24 months" in quote for quote in quotes) == 1


def test_sentences_as_good_as_the_best_come_too_and_weaker_ones_stay_out() -> None:
    assert len(ask("How long is the warranty?", MANUAL)) == 1
    text = "The guarantee is 24 months. Rain falls on roofs. The guarantee is long."
    assert ask("How long is the guarantee?", passage(text), same=2.0) == [
        "The guarantee is 24 months.",
        "The guarantee is long.",
    ]


def test_at_most_three_sentences_unless_asked_for_more() -> None:
    text = " ".join(f"The {word} guarantee lasts {n} months." for n, word in enumerate("abcdefg"))
    for most in (3, 5):
        rules = {"close": 9.0, "same": 2.0, "max_sentences": most}
        assert len(ask("How long?", passage(text), extract=rank_sentences, **rules)) == most
    assert ExtractionRules().max_sentences == 3


def test_reading_order_within_a_document_and_the_best_document_first() -> None:
    later = passage("The guarantee of tools is 12 months.", id=2, passage_idx=9)
    earlier = passage("The guarantee of lamps is six months now.", id=3, passage_idx=2)
    other = passage("The guarantee in months is the law here.", id=4, document_id="law")
    quotes = ask("guarantee of tools months", later, other, earlier, close=9.0, same=2.0)
    assert quotes == [earlier.text, later.text, other.text]


def test_sentences_side_by_side_are_one_quote() -> None:
    text = "The guarantee is long. The guarantee is 24 months. Rain falls."
    assert ask("guarantee", passage(text), close=9.0, same=2.0, max_sentences=2) == [
        "The guarantee is long. The guarantee is 24 months."
    ]


def test_the_better_passage_tips_the_scales() -> None:
    weak = passage("The guarantee runs 12 months.", fused_score=0.1)
    strong = passage("The guarantee runs 24 months.", id=2, document_id="b", fused_score=0.9)
    assert ask("How long is the warranty?", weak, strong, close=0.0) == [strong.text]


def test_captions_without_stops_are_quoted_by_the_line() -> None:
    captions = passage("so today we talk\nthe guarantee is two years\nbye and see you")
    assert ask("How long is the warranty?", captions) == ["the guarantee is two years"]


def test_ranked_sentences_come_best_first_each_for_itself() -> None:
    text = "The guarantee is law. Lamps glow. The guarantee of tools is 24 months."
    asked = "How many months is the guarantee of tools?"
    rules = {"close": 9.0, "same": 2.0, "max_sentences": 2}
    assert ask(asked, passage(text), extract=rank_sentences, **rules) == [
        "The guarantee of tools is 24 months.",
        "The guarantee is law.",
    ]
    assert ask(asked, passage(text), **rules)[0] == "The guarantee is law."


def test_in_another_language_the_sentence_after_the_best_comes_too() -> None:
    text = "The guarantee of tools is new. Lamps glow at night. Rain falls."
    asked = "guarantee of tools"
    russian = partial(extract_answer, language="ru")
    assert ask(asked, passage(text), extract=russian) == [
        "The guarantee of tools is new. Lamps glow at night."
    ]
    for language in ("en", "und"):
        same = partial(extract_answer, language=language)
        assert ask(asked, passage(text), extract=same) == ["The guarantee of tools is new."]


def test_rare_words_of_the_question_count() -> None:
    text = "The pump shows fault E2407. The pump shows fault E2408. The pump hums."
    best, *_ = rank_sentences("pump fault E-2408", query_of("pump fault"), [passage(text)], {})
    assert best.text == "The pump shows fault E2408."


@pytest.mark.parametrize("text", ["", "Menu", "Home | Shop | Cart | Help", "Really?"])
def test_nothing_to_quote(text: str) -> None:
    assert ask("What is there?", passage(text)) == []


def test_no_passages() -> None:
    assert extract_answer("What?", query_of("what"), [], {}) == ()


@settings(max_examples=60, deadline=None)
@given(
    st.lists(st.text(alphabet="ab ?.!\n—•|1日本。Жж", max_size=80), max_size=4),
    st.text(max_size=20),
)
def test_quotes_are_ordered_disjoint_pieces_of_the_passages(
    texts: list[str], question: str
) -> None:
    passages = [passage(text, id=i, passage_idx=i) for i, text in enumerate(texts)]
    vectors = {p.id: token_vectors(p.text) for p in passages}
    quotes = extract_answer(question, query_of(question), passages, vectors)
    places = [(q.passage.passage_idx, q.span.start, q.span.end) for q in quotes]
    assert all(start < end for _, start, end in places)
    assert all(q.text.strip() for q in quotes)
    for one, other in pairwise(places):
        assert (one[0], one[2]) <= (other[0], other[1])
