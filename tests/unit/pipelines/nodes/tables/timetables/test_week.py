"""Timetable: what is on a day, and when something is."""

from decimal import Decimal

import pytest

from pipelines.nodes.tables.answer import answer_from_table
from pipelines.nodes.tables.answered import TableAnswer
from pipelines.nodes.tables.rows import Table
from tests.support.nodes.table_maker import query_of, table_of

SCHOOL = table_of(
    ("Урок", "Пн", "Вт", "Ср"),
    ("1 (8:30)", "Русский", "Математика", "Чтение"),
    ("2 (9:25)", "Математика", "Физкультура", "Русский"),
    ("3 (10:25)", "Физкультура", "Чтение", "-"),
    heading="Расписание уроков",
    language="ru",
)
CAMP = table_of(
    ("Time", "Monday", "Tuesday", "Wednesday"),
    ("morning", "canoes", "climbing", "canoes"),
    ("evening", "campfire", "", "night walk"),
    heading="Camp",
)
PAIRS = table_of(
    ("Время", "Пн", "Вт", "Ср"),
    ("8:30", "Ботаника (лек), 305", "История, 210", ""),
    ("10:10", "", "Английский, 112", "Химия (лаб), 402"),
    heading="Пары",
    language="ru",
)

STUDIO = table_of(
    ("Время", "Понедельник", "Вторник", "Среда"),
    ("10:00", "Йога", "—", "Йога"),
    ("18:00", "Танго", "Зумба", "Танго"),
    ("19:00", "Вальс", "Растяжка", "Вечеринка"),
    heading="Расписание студии",
    language="ru",
)
ROTA = table_of(
    ("Volunteer", "Monday", "Tuesday", "Wednesday"),
    ("Ann Field", "desk", "", "cafe"),
    ("Bill Rowe", "cafe", "desk", "desk"),
    heading="Rota",
)
POOL = table_of(
    ("Session", "Mon", "Tue", "Wed"),
    ("Lane swim", "7:00–9:00", "7:00–9:00", "8:00–10:00"),
    ("Family swim", "16:00", "", "12:00"),
    heading="Pool",
)

LED = table_of(
    ("Время", "Пн", "Вт", "Ср"),
    ("18:00", "Бачата, пары (Ухтомская)", "Растяжка (Лапина)", "Бачата, соло (Геворкян)"),
    ("19:30", "Латина, взрослые (Ухтомская)", "Зумба, Средняя", "Латина, взрослые (Ухтомская)"),
    heading="Расписание студии",
    language="ru",
)


POSTS = table_of(
    ("Post", "Mon", "Tue", "Wed", "Thu"),
    ("Gate", "Ida", "Ned", "Ida", "Zoe"),
    ("Kiosk", "Ned", "Zoe", "Ned", "Ned"),
    ("Closing the barn", "Ned", "Ned", "Ida", "Ned"),
    heading="Farm rota",
)
DUTIES = table_of(
    ("Пост", "Пн", "Вт", "Ср", "Чт"),
    ("Касса", "Инна", "Глеб", "Инна", "Зоя"),
    ("Склад", "Глеб", "Инна", "Глеб", "Глеб"),
    heading="График дежурств",
    language="ru",
)
GYM = table_of(
    ("Time", "Monday", "Tuesday", "Wednesday"),
    ("9:00", "Yoga", "Boxing", "Yoga"),
    ("11:00", "Pilates", "", "Spin"),
    ("18:00", "Boxing", "Spin", ""),
    heading="Classes",
)
GYM_ROTA = table_of(
    ("Name", "Monday", "Tuesday", "Wednesday"),
    ("Bob", "off", "10:00-14:00", ""),
    ("April", "9:00-17:00", "", "9:00-12:00"),
    heading="Rota",
)
CLINIC = table_of(
    ("Врач", "Пн", "Вт", "Ср", "Чт"),
    ("Окулист", "9:00-12:00", "-", "не работает", "9:00-12:00"),
    ("Хирург", "-", "10:00-15:00", "", "9:00-12:00"),
    heading="Приём",
    language="ru",
)
FREE_SWIM = table_of(
    ("Session", "Mon", "Tue", "Wed"),
    ("Lane swim", "7:00", "7:00", "8:00"),
    ("Free swim", "16:00", "", "12:00"),
    heading="Pool",
)
DIENST = table_of(
    ("Name", "Montag", "Dienstag", "Mittwoch"),
    ("Anna", "9:00-17:00", "frei", "9:00-12:00"),
    ("Jens", "", "10:00-14:00", "9:00-12:00"),
    heading="Dienstplan",
    language="de",
)


def ask(question: str, table: Table) -> TableAnswer | None:
    language = table.rows[0].passage.language or "en"
    return answer_from_table(question, query_of(question), table, {}, language=language)


@pytest.mark.parametrize(
    ("question", "table", "told"),
    [
        ("какие уроки во вторник?", SCHOOL, ["Математика", "Физкультура", "Чтение"]),
        ("что у Вари в среду", SCHOOL, ["Чтение", "Русский"]),
        ("какой первый урок в среду", SCHOOL, ["Чтение"]),
        ("какой третий урок во вторник", SCHOOL, ["Чтение"]),
        ("какой 2-й урок во вторник", SCHOOL, ["Физкультура"]),
        ("what is on on Monday?", CAMP, ["canoes", "campfire"]),
        ("what's on tuesday", CAMP, ["climbing"]),
    ],
)
def test_a_day_tells_what_is_on(question: str, table: Table, told: list[str]) -> None:
    answer = ask(question, table)
    assert answer is not None
    assert [line.value for line in answer.lines] == told


def test_what_is_on_a_day_is_counted() -> None:
    answer = ask("сколько уроков в среду", SCHOOL)
    assert answer is not None
    assert answer.aggregate is not None
    assert answer.aggregate.value == Decimal(2)


@pytest.mark.parametrize(
    ("question", "table", "told"),
    [
        ("когда физкультура?", SCHOOL, ["3 (10:25), Пн", "2 (9:25), Вт"]),
        ("when are the canoes", CAMP, ["morning, Monday", "morning, Wednesday"]),
        ("в каком кабинете английский", PAIRS, ["10:10, Вт"]),
        ("где ботаника?", PAIRS, ["8:30, Пн"]),
    ],
)
def test_it_is_told_when_something_is(question: str, table: Table, told: list[str]) -> None:
    answer = ask(question, table)
    assert answer is not None
    assert [line.label for line in answer.lines] == told


@pytest.mark.parametrize(
    "question",
    [
        "сколько человек в среду",
        "когда вывозят строительный мусор",
        "что делать во вторник с мокрой обувью",
        "когда каникулы",
    ],
)
def test_what_it_does_not_hold_it_does_not_tell(question: str) -> None:
    answer = ask(question, SCHOOL)
    assert answer is None or not answer.lines


@pytest.mark.parametrize(
    ("question", "table", "told"),
    [
        ("во сколько танго в среду", STUDIO, ["18:00, Среда: Танго"]),
        ("в какие дни растяжка", STUDIO, ["19:00, Вторник: Растяжка"]),
        ("что в среду в 19", STUDIO, ["19:00, Среда: Вечеринка"]),
        ("что в среду вечером", STUDIO, ["18:00, Среда: Танго", "19:00, Среда: Вечеринка"]),
        ("есть йога в среду утром?", STUDIO, ["10:00, Среда: Йога"]),
        ("что в 10", STUDIO, ["10:00, Понедельник: Йога", "10:00, Среда: Йога"]),
        ("what is on on Monday morning", CAMP, ["morning, Monday: canoes"]),
        (
            "when is bill on the desk",
            ROTA,
            ["Bill Rowe, Tuesday: desk", "Bill Rowe, Wednesday: desk"],
        ),
        ("what days is ann in", ROTA, ["Ann Field, Monday: desk", "Ann Field, Wednesday: cafe"]),
        ("what does Bill do on Monday", ROTA, ["Bill Rowe, Monday: cafe"]),
        ("what's on on wed afternoon", POOL, ["Family swim, Wed: 12:00"]),
        ("what is on on monday morning", POOL, ["Lane swim, Mon: 7:00–9:00"]),
        ("what is on on tue at 8", POOL, ["Lane swim, Tue: 7:00–9:00"]),
        ("which days is family swim", POOL, ["Family swim, Mon: 16:00", "Family swim, Wed: 12:00"]),
        ("when can i swim lanes on wed", POOL, ["Lane swim, Wed: 8:00–10:00"]),
    ],
)
def test_what_is_on_is_told_of_its_hour_and_of_whoever_is_named(
    question: str, table: Table, told: list[str]
) -> None:
    answer = ask(question, table)
    assert answer is not None
    assert [f"{line.label}: {line.value}" for line in answer.lines] == told


@pytest.mark.parametrize(
    ("question", "present"),
    [
        ("есть ли вальс во вторник?", ("19:00, Понедельник",)),
        ("йога в субботу есть?", ("10:00, Понедельник", "10:00, Среда")),
        ("есть занятия в субботу?", ("Понедельник", "Вторник", "Среда")),
    ],
)
def test_what_is_not_on_that_day_is_missing_there(question: str, present: tuple[str, ...]) -> None:
    answer = ask(question, STUDIO)
    assert answer is not None
    assert answer.missing is not None
    assert answer.missing.present == present


def test_another_language_may_call_what_is_on_anything() -> None:
    assert (
        answer_from_table("есть йога во вторник", query_of("йога"), CAMP, {}, language="ru") is None
    )


def test_how_often_something_is_on_is_counted() -> None:
    missing = ask("сколько раз во вторник йога", STUDIO)
    assert missing is not None
    assert missing.missing is not None
    answer = ask("сколько раз в неделю йога", STUDIO)
    assert answer is not None
    assert answer.aggregate is not None
    assert answer.aggregate.value == Decimal(2)
    priced = ask("сколько стоит йога в среду", STUDIO)
    assert priced is None or not priced.lines


@pytest.mark.parametrize(
    ("question", "table", "count"),
    [
        ("how many days does ned close the barn", POSTS, 3),
        ("how many days does ned work", POSTS, 4),
        ("how many shifts does ned have", POSTS, 7),
        ("how many days is bill on the desk", ROTA, 2),
        ("how many days does ann work", ROTA, 2),
        ("сколько дней Инна на кассе", DUTIES, 2),
        ("сколько дней работает Глеб", DUTIES, 4),
        ("сколько смен у Инны", DUTIES, 3),
        ("сколько дней в неделю йога", STUDIO, 2),
        ("сколько уроков математики в неделю", SCHOOL, 2),
        ("сколько уроков математики в понедельник", SCHOOL, 1),
        ("сколько уроков у Вари в среду", SCHOOL, 2),
        ("how many yoga classes are there", GYM, 2),
        ("how many times per week is yoga", GYM, 2),
        ("how many times each week do they do yoga", GYM, 2),
        ("how many times a week is there yoga", GYM, 2),
        ("how many classes are there on Monday", GYM, 3),
    ],
)
def test_days_and_shifts_are_counted(question: str, table: Table, count: int) -> None:
    answer = ask(question, table)
    assert answer is not None
    assert answer.aggregate is not None
    assert answer.aggregate.value == Decimal(count)
    assert len({row.cells[0].value for row in answer.aggregate.used}) == len(answer.aggregate.used)


def test_whoever_is_not_there_on_a_day_is_told_of_the_others() -> None:
    answer = ask("does zoe work on monday", POSTS)
    assert answer is not None
    assert answer.missing is not None
    assert answer.missing.present == ("Kiosk, Tue", "Gate, Thu")


@pytest.mark.parametrize(
    ("question", "table"),
    [
        ("танго в мае", STUDIO),
        ("танго 8 марта", STUDIO),
        ("занятия 1 сентября", STUDIO),
        ("yoga in May", GYM),
        ("yoga on 8 March", GYM),
    ],
)
def test_a_month_is_no_day_of_the_week(question: str, table: Table) -> None:
    answer = ask(question, table)
    assert answer is None or not (answer.lines or answer.missing)


def test_somebody_may_be_called_by_a_month() -> None:
    answer = ask("which days does April work", GYM_ROTA)
    assert answer is not None
    assert [line.label for line in answer.lines] == ["April, Monday", "April, Wednesday"]


@pytest.mark.parametrize(
    ("question", "table", "told"),
    [
        ("which days does April not work", GYM_ROTA, ["April, Tuesday: "]),
        ("what days isn't April in", GYM_ROTA, ["April, Tuesday: "]),
        ("which days is Bob free", GYM_ROTA, ["Bob, Monday: off", "Bob, Wednesday: "]),
        ("how many days is Bob not on duty", GYM_ROTA, ["Bob, Monday: off", "Bob, Wednesday: "]),
        ("when is Bob off", GYM_ROTA, ["Bob, Monday: off", "Bob, Wednesday: "]),
        ("в какие дни не работает окулист", CLINIC, ["Окулист, Вт: ", "Окулист, Ср: не работает"]),
        ("когда у окулиста выходной", CLINIC, ["Окулист, Вт: ", "Окулист, Ср: не работает"]),
        ("when is bill not on the desk", ROTA, ["Bill Rowe, Monday: cafe"]),
        (
            "when is ann not on the desk",
            ROTA,
            ["Ann Field, Tuesday: ", "Ann Field, Wednesday: cafe"],
        ),
        ("when is there no yoga", GYM, ["9:00, Tuesday: Boxing", "18:00, Tuesday: Spin"]),
        ("в какие дни нет танго", STUDIO, ["18:00, Вторник: Зумба", "19:00, Вторник: Растяжка"]),
    ],
)
def test_when_somebody_or_something_is_not_there(
    question: str, table: Table, told: list[str]
) -> None:
    answer = ask(question, table)
    assert answer is not None
    assert answer.aggregate is None
    assert [f"{line.label}: {line.value}" for line in answer.lines] == told
    assert all(line.cell or line.empty for line in answer.lines)


@pytest.mark.parametrize(
    ("question", "table"),
    [
        ("что в понедельник кроме йоги", STUDIO),
        ("what is on on Monday except yoga", GYM),
        ("what is on on Monday apart from yoga", GYM),
        ("when is April not off", GYM_ROTA),
        ("когда у окулиста не выходной", CLINIC),
    ],
)
def test_what_is_left_out_is_not_told(question: str, table: Table) -> None:
    answer = ask(question, table)
    assert answer is None or not answer.lines


@pytest.mark.parametrize(
    ("question", "table", "told"),
    [
        ("не подскажете, когда танго?", STUDIO, ["18:00, Понедельник", "18:00, Среда"]),
        ("I don't know when yoga is", GYM, ["9:00, Monday", "9:00, Wednesday"]),
        ("when is the free swim", FREE_SWIM, ["Free swim, Mon", "Free swim, Wed"]),
    ],
)
def test_not_all_that_sounds_so_denies(question: str, table: Table, told: list[str]) -> None:
    answer = ask(question, table)
    assert answer is not None
    assert [line.label for line in answer.lines] == told


@pytest.mark.parametrize(
    ("question", "table"),
    [
        ("how many hours does April work on Monday", GYM_ROTA),
        ("how many hours does April work", GYM_ROTA),
        ("how many people come to boxing on Monday", GYM),
        ("how many calories does boxing burn on Monday", GYM),
        ("how many times can I miss yoga", GYM),
        ("how many classes can I miss on Monday", GYM),
        ("сколько минут урок в понедельник", SCHOOL),
        ("сколько длится урок в понедельник", SCHOOL),
        ("сколько часов длятся занятия в среду", STUDIO),
        ("сколько раз можно пропустить физкультуру", SCHOOL),
        ("сколько раз в месяц йога", STUDIO),
        ("wie viele Stunden arbeitet Anna am Montag", DIENST),
    ],
)
def test_nothing_is_counted_but_what_stands_in_cells(question: str, table: Table) -> None:
    answer = ask(question, table)
    assert answer is None or answer.aggregate is None


@pytest.mark.parametrize(
    ("question", "table", "told"),
    [
        ("does zoe work on monday", POSTS, "zoe on monday"),
        ("is Zoe on duty on Monday", POSTS, "Zoe on Monday"),
        ("is zoe in on monday?", POSTS, "zoe on monday"),
        ("работает ли Зоя в среду", DUTIES, "Зоя в среду"),
        ("Зоя в среду работает?", DUTIES, "Зоя в среду"),
        ("есть ли вальс во вторник?", STUDIO, "вальс во вторник"),
    ],
)
def test_who_is_not_there_is_told_with_the_day(question: str, table: Table, told: str) -> None:
    answer = ask(question, table)
    assert answer is not None
    assert answer.missing is not None
    assert answer.missing.word == told


@pytest.mark.parametrize(
    ("question", "table", "told"),
    [
        ("last class on Monday", GYM, ["18:00, Monday: Boxing"]),
        ("what is the last class on Wednesday", GYM, ["11:00, Wednesday: Spin"]),
        ("какой последний урок в среду", SCHOOL, ["2 (9:25), Ср: Русский"]),
        ("последнее занятие в среду", STUDIO, ["19:00, Среда: Вечеринка"]),
        ("what class is after yoga on Monday", GYM, ["11:00, Monday: Pilates"]),
        ("what is on before boxing on Monday", GYM, ["11:00, Monday: Pilates"]),
        ("какой урок в понедельник после математики", SCHOOL, ["3 (10:25), Пн: Физкультура"]),
        ("какой урок перед физкультурой во вторник", SCHOOL, ["1 (8:30), Вт: Математика"]),
        ("что идёт после йоги в среду", STUDIO, ["18:00, Среда: Танго"]),
        ("что в среду после школы", SCHOOL, []),
        ("last class on Monday", ROTA, ["Ann Field, Monday: desk", "Bill Rowe, Monday: cafe"]),
    ],
)
def test_what_is_last_or_next_to_something_is_told(
    question: str, table: Table, told: list[str]
) -> None:
    answer = ask(question, table)
    lines = answer.lines if answer else ()
    assert [f"{line.label}: {line.value}" for line in lines] == told
    assert answer is None or answer.missing is None


def test_what_is_next_to_nothing_of_that_day_is_missing_there() -> None:
    answer = ask("what is on after pilates on Wednesday", GYM)
    assert answer is not None
    assert answer.missing is not None
    assert answer.missing.word == "pilates on Wednesday"
    assert answer.missing.present == ("11:00, Monday",)


@pytest.mark.parametrize(
    ("question", "told"),
    [
        ("кто ведет растяжку", ["18:00, Вт: Растяжка (Лапина)"]),
        (
            "кто преподаёт бачату",
            ["18:00, Пн: Бачата, пары (Ухтомская)", "18:00, Ср: Бачата, соло (Геворкян)"],
        ),
        ("кто ведёт бачату в среду", ["18:00, Ср: Бачата, соло (Геворкян)"]),
        ("кто ведёт латину", ["19:30, Пн: Латина, взрослые (Ухтомская)"]),
        ("кто ведёт зумбу", []),
    ],
)
def test_who_leads_something_is_told_where_its_cell_names_somebody(
    question: str, told: list[str]
) -> None:
    answer = ask(question, LED)
    lines = answer.lines if answer else ()
    assert [f"{line.label}: {line.value}" for line in lines] == told
