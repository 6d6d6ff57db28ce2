from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pipelines.errors import SpanOutOfRange
from pipelines.models.documents import PassagePlan, Span
from pipelines.nodes.chunking.embedding_layout import check_passages, plan_windows


@given(
    start=st.integers(0, 50),
    length=st.integers(1, 3000),
    capacity=st.integers(1, 600),
    data=st.data(),
)
def test_windows_keep_every_token_once_and_where_its_context_is_widest(
    start: int, length: int, capacity: int, data: st.DataObject
) -> None:
    overlap = data.draw(st.integers(0, capacity - 1))
    span = Span(start, start + length)
    windows = plan_windows(span, capacity, overlap)
    kept = [token for window in windows for token in range(window.keep.start, window.keep.end)]
    assert kept == list(range(span.start, span.end))
    for window in windows:
        assert span.start <= window.read.start <= window.keep.start
        assert window.keep.end <= window.read.end <= span.end
        assert window.read.end - window.read.start == min(capacity, length)
    for left, right in pairwise(windows):
        lost = left.read.end - left.keep.end
        gained = right.keep.start - right.read.start
        assert abs(lost - gained) <= 1


def test_neighbouring_windows_share_the_overlap() -> None:
    first, second, third = plan_windows(Span(0, 250), 100, 20)
    assert (first.read, second.read, third.read) == (Span(0, 100), Span(80, 180), Span(150, 250))
    assert (first.keep, second.keep, third.keep) == (Span(0, 90), Span(90, 165), Span(165, 250))


def test_no_tokens_need_no_window() -> None:
    assert plan_windows(Span(3, 3), 10, 2) == ()


def test_an_overlap_as_long_as_the_window_is_refused() -> None:
    with pytest.raises(SpanOutOfRange):
        plan_windows(Span(0, 30), 10, 10)


ONE = Span(0, 10)


@pytest.mark.parametrize(
    "spans", [[Span(3, 3)], [Span(4, 6), Span(2, 3)], [Span(0, 11)], [Span(-1, 2)]]
)
def test_spans_that_cannot_be_are_refused(spans: list[Span]) -> None:
    with pytest.raises(SpanOutOfRange):
        check_passages([PassagePlan(span, (span,)) for span in spans], 10)
    with pytest.raises(SpanOutOfRange):
        check_passages([PassagePlan(ONE, tuple(spans))], 20)


@pytest.mark.parametrize("chunk", [Span(2, 6), Span(5, 9)])
def test_a_chunk_lies_in_its_passage(chunk: Span) -> None:
    with pytest.raises(SpanOutOfRange):
        check_passages([PassagePlan(Span(3, 8), (chunk,))], 10)


def test_chunks_never_go_back_not_even_where_passages_overlap() -> None:
    first = PassagePlan(Span(0, 6), (Span(0, 2), Span(4, 6)))
    with pytest.raises(SpanOutOfRange):
        check_passages([first, PassagePlan(Span(3, 10), (Span(3, 10),))], 10)
    check_passages([first, PassagePlan(Span(3, 10), (Span(4, 10),))], 10)


def test_passages_may_overlap_and_leave_gaps() -> None:
    spans = (Span(0, 6), Span(3, 7), Span(9, 10))
    check_passages([PassagePlan(span, (span,)) for span in spans], 10)
    check_passages([PassagePlan(ONE, (Span(1, 3), Span(5, 6)))], 10)
    check_passages([], 0)
