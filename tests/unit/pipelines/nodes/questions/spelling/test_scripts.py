"""scripts: the other keyboard layout, and Russian in Latin letters."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pipelines.nodes.questions.spelling.scripts import from_latin, other_layout


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("rfr jajhvbnm jngecr", "как оформить отпуск"),
        ("Rfr jajhvbnm jngecr&", "Как оформить отпуск?"),
        ("ult yf[jlbncz ;ehyfk?", "где находится журнал?"),
        ("gjxtve yt hf,jnftn ghbynth", "почему не работает принтер"),
        ("xnj nfrjt HRN-09", "что такое HRN-09"),
        ("rfr yfcnhjbnm docker", "как настроить docker"),
        ("ghbdtn", "привет"),
        ("rfr", "как"),
        ("RFR JAJHVBNM JNGECR", "КАК ОФОРМИТЬ ОТПУСК"),
        ("GHBDTN", "ПРИВЕТ"),
        ("gjvjub c jnxtnjv", "помоги с отчетом"),
    ],
)
def test_russian_on_the_latin_layout(typed: str, meant: str) -> None:
    assert other_layout(typed) == meant


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("руддщ", "hello"),
        ("рщц вщ ш куыефке еру ыукмшсу,", "how do i restart the service?"),
        ("црфе шы еру зкшсу", "what is the price"),
    ],
)
def test_english_on_the_cyrillic_layout(typed: str, meant: str) -> None:
    assert other_layout(typed) == meant


def test_of_mixed_messages_only_the_clear_words_are_taken() -> None:
    assert other_layout("как yfcnhjbnm docker") == "как настроить docker"
    assert other_layout("какой gfhjkm от wi-fi") == "какой пароль от wi-fi"
    assert other_layout("куда класть docker-compose.yml") is None


@pytest.mark.parametrize(
    "text",
    [
        "",
        " ",
        "?!",
        "hello",
        "как оформить отпуск",
        "Where does Kowalczyk live?",
        "Wie lange gilt der Ausweis?",
        "¿Dónde está la estación?",
        "kubectl get pods",
        "nginx",
        "psql",
        "HRN-09",
        "XLIX",
        "KZGRTX",
        "SKU-GHBDTN",
        "POSTGRES",
        "AFC",
        "спб",
        "ввп",
        "хз",
        "C",
        "https://example.com/qwe",
        "me@example.com",
        "report_final.pdf",
        "保证期多长？",
        "что такое KPI",
        "SSL-сертификат",
        "f(x) = y",
        "B = C",
    ],
)
def test_what_is_typed_right_stays(text: str) -> None:
    assert other_layout(text) is None
    if text != "как оформить отпуск":
        assert from_latin(text) is None


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("skolko stoit bilet v kazan", "сколько стоит билет в казан"),
        ("Gde nahoditsya sklad?", "Где находится склад?"),
        ("kto rukovodit otdelom prodazh", "кто руководит отделом продаж"),
        ("4to delat esli zabyl parol", None),
        ("kogda zakanchivaetsya dogovor", "когда заканчивается договор"),
        ("skol'ko dnej otpuska", "сколько дней отпуска"),
        ("skoljko dnei otpuska", "сколько дней отпуска"),
        ("kakaja tsena u jashchika", None),
        ("pochemu ne rabotaet HRN-09", "почему не работает HRN-09"),
        ("zarplata bukhgaltera", "зарплата бухгалтера"),
        ("privet", "привет"),
    ],
)
def test_russian_in_latin_letters(typed: str, meant: str | None) -> None:
    read = from_latin(typed)
    assert read is not None
    assert read.split()[0] != typed.split()[0]
    assert meant is None or read == meant


@pytest.mark.parametrize(
    "text",
    [
        "How much is the ticket?",
        "was ist das für ein Vertrag",
        "donde está la biblioteca",
        "Vladimir Putin",
        "Saint Petersburg",
        "document",
        "toy steam engine",
        "telefone number",
        "cawl price",
        "net income",
        "sam altman",
        "restart nginx",
        "es6 modules",
        "no eta yet",
        "hotel max abroad?",
        "hotel budget per night abroad",
        "Tom Petrov's contract",
    ],
)
def test_other_languages_and_names_in_latin_letters_stay(text: str) -> None:
    assert from_latin(text) is None


TYPED = st.text(
    st.sampled_from("abcdefghijklmnopqrstuvwxyzабвгдежзиклмнопрстуфхцчшщъыьэюя [];',.`?&/-0469'A"),
    max_size=80,
)


@given(st.one_of(st.text(max_size=80), TYPED))
def test_any_text_has_another_reading_or_none(text: str) -> None:
    for read in (other_layout(text), from_latin(text)):
        assert read is None or (read.strip() and read != text)


@given(st.one_of(st.text(max_size=80), TYPED))
def test_what_was_read_from_latin_letters_is_not_read_again(text: str) -> None:
    read = from_latin(text)
    assert read is None or from_latin(read) is None


def test_what_is_too_long_to_be_a_slip_stays() -> None:
    assert other_layout("rfr jajhvbnm jngecr " * 50) is None
    assert from_latin("kak oformit otpusk " * 50) is None


def test_a_rare_russian_word_is_no_english_one() -> None:
    assert other_layout("а за афишу") is None
