"""Dates: under which day a sentence of minutes stands."""

import re
from collections.abc import Callable, Sequence

from pipelines.models.answers import Passage
from pipelines.nodes.answering.cite import Quote
from pipelines.nodes.answering.meetings.wording import heading_of, meeting, said_of, sentences_of
from pipelines.nodes.text.calendar import dates_in, days_named, month_number
from pipelines.nodes.text.layout.messages import header_of
from pipelines.nodes.text.words import content_words, fold

_HEAD = 4  # sentences
_LONGEST_DATE, _DATED_WORDS = 80, 2  # characters of a line that dates what follows; other words
_WORD = re.compile(r"[^\W\d_]+")


def day_above(quote: Quote, passages: Sequence[Passage]) -> Quote | None:
    """Return the line of minutes that says of which day the meeting was which a quote is of.

    Args:
        passages: of its document, in reading order.
    """
    return day_among(quote, [each for passage in passages for each in sentences_of(passage)])


def day_among(quote: Quote, sentences: Sequence[Quote]) -> Quote | None:
    """Return the last line above that is no more than a date, or names a meeting in the head."""
    head = [one for one in sentences[:_HEAD] if meeting().search(said_of(one))]
    place = quote.passage.passage_idx, quote.span.start
    dated = [
        one
        for one in sentences
        if (one.passage.passage_idx, one.span.start) < place
        and days_named(one.text)
        and (one in head or (is_date(one.text) and not header_of(one.text)))
    ]
    return dated[-1] if head and dated and not days_named(quote.text) else None


def dated(
    wanted: int, numbers_in: Callable[[str], list[int]], sentences: Sequence[Quote]
) -> list[Quote]:
    """Return what stands under a date with a number: in its heading, or a line that is a date."""
    found, current = list[Quote](), list[int]()
    for quote in sentences:
        for text in (heading_of(quote), quote.text if is_date(quote.text) else ""):
            current = numbers_in(text) or current
        if wanted in current:
            found.append(quote)
    return found


def day_numbers(text: str) -> list[int]:
    """Return of which days of a month a text tells."""
    return [day for (_, _, day), _ in days_named(text)]


def month_numbers(text: str) -> list[int]:
    """Return the last month that a text names."""
    words = (month_number(word) for word in _WORD.findall(text))
    named = [day.month for day in dates_in(text)] or [number for number in words if number]
    return named[-1:]


def is_date(line: str) -> bool:
    """Say whether a line dates what follows: "Ops meeting, 5 March 2026", and says no more."""
    words = [w for w in _WORD.findall(meeting().sub(" ", fold(line))) if not month_number(w)]
    return len(line) <= _LONGEST_DATE and len(content_words(" ".join(words))) <= _DATED_WORDS
