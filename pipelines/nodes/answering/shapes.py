"""Shapes: what a year, a day, an hour, a number to call and an address of mail look like."""

import re
from itertools import chain

from pipelines.models.documents import Span
from pipelines.nodes.text.calendar import days_in

YEAR = re.compile(r"1\d{3}|20\d{2}")
DAY = re.compile(
    r"\d{1,2}[./]\d{1,2}[./]\d{2,4}|\d{4}[./]\d{1,2}[./]\d{1,2}|[0-3]\d[./][01]\d|\d{1,2}:\d{2}"
    r"|[01]?\d[./](?:19|20)\d{2}"
)
DATE = re.compile(
    r"\d{1,2}[./]\d{1,2}[./]\d{2,4}|\d{4}[./]\d{1,2}[./]\d{1,2}|\d{1,2}:\d{2}"
    r"|[01]?\d[./](?:19|20)\d{2}"
)
HOUR = re.compile(
    r"(?<![\d.,:£$€¥₽])(?:[01]?\d|2[0-4]|[一二三四五六七八九十]{1,3}(?=点))"
    r"(?:[:.][0-5]\d(?![\d:]|[.,]\d|\s*(?:[%£$€¥₽]|кг|руб|eur|usd|kg))"
    r"|(?:\s?[ap]\.?m\b|\s?o[’']clock|\s(?:час(?:а|ов)?|ч\.?)\s(?:утра|дня|вечера|ночи)|点|\suhr\b))",
    re.IGNORECASE,
)
_PLAIN = r"(?:1?\d|2[0-4])(?!\d|[.,:/]\d|\s?[%°£$€¥₽])"
_NOTHING_COUNTED = (  # what may follow an hour, and is no noun
    r"(?=\s*(?:[.,;!?()—]|$|(?:час(?:ов|ам|а)|ч|h|uhr|sharp|ровно|во?|и|а|без|кроме|по(?!\s\d)|on|and|or"
    r"|but|except|daily|every|in|an|und|weekdays?|ежедневно)\b))"
)
_FROM_TO = re.compile(
    rf"\b(?:со?|from|von|between|zwischen)\s(?P<hour>{_PLAIN})\s*(?:до|to|till|until|bis|and|und|[–-])"
    rf"\s?(?P<end>{_PLAIN}){_NOTHING_COUNTED}",
    re.IGNORECASE,
)
# "until 9", "at 9 sharp", «к 14 часам», and no «до 24 часов», a length of time; «в 14 часов», but
# neither «раз в 8 часов» nor «в 3 часа езды».
_SURELY = re.compile(
    rf"\b(?:until|till)\s(?P<hour>{_PLAIN}){_NOTHING_COUNTED}"
    rf"|\b(?:к|с|at|by|um)\s(?P<at>{_PLAIN})(?=\s(?:час(?:ов|ам|а)|uhr|sharp|ровно)\b)"
    rf"|(?<!раз )(?<!раза )\bв\s(?P<on>{_PLAIN})"
    r"(?=\sчас(?:ов|а)?\b(?!\s(?:езды|ходьбы|пути|л[её]та|от)\b))",
    re.IGNORECASE,
)
_OF_A_DAY = re.compile(  # of a text that names a day: «по пятницам до 17», "Sat 10–4"
    rf"\b(?:до|к|в|со?|at|by|to|from|um|bis|ab)\s(?P<hour>{_PLAIN}){_NOTHING_COUNTED}"
    rf"|(?<![\w.,/–-])(?P<from>{_PLAIN})\s?[–-]\s?(?P<to>{_PLAIN}){_NOTHING_COUNTED}",
    re.IGNORECASE,
)
_CLOCK = r"(?:[01]\d|2[0-3])[0-5]\d(?![\d.,:]\d|\d|\s?[%°£$€¥₽])"
_IN_FOUR = (  # as ships and trains write them: "at 1930", "0800 to 1730"; a year stands behind "in"
    re.compile(rf"\b(?:at|um)\s(?P<hour>{_CLOCK}){_NOTHING_COUNTED}", re.IGNORECASE),
    re.compile(
        rf"(?<![\w.,:/£$€–-])(?P<from>0\d[0-5]\d)(?!\d)\s?(?:[–-]|to|till|until|and)\s?(?P<to>{_CLOCK})"
        rf"{_NOTHING_COUNTED}",
        re.IGNORECASE,
    ),
)
_IN_FOUR_OF_A_DAY = re.compile(
    rf"\b(?:from|by|until|till|to)\s(?P<hour>{_CLOCK}){_NOTHING_COUNTED}"
    rf"|(?<![\w.,:/£$€–-])(?P<start>{_CLOCK})\s?(?:[–-]|to)\s?(?P<end>{_CLOCK}){_NOTHING_COUNTED}",
    re.IGNORECASE,
)
_DAILY = re.compile(
    r"\b(?:daily|every day|ежедневно|каждый день|täglich|cada día)\b", re.IGNORECASE
)
PHONE = re.compile(  # it begins as one does, or is written in groups; a date is neither
    r"(?<![A-Za-zА-Яа-яЁё\d_.,-])(?!\d{4}-\d\d-\d\d(?!\d)|\d\d-\d\d-\d{4}(?!\d))"
    r"(?:(?:\+|\(|0|8[\s(-])[\d\s()–-]{7,18}\d|[178]\d{10}(?!\d)"
    r"|\d{1,4}(?:[\s)]{1,2}\d{1,4})?(?:[-–]\d{2,4}){2,3}|\d{3}[-–]\d{4})(?![\w.,:]*\d)"
)
SHORT_NUMBER = re.compile(r"\d{2,5}")
TO_CALL = re.compile(  # a number of a town, without marks
    r"(?i)(?:\bзвон\w+|\b(?:ring|call|dial|phone|tel)\b|\bтел(?:ефон\w*)?\b|电话)"
    r"\W{1,3}\d{5,7}(?!\d)"
)
EMAIL = re.compile(r"[\w.+-]+@[\w-]+(?:\.[\w-]+)+")


def plain_hours(text: str) -> tuple[Span, ...]:
    """Return where hours without minutes stand: "from 9 to 20", "Fri 9–17", "at 9 sharp"."""
    return tuple(
        sorted({*_certain_hours(text), *_spans(_FROM_TO, text)}, key=lambda one: one.start)
    )


def without_hours(text: str) -> str:
    """Return a text with blanks for its plain hours; "from 5 to 10" by itself may be anything."""
    for span in _certain_hours(text):
        text = text[: span.start] + " " * (span.end - span.start) + text[span.end :]
    return text


def _certain_hours(text: str) -> set[Span]:
    of_a_day = bool(_DAILY.search(text) or days_in(text, is_label=True))
    patterns: tuple[re.Pattern[str], ...] = (_SURELY, *_IN_FOUR)
    if of_a_day:
        patterns = (*patterns, _FROM_TO, _OF_A_DAY, _IN_FOUR_OF_A_DAY)
    return {*chain.from_iterable(_spans(pattern, text) for pattern in patterns)}


def _spans(pattern: re.Pattern[str], text: str) -> list[Span]:
    return [
        Span(*match.span(name))
        for match in pattern.finditer(text)
        for name in match.groupdict()
        if match[name]
    ]
