"""All that a question names stands around a sentence, or its value is of something else."""

from dataclasses import replace

import pytest

from pipelines.answer.quoting.found import Found, Own
from pipelines.answer.quoting.weighing.named import (
    is_told_in,
    lacks_all_named,
    lacks_one_named,
    named_of,
)
from pipelines.models.documents import Anchor, Span
from pipelines.nodes.answering.cite import Quote
from tests.support.nodes.found_maker import found_for
from tests.support.nodes.passage_maker import make_passage
from tests.support.nodes.table_maker import query_of


@pytest.mark.parametrize(
    ("question", "shown", "is_told"),
    [
        ("какой телефон", "Смотритель Пётр Львов, телефон 8 (812) 555-01-34.", True),
        ("and what time", "The fair opens at 10:30.", True),
        ("what is the gardener's phone", "The warden: 01632 960112.", False),
        ("what is his email", "The warden: 01632 960112.", False),
    ],
)
def test_a_part_is_answered_by_what_is_shown_of_another(
    question: str, shown: str, *, is_told: bool
) -> None:
    assert is_told_in(question, shown) is is_told


@pytest.mark.parametrize(
    ("question", "text", "odds", "lacks"),
    [
        ("how much is the cleaner paid for a shift", "A baker's shift is £26.", 1.0, True),
        ("how much is the cleaner paid for a shift", "A baker's shift is £26.", None, True),
        ("how much is the cleaner paid for a shift", "A baker's shift is £26.", 4.0, False),
        ("how much is the baker paid for a shift", "A baker's shift is £26.", 1.0, False),
        ("сколько платят уборщице за смену", "Смена пекаря стоит 3 200 рублей.", 1.0, True),
        ("сколько платят пекарю за смену", "Смена пекаря стоит 3 200 рублей.", 1.0, False),
        ("my daughter works for you: how long is a shift", "A shift is 9 hours.", 1.0, False),
        ("сколько длится отпуск врача", "Отпуск — 31 день.", 1.0, False),
        ("сколько дней отпуска у беременных", "Отпуск пекаря — 31 день.", 1.0, True),
        ("сколько стоит билет для взрослых", "Взрослый билет — 9 рублей, детский — 5.", 1.0, False),
        ("when does the cleaner come", "The baker comes at 9.", 1.0, False),  # which has neither
        ("на сколько могут приехать родители", "Родственники гостят две недели.", 1.0, False),
        ("how long is a riding lesson", "A lesson lasts 45 minutes.", 1.0, False),
        ("when is the shop open at night", "The shop is open until 9.", 1.0, False),
        ("what is the password of the router", "The router stands in the hall.", -4.0, True),
        ("what is the password of the router", "The router stands in the hall.", -1.0, False),
        ("why is the router in the kitchen", "The router stands in the hall.", -4.0, False),
        ("когда была первая качка мёда", "6 июля. Первая качка.", -5.0, False),  # no other thing
        ("когда была вторая качка мёда", "3 августа. Качка, разнотравье.", -5.0, False),
        ("сколько стоит качка мёда", "Качка насосом стоит 90 рублей.", -5.0, True),
        ("ёлка то есть концерт какого числа", "Концерт 22 декабря в доме культуры.", -5.0, False),
    ],
)
def test_all_that_a_value_is_asked_of_has_to_stand_there(
    question: str, text: str, odds: float | None, *, lacks: bool
) -> None:
    found, best = found_for(question, text, "en" if text.isascii() or "£" in text else "ru")
    assert lacks_one_named(found, best, best.span, odds) == lacks


def test_words_that_were_put_for_others_need_not_stand_there() -> None:
    found, best = found_for("how much is the hall mooring", "The hall costs £9.", "en")
    assert lacks_one_named(found, best, best.span, 1.0)
    worded = replace(found, put="how much is the hall berth")
    assert not lacks_one_named(worded, best, best.span, 1.0)


@pytest.mark.parametrize(
    ("question", "lacks"),
    [("when is the crane open", True), ("when is the slipway open", False)],
)
def test_of_two_things_in_a_heading_a_sentence_may_name_the_other(
    question: str, *, lacks: bool
) -> None:
    text = "# Slipway and crane\n\nThe slipway is open from 8 to 20."
    anchors = (Anchor(0, heading="Slipway and crane"),)
    passage = make_passage(text, language="en", title="", anchors=anchors)
    query = query_of(question)
    found = Found(question, (), "en", query, [passage], {}, Own(question, query))
    span = Span(text.index("The"), len(text))
    assert lacks_all_named(found, Quote(passage, span), span, 1.0) == lacks


@pytest.mark.parametrize(
    ("question", "named"),
    [
        ("when does the office open", ("office",)),
        ("what does it cost to hire a hat", ("hire", "hat")),
        ("почём мойка лодки", ("мойка", "лодки")),
        ("what time does the party begin", ("party",)),
        ("во сколько открывается буфет", ("буфет",)),
    ],
)
def test_what_something_is_asked_of_is_named_by_its_things(
    question: str, named: tuple[str, ...]
) -> None:
    assert named_of(question) == named


@pytest.mark.parametrize(("odds", "lacks"), [(0.9, True), (2.0, True), (4.0, False)])
def test_of_a_translated_question_what_is_known_in_that_language_stands_there(
    odds: float, *, lacks: bool
) -> None:
    found, best = found_for("on gift how many rent?", "Rent. £1,150 a month, on the 1st.", "en")
    translated = replace(found, put="на подарки сколько сдаем?")
    assert lacks_all_named(translated, best, best.span, odds) == lacks


def test_what_is_asked_about_is_no_other_thing_of_a_heading() -> None:
    text = "# Договор аренды / Арендная плата\n\nАрендная плата составляет 500 рублей."
    anchors = (Anchor(0, heading="Договор аренды / Арендная плата"),)
    passage = make_passage(text, language="ru", title="", anchors=anchors)
    question = "какая арендная плата по договору"
    query = query_of(question)
    found = Found(question, (), "ru", query, [passage], {}, Own(question, query))
    span = Span(text.index("\n\nАр") + 2, len(text))
    assert not lacks_all_named(found, Quote(passage, span), span, -5.9)
