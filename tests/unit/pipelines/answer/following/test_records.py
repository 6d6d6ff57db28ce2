"""What stays of a question for the next one to lean on."""

from dataclasses import replace

from pipelines.answer.following.records import asked_exchange, exchange_of
from pipelines.answer.quoting.found import Told
from pipelines.answer.state import AnswerState, Reading
from pipelines.models.answers import Exchange
from pipelines.models.requests import AnswerRequest
from pipelines.nodes.answering.cite import CitedText

CARDS = Exchange("how do I renew a card?", "[1]", (), (1,), ("rules",), ("Cards are renewed.",))
CITED = CitedText("At the desk. [1]", "", ())
CARRIED = Reading("who signs a card?", own="who signs it", shown="card", is_carried=True)
CARRIED = replace(CARRIED, leaning=0.9)


def refused(reading: Reading) -> Exchange:
    request = AnswerRequest(reading.question, "chat", 1)
    return asked_exchange(
        AnswerState(request, "en", earlier=CARDS, readings=(reading,), text="No answer.")
    )


def test_a_question_of_its_own_that_had_no_answer_leaves_nothing_of_the_one_before() -> None:
    kept = refused(Reading("who runs the choir?", is_whole=True))
    assert kept == Exchange("who runs the choir?", "No answer.")


def test_what_leant_on_an_answer_in_vain_leaves_that_to_be_leant_on() -> None:
    kept = refused(CARRIED)
    assert (kept.passages, kept.documents, kept.quotes) == ((1,), ("rules",), CARDS.quotes)
    assert (kept.question, kept.subject) == ("who signs a card?", ("card",))


def test_what_says_nothing_by_itself_is_about_what_was_asked_before() -> None:
    bare = Reading("can I pause it?", leaning=0.9)
    assert exchange_of((bare,), (Told(),), CITED, CARDS).subject == ("card",)
    known = replace(CARDS, subject=("Ida Moss",))
    assert exchange_of((bare,), (Told(),), CITED, known).subject == ("Ida Moss",)
    second = Reading("and the second?", leaning=0.9)
    extracted = replace(known, question="when was the first extraction of honey?")
    assert exchange_of((second,), (Told(),), CITED, extracted).subject == (
        "second extraction of honey",
    )
    whole = Reading("when is the fair?")
    assert exchange_of((whole,), (Told(),), CITED, CARDS).subject == ()


def test_what_is_carried_on_is_the_thing_and_not_what_was_asked_of_it() -> None:
    why = replace(CARRIED, shown="roofer did we choose")
    assert exchange_of((why,), (Told(),), CITED, CARDS).subject == ("roofer",)
