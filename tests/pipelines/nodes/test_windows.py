from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pipelines.errors import SpanOutOfRange
from pipelines.models import Span
from pipelines.nodes.windows import check_spans, plan_regions, plan_windows


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


@given(
    length=st.integers(1, 400),
    breaks=st.sets(st.integers(0, 400)),
    edges=st.lists(st.integers(0, 400), min_size=2, max_size=20),
    reach=st.integers(1, 100),
)
def test_regions_follow_each_other_and_never_cut_a_short_chunk(
    length: int, breaks: set[int], edges: list[int], reach: int
) -> None:
    inside = sorted({min(edge, length) for edge in edges})
    chunks = [Span(a, b) for a, b in pairwise(inside)]
    regions = plan_regions(length, sorted(breaks), chunks, reach)
    assert [region.start for region in regions] == [0, *(r.end for r in regions[:-1])]
    assert regions[-1].end == length
    cuts = {region.end for region in regions[:-1]}
    assert cuts <= breaks
    for chunk in chunks:
        if chunk.end - chunk.start < reach:
            assert not any(chunk.start < cut < chunk.end for cut in cuts)
    assert all(region.end - region.start >= reach for region in regions) or len(regions) == 1


def test_a_paragraph_that_is_long_enough_is_a_region_of_its_own() -> None:
    sentences = [Span(at, at + 10) for at in range(0, 60, 10)]
    assert plan_regions(60, [20, 40], sentences, 20) == (Span(0, 20), Span(20, 40), Span(40, 60))
    assert plan_regions(60, [20, 40], sentences, 30) == (Span(0, 60),)
    assert plan_regions(60, [20, 40], sentences, None) == (Span(0, 60),)
    assert plan_regions(0, [], [], 20) == ()


@pytest.mark.parametrize(
    "spans", [[Span(3, 3)], [Span(4, 6), Span(2, 3)], [Span(0, 11)], [Span(-1, 2)]]
)
def test_spans_that_cannot_be_are_refused(spans: list[Span]) -> None:
    with pytest.raises(SpanOutOfRange):
        check_spans(spans, 10)


def test_spans_may_overlap() -> None:
    check_spans([Span(0, 6), Span(3, 10)], 10)
