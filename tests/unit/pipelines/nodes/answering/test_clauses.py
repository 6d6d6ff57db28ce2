"""The clause that answers, of a sentence that tells several things alike."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pipelines.models.documents import Anchor, Span
from pipelines.nodes.answering.cite import Quote
from pipelines.nodes.answering.clauses import answering_clause
from tests.support.nodes.passage_maker import make_passage

TICKETS = "A ticket costs 9 pounds, students pay 4 pounds."
WAGES = "Аванс приходит 22-го числа, зарплата — 7-го числа."
MEALS = "Завтрак в 8:40, обед в 12:15, полдник в 15:30."
WORKS = "2.1. Работы начинаются 1 июня 2026 года и заканчиваются 28 августа 2026 года."
ROOF = "5.2. Гарантия на кровлю — семь лет, на водостоки — три года."

TYRES = (
    "Recommended pressure: front 2.3 bar, rear 2.1 bar with half load; "
    "front 2.5 bar, rear 2.9 bar with full load."
)
BINS = (
    "С мая по сентябрь вывоз два раза в неделю, по вторникам и пятницам; "
    "с октября по апрель — раз в две недели, по средам."
)
OPEN = "Open Monday to Friday 6.30–22, Saturday 8–20, Sunday and bank holidays 9–18."
COLLECT = "May collect: Sam Bell, 07700 900 118; Grandma Joan; Laura Bell, 07700 900 119; Uncle Ed."
HOURS = "Студия работает пн–пт 9:30–19:00, сб 10:00–16:00, вс выходной."


def clause(question: str, text: str, language: str = "en") -> str | None:
    found = answering_clause(
        question, Quote(make_passage(text, language=language), Span(0, len(text)))
    )
    return found.text if found else None


@pytest.mark.parametrize(
    ("question", "text", "language", "answer"),
    [
        ("How much is a student ticket?", TICKETS, "en", "students pay 4 pounds."),
        ("How much is a ticket?", TICKETS, "en", "A ticket costs 9 pounds"),
        ("Когда приходит зарплата?", WAGES, "ru", "зарплата — 7-го числа."),
        ("Когда приходит аванс?", WAGES, "ru", "Аванс приходит 22-го числа"),
        ("Во сколько обед?", MEALS, "ru", "обед в 12:15"),
        ("Laura's phone number?", COLLECT, "en", "Laura Bell, 07700 900 119"),
        ("Во сколько полдник?", MEALS, "ru", "полдник в 15:30."),
        ("What time is lunch?", MEALS, "ru", "обед в 12:15"),
        ("Когда заканчиваются работы?", WORKS, "ru", "заканчиваются 28 августа 2026 года."),
        ("Сколько лет гарантия на водостоки?", ROOF, "ru", "на водостоки — три года."),
        (
            "How much water do I drink at noon?",
            "1.5 litres at noon and another 2 litres at night.",
            "en",
            "1.5 litres at noon",
        ),
        ("Сколько лет гарантия на кровлю?", ROOF, "ru", "Гарантия на кровлю — семь лет"),
        ("До скольки студия работает в субботу?", HOURS, "ru", "сб 10:00–16:00, вс выходной."),
        ("До скольки студия работает во вторник?", HOURS, "ru", "Студия работает пн–пт 9:30–19:00"),
        (
            "когда вывозят мусор зимой",
            BINS,
            "ru",
            "с октября по апрель — раз в две недели, по средам.",
        ),
        (
            "как часто вывоз в июле",
            BINS,
            "ru",
            "С мая по сентябрь вывоз два раза в неделю",
        ),
        ("What time do you close on Sunday?", OPEN, "en", "Sunday and bank holidays 9–18."),
        ("What time do you close on Saturday?", OPEN, "en", "Saturday 8–20"),
        (
            "What time can we open on a Sunday?",
            "Open from 7 to 10 p.m. on weekdays and Saturdays; on Sundays from 9 a.m. to 6 p.m.",
            "en",
            "on Sundays from 9 a.m. to 6 p.m.",
        ),
        (
            "When does the studio close on Saturday?",
            "The studio opens Mon–Fri 9:30–19:00, Sat 10:00–16:00.",
            "en",
            "Sat 10:00–16:00.",
        ),
        (
            "when does it close on sunday",
            "The boathouse opens at 6:30 and closes at 21:00; on Sundays it closes at 18:00.",
            "en",
            "on Sundays it closes at 18:00.",
        ),
        ("How much do schoolchildren pay?", TICKETS, "en", "students pay 4 pounds."),
    ],
)
def test_what_was_asked_stands_by_itself(
    question: str, text: str, language: str, answer: str
) -> None:
    assert clause(question, text, language) == answer


@pytest.mark.parametrize(
    ("question", "text"),
    [
        ("When is the tower open?", "The tower opens on Saturdays and Sundays from April."),
        ("When did the test begin?", "The test began on January 27, 1967, and failed."),
        ("Who keeps the key?", "Ada Moss keeps the key, Bo Lund the gate."),  # a name is no value
        ("When was it?", "It began on 1 May and ended on 3 June."),  # points to neither
        ("How much does it cost?", "It costs 9 pounds."),
        ("What pressure for the front tyres fully loaded?", TYRES),
        ("What is the pressure of the front tyres at full load?", TYRES),
        (
            "How much is the discount for my own pets?",  # a share and animals are not told alike
            "Staff get a 40% discount on food and medicines for up to 3 animals of their own.",
        ),
        ("How long did both take?", "Reading took 3 hours, writing took 5 hours."),
        (
            "Sums or writing: how long?",
            "Reading took 3 hours, sums 5 hours, writing 4 hours, naps 1.",
        ),
        ("How much is a ticket?", f"{'The road there is long and dusty, ' * 8}a ticket costs 9."),
    ],
)
def test_a_sentence_that_tells_one_thing_stays_whole(question: str, text: str) -> None:
    assert clause(question, text) is None


CATS = "A male cat costs £78, a female £112."
KITTENS = "Кот стоит 3000 ₽, кошка — 4500 ₽."


@pytest.mark.parametrize(
    ("question", "text", "language", "answer"),
    [
        ("How much is it to neuter a fluffy cat?", CATS, "en", None),
        ("How much is it for a cat?", CATS, "en", None),
        ("How much is a male cat?", CATS, "en", "A male cat costs £78"),
        ("How much is a female cat?", CATS, "en", "a female £112."),
        ("How much is Basic?", "Basic costs €29, Plus €47.", "en", "Basic costs €29"),
        ("Сколько стоит кастрация кота?", KITTENS, "ru", "Кот стоит 3000 ₽"),
        ("Сколько стоит кошка?", KITTENS, "ru", "кошка — 4500 ₽."),
        ("How much is a bag?", "Not covered: a bag of £30, a lost phone of £90.", "en", None),
    ],
)
def test_a_clause_names_what_tells_it_from_the_other_ones(
    question: str, text: str, language: str, answer: str | None
) -> None:
    assert clause(question, text, language) == answer


WATERING = (
    "Чётные участки поливают по понедельникам, средам и пятницам с 18:00 до 21:00, "
    "нечётные — по вторникам."
)
BREAKFAST = (
    "Breakfast is served from 7.30 to 9 am and costs 8.50; "
    "a packed lunch costs 7 and is ordered by 8 pm."
)


@pytest.mark.parametrize(
    ("question", "text", "language", "answer"),
    [
        ("Когда поливают чётные участки?", WATERING, "ru", WATERING[:76]),
        (
            "When are the baths open to women?",
            "Women bathe on Tuesdays, on Thursdays and on Sundays, men bathe on Fridays.",
            "en",
            "Women bathe on Tuesdays, on Thursdays and on Sundays",
        ),
        (
            "Когда поливают?",
            "Поливают по вторникам, четвергам и субботам в те же часы.",
            "ru",
            None,
        ),
        ("Когда дают воду?", "Воду дают по средам с 7:00 до 11:00 и с 18:00 до 21:00.", "ru", None),
        ("Сколько стоят камеры?", "Шесть камер у ворот и ещё вдоль стен за 152 рубля.", "ru", None),
        ("Когда платить взнос?", "Взнос платят дважды: до 1 июня и до 1 октября.", "ru", None),
    ],
)
def test_a_list_is_not_cut_in_two(
    question: str, text: str, language: str, answer: str | None
) -> None:
    assert clause(question, text, language) == answer


@pytest.mark.parametrize(
    ("question", "text", "language", "answer"),
    [
        (
            "До скольки рабочий день?",
            "Рабочий день начинается в 9:30 и заканчивается в 18:00.",
            "ru",
            None,
        ),
        (
            "До скольки открыт погреб?",
            "Погреб открывается в 8:30 и закрывается в 17:30.",
            "ru",
            None,
        ),
        (
            "how much is breakfast",
            BREAKFAST,
            "en",
            None,
        ),
        (
            "когда закончат ремонтировать крышу?",
            WORKS,
            "ru",
            "заканчиваются 28 августа 2026 года.",
        ),
        (
            "Когда начинаются работы?",
            WORKS,
            "ru",
            "Работы начинаются 1 июня 2026 года",
        ),
        (
            "When does the fair finish?",
            "The fair begins on 1 May and finishes on 3 June.",
            "en",
            "finishes on 3 June.",
        ),
    ],
)
def test_a_clause_is_not_cut_from_its_subject(
    question: str, text: str, language: str, answer: str | None
) -> None:
    assert clause(question, text, language) == answer


@given(st.text(max_size=80), st.text(max_size=200))
def test_a_clause_lies_in_its_sentence(question: str, text: str) -> None:
    found = clause(question, text)
    assert found is None or found in text


def test_a_row_of_a_table_is_read_whole() -> None:
    row = "Участок: 15; Владелец: Орлова Н.; Апрель, кВт·ч: 40; Май, кВт·ч: 77"
    passage = make_passage(row, language="ru")
    question = "Сколько нагорело у Орловой в апреле?"
    assert answering_clause(question, Quote(passage, Span(0, len(row)))) is not None
    cells = replace(passage, anchors=(Anchor(0, row=1),))
    assert answering_clause(question, Quote(cells, Span(0, len(row)))) is None


def test_whoever_asks_when_reads_the_day_and_not_the_hour_alone() -> None:
    notice = "28 ноября, в субботу, с 9:00 ателье закрыто, а отключение света с 10:00 до 17:00."
    assert clause("когда не будет света", notice, "ru") is None
    assert clause("во сколько не будет света", notice, "ru") == "отключение света с 10:00 до 17:00."


def test_a_sentence_that_goes_on_with_the_rest_of_the_year_is_read_whole() -> None:
    told = "Каток работает с 1 мая по 30 сентября до 22:00, {} — до 18:00."
    assert clause("до скольки работает каток", told.format("в праздники"), "ru") is not None
    assert clause("до скольки работает каток", told.format("в остальное время"), "ru") is None


def test_no_number_stands_beside_somebody_without_one() -> None:
    assert clause("Joan's phone number?", COLLECT) is None
    assert clause("Uncle Ed's phone number?", COLLECT) is None


def test_what_leads_to_all_clauses_points_to_none_of_them() -> None:
    text = "Склад работает в две смены: дневная — с 8:00 до 20:00, ночная — с 20:00 до 8:00."
    question = "Во сколько начинается ночная смена на складе?"
    assert clause(question, text, "ru") == "ночная — с 20:00 до 8:00."


def test_two_days_that_have_one_hour_are_not_parted() -> None:
    music = (
        "Music stops at 11 pm on Fridays and Saturdays and 10 pm on every other night, with doors"
    )
    assert clause("what time has music to be off on saturday", f"{music} closed from 9.") is None
