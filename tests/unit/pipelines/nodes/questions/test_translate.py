"""Translate: a question in the words that documents of the other language would be asked in."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pipelines.nodes.questions.translate import other_language, translate


@pytest.mark.parametrize(
    ("question", "language", "translated"),
    [
        ("Сколько стоит комната?", "ru", "how much is the room?"),
        ("Who is the director?", "en", "кто директор?"),
        ("What time does the library close?", "en", "во сколько библиотека закроет?"),
        ("Можно ли с собакой?", "ru", "may I with dog?"),
        ("Когда надо заплатить взносы?", "ru", "when is due fee?"),
        ("how much cost the road?", "en", "сколько стоит дорога?"),
        ("Сколько детей в лагере?", "ru", "how many child in camp?"),  # forms that lose the stem
        ("what does a canoe cost?", "en", "сколько стоит каноэ?"),
        ("how late can I be for the ferry?", "en", "на сколько можно опоздать за паром?"),
        ("где логопед?", "ru", "where speech therapist?"),
        ("самая дорогая лодка", "ru", "most expensive boat"),
        ("cheapest canoe", "en", "самый дешевый каноэ"),
        ("when do cleaners work?", "en", "когда уборщица работает?"),
        ("when does the work start?", "en", "когда работа начнет?"),
        ("where do I swim?", "en", "где я плавать?"),
        ("какая глубина пруда?", "ru", "what is the depth pond?"),
        ("какая скорость разрешена в бухте?", "ru", "what is the speed limit in bay?"),
        ("where does the cook sleep?", "en", "где повар спит?"),
        ("who clears the snow?", "en", "кто очистить снег?"),
        ("when do kittens get their jabs?", "en", "когда котенок получить прививка?"),
        ("are skates allowed?", "en", "можно коньки?"),
        ("сколько хранят ключ", "ru", "how long store key"),
        ("можно свой термос?", "ru", "may I own thermos?"),
    ],
)
def test_a_question_is_said_word_by_word(question: str, language: str, translated: str) -> None:
    assert translate(question, language) == translated


def test_a_name_is_written_as_it_stands_there() -> None:
    rota = ["Дежурит Карпова Анна, замещает Лис."]
    assert translate("what does Karpova teach?", "en", rota) == "какой Карпова учит?"
    assert translate("is the dentist karpova?", "en", rota) == "стоматолог Карпова?"
    assert translate("is the dentist Sokolova?", "en", rota) == "стоматолог Sokolova?"
    assert translate("где кабинет Моргана?", "ru", ["Room 4: Dr Morgan"]) == "where room Morgan?"


def test_names_numbers_and_codes_stay_as_they_are() -> None:
    said = translate("Сколько стоит комната Juniper в 2025 году по плану KX-7?", "ru")
    assert said is not None
    assert {"Juniper", "2025", "KX-7?"} <= set(said.split())


def test_a_letter_that_names_something_is_put_in_the_other_script() -> None:
    assert translate("где понтон Б?", "ru") == "where pontoon B?"
    assert translate("где ряд В?", "ru", ["Row V is full."]) == "where row V?"
    assert translate("where is row C?", "en") == "где ряд С?"
    assert translate("где лодка? В сарае?", "ru") == "where boat? in barn?"


def test_of_several_meanings_the_one_is_taken_that_stands_there() -> None:
    said = "The keys are with the caretaker.", "Water comes from three springs."
    keys, springs = (translate("Где ключ?", "ru", [text]) for text in said)
    assert keys == "where key?"
    assert springs == "where spring?"
    assert translate("Who issues it?", "en", ["Пропуск выдаёт охрана."]) == "кто выдавать?"


def test_a_noun_stands_in_the_adjective_made_of_it() -> None:
    said = ["Парковки нет.", "Гаражный кооператив, собрание членов кооператива"]
    asked = "when is the meeting of the garage cooperative"
    assert translate(asked, "en", said) == "когда собрание гараж кооператив"


def test_what_is_said_in_several_words_stands_in_any_form() -> None:
    evening = ["The parents' evening is in May."]
    assert translate("когда родительское собрание", "ru", evening) == "when parents evening"


def test_where_no_meaning_stands_there_a_word_for_the_same_is_taken() -> None:
    said = "Вокал ведёт Дарья Лис."
    assert translate("Who teaches singing?", "en", [said]) == "кто вести вокал?"
    assert translate("Who teaches singing?", "en", ["Пение ведёт Дарья."]) == "кто вести пение?"
    assert translate("Где сцена?", "ru", ["Boats are let by the term."]) == "where stage?"


def test_what_is_said_in_several_words_is_said_together() -> None:
    assert translate("do i need a swimming cap?", "en") == "я нужно купальная шапочка?"
    pool = ["Шапочка обязательна."]
    assert translate("do i need swimming caps?", "en", pool) == "я нужно шапочка?"
    assert translate("где оставить машину?", "ru", ["Park by the barn."]) == "where park?"
    assert translate("когда родительские собрания", "ru") == "when parent-teacher meeting"


def test_the_first_word_asks_for_what_it_asks() -> None:
    assert translate("телефон для брони", "ru", ["Ring 01632 960101 to book."]) == "phone for book"


def test_before_what_is_done_nothing_is_said_for_to() -> None:
    assert translate("how much to freeze the card", "en") == "сколько заморозить карта"
    assert translate("is it far to the lake", "en") == "далеко в озеро"


def test_how_much_is_asked_of_what_is_paid() -> None:
    assert translate("сколько платить за лодку", "ru") == "how much to pay for boat"
    assert translate("карточкой от скольки", "ru") == "card from how much"


def test_behind_an_article_a_word_is_a_thing() -> None:
    assert translate("when does the till close", "en") == "когда касса закроет"


def test_it_is_the_one_of_the_text_that_has_most_of_the_words() -> None:
    shops = ["A spring in the till.", "The key is with the caretaker."]
    assert translate("у сторожа ключ?", "ru", shops) == "at caretaker key?"
    tea = ["Concession: 3 pounds.", "20% off in the tea room"]
    assert translate("какая скидка в буфете", "ru", tea) == "what is the discount in tearoom"


@pytest.mark.parametrize(
    ("question", "language"),
    [
        ("Wie viele Zimmer gibt es?", "de"),
        ("房间多少钱？", "zh"),
        ("глокая куздра бодланула бокра", "ru"),
        ("?", "en"),
        ("", "ru"),
    ],
)
def test_what_cannot_be_said_is_not(question: str, language: str) -> None:
    assert translate(question, language) is None


@given(st.text(max_size=80), st.sampled_from(["en", "ru"]))
def test_any_text_is_a_question(text: str, language: str) -> None:
    said = translate(text, language)
    assert said is None or said.strip()


def test_each_language_has_its_other() -> None:
    assert [other_language(one) for one in ("en", "ru", "de", "und")] == ["ru", "en", None, None]
