"""Parties: whether a rule tells what follows when the other side does it, and not the one asked of.

"If the client is late" has all but one word of "what if the barber is late?", and a reader by
meaning takes either for the other. Who stands on which side of an agreement is in parties.toml.
"""

import re
from collections.abc import Iterable, Iterator
from functools import cache

from pipelines.nodes.text.glossary import mean_the_same
from pipelines.nodes.text.words import content_words, fold
from pipelines.nodes.word_tables import read_table

_WORD = re.compile(r"[^\W\d_]+(?:['’][^\W\d_]+)?")
_END = re.compile(r"[,;:.!?，。]|\s[–—-]\s|\b(?:then|то|dann|entonces)\b")


def is_of_other_party(question: str, sentence: str) -> bool:
    """Say whether a rule is of what one side does, where the question asks what if the other does.

    Both have to say who does it: "if you are late" may be either.
    """
    asked, told = _doers(question, is_asked=True), _doers(sentence, is_asked=False)
    if not asked or not told:
        return False
    return any(
        asked & {one, other} == {one} and told & {one, other} == {other}
        for pair in range(len(_pairs()))
        for one, other in (((pair, 0), (pair, 1)), ((pair, 1), (pair, 0)))
    )


def lacks_what_happens(question: str, sentence: str) -> bool:
    """Say whether a question asks what follows if something happens, and a sentence has none of it.

    Of "what if the landlord does not pay" one that ends with his notice has the landlord alone.
    """
    said = content_words(sentence)
    asked = [words for one in _conditions(fold(question), is_asked=True) if (words := _own(one))]
    return any(
        not (stems <= said or mean_the_same(stems, said)) for words in asked for stems in words
    )


def is_condition(sentence: str) -> bool:
    """Say whether a sentence tells what follows if something happens."""
    return any(conditions_in(sentence))


def conditions_in(sentence: str) -> Iterator[str]:
    """Yield, folded, what has to happen for what a sentence tells to follow."""
    return _conditions(fold(sentence), is_asked=False)


def _own(condition: str) -> list[frozenset[str]]:
    """Return the stems of each word of a condition that says something."""
    words = (word for word in _WORD.findall(condition) if "'" not in word and "’" not in word)
    return [stems for word in words if (stems := content_words(word))]


def _doers(text: str, *, is_asked: bool) -> frozenset[tuple[int, int]]:
    """Return which sides the conditions of a text name: pairs of parties.toml, and which of it."""
    return frozenset(
        (number, side)
        for condition in _conditions(fold(text), is_asked=is_asked)
        for number, pair in enumerate(_pairs())
        for side, words in enumerate(pair)
        if words.search(condition)
    )


def _conditions(folded: str, *, is_asked: bool) -> Iterator[str]:
    """Yield what stands behind each "if", as far as its clause goes; "when …?" is none."""
    for led in _led("conditions").finditer(folded):
        is_of_time = is_asked and not led.start() and _led("of_time").fullmatch(led[0])
        if not is_of_time:
            end = _END.search(folded, led.end())
            yield folded[led.end() : end.start() if end else len(folded)]


@cache
def _pairs() -> tuple[tuple[re.Pattern[str], re.Pattern[str]], ...]:
    pairs: list[dict[str, list[str]]] = read_table(__package__, "parties.toml")["pair"]
    return tuple((_any(pair["one"]), _any(pair["other"])) for pair in pairs)


@cache
def _led(name: str) -> re.Pattern[str]:
    words: list[str] = read_table(__package__, "parties.toml")[name]
    return _any(words)


def _any(words: Iterable[str]) -> re.Pattern[str]:
    written = "|".join(re.escape(fold(word)).replace(r"\*", r"\w*") for word in words)
    return re.compile(rf"(?<!\w)(?:{written})(?!\w)")
