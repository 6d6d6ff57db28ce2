"""What is shown as no more than what comes closest, and what not even so."""

import pytest

from pipelines.answer.quoting.found import Found, Own
from pipelines.answer.quoting.weighing.nearest import comes_near, is_doubted
from pipelines.models.documents import Span
from pipelines.nodes.answering.cite import Quote
from pipelines.nodes.answering.sentences.extract_answer import Grounds
from tests.support.nodes.passage_maker import make_passage
from tests.support.nodes.table_maker import query_of


def near(question: str, sentence: str, *, odds: float, held: float | None, lead: float) -> bool:
    query, passage = query_of(question), make_passage(sentence)
    read = {(passage.id, 0): odds}
    found = Found(question, (), "en", query, [passage], {}, Own(question, query), read=read)
    best = Quote(passage, Span(0, len(sentence)))
    return comes_near(found, best, Grounds(held=held, lead=lead, around=best.span))


def test_what_has_words_of_the_question_and_what_is_asked_for_comes_near() -> None:
    sentence = "A defibrillator hangs on the wall of the Post Office."
    assert near("where is the nearest defibrillator", sentence, odds=-3.5, held=0.7, lead=0.1)


@pytest.mark.parametrize(
    ("odds", "held", "lead"),
    [(-5.0, 0.7, 0.1), (-3.5, 0.0, 0.1), (-4.2, 0.7, 1.2)],
    ids=["denied outright", "nothing of the kind", "all of its words, and denied"],
)
def test_what_is_surely_no_answer_does_not(odds: float, held: float, lead: float) -> None:
    sentence = "A defibrillator hangs on the wall of the Post Office."
    question = "where is the nearest defibrillator"
    assert not near(question, sentence, odds=odds, held=held, lead=lead)


def test_a_reason_need_not_say_that_it_is_one() -> None:
    question, sentence = "why is the bridge closed to lorries", "The bridge is closed to lorries."
    assert near(question, sentence, odds=0.0, held=0.0, lead=0.9)


def test_how_many_of_another_thing_comes_near_to_nothing() -> None:
    question, sentence = "how many eggs are in the cake", "The cake weighs 3 pounds."
    assert not near(question, sentence, odds=-3.0, held=0.3, lead=0.1)


def doubted(
    question: str, sentence: str, *, odds: float | None, held: float | None, sure: float = 0.5
) -> bool:
    query, passage = query_of(question), make_passage(sentence)
    read = {} if odds is None else {(passage.id, 0): odds}
    own = Own(question, query)
    found = Found(question, (), "en", query, [passage], {}, own, confidence=sure, read=read)
    best = Quote(passage, Span(0, len(sentence)))
    return is_doubted(found, best, Grounds(held=held, lead=1.0, around=best.span))


def test_what_is_read_closely_and_denied_outright_is_in_doubt() -> None:
    work = "when is stefan on holiday", "Stefan slipped a disc, so no pianos till September."
    assert doubted(*work, odds=-5.6, held=0.8)
    assert not doubted(*work, odds=-3.0, held=0.8)
    assert not doubted(*work, odds=-5.6, held=0.8, sure=0.65)
    assert not doubted(*work, odds=None, held=0.8)


def test_to_a_reader_a_number_to_call_says_little() -> None:
    work = "plumber's phone number", "Geoff Lathom plumber 01632 960 845 not before 9"
    assert not doubted(*work, odds=-8.0, held=1.0)


def test_where_it_is_asked_why_a_reason_is_told_or_read() -> None:
    work = "why did the bill go up so much", "The bill has risen by 22 per cent."
    assert doubted(*work, odds=-2.1, held=0.0)
    assert not doubted(*work, odds=-2.1, held=1.0)
    assert not doubted(*work, odds=3.8, held=0.0)
