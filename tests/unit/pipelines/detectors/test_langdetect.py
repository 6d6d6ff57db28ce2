"""Naming the language of questions and documents."""

import pickle

import pytest

from pipelines.detectors.langdetect import LangdetectDetector

DETECTOR = LangdetectDetector()


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("What is the fee?", "en"),
        ("How much is membership?", "en"),
        ("When does the museum open?", "en"),
        ("API key", "en"),
        ("Hello", "en"),
        ("Как работает бот?", "ru"),
        ("Кто директор?", "ru"),
        ("Привет", "ru"),
        ("Подъезд", "ru"),
        ("Как настроить Kubernetes Ingress Controller через Helm?", "ru"),
        ("Wie hoch ist die Gebühr?", "de"),
        ("Wer ist der Chef?", "de"),
        ("Schlüssel", "de"),
        ("Quel est le prix d'entrée ?", "fr"),
        ("Où est la clé ?", "fr"),
        ("¿Cuánto cuesta la entrada?", "es"),
        ("Donde esta la llave", "es"),
        ("Коли відкривається музей?", "uk"),
        ("Скільки коштує квиток?", "uk"),
        ("Дзе знаходзіцца музей? Ён адчынены?", "be"),
        ("Где је музеј и колико кошта улазница?", "sr"),
        ("Колко струва билетът?", "bg"),
        ("Quanto costa il biglietto?", "it"),
        ("Hoeveel kost een kaartje?", "nl"),
        ("Jak drogi jest bilet?", "pl"),
        ("今日はいつ開きますか", "ja"),
        ("博物馆几点开门", "zh"),
        ("박물관은 언제 열어요?", "ko"),
        ("Πότε ανοίγει το μουσείο", "el"),
        ("12345", "und"),
        ("🙂🙂 !!!", "und"),
        ("", "und"),
    ],
)
def test_short_texts(text: str, language: str) -> None:
    assert DETECTOR.detect(text) == language


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("The station belongs to a co-operative of eleven universities. " * 40, "en"),
        ("Инструмент выдаётся под запись в коричневом журнале. " * 40, "ru"),
        ("Die Überfahrt dauert bei gutem Wetter zwei Stunden. " * 40, "de"),
        ("Станція належить кооперативу з одинадцяти університетів. " * 40, "uk"),
        ("Инструмент — ключ «Їжак». Всё остальное написано по-русски, и это видно. " * 20, "ru"),
    ],
)
def test_long_texts(text: str, language: str) -> None:
    assert DETECTOR.detect(text) == language


@pytest.mark.parametrize(
    ("text", "language"),
    [
        (
            "Склад\nАртикул: К-501; Наименование: Манжета резиновая; Остаток: 14; Полка: B3\n"
            "Артикул: К-777; Наименование: Форсунка латунная; Остаток: 6; Полка: C9\n"
            "Артикул: К-802; Наименование: Прокладка паронит; Остаток: 40; Полка: A1",
            "ru",
        ),
        (
            "Столицата на Тракия е разположена на седем хълма край река Марица. "
            "Градът е известен със своите музеи и с древния театър, който работи и днес.",
            "bg",
        ),
    ],
)
def test_a_table_of_nouns_is_not_taken_for_a_neighbouring_language(
    text: str, language: str
) -> None:
    assert DETECTOR.detect(text) == language


def test_a_hint_decides_what_the_text_cannot() -> None:
    assert DETECTOR.detect("Pizza", hint="it") == "it"
    assert DETECTOR.detect("max 5 kg", hint="de") == "de"
    assert DETECTOR.detect("Как дела?", hint="en") == "ru"
    assert DETECTOR.detect("How are you doing today?", hint="ru") == "en"
    assert DETECTOR.detect("Pizza", hint="ru") == "ru", "a name is of no language"
    assert DETECTOR.detect("longest route", hint="ru") == "en"
    assert LangdetectDetector(default="de").detect("Pizza") == "de"


PASSAGES = {
    "en": "The keeper of the lighthouse writes the weather into a brown book every evening, and "
    "once a month the book goes to the harbour office, where it is read by those who plan the "
    "work of the next weeks. Nobody may take it away without the consent of the keeper.",
    "de": "Der Wärter des Leuchtturms schreibt jeden Abend das Wetter in ein braunes Buch, und "
    "einmal im Monat geht das Buch in das Hafenamt, wo es die lesen, welche die Arbeit der "
    "nächsten Wochen planen. Niemand darf es ohne die Erlaubnis des Wärters mitnehmen.",
    "nl": "De wachter van de vuurtoren schrijft elke avond het weer in een bruin boek, en eens "
    "per maand gaat het boek naar het havenkantoor, waar het gelezen wordt door wie het werk van "
    "de volgende weken plant. Niemand mag het meenemen zonder toestemming van de wachter.",
    "es": "El guardián del faro escribe cada tarde el tiempo en un libro marrón, y una vez al mes "
    "el libro va a la oficina del puerto, donde lo leen quienes preparan el trabajo de las "
    "semanas siguientes. Nadie puede llevárselo sin el permiso del guardián de la torre.",
    "pt": "O guarda do farol escreve todas as tardes o tempo num livro castanho, e uma vez por mês "
    "o livro vai para o escritório do porto, onde é lido por quem prepara o trabalho das semanas "
    "seguintes. Ninguém pode levá-lo sem a autorização do guarda que vive na torre.",
    "it": "Il guardiano del faro scrive ogni sera il tempo in un libro marrone, e una volta al "
    "mese il libro va all'ufficio del porto, dove lo leggono coloro che preparano il lavoro delle "
    "settimane seguenti. Nessuno può portarlo via senza il permesso del guardiano.",
    "fr": "Le gardien du phare écrit chaque soir le temps dans un livre brun, et une fois par mois "
    "le livre va au bureau du port, où le lisent ceux qui préparent le travail des semaines "
    "suivantes. Personne ne peut l'emporter sans la permission du gardien de la tour.",
    "ca": "El guardià del far escriu cada vespre el temps en un llibre marró, i un cop al mes el "
    "llibre va a l'oficina del port, on el llegeixen els qui preparen la feina de les setmanes "
    "següents. Ningú no se'l pot endur sense el permís del guardià que viu a la torre.",
    "da": "Fyrpasseren skriver hver aften vejret ned i en brun bog, og en gang om måneden går "
    "bogen til havnekontoret, hvor den bliver læst af dem, der planlægger arbejdet i de næste "
    "uger. Ingen må tage den med sig uden tilladelse fra fyrpasseren, som bor i tårnet.",
}


@pytest.mark.parametrize("language", PASSAGES)
@pytest.mark.parametrize("hint", ["en", "de", "nl", "es", "pt", "it", "fr", "pl", "ru", None])
def test_a_passage_is_in_its_own_language_whatever_its_document_is_in(
    language: str, hint: str | None
) -> None:
    assert DETECTOR.detect(PASSAGES[language], hint=hint) == language


def test_addresses_say_nothing() -> None:
    assert DETECTOR.detect("Смотри https://example.com/the/long/path/of/a/page сюда") == "ru"
    assert DETECTOR.detect("https://example.com/page") == "en"


def test_the_same_text_always_gets_the_same_answer() -> None:
    text = "Menu del dia con pan vino"
    assert len({LangdetectDetector().detect(text) for _ in range(20)}) == 1


def test_it_travels_light() -> None:
    assert len(pickle.dumps(DETECTOR)) < 500
