"""What could not be answered, on buttons and in messages."""

import datetime as dt
import uuid
from dataclasses import replace

from bot.phrasebook import FluentPhrasebook
from bot.transport.buttons import Action, fits
from bot.transport.pieces import split
from bot.views.answers.sources import Cited
from bot.views.gaps import Pointed, corrections_view, gap_answer_view, gap_view, gaps_view
from bot.views.text import Reader
from pipelines.models.answers import Citation
from pipelines.models.documents import Span
from pipelines.models.interactions import Correction
from pipelines.models.owner_questions import GapAnswer, GapCluster, GapPage

READER = Reader(9_999_999_999, "en", FluentPhrasebook())
DAY = dt.datetime(2026, 3, 1, tzinfo=dt.UTC)
CLUSTER = str(uuid.UUID(int=2**128 - 5))
GAP = GapCluster(CLUSTER, ("Who? @eve", "Кто?"), ("en", "ru"), (), 2, 3, DAY)
CITED = Citation(
    *(1, str(uuid.UUID(int=7)), "Keys", None, "keys.txt", None, None, 0),
    quote="The porter.",
    passage_id=5,
    quote_at=3,
)


def test_a_button_carries_a_cluster_and_a_passage() -> None:
    pointed = Pointed(CLUSTER, Cited(1, 12_345_678, Span(1234, 1834)))
    assert Pointed.decode(pointed.encode()) == pointed
    assert fits(Action.POINT_GAP_ANSWER, READER.user_id, pointed.encode())
    for foreign in ("", "x", CLUSTER, pointed.encode()[:-12], f"é{pointed.encode()[1:]}"):
        assert Pointed.decode(foreign) is None


def test_a_list_names_nobody_and_calls_nobody() -> None:
    view = gaps_view(GapPage((GAP,), 6), 0, READER)
    assert "6 questions without an answer" in view.piece.text
    assert "2 people asked, 3 times" in view.piece.text
    assert "@eve" not in view.piece.text, "it cannot be tapped"
    labels = [key.text for row in view.keys.inline_keyboard for key in row]
    assert labels == ["1. Who? @eve", "Older ›"]
    assert gaps_view(GapPage((), 0), 0, READER).keys.inline_keyboard == ()


def test_a_card_names_those_who_asked_the_owner() -> None:
    assert "Passed on" not in gap_view(GAP, READER).piece.text
    named = GapCluster(CLUSTER, ("Who?",), ("en",), ("Anna",), 1, 1, DAY)
    assert "Passed on to the owner by: Anna" in gap_view(named, READER).piece.text


def test_whoever_asked_reads_their_question_the_answer_and_its_source() -> None:
    answer = GapAnswer("g", 1, "1", "ru", "Кто?", DAY, "Olga", CITED)
    view = gap_answer_view(answer, 1, READER.phrases)
    for part in ("вы спросили: «Кто?»", "Отвечает Olga:", "The porter.", "Keys"):
        assert part in view.piece.text
    assert [key.text for row in view.keys.inline_keyboard for key in row] == ["1"]


def test_corrections_fit_into_one_message() -> None:
    long = Correction("Who? " * 100, DAY, ("then " * 300,), (CITED,) * 2)
    shown, keys = corrections_view([long] * 5, READER)
    assert len(split(shown)) == 1
    assert [key.text for row in keys.inline_keyboard for key in row] == list("12345")


def test_of_what_was_deleted_it_is_said_that_it_stands_no_longer() -> None:
    shown, keys = corrections_view([Correction("Who?", DAY, (), ())], READER)
    assert "was deleted, and the answer stands no longer" in shown.text
    assert "Now: the base has no answer." in shown.text
    assert keys.inline_keyboard == ()


def test_a_question_that_goes_on_is_told_with_what_it_goes_on_from() -> None:
    gap = replace(GAP, questions=("When is tea? → and on Sundays?",))
    shown = "and on Sundays? (after “When is tea?”)"
    for view in (gaps_view(GapPage((gap,), 1), 0, READER), gap_view(gap, READER)):
        assert shown in view.piece.text
    answer = GapAnswer(
        *("g", 1, "1", "en", "and on Sundays?", DAY, "Olga", CITED), asked=gap.questions[0]
    )
    told = gap_answer_view(answer, 1, READER.phrases).piece.text
    assert "“and on Sundays? (after ‘When is tea?’)”" in told
