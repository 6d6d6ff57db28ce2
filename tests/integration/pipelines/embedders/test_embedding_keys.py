"""embedding_keys: what an embedding is made from, and nothing else."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pipelines.embedders.document import embedding_keys
from pipelines.models.documents import PassagePlan, Span

WORDS = st.text("abж .\ud800", min_size=2, max_size=12)


def passage(text: str, at: int, *cuts: int) -> PassagePlan:
    """The passage `text` at a place in a document, cut into chunks."""
    edges = [at, *(at + cut for cut in cuts), at + len(text)]
    return PassagePlan(Span(at, at + len(text)), tuple(map(Span, edges[:-1], edges[1:])))


def keys(text: str, *plans: PassagePlan, whole_document: bool = False) -> tuple[str, ...]:
    return embedding_keys(text, plans, whole_document=whole_document)


@given(before=st.text(max_size=9), after=st.text(max_size=9), text=WORDS, data=st.data())
def test_the_same_passage_has_the_same_keys_wherever_it_stands(
    before: str, after: str, text: str, data: st.DataObject
) -> None:
    cut = data.draw(st.integers(1, len(text) - 1))
    alone = keys(text, passage(text, 0, cut))
    assert keys(before + text + after, passage(text, len(before), cut)) == alone
    assert len(set(alone)) == 2
    assert all(len(key) == 64 for key in alone)


@given(one=WORDS, other=WORDS)
def test_a_chunk_in_other_surroundings_has_another_key(one: str, other: str) -> None:
    ours, theirs = (
        keys(f"x{one}", passage(f"x{one}", 0, 1)),
        keys(f"x{other}", passage(f"x{other}", 0, 1)),
    )
    assert (ours[0] == theirs[0]) is (one == other)


def test_the_same_words_elsewhere_in_a_passage_have_another_key() -> None:
    text = "so it is so it is"
    first, _, second = keys(text, passage(text, 0, 8, 9))
    assert first != second


def test_a_passage_cut_otherwise_has_other_keys() -> None:
    text = "so it is"
    assert not {*keys(text, passage(text, 0, 2))} & {*keys(text, passage(text, 0, 5))}
    (whole,) = keys(text, passage(text, 0))
    assert whole not in keys(text, passage(text, 0, 2))


def test_a_passage_that_is_skipped_or_added_changes_no_other_key() -> None:
    text = "one two three"
    plans = (passage("one", 0), passage("two", 4), passage("three", 8))
    every = keys(text, *plans)
    assert keys(text, *plans[1:]) == every[1:]
    assert keys(text) == ()


def test_where_the_document_is_the_context_it_is_part_of_the_key() -> None:
    text, other = "one two", "one six"
    plan = passage("one", 0)
    here = keys(text, plan, whole_document=True)
    assert keys(text, plan, whole_document=True) == here
    assert keys(other, plan, whole_document=True) != here
    assert keys(text, passage("one", 0), passage("two", 4), whole_document=True)[0] == here[0]


@pytest.mark.parametrize("whole_document", [True, False])
def test_of_two_equal_paragraphs_only_a_whole_document_tells_which(whole_document: bool) -> None:
    text = "one\n\none"
    first, second = keys(text, passage("one", 0), passage("one", 5), whole_document=whole_document)
    assert (first != second) is whole_document
