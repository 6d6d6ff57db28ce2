"""Other times: whether a sentence is of another year, month or season than the one asked about."""

import re
from collections.abc import Sequence
from functools import cache

from pipelines.nodes.answering.asked import asked_kind
from pipelines.nodes.answering.cite import Quote, place_at
from pipelines.nodes.answering.sentences.word_lists import pattern_of
from pipelines.nodes.text.calendar import (
    dates_in,
    days_in,
    days_named,
    months_between,
    months_named,
    months_of_season,
    seasons_in,
    special_days_in,
)
from pipelines.nodes.text.words import fold
from pipelines.nodes.word_tables import read_table

_YEAR = re.compile(r"(?<!\d)(?:19|20)\d\d(?!\d)")
_OPEN = re.compile(  # from then on, or until then
    r"(?<!\w)(?:from|since|until|till|to|by|with|с|со|до|по|ab|seit|bis|desde|hasta)"
    r" (?:\d{1,2}(?:st|nd|rd|th)?(?: of)? )?$"
)
_DAY = re.compile(r"(?<!\d)(\d{1,2})[./](\d{1,2})(?!\d)")  # either may be the month: 05.08


def is_of_another_time(question: str, best: Quote, named: Sequence[str]) -> bool:
    """Say whether the year, or the month of the day, that is asked about is named only further on.

    A date stands over what is told of it, or in it: that a passport is valid until 2027 says
    nothing of the tickets in the line above.
    """
    until = "\n".join([best.passage.text[: best.span.end], *named])
    years = _YEAR.findall(question)
    months = {month for (_, month, _), _ in days_named(question)}
    told = months_in(until) | {int(one) for day in _DAY.findall(until) for one in day}
    is_told = all(year in until for year in years) and (not months or months & told)
    if is_of_another_season(question, best, named) or _is_of_another_month(question, best):
        return True
    if _says("now", question) and _says("over", best.text) and not _says("now", best.text):
        return True
    return place_at(best.passage, best.span.start).row is None and not is_told


def is_of_another_season(question: str, best: Quote, named: Sequence[str]) -> bool:
    """Say whether a season is asked about, and only others are named: no summer, but a winter.

    Or a day of none of its months, as that of what is on.
    """
    asked, told = seasons_in(question), seasons_in("\n".join([best.text, *named]))
    if asked and not told:
        then = frozenset[int]().union(*(months_of_season(one, asked) for one in asked))
        months = months_in(best.text)
        return bool(months) and not months & then
    return bool(asked and told) and not asked & told


def _is_of_another_month(question: str, best: Quote) -> bool:
    """Say whether it is asked who or when in a month, and only others are told: no March in July.

    What was paid in February is of no other month; a price from then on is that of March as well.
    """
    asked, told = {month for month, _ in months_named(question)}, months_in(best.text)
    kind = asked_kind(question)
    is_of_one = kind.name in ("when", "who") or (kind.name == "how_many" and _is_over(best.text))
    return is_of_one and bool(asked and told) and not asked & told


def _is_over(sentence: str) -> bool:
    """Say whether a sentence names months, and from none of them on: "in April we paid £212"."""
    folded = fold(sentence)
    spans = [span for _, span in months_named(sentence)]
    return bool(spans) and not any(_OPEN.search(folded[: span.start]) for span in spans)


def _says(name: str, text: str) -> bool:
    return _patterns()[name].search(fold(text)) is not None


@cache
def _patterns() -> dict[str, re.Pattern[str]]:
    words: dict[str, list[str]] = read_table(__package__, "other_times.toml")
    return {name: pattern_of(map(fold, each)) for name, each in words.items()}


def is_of_special_day(question: str, sentence: str) -> bool:
    """Say whether a day of the week is asked about, and only a special one is told: Good Friday."""
    asked, special = days_in(question), special_days_in(sentence)
    if not asked or special_days_in(question):
        return False
    plain = sentence
    for _, span in special:
        plain = plain[: span.start] + " " * (span.end - span.start) + plain[span.end :]
    return any(name in asked for name, _ in special) and not asked & days_in(plain)


def months_in(text: str) -> set[int]:
    """Return the months that a text names, by days, by name or as a stretch."""
    days = {day.month for day in dates_in(text)} | {month for (_, month, _), _ in days_named(text)}
    return days | {month for month, _ in months_named(text)} | months_between(text)
