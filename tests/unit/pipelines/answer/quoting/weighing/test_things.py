"""A sentence is of the thing that a question names, or of another one of its kind."""

import math

import pytest

from pipelines.answer.quoting.found import Found, Own
from pipelines.answer.quoting.weighing.things import (
    is_bare_name,
    is_beside_subject,
    is_denied_of_thing,
    is_named_after,
    is_rule_on,
    lacks_what_it_hangs_on,
    least_of_sort,
    names_kin,
    says_no_more,
)
from pipelines.models.documents import Span
from pipelines.nodes.answering.asked import asked_kind
from pipelines.nodes.answering.cite import Quote
from tests.support.nodes.found_maker import found_for
from tests.support.nodes.passage_maker import make_passage
from tests.support.nodes.table_maker import query_of, table_of, vectors_of

GRANT = "The grant pays tuition and £300 a year for books."


@pytest.mark.parametrize(
    ("question", "row", "lacks"),
    [
        ("does the grant pay for my rent", False, True),
        ("does the grant pay for books", False, False),
        ("how much does the grant give for a laptop", False, True),
        ("how much is a ticket for the jazz evening", True, True),
        ("how much is a ticket for the poetry evening", True, False),
        ("who has a laptop of the grant", False, False),
        ("who gives the grant for a laptop", False, True),
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
        ("tickets for the easter ball", "Tickets for the Christmas ball are £12.", "", True),
        ("tickets for the ball", "Tickets for the Christmas ball are £12.", "", False),
    ],
)
def test_another_thing_of_its_kind_does_not_stand_for_what_each_has_of_its_own(
    question: str, sentence: str, put: str, *, is_of_kin: bool
) -> None:
    query, passage = query_of(question), make_passage(sentence, language="en")
    found = Found(question, (), "en", query, [passage], {}, Own(question, query), put=put)
    assert names_kin(found, Quote(passage, Span(0, len(sentence))), sentence) == is_of_kin


@pytest.mark.parametrize(
    ("question", "text", "odds", "is_denied"),
    [
        ("can I pay the boat in instalments", "Fees are paid in instalments.", -4.0, True),
        ("can I pay the boat in instalments", "Fees are paid in instalments.", -1.0, False),
        ("can I pay the fees in instalments", "Fees are paid in instalments.", -4.0, False),
        ("can my son bring a kite", "No kites, please.\nSons of members swim free.", -4.0, False),
        ("can my son bring a kite", "No kites, please.", -4.0, False),
        ("how much is freezing a card", "A card costs £31 a month.", -3.0, True),
        ("how much is a card for the pool", "A card costs £31.\nThe pool is warm.", -3.0, False),
        ("сколько стоит заморозка карты", "Карта стоит 3200 рублей.", -3.0, True),
        ("сколько стоит карта", "Карта стоит 3200 рублей.", -3.0, False),
        ("who has the card for the pool", "The card is with Ada Finch.", -3.0, False),
    ],
)
def test_what_a_reader_denies_has_to_be_of_all_things_of_the_question(
    question: str, text: str, odds: float, *, is_denied: bool
) -> None:
    found, best = found_for(question, text, "en" if text.isascii() or "£" in text else "ru")
    kind = asked_kind(question)
    assert is_denied_of_thing(found, kind, best, best.text, odds) == is_denied


@pytest.mark.parametrize(
    ("question", "sentence", "least"),
    [
        ("когда весенний бал", "Осенний бал пройдёт 6 октября.", math.inf),
        ("гарантия на рамы", "Гарантия на стёкла – пять лет.", math.inf),
        ("когда бал", "Осенний бал пройдёт 6 октября.", -math.inf),
        ("кто председатель охотничьего союза", "Председатель правления: Олег Лосев.", 3.0),
        ("are quiz nights free", "Film nights are free.", 0.0),
        ("why is the quiz night late", "The film night is late because of snow.", -math.inf),
    ],
)
def test_of_another_sort_a_sentence_needs_a_reader_without_doubt(
    question: str, sentence: str, least: float
) -> None:
    found, best = found_for(question, sentence, "en" if sentence.isascii() else "ru")
    assert least_of_sort(found, best) == least


@pytest.mark.parametrize(
    ("question", "is_bare"),
    [
        ("tickets for the spring fair", True),
        ("билеты на ярмарку", True),
        ("which hall has the spring fair", False),
        ("what do the tickets look like", False),
    ],
)
def test_a_few_words_that_ask_nothing_name_a_thing(question: str, *, is_bare: bool) -> None:
    assert is_bare_name(asked_kind(question), question) == is_bare


@pytest.mark.parametrize(
    ("question", "row", "is_so"),
    [
        ("who is the warden", "Event: Warden's Trophy; Judge: Ada Moss", True),
        ("кто смотритель", "Event: Warden's Trophy; Judge: Ada Moss", True),
        ("кто директор", "Должность: помощник директора; Имя: Лис", True),
        ("who is the warden", "Office: Warden; Name: Ada Moss", False),
        ("кто директор", "Должность: директор школы; Имя: Лис", False),
        ("кто ведёт уроки флейты", "Занятие: урок флейты; Педагог: Лис", False),
        ("when is the warden in", "Event: Warden's Trophy; Judge: Ada Moss", False),
    ],
)
def test_what_is_called_after_somebody_is_not_them(question: str, row: str, *, is_so: bool) -> None:
    assert is_named_after(question, [row]) is is_so


@pytest.mark.parametrize(
    ("question", "language", "text", "is_so"),
    [
        ("network password", "en", "Brake bleed, hydraulic: 25.", True),
        ("network password", "en", "The password is on the router.", False),
        ("how much are kayaks", "en", "Самокат стоит 300 рублей.", True),
        ("how much are kayaks", "en", "Байдарка стоит 300 рублей.", False),
        ("how long was the way back from Ryazan", "en", "Обратно ехали шесть часов.", False),
        ("when is it", "en", "Brake bleed, hydraulic: 25.", False),  # no thing is named
        ("Was kostet das Rad?", "de", "Brake bleed, hydraulic: 25.", False),  # nothing tells
    ],
)
def test_what_has_nothing_of_what_is_named_is_beside_it(
    question: str, language: str, text: str, *, is_so: bool
) -> None:
    found, best = found_for(question, text, language)
    assert is_beside_subject(found, best) is is_so


@pytest.mark.parametrize(
    ("question", "sentence", "is_rule"),
    [
        ("may i bring my dog", "Dogs must be kept on a lead.", True),
        ("можно с собакой", "Собаки допускаются только на поводке.", True),
        ("can i light a fire in july", "Fires are allowed from November to March.", True),
        ("may i take my bike on the train", "Dogs are not allowed on trains.", False),
        ("how big is the dog", "Dogs must be kept on a lead.", False),
    ],
)
def test_a_rule_that_begins_with_the_thing_says_whether_it_may(
    question: str, sentence: str, *, is_rule: bool
) -> None:
    assert is_rule_on(question, sentence) is is_rule


def test_a_reason_says_more_than_what_is_asked_why() -> None:
    assert says_no_more("why may walls not be moved", "4.3. Walls may not be moved.")
    assert says_no_more("почему нельзя переносить стены", "Переносить стены нельзя.")
    assert not says_no_more("why no milk for cats", "No milk for cats: it upsets their stomach.")
