"""Of columns that are called alike the one answers that holds what is asked for."""

import pytest

from pipelines.nodes.tables.answer import answer_from_table
from pipelines.nodes.tables.matching.asked_columns import ColumnMatch
from pipelines.nodes.tables.matching.match import RowMatch
from pipelines.nodes.tables.matching.others import are_numbers_of_many
from pipelines.nodes.tables.rows import Table
from tests.support.nodes.table_maker import query_of, read_of, table_of

STREETS = table_of(
    ("Улица", "Дни полива", "Часы полива", "Старший", "Мусор", "Мусор забирают"),
    ("Сиреневая", "вторник и пятница", "6:00–8:00", "Маркелов Илья", "у пруда", "среда, суббота"),
    ("Рябиновая", "понедельник и четверг", "18:00–20:00", "Ерофеева Зоя", "у ворот", "вторник"),
    heading="Полив",
    language="ru",
)
CALLS = table_of(
    ("Date", "Hours", "Where", "What", "Called", "Remarks"),
    ("Thu 25 Sep", "7.30-9.30", "Scout Hut", "Act 2 sc 2", "Rosalind, Marjorie", ""),
    ("Thu 30 Oct", "7.30-9.30", "Schoolroom", "Songs", "Rosalind", "the piano is there"),
    ("Tue 18 Nov", "7.00", "Institute", "Act 1 and 2", "All", "dress rehearsal"),
    ("Wed 12 - Sat 15 Nov", "7.30", "Institute", "Run", "All", ""),
    ("Mon 10 Nov", "7.30-10", "Schoolroom", "Run", "All", "real props"),
    heading="Rehearsals",
)
SPENT = table_of(
    ("What", "Budget", "Spent so far", "Whose"),
    ("Props", "60", "12", "Wendy"),
    ("Costumes", "220", "18", "Dilys"),
    heading="Autumn",
)


def told(question: str, table: Table, language: str) -> list[tuple[str, str]]:
    answer = answer_from_table(question, query_of(question), table, {}, language=language)
    assert answer is not None
    assert answer.missing is None
    return [(line.label, line.value) for line in answer.lines]


def test_both_the_days_and_the_hours_tell_when() -> None:
    assert told("сиреневая когда поливает", STREETS, "ru") == [
        ("Сиреневая, Дни полива", "вторник и пятница"),
        ("Сиреневая, Часы полива", "6:00–8:00"),
    ]


def test_what_is_called_alike_and_tells_no_time_is_left_out() -> None:
    question = "мусор с рябиновой когда вывозят"
    assert told(question, STREETS, "ru") == [("Рябиновая, Мусор забирают", "вторник")]


@pytest.mark.parametrize(
    "question", ["where is rehearsal on the 30th of october", "where's rehearsal on october 30th"]
)
def test_what_a_table_lists_names_none_of_a_days_rows(question: str) -> None:
    assert told(question, CALLS, "en") == [("Thu 30 Oct, Where", "Schoolroom")]


def test_who_is_in_charge_is_whose_it_is_and_costumes_cost_nothing() -> None:
    assert told("who's in charge of costumes", SPENT, "en") == [("Costumes, Whose", "Dilys")]


BERTHS = table_of(
    ("Berth", "Boat", "Moorer", "Max length ft", "£ per month", "Paid up to"),
    ("A5", "Moorhen", "Nadia Sesay", "50", "268", "30 April"),
    ("B1", "Bramble", "Colin Stroud", "45", "178", "30 June"),
    heading="Berths",
)


def test_what_somebody_pays_is_no_day() -> None:
    question = "what does colin pay for bramble"
    assert told(question, BERTHS, "en") == [("Bramble, Colin Stroud, £ per month", "178")]
    assert told("when did colin pay", BERTHS, "en") == [("Colin Stroud, Paid up to", "30 June")]


def test_the_most_that_a_row_allows_is_what_its_column_bounds() -> None:
    question = "longest boat that can go on A5"
    assert told(question, BERTHS, "en") == [("A5, Max length ft", "50")]


JOBS = table_of(
    ("Job", "Date", "Customer", "Van", "Start"),
    ("Student room to Wexcombe", "6 June", "Dunmore", "Transit", "13:00"),
    ("Piano to Castlebury", "7 June", "Pryce", "Luton", "09:30"),
    heading="Jobs",
)


def test_what_time_is_no_date() -> None:
    question = "what time do we turn up for the student room job"
    assert told(question, JOBS, "en") == [("Student room to Wexcombe, Start", "13:00")]
    assert len(told("when is the student room job", JOBS, "en")) == 2


FIREWOOD = table_of(
    ("Порода", "Цена за куб, руб.", "Сухость"),
    ("Берёза колотая", "2900", "до 25 %"),
    ("Растопка, мешок", "180", "сухая"),
    heading="Дрова",
    language="ru",
)


def test_the_least_that_one_may_take_is_no_least_of_a_column() -> None:
    question = "сколько кубов дров меньше всего можно взять"
    answer = answer_from_table(question, query_of(question), FIREWOOD, {}, language="ru")
    assert answer is None or answer.aggregate is None


GROUPS = table_of(
    ("Day", "Time", "Group", "Room", "Contact", "Phone"),
    ("Monday", "9.30-11.00", "Toddle Time", "Main Hall", "Jess Orrell", "07700 900114"),
    ("Monday", "17.45-19.00", "Brownies", "Main Hall", "Anita Rao", "07700 900127"),
    ("Tuesday", "10.00-11.00", "Seated exercise", "Main Hall", "Dil Ahmed", "07700 900133"),
    ("Tuesday", "19.30-22.00", "Players rehearsal", "Main Hall", "Rob Tull", "07700 900158"),
    ("Wednesday", "12.00-14.00", "Food bank", "Main Hall", "Pat Grew", "07700 900162"),
    ("Wednesday", "19.00-20.30", "Bridge", "Committee Room", "Des Fairlie", ""),
    heading="Parish Hall: weekly timetable, spring",
)


def test_whom_to_call_about_a_hall_is_none_of_all_who_meet_there() -> None:
    question = "who do i ring if i want to reserve the main hall"
    reading = read_of(question, GROUPS, "en")
    rooms = [RowMatch(row, frozenset({3}), frozenset({7}), 1.0) for row in range(5)]
    groups = [RowMatch(row, frozenset({2}), frozenset({7}), 1.0) for row in range(5)]
    phone = [ColumnMatch(5, frozenset(), 1.0)]
    assert are_numbers_of_many(reading, question, rooms, phone)
    assert not are_numbers_of_many(reading, question, rooms[:2], phone)
    assert not are_numbers_of_many(reading, question, groups, phone)
    assert not are_numbers_of_many(reading, "all numbers of the main hall", rooms, phone)
    assert told("phone number of the brownies", GROUPS, "en") == [
        ("Brownies, Phone", "07700 900127")
    ]


def test_a_day_within_a_row_of_several_is_there() -> None:
    question = "where is the run on 13 november"
    assert told(question, CALLS, "en") == [("Wed 12 - Sat 15 Nov, Run, Where", "Institute")]


AGM = table_of(
    ("Event", "When", "Where"),
    ("AGM", "12 May", "Library"),
    ("Fete", "3 June", "Green"),
    heading="Events",
)


def test_both_columns_that_are_named_are_told() -> None:
    said = told("when and where is the agm", AGM, "en")
    assert [value for _, value in said] == ["12 May", "Library"]


def test_the_most_is_no_bound_below() -> None:
    berths = table_of(
        ("Berth", "Boat", "Min length ft"), ("A5", "Moorhen", "20"), ("B1", "Tern", "15")
    )
    answer = answer_from_table(
        question := "longest boat that can go on A5", query_of(question), berths, {}, language="en"
    )
    assert answer is None or "20" not in [line.value for line in answer.lines]


TREATMENTS = table_of(
    ("Treatment", "Price £"), ("Massage", "55"), ("Facial", "30"), heading="Treatments"
)


def test_the_least_that_one_can_pay_is_the_least_of_the_prices() -> None:
    assert told("what is the least i can pay for a treatment", TREATMENTS, "en")[0][1] == "30"
