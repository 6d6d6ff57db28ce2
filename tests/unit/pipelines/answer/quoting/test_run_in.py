"""behind_run_in: what a paragraph opens with names what follows it, and is no answer."""

import pytest

from pipelines.answer.quoting.run_in import behind_run_in
from pipelines.models.documents import Span
from pipelines.nodes.answering.cite import Quote
from tests.support.nodes.passage_maker import make_passage

MINUTES = (
    "1. Footbridge on the Alder Loop. Three quotes came in. We took Highland Timber, since they "
    "give a guarantee.\n\n2. Otters. Two were seen."
)


def quoted(text: str, said: str) -> Quote:
    at = text.index(said)
    return Quote(make_passage(text), Span(at, at + len(said)))


def test_what_follows_is_told_behind_its_name() -> None:
    best = quoted(MINUTES, "Footbridge on the Alder Loop.")
    told = behind_run_in("what about it", best, [])
    assert told is not None
    assert told[1] == "Footbridge on the Alder Loop: Three quotes came in."


def test_of_what_follows_the_best_is_taken() -> None:
    best = quoted(MINUTES, "Footbridge on the Alder Loop.")
    taken = "We took Highland Timber, since they give a guarantee."
    at = MINUTES.index(taken)
    told = behind_run_in(
        "which firm builds it", best, [best, Quote(best.passage, Span(at, at + len(taken)))]
    )
    assert told is not None
    assert told[1] == f"Footbridge on the Alder Loop: {taken}"


@pytest.mark.parametrize(
    "text",
    [
        "Dogs are banned. They chase sheep.",
        "Петухов мы не разрешаем. Они шумят.",
        "Three quotes came in for it. The roof leaks in wet weather, and so does the porch.",
    ],
)
def test_a_short_sentence_that_says_something_is_no_heading(text: str) -> None:
    assert behind_run_in("who", quoted(text, text.split(". ")[0] + "."), []) is None


def test_nor_is_what_nothing_follows() -> None:
    assert behind_run_in("who", quoted("Otters on the loch.", "Otters on the loch."), []) is None


def test_what_holds_what_is_asked_for_goes_first() -> None:
    text = "Summer camp for the 10 to 13s. Agreed: the week of 21 July. It costs 35 euro a child."
    told = behind_run_in(
        "how much is the summer camp", quoted(text, "Summer camp for the 10 to 13s."), []
    )
    assert told is not None
    assert told[1] == "Summer camp for the 10 to 13s: It costs 35 euro a child."


@pytest.mark.parametrize("question", ["can i pay by card", "how can i pay"])
def test_a_few_words_that_answer_are_no_heading(question: str) -> None:
    text = "Cash or card. You need no appointment before noon."
    assert behind_run_in(question, quoted(text, "Cash or card."), []) is None
