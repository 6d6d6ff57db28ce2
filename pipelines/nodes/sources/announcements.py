"""Announcements: what is written to be known, where questions are expected.

Nobody marks a sentence as one to keep. It is one for sure where a predicate tells what is so, of a
day or with a value, or where it says itself that it is told to all; and where no word asks for
anything, and whoever writes does not speak of themselves: "my heating is off since Monday" is told
to be helped. Everything else that tells something may be asked as well, and most often is: so may
what is short and has no stop at its end, «бассейн работает 9 мая», unless it tells what nobody asks
with, such as from when till when.
"""

import re
from collections.abc import Sequence
from typing import Literal

from pipelines.nodes.questions.asking import (
    ASKING,
    AUXILIARIES,
    PRONOUNS,
    UNSPACED_ASKING,
    Word,
    ends_asking,
    words_of,
)
from pipelines.nodes.questions.intents.recognise import requests, wants_answer
from pipelines.nodes.questions.politeness import SPEAKER, strip_politeness
from pipelines.nodes.questions.relative import names_near_day
from pipelines.nodes.questions.spelling.correct import in_full
from pipelines.nodes.questions.spelling.distance import distance
from pipelines.nodes.sources.clauses import length, tells_what_is
from pipelines.nodes.sources.notes import noted, states_value
from pipelines.nodes.text.calendar import days_in, days_named
from pipelines.nodes.text.words import fold
from pipelines.nodes.word_tables import read_table

Telling = Literal["surely", "likely", "perhaps", "no"]

_TABLES = read_table(__package__, "announcements.toml")
_NOT_FIRST, _SPOKEN_TO, _ALL = (
    frozenset(fold(_TABLES[name]).split()) for name in ("not_first", "spoken_to", "all")
)
_WRITER = SPEAKER - {"im"}  # "I'm", and German for "in the"
_NEVER_FIRST = _NOT_FIRST | ASKING | AUXILIARIES
_STOP = r"[\s,.:;!—–-]"
# From when till when something is, and what a code or a telephone is, nobody who asks knows.
_UNASKED = re.compile(
    rf"""\d\S*\s*(?:{"|".join(map(re.escape, _TABLES["till"].split()))}|[-–—])\s*\d
    | (?<![\w.,:])(?!(?:19|20)\d\d(?!\d))\+?\d(?:[\s()-]{{0,2}}\d){{3,}}\W*$""",
    re.VERBOSE | re.IGNORECASE,
)
_TOLD_OF = re.compile(r",\s+(?:что|чтобы|dass|which|so\s+that)\s", re.IGNORECASE)
_ENDS = (".", "!", "。", "！")
_SHORTEST_MISSPELT = 4  # letters
_SLIP = 0.5  # a letter that sounds alike or is silent; any other makes "hot" of "how"
_FEWEST = 4  # words of a sentence that tells something with a value that nobody asks with
_FEWEST_DATED = 9  # of one that tells of a day or an hour, which is asked in fewer without a mark
_FEWEST_ENDED = 5  # of one that ends as sentences do
_FEWEST_LONG = 12
_LONGEST_ADDRESS = 3


def _any_of(phrases: Sequence[str]) -> str:
    said = []
    for phrase in sorted(phrases, key=len, reverse=True):
        pattern = r"[\s,]+".join(map(re.escape, phrase.rstrip(":").split()))
        behind = r"\s*[:!.,\n—–-]" if phrase.endswith(":") else r"(?:(?!\w)|(?<=[\u3400-\u9fff]))"
        said.append(pattern + behind)
    return "|".join(said)


# It stands first, or behind an address: "Dear all, please note that".
_OPENING = re.compile(
    rf"\A(?P<to>\W*\w[^.,:;!?\n。，：；！？]{{0,40}}[,:!，：！])?\W*(?:{_any_of(_TABLES['openings'])}){_STOP}*",
    re.IGNORECASE,
)
_CLOSING = re.compile(
    rf"(?:(?<!{_STOP}){_STOP}+|(?<=[\u3400-\u9fff，]))(?:{_any_of(_TABLES['closings'])})\W*$",
    re.IGNORECASE,
)


def telling(text: str) -> Telling:
    """Say how surely a text tells something that is to be known, and asks nothing.

    `likely` it tells something and may be told to be answered; `perhaps` it names a value or
    ends as sentences do, as what is looked for may, too.
    """
    if not any(map(str.isalnum, text)):
        return "no"
    if noted(text) is not None:
        return "surely"
    said = strip_politeness(text.strip())
    body = _CLOSING.sub("", _OPENING.sub(_to_whom, said))
    is_announced = body != said
    if not body.strip() or _asks(body, is_announced=is_announced):
        return "no"
    undated = _without_days(body)
    words, long = words_of(undated), length(body)
    if is_announced:
        return "surely" if long >= _FEWEST else "likely"
    has_value = states_value(body)
    is_ended = body.rstrip().endswith(_ENDS) and long >= _FEWEST_ENDED
    if not tells_what_is(undated, words):
        return "perhaps" if has_value or is_ended else "no"
    is_dated = has_value or bool(days_in(body)) or names_near_day(body)
    if not _is_for_all(words):
        return "likely" if is_dated else "no"
    is_news = is_dated and (_UNASKED.search(body) is not None or _is_to_all(text))
    fewest = _FEWEST if is_news else _FEWEST_DATED if is_dated else _FEWEST_LONG
    return "surely" if is_ended or long >= fewest else "likely"


def _without_days(text: str) -> str:
    """Return a text without the days it names: "may" of "on 26 may" tells nothing."""
    for _, day in days_named(text):
        text = text[: day.start] + " " * (day.end - day.start) + text[day.end :]
    return text


def _to_whom(opening: re.Match[str]) -> str:
    return f"{opening['to']} " if opening["to"] else ""


def _asks(body: str, *, is_announced: bool) -> bool:
    if wants_answer(body) and not is_announced:
        return True
    if ends_asking(body) or UNSPACED_ASKING.search(body):
        return True
    told = in_full(_TOLD_OF.sub(", ", body))
    if is_announced:
        return requests(told)
    words = [word.word for word in words_of(told)]
    if not words or words[0] in _NEVER_FIRST or not ASKING.isdisjoint(words):
        return True
    return requests(told) or _is_asking_misspelt(words[0])


def _is_to_all(text: str) -> bool:
    """Say whether a text begins by addressing several: "Hi all!", «Коллеги, …»."""
    begun = words_of(text)[:_LONGEST_ADDRESS]
    return any(
        word.word in _ALL and text[word.end :].lstrip()[:1] in {",", "!", ".", ":", "，", "！"}
        for word in begun
    )


def _is_asking_misspelt(word: str) -> bool:
    """Say whether a word that is none asks, but for a slip of the ear: "wich", «кагда»."""
    near = (each for each in ASKING if len(each) >= _SHORTEST_MISSPELT)
    return any(distance(word, each, _SLIP) <= _SLIP for each in near)


def _is_for_all(words: Sequence[Word]) -> bool:
    """Say whether nothing is said of whoever writes, of the bot, or of what was said before."""
    said = {word.word for word in words}
    begins = words[0].word if words else ""
    return _WRITER.isdisjoint(said) and begins not in PRONOUNS | _SPOKEN_TO
