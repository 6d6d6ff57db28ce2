"""The document that a question and an owner's answer make."""

import datetime as dt
from dataclasses import replace

import pytest

from bot.phrasebook import FluentPhrasebook
from bot.sandbox.bot_api.detection import detect_entities
from bot.views.owner_questions import answer_as_post, asked_text, ending_text, settled_text
from bot.views.text import Reader
from pipelines.models.owner_questions import OwnerQuestion
from pipelines.nodes.secrets.find import kinds_removed, without_secrets

PHRASES = FluentPhrasebook()
AT = dt.datetime(2026, 11, 3, 12, tzinfo=dt.UTC)


def answered(question: str, answer: str, language: str = "en") -> OwnerQuestion:
    return OwnerQuestion(
        *("id", question, 1, "Bob", 1, None, None, language, "answered"),
        settled_name="Olga",
        settled_at=AT,
        answer=answer,
    )


def test_it_is_named_by_the_question_and_says_whose_word_it_is_and_when() -> None:
    post = answer_as_post(answered("Who?", "The porter does it.", "ru"), PHRASES)
    assert post.title == "Who? (Olga, 3 нояб. 2026)"
    assert (post.author, post.published) == ("Olga", "2026-11-03")
    assert post.text == "Вопрос: Who?\n\nThe porter does it."


@pytest.mark.parametrize("asked", ["when is the party", "When is the party?", "the party."])
def test_a_question_stands_there_as_one_and_is_quoted_by_nobody(asked: str) -> None:
    post = answer_as_post(answered(asked, "It is in July."), PHRASES)
    assert post.text == f"Question: {asked.rstrip('?.')}?\n\nIt is in July."


@pytest.mark.parametrize(
    ("answer", "kept"),
    [
        ("Yes", "May guests park here: Yes."),
        ("Of course!", "May guests park here: Of course!"),
        ("only at night", "May guests park here: only at night."),
        ("They may, at night.", "They may, at night."),
        (
            "no it's only from nine in the evening on, not from eight lol",
            "May guests park here: no it's only from nine in the evening on, not from eight lol.",
        ),
        (
            "Нет, гостям можно после девяти.",
            "May guests park here: Нет, гостям можно после девяти.",
        ),
        ("Nobody but guests may park there.", "Nobody but guests may park there."),
        ("guests may park behind the house", "guests may park behind the house."),
        ("- at night they may\n- else not", "- at night they may\n- else not"),
    ],
)
def test_what_could_not_be_quoted_alone_is_told_with_the_question(answer: str, kept: str) -> None:
    post = answer_as_post(answered("May guests park here?", answer), PHRASES)
    assert post.text.partition("\n\n")[2] == kept


def test_a_secret_that_was_taken_out_of_the_question_is_not_taken_for_one() -> None:
    question = without_secrets("Is AKIAIOSFODNN7EXAMQLE still the key?")
    post = answer_as_post(answered(question, "No, not any more."), PHRASES)
    assert post.title == "Answer of the owner (Olga, 3 Nov 2026)"
    assert not kinds_removed(post.title)


def test_nothing_can_be_tapped_in_names_questions_and_titles() -> None:
    evil = "Bank support @evil_bot evil.dev/login"
    question = replace(answered(f"Why? {evil}", "So."), asker_name=evil, settled_name=evil)
    reader = Reader(1, "en", PHRASES)
    filed = ending_text(replace(question, answer=None), PHRASES, evil)
    declined = ending_text(replace(question, state="declined"), PHRASES)
    told = ending_text(question, PHRASES)
    for piece in (
        asked_text(question, reader),
        settled_text(question, reader),
        filed,
        declined,
        told,
    ):
        assert "@\u2060evil_bot" in piece.text
        assert detect_entities(piece.text, ()) == []
