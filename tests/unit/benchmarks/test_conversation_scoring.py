"""Replies judged by the kind of their turn."""

from typing import Any

import pytest

from benchmarks.conversations.reply import Reply
from benchmarks.conversations.scoring import Verdict, judge
from benchmarks.conversations.script import KINDS, Expectation, Turn

NOT_FOUND = "The base has no answer."


def verdict(kind: str, reply: str | Reply, **expect: Any) -> tuple[bool, bool]:
    """Return whether a reply is strictly right, and loosely."""
    turn = Turn("t.1", "?", kind, "en", Expectation(**expect))
    found = judge(turn, reply if isinstance(reply, Reply) else Reply(reply), [NOT_FOUND])
    return found.strict, found.loose


RIGHT, LATE, WRONG = (True, True), (False, True), (False, False)


@pytest.mark.parametrize("kind", ["fact", "cell", "cross", "misspelt", "followup", "pronoun"])
@pytest.mark.parametrize(
    ("reply", "expected"),
    [
        ("Kazan: 820 [1]", RIGHT),
        ("Kazan is a city on the Volga. It costs 820 there. [1]", LATE),
        ("700 in 2023, 820 in 2024 [1]", WRONG),
        ("820 in 2024, 700 in 2023 [1]", RIGHT),
        ("Kazan is a city. [1]\n\nSources:\n[1] The 820 of Kazan", WRONG),
        ("", WRONG),
    ],
)
def test_an_answer_stands_at_first_sight_and_nothing_wrong_before_it(
    kind: str, reply: str, expected: tuple[bool, bool]
) -> None:
    assert verdict(kind, reply, any_of=("820",), none_of=("700",)) == expected


def test_two_questions_want_two_answers() -> None:
    groups = (("four", "4"), ("noon",))
    assert verdict("multi", "It takes 4 days. [1]\nIt ends at noon. [2]", all_of=groups) == RIGHT
    buried = "It takes 4 days. [1]\nYes. [1]\nWell. [1]\nIt ends at noon. [2]"
    assert verdict("multi", buried, all_of=groups) == LATE
    assert verdict("multi", "It takes 4 days. [1]", all_of=groups) == WRONG


def test_a_list_needs_so_many_of_its_items() -> None:
    items = (("red",), ("green",), ("blue",))
    assert verdict("list", "red [1]\nblue [1]", items=items, at_least=2) == RIGHT
    assert verdict("list", "red [1]", items=items, at_least=2) == WRONG


def test_of_two_documents_that_disagree_the_newer_one_must_be_told_with_its_date() -> None:
    expect = {"older": ("2600",), "newer": ("3100",), "newer_date": ("1 March",)}
    assert verdict("conflict", "3100 [1]\n2600 [2]", **expect) == RIGHT
    assert verdict("conflict", "Since 1 March: 3100 [1]", **expect) == RIGHT
    assert verdict("conflict", "It changed. [1]\n3100, was 2600 [1]", **expect) == LATE
    assert verdict("conflict", "3100 [1]", **expect) == WRONG
    assert verdict("conflict", "2600 [1]", **expect) == WRONG


def test_what_a_document_is_about_is_cited() -> None:
    terms = (("roof",), ("price",))
    assert verdict("about", "A roof and its price [1]", terms=terms) == RIGHT
    assert verdict("about", "A roof and its price", terms=terms) == LATE


def test_documents_may_be_named_on_buttons() -> None:
    titles = (("Diary", "diary.txt"), ("Contract",))
    reply = Reply("There are 2:\nContract", ["diary.txt"])
    assert verdict("meta", reply, titles=titles, at_least=2) == RIGHT
    assert verdict("meta", Reply("Contract"), titles=titles, at_least=2) == WRONG
    assert verdict("meta", reply, any_of=("are 2",)) == RIGHT


@pytest.mark.parametrize("kind", ["missing", "offtopic"])
def test_what_is_not_there_is_not_answered(kind: str) -> None:
    assert verdict(kind, NOT_FOUND, none_of=("820",)) == RIGHT
    assert verdict(kind, "Nothing about Bonn; there is Kazan.\nSee [1]", none_of=("820",)) == RIGHT
    assert verdict(kind, "Nothing about Bonn. Kazan: 820", none_of=("820",)) == WRONG
    assert verdict(kind, "Kazan is a city [1]", none_of=("820",)) == WRONG


def test_small_talk_is_short_cites_nothing_and_refuses_nothing() -> None:
    assert verdict("smalltalk", "Hello! What would you like to know?") == RIGHT
    assert verdict("smalltalk", "Hello [1]") == WRONG
    assert verdict("smalltalk", f"{NOT_FOUND}\nSend the file.") == WRONG
    assert verdict("smalltalk", "Hello! " * 300) == WRONG
    assert verdict("smalltalk", "Hello!", any_of=("bye",)) == WRONG
    assert verdict("smalltalk", " ") == WRONG


@pytest.mark.parametrize("kind", KINDS)
def test_no_reply_is_never_right(kind: str) -> None:
    turn = Turn("t.1", "?", kind, "en", Expectation())
    assert judge(turn, Reply("")) == Verdict(strict=False, loose=False, abstained=False)
