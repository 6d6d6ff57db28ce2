"""What a text has to tell of, by kind, and by what it may be known."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pipelines.nodes.checking.items import are_one_word, items_of, letters_in


@pytest.mark.parametrize(
    ("text", "kinds"),
    [
        ("The lift costs 45 pounds", ["number", "word", "word", "unit"]),
        ("Bo Lund came on Friday", ["day", "word", "name", "word"]),
        ("the second tank", ["number", "word"]),
        ("Hall C is not free", ["name", "word", "side"]),
        ("may, more or all", []),  # told apart elsewhere
    ],
)
def test_each_thing_is_of_its_kind(text: str, kinds: list[str]) -> None:
    assert [item.kind for item in items_of(text)] == kinds


def test_a_name_is_known_as_it_sounds_and_by_what_leads_to_it() -> None:
    ours, theirs = items_of("пришло от Савелия")[-1], items_of("it came from Savely")[-1]
    assert ours.keys & theirs.keys
    assert (ours.lead, theirs.lead) == ("от", "from")


def test_words_of_one_stem_are_told_apart_by_more_than_an_ending() -> None:
    lessor, lessee, lessees = (
        items_of(word)[0].whole for word in ("арендодатель", "арендатор", "арендатора")
    )
    assert not are_one_word(lessor, lessee)
    assert are_one_word(lessee, lessees)


def test_a_letter_names_something_behind_a_name() -> None:
    assert list(letters_in("Hall C, zone M; and I am in")) == ["C", "M"]


@given(st.text(max_size=80))
def test_any_text_is_borne(text: str) -> None:
    assert all(item.keys for item in items_of(text))
