"""Shape: whether what is asked for is there, as it is known by its shape: a number, a day."""

import re

from pipelines.answer.quoting.found import Found
from pipelines.answer.quoting.weighing.things import says_no_more
from pipelines.models.documents import Span
from pipelines.nodes.answering.asked import AskedKind, asked_kind
from pipelines.nodes.answering.cite import Quote, place_at
from pipelines.nodes.answering.fitting.bounds import is_step_that_fits
from pipelines.nodes.answering.holding import holds, names_length
from pipelines.nodes.answering.sentences.extract_answer import Grounds
from pipelines.nodes.tables.words.evidence import has_currency
from pipelines.nodes.text.calendar import day_or_month
from pipelines.nodes.text.words import words_of

_WHEN = re.compile(r"\bwhen\b", re.IGNORECASE)
_HELD = 0.5  # from which on a sentence is taken to hold what is asked for
_SHAPED = frozenset({"how_many", "how_long", "hour", "when", "who"})
_CALLED = frozenset({"phone", "email"})
_OF_PEOPLE_AND_DAYS = frozenset({"who", "when"})
_ABOVE = frozenset({"when", "hour"})  # which may stand above a sentence
_OF_A_DATE = 2  # words besides the day that a line has which is only one: "20 June of the year"


def asked_as(found: Found) -> tuple[str, ...]:
    """Return a question, and as it was asked where that tells that a number of something is meant.

    Of an "account number" a translation may make one of accounts.
    """
    is_number = asked_kind(found.put).quantity == "reference" if found.put else False
    return (found.question, found.put) if is_number else (found.question,)


def lacks_shape(kind: AskedKind, best: Quote, around: Span, question: str) -> bool:
    """Say whether nothing of the shape that is asked for stands there: a number, a price, an hour.

    What is asked why is no reason for itself; a price is no length of time. A height is told beside
    its unit; a price may stand in the sentence before, a number to call and
    an hour on either side, and where any number is asked for, one has to be there.
    """
    text, sentence = best.passage.text, best.text
    if is_step_that_fits(question, sentence, text):
        return False
    if kind.name == "why":
        return says_no_more(question, sentence) and not holds(kind, sentence, question)
    if kind.name == "how_long" and has_currency(sentence) and not names_length(sentence):
        return holds(kind, sentence, question) < _HELD
    if kind.name == "how_many" and not kind.quantity:
        return not (kind.is_by_noun or holds(kind, sentence, question))
    if kind.name == "hour" and not _WHEN.search(question):  # "until when" may be a day
        line, end = text.rfind("\n", 0, best.span.start) + 1, text.find("\n", best.span.end)
        own = text[line : end if end >= 0 else len(text)]
        is_day = holds(kind, sentence, question) > 0.0  # which says nothing of what stands beside
        return holds(kind, own if is_day else text[around.start : around.end], question) < _HELD
    if not kind.is_told_by_shape:
        return False
    if kind.quantity == "money":
        return holds(kind, text[around.start : best.span.end], question) < _HELD
    parts = text[around.start : best.span.start], sentence, text[best.span.end : around.end]
    if kind.quantity == "reference":  # each may be numbered itself
        return not any(holds(kind, part, question) for part in parts)
    if not kind.quantity:
        return not holds(kind, "".join(parts), question)
    return holds(kind, sentence, question) < _HELD


def needs_reading(question: str, best: Quote, grounds: Grounds) -> bool:
    """Say whether the best sentence hardly holds what is known by its shape: no number, no day.

    A day may stand above it, as minutes and diaries have it. A number to call is told by its shape
    from anything but somebody else's.
    """
    kind, is_held = asked_kind(question), (grounds.held or 0.0) >= _HELD
    place = place_at(best.passage, best.span.start)
    if kind.name in _CALLED:
        return is_held
    if is_held or kind.name not in _SHAPED or place.row is not None:
        return False
    around = best.passage.text[grounds.around.start : grounds.around.end]
    above = f"{place.heading or ''}\n{around}"
    return kind.name not in _ABOVE or holds(kind, above, question) < _HELD


def is_of_the_one_above(question: str, best: Quote, grounds: Grounds) -> bool:
    """Say whether a day stands above a sentence, and there in one that tells something else."""
    above = words_of(best.passage.text[grounds.around.start : best.span.start])
    told = {word for word in above if not (word.isdecimal() or day_or_month(word))}
    is_asked = asked_kind(question).name in _OF_PEOPLE_AND_DAYS
    return is_asked and not grounds.held and len(told) > _OF_A_DATE
