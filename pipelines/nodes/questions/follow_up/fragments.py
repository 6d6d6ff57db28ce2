"""Fragments: a message without what opens it, is said in passing, or was asked before."""

import re
from collections.abc import Sequence
from itertools import pairwise

from pipelines.nodes.questions.asking import AUXILIARIES
from pipelines.nodes.questions.follow_up.exchange import of_its_kind, parts_of
from pipelines.nodes.questions.follow_up.leaning import asks
from pipelines.nodes.questions.follow_up.tokens import (
    TOKEN,
    Token,
    is_asking,
    lists,
    tokens_of,
)
from pipelines.nodes.questions.follow_up.topics import thing_of
from pipelines.nodes.text.words import content_words, fold

_ONE = re.compile(r"(?<=\w )ones?(?=[\s?!.]*$)", re.IGNORECASE)  # behind what it is like
_LONG_NUMBER = 4  # digits: that of a thing, and no count


def without_opener(text: str) -> tuple[str, bool]:
    """Take the word off with which a follow-up begins."""
    stripped = text.strip()
    for opener in sorted(lists()["openers"], key=len, reverse=True):
        match = re.match(rf"{re.escape(opener)}[\s,]+(?=\S)", fold(stripped))
        if match:
            return stripped[match.end() :], True
    return stripped, False


def without(text: str, phrases: str) -> str:
    """Leave out the phrases of a list, and the commas around what stands between."""
    folded = fold(text)
    for phrase in sorted(lists()[phrases], key=len, reverse=True):
        at = re.search(rf",?\s*(?<!\w){re.escape(phrase)}(?!\w)", folded)
        if at and len(folded) == len(text):
            text, folded = (s[: at.start()] + s[at.end() :] for s in (text, folded))
    return text.strip(" ,")


def without_one(body: str, question: str) -> str:
    """Put the thing of the earlier question in the place of "one": "and the small one?"."""
    thing = _before_what_leads_on(tokens_of(thing_of(question)))
    asked = lists()["predicates"] | lists()["attributes"]
    told = [token.text for token in thing if fold(token.text) not in asked]
    if asks(body) or not told:
        return body
    return _ONE.sub(told[-1], body)


def _before_what_leads_on(tokens: Sequence[Token]) -> Sequence[Token]:
    """Return the words before the first that a preposition leads to: "plot for pensioners"."""
    first = next((at for at, one in enumerate(tokens) if at and one.lead < one.start), None)
    return tokens[:first]


def without_impersonal(text: str) -> str:
    """Leave out a pronoun that stands for the infinitive behind it: "is it to hire a boat"."""
    words = list(TOKEN.finditer(text))
    for at, match in enumerate(words[1:-2], 1):
        before, behind = fold(words[at - 1][0]), [fold(word[0]) for word in words[at + 1 : at + 4]]
        if fold(match[0]) not in lists()["impersonal"] or before not in AUXILIARIES:
            continue
        for mark, verb in pairwise(behind):
            if mark in lists()["infinitive"] and content_words(verb):
                return text[: match.start()].rstrip() + text[match.end() :]
    return text


def bare_fragment(body: str, question: str) -> str:
    """Leave out of a fragment what the question before has anyhow.

    That day, «а высокая вода в этот день?», and what asks: «а в среду во сколько?».
    """
    if not asks(body):
        return without(body, "that_day") or body
    said = {fold(word) for word in TOKEN.findall(question)}
    kept = list(TOKEN.finditer(body))
    while kept and is_asking(kept[-1][0]) and fold(kept[-1][0]) in said:
        kept.pop()
        while kept and fold(kept[-1][0]) in lists()["prepositions"]:
            kept.pop()
    rest = body[: kept[-1].end()] if kept else ""
    first = next(iter(tokens_of(rest, fragment=True)), None)
    is_led = first is not None and first.lead == 0 < first.start
    return rest if is_led and not asks(rest) else body


def is_number_of_its_own(body: str, question: str) -> bool:
    """Say whether a message is but one long number or code, «4471», which no other stands for."""
    told = tokens_of(body, fragment=True)
    if len(told) != 1 or told[0].kind not in ("number", "code"):
        return False
    is_bare = told[0].text == body.strip(" ?!.,") and len(told[0].text) >= _LONG_NUMBER
    return is_bare and not of_its_kind(told[0], parts_of(question))
