"""Summary: sentences that tell what a document is about, as they stand, in its order."""

from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from pipelines.models.documents import Anchor
from pipelines.nodes.answering.summary import telling_sentences
from tests.support.nodes.passage_maker import make_passage

TEXTS = (
    "The ferry carries people and bicycles across the fjord. It was painted in 1971.",
    "Tickets for the ferry are sold on the pier beside the fjord. Is there a bar on board?",
    "Bicycles on the ferry need a ticket of their own, too. Yes, of course.",
    "Somebody once lost a green umbrella near the wooden stairs there.",
)
FERRY = [make_passage(text, id=n, passage_idx=n) for n, text in enumerate(TEXTS)]


def test_what_runs_through_the_document_is_told_in_its_order() -> None:
    told = [quote.text for quote in telling_sentences(FERRY[:3], most=2)]
    assert told == [
        "The ferry carries people and bicycles across the fjord.",
        "Bicycles on the ferry need a ticket of their own, too.",
    ]


def test_russian_is_told_as_well() -> None:
    text = (
        "Паром перевозит людей и велосипеды через залив. Однажды кто-то забыл там зелёный зонт."
        " Билеты на паром продаются у залива."
    )
    (told,) = telling_sentences([make_passage(text)], most=1)
    assert told.text == "Паром перевозит людей и велосипеды через залив."


def test_questions_and_scraps_tell_nothing() -> None:
    told = [quote.text for quote in telling_sentences(FERRY, most=20)]
    assert "Is there a bar on board?" not in told
    assert "Yes, of course." not in told


def test_the_same_is_not_told_twice() -> None:
    twice = [make_passage(TEXTS[0], id=n) for n in range(2)]
    told = [quote.text for quote in telling_sentences(twice)]
    assert len(told) == len(set(told))


def test_each_sentence_tells_of_something_else() -> None:
    notes = (
        "The first crystal grew in a jar of vitriol. The second crystal grew in a jar of alum.",
        "The snail eats cucumbers and turns away from cabbage.",
        "The third crystal grew in a jar of salt. The fourth crystal never grew at all.",
        "The children came second at the olympiad in the capital.",
    )
    passages = [make_passage(text, id=n, passage_idx=n) for n, text in enumerate(notes)]
    told = " ".join(quote.text for quote in telling_sentences(passages, most=3))
    assert told.count("crystal") == 1
    assert "snail" in told
    assert "olympiad" in told


def test_rows_of_a_table_give_way_to_prose() -> None:
    prose = "The runbook of the gates tells what to do at night. "
    row = "Code: G-1; Fires when: the gates of the runbook are silent at night for long"
    anchors = (Anchor(at=0), Anchor(at=len(prose), row=2))
    passage = replace(make_passage(prose + row), anchors=anchors)
    assert [quote.text for quote in telling_sentences([passage])] == [prose.strip()]
    alone = replace(make_passage(row), anchors=(Anchor(at=0, row=2),))
    assert telling_sentences([alone]) == ()


def test_lists_of_names_and_dates_give_way() -> None:
    text = (
        "Present: Ivor Pratt, Nan Moss, Tom Reed, Ivor Lamb."
        " The harbour will be dredged and widened in spring."
        " Tuesday, the second of May 2026."
    )
    (told,) = telling_sentences([make_passage(text)], most=1)
    assert told.text == "The harbour will be dredged and widened in spring."


def test_speech_without_stops_is_told_as_it_is() -> None:
    text = "so today we are going to build a wooden boat that carries two people across the pond"
    (told,) = telling_sentences([make_passage(text)])
    assert told.text == text


def test_nothing_is_told_of_nothing() -> None:
    assert telling_sentences([]) == ()
    assert telling_sentences([make_passage("12 | 14 | 16")]) == ()


@given(st.lists(st.text(min_size=1, max_size=200), max_size=4), st.integers(0, 5))
def test_whatever_is_told_stands_there_to_the_letter(texts: list[str], most: int) -> None:
    passages = [make_passage(text, id=number) for number, text in enumerate(texts)]
    quotes = telling_sentences(passages, most=most)
    assert len(quotes) <= most
    assert all(quote.text in quote.passage.text for quote in quotes)
    places = [(quote.passage.id, quote.span.start) for quote in quotes]
    assert places == sorted(places)
