"""What was written later, and settles what the best sentence guesses or asks."""

from dataclasses import replace

import pytest

from pipelines.models.answers import Passage
from pipelines.nodes.answering.asked import asked_kind
from pipelines.nodes.answering.holding import holds
from pipelines.nodes.answering.quotable import quotable_spans
from pipelines.nodes.answering.sentences.mail import header_starts
from pipelines.nodes.answering.sentences.replies import with_reply_first
from pipelines.nodes.answering.sentences.sentence_scores import Sentence
from pipelines.nodes.text.words import content_words
from tests.support.nodes.passage_maker import make_passage

TRIP = """[18/11/2026, 19:02] Kirsty: anyone know when the trip to the museum is?
[18/11/2026, 19:05] Dan: {said}
[18/11/2026, 19:06] Priti: no they moved it, it's the 9th
[18/11/2026, 19:11] Kirsty: the 9th is christmas dinner
[18/11/2026, 19:20] Priti: just asked miss lund, it's the 11th
[18/11/2026, 19:21] Kirsty: how much is it?
[18/11/2026, 19:24] Priti: it's 16 pounds until the 4th
"""
EXCURSION = """[18.11.2026, 19:02] Катя: кто знает, когда экскурсия в музей?
[18.11.2026, 19:05] Дима: 2 декабря вроде
[18.11.2026, 19:20] Полина: спросила учительницу, 11-го
"""
MAILS = (
    "Hi Martin,\nthe alarm on our fridge went off. It showed 11 degrees. "
    "Can somebody come? And is it still under guarantee?",
    "From: Martin Reeve\nTo: Jo Pickering\nDate: Thu, 29 Oct 2026 14:40\nSubject: Re: fridge",
    "Jo, the guarantee ended in June. Call-out is £85 plus parts.",
)


def read(question: str, *passages: Passage) -> list[Sentence]:
    kind = asked_kind(question)
    return [
        Sentence(
            passage,
            idx,
            span,
            content_words(passage.text[span.start : span.end]),
            0.0,
            held=holds(kind, passage.text[span.start : span.end], question),
            is_of_header=passage.text.rfind("\n", 0, span.start) + 1 in header_starts(passage.text),
        )
        for passage in passages
        for idx, span in enumerate(quotable_spans(passage.text))
    ]


def first(question: str, best: str, *passages: Passage) -> str:
    """Return what comes first where the sentence that holds `best` did."""
    scored = read(question, *passages)
    ordered = sorted((one for one in scored if not one.asks), key=lambda one: best not in one.text)
    return with_reply_first(ordered, scored, asked_kind(question), question)[0].text


@pytest.mark.parametrize(
    ("said", "told"),
    [
        ("2 december i think", "the 11th"),
        ("maybe 2 december", "the 11th"),
        ("2 december", "2 december"),
    ],
)
def test_the_last_who_knows_goes_before_who_guesses(said: str, told: str) -> None:
    chat = make_passage(TRIP.format(said=said))
    assert told in first("when is the trip to the museum", "2 december", chat)


def test_a_guess_is_put_right_in_russian() -> None:
    chat = make_passage(EXCURSION, language="ru")
    assert "11-го" in first("когда экскурсия в музей", "2 декабря", chat)


def test_a_guess_stays_where_nobody_knows_better() -> None:
    chat = make_passage("\n".join(TRIP.format(said="2 december i think").split("\n")[:2]))
    assert "2 december" in first("when is the trip to the museum", "2 december", chat)


def _of_one_document() -> list[Passage]:
    return [
        replace(make_passage(text), id=number, passage_idx=number)
        for number, text in enumerate(MAILS)
    ]


def test_what_an_email_asks_is_told_by_the_next_one() -> None:
    told = first("is the fridge still under guarantee", "the alarm", *_of_one_document())
    assert told == "Jo, the guarantee ended in June."


def test_no_other_question_is_answered_by_the_next_email() -> None:
    told = first("what did the alarm on the fridge show", "It showed", *_of_one_document())
    assert told == "It showed 11 degrees."
    alone = _of_one_document()[::2]  # no e-mails, as far as one sees
    assert "alarm" in first("is the fridge still under guarantee", "the alarm", *alone)
