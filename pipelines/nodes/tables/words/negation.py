"""Negation: whether a name is denied where it is said: "if I'm not a member", "Non-members".

Only what stands right before a name denies it: in "is it not open for members" nobody is none.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from pipelines.models.documents import Span
from pipelines.nodes.tables.words.evidence import RELATED, term_strength
from pipelines.nodes.tables.words.lexicon import (
    BELONGING,
    DENYING_NAMES,
    DENYING_OPENINGS,
    LEADING_TO_NAMES,
    fold_in_place,
)

_TERM = re.compile(r"[^\W_]+")
_DENIED = re.compile(
    rf"(?:{DENYING_NAMES.pattern.pattern})"
    rf"(?:\s+(?:{LEADING_TO_NAMES.pattern.pattern}))*(?:\s+|\s?[-‐‑–]\s?)$"
)
_SHORTEST = 3  # letters that are left of a name without what denies it
_CACHED = 20_000


@dataclass(frozen=True, slots=True)
class Named:
    """A term of a text, and whether it is denied there; denial: where the words stand for that."""

    term: str
    span: Span
    denial: Span | None

    @property
    def is_denied(self) -> bool:
        """Whether the text says that it is not so."""
        return self.denial is not None


@lru_cache(maxsize=_CACHED)
def named_in(text: str) -> tuple[Named, ...]:
    """Return the terms of a text, folded; "nonmembers" is of members as well, denied."""
    return tuple(_named(fold_in_place(text).replace("’", "'")))


def stance(text: str, term: str) -> bool | None:
    """Say whether a text names what a folded term does, or denies it; None: neither."""
    held = [one for one in named_in(text) if _are_one(one.term, term)]
    return None if not held else not any(one.is_denied for one in held)


def is_of_others(term: str) -> bool:
    """Say whether a folded term names those who do not belong: guests."""
    return BELONGING["others"].holds(term)


def _named(folded: str) -> Iterator[Named]:
    for match in _TERM.finditer(folded):
        denied = _DENIED.search(folded[: match.start()])
        span = Span(*match.span())
        yield Named(match.group(), span, Span(*denied.span()) if denied else None)
        for opening in DENYING_OPENINGS:
            rest = match.group().removeprefix(opening)
            if _SHORTEST <= len(rest) < len(match.group()):
                yield Named(rest, span, Span(span.start, span.start + len(opening)))


def _are_one(one: str, other: str) -> bool:
    """Say whether two terms name the same: a member, and who belongs to a club."""
    members = BELONGING["members"]
    both = members.holds(one) and members.holds(other)
    return both or term_strength(one, other) >= RELATED
