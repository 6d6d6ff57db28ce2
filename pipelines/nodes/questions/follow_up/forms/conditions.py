"""Conditions: a message that only says what may come to pass: "what if I am late?"."""

import re
from itertools import pairwise

from pipelines.nodes.questions.follow_up.leaning import is_cyrillic
from pipelines.nodes.questions.follow_up.tokens import TOKEN, is_asking, lists, tokens_of
from pipelines.nodes.text.dictionary import part_of_speech
from pipelines.nodes.text.words import content_words, fold

_MOST_TOLD = 4  # words of content in what may come to pass
_MAY_COME = re.compile(  # how Russian verbs end, of what somebody does, did or will do
    r"\w{2}(?:[ую](?:сь)?|[еиуюая]т(?:ся)?|[иыаяе]л[аои]?(?:с[ья])?|[еи]шь(?:ся)?|[еи]м(?:ся)?)$"
)


def condition_of(message: str) -> str:
    """Return how a message begins that only says what may come to pass; "" where it asks more.

    «А если протяну?», "what if I am late"; not «а если в субботу?», which is another day, nor "if I
    am a member, do I get a discount?", which asks by itself.
    """
    said = fold(message.strip(" ¿¡"))
    begins = (each for each in lists()["conditions"] if said.startswith(f"{each} "))
    begin = max(begins, key=len, default="")
    words = [fold(word) for word in TOKEN.findall(said[len(begin) :])]
    while words and words[0] in lists()["impersonal"] | {"is", "это"}:
        words = words[1:]
    if not begin or len(words) < 1 or "," in said[len(begin) :].strip(" ,"):
        return ""
    asks_more = any(map(is_asking, words)) or not lists()["no_condition"].isdisjoint(words)
    verbs = sum(map(_may_come, words))
    comes = verbs == 1 if is_cyrillic(message) else len(words) > 1
    is_led = words[0] in lists()["prepositions"]
    told = len(content_words(" ".join(words)))
    return begin if comes and not asks_more and not is_led and 0 < told <= _MOST_TOLD else ""


def names_thing(message: str) -> bool:
    """Say whether what may come to pass is of a thing of its own: "what if I lose the key"."""
    owners = lists()["articles"] | lists()["owners"]
    words = [fold(word) for word in TOKEN.findall(message)]
    if not is_cyrillic(message):
        return any(
            before in owners and content_words(word) and word not in lists()["whens"]
            for before, word in pairwise(words)
        )
    things = (fold(token.text) for token in tokens_of(message, fragment=True))
    return any(part_of_speech(one) == "NOUN" and one not in lists()["whens"] for one in things)


def _may_come(word: str) -> bool:
    """Say whether a folded Russian word says what somebody does: no noun that ends so, «академ»."""
    kind = part_of_speech(word)
    return kind == "INFN" or (kind != "NOUN" and _MAY_COME.search(word) is not None)
