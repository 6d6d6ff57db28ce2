"""A proposal is told with how it ended, and after what was decided in its place."""

import pytest

from pipelines.models.documents import Span
from pipelines.nodes.answering.cite import Quote
from pipelines.nodes.answering.fitting.proposals import with_outcome, with_proposal
from pipelines.nodes.answering.meetings.minutes import asked_of_minutes, told_in_minutes
from tests.support.nodes.passage_maker import make_passage

PROPOSED = "Ann proposed eight lamps."
ROWING = make_passage(
    "Minutes of the committee, 3 June\n"
    f"1. Light. {PROPOSED} Kai had doubts. Not carried. It was agreed to buy two lamps.\n"
    "2. Rope. It was suggested that the rope be sold.\n"
    "3. Paint. The paint was bought."
)
ДОМ = make_passage(
    "Протокол собрания, 3 июня\n"
    "1. О дворе. Предлагалось поставить качели. Предложение не поддержали.\n"
    "Постановили посадить три липы.\n"
    "2. О крыше. Решили чинить в июле."
)


def quote(passage: object, text: str) -> Quote:
    start = passage.text.index(text)  # type: ignore[attr-defined]
    return Quote(passage, Span(start, start + len(text)))  # type: ignore[arg-type]


def test_a_proposal_is_told_with_how_it_ended() -> None:
    told = with_outcome(quote(ROWING, PROPOSED))
    assert told.text == f"{PROPOSED} Kai had doubts. Not carried."


@pytest.mark.parametrize("text", ["It was suggested that the rope be sold.", "Not carried."])
def test_what_is_no_proposal_or_ends_nowhere_is_told_alone(text: str) -> None:
    assert with_outcome(quote(ROWING, text)).text == text


@pytest.mark.parametrize(
    "told",
    [
        "Lottie asked for new curtains. Not agreed, there is no money this year.",
        "Инна просила новые шторы. Не согласились, денег нет.",
    ],
)
def test_what_was_asked_for_is_told_with_how_it_ended(told: str) -> None:
    passage = make_passage(told)
    assert with_outcome(quote(passage, told[: told.index(".") + 1])).text == told


def test_how_it_ended_is_told_with_what_was_proposed() -> None:
    told = with_proposal(quote(ДОМ, "Предложение не поддержали."))
    assert told.text == "Предлагалось поставить качели. Предложение не поддержали."


@pytest.mark.parametrize(
    ("question", "passage", "first"),
    [
        ("what was decided about the lamps", ROWING, "It was agreed to buy two lamps."),
        ("что решили по двору", ДОМ, "Постановили посадить три липы."),
        (
            "что решили про качели",
            ДОМ,
            "Предлагалось поставить качели. Предложение не поддержали.",
        ),
    ],
)
def test_the_decision_on_the_matter_comes_first(question: str, passage: object, first: str) -> None:
    asked = asked_of_minutes(question)
    assert asked is not None
    assert told_in_minutes(asked, [passage])[0].text == first  # type: ignore[list-item]
