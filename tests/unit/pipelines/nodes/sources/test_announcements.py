"""announcements: what is written to be known, where questions are expected."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pipelines.nodes.sources.announcements import telling
from tests.support.processor_time import takes_less_than


@pytest.mark.parametrize(
    "text",
    [
        "The band rehearsal is moved to Thursday 7 pm in the old hall, please tell everyone",
        "Завтра с 10 до 14 отключат воду во втором подъезде",
        "rehearsal moved to Thursday 7pm in the old hall",
        "воду отключат 14 мая с 9 до 18",
        "Соседи, лифт не работает до пятницы",
        "Напоминаем, что в субботу субботник, начало в 10",
        "Внимание! Горячей воды не будет до четверга",
        "Hot water will be off on Tuesday from 9 to 12",
        "Hi all! The rehearsal is moved to Thursday 7 pm",
        "Коллеги, в пятницу офис закрывается в 15:00",
        "Кстати, завтра отключат воду с 10 до 14",
        "FYI the pool is closed on Friday",
        "code of the gate is 4411",
        "The lift is out of order.",
        "Die Probe ist auf Donnerstag 19 Uhr verlegt, bitte allen sagen",
        "Die Hausversammlung findet am 5. Dezember um 18 Uhr im Keller statt",
        "El ensayo se cambia al jueves a las 19:00 en la sala vieja",
        "明天上午10点到14点停水",
        "Dear residents, please note that the lift is out",
        "Liebe Nachbarn, bitte beachten Sie, dass die Waschküche geschlossen ist",
        "The pool is closed......... please tell everyone",
        "remember that the code of the gate is 4411",
        "запомни: код калитки 4411",
    ],
)
def test_what_is_told_to_all_is_to_be_kept(text: str) -> None:
    assert telling(text) == "surely"


@pytest.mark.parametrize(
    "text",
    [
        *("my heating is off since Monday", "у меня не работает отопление с понедельника"),
        *("завтрак входит в стоимость", "dogs are allowed in room 5", "Parking is free on Sundays"),
        "Мы переносим репетицию на четверг в 19:00",
        *("бассейн работает 9 мая", "стекло вывозят вместо 26 мая", "каток закрыт 3 марта"),
        *("the library is open on 2 june", "взнос стоит 500 рублей в месяц"),
    ],
)
def test_what_is_told_may_be_told_to_be_answered(text: str) -> None:
    assert telling(text) == "likely"


@pytest.mark.parametrize(
    "text",
    [
        *(
            "recycling day instead of 26 may",
            "choir hours on 1 may",
            "половодье 26 мая вместо 3 мая",
        ),
        *("код калитки 4411", "invoice 10234 amount", "opening hours 24 December"),
        *("Собрание 5 декабря в 19:00 в подвале", "Ключи от подвала у Ирины из 12 квартиры."),
    ],
)
def test_what_names_a_value_may_be_looked_for(text: str) -> None:
    assert telling(text) == "perhaps"


@pytest.mark.parametrize(
    "text",
    [
        "I need to know when the office opens on 5 June",
        "подскажите, пожалуйста, во сколько завтра отключат воду",
        *("tell me about the lease", "show the timetable for Friday", "looking for the bike rules"),
        *("телефон электрика", "Ann Okafor", "wifi password", "расписание автобусов на пятницу"),
        *("and for children on Friday", "а на 5 мая", "меню на 26 ноября", "if I am late"),
        *("thanks, that helps", "спасибо, понял", "ok", "hello", ""),
        *("фамилия врача, который дежурит по воскресеньям", "wich alarm is for the seed map"),
        *("Is the pool closed on Friday?", "завтра отключат воду?", "waschen am Sonntag erlaubt?"),
        *("my attendance at the latest update: minutes", "the renews: of my parking permit"),
        *("rules about the wooden announcement: board", "...", " . . ."),
        *("明天几点停水", "I would like to know if the lift is out of order."),
    ],
)
def test_what_asks_names_or_thanks_tells_nothing(text: str) -> None:
    assert telling(text) == "no"


@pytest.mark.parametrize(
    "text",
    [
        *("." * 4_000, " ." * 4_000, "the pool is closed" + "." * 4_000 + "x"),
        *("please tell everyone" + " " * 4_000 + "x", "the pool" + "," * 4_000 + "update:"),
    ],
)
def test_a_run_of_stops_takes_no_time(text: str) -> None:
    telling("the pool is closed")  # what it is read with is compiled
    with takes_less_than(0.2):
        telling(text)


@given(st.text(max_size=60))
def test_any_text_is_read(text: str) -> None:
    assert telling(text) in ("surely", "likely", "perhaps", "no")
