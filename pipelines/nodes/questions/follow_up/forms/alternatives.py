"""Alternatives: "the other one" of those that were asked about, and questions in unspaced script.

"How much was the other one?" after "which quote was accepted for the roof" is of the other quote
for the roof: the one is named by what was asked for, of the other nothing is known but that.
"""

import re
from functools import cache
from itertools import pairwise

from pipelines.nodes.answering.asked import asked_kind
from pipelines.nodes.questions.asking import asks_unspaced, is_unspaced
from pipelines.nodes.questions.follow_up.tokens import TOKEN, is_asking, is_back, lists, tokens_of
from pipelines.nodes.tables.words.lexicon import fold_in_place
from pipelines.nodes.text.dictionary import part_of_speech
from pipelines.nodes.text.numbers import ordinal_of
from pipelines.nodes.text.words import content_words, fold

_ENDS = "?？!！。.… "
_ONE = re.compile(r"\bones?\b")
_LONGEST_NAMED = 10  # characters of what is named in unspaced script


def other_of(body: str, question: str) -> tuple[str, str] | None:
    """Return a message with the thing in the place of "the other one", and what was put there.

    None where it says no such, or the question before asked for none of several: "which quote".
    """
    said = _the_other().search(fold_in_place(body))
    noun = noun_asked_for(question)
    if said is None or not noun:
        return None
    behind = body[said.end() :].strip(_ENDS)
    is_bare = said["one"] is None
    if is_bare and content_words(behind) and not any(map(is_asking, TOKEN.findall(behind))):
        return None  # "the other committee"
    other = said["other"]
    rest = _led_last(question, noun)
    put = " ".join(filter(None, (other, noun, rest)))
    before = body[: said.start()].strip()
    return " ".join(filter(None, (before, behind, put))), put


def ordinal_anew(body: str, question: str) -> tuple[str, str] | None:
    """Ask a question of the one of a row that a message counts: «а вторая?» after «первая».

    Returns:
        The question, and the word that was put; None where a message says more, or either of them
        counts no one or several.
    """
    said, there = (
        [m for m in TOKEN.finditer(t) if ordinal_of(fold(m[0]))] for t in (body, question)
    )
    if len(said) != 1 or len(there) != 1 or fold(said[0][0]) == fold(there[0][0]):
        return None
    begin, end = said[0].span()
    rest = content_words(_ONE.sub(" ", f"{body[:begin]} {body[end:]}"))
    if rest - content_words(question) or any(map(is_asking, TOKEN.findall(body))):
        return None
    return f"{question[: there[0].start()]}{said[0][0]}{question[there[0].end() :]}", said[0][0]


def noun_asked_for(question: str) -> str:
    """Return what one of several is asked for: "quote" of "which quote was accepted"; else ""."""
    words = TOKEN.findall(question)
    for word, noun in pairwise(words):
        if fold(word) in lists()["which"]:
            is_noun = part_of_speech(fold(noun)) in ("NOUN", "") and content_words(noun)
            return noun if is_noun and not is_asking(noun) else ""
    return ""


def _led_last(question: str, noun: str) -> str:
    """Return the end of a question from its last preposition on: "for pontoon B"."""
    led = [one for one in tokens_of(question) if one.lead < one.start and one.text != noun]
    return question[led[-1].lead :].strip(_ENDS) if led else ""


@cache
def _the_other() -> re.Pattern[str]:
    ones = "|".join(map(re.escape, sorted(lists()["the_other"], key=len, reverse=True)))
    article = "|".join(map(re.escape, sorted(lists()["articles"])))
    return re.compile(rf"(?<!\w)(?:(?:{article})\s+)?(?P<other>{ones})(?P<one>\s+ones?)?(?!\w)")


def asks_in_whose_place(question: str) -> bool:
    """Say whether it is asked who does what somebody named before did: «кто вместо неё»."""
    words = [fold(word) for word in TOKEN.findall(question)]
    is_of_somebody = any(map(is_back, words))
    return (
        is_of_somebody
        and asked_kind(question).name == "who"
        and not lists()["in_place_of"].isdisjoint(words)
    )


def names_another(text: str, known: str) -> bool:
    """Say whether a text names somebody besides those that are known."""
    words = [
        word for token in tokens_of(text) if token.kind == "name" for word in token.text.split()
    ]
    return any(not content_words(word) & content_words(known) for word in words)


def unspaced_asked_anew(question: str, body: str) -> tuple[str, str] | None:
    """Ask a question in unspaced script of what a message names instead: 「星期天呢？」.

    A day stands for a day; what may stand for anything is said before the question.

    Returns:
        The question, and what is named; None where a message asks by itself.
    """
    if not (is_unspaced(question) and is_unspaced(body)) or asks_unspaced(body):
        return None
    named = _unspaced("particles_unspaced", "(?:{})$").sub("", body.strip(_ENDS))
    named = _unspaced("openers_unspaced", "^(?:{})(?:，|,)?").sub("", named)
    if not named or len(named) > _LONGEST_NAMED:
        return None
    days = _unspaced("days_unspaced", "{}")
    if days.search(named) and (day := days.search(question)):
        return f"{question[: day.start()]}{named}{question[day.end() :]}", named
    return f"{named}：{question}", named


@cache
def _unspaced(name: str, around: str) -> re.Pattern[str]:
    words = sorted(lists()[name], key=len, reverse=True)
    return re.compile(around.format("|".join(map(re.escape, words))))
