"""Numbers in a text, however they are written: 12 500 and 12,500, seven, 6 pm and 18:00.

Ordinals are told apart in words, first to tenth: the third harvest is another one than the second.
"""

import re
from collections.abc import Container, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import Any

from pipelines.models.documents import Span
from pipelines.nodes.text.calendar import month_number
from pipelines.nodes.text.words import fold
from pipelines.nodes.word_tables import read_table

_NUMERAL = re.compile(
    r"""(?P<clock>(?<![\d:.])(?:[01]?\d|2[0-4])[:.][0-5]\d(?![\d:]|[.,]\d))(?P<half>\s?[ap]\.?m\b)?
    | (?P<date>(?<![\d.])\d{1,2}\.\d{1,2}\.\d{2,4}(?!\.?\d)|\b\d{4}-\d\d-\d\d\b
      |(?<![\d/])\d{1,2}/\d{1,2}/(?:19|20)\d\d(?![\d/]))
    | (?P<large>\d+(?:[.,]\d+)?)\s?(?P<times>тыс\w*|тысяч\w*|млн|миллион\w*|млрд|миллиард\w*
      |thousand|million|billion)\b
    | (?P<number>\d{1,3}(?:[ \u00a0\u202f',]\d{3})+(?!\d)(?:[.,]\d+)?|\d+(?:[.,]\d+)?)
      (?:\s?(?P<noon>[ap])\.?m\b)?
    | (?P<word>[^\W\d_]+)""",
    re.IGNORECASE | re.VERBOSE,
)
_THOUSANDS = re.compile(r"(?<=\d)[ \u00a0\u202f',](?=\d{3}(?!\d))")
_NOON = 12
_JOINT = "and"  # "one hundred and forty-two"
_ONE = ("one", "один", "одна", "одно", "одну")  # and their cases
_TEN, _HUNDRED = 10, 100
_WORD = re.compile(r"[^\W_]+")
_AGES = re.compile(r"(\d{1,2})s")
_LONGEST_ENDING = 3  # letters after the beginning of an ordinal
_WRITTEN_ORDINAL = re.compile(
    r"(\d{1,3})(?:st|nd|rd|th|-?(?:[оыи]?й|[оы]?е|а?я|[ое]?го|[ое]?му|[оы]?м))"
)
_LONGEST_KNOWN = 2000  # characters of a text whose numbers are remembered


@dataclass(frozen=True, slots=True)
class Number:
    """A number in a text: all that it may be said to be, and where it stands.

    18:00 is 18:00 and 18; a month is m6, whatever it is written as.
    """

    values: frozenset[str]
    span: Span


def numbers_in(text: str) -> tuple[Number, ...]:
    """Return the numbers of a text in their order; numerals in words are joined to one."""
    return _known_numbers(text) if len(text) <= _LONGEST_KNOWN else _numbers_in(text)


def _numbers_in(text: str) -> tuple[Number, ...]:
    found: list[Number] = []
    words: list[tuple[int, Span]] = []
    for match in _NUMERAL.finditer(text):
        span, value = Span(*match.span()), _numeral(match["word"] or "")
        if value is None and _is_joined_one(match["word"], words, text[: match.start()]):
            value = 1
        if value is not None:
            words = _joined(words, value, span, text)
            continue
        if fold(match[0]) == _JOINT:
            continue
        found += _said(words)
        words = []
        if not match["word"]:
            found.append(Number(frozenset(_values(match)), span))
        elif (month := month_number(match[0])) and _is_surely_month(text, span):
            found.append(Number(frozenset({f"m{month}"}), span))
    return tuple(sorted([*found, *_said(words)], key=lambda number: number.span.start))


# A source's are asked for with every sentence that is held against it.
_known_numbers = lru_cache(maxsize=512)(_numbers_in)


def _is_surely_month(text: str, span: Span) -> bool:
    """Tell "5 may" and "in May" from "you may" and "May I"; Russian has no such words."""
    word = text[span.start : span.end]
    beside = text[: span.start].rstrip()[-1:] + text[span.end :].lstrip(" .,")[:1]
    is_inside = word[0].isupper() and text[: span.start].rstrip()[-1:] not in ("", ".", "!", "?")
    return not word.isascii() or is_inside or any(map(str.isdigit, beside))


def _values(match: re.Match[str]) -> Iterator[str]:
    """Give all that a numeral may be said to be."""
    if clock := match["clock"]:
        hour, minute = map(int, re.split(r"[:.]", clock))
        half = (match["half"] or "").strip()[:1].lower()
        yield _hour(hour, minute, half)
        if not minute:
            yield _hour(hour, None, half)
        if "." in clock:
            yield _plain(clock)
    elif date := match["date"]:
        parts = re.split(r"[./-]", date)
        day, month, year = parts[::-1] if "-" in date else parts
        yield from (f"{int(day)}", f"m{int(month)}", year, f"20{year}"[-4:])
    elif large := match["large"]:
        times = _numeral(match["times"]) or 1
        yield _plain(f"{float(large.replace(',', '.')) * times:.3f}")
    elif noon := match["noon"]:
        hour = int(float(_plain(match["number"])))
        yield from (_hour(hour, minute, noon.lower()) for minute in (0, None))
    else:
        yield _plain(match["number"])


def _hour(hour: int, minute: int | None, half: str) -> str:
    """Write an hour as the clock of 24 hours does; alone without minutes."""
    hour = hour % _NOON + (_NOON if half == "p" else 0) if half else hour
    return f"{hour}" if minute is None else f"{hour}:{minute:02}"


def _plain(number: str) -> str:
    whole = _THOUSANDS.sub("", number).replace(",", ".")
    return (whole.rstrip("0").rstrip(".") if "." in whole else whole).lstrip("0") or "0"


def _joined(
    words: list[tuple[int, Span]], value: int, span: Span, text: str
) -> list[tuple[int, Span]]:
    """Join a numeral to the one before it: "twenty" "five", "one hundred" "and" "forty"."""
    if words:
        before, place = words[-1]
        between = text[place.end : span.start].strip(" -\u00a0")
        if between in ("", _JOINT):
            whole = Span(place.start, span.end)
            if value >= _HUNDRED and before < value:
                return [*words[:-1], (before * value, whole)]
            if not between and value < _TEN < before and before % _TEN == 0:
                return [*words[:-1], (before + value, whole)]
            if before % _HUNDRED == 0 and value < before:
                return [*words[:-1], (before + value, whole)]
    return [*words, (value, span)]


def _is_joined_one(word: str | None, words: list[tuple[int, Span]], before: str) -> bool:
    """Say whether a word is the "one" of "twenty-one"; elsewhere "one" counts nothing."""
    if word is None or not words or not fold(word).startswith(_ONE) or len(word) > 6:
        return False
    value, place = words[-1]
    return not before[place.end :].strip(" -\u00a0") and value % _TEN == 0 and value > _TEN


def _said(words: list[tuple[int, Span]]) -> list[Number]:
    return [Number(frozenset({str(value)}), span) for value, span in words]


def _numeral(word: str) -> int | None:
    """Return what a numeral in words stands for."""
    folded = fold(word)
    if (whole := _words().get(folded)) is not None:
        return whole
    return next((v for begin, v in _stems().items() if folded.startswith(begin)), None)


@cache
def _words() -> Mapping[str, int]:
    return {word: value for word, value in _listed() if not word.endswith("*")}


@cache
def _stems() -> Mapping[str, int]:
    return {word[:-1]: value for word, value in _listed() if word.endswith("*")}


def _listed() -> Iterator[tuple[str, int]]:
    for value, words in _table()["words"].items():
        yield from ((fold(word), int(value)) for word in words)


@lru_cache(maxsize=4096)
def ordinal_of(word: str) -> int:
    """Return which number a word counts to, 1 to 10; 0 when it is no ordinal."""
    folded = fold(word)
    if folded in _ordinals()[1]:
        return 0
    for number, beginnings in enumerate(_ordinals()[0], start=1):
        for beginning in beginnings:
            if folded.startswith(beginning) and len(folded) - len(beginning) <= _LONGEST_ENDING:
                return number
    return 0


def written_ordinal(word: str) -> int:
    """Return the number of an ordinal in digits, "16th" or «16-го»; 0 when it is none."""
    match = _WRITTEN_ORDINAL.fullmatch(fold(word))
    return int(match[1]) if match else 0


def ages_held(stems: Iterable[str], held: Container[str]) -> frozenset[str]:
    """Return the ages of which the number stands there: "65s", of "aged 65 and over"."""
    ages = {stem: age[1] for stem in stems if (age := _AGES.fullmatch(stem))}
    return frozenset(stem for stem, number in ages.items() if number in held)


def ordinals_in(text: str) -> frozenset[int]:
    """Return the ordinals that a text names."""
    return frozenset(number for word in _WORD.findall(text) if (number := ordinal_of(word)))


@cache
def _ordinals() -> tuple[tuple[tuple[str, ...], ...], frozenset[str]]:
    lists = _table()["ordinals"]
    beginnings = tuple(tuple(map(fold, words)) for words in lists["beginnings"])
    return beginnings, frozenset(map(fold, lists["others"]))


def _table() -> dict[str, Any]:
    return read_table(__package__, "numbers.toml")
