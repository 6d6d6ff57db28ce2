"""Comparing: which of two things is cheaper, or longer, of which one after the other was asked.

"Which is cheaper?" names neither: both stand in the two questions before it, which ask the same of
each.
"""

from collections.abc import Sequence

from pipelines.nodes.answering.asked import asked_kind
from pipelines.nodes.questions.follow_up.fragments import without_opener
from pipelines.nodes.questions.follow_up.leaning import asks, is_cyrillic
from pipelines.nodes.questions.follow_up.tokens import TOKEN, is_back, lists, strip_back, tokens_of
from pipelines.nodes.questions.follow_up.topics import thing_of
from pipelines.nodes.text.words import content_words, fold


def compared_of(message: str, questions: Sequence[str]) -> tuple[str, str] | None:
    """Return the question which of two things it is, and the things; None where none is asked.

    Args:
        questions: that were asked before, oldest first.
    """
    if len(questions) < 2 or not _only_compares(message):
        return None
    first, second = questions[-2:]
    things = thing_of(first).strip(), thing_of(second).strip()
    kinds = asked_kind(first), asked_kind(second)
    is_same = kinds[0].name != "any" and kinds[0] == kinds[1]
    are_two = all(things) and content_words(things[0]) != content_words(things[1])
    if not is_same or not are_two or is_cyrillic(message) != is_cyrillic("".join(things)):
        return None
    bare = " ".join(strip_back(without_opener(message)[0]).split()).rstrip("?!. ")
    either = "или" if is_cyrillic(message) else "or"
    return f"{bare}: {things[0]} {either} {things[1]}?", f"{things[0]} / {things[1]}"


def _only_compares(message: str) -> bool:
    """Say whether a message asks which one is more of something, and names no thing itself."""
    words = [fold(word) for word in TOKEN.findall(message)]
    said = f" {' '.join(words)} "
    if not asks(message) or not any(f" {fold(one)} " in said for one in _degrees()):
        return False
    known = _words_of(_degrees()) | lists()["of_those"] | lists()["predicates"]
    rest = (fold(token.text) for token in tokens_of(message, fragment=True))
    return all(word in known or is_back(word) for word in rest)


def _degrees() -> frozenset[str]:
    return lists()["comparatives"] | lists()["compared"]


def _words_of(phrases: frozenset[str]) -> frozenset[str]:
    return frozenset(word for phrase in phrases for word in phrase.split())
