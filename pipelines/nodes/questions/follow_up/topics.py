"""Topics: what a question is about, so that the next one may be asked of it."""

import re
from collections.abc import Sequence
from itertools import pairwise

from pipelines.nodes.questions.asking import AUXILIARIES
from pipelines.nodes.questions.follow_up.tokens import (
    TOKEN,
    Token,
    is_asking,
    is_back,
    lists,
    measures_of,
    tokens_of,
)
from pipelines.nodes.questions.politeness import core_question
from pipelines.nodes.text.dictionary import part_of_speech
from pipelines.nodes.text.words import fold

_REACH = 80  # characters in which the word before another begins
_MOST = 80  # characters
_VERB = re.compile(r"\w{2}(?:[еиуюая]ть|[еиуюая]т(?:ся)?|(?:[иыаяе])л[аои]?(?:с[ья])?)$")

_VERBS = frozenset({"VERB", "INFN"})  # of pymorphy's parts of speech
_DONE = re.compile(r"\w{2}ed$")


def topic_of(question: str) -> str:
    """Return what a question is about: its words from the first that carries meaning to the last.

    Words that ask stay out at its beginning, and so does what wraps it.
    """
    question = core_question(question)
    tokens = tokens_of(question)
    if not tokens:
        return ""
    topic = question[tokens[0].start : tokens[-1].end]
    return topic if len(topic) <= _MOST else ""


def thing_of(question: str) -> str:
    """Return the thing a question is about, without what was asked of it.

    "ticket office" of "when the ticket office is open", «перевозка в Тверь» of «сколько стоит
    перевозка в Тверь?»; "" where nothing is left.
    """
    question = _without_relative(core_question(question))
    tokens = [token for token in tokens_of(question) if not is_back(token.text)]
    while tokens and (
        _does(question, tokens[0]) or (len(tokens) > 1 and _is_asked_of_it(question, tokens))
    ):
        tokens = tokens[1:]
    for at, (one, other) in enumerate(pairwise(tokens)):
        between = TOKEN.findall(question[one.end : other.start])
        if not AUXILIARIES.isdisjoint(map(fold, between)):
            is_measure = at == 0 and one.text in measures_of(question)
            is_of_other = is_measure and has_article(other, question)  # "what *time* does the"
            tokens = tokens[1:] if is_of_other else tokens[: at + 1]
            break
    articled = [at for at, token in enumerate(tokens) if has_article(token, question)]
    if articled and not _leads(tokens[0], tokens[articled[0]]):
        tokens = tokens[articled[0] :]
    if len(tokens) > 1 and _ends_in_verb(question, tokens[-2], tokens[-1]):
        tokens = tokens[:-1]
    if len(tokens) > 1 and part_of_speech(fold(tokens[-1].text)) == "VERB":
        tokens = tokens[:-1]  # «кто за печь *отвечает*»
    if not tokens or (len(tokens) == 1 and _measures(question, tokens[0])):
        return ""
    thing = question[tokens[0].start : tokens[-1].end]
    return thing if len(thing) <= _MOST else ""


def _does(question: str, token: Token) -> bool:
    """Say whether a word only says what somebody does: "how do I *end* it", «кто их *выдаёт*»."""
    word = fold(token.text)
    if word in lists()["light_verbs"] or part_of_speech(word) in _VERBS:
        return True
    return token.kind == "word" and _word_before(token, question) in lists()["doers"]


def _is_asked_of_it(question: str, tokens: Sequence[Token]) -> bool:
    """Say whether the first word of several is what is asked of the thing, or done with it."""
    first = tokens[0]
    return (
        _measures(question, first)
        or fold(first.text) in _told_of() | lists()["particles"]
        or _VERB.search(fold(first.text)) is not None
        or _is_done(question, tokens)
        or _says_when_or_where(question, first)
    )


def _leads(first: Token, articled: Token) -> bool:
    """Say whether a word with an article says more of the first: "lessons during the repair"."""
    return first.kind == "word" and first.lead == first.start and articled.lead < articled.start


def _is_done(question: str, tokens: Sequence[Token]) -> bool:
    """Say whether the first word says what somebody did: "who *voted* against the road"."""
    first, other = tokens[:2]
    before = TOKEN.findall(question[: first.start])[-1:]
    is_asked = any(map(is_asking, before))
    return is_asked and _DONE.search(fold(first.text)) is not None and other.lead < other.start


def _says_when_or_where(question: str, token: Token) -> bool:
    """Say whether a word asks till when, or where: «до какого *числа* платить»."""
    words = [fold(word) for word in TOKEN.findall(question[: token.start])][-2:]
    return len(words) > 1 and words[0] in lists()["prepositions"] and is_asking(words[1])


def _told_of() -> frozenset[str]:
    """Return what is told of things, and is none: "price", "costs", "cheaper"."""
    names = ("attributes", "predicates", "comparatives")
    return frozenset[str]().union(*(lists()[name] for name in names))


def has_article(token: Token, text: str) -> bool:
    """Say whether an article stands right before a word."""
    return _word_before(token, text) in lists()["articles"]


def _word_before(token: Token, text: str) -> str:
    """Return the folded word that stands right before another; "" if there is none."""
    words = TOKEN.findall(text[max(0, token.start - _REACH) : token.start])
    return fold(words[-1]) if words else ""


def _ends_in_verb(question: str, before: Token, last: Token) -> bool:
    """Say whether the last word is the verb of "does": "What does code E7 *mean*?"."""
    words = [fold(word) for word in TOKEN.findall(question)]
    is_supported = not lists()["supports"].isdisjoint(words[:4]) and is_asking(words[0])
    is_last = words[-1] == fold(last.text) and last.kind == "word"
    return is_supported and is_last and question[before.end : last.start].isspace()


def _measures(question: str, token: Token) -> bool:
    """Say whether a word says in what something is counted: "how *long*", «сколько *минут*»."""
    return _word_before(token, question) in lists()["quantities"]


def _without_relative(question: str) -> str:
    """Leave out the clause that says more of a thing: ", which was lent"."""
    relatives = "|".join(sorted(lists()["relatives"]))
    return re.sub(rf"(?<=\w),\s+(?:\w+\s+)?(?:{relatives})\b.*", "", question, flags=re.I | re.S)
