"""What a message brings to the question before it: its pieces, and what an answer to them tells."""

import re
from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

from pipelines.nodes.questions.follow_up.exchange import (
    is_vague,
    is_verb,
    particle_end,
    parts_of,
    runs,
)
from pipelines.nodes.questions.follow_up.tokens import Kind, Token, is_back, lists
from pipelines.nodes.tables.words.negation import named_in
from pipelines.nodes.text.words import fold

TOLD: frozenset[Kind] = frozenset({"year", "month", "day", "name", "code"})  # kept, and shown
_OF = re.compile(r"\s+of\s+(?:(?:the|a|an)\s+)?", re.IGNORECASE)
_MOST_PIECES = 2  # that are exchanged, each of which the answer must stand for


def pieces_of(body: str, question: str) -> list[Token]:
    """Return what a message brings: no comparison beside what is compared."""
    told = [part for part in parts_of(body, fragment=True) if not is_back(part.text)]
    told = [part for part in told if fold(part.text) not in lists()["comparatives"]] or told
    told = _without_relative_years(told)
    kinds = {slot.kind for slot in parts_of(question)}
    special = ("attribute", "superlative", "month")
    fitted = [
        replace(part, kind="word") if part.kind in special and part.kind not in kinds else part
        for part in told
    ]
    joined = _with_owners(runs(fitted, body), body)
    ends = [particle_end(piece, body) if piece.kind == "word" else piece.end for piece in joined]
    return [
        replace(piece, text=body[piece.start : end], end=end) if end > piece.end else piece
        for piece, end in zip(joined, ends, strict=True)
    ]


def _without_relative_years(told: Sequence[Token]) -> list[Token]:
    """Leave out what a year is besides, with its preposition to the year: «в прошлом 2024»."""
    kept: list[Token] = []
    for part, behind in zip(told, [*told[1:], None], strict=False):
        before = kept[-1] if kept else None
        is_before = behind is not None and behind.kind == "year"
        if is_before and fold(part.text) in lists()["relative_years"]:
            kept.append(part)
        elif part.kind == "year" and before and fold(before.text) in lists()["relative_years"]:
            kept[-1] = replace(part, lead=before.lead)
        else:
            kept.append(part)
    return kept


def _with_owners(pieces: Sequence[Token], body: str) -> list[Token]:
    """Take what a thing is of to it: "the draft of the report" is one thing."""
    joined: list[Token] = []
    for piece in pieces:
        before = joined[-1] if joined else None
        between = body[before.end : piece.start] if before else ""
        if before is not None and before.kind == "word" and _OF.fullmatch(between):
            whole = body[before.start : piece.end]
            joined[-1] = replace(before, text=whole, end=piece.end)
        else:
            joined.append(piece)
    return joined


def told_by(pieces: Sequence[Token]) -> tuple[str, ...]:
    """Return what of the pieces an answer must stand for: things, not what is done with them.

    Nor that they are the cheapest, of which their price tells, nor how many of them there are:
    "5 days" are told of by "a week or less". Many pieces are rather a question of their own.
    """
    if len(pieces) > _MOST_PIECES:
        return ()
    counting = [a for a, b in pairwise(pieces) if a.kind == "number" and b.start == a.end + 1]
    things = (
        piece
        for piece in pieces
        if piece.kind != "superlative"
        and piece not in counting
        and fold(piece.text) not in lists()["contrasts"]
        and not any(one.is_denied for one in named_in(piece.text))  # guests are no members
    )
    return tuple(piece.text for piece in things if piece.kind != "word" or not is_verb(piece.text))


def with_pieces(question: str, pieces: Sequence[Token], body: str) -> str:
    """Put pieces behind a question."""
    return f"{question.rstrip('?!. ')} {' '.join(piece.led(body) for piece in pieces)}?"


def is_added(piece: Token, body: str, slots: Sequence[Token], question: str) -> bool:
    """Say whether a piece stands for nothing: «а на Садовой?» after «список должников».

    What says where takes the place of nothing that says with whom: "can I come with my dog".
    """
    led = [slot for slot in slots if slot.lead < slot.start]
    if is_vague(piece, body):
        led = [slot for slot in led if is_vague(slot, question)]
    says_which = bool(led) or any(slot.kind in TOLD for slot in slots)
    return piece.lead < piece.start and not says_which
