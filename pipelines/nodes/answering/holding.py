"""Holding: how surely a sentence holds the kind of thing that a question asks for.

Who: a name; when: a date; how many: a number, best with what is counted behind it; whom to call:
a telephone number. What the question itself says does not count: it is no answer. Words of
Russian, English, German, Spanish and Chinese are in asked.toml; names, numbers, dates, hours and
telephone numbers are found by their shape.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise

from pipelines.nodes.answering.asked import (
    LISTS,
    MASS,
    PEOPLE,
    QUANTITIES,
    QUANTITY_UNITS,
    AskedKind,
    fold_question,
)
from pipelines.nodes.answering.sentences.word_lists import HAN, WordList
from pipelines.nodes.answering.shapes import (
    DATE,
    DAY,
    EMAIL,
    HOUR,
    PHONE,
    SHORT_NUMBER,
    TO_CALL,
    YEAR,
    plain_hours,
    without_hours,
)
from pipelines.nodes.questions.opposites import are_opposed
from pipelines.nodes.text.calendar import days_in, within_stretches
from pipelines.nodes.text.dictionary import (
    is_common,
    is_counted,
    is_person,
    is_subject,
    is_where,
    may_be_predicate,
)
from pipelines.nodes.text.glossary import mean_the_same
from pipelines.nodes.text.layout.messages import header_of, tells_of_oneself
from pipelines.nodes.text.words import content_words

_TOKEN = re.compile(
    r"\d{1,3}(?:[ \u00a0\u202f]\d{3})+(?![\d-])"
    r"|\d+(?:[.,:/]\d+)*|[\u3400-\u9fff]+|[^\W\d_\u3400-\u9fff]+(?:[-'’][^\W\d_]+)*|[«»\"“”„().;:!?%°₽$€£¥]"
)
NUMBERING = re.compile(  # of a paragraph: "5.2. Guarantee", and no "1.5 litres"
    r"\s*(?:\d{1,3}(?:\.\d{1,3})*[.)]|\d{1,3}(?:\.\d{1,3})+)\s+(?=[^\W\da-zа-яё])"
)
_RUSSIAN_WORD = re.compile(r"[А-ЯЁа-яё]{3,}")
_DAYS_IF_CAPITAL = frozenset({"May", "Sat", "Sun"})  # small, they are other words
_QUOTED = re.compile(r"[«\"“„]([^«»\"“”„]{2,60})[»\"”“]")
_A_PLAIN_HOUR = 0.8  # as the name of a day holds when something is
_COLUMN = re.compile(r"(?:^|; )([^:;]+):")
_CLOCK = re.compile(r"\b\d{1,2}(?::\d\d|\s?[ap]\.?m\b)", re.IGNORECASE)
_CALLING = re.compile(  # what a number calls: "number 7", "BD-230"
    r"\b(?:[Nn]umber|[Nn]o\.|[Нн]омер\w*)\s?\d+|№\s?\d+|\b[A-ZА-ЯЁ]{1,4}-?\d+\b"
)
_OF_HEADER = 0.3  # how surely the time of a message is what is asked for
_WITH_UNITS = ("length", "area", "speed")  # quantities of which no number is written out alone
_YEAR_DIGITS = 4
_FREE = 0.7  # as a sum holds a price
_IN_PAYMENTS = 0.8  # an amount in what is paid each time: "two months' rent"
_ORDINAL_END = re.compile(r"[а-я]{2}|st|nd|rd|th")  # «5-го», "3rd"
_NEAR = 3  # words between a number and what it counts
_ANSWERS = {kind: WordList(entries) for kind, entries in LISTS["answers"].items()}
_NUMBER_WORDS = WordList(LISTS["numbers"]["words"])
_TIMES = WordList(LISTS["numbers"]["times"])
_MEASURES = WordList(LISTS["numbers"]["measures"])
_PAID, _PAID_TIMES, _OFF = (WordList(LISTS["paid"][name]) for name in ("words", "times", "off"))
_TIME_UNITS = WordList(LISTS["times"]["units"])
_CALENDAR = WordList(LISTS["times"]["calendar"])
_RATES = WordList(LISTS["times"]["rates"])
_DAYS = WordList(LISTS["times"]["days"])
_BEFORE_PLACES = WordList(LISTS["names"]["before_places"])
_PLACED, _NO_PLACES = (WordList(LISTS["names"][name]) for name in ("placed", "no_places"))
_DETERMINERS, _ARTICLES = (frozenset(LISTS["names"][name]) for name in ("determiners", "articles"))
_OPENING = frozenset('«"“„(.;:!?')


@dataclass(frozen=True, slots=True)
class _Token:
    text: str
    lower: str

    @property
    def is_number(self) -> bool:
        return self.text[0].isdigit()

    @property
    def is_name(self) -> bool:
        """Whether it is written large."""
        return self.text[:1].isupper()

    @property
    def ends(self) -> bool:
        """Whether a sentence or a quotation may begin behind it."""
        return self.text in _OPENING


_END = _Token("", "")


def holds(kind: AskedKind, sentence: str, question: str) -> float:
    """Return 0..1: how surely a sentence holds what is asked for and the question does not say.

    0 for a question of the kind "any", of which nothing is known.
    """
    if kind.name == "any":
        return 0.0
    said = _said(question)
    if header := header_of(sentence):
        return _holds_message(kind, sentence, header, question)
    numbering = NUMBERING.match(sentence)
    if kind.quantity == "money":  # "until 9" costs nothing, nor does number 9
        sentence = without_hours(_CLOCK.sub(" ", _CALLING.sub(" ", PHONE.sub(" ", sentence))))
    tokens = _tokens(sentence[numbering.end() :] if numbering else sentence)
    match kind.name:
        case "phone":
            return _holds_phone(sentence, tokens)
        case "email":
            return float(EMAIL.search(sentence) is not None)
        case "hour":
            return _holds_hour(sentence, tokens, said)
        case "when":
            plain = _A_PLAIN_HOUR * _holds_plain_hour(sentence, said)
            return max(_holds_date(tokens, said), _holds_term(tokens, said), plain)
        case "how_many":
            return _holds_number(tokens, said, kind)
        case "how_long":
            return max(_holds_duration(tokens, said), 0.6 * bool(within_stretches(sentence)))
        case "who":
            return _holds_person(tokens, said)
        case "where":
            return _holds_place(tokens, said)
        case "named":
            return _holds_name(tokens, sentence, said)
        case _:
            is_denied = kind.name == "whether" and are_opposed(question, sentence)
            return float(is_denied or _ANSWERS[kind.name].stand_in(tokens))


def _holds_message(kind: AskedKind, message: str, header: int, question: str) -> float:
    """Judge what a message says; who writes of himself, and when it was written, answer as well."""
    body = message[header:]
    held = holds(kind, body, question) if body.strip() else 0.0
    if kind.name == "who" and tells_of_oneself(body):
        return 1.0
    return max(held, _OF_HEADER) if kind.name in ("when", "hour") else held


def _tokens(text: str) -> list[_Token]:
    return [_Token(found, fold_question(found)) for found in _TOKEN.findall(text)]


@lru_cache(maxsize=32)
def _said(question: str) -> frozenset[str]:
    """Return what a question says: its words, numbers and stems."""
    return frozenset(token.lower for token in _tokens(question)) | content_words(question)


def _is_new(token: _Token, said: frozenset[str]) -> bool:
    return token.lower not in said and token.lower[:5] not in said


def _holds_date(tokens: Sequence[_Token], said: frozenset[str]) -> float:
    """1 for a year, a day or an hour; less for the name of a day, a month or a century."""
    best = 0.0
    for at, token in enumerate(tokens):
        if token.lower in said:
            continue
        is_sum = _is_sum(tokens, at) or (token.text.isdigit() and len(token.text) > _YEAR_DIGITS)
        is_year = YEAR.fullmatch(token.text[:_YEAR_DIGITS]) and not is_sum
        if token.is_number and (is_year or DAY.fullmatch(token.text)):
            return 1.0
        is_day = token.is_number and any(_DAYS.has(t.lower) for t in tokens[at + 1 : at + 2])
        is_may = at > 0 and token.text in _DAYS_IF_CAPITAL
        if is_day or is_may or _CALENDAR.has(token.lower):
            best = 0.8
    return best


def _is_sum(tokens: Sequence[_Token], at: int) -> bool:
    """Say whether a number is one of money: "1200 pounds", "£1200"."""
    beside = [*tokens[max(at - 1, 0) : at], *tokens[at + 1 : at + 2]]
    return any(QUANTITY_UNITS["money"].has(token.lower) for token in beside)


def _holds_term(tokens: Sequence[_Token], said: frozenset[str]) -> float:
    """Return less than 1 for a time within which something is: "within 14 days"."""
    for at, token in enumerate(tokens):
        near = tokens[at + 1 : at + 2 + _NEAR]
        if _ANSWERS["when"].has(token.lower) and any(_TIME_UNITS.has(one.lower) for one in near):
            return 0.6 if _numbers(near, said) else 0.0
    return 0.0


def _holds_hour(sentence: str, tokens: Sequence[_Token], said: frozenset[str]) -> float:
    """1 for an hour that the question does not name; least for a day or a date."""
    hours = (_TOKEN.match(match[0]) for match in HOUR.finditer(sentence))
    if any(hour and hour[0] not in said for hour in hours) or _holds_plain_hour(sentence, said):
        return 1.0
    of_day = (at for at, token in enumerate(tokens) if _ANSWERS["hour"].has(token.lower))
    if any(tokens[at].lower not in said and not _is_rate(tokens, at) for at in of_day):
        return 1.0
    is_of_day = "when" in said and not days_in(" ".join(said))
    by_date = 0.8 if is_of_day else 0.3  # "until when" may be a day
    return by_date * bool(_holds_date(tokens, said))


def _is_rate(tokens: Sequence[_Token], at: int) -> bool:
    """Say whether a part of the day is what something is paid for: "£35 an evening"."""
    return at > 1 and _RATES.has(tokens[at - 1].lower) and _is_sum_before(tokens, at - 1)


def _is_sum_before(tokens: Sequence[_Token], at: int) -> bool:
    """Say whether a number of money ends right before a place: "£35", «600 рублей»."""
    return any(
        token.is_number and _is_sum(tokens, place)
        for place, token in enumerate(tokens[:at])
        if place >= at - 2
    )


def _holds_plain_hour(sentence: str, said: frozenset[str]) -> bool:
    return any(sentence[span.start : span.end] not in said for span in plain_hours(sentence))


def _holds_phone(sentence: str, tokens: Sequence[_Token]) -> float:
    """1 for a telephone number, less for a short one behind "extension"."""
    if PHONE.search(sentence) or TO_CALL.search(sentence):
        return 1.0
    words = _ANSWERS["phone"]
    bare = [token for token in tokens if token.text not in _OPENING]
    short = (words.has(a.lower) and SHORT_NUMBER.fullmatch(b.text) for a, b in pairwise(bare))
    return 0.8 if any(short) else 0.0


def _numbers(tokens: Sequence[_Token], said: frozenset[str]) -> list[int]:
    """Return where numbers stand that the question does not name, and that belong to no date."""
    found = []
    for at, token in enumerate(tokens):
        if token.lower in said:
            continue
        following = tokens[at + 1].lower if at + 1 < len(tokens) else ""
        if token.is_number:
            if not DATE.fullmatch(token.text) and not _CALENDAR.has(following):
                found.append(at)
        elif any(map(_NUMBER_WORDS.has, token.lower.split("-"))):
            found.append(at)
    return found


def _holds_number(tokens: Sequence[_Token], said: frozenset[str], kind: AskedKind) -> float:
    """1 for a number beside what is counted, less for another, least for one of other things.

    What is measured, such as water, need not stand beside its litres; a year is hardly a number.
    Where the question says what quantity it asks for, such as money, the number's unit decides.
    """
    is_priced = not kind.counted and kind.quantity in ("", "money")
    best = _FREE if is_priced and _ANSWERS["money"].stand_in(tokens) else 0.0
    if kind.quantity == "money" and _is_in_payments(tokens):
        best = _IN_PAYMENTS
    for at in _numbers(tokens, said):
        near = tokens[max(at - 1, 0) : at + 1 + _NEAR]
        if kind.counted and any(_is_of(token, kind.counted) for token in near):
            return 1.0
        if kind.quantity == "reference" and not _is_name(tokens, at):
            continue
        following = [token.lower for token in tokens[at + 1 : at + 2]]
        is_measured = any(_MEASURES.has(one) and not _TIME_UNITS.has(one) for one in following)
        is_other = bool(kind.counted) and not is_measured
        if kind.quantity in _WITH_UNITS and not tokens[at].is_number:
            is_other = True  # "four" is no height
        if kind.quantity:
            units = [*tokens[max(at - 1, 0) : at], *_behind(tokens, at)]
            if _takes_off(tokens, units, said):
                is_other = True
            elif any(QUANTITY_UNITS[kind.quantity].has(token.lower) for token in units):
                return 1.0
            is_other = is_other or any(_is_unit(token.lower) for token in units)
        if kind.quantity == "money" or not said.isdisjoint(MASS):
            is_other = is_other or _counts(tokens[at], following)
        if kind.quantity == "money" and not tokens[at].is_number:  # "once" is no price
            is_other = is_other or not any(map(_TIMES.has, (tokens[at].lower, *following)))
        is_other = is_other or (kind.quantity != "reference" and _is_year(tokens[at]))
        best = max(best, 0.3 if is_other else 0.6)
    return best


def _takes_off(tokens: Sequence[_Token], units: Sequence[_Token], said: frozenset[str]) -> bool:
    """Say whether a share is what a price is less by, where nobody asks for that."""
    is_share = any(QUANTITY_UNITS["percent"].has(token.lower) for token in units)
    return is_share and any(_OFF.has(one.lower) and _is_new(one, said) for one in tokens)


def _is_in_payments(tokens: Sequence[_Token]) -> bool:
    """Say whether an amount is told in what is paid each time: "two months' rent"."""
    for at, token in enumerate(tokens):
        is_amount = _NUMBER_WORDS.has(token.lower) or _PAID_TIMES.has(token.lower)
        if (is_amount or token.is_number) and any(
            _PAID.has(near.lower) for near in tokens[at + 1 : at + 1 + _NEAR]
        ):
            return True
    return False


def _is_name(tokens: Sequence[_Token], at: int) -> bool:
    """Say whether a number calls something and tells no amount: no «5-го числа», no "£30"."""
    behind = [token.lower for token in tokens[at + 1 : at + 3]]  # «15 рабочих дней»
    is_ordinal = any(_ORDINAL_END.fullmatch(one) for one in behind[:1])
    is_amount = is_ordinal or _is_sum(tokens, at) or any(_is_unit(one) for one in behind)
    return tokens[at].is_number and not is_amount


def _behind(tokens: Sequence[_Token], at: int) -> Sequence[_Token]:
    """Return what stands behind a number: behind "6.4 million" it is pounds."""
    first = at + 1
    while first < len(tokens) and _TIMES.has(tokens[first].lower):
        first += 1
    return tokens[first : first + 1]


def _counts(number: _Token, following: Sequence[str]) -> bool:
    """Say whether a number is one of things: "two bays", «40 мест», and no "half price"."""
    known = _is_unit, _NUMBER_WORDS.has, QUANTITIES["money"].has
    words = [word for word in following if not any(is_known(word) for is_known in known)]
    is_latin = not number.is_number and any(one.isascii() and content_words(one) for one in words)
    return is_latin or any(map(is_counted, words))


def _is_year(token: _Token) -> bool:
    return YEAR.fullmatch(token.text) is not None


def _is_unit(word: str) -> bool:
    """Say whether a word is of some measure, of money or of time."""
    return (
        _MEASURES.has(word)
        or _TIME_UNITS.has(word)
        or any(units.has(word) for units in QUANTITY_UNITS.values())
    )


def _is_of(token: _Token, counted: frozenset[str]) -> bool:
    stem = token.lower[:5]
    return stem in counted or mean_the_same(frozenset((stem,)), counted)


def _holds_duration(tokens: Sequence[_Token], said: frozenset[str]) -> float:
    """1 for a number of hours, days or years; less for a number, or a time from one to another."""
    numbers = _numbers(tokens, said)
    for at in numbers:
        if any(_TIME_UNITS.has(token.lower) for token in tokens[at + 1 : at + 1 + _NEAR]):
            return 1.0
    return 0.4 if numbers or _holds_date(tokens, said) else 0.0


def _names(tokens: Sequence[_Token], said: frozenset[str]) -> list[list[_Token]]:
    """Return runs of words written large, of which one is new.

    A first word is written large anyhow: by itself it is one only if it is no other word.
    """
    runs: list[list[_Token]] = []
    run: list[_Token] = []
    opens = began = True  # whether a sentence begins here, and whether the run began with one
    for token in [*tokens, _END]:
        if token.is_name:
            began = opens if not run else began
            run.append(token)
        elif not (run and token.text == "." and len(run[-1].text) == 1):  # an initial's stop
            names = run[bool(run) and began and not _is_no_other(run[0]) :]
            if any(_is_new(name, said) for name in names):
                runs.append(run)
            run = []
        opens = token.ends
    return runs


def _is_no_other(token: _Token) -> bool:
    """Say whether a Russian word that begins a sentence is none that is written small elsewhere."""
    return _RUSSIAN_WORD.fullmatch(token.text) is not None and not is_common(token.lower)


def _holds_person(tokens: Sequence[_Token], said: frozenset[str]) -> float:
    """1 for a name of several words, less for one written large, or where no name is."""
    runs = _names(tokens, said)
    if any(len(run) > 1 and sum(_is_new(token, said) for token in run) > 1 for run in runs):
        return 1.0
    if runs or any(PEOPLE.has(token.lower) and _is_new(token, said) for token in tokens):
        return 0.7
    if any(HAN.search(token.text) for token in tokens):  # no capital tells one there
        return 0.5
    return 0.5 * any(_is_new(token, said) and _does(tokens, at) for at, token in enumerate(tokens))


def _does(tokens: Sequence[_Token], at: int) -> bool:
    """Say whether a Russian word names people who do what is told beside it: «шьют родители»."""
    word, beside = tokens[at].lower, [*tokens[max(at - 1, 0) : at], *tokens[at + 1 : at + 2]]
    is_doer = is_person(word) and is_subject(word, ends=False)
    return is_doer and any(may_be_predicate(one.lower) for one in beside)


def _holds_place(tokens: Sequence[_Token], said: frozenset[str]) -> float:
    """1 for a name behind a preposition, less for a word such as "floor", or for "in the cage"."""
    bare = [token for token in tokens if token.lower not in _ARTICLES]
    for before, token in pairwise(bare):
        if token.is_name and _is_new(token, said) and _BEFORE_PLACES.has(before.lower):
            return 1.0
    places = _ANSWERS["where"]
    if any(places.has(t.lower) and _is_new(t, said) for t in tokens):
        return 0.7
    return 0.5 if any(_is_placed(tokens, at, said) for at in range(1, len(tokens))) else 0.0


def _is_placed(tokens: Sequence[_Token], at: int, said: frozenset[str]) -> bool:
    """Say whether a word tells with what stands before it where something is."""
    token, before = tokens[at], tokens[at - 1].lower
    lists = (_NO_PLACES, _CALENDAR, _TIME_UNITS, _ANSWERS["hour"])
    if token.is_number or not _is_new(token, said) or any(one.has(token.lower) for one in lists):
        return False
    is_led = at > 1 and _PLACED.has(tokens[at - 2].lower) and before in _DETERMINERS
    return is_led or before == "im" or is_where(before, token.lower, goes="куда" in said)


def _holds_name(tokens: Sequence[_Token], sentence: str, said: frozenset[str]) -> float:
    """1 for a name, or for words in quotation marks."""
    if _names(tokens, said):
        return 1.0
    quoted = (_tokens(match[1]) for match in _QUOTED.finditer(sentence))
    return float(any(_is_new(token, said) for run in quoted for token in run))


def names_length(row: str) -> bool:
    """Say whether a column of a row is called by a unit of time: "Crossing (min): 75"."""
    names = (token for name in _COLUMN.findall(row) for token in _tokens(name))
    return any(_TIME_UNITS.has(token.lower) for token in names)
