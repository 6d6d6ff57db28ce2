"""Shapes: what a year, a day, an hour, a number to call and an address of mail look like."""

import re

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
_PLAIN = r"(?:1?\d|2[0-4])(?!\d|[.,:/]\d|\s?[%°£$€¥₽]|\s+по\s+\d)"
_NOTHING_COUNTED = (  # what may follow an hour, and is no noun
    r"\s*(?:[.,;!?()—]|$|(?:час(?:ов|ам|а)|ч|h|uhr|sharp|ровно|во?|и|а|без|кроме|по|on|and|or|but"
    r"|except|daily|every|in|an|und|weekdays?|ежедневно)\b)"
)
PLAIN_HOUR = re.compile(  # "с 9 до 20", "from 10 to 4", "Пн–пт 9–18"
    r"\b(?:со?|до|к|в|from|until|till|to|by|at|von|bis|um|ab|пн|вт|ср|чт|пт|сб|вс|mon|tue|wed|thu|fri"
    r"|sat|sun|mo|di|mi|do|fr|sa|so|\w+days?|понедельник\w*|вторник\w*|сред\w|четверг\w*|пятниц\w"
    r"|суббот\w|воскресень\w|будн\w+|выходны\w+|ежедневно|daily|\w+tags?|täglich)[\s,:–—-]{1,3}"
    rf"(?P<hour>{_PLAIN})(?=(?:\s*(?:до|to|till|until|bis|[–-])\s?{_PLAIN})?{_NOTHING_COUNTED})",
    re.IGNORECASE,
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
