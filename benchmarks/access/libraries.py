"""Random libraries in two languages: sentences and tables that whole answers are made of.

Documents of others say the same of the same things with other figures, so that they would be found
for every question: in words, in meaning, as tables, by their titles.
"""

import random
from collections.abc import Sequence
from dataclasses import dataclass

from benchmarks.access.worlds import EVERYONE

_MOST_QUESTIONS = 6
_PLACES = {
    "en": ("Harrow Quay", "Millbrook", "Aldersey", "Coldharbour", "Penrith Row"),
    "ru": ("Берёзовка", "Калиновка", "Старица", "Заречье", "Подлипки"),
}
# What is said of a place, and how it is asked for.
_FACTS = {
    "en": (
        ("The boiler of {place} was last inspected on {day} May {year}.", "When was the boiler of {place} inspected?"),  # noqa: E501
        ("The key of {place} is kept by {name}, who lives next door.", "Who keeps the key of {place}?"),  # noqa: E501
        ("A permit for {place} costs {number} euros a year.", "How much is a permit for {place}?"),
        ("In {place} the water is turned off on {day} October.", "When is the water turned off in {place}?"),  # noqa: E501
        ("The jetty of {place} carries no more than {number} people.", "How many people does the jetty of {place} carry?"),  # noqa: E501
    ),
    "ru": (
        ("Котёл посёлка {place} проверили {day} мая {year} года.", "Когда проверили котёл посёлка {place}?"),  # noqa: E501
        ("Ключ от посёлка {place} хранит {name}.", "Кто хранит ключ от посёлка {place}?"),
        ("Пропуск в посёлок {place} стоит {number} рублей в год.", "Сколько стоит пропуск в посёлок {place}?"),  # noqa: E501
        ("В посёлке {place} воду отключают {day} октября.", "Когда отключают воду в посёлке {place}?"),  # noqa: E501
        ("Причал посёлка {place} выдерживает {number} человек.", "Сколько человек выдерживает причал посёлка {place}?"),  # noqa: E501
    ),
}  # fmt: skip
_NAMES = {
    "en": ("Edith Marlow", "Tomas Reeve", "Ingrid Vale", "Owen Pike"),
    "ru": ("Вера Сомова", "Пётр Лапин", "Нина Круглова", "Олег Стриж"),
}
_TITLES = {"en": ("Notes", "Rules", "Report"), "ru": ("Заметки", "Правила", "Отчёт")}
_HEADS = {"en": ("Place", "Fee {year}"), "ru": ("Посёлок", "Взнос {year}")}
_CELLS = {"en": "What is the fee of {place} in {year}?", "ru": "Какой взнос в посёлке {place} в {year} году?"}  # fmt: skip # noqa: E501
_SUMS = {"en": "What is the sum of the fees in {year}?", "ru": "Какая сумма взносов за {year} год?"}
_AFTER = {"en": "and in {place}?", "ru": "а в посёлке {place}?"}
_OF_THE_BASE = (
    "What documents do you have?",
    "Сколько документов в базе?",
    "Do you have anything about {place}?",
    "What is the document about?",
)
_YEARS = (2023, 2024)


@dataclass(frozen=True, slots=True)
class Source:
    """A file to take in; `roles` may read it."""

    name: str
    text: str
    owner: int
    roles: frozenset[str]


@dataclass(frozen=True, slots=True)
class Library:
    """people: the roles of each by Telegram id."""

    people: dict[int, frozenset[str]]
    roles: tuple[str, ...]
    sources: tuple[Source, ...]

    def may_read(self, asker: int, source: Source) -> bool:
        """Say whether an asker may read a source: the rule, written down once more."""
        held = self.people[asker] | {EVERYONE}
        return source.owner == asker or bool(held & source.roles)


def draw_library(seed: int) -> Library:
    """Draw a library of a few people; the same seed gives the same."""
    draw = random.Random(seed)  # noqa: S311 - to be repeated, not to be secret
    roles = tuple(f"library {seed} {number}" for number in range(draw.randint(1, 3)))
    first = 1_000_000 + 10 * seed
    people = {
        first + number: frozenset(role for role in roles if draw.random() < 0.5)
        for number in range(draw.randint(2, 4))
    }
    sources = [_draw_source(draw, number, list(people), roles) for number in range(8)]
    return Library(people, roles, tuple(sources))


def draw_questions(seed: int) -> list[str]:
    """Draw what is asked in such a library, in a chat: about places, tables and the base."""
    draw = random.Random(~seed)  # noqa: S311 - to be repeated, not to be secret
    questions = []
    for _ in range(_MOST_QUESTIONS):
        language = draw.choice(("en", "ru"))
        place, other = draw.sample(_PLACES[language], 2)
        year = draw.choice(_YEARS)
        asked = draw.choice([*(ask for _, ask in _FACTS[language]), _CELLS[language]])
        questions.append(asked.format(place=place, year=year))
        if draw.random() < 0.4:
            questions.append(_AFTER[language].format(place=other))
    questions.append(_SUMS[draw.choice(("en", "ru"))].format(year=draw.choice(_YEARS)))
    place = draw.choice(_PLACES["en"])
    return [*questions, *(each.format(place=place) for each in _OF_THE_BASE)]


def _draw_source(
    draw: random.Random, number: int, people: Sequence[int], roles: Sequence[str]
) -> Source:
    language = draw.choice(("en", "ru"))
    granted = {role for role in roles if draw.random() < 0.3}
    if draw.random() < 0.15:
        granted.add(EVERYONE)
    title = f"{draw.choice(_TITLES[language])} {draw.randint(1, 3)}"
    is_table = draw.random() < 0.35
    text = _table(draw, language) if is_table else _prose(draw, language, title)
    name = f"{title} {number}.{'csv' if is_table else 'md'}"
    return Source(name, text, draw.choice(people), frozenset(granted))


def _prose(draw: random.Random, language: str, title: str) -> str:
    lines = [f"# {title}"]
    for _ in range(draw.randint(2, 6)):
        said, _ = draw.choice(_FACTS[language])
        lines.append(
            said.format(
                place=draw.choice(_PLACES[language]),
                name=draw.choice(_NAMES[language]),
                day=draw.randint(1, 28),
                year=draw.choice(_YEARS),
                number=draw.randint(11, 990),
            )
        )
    return "\n\n".join(lines) + "\n"


def _table(draw: random.Random, language: str) -> str:
    place, fee = _HEADS[language]
    lines = [",".join([place, *(fee.format(year=year) for year in _YEARS)])]
    lines += [
        ",".join([one, *(str(draw.randint(100, 990)) for _ in _YEARS)])
        for one in draw.sample(_PLACES[language], draw.randint(3, 5))
    ]
    return "\n".join(lines) + "\n"
