"""correct: words that no text holds, taken for the nearest that they do."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pipelines.nodes.questions.spelling.correct import Correction, correct, in_full
from pipelines.nodes.questions.spelling.languages import FUNCTION_WORDS
from pipelines.nodes.text.words import fold

WORD = st.text(st.sampled_from("абвгдеиктошьenrst"), min_size=1, max_size=9)


def words(text: str) -> frozenset[str]:
    return frozenset(re.findall(r"[^\W_]+", fold(text)))


HELD = words(
    """Чтобы оформить возврат, приложите заявление и квитанцию. Бухгалтерия принимает документы до
    обеда. Пропуск заменяют в Казани и Омске. Заведует архивом Дмитриева. Велосипеды стоят у входа.
    The warranty covers accessories. Send the receipt to the warehouse; photographs are optional.
    Replace the filter every month. Departure from Heathrow. Call Henderson, code HRN-02, 2024."""
)


@pytest.mark.parametrize(
    ("written", "taken"),
    [
        ("офармить", "оформить"),
        ("вазврат", "возврат"),
        ("завление", "заявление"),
        ("кветанцию", "квитанцию"),
        ("бугалтерия", "бухгалтерия"),
        ("прапуск", "пропуск"),
        ("велосепеды", "велосипеды"),
        ("accesories", "accessories"),
        ("warrenty", "warranty"),
        ("reciept", "receipt"),
        ("warehuose", "warehouse"),
        ("fotographs", "photographs"),
        ("replase", "replace"),
    ],
)
def test_a_misspelt_word_is_taken_for_the_one_of_the_texts(written: str, taken: str) -> None:
    assert correct(f"а {written}?", HELD) == Correction(f"а {taken}?", ((written, taken),))


@pytest.mark.parametrize(
    ("written", "taken"),
    [("Сколко", "Сколько"), ("скока", "сколько"), ("каторый", "который"), ("wich", "which")],
)
def test_function_words_are_put_right_too(written: str, taken: str) -> None:
    assert correct(written, HELD).text == taken


@pytest.mark.parametrize(
    "question",
    [
        "",
        "Кто заведует архивом?",  # all are there
        "возвратом, возвраты, заявлений",  # in other inflections
        "where are the warehouses, photograph",
        "Пропуск в Новосибирске",
        "Пропуск в Томске",  # another first letter
        "Кто такая Дмитриенко?",  # two slips
        "call Anderson",
        "HRN-09 HRN-03 2023 20244 3.5",
        "https://accesories.com fotographs@warehuose.com",
        "столица Мадагаскара",
        "кот дом лес",
        "ВАЗВРАТ",
        "保証期間はいつ？",
    ],
)
def test_what_may_be_right_stays(question: str) -> None:
    assert correct(question, HELD) == Correction(question)


@pytest.mark.parametrize(
    ("asked", "held"),
    [
        ("what did it carry?", "carried"),
        ("who carried it?", "carry"),
        ("how do I apply?", "applies"),
        ("what does it supply?", "supplied"),
    ],
)
def test_a_verb_in_another_form_stays(asked: str, held: str) -> None:
    assert correct(asked, {held}).text == asked


def test_a_name_is_taken_by_one_slip_that_is_not_in_its_first_letter() -> None:
    assert correct("Dial Hendersen", HELD).text == "Dial Henderson"
    assert correct("From Heatrow", HELD).text == "From Heathrow"
    assert correct("Dial Genderson", HELD).changes == ()


def test_an_everyday_word_stays_unless_it_is_heard_like_one_of_the_texts() -> None:
    held = frozenset({"компания", "масса", "garbage", "wife", "лет", "want"})
    for right in ("кампания", "the fee for a garage", "wifi", "лить", "what they wont pay"):
        assert correct(right, held) == Correction(right)
    assert correct("маса", held).text == "масса"


def test_what_is_no_word_is_one_of_the_texts_with_two_letters_swapped() -> None:
    assert correct("the feul", {"fuel"}).text == "the fuel"
    assert correct("how mcuh", ()).text == "how much"
    assert correct("a red crad", {"card"}).text == "a red card"


@pytest.mark.parametrize(
    ("written", "taken"),
    [
        ("кагда открываетца магазн", "когда открывается магазин"),
        ("Скока стаит билет", "Сколько стоит билет"),
        ("кагда прихдит зорплата", "когда приходит зарплата"),
        ("how mutch is a studnt tiket", "how much is a student ticket"),
        ("whan dose the libary opnes", "when dose the library opens"),
        ("за прасрочку таваров", "за просрочку товаров"),
    ],
)
def test_an_everyday_word_is_meant_where_the_texts_hold_none(written: str, taken: str) -> None:
    assert correct(written, ()).text == taken


def test_what_is_no_everyday_word_stays_where_no_text_is() -> None:
    for question in ("the warrentee of accesories", "кветанция бугалтерии"):
        assert correct(question, ()) == Correction(question)


def test_a_word_of_the_texts_goes_before_an_everyday_one() -> None:
    assert correct("where is the libary", {"where", "libra"}).text == "where is the library"
    assert correct("a tiket", {"tibet", "picket"}).text == "a ticket"
    assert correct("my salery", {"celery", "salary"}).text == "my salary"
    assert correct("a seet", {"seat"}).text == "a seat"


def test_of_words_as_near_that_of_the_nearest_text_is_meant() -> None:
    assert correct("the seet map", {"seat": 0, "set": 4}).text == "the seat map"
    assert correct("the seet map", {"seat": 9, "set": 0}).text == "the set map"


@pytest.mark.parametrize(
    ("question", "held"),
    [
        ("Сколько стоит провезти машину?", "провести машины стоит"),
        ("музыка у хостела", "хотела"),
        ("the deposit for a lathe", "late"),
    ],
)
def test_a_rare_word_that_is_right_stays(question: str, held: str) -> None:
    assert correct(question, frozenset(held.split())) == Correction(question)


@pytest.mark.parametrize(
    ("written", "held", "taken"),
    [
        ("how hi shoud it be", {"south"}, "how hi should it be"),
        ("надо зделать", {"отделать"}, "надо сделать"),
        ("ваще щас чё", (), "вообще сейчас что"),
    ],
)
def test_a_slip_is_an_everyday_word_before_several_slips_of_one_of_the_texts(
    written: str, held: frozenset[str], taken: str
) -> None:
    assert correct(written, held).text == taken


@pytest.mark.parametrize(
    ("question", "held"),
    [
        ("who painted it", "pointed"),
        ("which building", "bidding"),
        ("he stopped planning", "stepped planting"),
        ("she carried cherries", "curried"),
        ("кто красил стены", "красив"),
        ("какие билеты", "белеты"),
    ],
)
def test_an_everyday_word_is_right_in_whatever_form(question: str, held: str) -> None:
    assert correct(question, frozenset(held.split())) == Correction(question)


RIGHT = """
Which dynasty built the aqueduct near Segovia? Who commanded the Teutonic cavalry at Grunwald?
How did Faraday demonstrate induction? What did Linnaeus name the shrew? Which isotope decays first?
Where did the Huguenots settle after the edict? What powers did the Reichstag hold in 1871?
When was the ribosome first photographed? Why do plankton bloom off Namibia? Who minted the florin?
Which sonata did Beethoven dedicate to Waldstein? What caused the drought around Lake Chad?
How many bishops signed the charter? Who inherited the duchy of Normandy? What is a prime ideal?
Which glands produce cortisol? How tall are mature sequoias? What language do Basques speak?
Where is the headquarters of the Rotterdam shipyard? What did Kepler borrow from Tycho Brahe?
Which tariffs did Peel abolish? What was the verdict against Dreyfus? Who choreographed Giselle?
How is basalt formed? What is the boiling point of neon? Which brewery sponsors the regatta?
When did the sultan besiege Rhodes? What are the symptoms of scurvy? Who coined the word entropy?
Which moth pollinates yucca? What does a comb jelly prey on? Where do salmon spawn?
Who sculpted Pieta?
Какая династия правила в Аквитании? Кто командовал конницей при Грюнвальде? Чем питается планктон?
Когда скифы пересекли Днестр? Что вырабатывают надпочечники? Кому посвящена Лунная соната?
Какой изотоп распадается быстрее? Где нерестится лосось? Кто унаследовал герцогство Нормандия?
Сколько епископов подписали хартию? Как образуется базальт? В чём обвинили Дрейфуса?
Кто ввёл термин энтропия? Какие пошлины отменил Роберт Пиль? Какова температура кипения неона?
Когда султан осадил Родос? Какие симптомы у цинги? Кто изваял Давида? Чем Кеплер обязан Тихо Браге?
На каком языке говорят баски? Где находится верфь Роттердама? Почему обмелело озеро Чад?
Какую роль играл парламент Ганновера? Что открыл Фарадей? Какой мотылёк опыляет юкку?
Как называются предгорья Карпат? Какие породы слагают Урал? Кто возглавил мятеж стрельцов?"""


@pytest.mark.parametrize("question", re.findall(r"[^\s?][^?]*\?", RIGHT))
def test_right_questions_about_anything_stay(question: str) -> None:
    assert correct(question, HELD) == Correction(question)
    assert correct(question, ()) == Correction(question)


def test_a_name_is_no_everyday_word() -> None:
    for question in ("who is Brige", "where did Marter live", "кто такой Павар", "где Ламма"):
        assert correct(question, ()) == Correction(question)


def test_everyday_words_of_a_language_are_not_meant_in_another() -> None:
    for question in (
        "wieviel kostet das Tiket im Theatr",
        "cuánto es el preci",
        "quel est le prix",
    ):
        assert correct(question, ()) == Correction(question)


@given(st.text(max_size=80), st.frozensets(WORD, max_size=8))
def test_any_question_can_be_corrected(question: str, held: frozenset[str]) -> None:
    corrected = correct(question, held)
    assert bool(corrected.changes) == (corrected.text != question)
    assert not question or corrected.text


@given(st.lists(WORD, max_size=5), st.frozensets(WORD, max_size=8))
def test_words_that_stand_in_the_texts_are_never_touched(
    asked: list[str], held: frozenset[str]
) -> None:
    changes = correct(" ".join(asked), held).changes
    assert not {written for written, _ in changes} & (held | FUNCTION_WORDS)


@given(st.lists(WORD, max_size=5), st.frozensets(WORD, max_size=8))
def test_what_was_corrected_stays(asked: list[str], held: frozenset[str]) -> None:
    once = correct(" ".join(asked), held).text
    assert correct(once, held).text == once


def test_what_was_contracted_is_written_in_full() -> None:
    assert in_full("Whats his mobile, and whos he?") == "What is his mobile, and who is he?"
    assert in_full("where do we meet if there's a fire") == "where do we meet if there is a fire"
    assert in_full("I wanna know, thats all") == "I want to know, that is all"
    assert in_full("wants a host of Anna's") == "wants a host of Anna's"


@pytest.mark.parametrize(
    ("asked", "meant"),
    [
        ("can i keep chikens", "can i keep chickens"),
        ("wen can i use the hose", "when can i use the hose"),
        ("wen ist das Tor offen?", "wen ist das Tor offen?"),
        ("Wen fragt man nach dem Schlüssel?", "Wen fragt man nach dem Schlüssel?"),
    ],
)
def test_what_is_a_word_of_another_language_is_taken_by_what_stands_around(
    asked: str, meant: str
) -> None:
    assert correct(asked, {"hose"}).text == meant


def test_a_word_that_loses_a_vowel_is_written_as_the_texts_do() -> None:
    held = words("Лён умягчённый, остаток 24 м. Перцы и огурцы.")
    assert correct("сколько осталось льна", held).text == "сколько осталось лен"
    assert correct("почём перец", held).text == "почём перцы"
    assert correct("по каким дням", words("Каждый день.")).text == "по каким дням"
    assert correct("где слон", held).text == "где слон"


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("so waht do I do", "so what do I do"),
        ("скоко стоит", "сколько стоит"),
        ("долго?", "как долго?"),
        ("а долго?", "как долго?"),
        ("and far", "how far?"),
        ("Long", "Long"),
        ("the Wath house", "the Wath house"),
        ("wenn es regnet", "wenn es regnet"),
        ("that is long", "that is long"),
        ("и почём она", "и почём она"),
        ("what about the wren", "what about the wren"),
        ("у Тёмы", "у Тёмы"),
    ],
)
def test_what_asks_is_written_out_before_anything_is_searched(written: str, meant: str) -> None:
    assert in_full(written) == meant
