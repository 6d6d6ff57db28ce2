"""Anchors: what a question hangs on, and whether a text stands for it.

A question about Novosibirsk is not answered by Moscow's figure, however well all else fits. Names,
years, numbers and codes that a question gives have to stand where its answer is taken from:
inflected, transliterated or, in another language, as what its stored token vectors stand for.
"""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from decimal import Decimal
from difflib import SequenceMatcher
from functools import lru_cache
from typing import Literal

from pipelines.nodes.answering.fitting.days.times import tells_open_on
from pipelines.nodes.questions.follow_up.tokens import Kind, Token, tokens_of
from pipelines.nodes.questions.spelling.distance import root_of
from pipelines.nodes.tables.amounts.arithmetic import find_numbers
from pipelines.nodes.tables.asking import asked_conditions
from pipelines.nodes.tables.words.lexicon import EXTREMES, UNIT_NAMES
from pipelines.nodes.text.calendar import (
    dates_in,
    day_or_month,
    days_in,
    days_named,
    is_month,
    month_number,
    months_between,
    months_of_season,
    seasons_in,
    share_within,
    year_days,
)
from pipelines.nodes.text.dictionary import (
    in_english,
    is_first_name,
    is_place_name,
    is_said_in_several,
    part_of_speech,
    says,
)
from pipelines.nodes.text.glossary import compounds_in, inflected, mean_the_same
from pipelines.nodes.text.numbers import ordinal_of, ordinals_in, written_ordinal
from pipelines.nodes.text.words import (
    content_words,
    fold,
    joined_codes,
    letters_alike,
    romanised,
    sounds_of_name,
    spelled_apart,
)
from pipelines.nodes.text.year_parts import year_parts

_LONGEST_KNOWN = 4000  # characters of a text of which it is remembered what it lacks
_HARD: frozenset[Kind] = frozenset({"year", "number", "code", "name"})
_CAPITAL_NOUNS = frozenset({"de", "lb"})
_CYRILLIC = re.compile(r"[а-яё]", re.IGNORECASE)
_LATIN = re.compile(r"[a-z]", re.IGNORECASE)
_WORD = re.compile(r"[^\W\d_]+")
_HAN = re.compile(r"[\u3400-\u9fff]")
_TIME = re.compile(r"1\d{3}s|20\d\ds|\d{1,2}(?:th|st|nd|rd)", re.IGNORECASE)
_INFLECTED = re.compile(r"(\w{2,})[aeiouy]{0,2} \1[aeiouy]{0,2}")  # Зоя, Зои: too short to compare
_NUMERAL_OR_WORD = re.compile(r"\d+|[^\W\d_]{2,}")
_CLOCK = re.compile(
    r"\b(?:[01]?\d|2[0-4])[:.][0-5]\d\b(?!\.?\d)|\b\d{1,2}\s?(?:[ap]\.?m\b|o[’']clock)", re.I
)
_MONEY = re.compile(  # of which there may be any amount: "my ring cost £3,000"
    r"[£$€₽¥]\s?\d[\d ,.\u00a0]*"
    r"|\d[\d ,.\u00a0]*+"
    r"(?:[£$€₽¥]|(?:pounds?|dollars?|euros?|руб|тыс|евро|долл|quid)\w*|(?P<bare>))",
    re.IGNORECASE,
)
_BIRTHDAY = re.compile(r"\b(?:my|our|his|her|their|\w+['’]s) \d{2}(?:st|nd|rd|th)\b", re.IGNORECASE)
_AGE = re.compile(  # of whoever it is about: "my 6 year old"
    r"\b\d{1,3}[\s-]?(?:years?|yrs?|months?|weeks?)[\s-]?olds?\b|\bage[ds]?\s(?:of\s)?\d{1,3}\b"
    r"|\b\d{1,3}[\s-]jährig\w*|\b\d{1,3}[\s-]?летн\w+"
    r"|\b(?:реб[её]нк|сын|доч|внук|внуч|малыш|мальчик|девочк)\w*\s\d{1,2}\s(?:год|лет|мес)\w*"
    r"|\b(?:мне|ему|ей|нам|им)\s\d{1,3}\s(?:год|лет)\w*"
    r"|\b(?:over|under)[\s-]\d{1,2}['’]?s\b",
    re.IGNORECASE,
)
_LETTERED = re.compile(  # what a letter names: "zone M", «корпус Б»; "I" and "A" are words
    r"\b([^\W\d_A-ZА-ЯЁ]{3,}) ([B-HJ-ZА-ЯЁ])(?=[\s,;:?!]|\.?$)"
)
_AREA = re.compile(r"(?:[кcс]?[мm]|in|ft)[2²3³]", re.IGNORECASE)  # units, and no codes
_MEASURE = re.compile(r"(\d+)(?:[.,]\d+)?([^\W\d_]+)")
_UNITS = re.compile(r"(?<=\d)\s?([^\W\d_]+)")
_OF_FORMS = frozenset({"gram", "tonne"})  # whose letter may name a form of a school: «5г»
_MOST_FORMS = 12
_DAY_AND_NAME = 2  # words
_DECIMAL = re.compile(r"\d{1,3}(?:\.\d{1,2})?")
_COMMA = re.compile(r"(?<=\d),(?=\d{1,2}(?![\d,]))")  # of a decimal: «37,2»
_CODE = re.compile(r"([^\W\d_]{1,3})-?(\d{1,4})")
_CODES = re.compile(
    r"(?<![\w.-])([^\W\d_]{1,3})-?(\d{1,4})\s?(?:[–—-]|to|through|до|по|bis)\s?"
    r"([^\W\d_]{0,3})-?(\d{1,4})(?![\w:]|[.,]\d)"
)
_TIMES = re.compile(r"раз(?:а|у)?|times?|thing|делом", re.IGNORECASE)  # "first thing", at once
_SHORTEST_NAME = 4  # letters, by which another script is searched for one
_SHORT_STEM = 4  # letters of a word whose ending is still in its stem of five
_WORDS_BY_NAME = 20  # at most, of a text whose names have capitals
_NEAR_BOUND = Decimal("0.1")  # of a bound, within which a number may be asked because of it
_LEAST_WHOLE = 10  # bound that is no decimal; below it a decimal numbers a section: "4.2"
_ALIKE = 0.75  # of a transliterated name and a word: Kaluga and Калуге, Achebe and Ачебе
Script = Literal["cyrillic", "latin", "other"]


@dataclass(frozen=True, slots=True)
class Anchor:
    """A part of a question that its answer must stand for.

    counted: the word behind it, which it counts: "harvest" of "the third harvest"; before a letter
        the word that it belongs to: "zone" of "zone M".
    said: what it is in English, where it is a word of another language than English and Russian.
    dated: a day as it is written, where its month or weekday stands before: "June 26".
    """

    text: str
    kind: Kind
    counted: str = ""
    said: tuple[str, ...] = ()
    dated: str = ""

    @property
    def whole(self) -> str:
        """How people say it: a number with what it counts, a letter with what it names."""
        if self.is_letter or self.dated:
            return self.dated or f"{self.counted} {self.text}"
        is_number = self.kind == "number" or ordinal_of(self.text)
        return f"{self.text} {self.counted}".rstrip() if is_number else self.text

    @property
    def is_letter(self) -> bool:
        """Whether it is a single letter that names something."""
        return self.kind == "code" and len(self.text) == 1

    @property
    def is_time(self) -> bool:
        """Whether it is a year, a decade or a century."""
        return self.kind == "year" or bool(_TIME.fullmatch(self.text))

    @classmethod
    def named(cls, text: str, language: str = "en") -> "Anchor":
        """Make one of what was named otherwise than by a name: "and the morning one?"."""
        return cls(text, "word", said=in_english(text, language))


def with_points(text: str) -> str:
    """Write decimals with a point, each letter in its place: "37.2" for «37,2»."""
    return _COMMA.sub(".", text)


def anchors_of(question: str, language: str = "und") -> tuple[Anchor, ...]:
    """Return the names, years, numbers and codes of a question, in its order.

    Where every noun has a capital, none is taken for a name; «ольги» and «москвы» have none. An
    hour, a sum, an age and a number of things are what is asked about: "three trees" may be felled
    at a price for one, "stage 3" is no other.
    """
    hard = _HARD - {"name"} if language in _CAPITAL_NOUNS else _HARD
    tokens = tokens_of(question := with_points(question))
    asked = (match for one in (_CLOCK, _MONEY, _AGE, _BIRTHDAY) for match in one.finditer(question))
    free = [match.span() for match in asked if match.lastgroup != "bare"]
    letters = (Anchor(m[2], "code", m[1]) for m in _LETTERED.finditer(question))
    held = (
        Anchor(
            *(token.text, kind, following.text if following else ""),
            dated=_dated(token, before, following, question),
        )
        for before, token, following in zip(
            [None, *tokens], tokens, [*tokens[1:], None], strict=False
        )
        if ((kind := _kind_of(token, following or before)) in hard and not _is_no_code(token))
        or ordinal_of(token.text)
        if not any(start <= token.start < end for start, end in free)
        if not _counts(token, following, question)
    )
    return (*held, *letters)


def _dated(token: Token, before: Token | None, following: Token | None, question: str) -> str:
    """Return a day with the month or the weekday before it, where it has no month behind it."""
    is_day = token.kind == "number" and not (following and is_month(following.text))
    if before is None or not is_day or not day_or_month(fold(before.text)):
        return ""
    said = question[before.start : token.end]
    return said if len(said.split()) == _DAY_AND_NAME else ""


def _kind_of(token: Token, beside: Token | None) -> Kind:
    if token.kind != "word":
        return token.kind
    word = fold(token.text)
    if beside and _is_shortened(word) and part_of_speech(fold(beside.text)) == "NOUN":
        return "word"  # «макс вес» is of no Max
    return "name" if is_first_name(word) or is_place_name(word) else "word"


def _is_shortened(word: str) -> bool:
    """Say whether a word may be one of what a column is called by, in short."""
    return any(words.holds(word) for words in EXTREMES.values())


def _is_no_code(token: Token) -> bool:
    """Say whether a token only looks like a code: "m²", "40kg", a clause in Chinese characters."""
    is_other = _HAN.search(token.text) or _AREA.fullmatch(token.text)
    return token.kind == "code" and (is_other is not None or _is_measure(token.text))


def _is_measure(text: str) -> bool:
    """Say whether a unit is written to its number, without a space: "40kg", "9m", and no "5G"."""
    measure = _MEASURE.fullmatch(text)
    if measure is None or (len(measure[2]) == 1 and measure[2].isupper()):
        return False
    names = {name for name, unit in UNIT_NAMES.items() if unit.holds(fold(measure[2]))}
    may_be_form = len(measure[2]) == 1 and int(measure[1]) < _MOST_FORMS
    return bool(names - _OF_FORMS if may_be_form else names)


def _counts(token: Token, following: Token | None, question: str) -> bool:
    """Say whether a number is one of things, or an ordinal one of times."""
    if following is None or question[token.end : following.start].strip(" \u00a0"):
        return False
    if ordinal_of(token.text):
        return bool(_TIMES.fullmatch(following.text))
    is_thing = following.kind in ("word", "adjective") and not is_month(following.text)
    return token.kind == "number" and token.text.isdigit() and is_thing


def missing(
    anchors: Sequence[Anchor], evidence: str, *, crosses: bool = False
) -> tuple[Anchor, ...]:
    """Return the anchors that nothing in a text stands for.

    Args:
        evidence: what is quoted, with its passage, its headings, the title of its document.
        crosses: the text is in another language, where a name of several words may be others
            altogether: numbers and codes are looked for, and a name as it sounds or is called.
    """
    is_short = len(evidence) <= _LONGEST_KNOWN
    return (_known_missing if is_short else _missing)(tuple(anchors), evidence, crosses)


def _missing(anchors: tuple[Anchor, ...], evidence: str, crosses: bool) -> tuple[Anchor, ...]:
    if any(anchor.kind in ("number", "year") for anchor in anchors):
        evidence = _with_days(evidence)
    held = content_words(evidence)
    if named := frozenset(fold(a.text) for a in anchors if a.kind in ("word", "adjective")):
        held |= compounds_in(evidence, named)
    sounds = _sounds(evidence, crosses=crosses)
    return tuple(
        anchor
        for anchor in anchors
        if not _stands(anchor, held, sounds, evidence, crosses)
        and not is_declined(anchor.text, evidence)
    )


_known_missing = lru_cache(maxsize=512)(_missing)  # passages are ranked by it, and then read


def _with_days(evidence: str) -> str:
    """Write the days of a text out behind it: 2026-05-06 stands for "6" and "2026", too."""
    said = (f"{day.day} {day.year}" for day in dict.fromkeys(dates_in(evidence)))
    return "\n".join((evidence, *said))


def is_declined(text: str, evidence: str) -> bool:
    """Say whether all words of a text stand in another, in whatever case: «нотного», «нотный»."""
    words = [fold(word) for word in _WORD.findall(text)]
    if (
        not words
        or any(map(str.isdigit, text))
        or not all(len(word) > _SHORT_STEM for word in words)
    ):
        return False
    roots = {root_of(fold(word)) for word in _WORD.findall(evidence)}
    return all(root_of(word) in roots for word in words)


def names_in(text: str) -> tuple[str, ...]:
    """Return the names in a text: words with a capital inside a sentence, joined."""
    return tuple(dict.fromkeys(t.text for t in tokens_of(text) if t.kind in ("name", "code")))


def is_name(text: str) -> bool:
    """Say whether a text is nothing but names, numbers and codes."""
    tokens = tokens_of(text, fragment=True)
    return bool(tokens) and all(token.kind in _HARD for token in tokens)


def _stands(
    anchor: Anchor, held: frozenset[str], sounds: frozenset[str], evidence: str, crosses: bool
) -> bool:
    if anchor.is_letter:
        alike = letters_alike(anchor.text) if crosses else ""
        return re.search(rf"(?<!\w)[{anchor.text}{alike}](?!\w)", evidence) is not None
    wanted = content_words(anchor.text)
    if not wanted or _is_of_year_part(anchor, evidence) or _has_unit(anchor.text, evidence):
        return True
    if number := ordinal_of(anchor.text) or written_ordinal(anchor.text):
        if day := year_days(anchor.whole):  # "the 30th of October" is 30 Oct
            told = {(month, on) for (_, month, on), _ in days_named(evidence)}
            return bool(day & told or share_within(day, evidence) or tells_open_on(day, evidence))
        if wanted & held or number in ordinals_in(evidence):
            return True
        return _numbers(number, anchor.counted, evidence)
    if anchor.kind in ("year", "number"):
        days = year_days(anchor.whole)
        is_there = bool(wanted & held or share_within(days, evidence))
        is_there = is_there or tells_open_on(days, evidence)
        return is_there or tells_bound_of(anchor, evidence)
    if anchor.kind == "code":
        return _code_stands(anchor, wanted, held, evidence)
    if wanted <= held or (len(wanted) > 1 and len(wanted & held) * 2 > len(wanted)):
        return True
    if all(any(_is_shorter(one, other) for other in held) for one in wanted):
        return True
    if _is_dated(anchor.text, evidence):
        return True
    if anchor.text[0].islower() and mean_the_same(wanted, held):
        return True
    spoken = [_spoken(word) for word in _WORD.findall(anchor.text)]
    heard = sum(any(_alike(word, sound) for sound in sounds) for word in spoken)
    if heard * 2 > len(spoken):
        return True
    if crosses and script_of(anchor.text) != script_of(evidence):
        words = [sounds_of_name(fold(word)) for word in _WORD.findall(anchor.text)]
        keys = {key for word in _WORD.findall(evidence) for key in sounds_of_name(fold(word))}
        heard = sum(any(_alike(one, key) for one in word for key in keys) for word in words)
        if heard * 2 > len(words):
            return True
    if crosses and anchor.said:
        return _stands_in_english(anchor.said, held, evidence)
    if not crosses or wanted & held or script_of(anchor.text) == script_of(evidence):
        return False
    is_heard = script_of(anchor.text) != "other"
    if not is_heard or len(spoken) > 1 or mean_the_same(wanted, held):
        return True
    return anchor.text[0].islower() and _is_said_across(fold(anchor.text), evidence)


def _code_stands(
    anchor: Anchor, wanted: frozenset[str], held: frozenset[str], evidence: str
) -> bool:
    if tells_bound_of(anchor, evidence) or _is_of_codes(anchor.text, evidence):
        return True
    whole = max(sorted(wanted), key=len)
    return whole in held or whole in joined_codes(evidence) | spelled_apart(wanted, evidence)


def _stands_in_english(words: Sequence[str], held: frozenset[str], evidence: str) -> bool:
    """Say whether one of some English words stands in a text, or what says it in Russian."""
    stems = frozenset().union(*map(content_words, words))
    if script_of(evidence) == "latin":
        return bool(stems & held or inflected(stems, held)) or mean_the_same(stems, held)
    return any(_is_said_across(word, evidence) for word in words)


def _is_said_across(word: str, evidence: str) -> bool:
    """Say whether a text in the other language has what says a folded word there."""
    said = any(says(fold(one), word) for one in _WORD.findall(evidence))
    return said or is_said_in_several(word, evidence)


def _is_of_codes(code: str, evidence: str) -> bool:
    """Say whether a code is one of those from one to another: B9 of "B7 to B14", "B7–14"."""
    named = _CODE.fullmatch(fold(code))
    if named is None:
        return False
    return any(
        first == named[1] and last in ("", first) and int(low) <= int(named[2]) <= int(high)
        for first, low, last, high in _CODES.findall(fold(evidence))
    )


def tells_bound_of(anchor: Anchor, evidence: str) -> bool:
    """Say whether a text has a bound close to a decimal, or a decimal one: 37.2 by "from 37.5 on".

    On which side of it the number lies, whoever reads it sees.
    """
    if anchor.kind not in ("number", "code") or not _DECIMAL.fullmatch(anchor.text):
        return False
    value, numbers = Decimal(anchor.text), find_numbers(evidence)
    if value % 1 and any(number.value == value for number in numbers):
        return True
    bounds = (one.bound for one in asked_conditions(evidence))
    return any(
        abs(value - bound) <= _NEAR_BOUND * bound
        for bound in bounds
        if bound % 1 or (value % 1 and bound >= _LEAST_WHOLE)
    )


def _is_shorter(one: str, other: str) -> bool:
    """Say whether one stem is the other with an ending: «шторы» and «штор»."""
    short, long = sorted((one, other), key=len)
    return len(short) == _SHORT_STEM == len(long) - 1 and long.startswith(short)


def _is_dated(text: str, evidence: str) -> bool:
    """Say whether a day of the week or a month stands there, in full, in short, or in a date.

    A Tuesday stands where weekdays do, and July where June to August does, or summer; and summer,
    or a day, where it is within "from … to …".
    """
    if (days := days_in(text)) and days <= days_in(evidence):
        return True
    if share_within(year_days(text), evidence) or tells_open_on(year_days(text), evidence):
        return True
    named = day_or_month(text)
    if named is None or any(day_or_month(w) == named for w in _WORD.findall(evidence)):
        return named is not None
    seasons = seasons_in(evidence)
    of_seasons = frozenset[int]().union(*(months_of_season(one, seasons) for one in seasons))
    months = {one.month for one in dates_in(evidence)} | months_between(evidence)
    return month_number(text) in months | of_seasons


def _has_unit(text: str, evidence: str) -> bool:
    """Say whether a unit stands there as it may be written: "metres", behind "10 m"."""
    units = [words for words in UNIT_NAMES.values() if words.holds(fold(text))]
    return any(words.holds(fold(unit)) for words in units for unit in _UNITS.findall(evidence))


def _is_of_year_part(anchor: Anchor, evidence: str) -> bool:
    """Say whether a half or quarter of a year stands there, written as it may be: H1."""
    parts = {part for part, _ in year_parts(anchor.whole)}
    return bool(parts) and parts <= {part for part, _ in year_parts(evidence)}


def _numbers(number: int, counted: str, evidence: str) -> bool:
    """Say whether a numeral stands beside what an ordinal counts: "stage 3" is the third stage."""
    wanted = content_words(counted)
    words = [match[0] for match in _NUMERAL_OR_WORD.finditer(evidence)]
    places = (at for at, word in enumerate(words) if word == str(number))
    beside = (content_words(" ".join(words[max(0, at - 1) : at + 2])) for at in places)
    return any(not wanted or wanted & near or mean_the_same(wanted, near) for near in beside)


def script_of(text: str) -> Script:
    """Name the alphabet that most letters of a text are of, as far as names are spelled in it."""
    cyrillic, latin = len(_CYRILLIC.findall(text)), len(_LATIN.findall(text))
    if not cyrillic and not latin:
        return "other"
    return "cyrillic" if cyrillic >= latin else "latin"


def _sounds(text: str, *, crosses: bool) -> frozenset[str]:
    """Return the capitalised words of a text as they sound.

    Of notes without capitals all, where they are in another language: whatever sounds so is no word
    of the question's.
    """
    words = _WORD.findall(text)
    names = [word for word in words if word[:1].isupper()]
    has_names = not crosses or len(names) * _WORDS_BY_NAME > len(words)
    return frozenset(map(_spoken, names if has_names else words))


def _spoken(word: str) -> str:
    """Return a name as it sounds, whatever letters it is written in."""
    return romanised(fold(word))


def called_alike(name: str, texts: Iterable[str]) -> str:
    """Return how texts in another script write a name, as it stands first; "" where none does."""
    keys = sounds_of_name(fold(name))
    words = (word for text in texts for word in _WORD.findall(text) if word[:1].isupper())
    of_other = (word for word in words if script_of(word) != script_of(name))
    is_long = len(name) >= _SHORTEST_NAME
    heard = (
        word
        for word in of_other
        if any(_alike(one, other) for one in keys for other in sounds_of_name(fold(word)))
    )
    return next(heard, "") if is_long else ""


def _alike(one: str, other: str) -> bool:
    if not one or not other or one[0] != other[0] or abs(len(one) - len(other)) > 3:
        return False
    if _INFLECTED.fullmatch(f"{one} {other}"):
        return True
    return SequenceMatcher(None, one, other, autojunk=False).ratio() >= _ALIKE


def list_of(texts: Iterable[str], most: int = 6) -> str:
    """Join what there is for people: the first few, each once; semicolons part what has commas."""
    unique = list(dict.fromkeys(text.strip() for text in texts if text.strip()))
    shown = unique[:most]
    between = "; " if any("," in text for text in shown) else ", "
    return between.join(shown) + ("…" if len(unique) > most else "")
