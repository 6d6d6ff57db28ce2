"""Relative: "last year" and "this month" as the year or month they are on the day one asks."""

import re
import tomllib
from collections.abc import Sequence
from datetime import date
from functools import cache, partial
from importlib import resources

from babel.dates import format_date

from pipelines.nodes.text.words import fold

_CYRILLIC = re.compile(r"[а-яё]", re.IGNORECASE)


def with_dates(question: str, today: date) -> str:
    """Write the year or the month that a question names by the day one asks on: "in 2025"."""
    for unit, lists in _patterns().items():
        for back, pattern in lists:
            question = pattern.sub(partial(_written, unit, back, today), question)
    return question


def _written(unit: str, back: int, today: date, match: re.Match[str]) -> str:
    """Put a year in the place of words: "last year's prices" are "2025 prices"."""
    led, said = match["led"] or "", match["said"]
    is_russian = _CYRILLIC.search(said) is not None
    if unit == "months":
        named = format_date(_month_back(today, back), "LLLL y", "ru" if is_russian else "en")
    else:
        named = str(today.year - back)
    if is_russian:
        return f"{led}{named}" if unit == "months" else f"{led}{named} {said.split()[-1]}"
    return f"{led}{named}" if match["owns"] else f"{led or 'in '}{named}"


def _month_back(today: date, back: int) -> date:
    months = today.year * 12 + today.month - 1 - back
    return date(months // 12, months % 12 + 1, 1)


@cache
def _patterns() -> dict[str, list[tuple[int, re.Pattern[str]]]]:
    text = resources.files(__package__).joinpath("relative.toml").read_text(encoding="utf-8")
    return {
        unit: [(int(back), _pattern(said)) for back, said in lists.items()]
        for unit, lists in tomllib.loads(text).items()
    }


def _pattern(said: Sequence[str]) -> re.Pattern[str]:
    """Find the words, the preposition before them, and what makes them an owner behind."""
    words = "|".join(
        re.escape(fold(one)).replace(r"\ ", r"\s+").replace("е", "[её]")
        for one in sorted(said, key=len, reverse=True)
    )
    led = r"(?P<led>(?<!\w)(?:in|for|of|from|since|during|until|by|im|в|за|на|с|до|en|de)\s+)?"
    return re.compile(
        rf"{led}(?<!\w)(?<!the )(?P<said>{words})(?!\w)(?P<owns>['’]s)?", re.IGNORECASE
    )
