"""Stops: when the first, the last or the next run of a line is at a stop."""

import pytest

from pipelines.nodes.tables.answer import answer_from_table
from pipelines.nodes.tables.answered import TableAnswer
from pipelines.nodes.tables.rows import Table
from tests.support.nodes.table_maker import query_of, table_of

WEEKDAYS = table_of(
    ("Рейс", "Луговая", "Причал", "Вокзал"),
    ("1", "5:50", "6:04", "6:31"),
    ("2", "6:40", "6:56", "7:26"),
    ("3", "21:10", "21:23", "21:48"),
    heading="Автобус № 7: Луговая — Вокзал › Будни",
    language="ru",
)
WEEKENDS = table_of(
    ("Рейс", "Луговая", "Причал", "Вокзал"),
    ("1", "7:00", "7:13", "7:38"),
    ("2", "19:20", "19:34", "20:00"),
    heading="Автобус № 7: Луговая — Вокзал › Выходные",
    language="ru",
)
FERRY = table_of(
    ("Sailing", "Port Wick", "Tarn"),
    ("1", "7:15", "8:05"),
    ("2", "12:00", "12:50"),
    heading="Ferry",
)

BUS = table_of(
    ("Run", "Station", "Market"),
    ("1", "6.10 am", "—"),
    ("2", "8.10 am", "8.25 am"),
    ("3", "6.10 pm", "6.25 pm"),
    heading="Bus 5",
)
GUESTS = table_of(
    ("Guest", "Came", "Left"), ("Ann", "9:00", "11:00"), ("Bob", "8:10", "9:30"), heading="Guests"
)
TIDES = table_of(
    ("Day", "High", "Low"),
    ("Monday", "5:10", "11:20"),
    ("Tuesday", "6:00", "12:10"),
    heading="Tides",
)


def ask(question: str, table: Table) -> TableAnswer | None:
    language = table.rows[0].passage.language
    return answer_from_table(question, query_of(question), table, {}, language=language)


@pytest.mark.parametrize(
    ("question", "table", "told"),
    [
        ("во сколько первый автобус с луговой в будни", WEEKDAYS, "Будни, Луговая: 5:50"),
        ("последний рейс с причала", WEEKDAYS, "Будни, Причал: 21:23"),
        ("второй автобус с причала в воскресенье", WEEKENDS, "Выходные, Причал: 19:34"),
        ("следующий автобус с причала после 7", WEEKDAYS, "Будни, Причал: 21:23"),
        ("первый автобус после 7:20 на вокзале", WEEKDAYS, "Будни, Вокзал: 7:26"),
        ("последний в выходные", WEEKENDS, "Выходные, Луговая: 19:20"),
        ("when is the last ferry from port wick", FERRY, "Ferry, Port Wick: 12:00"),
        ("first boat from tarn", FERRY, "Ferry, Tarn: 8:05"),
        ("first bus from the market", BUS, "Bus 5, Market: 8.25 am"),
        ("next bus after 2 pm", BUS, "Bus 5, Station: 6.10 pm"),
        ("next bus after 5 in the evening from the market", BUS, "Bus 5, Market: 6.25 pm"),
    ],
)
def test_a_run_is_told_by_its_stop(question: str, table: Table, told: str) -> None:
    answer = ask(question, table)
    assert answer is not None
    assert [f"{line.label}: {line.value}" for line in answer.lines] == [told]


def test_who_wants_to_go_somewhere_hears_when_it_leaves_too() -> None:
    for question, table, told in (
        ("first ferry to tarn", FERRY, ["7:15", "8:05"]),
        ("первый автобус на вокзал", WEEKENDS, ["7:00", "7:38"]),
        ("первый автобус на вокзале", WEEKENDS, ["7:38"]),
    ):
        answer = ask(question, table)
        assert answer is not None
        assert [line.value for line in answer.lines] == told


@pytest.mark.parametrize(
    ("question", "table"),
    [
        ("первый автобус с луговой в субботу", WEEKDAYS),
        ("последний рейс в будни", WEEKENDS),
        ("последний взнос в этом году", WEEKDAYS),
        ("кто первый водитель автобуса", WEEKDAYS),
        ("сколько стоит первый автобус", WEEKDAYS),
        ("первый автобус 1 января", WEEKDAYS),
        ("последний автобус до 12", WEEKDAYS),
        ("how much is the last ferry", FERRY),
        ("what if I miss the last ferry", FERRY),
        ("how often does the ferry go after 8", FERRY),
        ("first aid on the ferry", FERRY),
        ("when does the last guest leave", GUESTS),
        ("when is the tide after the last", TIDES),
    ],
)
def test_of_other_days_and_of_other_things_it_tells_nothing(question: str, table: Table) -> None:
    answer = ask(question, table)
    assert answer is None or not answer.lines


def test_a_run_that_there_is_not_is_missing() -> None:
    answer = ask("шестой рейс в выходные во сколько", WEEKENDS)
    assert answer is not None
    assert answer.missing is not None
    assert answer.missing.present == ("1", "2")


NIGHT = table_of(
    ("High St", "Station"),
    ("6:10", "6:30"),
    ("14:00", "14:20"),
    ("23:20", "23:40"),
    ("23:50", "00:10"),
    ("00:20", "00:40"),
    heading="Bus 5",
)


@pytest.mark.parametrize(
    ("question", "values"),
    [
        ("last bus from the station", ["00:40"]),
        ("last bus from high st", ["00:20"]),
        ("first bus from high st", ["6:10"]),
        ("next bus after 23:45 from the station", ["00:10"]),
        ("first bus after midnight from high st", ["00:20"]),
        ("next bus after 00:15 from the station", ["00:40"]),
    ],
)
def test_the_night_goes_on_behind_midnight(question: str, values: list[str]) -> None:
    answer = ask(question, NIGHT)
    assert answer is not None
    assert [line.value for line in answer.lines] == values


DOWN = table_of(
    ("Stop", "Run 1", "Run 2", "Run 3 (weekends)", "Run 4"),
    ("Mill Lane", "6:50", "8:05", "9:30", "18:10"),
    ("Old Square", "7:02", "8:17", "9:42", "18:22"),
    ("Clinic", "7:11", "–", "9:51", "18:31"),
    ("New Square", "7:20", "8:33", "10:00", "18:40"),
    heading="Bus 9",
)
DOWN_RU = table_of(
    ("Остановка", "Рейс 1", "Рейс 2", "Рейс 3"),
    ("Вокзал", "6:40", "9:10", "19:50"),
    ("Рынок", "6:52", "9:22", "20:02"),
    ("Аптека", "7:01", "–", "20:11"),
    ("Сады", "7:25", "9:55", "20:35"),
    heading="Автобус 5",
    language="ru",
)
TRAINS = table_of(
    ("", "6021", "6023"),
    ("Сосны", "5:48", "7:15"),
    ("Город", "6:41", "8:08"),
    heading="Электрички",
    language="ru",
)
PRAYERS = table_of(
    ("City", "Dawn", "Noon"),
    ("Leeds", "5:10", "12:20"),
    ("York", "5:14", "12:26"),
    heading="Prayers",
)


@pytest.mark.parametrize(
    ("question", "table", "told"),
    [
        ("when does the 8:05 bus get to new square", DOWN, "Bus 9, Run 2, New Square: 8:33"),
        ("next bus after 9 from old square", DOWN, "Bus 9, Run 3 (weekends), Old Square: 9:42"),
        ("next bus after 9 on monday from old square", DOWN, "Bus 9, Run 4, Old Square: 18:22"),
        ("last bus from the clinic", DOWN, "Bus 9, Run 4, Clinic: 18:31"),
        ("first bus after noon from mill lane", DOWN, "Bus 9, Run 4, Mill Lane: 18:10"),
        ("when is the 6.10 at old square", DOWN, "Bus 9, Run 4, Old Square: 18:22"),
        ("во сколько последний автобус с вокзала", DOWN_RU, "Автобус 5, Рейс 3, Вокзал: 19:50"),
        ("когда автобус в 9:10 будет на рынке", DOWN_RU, "Автобус 5, Рейс 2, Рынок: 9:22"),
        ("второй автобус от аптеки", DOWN_RU, "Автобус 5, Рейс 3, Аптека: 20:11"),
        ("следующий автобус после 8 с рынка", DOWN_RU, "Автобус 5, Рейс 2, Рынок: 9:22"),
        ("когда 5:48 из сосен приезжает в город", TRAINS, "Электрички, 6021, Город: 6:41"),
        ("последняя электричка из сосен", TRAINS, "Электрички, 6023, Сосны: 7:15"),
        ("when does the 7:15 ferry get to tarn", FERRY, "Ferry, Tarn: 8:05"),
    ],
)
def test_a_run_has_a_column_of_its_own(question: str, table: Table, told: str) -> None:
    answer = ask(question, table)
    assert answer is not None
    assert [f"{line.label}: {line.value}" for line in answer.lines] == [told]


def test_from_a_stop_to_another_both_are_told_in_the_order_of_the_line() -> None:
    for question, table, told in (
        ("first bus from old square to the clinic", DOWN, ["7:02", "7:11"]),
        ("последний автобус с рынка до садов", DOWN_RU, ["20:02", "20:35"]),
        ("последний автобус до рынка", DOWN_RU, ["19:50", "20:02"]),
    ):
        answer = ask(question, table)
        assert answer is not None
        assert [line.value for line in answer.lines] == told


def test_that_a_run_does_not_stop_is_told_of_the_one_that_is_asked_for() -> None:
    answer = ask("when is the 8:05 at the clinic", DOWN)
    assert answer is not None
    assert [line.empty for line in answer.lines] == ["Clinic"]


@pytest.mark.parametrize(
    ("question", "table"),
    [
        ("first bus from the clinic to old square", DOWN),  # the other way
        ("last bus from the square", DOWN),  # there are two
        ("when does the 8:06 bus get to new square", DOWN),
        ("первый автобус с садов до рынка", DOWN_RU),
        ("first after 12 in york", PRAYERS),
    ],
)
def test_of_no_such_run_nothing_is_told(question: str, table: Table) -> None:
    answer = ask(question, table)
    assert answer is None or not any(line.cell for line in answer.lines)
