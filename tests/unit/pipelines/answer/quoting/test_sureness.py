"""How surely a sentence answers, by what stands in it."""

import pytest

from pipelines.answer.quoting.found import Found, Own
from pipelines.answer.quoting.sureness import (
    how_surely,
    is_bare_number,
    lacks_what_it_hangs_on,
    names_kin,
)
from pipelines.models.documents import Span
from pipelines.nodes.answering.cite import Quote
from pipelines.nodes.answering.sentences.extract_answer import Grounds
from tests.support.nodes.passage_maker import make_passage
from tests.support.nodes.table_maker import query_of, table_of, vectors_of

GRANT = "The grant pays tuition and £300 a year for books."


@pytest.mark.parametrize(
    ("sentence", "is_bare"),
    [
        ("Телефон: 8 905 600 17 23.", True),
        ("Phone: 01632 960 214", True),
        ("Телефон сторожа: 8 905 600 17 23.", False),
        ("Call the porter on 01632 960 214.", False),
    ],
)
def test_a_number_that_says_not_whose_it_is(sentence: str, *, is_bare: bool) -> None:
    assert is_bare_number(sentence) == is_bare


@pytest.mark.parametrize(
    ("question", "sentence", "odds", "is_told"),
    [
        ("until what time can I return at night", "The kiosk sells ice until 18:00.", 0.3, False),
        ("until what time can I return at night", "The kiosk sells ice until 18:00.", 3.0, True),
        ("until what time is the kiosk open", "The kiosk sells ice until 18:00.", 0.3, True),
        ("до скольки можно вернуться ночью", "Киоск торгует льдом до 18:00.", 0.3, False),
        ("до скольки работает киоск", "Киоск торгует льдом до 18:00.", 0.3, True),
    ],
)
def test_an_hour_beside_no_word_of_a_question_needs_a_reader_without_doubt(
    question: str, sentence: str, odds: float, *, is_told: bool
) -> None:
    language = "en" if sentence.isascii() else "ru"
    query, passage = query_of(question), make_passage(sentence, language=language)
    own, read = Own(question, query), {(passage.id, 0): odds}
    found = Found(question, (), language, query, [passage], {}, own, confidence=0.45, read=read)
    best = Quote(passage, Span(0, len(sentence)))
    grounds = Grounds(held=1.0, lead=0.0, around=best.span)
    assert (how_surely(found, best, grounds, has_code=False) >= 0.5) == is_told


@pytest.mark.parametrize(
    ("question", "row", "lacks"),
    [
        ("does the grant pay for my rent", False, True),
        ("does the grant pay for books", False, False),
        ("how much does the grant give for a laptop", False, True),
        ("how much is a ticket for the jazz evening", True, True),
        ("how much is a ticket for the poetry evening", True, False),
        ("who has a laptop of the grant", False, False),
    ],
)
def test_the_last_thing_of_a_question_has_to_stand_there_and_all_in_a_row(
    question: str, *, row: bool, lacks: bool
) -> None:
    table = table_of(("Event", "Ticket"), ("Poetry evening", "£7"))
    passage = table.rows[0].passage if row else make_passage(GRANT)
    (vectors,) = vectors_of(table).values()
    query = query_of(question)
    found = Found(question, (), "en", query, [passage], {passage.id: vectors}, Own(question, query))
    whole = Span(0, len(passage.text))
    best = Quote(passage, whole)
    assert lacks_what_it_hangs_on(found, best, whole, passage.text) == lacks


@pytest.mark.parametrize(
    ("question", "sentence", "put", "is_of_kin"),
    [
        ("how much is it to hire a trombone", "A clarinet is hired for £15.", "", True),
        ("how much is an instrument", "A clarinet is hired for £15.", "how much is a tuba", True),
        ("can i bring a hamster", "Rabbits may come in.", "", True),
        ("can i bring a hamster", "No animals may come in.", "", False),
        ("who plays the trombone", "The clarinet is played by Ada Finch.", "", False),
        ("why is the trombone late", "The clarinet was sent off first.", "", False),
    ],
)
def test_another_thing_of_its_kind_does_not_stand_for_what_each_has_of_its_own(
    question: str, sentence: str, put: str, *, is_of_kin: bool
) -> None:
    query, passage = query_of(question), make_passage(sentence, language="en")
    found = Found(question, (), "en", query, [passage], {}, Own(question, query), put=put)
    assert names_kin(found, Quote(passage, Span(0, len(sentence))), sentence) == is_of_kin
