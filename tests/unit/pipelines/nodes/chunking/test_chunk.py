"""make_chunks: the chunks of planned passages, and where each stands."""

import pytest

from pipelines.errors import SpanOutOfRange
from pipelines.models.documents import (
    Anchor,
    Block,
    CleanText,
    Extracted,
    PassagePlan,
    Span,
)
from pipelines.nodes.chunking.chunk import make_chunks
from pipelines.nodes.chunking.passages import plan_passages
from pipelines.nodes.text.clean import clean

TEXT = CleanText("One two.  Three four.\n\nFive six.", (Span(0, 21), Span(23, 32)))


def alone(*spans: Span) -> tuple[PassagePlan, ...]:
    return tuple(PassagePlan(span, (span,)) for span in spans)


def test_chunks_know_their_passage_and_what_leads_to_them() -> None:
    plans = (PassagePlan(Span(0, 21), (Span(0, 8), Span(10, 21))), *alone(Span(23, 32)))
    chunks = make_chunks(TEXT, plans, ["en", "de"])
    assert [(c.paragraph_idx, c.passage_idx, c.lead, c.text, c.language) for c in chunks] == [
        (0, 0, "", "One two.", "en"),
        (1, 0, "  ", "Three four.", "en"),
        (2, 1, "", "Five six.", "de"),
    ]


def test_what_comes_before_the_first_chunk_of_a_passage_leads_to_it() -> None:
    (chunk,) = make_chunks(TEXT, [PassagePlan(Span(8, 21), (Span(10, 21),))], ["en"])
    assert (chunk.lead, chunk.text) == ("  ", "Three four.")


def test_speech_without_punctuation_is_divided_at_caption_lines() -> None:
    lines = tuple(
        Block(text=f"line {number} of some speech", start_seconds=2.0 * number)
        for number in range(200)
    )
    cleaned = clean(Extracted(lines))
    plans = plan_passages(cleaned, "sentence")
    chunks = make_chunks(cleaned, plans, ["en"] * len(plans))
    assert len(plans) > 5
    assert len(chunks) > len(plans)
    for chunk in chunks:
        assert chunk.text.startswith("line ")
        number = int(chunk.text.split()[1])
        assert chunk.start_seconds == 2.0 * number
        assert chunk.anchors[0] == Anchor(0, start_seconds=2.0 * number)
        for anchor in chunk.anchors:
            assert anchor.start_seconds is not None
            assert chunk.text[anchor.at :].startswith(f"line {int(anchor.start_seconds / 2)} ")


def test_chunks_know_their_page_and_where_the_next_one_begins() -> None:
    cleaned = CleanText(
        "first page. second page.",
        (Span(0, 24),),
        (Anchor(0, page=1), Anchor(12, page=2)),
    )
    whole, tail = make_chunks(cleaned, alone(Span(0, 24), Span(14, 24)), ["en", "de"])
    assert (whole.page, whole.anchors) == (1, (Anchor(0, page=1), Anchor(12, page=2)))
    assert (tail.page, tail.anchors, tail.language) == (2, (Anchor(0, page=2),), "de")
    assert (whole.paragraph_idx, tail.paragraph_idx) == (0, 1)
    assert tail.text == "cond page."


def test_a_document_without_pages_has_no_anchors() -> None:
    (chunk,) = make_chunks(TEXT, alone(Span(0, 8)), ["en"])
    assert (chunk.page, chunk.start_seconds, chunk.anchors) == (None, None, ())


@pytest.mark.parametrize("span", [Span(3, 3), Span(-1, 2), Span(0, 99)])
def test_impossible_spans_are_not_cut(span: Span) -> None:
    with pytest.raises(SpanOutOfRange):
        make_chunks(TEXT, alone(span), ["en"])


@pytest.mark.parametrize(
    "chunks",
    [
        (Span(1, 8),),  # before its passage
        (Span(2, 12),),  # past its end
        (Span(2, 6), Span(5, 8)),  # twice the same letter
        (Span(6, 8), Span(2, 4)),
        (Span(2, 5), Span(5, 5)),
    ],
)
def test_chunks_that_are_no_division_of_their_passage_are_not_cut(chunks: tuple[Span, ...]) -> None:
    with pytest.raises(SpanOutOfRange):
        make_chunks(TEXT, [PassagePlan(Span(2, 10), chunks)], ["en"])


@pytest.mark.parametrize("languages", [[], ["en", "de"]])
def test_every_passage_needs_a_language(languages: list[str]) -> None:
    with pytest.raises(SpanOutOfRange):
        make_chunks(TEXT, alone(Span(0, 4)), languages)
