"""plan_passages: what is read and cited, and the chunks of it that are searched."""

import re
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pipelines.errors import SpanOutOfRange, UserError
from pipelines.models.documents import CleanText, PassagePlan, Span
from pipelines.nodes.chunking.chunk import make_chunks
from pipelines.nodes.chunking.passages import (
    CHUNK_WORDS,
    PARAGRAPH_WORDS,
    SPEECH_WORDS,
    plan_passages,
)

WORDS = st.text(alphabet="абвxyz", min_size=1, max_size=9)
SENTENCES = st.lists(WORDS, min_size=1, max_size=90).map(
    lambda words: " ".join(words).capitalize() + ". "
)
PARAGRAPHS = st.lists(SENTENCES, min_size=1, max_size=14).map(lambda all_: "".join(all_).strip())
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


def words_of(cleaned: CleanText, span: Span) -> int:
    return len(cleaned.text[span.start : span.end].split())


def texts_of(cleaned: CleanText, plans: tuple[PassagePlan, ...]) -> list[str]:
    return [cleaned.text[plan.span.start : plan.span.end] for plan in plans]


def sizes_of(cleaned: CleanText, plans: tuple[PassagePlan, ...]) -> list[int]:
    return [words_of(cleaned, plan.span) for plan in plans]


def chunk_texts(cleaned: CleanText, plan: PassagePlan) -> list[str]:
    return [cleaned.text[chunk.start : chunk.end] for chunk in plan.chunks]


def assert_covers(text: str, spans: list[Span], *, overlaps: bool = False) -> None:
    """Ordered, none empty, and nothing but white space outside them."""
    end = 0
    for span in spans:
        assert 0 <= span.start < span.end <= len(text)
        inside = text[span.start : span.end]
        assert inside == inside.strip()
        if not overlaps:
            assert span.start >= end
        assert not text[end : span.start].strip()
        assert span.end > end
        end = span.end
    assert not text[end:].strip()


def assert_whole(cleaned: CleanText, plans: tuple[PassagePlan, ...], overlaps: bool) -> None:
    """Passages cover the text, their chunks cover them, and give them back letter by letter."""
    assert_covers(cleaned.text, [plan.span for plan in plans], overlaps=overlaps)
    for plan in plans:
        inside = [Span(c.start - plan.span.start, c.end - plan.span.start) for c in plan.chunks]
        assert_covers(cleaned.text[plan.span.start : plan.span.end], inside)
    chunks = make_chunks(cleaned, plans, ["en"] * len(plans))
    rebuilt = [""] * len(plans)
    for chunk in chunks:
        assert not chunk.lead.strip()
        rebuilt[chunk.passage_idx] += chunk.lead + chunk.text
    assert rebuilt == texts_of(cleaned, plans)


@settings(max_examples=30)  # of thousands of words each
@given(DOCUMENTS)
def test_passages_cover_the_text_and_keep_to_their_size(paragraphs: list[str]) -> None:
    cleaned = document(*paragraphs)
    plans = plan_passages(cleaned, "paragraph")
    assert_whole(cleaned, plans, overlaps=False)
    least, most = PARAGRAPH_WORDS
    sizes = sizes_of(cleaned, plans)
    assert max(sizes[:-1], default=0) <= most
    assert sizes[-1] < most + least  # a rest too short for a passage goes with the one before
    assert min(sizes) >= least or len(sizes) == 1


@settings(max_examples=30)  # of thousands of words each
@given(DOCUMENTS)
def test_passages_of_speech_are_of_about_equal_length(paragraphs: list[str]) -> None:
    cleaned = document(*paragraphs)
    plans = plan_passages(cleaned, "sentence")
    assert_whole(cleaned, plans, overlaps=False)
    least, most = SPEECH_WORDS
    sizes = sizes_of(cleaned, plans)
    assert max(sizes) <= most
    assert all(size >= least for size in sizes[:-2])
    assert min(sizes) >= least // 2 or len(sizes) == 1  # the last two share what is left


@settings(max_examples=30)  # of thousands of words each
@given(DOCUMENTS, st.sampled_from(["paragraph", "sentence"]))
def test_chunks_keep_to_their_size(paragraphs: list[str], strategy: str) -> None:
    cleaned = document(*paragraphs)
    least, most = CHUNK_WORDS
    for plan in plan_passages(cleaned, strategy):
        sizes = [words_of(cleaned, chunk) for chunk in plan.chunks]
        assert all(size >= least for size in sizes[:-1])
        assert sizes[-1] >= least // 2 or len(sizes) == 1
        assert max(sizes[:-1], default=0) < least + most
        assert sizes[-1] < least + most + least // 2  # and a short rest


@given(st.text(max_size=400), st.sampled_from(["paragraph", "sentence"]))
def test_any_text_is_covered(text: str, strategy: str) -> None:
    cleaned = document(*(part.strip() for part in text.split("\n\n") if part.strip()))
    assert_whole(cleaned, plan_passages(cleaned, strategy), overlaps=False)


@given(st.text("абв .!?\n日本。", max_size=900), st.sampled_from(["paragraph", "sentence"]))
def test_any_long_text_is_covered(text: str, strategy: str) -> None:
    cleaned = document(*(part.strip() for part in (text * 3).split("\n\n") if part.strip()))
    assert_whole(cleaned, plan_passages(cleaned, strategy), overlaps=False)


@given(st.text(max_size=300), st.integers(1, 20), st.integers(0, 19))
def test_fixed_passages_cover_the_text_and_overlap(text: str, size: int, overlap: int) -> None:
    cleaned, tokens = CleanText(text, (Span(0, len(text)),) if text else ()), tokens_of(text)
    if overlap >= size:
        with pytest.raises(UserError):
            plan_passages(cleaned, "fixed", tokens=tokens, chunk_size=size, overlap=overlap)
    elif tokens:
        plans = plan_passages(cleaned, "fixed", tokens=tokens, chunk_size=size, overlap=overlap)
        assert_whole(cleaned, plans, overlaps=True)
        for plan in plans:
            assert plan.chunks == (plan.span,)
            inside = [t for t in tokens if plan.span.start <= t.start and t.end <= plan.span.end]
            assert len(inside) <= size


def test_fixed_windows_share_exactly_the_overlap() -> None:
    text = " ".join(f"w{number:02}" for number in range(30))
    cleaned = CleanText(text, (Span(0, len(text)),))
    plans = plan_passages(cleaned, "fixed", tokens=tokens_of(text), chunk_size=12, overlap=3)
    assert [each.split()[0] for each in texts_of(cleaned, plans)] == ["w00", "w09", "w18"]
    assert sizes_of(cleaned, plans) == [12, 12, 12]


def test_a_fixed_scrap_at_the_end_is_moved_back() -> None:
    text = " ".join(f"w{number:02}" for number in range(17))
    cleaned = CleanText(text, (Span(0, len(text)),))
    plans = plan_passages(cleaned, "fixed", tokens=tokens_of(text), chunk_size=16, overlap=0)
    assert [each.split()[0] for each in texts_of(cleaned, plans)] == ["w00", "w01"]


def test_a_fixed_plan_needs_tokens() -> None:
    with pytest.raises(SpanOutOfRange):
        plan_passages(document("text"), "fixed")
    assert plan_passages(CleanText("", ()), "fixed") == ()


def test_a_paragraph_is_a_passage_however_long_its_sentences() -> None:
    paragraphs = [" ".join(["word"] * words) + "." for words in (15, 80, 250)]
    cleaned = document(*paragraphs)
    assert texts_of(cleaned, plan_passages(cleaned, "paragraph")) == paragraphs


def test_headings_and_list_items_go_with_what_follows_them() -> None:
    body = " ".join(["word"] * 20) + "."
    cleaned = document("Heading", "A lead.", body, "Another heading", body, "Signed, me")
    assert texts_of(cleaned, plan_passages(cleaned, "paragraph")) == [
        f"Heading\n\nA lead.\n\n{body}",
        f"Another heading\n\n{body}\n\nSigned, me",
    ]


def test_a_document_of_few_words_is_one_passage() -> None:
    cleaned = document("One.", "Two words.")
    (plan,) = plan_passages(cleaned, "paragraph")
    assert plan == PassagePlan(Span(0, 16), (Span(0, 16),))
    assert plan_passages(CleanText("", ()), "paragraph") == ()
    assert plan_passages(CleanText("", ()), "sentence") == ()


def test_a_long_paragraph_is_divided_between_its_sentences() -> None:
    sentence = "Some" + " word" * 18 + " end."
    cleaned = document(" ".join([sentence] * 30))
    plans = plan_passages(cleaned, "paragraph")
    assert sum(sizes_of(cleaned, plans)) == 600
    assert all(250 >= size >= 125 for size in sizes_of(cleaned, plans))
    assert all(
        each.startswith("Some") and each.endswith("end.") for each in texts_of(cleaned, plans)
    )


def test_chunks_are_sentences_joined_until_they_have_enough_words() -> None:
    sentences = ["Some" + " word" * (words - 2) + " end." for words in (25, 5, 8, 9, 30, 20, 6)]
    cleaned = document(" ".join(sentences))
    (plan,) = plan_passages(cleaned, "paragraph")
    sizes = [words_of(cleaned, chunk) for chunk in plan.chunks]
    assert sizes == [25, 5 + 8 + 9, 30, 20 + 6]


def test_a_sentence_without_end_is_divided_after_punctuation() -> None:
    cleaned = document(", ".join(["a few words here and there"] * 30))
    (plan,) = plan_passages(cleaned, "paragraph")
    assert len(plan.chunks) > 2
    assert all(text.endswith((",", "there")) for text in chunk_texts(cleaned, plan))
    assert max(words_of(cleaned, chunk) for chunk in plan.chunks) <= CHUNK_WORDS[1] + 10


def test_a_text_without_spaces_or_stops_is_divided() -> None:
    cleaned = document("a" * 100_000)
    plans = plan_passages(cleaned, "paragraph")
    assert_whole(cleaned, plans, overlaps=False)
    assert max(plan.span.end - plan.span.start for plan in plans) <= 24 * PARAGRAPH_WORDS[1]


def test_scripts_without_spaces_are_divided() -> None:
    cleaned = document("漢字" * 2000)
    plans = plan_passages(cleaned, "paragraph")
    assert_whole(cleaned, plans, overlaps=False)
    assert max(plan.span.end - plan.span.start for plan in plans) <= 2 * PARAGRAPH_WORDS[1]
    lengths = [chunk.end - chunk.start for plan in plans for chunk in plan.chunks]
    assert max(lengths) <= 2 * (CHUNK_WORDS[0] + CHUNK_WORDS[1])


def test_a_plan_of_a_long_document_is_made_paragraph_by_paragraph() -> None:
    sentence = "Some" + " word" * 8 + " end."
    some = document(*[" ".join([sentence] * 4)] * 3)
    more = document(*[" ".join([sentence] * 4)] * 4)
    assert plan_passages(more, "paragraph")[:3] == plan_passages(some, "paragraph")
    for before, after in pairwise(plan_passages(more, "paragraph")):
        assert more.text[before.span.end : after.span.start] == "\n\n"


def test_what_leads_to_a_list_shares_a_passage_with_it() -> None:
    lead = "Auditions are held from 20 to 30 May, and those who come late are heard in August. "
    text = document(f"{lead}Bring with you:", "- a form;\n- a photograph;\n- a certificate")
    (plan,) = plan_passages(text, "paragraph")
    assert plan.span == Span(0, len(text.text))


def test_what_leads_to_nothing_is_a_passage_of_its_own() -> None:
    first, last = "one two three. " * 12, "four five six. " * 12 + "Bring with you:"
    plans = plan_passages(document(first.strip(), last), "paragraph")
    assert len(plans) == 2
