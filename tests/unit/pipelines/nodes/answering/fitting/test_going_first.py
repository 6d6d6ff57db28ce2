"""Which sentence goes before one that comes a little closer to the question."""

from dataclasses import replace

import pytest

from pipelines.models.documents import Span
from pipelines.nodes.answering.asked import asked_kind
from pipelines.nodes.answering.fitting.going_first import with_fitting_first, without_proposals
from pipelines.nodes.answering.holding import holds
from pipelines.nodes.answering.sentences.sentence_scores import Sentence
from pipelines.nodes.text.words import content_words
from tests.support.nodes.passage_maker import make_passage


def sentences(question: str, *texts: str) -> list[Sentence]:
    kind = asked_kind(question)
    return [
        Sentence(
            make_passage(text, id=number),
            0,
            Span(0, len(text)),
            frozenset(),
            0.0,
            held=holds(kind, text, question),
            score=3.0 - 0.1 * number,
        )
        for number, text in enumerate(texts)
    ]


@pytest.mark.parametrize(
    ("question", "best", "other"),
    [
        (
            "i came 20 minutes late",
            "The boats leave 20 minutes after the bell.",
            "If you are more than 15 minutes late, the next boat takes you.",
        ),
        (
            "пришла на 20 минут позже",
            "Лодки отходят через 20 минут после звонка.",
            "Если вы пришли позже больше чем на 15 минут, вас берёт другая лодка.",
        ),
        (
            "does the mill work on 5 June",
            "1 and 2 June: the mill does not work.",
            "3–9 June: from 10:00 to 14:00.",
        ),
        (
            "what if i come 9 minutes late",
            "The boats leave 9 minutes after the bell.",
            "If you are more than 15 minutes late, the next boat takes you.",
        ),
        (
            "how many keys are lost",
            "After two keys one pays £5.",
            "Keys — 17 lost since May.",
        ),
        ("сколько пропусков", "После двух пропусков вычитают час.", "Пропусков — 17, это много."),
        ("what can't i do in the sauna", "You may read there, not aloud.", "Do not pour beer."),
    ],
)
def test_what_fits_goes_first(question: str, best: str, other: str) -> None:
    ordered = sentences(question, best, other)
    assert with_fitting_first(ordered, question, within=0.5)[0].text == other
    assert with_fitting_first(ordered[:1], question, within=0.5)[0].text == best


@pytest.mark.parametrize(
    ("question", "best", "other"),
    [
        (
            "i came 9 minutes late",
            "The boats leave 9 minutes after the bell.",
            "If you are more than 15 minutes late, the next boat takes you.",
        ),
        ("how many keys are there", "There are two keys.", "Lost keys: 17."),
        ("what may i do in the sauna", "You may read there.", "Do not pour beer."),
    ],
)
def test_nothing_else_does(question: str, best: str, other: str) -> None:
    ordered = sentences(question, best, other)
    assert [s.text for s in with_fitting_first(ordered, question, within=0.5)] == [best, other]


def test_what_was_turned_down_is_left_out_beside_anything_else() -> None:
    question = "is the mill open on sundays"
    rejected = "A proposal to open the mill on Sundays was rejected."
    ordered = sentences(question, rejected, "The mill is shut on Sundays.")
    assert without_proposals(ordered, question) == ordered[1:]
    assert without_proposals(ordered[:1], question) == ordered[:1]


def test_what_holds_goes_before_what_was_only_proposed_in_its_place() -> None:
    question, told = "what is the boat fee", "The boat fee is £12."
    proposed = "It was proposed to raise the boat fee to £15."
    passage = make_passage(f"{told}\n{proposed} The proposal was not carried.")
    found = [
        Sentence(passage, idx, Span(start, start + len(text)), words, 0.0, held=1.0, score=score)
        for idx, (text, score) in enumerate([(told, 1.0), (proposed, 2.0)])
        for start, words in [(passage.text.index(text), content_words(text))]
    ]
    assert without_proposals(found[::-1], question)[0].text == told
    asked = without_proposals(found[::-1], "what was proposed about the boat fee")
    assert asked[0].text == proposed


@pytest.mark.parametrize(
    ("question", "best", "told"),
    [
        (
            "в какой день столовая закрыта",
            "Собрание в столовой 10 июня.",
            "Столовая по средам не работает.",
        ),
        (
            "when is the kitchen shut",
            "The kitchen party is on 10 June.",
            "The kitchen is closed on Mondays.",
        ),
    ],
)
def test_what_tells_that_it_is_closed_goes_first_where_that_is_asked(
    question: str, best: str, told: str
) -> None:
    found = with_fitting_first(sentences(question, best, told), question, within=0.5)
    assert found[0].text == told


def test_a_ban_behind_what_is_asked_about_goes_before_one_of_something_else() -> None:
    question, fed, ban = "чем нельзя угощать", "Лошадей угощают морковью.", "Хлеб не дают."
    others = sentences(question, fed, "Курить нельзя нигде.")
    words = content_words(question) | content_words(fed)
    best = replace(others[0], words=words)
    behind = replace(best, idx=1, passage=make_passage(f"{fed} {ban}", id=best.passage.id),
                     span=Span(len(fed) + 1, len(fed) + 1 + len(ban)), score=2.0)  # fmt: skip
    found = with_fitting_first([best, others[1], behind], question, within=0.5)
    assert found[0].text == ban
