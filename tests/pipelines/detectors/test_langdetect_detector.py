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


def test_a_hint_decides_what_the_text_cannot() -> None:
    assert DETECTOR.detect("Pizza", hint="it") == "it"
    assert DETECTOR.detect("max 5 kg", hint="de") == "de"
    assert DETECTOR.detect("Как дела?", hint="en") == "ru"
    assert DETECTOR.detect("How are you doing today?", hint="ru") == "en"
    assert LangdetectDetector(default="de").detect("Pizza") == "de"


def test_addresses_say_nothing() -> None:
    assert DETECTOR.detect("Смотри https://example.com/the/long/path/of/a/page сюда") == "ru"
    assert DETECTOR.detect("https://example.com/page") == "en"


def test_the_same_text_always_gets_the_same_answer() -> None:
    text = "Menu del dia con pan vino"
    assert len({LangdetectDetector().detect(text) for _ in range(20)}) == 1


def test_it_travels_light() -> None:
    assert len(pickle.dumps(DETECTOR)) < 500
