"""Called: whose number to call a sentence tells, by the line that it is signed with, or above."""

import re

from pipelines.answer.quoting.found import Found, crosses
from pipelines.models.documents import Span
from pipelines.nodes.answering.asked import says_kind, without_asking
from pipelines.nodes.answering.cite import Quote
from pipelines.nodes.questions.anchors import Anchor, missing, script_of
from pipelines.nodes.questions.follow_up.tokens import is_back
from pipelines.nodes.questions.paraphrasing.kin import stands_for
from pipelines.nodes.text.dictionary import translations
from pipelines.nodes.text.words import content_words, fold

_LETTERS = re.compile(r"[^\W\d]+")


def is_bare_number(sentence: str) -> bool:
    """Say whether a sentence is a number to call and nothing of whose it is: "Phone: 01632 …"."""
    words = _LETTERS.findall(sentence)
    return all(says_kind(word) or not content_words(word) for word in words)


def signature_of(best: Quote) -> Span | None:
    """Return a bare number to call with the line right above it, as letters are signed."""
    text = best.passage.text
    line = text.rfind("\n", 0, best.span.start) + 1
    above = text.rfind("\n", 0, max(line - 1, 0)) + 1
    is_below = bool(text[above:line].strip()) and not content_words(text[line : best.span.start])
    return Span(above, best.span.end) if is_below and is_bare_number(best.text) else None


def with_signature(best: Quote) -> str:
    """Return a sentence, or with the line right above it where that signs it."""
    return Quote(best.passage, signature_of(best) or best.span).text


def names_whose(question: str, sentence: str) -> bool:
    """Say whether a sentence names all whose number a question asks for."""
    whose = content_words(" ".join(_whose(question)))
    return bool(whose) and whose <= content_words(sentence)


def _whose(question: str) -> list[str]:
    """Return the words that say whose number a question asks for.

    A director is somebody where the number is asked for, though "which director" asks who it is.
    """
    words = [word for word in without_asking(question).split() if not is_back(word)]
    words = [word for word in words if content_words(word)]
    return [word for word in words if not says_kind(word)] or words


def is_of_all_whose(found: Found, best: Quote) -> bool:
    """Say whether what a number stands beside says all whose it is, in another language.

    A reader by meaning denies such a label: «Председатель: Олег Сурков, 8-921-…».
    """
    asked, called = found.put or found.own.question, with_signature(best)
    crossing, language = script_of(asked) != script_of(called), best.passage.language
    whose = [one for one in _whose(asked) if translations(fold(one), language)]
    is_all = all(stands_for(fold(one), called, language, crosses=True) for one in whose)
    return crossing and bool(whose) and is_all


def is_of_whose(found: Found, best: Quote, above: str) -> bool:
    """Say whether a sentence names whose number is asked for, in either language.

    What it stands under may name the rest: «телефон председателя кооператива» in its rules.
    """
    anchors = [Anchor.named(word) for word in _whose(found.own.question)]
    crossing, called = crosses(found, best.passage), with_signature(best)
    lacking = missing(anchors, called, crosses=crossing)
    return len(lacking) < len(anchors) and not missing(lacking, above, crosses=crossing)
