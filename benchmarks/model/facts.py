"""Lighthouses and who keeps them: as many facts as are asked for, none like another."""

from dataclasses import dataclass
from itertools import product
from typing import Literal, TypeAlias

Language: TypeAlias = Literal["en", "ru"]
LANGUAGES: tuple[Language, ...] = ("en", "ru")

_PLACES = {
    "en": [
        a + b
        for b, a in product(
            ("vik", "holm", "nes", "sund", "berg", "fjord", "dal", "havn", "strand", "moen"),
            ("Ul", "Tor", "Gran", "Skar", "Brek", "Lind", "Hed", "Os", "Var", "Kors", "Mel", "Ryg"),
        )
    ],
    "ru": [
        a + b
        for b, a in product(
            ("вода", "горка", "лица", "нежка", "ринка", "сосна", "тишь", "чаща", "шумка", "яма"),
            ("Бело", "Верхо", "Дивно", "Едино", "Златко", "Крас", "Луго", "Мало", "Ново", "Перво",
             "Сине", "Тихо"),
        )
    ],
}  # fmt: skip
_KEEPERS = {
    "en": [
        (first, last)
        for last, first in product(
            ("Holm", "Brekke", "Nygaard", "Lindqvist", "Tveit", "Aasen", "Solheim", "Dahl",
             "Rokke", "Fjeld", "Myhre", "Stene"),
            ("Anders", "Hedda", "Osvald", "Ingrid", "Torvald", "Sigrid", "Magnus", "Astrid",
             "Eskil", "Ragna"),
        )
    ],
    "ru": [
        (first, last)
        for last, first in product(
            ("Корнеев", "Дубровин", "Зимин", "Ларин", "Мохов", "Пахомов", "Ремнёв", "Сухов",
             "Тарасов", "Уваров", "Фомин", "Шилов"),
            ("Андрей", "Борис", "Виктор", "Глеб", "Игорь", "Кирилл", "Леонид", "Матвей", "Павел",
             "Степан"),
        )
    ],
}  # fmt: skip
_QUESTION = {"en": "Who keeps the lighthouse at {0}?", "ru": "Кто служит смотрителем маяка {0}?"}
_SENTENCES = {
    "en": (
        "The lighthouse at {0} is kept by {1} {2}.",
        "{2} has lived at the lighthouse at {0} since the spring of {3}.",
        "The lamp of the lighthouse at {0} is lit {4} minutes before sunset.",
        "The tower at {0} is {5} metres high and painted white.",
        "The stairs of the lighthouse at {0} have {6} steps.",
        "The supply boat reaches {0} every second Thursday.",
    ),
    "ru": (
        "Смотрителем маяка {0} служит {1} {2}.",
        "{2} живёт на маяке {0} с весны {3} года.",
        "Лампу маяка {0} зажигают за {4} минут до заката.",
        "Башня маяка {0} поднимается на {5} метров и покрашена в белый цвет.",
        "Лестница маяка {0} насчитывает {6} ступеней.",
        "Катер с припасами приходит к маяку {0} каждый второй четверг.",
    ),
}
MOST = len(_PLACES["en"])  # facts of one language


@dataclass(frozen=True, slots=True)
class Fact:
    """What a document says, what is asked about it, and the word that an answer must hold."""

    place: str
    question: str
    sentences: tuple[str, ...]
    told: str

    @property
    def text(self) -> str:
        """Return it as a document."""
        return " ".join(self.sentences)


def fact(number: int, language: Language) -> Fact:
    """Return the fact of this number, from 0 up to MOST."""
    place, (first, last) = _PLACES[language][number], _KEEPERS[language][number]
    figures = (1950 + number % 60, 10 + number % 37, 14 + number % 29, 61 + number)
    values = (place, first, last, *figures)
    sentences = tuple(each.format(*values) for each in _SENTENCES[language])
    return Fact(place, _QUESTION[language].format(place), sentences, first)
