"""Nearest: what is shown as no more than what comes closest, unsure as it is, or in doubt.

How the bounds were chosen: benchmarks/RESULTS.md, "What comes nearest".
"""

from pipelines.answer.quoting.found import Found
from pipelines.answer.quoting.weighing.sureness import (
    is_rule_of_form,
    is_told_openly,
    names_above,
    unsupported_of,
)
from pipelines.nodes.answering.asked import asked_kind
from pipelines.nodes.answering.cite import Quote
from pipelines.nodes.answering.sentences.extract_answer import Grounds

_HELD = 0.5  # from which on a sentence is taken to hold what is asked for
_CALLED = frozenset({"phone", "email"})
_DENIED_OUTRIGHT, _DENIED_NEAR = -4.5, -4.0  # log odds, see `comes_near`
_DENIED_THOUGH_SURE = -4.5  # log odds, see `is_doubted`
_TELLS_WHY = 3.0  # log odds, from which on no word need say that it is the reason
_FAR_AHEAD = 1.0  # of every other passage, in units of MaxSim
_MOST_LACKING = 0.75  # of a question's words, of what comes near
_SURELY_FOUND = 0.6  # confidence from which on no reader is asked


def comes_near(found: Found, best: Quote, grounds: Grounds) -> bool:
    """Say whether a sentence may be shown as what comes nearest, however unsure it is.

    Some of what the question says stands there, it may hold what is asked for, and whoever read it
    closely does not deny it outright. Of questions by strangers without a sure answer that was the
    answer of two in five; how it was chosen: benchmarks/RESULTS.md, "What comes nearest".
    """
    read = found.read.get((best.passage.id, best.span.start), 0.0)
    kind = asked_kind(found.question)
    least = _HELD if kind.counted else 0.0  # how many of another thing comes near to nothing
    is_held = grounds.held is None or grounds.held > least
    if (
        not (is_held or kind.name == "why") or read < _DENIED_OUTRIGHT
    ):  # a reason needs no "because"
        return False
    if grounds.lead >= _FAR_AHEAD and read < _DENIED_NEAR:  # all of its words, and no answer
        return False
    around = best.passage.text[grounds.around.start : grounds.around.end]
    evidence = "\n".join([around, *names_above(best)])
    _, lacking = unsupported_of(found, kind, best, grounds.around, evidence)
    return lacking <= _MOST_LACKING


def is_doubted(found: Found, best: Quote, grounds: Grounds) -> bool:
    """Say whether a sentence that seems to answer may be shown as no more than what comes nearest.

    Whoever read it closely denies it outright, unless it was found surely, or it says nothing of a
    reason, asked for one. To a reader numbers to call say little; what answers to other words than
    were put is weighed by them.
    """
    read, kind = found.read.get((best.passage.id, best.span.start)), asked_kind(found.question)
    if (
        found.put
        or read is None
        or is_rule_of_form(found, best)
        or is_told_openly(kind, found.question, best.text)
    ):
        return False
    is_reason = kind.name != "why" or bool(grounds.held) or read >= _TELLS_WHY
    is_denied = read < _DENIED_THOUGH_SURE and found.confidence < _SURELY_FOUND
    return not is_reason or (is_denied and kind.name not in _CALLED)
