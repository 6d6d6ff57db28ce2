"""What is on in a stretch of time, as sentences say it."""

from dataclasses import replace
from datetime import date

import pytest

from pipelines.models.answers import Passage
from pipelines.nodes.agenda.asked import Agenda
from pipelines.nodes.agenda.told import is_of_another_day, on_agenda
from tests.support.nodes.passage_maker import make_passage
from tests.support.nodes.table_maker import passage_of

_DECEMBER = date(2026, 12, 1), date(2026, 12, 31)
_NOTE = make_passage(
    """Памятка для родителей

Москва, 1 декабря 2026 г.
Новогодний утренник: 25 декабря 2026 года в 11:00, актовый зал.
Родительское собрание: 10 декабря в 18:30, кабинет 214.
Зимние каникулы: с 31 декабря 2026 по 10 января 2027.
Экскурсия в планетарий: 22 января 2027, стоимость 650 рублей.
Физкультура по вторникам и четвергам.
Когда сдавать деньги на 15 декабря?
""",
    language="ru",
)


def _told(agenda: Agenda) -> list[str]:
    return [quote.text.split(":")[0].split()[0] for _, quote in on_agenda(agenda, [_NOTE])]


def test_the_first_day_comes_first() -> None:
    assert _told(Agenda((_DECEMBER,))) == ["Родительское", "Новогодний", "Зимние"]


def test_questions_and_what_is_on_at_another_time_are_not_told() -> None:
    told = _told(Agenda((_DECEMBER,)))
    assert "Когда" not in told
    assert "Экскурсия" not in told
    assert "Физкультура" not in told


def test_what_goes_on_is_on_in_every_part_of_it() -> None:
    assert _told(Agenda(((date(2027, 1, 4), date(2027, 1, 10)),))) == ["Зимние"]


def test_a_day_is_named_by_its_day_of_the_week() -> None:
    tuesday, other = date(2026, 12, 8), date(2027, 12, 8)
    assert _told(Agenda(((tuesday, tuesday),))) == ["Физкультура"]
    assert _told(Agenda(((date(2026, 12, 7), date(2026, 12, 7)), (tuesday, tuesday)))) == []
    assert _told(Agenda(((other, other),))) == []


def test_a_topic_is_told_alone_and_of_the_next_the_first() -> None:
    ahead = date(2026, 11, 27), date(2027, 11, 27)
    assert _told(Agenda((ahead,), frozenset({"экску"}))) == ["Экскурсия"]
    assert _told(Agenda((ahead,), frozenset({"канал"}))) == []
    assert _told(Agenda((ahead,), is_nearest=True)) == ["Родительское"]


_MINUTES = replace(
    make_passage(
        "From 1 December Carol starts at 8.15.\n"
        "The staff party is on 18 December, 7.30 pm.\n"
        "Tom reports at the meeting on 20 December.\n"
        "Next meeting: Tuesday 12 January 2027, 1.15 pm.\n"
    ),
    title="Minutes of the staff meeting",
)
_PROTOCOL = replace(
    make_passage(
        "С 1 декабря смена начинается в 8:15.\nСледующее собрание: 12 января 2027 в 13:15.\n",
        language="ru",
    ),
    title="Протокол собрания",
)
_AHEAD = date(2026, 11, 27), date(2027, 11, 27)


@pytest.mark.parametrize(
    ("minutes", "topic"),
    [(_MINUTES, {"staff", "meeti"}), (_MINUTES, {"meeti"}), (_PROTOCOL, {"собра"})],
)
def test_the_next_of_a_topic_is_what_is_called_so(minutes: Passage, topic: set[str]) -> None:
    agenda = Agenda((_AHEAD,), frozenset(topic), is_nearest=True)
    (told,) = on_agenda(agenda, [minutes])
    assert told[0] == date(2027, 1, 12)


def test_what_names_the_topic_goes_before_what_stands_under_it() -> None:
    text = "From 1 December Carol starts at 8.15.\nThe meeting on 20 December is in room 2.\n"
    minutes = replace(_MINUTES, text=text)
    agenda = Agenda((_AHEAD,), frozenset({"meeti"}), is_nearest=True)
    assert [day.day for day, _ in on_agenda(agenda, [minutes])] == [20]
    alone = replace(_MINUTES, text="From 1 December Carol starts at 8.15.\n")
    assert [day.day for day, _ in on_agenda(agenda, [alone])] == [1]


def test_the_next_stretch_is_told_where_the_first_has_nothing() -> None:
    november = date(2026, 11, 1), date(2026, 11, 30)
    january = date(2027, 1, 11), date(2027, 1, 31)
    assert _told(Agenda((november, january))) == ["Экскурсия"]


def test_rows_are_left_to_tables() -> None:
    rows = passage_of(["Event: Gala; Date: 19 December 2026"])
    assert on_agenda(Agenda((_DECEMBER,)), [rows]) == ()


@pytest.mark.parametrize(
    ("text", "is_other"),
    [
        ("The fee is 60 pounds.", False),
        ("Training is on Mondays.", False),
        ("The gala is on 19 December 2026.", False),
        ("The camp is from 5 to 9 April 2027.", True),
    ],
)
def test_what_is_of_another_day(text: str, is_other: bool) -> None:
    assert is_of_another_day(text, _DECEMBER) == is_other


def test_a_week_has_all_days_and_a_day_has_one() -> None:
    saturday = date(2026, 11, 28)
    assert is_of_another_day("Training is on Mondays.", (saturday, saturday))
    assert not is_of_another_day("Training is on Saturdays.", (saturday, saturday))


def test_what_holds_for_a_year_is_no_event() -> None:
    note = make_passage(
        "The lease runs from 1 September 2026 to 31 August 2027.\n"
        "The show is from 1 December to 31 January 2027.\n"
    )
    on = on_agenda(Agenda((_DECEMBER,)), [note])
    assert [quote.text.split()[1] for _, quote in on] == ["show"]


def test_a_day_of_the_week_is_told_in_the_language_of_the_question_where_some_of_it_is() -> None:
    saturday = date(2026, 11, 28)
    shop = make_passage("The shop is open on Saturdays.", id=1, language="en")
    show = make_passage("The show is on 28 November 2026.", id=2, language="en")
    club = make_passage("По субботам в клубе играют в шахматы.", id=3, language="ru")
    agenda = Agenda(((saturday, saturday),))

    def told(*passages: Passage) -> set[int]:
        return {quote.passage.id for _, quote in on_agenda(agenda, passages, "ru")}

    assert told(shop, show, club) == {2, 3}
    assert told(shop) == {1}


def test_what_was_called_the_next_goes_before_what_only_stands_under_the_topic() -> None:
    past = make_passage("Next meeting: 16 April 2026, 19:00.", language="en")
    under = make_passage(
        "Cleaning day 25 April at ten.", id=2, title="Minutes of the meeting", language="en"
    )
    coming = date(2026, 11, 28), date(2027, 11, 29)
    nearest = Agenda((coming,), frozenset({"meet"}), is_nearest=True)
    assert on_agenda(nearest, [past, under], "en") == ()
    assert [quote.text for _, quote in on_agenda(nearest, [under], "en")] == [under.text]
