"""Disagree: two documents, two numbers for one thing, and which of them holds now."""

from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pipelines.models.documents import Anchor, Span
from pipelines.nodes.answering.cite import Quote
from pipelines.nodes.answering.disagree import date_of, disagreement, sent_on
from tests.support.nodes.passage_maker import make_passage

QUESTION = "How high may the compost heap be?"


def said(text: str, document: str = "a", title: str = "Notes", heading: str = "") -> Quote:
    anchors = (Anchor(0, heading=heading),) if heading else ()
    passage = make_passage(text, document_id=document, title=title, file_name=None, anchors=anchors)
    return Quote(passage, Span(0, len(text)))


LOW = said("The compost heap may be 90 cm high.", "a", "Rules, 3 March 2021")
HIGH = said("The compost heap may be 140 cm high.", "b", "Rules, 12 May 2024")
RAISED = said("The compost heap may now be 140 cm high instead.", "c", "Undated")


@pytest.mark.parametrize("ranked", [(LOW, HIGH), (HIGH, LOW)])
def test_the_later_date_is_the_newer(ranked: tuple[Quote, ...]) -> None:
    found = disagreement(QUESTION, ranked)
    assert found is not None
    assert (found.newer, found.older) == (HIGH, LOW)


def test_numbers_in_words_differ_as_figures_do() -> None:
    question = "How many days can I work from home?"
    old = said("You can work from home up to two days a week.", "a", "Handbook, 3 March 2021")
    new = said("You can work from home up to three days a week.", "b", "Handbook, 1 July 2026")
    found = disagreement(question, (old, new))
    assert found is not None
    assert found.newer == new


def test_of_two_words_one_that_is_shared_is_not_enough() -> None:
    boiler = said("Boiler pressure should be 1.2 bar when cold.", "a")
    pump = said("Pump pressure: 15 bar when cold.", "b")
    assert disagreement("whats the boiler pressure", (boiler, pump)) is None


def test_things_of_other_numbers_do_not_disagree() -> None:
    four = said("Flat 4 has 3 rooms and costs 900 euros a month.", "a")
    nine = said("Flat 9 has 4 rooms and costs 1100 euros a month.", "b")
    assert disagreement("How much does flat 4 cost?", (four, nine)) is None
    bus = said("Автобус 20 ходит каждые 15 минут.", "a")
    other = said("Автобус № 12 ходит каждые 20 минут.", "b")
    assert disagreement("Как часто ходит автобус 20?", (bus, other)) is None
    dearer = said("Flat 4 has 3 rooms and costs 950 euros a month.", "b")
    assert disagreement("How much does flat 4 cost?", (four, dearer)) is not None


def test_the_one_that_changes_something_is_the_newer() -> None:
    found = disagreement(QUESTION, (HIGH, said("The compost heap is now raised to 150 cm.", "c")))
    assert found is not None
    assert found.older == HIGH
    found = disagreement(QUESTION, (LOW, RAISED))
    assert found is not None
    assert found.newer == RAISED


def test_it_is_told_in_russian_too() -> None:
    old = said("Вступительный взнос составляет 500 рублей.", "a", "Устав, 3 марта 2021")
    new = said("Вступительный взнос повышен до 700 рублей.", "b", "Протокол")
    found = disagreement("Какой вступительный взнос?", (old, new))
    assert found is not None
    assert found.newer == new


@pytest.mark.parametrize(
    "ranked",
    [
        (),
        (LOW,),
        (LOW, said("The compost heap may be 140 cm high.", "a")),  # of one document
        (LOW, said("The compost heap may be 90 cm high, no more.", "b")),  # the same number
        (LOW, said("The compost heap may be 3 years old.", "b")),  # another unit
        (LOW, said("Hedges are 120 cm tall.", "b")),  # about something else
        (said("The compost heap is high.", "a"), HIGH),  # no number
    ],
)
def test_these_agree(ranked: tuple[Quote, ...]) -> None:
    assert disagreement(QUESTION, ranked) is None


@pytest.mark.parametrize(
    ("title", "heading", "dated"),
    [
        ("Rules, 3 March 2021", "", date(2021, 3, 3)),
        ("Rules of May 12, 2024", "", date(2024, 5, 12)),
        ("Протокол от 7 февраля 2023", "", date(2023, 2, 7)),
        ("Приказ 07.02.2023", "", date(2023, 2, 7)),
        ("report-2023-02-07", "", date(2023, 2, 7)),
        ("Beschluss vom 9. Oktober 2022", "", date(2022, 10, 9)),
        ("Acta de 9 de enero de 2022", "", date(2022, 1, 9)),
        ("Rules, 3 March 2021", "Changes of 4 May 2022", date(2022, 5, 4)),
        ("Rules", "", None),
        ("31 February 2021, 45.13.2020", "", None),
    ],
)
def test_a_quote_is_of_the_date_that_stands_nearest(
    title: str, heading: str, dated: date | None
) -> None:
    assert date_of(said("The fee is 40 euros.", "a", title, heading)) == dated


@given(st.lists(st.text(min_size=1, max_size=60), max_size=4), st.text(max_size=40))
def test_no_text_is_refused(texts: list[str], question: str) -> None:
    ranked = [said(text, str(number % 2), text, text) for number, text in enumerate(texts)]
    found = disagreement(question, ranked)
    if found is not None:
        assert {found.newer, found.older} <= set(ranked)
        assert found.newer.passage.document_id != found.older.passage.document_id


def test_of_one_sentence_another_hour_is_enough() -> None:
    question = "Когда хор в среду?"
    old = said("Среда: хор, 19:00, зал 1, Ада Мосс", "a", "Расписание с 3 марта 2021 года")
    new = said("Среда: хор, 20:00, зал 1, Ада Мосс", "b", "Расписание с 5 мая 2024 года")
    found = disagreement(question, (old, new))
    assert found is not None
    assert found.newer == new


def test_of_several_that_differ_the_likest_is_compared() -> None:
    ticket = said("Билет на хор стоит 700 рублей.", "a")
    season = said("Абонемент на хор и танцы стоит 4 400 рублей.", "b")
    dearer = said("Билет на хор стоит 750 рублей.", "b")
    found = disagreement("Сколько стоит билет на хор?", (ticket, season, dearer))
    assert found is not None
    assert {found.newer, found.older} == {ticket, dearer}


def test_a_date_stands_in_the_opening_of_the_document() -> None:
    opening = "Choir timetable\nFrom 5 May 2024\nWednesday: choir, 20:00"
    passage = make_passage(opening, title="Choir", file_name=None, passage_idx=0)
    quote = Quote(passage, Span(opening.index("Wednesday"), len(opening)))
    assert date_of(quote) == date(2024, 5, 5)
    later = Quote(make_passage(opening, title="Choir", file_name=None, passage_idx=3), quote.span)
    assert date_of(later) is None


def test_the_opening_of_a_document_dates_what_stands_further_down() -> None:
    old = make_passage("The heap may be 90 cm high.", document_id="a", title="Rules", passage_idx=3)
    new = make_passage("The heap may be 99 cm high.", document_id="b", title="Rules", passage_idx=3)
    quotes = [Quote(passage, Span(0, len(passage.text))) for passage in (old, new)]
    heads = {"a": "Rules. Approved on 3 March 2021.", "b": "Rules. Approved on 12 May 2024."}
    found = disagreement("How high may the heap be?", quotes, heads)
    assert found is not None
    assert found.newer == quotes[1]
    assert date_of(found.older, heads) == date(2021, 3, 3)
    assert date_of(found.older) is None


MAILS = (
    "From: Janet Cole <janet@fairview.example>\nDate: 2 June 2026 09:14\nSubject: Flowers\n"
    "We would like 30 bouquets for the fete. Delivery is on 15 June.\n"
    "From: Janet Cole <janet@fairview.example>\nDate: 5 June 2026 16:40\nSubject: Re: Flowers\n"
    "Please make it 40 bouquets instead of 30. Delivery is moved to 18 June."
)


def within(sentence: str, text: str = MAILS) -> Quote:
    passage, start = make_passage(text, title=None, file_name=None), text.index(sentence)
    return Quote(passage, Span(start, start + len(sentence)))


ORDERED = within("We would like 30 bouquets for the fete.")
CORRECTED = within("Please make it 40 bouquets instead of 30.")
DELIVERY, MOVED = within("Delivery is on 15 June."), within("Delivery is moved to 18 June.")


@pytest.mark.parametrize(
    ("question", "ranked", "newer"),
    [
        ("how many bouquets for the fete", (ORDERED, CORRECTED), CORRECTED),
        ("how many bouquets for the fete", (CORRECTED, ORDERED), CORRECTED),
        ("when is the delivery?", (DELIVERY, MOVED), MOVED),
    ],
)
def test_a_later_e_mail_of_one_document_corrects_an_earlier_one(
    question: str, ranked: tuple[Quote, ...], newer: Quote
) -> None:
    found = disagreement(question, ranked)
    assert found is not None
    assert found.newer == newer
    assert found.is_within


def test_an_e_mail_is_of_the_day_it_was_sent() -> None:
    assert sent_on(ORDERED, [ORDERED.passage]) == date(2026, 6, 2)
    assert sent_on(CORRECTED, [CORRECTED.passage]) == date(2026, 6, 5)
    cut = MAILS.index("Please make")
    head = make_passage(MAILS[:cut], passage_idx=0)
    body = make_passage(MAILS[cut:], id=2, passage_idx=1)
    assert sent_on(Quote(body, Span(0, 20)), [head, body]) == date(2026, 6, 5)
    assert sent_on(HIGH, [HIGH.passage]) is None


def test_numbers_of_one_document_that_correct_nothing_do_not_disagree() -> None:
    assert disagreement("how many bouquets", (ORDERED, within("30 bouquets"))) is None
    text = "The small hall holds 40 people. The large hall holds 90 people."
    small, large = (within(f"The {size}", text) for size in ("small", "large"))
    assert disagreement("how many people does the hall hold", (small, large)) is None
    other = within("Bring 30 chairs.", "Bring 30 chairs. Take the 8 bus instead of 30.")
    bus = within("Take the 8 bus instead of 30.", "Bring 30 chairs. Take the 8 bus instead of 30.")
    assert disagreement("how many chairs", (other, bus)) is None


def test_a_number_is_put_in_the_place_of_another_in_russian_too() -> None:
    text = "Прошу отгрузить 30 стульев в офис. Коллеги, вместо 30 стульев нужно 40."
    old, new = within("Прошу отгрузить 30 стульев в офис.", text), within(text[35:], text)
    found = disagreement("сколько стульев отгрузить", (old, new))
    assert found is not None
    assert found.newer == new


@pytest.mark.parametrize(
    ("question", "weekdays", "weekends"),
    [
        (
            "until when is the rink open",
            "The rink is open from 10:00 to 21:00 on weekdays.",
            "The rink is open from 9:00 to 22:00 on weekends.",
        ),
        (
            "до скольки открыт каток",
            "Каток открыт с 10:00 до 21:00 по будням.",
            "Каток открыт с 9:00 до 22:00 по выходным.",
        ),
    ],
)
def test_copies_of_one_page_say_one_thing(question: str, weekdays: str, weekends: str) -> None:
    page = f"{weekdays}\n{weekends}"
    one, copy = (make_passage(page, document_id=each, title=each) for each in "ab")
    first = Quote(one, Span(0, len(weekdays)))
    second = Quote(copy, Span(len(weekdays) + 1, len(page)))
    assert disagreement(question, (first, second)) is None
    later, apart = said(weekends, "b"), make_passage(weekdays, document_id="b", title="b")
    assert disagreement(question, (first, later)) is None  # whose first line is the other one
    alone = said(weekdays, "c")
    assert disagreement(question, (alone, later)) is not None
    assert disagreement(question, (alone, later), passages=[apart]) is None


def test_what_held_until_a_day_disagrees_with_nothing_from_then_on() -> None:
    now = said("From 4 June the compost heap may be 140 cm high.", "n", "Notice, 1 May 2024")
    before = said("The compost heap may be 90 cm high until 3 June.", "b", "Rules, 3 March 2021")
    assert disagreement(QUESTION, (now, before)) is None
    assert disagreement(QUESTION, (now, LOW)) is not None


@pytest.mark.parametrize(
    ("question", "one", "other"),
    [
        ("bike store", "The bike store costs £20 a year.", "The bike store is open from 8 a.m."),
        ("what is the boat fee", "The boat fee is £30.", "The boat fee is due by 5 May."),
        ("how much is the deposit", "The key deposit is £10.", "The hall deposit is £80."),
        ("какой взнос", "Взнос за лодку – 900 рублей.", "Взнос за причал – 400 рублей."),
    ],
)
def test_a_price_and_a_day_or_the_sums_of_two_things_are_no_disagreement(
    question: str, one: str, other: str
) -> None:
    assert disagreement(question, (said(one, "a"), said(other, "b"))) is None


def test_two_prices_of_one_thing_are() -> None:
    one, other = "The boat fee is £30 a year.", "The boat fee is £45 a year."
    assert disagreement("what is the boat fee", (said(one, "a"), said(other, "b"))) is not None
