"""Anchors: the names, years, numbers and codes of a question, and whether a text has them."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pipelines.nodes.questions.anchors import (
    Anchor,
    anchors_of,
    is_name,
    list_of,
    missing,
    names_in,
    script_of,
    with_points,
)
from tests.support.processor_time import takes_less_than

ANY = st.text(max_size=80)


@pytest.mark.parametrize(
    ("question", "language", "held"),
    [
        ("Сколько стоит участок в Калиновке в 2024 году?", "ru", ["Калиновке", "2024"]),
        ("What does the pump PM-12 lift in Harwick?", "en", ["PM-12", "Harwick"]),
        ("Who is Ada Moss?", "en", ["Ada Moss"]),
        ("When is the third harvest?", "en", ["third"]),
        ("Когда второй сбор?", "ru", ["второй"]),
        ("How high may hedges be?", "en", []),
        ("Как высока изгородь?", "ru", []),
        ("How much is 60 m² of carpet?", "en", ["60"]),  # a unit is no code
        ("Can a 40kg dog have a bath?", "en", []),  # nor is a number with one
        ("Сколько стоит для собаки 15кг?", "ru", []),
        ("Is there room for a 7m van?", "en", []),
        ("Сколько стоит 250г сыра?", "ru", []),
        ("Когда собрание в 5г?", "ru", ["5г"]),  # a form of a school
        ("Does it have 5G?", "en", ["5G"]),
        ("Who sells the 40kx?", "en", ["40kx"]),
        ("Почём ремонт за м2?", "ru", []),
        ("May I mow on a weekday at 14:00?", "en", []),  # an hour is what is asked about
        ("Сколько стоит спилить 3 дерева?", "ru", []),  # so is a number of things
        ("Что будет, если нарушить второй раз?", "ru", []),
        ("can my 6 year old swim alone", "en", []),  # and whose age is told
        ("do over 65s get anything off", "en", []),
        ("is it free for under-5s", "en", []),
        ("Are children aged 6 admitted?", "en", []),
        ("Can I have my 60th in the hall?", "en", []),
        ("телефон ольги", "ru", ["ольги"]),  # a name without a capital
        ("билет до москвы", "ru", ["москвы"]),
        ("билет до клина", "ru", []),  # which is a wedge as well
        ("стихи о вере", "ru", []),
        ("какая роза растёт у входа", "ru", []),
        ("сколько лет пете", "ru", ["пете"]),
        ("кто был старейшим квотербеком", "ru", []),  # in no dictionary
        ("Что делают на этапе 3?", "ru", ["3"]),
        ("What is planned for the 5 May?", "en", ["5"]),
        ("Кто дежурит 14 июня?", "ru", ["14"]),
        ("Wie hoch darf die Hecke sein?", "de", []),  # every noun has a capital
        ("Wie hoch war die Miete 2021?", "de", ["2021"]),
        ("¿Cuánto cuesta la parcela en Murcia?", "es", ["Murcia"]),
    ],
)
def test_a_question_hangs_on_names_years_and_codes(
    question: str, language: str, held: list[str]
) -> None:
    assert [anchor.text for anchor in anchors_of(question, language)] == held


@pytest.mark.parametrize(
    ("question", "evidence"),
    [
        ("Сколько стоит участок в Калиновке?", "Калиновка: 2 700 ₽"),
        ("Who is Ada Moss?", "The warden, Moss, Ada"),
        ("Какой участок у Зои Мишиной?", "Зоя Мишина, участок 7"),
        ("Кто такая Ада Мосс?", "The warden is Ada Moss."),
        ("What does it cost in Kaluga?", "В Калуге он стоит 20 рублей."),
        ("What does PM-12 lift?", "The pump PM 12 lifts water."),
        ("What happened in 1911?", "It was dug in 1911."),
        ("When is the third harvest?", "Harvest 3 is in May."),
        ("Is there practice on the 16th of April?", "No practice on 16 April."),
        ("Кто дежурит 25-го?", "25 мая: Пётр Мосс"),
        ("Когда второй сбор?", "Второго сбора ждут в мае."),
        ("Сколько длится третий этап?", "Этап: 3; Работы: окраска; Дней: 6"),
        ("What is the fourth floor for?", "On 4 floor there is a library."),
        ("Где живёт Вера Мосс?", "Vera Moss lives by the pond."),
    ],
)
def test_an_inflected_or_transliterated_name_stands_for_itself(
    question: str, evidence: str
) -> None:
    anchors = anchors_of(question)
    assert anchors
    assert missing(anchors, evidence) == ()


@pytest.mark.parametrize(
    ("text", "evidence"),
    [
        ("нотного", "Отдел: Нотный отдел; Этаж: 3"),
        ("Масловой", "договор с Верой Масловой и её печатью: Маслова"),
        ("в Борисоглебском", "Борисоглебский, 4"),
    ],
)
def test_another_case_of_a_word_stands_for_it(text: str, evidence: str) -> None:
    assert missing([Anchor.named(text)], evidence) == ()


def test_a_unit_stands_where_it_is_written_in_short() -> None:
    assert missing([Anchor.named("metres")], "Mast, 10.01 - 12 m: 30") == ()
    assert missing([Anchor.named("килограммов")], "до 5 кг: 300") == ()
    assert missing([Anchor.named("metres")], "Mast, 12 kg: 30; m. p. h.") != ()


def test_another_word_with_the_same_beginning_does_not() -> None:
    assert missing([Anchor.named("нотариуса")], "Нотный отдел") != ()


@pytest.mark.parametrize(
    ("question", "evidence", "lacking"),
    [
        ("Сколько стоит участок в Самаре?", "Калиновка: 2 700 ₽", "Самаре"),
        ("What did it cost in 2022?", "In 2023 it cost 20 euros.", "2022"),
        ("What does PM-12 lift?", "The pump PM-13 lifts water.", "PM-12"),
        ("What does PM-12 lift?", "It lifts 12 buckets of water.", "PM-12"),
        ("Who is Ada Moss?", "Peter Birch is the warden.", "Ada Moss"),
        ("When is the third harvest?", "The second harvest is in May.", "third"),
        ("Когда третий сбор?", "3 мая был второй сбор.", "третий"),
        ("When is the third harvest?", "It took 3 men a day. The harvest was good.", "third"),
        ("When is the third harvest?", "The keeper left in June.", "third"),
        ("Who locks up on the 25th?", "Ada locks up on 24 May.", "25th"),
        ("Где живёт Вера Мосс?", "Vera Birch lives by the pond.", "Вера Мосс"),
    ],
)
def test_another_place_year_or_code_does_not(question: str, evidence: str, lacking: str) -> None:
    assert [a.text for a in missing(anchors_of(question), evidence)] == [lacking]


def test_across_languages_a_name_may_be_another_word_but_a_year_is_none() -> None:
    anchors = anchors_of("Где Полярная Звезда была в 1911?")
    assert [a.text for a in missing(anchors, "The North Star came in 1912.", crosses=True)] == [
        "1911"
    ]


@pytest.mark.parametrize(
    ("question", "evidence", "stands"),
    [
        ("Кто жил в Японии?", "He moved to Japan.", True),  # as it is called there
        ("Кто жил в Калуге?", "He moved to Kaluga.", True),  # as it sounds
        ("Кто жил в Самаре?", "He moved to Kaluga.", False),
        ("Что делает Энн?", "Ann Field has the desk.", True),
        ("Кто привезёт Гектора?", "They bring Hector on Friday.", True),
        ("Что делает Энн?", "Ian Bell has the desk.", False),
        ("Кто привезёт Гектора?", "They bring Victor on Friday.", False),
        ("Когда третий сбор?", "The third harvest is in May.", True),
        ("Когда третий сбор?", "The harvest took over 3 hours.", False),
        ("На каком этаже третий этап?", "Stage 3 is on floor 2.", True),
        ("Как проходит третья стадия?", "It takes over 3 seconds of the first stage.", False),
        ("Когда третий сбор?", "The keeper left in May.", False),
    ],
)
def test_across_languages_one_word_is_called_or_sounds_so(
    question: str, evidence: str, stands: bool
) -> None:
    assert (missing(anchors_of(question), evidence, crosses=True) == ()) is stands


@pytest.mark.parametrize(
    ("question", "said"),
    [
        ("is anything on sunday 26", ["sunday 26"]),
        ("what is on june 26", ["june", "june 26"]),
        ("что в пятницу 26", ["пятницу 26"]),
        ("whats on 26 june", ["26 june", "june"]),
    ],
)
def test_a_day_is_said_with_its_month_or_weekday(question: str, said: list[str]) -> None:
    assert [anchor.whole for anchor in anchors_of(question)] == said


def test_a_number_is_said_with_what_it_counts() -> None:
    anchors = anchors_of("What was decided on 23 April 2025 about the third well of PM-12?")
    assert [anchor.whole for anchor in anchors] == [
        *("23 April", "April", "2025", "third well", "PM-12")
    ]


@pytest.mark.parametrize(
    ("word", "evidence", "stands"),
    [
        ("back", "Катер на остров в 9:00, обратно в 17:00", True),
        ("farrier", "Кузнец приезжает по вторникам", True),
        ("farrier", "Ветеринар приезжает по вторникам", False),
        ("шлагбаум", "The barrier is closed at night", True),
    ],
)
def test_across_languages_a_word_stands_by_what_the_dictionary_says_for_it(
    word: str, evidence: str, stands: bool
) -> None:
    assert (missing([Anchor.named(word)], evidence, crosses=True) == ()) is stands


def test_years_decades_and_centuries_are_times() -> None:
    anchors = anchors_of("Who of the 15th century and the 1700s came in 1911 to plot 12 of B-7?")
    assert [a.text for a in anchors if a.is_time] == ["15th", "1700s", "1911"]


def test_what_is_written_without_spaces_is_not_looked_for_as_it_sounds() -> None:
    assert missing([Anchor.named("屋顶维修")], "The roof is mended in May.", crosses=True) == ()


def test_what_is_named_otherwise_may_be_hung_on_too() -> None:
    assert missing([Anchor.named("sauna")], "The sauna is hot.") == ()
    assert missing([Anchor.named("sauna")], "The pool is cold.") != ()


@pytest.mark.parametrize(
    ("text", "names"),
    [("Казань, 2023", True), ("Зое Мишиной", True), ("субботам вода", False), ("", False)],
)
def test_names_are_told_from_other_words(text: str, names: bool) -> None:
    assert is_name(text) is names


@pytest.mark.parametrize(
    ("question", "evidence", "stands"),
    [
        ("does Nora work on Fridays", "Nora; Mon: late; Fri: off", True),
        ("does Nora work on Sundays", "Nora; Mon: late; Fri: off", False),
        ("what did Nora earn in January", "Nora; Jan: 300; Feb: 310", True),
    ],
)
def test_a_day_or_a_month_stands_there_in_short(question: str, evidence: str, stands: bool) -> None:
    assert (missing(anchors_of(question), evidence) == ()) is stands


@pytest.mark.parametrize(
    ("day", "evidence", "stands"),
    [
        ("tuesday", "Weekday per hour: £28", True),
        ("on saturday", "open on weekdays", False),
        ("в субботу", "По выходным с 11 до 16.", True),
        ("weekends", "closed on Sunday", False),
    ],
)
def test_a_day_stands_where_several_do(day: str, evidence: str, stands: bool) -> None:
    assert missing([Anchor.named(day)], evidence) is not stands


def test_names_are_read_and_listed() -> None:
    text = "The key is kept by Ada Moss, the pump PM-12 by Ada Moss."
    assert names_in(text) == ("Ada Moss", "PM-12")
    assert list_of(["Ada", " Ada ", "", "Bo"]) == "Ada, Bo"
    assert list_of(["a", "b", "c"], most=2) == "a, b…"
    assert list_of(["Barn, Friday", "Cottage"]) == "Barn, Friday; Cottage"


def test_scripts_are_told_apart() -> None:
    assert [script_of(text) for text in ("Казань", "Kazan", "北京", "12")] == [
        *("cyrillic", "latin", "other", "other")
    ]


@given(ANY, ANY, st.booleans())
def test_what_lacks_is_of_the_question_and_its_own_text_has_all(
    question: str, evidence: str, crosses: bool
) -> None:
    anchors = anchors_of(question)
    assert all(anchor.text in with_points(question) for anchor in anchors)
    assert set(missing(anchors, evidence, crosses=crosses)) <= set(anchors)


@given(st.lists(st.sampled_from(["Казани", "2024", "PM-12", "Ada", "third", "300"]), max_size=4))
def test_a_question_stands_for_what_it_hangs_on(words: list[str]) -> None:
    question = f"What is {' and '.join(words)}?"
    assert missing(anchors_of(question), question) == ()


def test_a_month_stands_in_a_date() -> None:
    month = Anchor.named("October")
    assert not missing([month], "paid on 2026-10-05")
    assert missing([month], "paid on 2026-06-05") == (month,)


def test_a_day_stands_in_a_date_however_it_is_written() -> None:
    anchors = anchors_of("how much did I water on 6 May 2026?")
    assert anchors
    assert not missing(anchors, "date: 2026-05-06; watering: 7")
    assert missing(anchors, "date: 2026-05-07; watering: 7")


@pytest.mark.parametrize(
    ("question", "there", "elsewhere"),
    [
        ("what is the rate to zone M?", "Zone: M; Parcel: 6.20", "Zone: A; Parcel: 6.20"),
        ("где корпус Б", "Корпус Б стоит за прачечной", "Корпус А стоит за прачечной"),
    ],
)
def test_a_letter_that_names_something_has_to_stand_there(
    question: str, there: str, elsewhere: str
) -> None:
    anchors = anchors_of(question)
    assert missing(anchors, there) == ()
    assert [anchor.whole in question for anchor in missing(anchors, elsewhere)] == [True]


@pytest.mark.parametrize(
    ("question", "there"),
    [
        ("где сарай Б", "Shed B stands behind the weir."),  # as it sounds
        ("где ряд С?", "Row C is by the gate."),  # as it looks
        ("where is shed V?", "Сарай В стоит за плотиной."),
    ],
)
def test_a_letter_is_the_one_that_looks_or_sounds_alike_in_the_other_script(
    question: str, there: str
) -> None:
    anchors = anchors_of(question)
    assert anchors
    assert missing(anchors, there, crosses=True) == ()
    assert missing(anchors, "Shed K, сарай К, row K", crosses=True) == anchors


def test_a_word_stands_where_the_other_language_says_it_in_several() -> None:
    named = [Anchor.named("спальник")]
    assert missing(named, "Bring a sleeping bag and a torch.", crosses=True) == ()
    assert missing(named, "Bring a bag and a torch.", crosses=True) == tuple(named)


def test_a_letter_that_is_a_word_or_begins_a_name_hangs_on_nothing() -> None:
    assert anchors_of("Who said that I may go?") == ()
    assert [anchor.text for anchor in anchors_of("кто такой Л. Петров")] == ["Петров"]


def test_a_short_word_stands_there_without_its_ending() -> None:
    curtains = Anchor.named("шторы")
    assert missing([curtains], "Подшив штор, за метр: 150") == ()
    assert missing([curtains], "Подшив шорт: 150") == (curtains,)


def test_a_month_stands_where_the_stretch_does_that_it_is_in() -> None:
    assert missing([Anchor.named("июле")], "Double; June – August: 119", crosses=True) == ()
    (lacking,) = missing([Anchor.named("October")], "Double; June – August: 119")
    assert lacking.text == "October"


@pytest.mark.parametrize(
    ("question", "language"),
    [("is the pool open on 20 July?", "en"), ("работает ли бассейн 20 июля", "ru")],
)
def test_a_day_stands_where_the_stretch_does_that_it_is_in(question: str, language: str) -> None:
    anchors = anchors_of(question, language)
    assert missing(anchors, "с 1 мая по 30 сентября; from 1 May to 30 September") == ()
    assert missing(anchors, "с 1 мая по 19 июля; from 1 May to 19 July")


def test_a_season_stands_where_a_stretch_within_it_does() -> None:
    summer = Anchor.named("летом")
    assert missing([summer], "с 1 мая по 30 сентября с 9 до 20") == ()
    assert missing([summer], "с 1 октября по 30 апреля, 5 лет") == (summer,)


def test_a_month_stands_where_its_season_does() -> None:
    july, september = Anchor.named("July"), Anchor.named("September")
    assert missing([july], "Открыто летом", crosses=True) == ()
    assert missing([september], "Open in summer") == (september,)
    assert missing([september], "Winter: 119; Summer: 140") == (), "each is half a year"


def test_in_notes_without_capitals_a_name_is_heard_all_the_same() -> None:
    (dasha,) = anchors_of("When does little Dasha go to bed?", "en")
    notes = "сеня ложится в 20:30\nдаша ложится в 21:00"
    assert missing([dasha], notes, crosses=True) == ()
    assert missing([dasha], notes.replace("даша", "тёма"), crosses=True) == (dasha,)


def test_in_ones_own_language_a_small_word_is_no_name() -> None:
    (marina,) = anchors_of("Когда работает Марина?", "ru")
    assert missing([marina], "на стоянке бывает и чужая машина " * 6) == (marina,)


def test_first_thing_is_no_first_of_things() -> None:
    assert anchors_of("what do i do first thing in the morning") == ()
    assert [one.text for one in anchors_of("what is in the first chapter")] == ["first"]


@pytest.mark.parametrize(
    "question",
    [
        "My ring cost £3,000. Is it covered?",
        "премия 45 000 рублей положена?",
        "Do they pay for a bike of 120 pounds?",
        "4月5日谁值夜班？",
    ],
)
def test_a_sum_told_in_passing_or_a_clause_without_spaces_hangs_on_nothing(question: str) -> None:
    assert anchors_of(question) == ()


@pytest.mark.parametrize("digits", ["1" * 4_000, "1 " * 2_000, "1, " * 1_333])
def test_a_run_of_digits_takes_no_time(digits: str) -> None:
    anchors_of("what is 1 euro")
    with takes_less_than(0.3):
        assert anchors_of(f"what costs {digits.rstrip(' ,')} euro") == ()
        assert anchors_of(f"what is {digits}")


def test_what_a_text_writes_in_two_stands_there() -> None:
    assert missing([Anchor.named("tearoom")], "in the tea room only") == ()
    assert missing([Anchor.named("boathouse")], "the boat house is shut") == ()
    assert missing([Anchor.named("tearoom")], "the tea is in the room")


@pytest.mark.parametrize(
    ("question", "rule"),
    [
        ("can he come with 37.2", "Anyone with 37.5 or higher stays at home."),
        ("can he come with 37,9", "Anyone with 37.5 or higher stays at home."),
        ("с 37.2 можно в бассейн", "Пловцов с температурой 37,3 и выше не пускают."),
        ("с 37,3 можно в бассейн", "Пловцов с температурой от 37.3 не пускают."),
        ("fever 38 can she swim", "Anyone with 37.5 or higher stays at home."),
    ],
)
def test_a_number_may_be_asked_of_because_of_a_bound(question: str, rule: str) -> None:
    assert not missing(anchors_of(question), rule)


@pytest.mark.parametrize(
    ("question", "text"),
    [
        ("can he come with 37.2", "The water has 29 degrees, and 37.8 in the hot tub."),
        ("what is in section 4.2", "A fee of 4 or more is paid in advance."),
        ("с 37.2 можно в бассейн", "Группы от 12 человек плавают по вторникам."),
        ("what is on page 38", "Groups of 36 or more swim on Mondays."),
    ],
)
def test_a_number_that_is_near_to_no_bound_has_to_stand_there(question: str, text: str) -> None:
    assert missing(anchors_of(question), text)


@pytest.mark.parametrize(
    "question",
    [
        "ребенку 4 года можно на занятие?",
        "сыну 12 лет, пустят в кино?",
        "мне 67 лет, есть скидка?",
        "можно ли с 5-летним на батут",
    ],
)
def test_how_old_somebody_is_need_not_stand_there(question: str) -> None:
    assert anchors_of(question, "ru") == ()


def test_another_number_has_to() -> None:
    assert [one.text for one in anchors_of("зал 4", "ru")] == ["4"]


def test_a_german_or_spanish_word_stands_where_what_it_is_in_english_does() -> None:
    children = Anchor.named("Kinder", "de")
    assert missing([children], "Children pay 4.", crosses=True) == ()
    assert missing([children], "Дети платят 4.", crosses=True) == ()
    assert missing([children], "Students pay 4.", crosses=True) == (children,)
    assert missing([children], "Schüler zahlen 4.") == (children,)
    assert missing([Anchor.named("perros", "es")], "No dogs.", crosses=True) == ()
    sunday = Anchor.named("Sonntag", "de")
    assert missing([sunday], "Open on Saturdays.", crosses=True) == (sunday,)
    assert missing([sunday], "Open on Sundays.", crosses=True) == ()
    assert missing([Anchor.named("children")], "Pupils pay 4.", crosses=True)


@pytest.mark.parametrize(
    ("question", "evidence", "stands"),
    [
        ("who cleans stall K7", "Stalls K4 to K9 are cleaned by Ada.", True),
        ("who cleans stall K7", "Stalls K4–9 are cleaned by Ada.", True),
        ("who cleans stall K12", "Stalls K4 to K9 are cleaned by Ada.", False),
        ("who cleans stall L7", "Stalls K4 to K9 are cleaned by Ada.", False),
        ("is the kiln open on 3 June", "The kiln is shut until 9 June.", True),
        ("is the kiln open on 3 June", "Pay until 9 June.", False),
    ],
)
def test_a_code_or_a_day_stands_within_what_is_told_of_several(
    question: str, evidence: str, *, stands: bool
) -> None:
    assert (missing(anchors_of(question, "en"), evidence) == ()) is stands


@pytest.mark.parametrize("question", ["the 30th of october", "on october 30th", "30-го октября"])
def test_a_day_with_an_ordinal_stands_where_it_is_written_without(question: str) -> None:
    anchors = anchors_of(question, "en")
    assert not missing(anchors, "Thu 30 Oct; Schoolroom")
    assert missing(anchors, "Thu 3 Oct; Schoolroom")
