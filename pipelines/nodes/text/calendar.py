"""Calendar: days of the week and months, however they are written: Fri, Fridays, «по пятницам»."""

import tomllib
from collections.abc import Mapping
from functools import cache, lru_cache
from importlib import resources

from pipelines.nodes.text.words import fold

_CACHED = 20_000  # words


def day_or_month(word: str) -> str | None:
    """Return which day of the week or month a word is, by its English name; None: neither."""
    return _named(fold(word).strip("."))


def same_date(one: str, other: str) -> bool:
    """Say whether two words are one day of the week, or one month."""
    return (named := day_or_month(one)) is not None and named == day_or_month(other)


def is_month(word: str) -> bool:
    """Say whether a word is the name of a month."""
    return month_number(word) is not None


def month_number(word: str) -> int | None:
    """Return which month a word names, 1 to 12; None: none."""
    months = list(_lists()["months"])
    return months.index(name) + 1 if (name := day_or_month(word)) in months else None


@lru_cache(maxsize=_CACHED)
def _named(word: str) -> str | None:
    for names in _lists().values():
        for name, forms in names.items():
            if any(_is_form(word, form) for form in forms):
                return name
    return None


def _is_form(word: str, form: str) -> bool:
    return word.startswith(form[:-1]) if form.endswith("*") else word == form


@cache
def _lists() -> Mapping[str, Mapping[str, tuple[str, ...]]]:
    """Return the forms of calendar.toml, folded, by the name of a day or a month."""
    text = resources.files(__package__).joinpath("calendar.toml").read_text(encoding="utf-8")
    return {
        group: {name: tuple(map(fold, forms)) for name, forms in names.items()}
        for group, names in tomllib.loads(text).items()
    }
