"""Arguments of a tool: whatever a model writes is read, or it is told what is wrong."""

from contextlib import suppress
from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pipelines.answer.tools.arguments import Arguments, ArgumentWrong
from pipelines.models.chat import ToolCall


def arguments(written: str) -> Arguments:
    return Arguments.of(ToolCall("1", "search_documents", written))


def test_values_are_read_however_they_are_written() -> None:
    read = arguments(
        '{"query": "  a\\n b ", "first": "3", "parts": 99.0, "language": "RU-ru", "nothing": null,'
        ' "added_since": "2026-02-28T10:00", "added_until": "2026-02-28",'
        ' "where": {"City": "Oslo", "Year": 2024, "Empty": "", "Deep": {"a": 1}}}'
    )
    assert read.text("query") == "a b"
    assert (read.text("nothing"), read.text("missing")) == ("", "")
    assert (read.number("first", 1, most=9), read.number("parts", 1, most=9)) == (3, 9)
    assert read.number("missing", 4, most=9) == 4
    assert read.since() == datetime(2026, 2, 28, tzinfo=UTC)
    assert read.until() == datetime(2026, 3, 1, tzinfo=UTC)
    assert read.conditions() == {"City": "Oslo", "Year": "2024"}
    assert arguments("").values == {}


def test_a_language_is_two_letters() -> None:
    assert arguments('{"language": "Russian"}').language() == "ru"
    assert arguments('{"language": "ru"}').language() == "ru"
    assert arguments('{"language": ""}').language() is None
    assert arguments('{"language": "1"}').language() is None


JSON = st.recursive(
    st.none() | st.booleans() | st.floats() | st.text(max_size=20) | st.integers(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner),
    max_leaves=8,
)
NAMES = st.sampled_from(["query", "first", "added_since", "added_until", "language", "where"])


@given(st.dictionaries(NAMES, JSON))
def test_no_value_does_more_than_be_refused(values: dict[str, object]) -> None:
    read = Arguments(values)
    for call in (
        lambda: read.required("query"),
        lambda: read.number("first", 1, most=8),
        read.since,
        read.until,
        read.language,
        read.conditions,
    ):
        with suppress(ArgumentWrong):
            call()


@pytest.mark.parametrize("written", ["{", "[]", "3", '"text"', "[" * 100_000])
def test_what_is_no_object_is_refused(written: str) -> None:
    with pytest.raises(ArgumentWrong):
        arguments(written)
