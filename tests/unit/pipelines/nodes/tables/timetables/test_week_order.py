"""Order: which comes first or last on a day, by the hours that the cells tell."""

import pytest

from pipelines.nodes.tables.answer import answer_from_table
from pipelines.nodes.tables.answered import TableAnswer
from pipelines.nodes.tables.rows import Table
from tests.support.nodes.table_maker import query_of, table_of

GYM = table_of(
    ("Class", "Mon", "Tue", "Wed", "Fri"),
    ("Yoga", "18:00", "", "18:00–19:00", "7:30"),
    ("Zumba", "19:30", "18:00", "", "20:00"),
    ("Pilates", "", "9:30", "9:30", "18:30"),
    heading="Class timetable",
)
ROOMS = table_of(
    ("Room", "Monday", "Tuesday", "Friday"),
    ("Studio A", "6 pm Yoga", "5 pm Zumba", "6 pm Yoga"),
    ("Studio B", "7 pm Pilates", "9 am Spin", "8.30 pm Salsa"),
    heading="Timetable",
)
ZAL = table_of(
    ("Занятие", "Понедельник", "Вторник", "Пятница"),
    ("Йога", "18:00–19:00", "", "8:00–9:00"),
    ("Зумба", "19:30", "18:00", "20:00"),
    ("Пилатес", "", "9:30", "18:30"),
    heading="Расписание",
    language="ru",
)
KURSE = table_of(
    ("Kurs", "Mo", "Di", "Fr"),
    ("Yoga", "18:00", "9:00", "7:30"),
    ("Zumba", "17:30", "18:00", "20:00"),
    heading="Kursplan",
    language="de",
)
DAYS = table_of(
    ("Day", "Yoga", "Zumba", "Pilates"),
    ("Monday", "18:00", "19:30", ""),
    ("Friday", "7:30", "20:00", "18:30"),
    heading="Class timetable",
)
LONG = table_of(
    ("Day", "Time", "Class", "Room"),
    ("Monday", "18:00", "Yoga", "A"),
    ("Monday", "9:00", "Spin", "A"),
    ("Friday", "20:00", "Zumba", "B"),
    ("Friday", "18:30", "Pilates", "A"),
    heading="Class timetable",
)
HOURS = table_of(
    ("Place", "Mon", "Tue", "Wed"),
    ("Pool", "7:00–21:00", "7:00–21:00", "9:00–21:00"),
    ("Gym", "6:30–22:00", "6:30–22:00", "6:30–22:00"),
    ("Cafe", "9:00–17:00", "closed", "9:00–17:00"),
    heading="Opening hours",
)


def ask(question: str, table: Table) -> TableAnswer | None:
    language = table.rows[0].passage.language or "en"
    return answer_from_table(question, query_of(question), table, {}, language=language)


@pytest.mark.parametrize(
    ("question", "table", "values"),
    [
        ("last class on friday", GYM, ["20:00"]),
        ("what time is the last class on friday", GYM, ["20:00"]),
        ("whats the earliest class on tuesday", GYM, ["9:30"]),
        ("second class on friday", GYM, ["18:30"]),
        ("when does the last class finish on wed", GYM, ["18:00–19:00"]),
        ("first class on tuesday", ROOMS, ["9 am Spin"]),
        ("last class in studio a on friday", ROOMS, ["6 pm Yoga"]),
        ("what's on in studio b on monday", ROOMS, ["7 pm Pilates"]),
        ("последнее занятие в пятницу", ZAL, ["20:00"]),
        ("какое занятие самое позднее в понедельник", ZAL, ["19:30"]),
        ("во сколько начинается первое занятие во вторник", ZAL, ["9:30"]),
        ("wann beginnt der erste kurs am montag", KURSE, ["17:30"]),
        ("last class on friday", DAYS, ["20:00"]),
        ("first class on monday", LONG, ["9:00", "Spin"]),
        ("what opens first on monday", HOURS, ["6:30–22:00"]),
        ("what closes last on wed", HOURS, ["6:30–22:00"]),
    ],
)
def test_the_hours_tell_what_comes_first(question: str, table: Table, values: list[str]) -> None:
    answer = ask(question, table)
    assert answer is not None
    assert [line.value for line in answer.lines] == values


@pytest.mark.parametrize(
    ("question", "table"),
    [
        ("what time is last entry on monday", HOURS),
        ("when does the last class finish on friday", GYM),
    ],
)
def test_without_an_hour_nothing_is_first(question: str, table: Table) -> None:
    answer = ask(question, table)
    assert answer is None or not answer.lines


def test_a_day_without_classes_has_no_first() -> None:
    answer = ask("what's the first class on sunday", GYM)
    assert answer is not None
    assert answer.missing is not None
