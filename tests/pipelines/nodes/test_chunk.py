"""Planning and cutting chunks."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pipelines.errors import SpanOutOfRange, UserError
from pipelines.models import Anchor, Block, CleanText, Extracted, Span
from pipelines.nodes.chunk import make_chunks, plan_chunks
from pipelines.nodes.clean import clean

WORDS = st.text(alphabet="абвxyz", min_size=1, max_size=9)
SENTENCES = st.lists(WORDS, min_size=1, max_size=60).map(lambda words: " ".join(words) + ". ")
PARAGRAPHS = st.lists(SENTENCES, min_size=1, max_size=12).map("".join)
DOCUMENTS = st.lists(PARAGRAPHS, min_size=1, max_size=12)


def document(*paragraphs: str) -> CleanText:
    text, spans = "", []
    for paragraph in paragraphs:
        text += "\n\n" if text else ""
        spans.append(Span(len(text), len(text) + len(paragraph)))
        text += paragraph
    return CleanText(text, tuple(spans))


def tokens_of(text: str) -> list[Span]:
    return [Span(*match.span()) for match in re.finditer(r"\w{1,4}", text)]


def words_of(cleaned: CleanText, spans: tuple[Span, ...]) -> list[int]:
    return [len(cleaned.text[span.start : span.end].split()) for span in spans]


def assert_covers(text: str, spans: tuple[Span, ...], *, overlaps: bool = False) -> None:
    end = 0
    for span in spans:
        assert 0 <= span.start < span.end <= len(text)
        assert text[span.start : span.end].strip()
        if not overlaps:
            assert span.start >= end
        assert not text[end : span.start].strip()
        assert span.end > end
        end = span.end
    assert not text[end:].strip()


@given(DOCUMENTS)
def test_paragraph_chunks_cover_the_text_and_keep_to_their_size(paragraphs: list[str]) -> None:
    cleaned = document(*(paragraph.strip() for paragraph in paragraphs))
    spans = plan_chunks(cleaned, "paragraph")
    assert_covers(cleaned.text, spans)
    sizes = words_of(cleaned, spans)
    assert max(sizes) <= 350
    if len(sizes) > 1:
        assert min(sizes) >= 100
        assert all(size >= 250 for size in sizes[:-2])


@given(DOCUMENTS)
def test_sentence_chunks_cover_the_text_and_are_shorter(paragraphs: list[str]) -> None:
    cleaned = document(*(paragraph.strip() for paragraph in paragraphs))
    spans = plan_chunks(cleaned, "sentence", sentence_words=(20, 50))
    assert_covers(cleaned.text, spans)
    assert max(words_of(cleaned, spans)) <= 50


@given(st.text(max_size=400), st.sampled_from(["paragraph", "sentence"]))
def test_any_text_is_covered(text: str, strategy: str) -> None:
    cleaned = document(*(part.strip() for part in text.split("\n\n") if part.strip()))
    assert_covers(cleaned.text, plan_chunks(cleaned, strategy, sentence_words=(2, 5)))


@given(st.text(max_size=300), st.integers(1, 20), st.integers(0, 19))
def test_fixed_chunks_cover_the_text_and_overlap(text: str, size: int, overlap: int) -> None:
    cleaned, tokens = CleanText(text, (Span(0, len(text)),) if text else ()), tokens_of(text)
    if overlap >= size:
        with pytest.raises(UserError):
            plan_chunks(cleaned, "fixed", tokens=tokens, chunk_size=size, overlap=overlap)
    elif tokens:
        spans = plan_chunks(cleaned, "fixed", tokens=tokens, chunk_size=size, overlap=overlap)
        assert_covers(text, spans, overlaps=True)
        for span in spans:
            inside = [t for t in tokens if span.start <= t.start and t.end <= span.end]
            assert len(inside) <= size


def test_fixed_windows_share_exactly_the_overlap() -> None:
    text = " ".join(f"w{number:02}" for number in range(30))
    tokens = tokens_of(text)
    cleaned = CleanText(text, (Span(0, len(text)),))
    spans = plan_chunks(cleaned, "fixed", tokens=tokens, chunk_size=12, overlap=3)
    assert [text[s.start : s.end].split()[0] for s in spans] == ["w00", "w09", "w18"]
    assert [len(text[s.start : s.end].split()) for s in spans] == [12, 12, 12]


def test_a_fixed_scrap_at_the_end_is_moved_back() -> None:
    text = " ".join(f"w{number:02}" for number in range(17))
    cleaned = CleanText(text, (Span(0, len(text)),))
    spans = plan_chunks(cleaned, "fixed", tokens=tokens_of(text), chunk_size=16, overlap=0)
    assert [text[s.start : s.end].split()[0] for s in spans] == ["w00", "w01"]


def test_a_fixed_plan_needs_tokens() -> None:
    with pytest.raises(SpanOutOfRange):
        plan_chunks(document("text"), "fixed")
    assert plan_chunks(CleanText("", ()), "fixed") == ()


def test_chunks_end_with_paragraphs_where_they_can() -> None:
    paragraph = " ".join(["word"] * 99) + " end."
    cleaned = document(*[paragraph] * 9)
    spans = plan_chunks(cleaned, "paragraph")
    assert words_of(cleaned, spans) == [300, 300, 300]
    assert {span.end for span in spans} <= {paragraph.end for paragraph in cleaned.paragraphs}


def test_no_scrap_is_left_at_the_end() -> None:
    cleaned = document(*["Пять слов в этом предложении."] * 74)
    assert words_of(cleaned, plan_chunks(cleaned, "paragraph")) == [185, 185]


def test_a_text_without_spaces_or_stops_is_divided() -> None:
    cleaned = document("a" * 100_000)
    spans = plan_chunks(cleaned, "paragraph")
    assert_covers(cleaned.text, spans)
    assert max(span.end - span.start for span in spans) < 9000


def test_scripts_without_spaces_are_divided() -> None:
    cleaned = document("漢字" * 2000)
    spans = plan_chunks(cleaned, "paragraph")
    assert_covers(cleaned.text, spans)
    assert max(span.end - span.start for span in spans) <= 700


def test_speech_without_punctuation_is_divided_at_caption_lines() -> None:
    lines = tuple(
        Block(text=f"line {number} of some speech", start_seconds=2.0 * number)
        for number in range(200)
    )
    cleaned = clean(Extracted(lines))
    chunks = make_chunks(cleaned, spans := plan_chunks(cleaned, "sentence"), ["en"] * len(spans))
    assert len(chunks) > 5
    for chunk in chunks:
        assert chunk.text.startswith("line ")
        number = int(chunk.text.split()[1])
        assert chunk.start_seconds == 2.0 * number
        assert chunk.anchors[0] == Anchor(0, start_seconds=2.0 * number)
        for anchor in chunk.anchors:
            assert chunk.text[anchor.at :].startswith(f"line {int(anchor.start_seconds / 2)} ")


def test_chunks_know_their_page_and_where_the_next_one_begins() -> None:
    cleaned = CleanText(
        "first page. second page.",
        (Span(0, 24),),
        (Anchor(0, page=1), Anchor(12, page=2)),
    )
    whole, tail = make_chunks(cleaned, (Span(0, 24), Span(14, 24)), ["en", "de"])
    assert (whole.page, whole.anchors) == (1, (Anchor(0, page=1), Anchor(12, page=2)))
    assert (tail.page, tail.anchors, tail.language) == (2, (Anchor(0, page=2),), "de")
    assert (whole.paragraph_idx, tail.paragraph_idx) == (0, 1)
    assert tail.text == "cond page."


@pytest.mark.parametrize("span", [Span(3, 3), Span(-1, 2), Span(0, 99)])
def test_impossible_spans_are_not_cut(span: Span) -> None:
    with pytest.raises(SpanOutOfRange):
        make_chunks(document("some text"), (span,), ["en"])


def test_every_span_needs_a_language() -> None:
    with pytest.raises(SpanOutOfRange):
        make_chunks(document("some text"), (Span(0, 4),), [])
