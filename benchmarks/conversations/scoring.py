"""Whether a reply is right: strictly, at first sight; loosely, anywhere before the sources.

A value is right at first sight when it stands in the first unit (see `reply.py`).

fact, cell, cross, misspelt, followup, pronoun, date: one of `any_of`, and none of `none_of` before.
multi: a value of each group of `all_of`; strictly, in the first three units.
list: `at_least` so many `items`.
conflict: both values, or the newer one with its date; strictly, one of them at first sight.
about: `at_least` so many `terms`; strictly, with a citation.
meta: `at_least` so many `titles`, or one of `any_of`; on buttons, too.
missing, offtopic: it abstains, and shows none of `none_of`.
smalltalk: nothing cited, not the words for a question without an answer, not long.

No reply is never right.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from benchmarks.conversations.reply import Reply, holds, place_of
from benchmarks.conversations.script import ANSWERS, TO_ABSTAIN, Expectation, Turn, Values

_AT_FIRST_SIGHT_OF_SEVERAL = 3  # units
_LONGEST_TALK = 1500  # characters


@dataclass(frozen=True, slots=True)
class Verdict:
    """How a reply did; what is strictly right is loosely right, too.

    abstained: it says that it has no answer, or cites nothing.
    """

    strict: bool
    loose: bool
    abstained: bool


@dataclass(frozen=True, slots=True)
class Played:
    """A turn, what came of it, and after how many seconds the reply began."""

    turn: Turn
    reply: Reply
    verdict: Verdict
    seconds: float


def judge(turn: Turn, reply: Reply, refusals: Sequence[str] = ()) -> Verdict:
    """Judge a reply; `refusals` are how the bot says that it has no answer."""
    if not reply.text.strip():
        return Verdict(strict=False, loose=False, abstained=False)
    if turn.kind == "smalltalk":
        strict = loose = _is_small_talk(turn.expect, reply, refusals)
    else:
        strict, loose = _JUDGES[turn.kind](turn.expect, reply)
    return Verdict(strict, loose, reply.abstains)


def _answer(expect: Expectation, reply: Reply) -> tuple[bool, bool]:
    first = "".join(reply.units[:1])
    return _comes_first(expect, first), _comes_first(expect, reply.body)


def _comes_first(expect: Expectation, text: str) -> bool:
    right, wrong = place_of(expect.any_of, text), place_of(expect.none_of, text)
    return right is not None and (wrong is None or right <= wrong)


def _several(expect: Expectation, reply: Reply) -> tuple[bool, bool]:
    opening = "\n".join(reply.units[:_AT_FIRST_SIGHT_OF_SEVERAL])
    strict, loose = (
        all(holds(values, text) for values in expect.all_of) for text in (opening, reply.body)
    )
    return strict, loose


def _list(expect: Expectation, reply: Reply) -> tuple[bool, bool]:
    is_right = _count(expect.items, reply.body) >= expect.at_least
    return is_right, is_right


def _conflict(expect: Expectation, reply: Reply) -> tuple[bool, bool]:
    is_dated = holds(expect.older, reply.body) or holds(expect.newer_date, reply.body)
    loose = is_dated and holds(expect.newer, reply.body)
    first = "".join(reply.units[:1])
    return loose and holds((*expect.older, *expect.newer), first), loose


def _about(expect: Expectation, reply: Reply) -> tuple[bool, bool]:
    loose = _count(expect.terms, reply.body) >= expect.at_least
    return loose and reply.is_cited, loose


def _meta(expect: Expectation, reply: Reply) -> tuple[bool, bool]:
    seen = "\n".join([reply.text, *reply.buttons])
    if expect.titles:
        is_right = _count(expect.titles, seen) >= expect.at_least
    else:
        is_right = holds(expect.any_of, seen)
    return is_right, is_right


def _abstains(expect: Expectation, reply: Reply) -> tuple[bool, bool]:
    is_right = reply.abstains and not holds(expect.none_of, reply.body)
    return is_right, is_right


def _is_small_talk(expect: Expectation, reply: Reply, refusals: Sequence[str]) -> bool:
    is_refusal = any(refusal in reply.text for refusal in refusals)
    is_as_expected = not expect.any_of or holds(expect.any_of, reply.text)
    is_short = len(reply.text) <= _LONGEST_TALK
    return is_short and is_as_expected and not reply.is_cited and not is_refusal


def _count(things: Sequence[Values], text: str) -> int:
    return sum(holds(values, text) for values in things)


_JUDGES: dict[str, Callable[[Expectation, Reply], tuple[bool, bool]]] = {
    **dict.fromkeys(ANSWERS, _answer),
    "multi": _several,
    "list": _list,
    "conflict": _conflict,
    "about": _about,
    "meta": _meta,
    **dict.fromkeys(TO_ABSTAIN, _abstains),
}
