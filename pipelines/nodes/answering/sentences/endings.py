"""Endings: until when something is: "When does the lease end?", and "from 10 June to 9 May".

Such a sentence has no word for the end but the one before its last day, "to"; or it tells how long
something is from a day on: "for two years from 1 April 2026". Whoever asks until when something is
not there, or how long it is closed, asks for its end as well.
"""

import re

from pipelines.nodes.answering.shapes import HOUR, plain_hours
from pipelines.nodes.text.calendar import days_named
from pipelines.nodes.text.words import fold

_ENDS = re.compile(
    r"ends?|ended|ending|expires?|expired|expiry|finish(?:es|ed)?|run out|runs out|be over|is over"
    r"|заканчива\w+|законч\w+|конча[ею]т\w*|конч[иа]т\w*|истека\w+|истеч\w+|оканчива\w+|заверша\w+|заверш[иа]т\w*"
    r"|endet|enden|abläuft|termina|vence|acaba"
)
_BEGINS = re.compile(
    r"\b(?:starts?|started|starting|begins?|beginning|began|начин\w+|начн\w+|начал\w+"
    r"|beginnt|anfängt|empieza|comienza)\b"
)
_ASKS_END = re.compile(rf"\b(?:{_ENDS.pattern})\b")
_WHEN = re.compile(r"\b(?:when|what (?:day|date|time)|когда|какого числа|во сколько|wann|cuándo)\b")
_ASKS_UNTIL = re.compile(
    r"\b(?:(?:until|till|til) (?:when|what|which)|до как(?:ого|ой|их) \w+"
    r"|(?:how long|for how many \w+) (?:[\w'’]+ ){0,5}(?:closed|shut|off|away|down|no|out|without)"
    r"|(?:как долго|сколько \w+) (?:\w+ ){0,4}(?:нет|не будет|закры\w+|отключ\w+|без)"
    r"|bis wann|bis zu welchem|hasta cuándo|hasta qué)\b"
)
_UNTIL = re.compile(r"(?:\b(?:to|till|until|through|по|до|bis|hasta|al)|[–—-])\s*$")
_FROM = re.compile(
    r"\b(?:from|since|starting(?: from| on)?|beginning(?: on)?|commencing(?: on)?|effective"
    r"|начиная с|со дня|со|с|ab(?: dem)?|vom|desde|a partir del?)\s*$"
)
_LASTS = re.compile(
    r"\b(?:for|during|term of|period of|на|в течение|сроком|für|durante|por)\s+(?:[\w-]+\s+){0,2}?"
    r"(?:\d+\s+|\([^()]*\)\s+)?(?:years?|months?|weeks?|days?|год\w*|лет|месяц\w*|недел\w*|дня|дней"
    r"|jahre?|monate?|wochen?|tage|años?|mes(?:es)?|semanas?|días?)\b"
)


def asks_for_end(question: str) -> bool:
    """Say whether it is asked when something ends, or until when it is."""
    folded = fold(question)
    if _ASKS_UNTIL.search(folded):
        return True
    return bool(_WHEN.search(folded) and _ASKS_END.search(folded))


def says_end(word: str) -> bool:
    """Say whether a word of a question is of ending."""
    return _ENDS.fullmatch(fold(word)) is not None


def holds_end(text: str) -> bool:
    """Say whether a sentence tells until which day or hour something is, or how long from a day."""
    days = [span.start for _, span in days_named(text)]
    if _LASTS.search(fold(text)) and any(_FROM.search(fold(text[:start])) for start in days):
        return True
    hours = [match.start() for match in HOUR.finditer(text)]
    hours += [span.start for span in plain_hours(text)]
    return any(_UNTIL.search(fold(text[:start])) for start in (*days, *hours))


def tells_other_end(question: str, sentence: str) -> bool:
    """Say whether it is asked when something ends, and told only when it begins; or so reversed."""
    is_ending, folded = asks_for_end(question), fold(sentence)
    if not is_ending and not _BEGINS.search(fold(question)):
        return False
    begins, ends = (one.search(folded) is not None for one in (_BEGINS, _ASKS_END))
    if is_ending:
        return begins and not ends and not holds_end(sentence)
    return ends and not begins
