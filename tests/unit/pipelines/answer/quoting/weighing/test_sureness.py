"""How surely a sentence answers, by what stands in it."""

from dataclasses import replace

import pytest

from pipelines.answer.quoting.found import Found, Own
from pipelines.answer.quoting.weighing.called import is_bare_number, is_of_all_whose
from pipelines.answer.quoting.weighing.sureness import how_surely
from pipelines.models.documents import Span
from pipelines.nodes.answering.cite import Quote
from pipelines.nodes.answering.sentences.extract_answer import Grounds
from tests.support.nodes.passage_maker import make_passage
from tests.support.nodes.table_maker import query_of


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


def sure_of(question: str, sentence: str, *, put: str = "", odds: float = 1.0) -> float:
    query, passage = query_of(question), make_passage(sentence)
    own, read = Own(question, query), {(passage.id, 0): odds}
    found = Found(question, (), "en", query, [passage], {}, own, confidence=0.6, put=put, read=read)
    best = Quote(passage, Span(0, len(sentence)))
    grounds = Grounds(held=1.0, lead=0.5, around=best.span)
    return how_surely(found, best, grounds, has_code=False)


def test_another_number_of_a_thing_answers_nothing() -> None:
    told = "Grade 2 lessons cost £14 each."
    assert sure_of("what do grade 2 lessons cost", told) >= 0.5
    assert sure_of("what do grade 6 lessons cost", told) < 0.5


def test_another_thing_of_the_kind_has_a_place_of_its_own() -> None:
    told = "Trailers are parked behind the mill."
    assert sure_of("where are trailers parked", told) >= 0.5
    assert sure_of("where is a motorhome parked", told) < 0.5


def test_a_price_in_other_words_than_either_question_needs_a_reader_who_is_sure() -> None:
    question, put, told = "how much is a drill rental", "how much is a saw hire", "Fee: £9 a head."
    assert sure_of(question, told, put=put, odds=1.5) < 0.5
    translated = sure_of(question, told, put="сколько стоит прокат дрели", odds=1.5)
    assert translated >= 0.5, "a translation is in no words of a passage's own"


@pytest.mark.parametrize(
    ("question", "told"),
    [
        ("when does the gym open", "The office is open from 8:30 to 16:30."),
        ("how much is a pony ride", "Sheds are let at £20 a month.\nPony food is in the barn."),
        ("until when can guests stay", "Keys are handed out until 21:00."),
    ],
)
def test_of_what_stands_nowhere_no_hour_and_no_price_is_told(question: str, told: str) -> None:
    assert sure_of(question, told.partition("\n")[0], odds=2.0) < 0.4


@pytest.mark.parametrize(
    ("question", "told"),
    [
        ("when does the office open", "The office is open from 8:30 to 16:30."),
        ("when do you open", "Doors open at 8:30."),
        ("how much is a bike", "Bicycles are let at £20 a month."),
    ],
)
def test_of_what_stands_there_if_in_other_words_it_is(question: str, told: str) -> None:
    assert sure_of(question, told) >= 0.4


def test_what_a_thing_may_be_called_answers_for_it_but_not_by_another_of_its_kind() -> None:
    worded, asked = "may I keep an animal", "may I keep a parrot"
    told, ruled = "Cats may be kept, dogs may not.", "Animals may be kept in the yard."
    assert sure_of(worded, told, put=asked, odds=4.0) < 0.5 <= sure_of(worded, ruled, put=asked)


def test_a_row_with_a_price_is_no_length_of_time() -> None:
    told = "What: Pony party; For: 8 children; Price: £165"
    assert sure_of("how long is the pony party", told) < 0.5 <= sure_of("pony party", told)
    timed = "What: Pony party; Length (min): 75; Price: £165"
    assert sure_of("how long is the pony party", timed) >= 0.5


def test_what_is_asked_why_is_no_reason() -> None:
    assert sure_of("why is there no choir in August", "The choir does not meet in August.") < 0.5


def test_a_label_in_another_language_says_whose_a_number_is() -> None:
    told, question = "Председатель: Олег Сурков, 8-921-440-12-07", "phone of the chairman"
    query, passage = query_of(question), make_passage(told, language="ru", title="")
    own, read = Own(question, query), {(passage.id, 0): -7.9}
    work = of_chairman = Found(
        question, (), "en", query, [passage], {}, own, confidence=0.44, read=read
    )
    best = Quote(passage, Span(0, len(told)))
    grounds = Grounds(held=1.0, lead=0.5, around=best.span)
    assert how_surely(work, best, grounds, has_code=False) >= 0.5
    query = query_of(question := "phone of the treasurer")
    work = replace(of_chairman, question=question, query=query, own=Own(question, query))
    assert how_surely(work, best, grounds, has_code=False) < 0.5


@pytest.mark.parametrize(
    ("question", "is_whose"),
    [
        ("phone of the chairman", True),
        ("phone of the chairman of the choir", False),
        ("телефон председателя", False),  # which a reader by meaning reads himself
    ],
)
def test_a_label_names_all_whose_number_it_is(question: str, *, is_whose: bool) -> None:
    told = "Председатель: Олег Сурков, 8-921-440-12-07"
    query, passage = query_of(question), make_passage(told, language="ru", title="")
    found = Found(question, (), "en", query, [passage], {}, Own(question, query))
    assert is_of_all_whose(found, Quote(passage, Span(0, len(told)))) == is_whose
