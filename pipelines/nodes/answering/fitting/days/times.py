"""Times: whether a sentence tells how it is on a day that is named, and of nothing less.

"Are you open on Boxing Day" has no word of "Closed from 24 December to 1 January", and is answered
by it: the day is within the stretch, and closed is what is asked.
"""

import re
from functools import cache

from pipelines.nodes.answering.sentences.word_lists import pattern_of
from pipelines.nodes.text.calendar import (
    YearDay,
    are_near_end,
    holidays_in,
    is_of_year,
    share_within,
    year_days,
)
from pipelines.nodes.text.glossary import mean_the_same
from pipelines.nodes.text.words import content_words, fold, split_sentences
from pipelines.nodes.word_tables import read_table

_WORD = re.compile(r"[^\W\d_]+")
_ALL = 1.0  # of the days


def tells_of_the_day(question: str, sentence: str) -> bool:
    """Say whether all days that a question names are within a stretch of days of a sentence.

    Whatever else it names has to stand there as well: a pool's stretch is none of the library.
    """
    days = year_days(question)
    if not days or not (share_within(days, sentence) >= _ALL or tells_open_on(days, sentence)):
        return False
    said = content_words(sentence)
    return all(_is_told(word, said, sentence) for word in _besides_days(question))


def tells_open_on(days: frozenset[YearDay], text: str) -> bool:
    """Say whether a text tells until or from when something is open, or closed, close to days."""
    told = (text[span.start : span.end] for span in split_sentences(text))
    return bool(days) and any(are_near_end(days, one) and _open().search(fold(one)) for one in told)


def _is_told(word: str, said: frozenset[str], sentence: str) -> bool:
    stems = content_words(word)
    if stems <= said or mean_the_same(stems, said):
        return True
    return bool(_open().fullmatch(fold(word)) and _open().search(fold(sentence)))


def _besides_days(question: str) -> list[str]:
    """Return the words of a question that are no day, no month and no season."""
    named = [span for _, span in holidays_in(question)]
    return [
        match[0]
        for match in _WORD.finditer(question)
        if not is_of_year(match[0])
        if not any(span.start <= match.start() < span.end for span in named)
        if content_words(match[0])
    ]


@cache
def _open() -> re.Pattern[str]:
    words: list[str] = read_table(__package__, "times.toml")["open"]
    return pattern_of(map(fold, words))
