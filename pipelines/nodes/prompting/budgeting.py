"""Budgeting: how many tokens a text may take, and what of a prompt fits into a model's context.

Tokenizers differ, and we have none of theirs: the estimate is on the high side for all of them, so
that what fits by it does fit. What is still too long the endpoint says.
"""

import json
import re
from collections.abc import Sequence

from pipelines.models.answers import Passage
from pipelines.models.chat import Tool, Turn, Usage

# Tokens of a character, by script: above what Mistral's, Qwen's and OpenAI's vocabularies take.
_SCRIPTS = (
    (re.compile(r"[A-Za-z]+"), 0.35),
    (re.compile(r"[ \t]+"), 0.3),
    (re.compile(r"[\u00c0-\u024f]+"), 0.8),
    (re.compile(r"[\u0370-\u052f]+"), 0.55),  # Greek, Cyrillic
    (re.compile(r"[\u2e80-\u9fff\uac00-\ud7af\uf900-\ufaff\uff00-\uffef]+"), 1.4),  # CJK
)
_OF_ASCII = 2  # of them are all that a text in ASCII can have
_OTHER = 1.1  # digits, marks, line ends, other scripts; a sign outside the first plane is …
_ASTRAL, _OF_ASTRAL = re.compile(r"[\U00010000-\U0010ffff]+"), 3.0
_PER_TURN = 8  # tokens around a message
_PER_PASSAGE = 24  # … and around a passage, of its tags
_FOR_HISTORY = 0.25  # of the room, which passages leave to what was said before


def estimate_tokens(text: str) -> int:
    """Return how many tokens a text has at most, or a little more."""
    rest, tokens = len(text), 0.0
    scripts = _SCRIPTS[:_OF_ASCII] if text.isascii() else (*_SCRIPTS, (_ASTRAL, _OF_ASTRAL))
    for script, weight in scripts:
        characters = sum(map(len, script.findall(text)))
        tokens += characters * weight
        rest -= characters
    return int(tokens + rest * _OTHER) + 1 if text else 0


def estimate_turns(turns: Sequence[Turn]) -> int:
    """Return how many tokens turns have at most, calls of tools included."""
    return sum(
        _PER_TURN
        + estimate_tokens(turn.message)
        + sum(_PER_TURN + estimate_tokens(call.name + call.arguments) for call in turn.calls)
        for turn in turns
    )


def estimate_tools(tools: Sequence[Tool]) -> int:
    """Return how many tokens it takes at most to offer tools."""
    return sum(
        _PER_TURN + estimate_tokens(f"{tool.name}{tool.description}{json.dumps(tool.parameters)}")
        for tool in tools
    )


def estimate_usage(system: str, turns: Sequence[Turn], answer: str) -> Usage:
    """Return what a call has taken, where the endpoint does not count."""
    prompt = _PER_TURN + estimate_tokens(system) + estimate_turns(turns)
    return Usage(prompt, estimate_tokens(answer))


def fit(
    passages: Sequence[Passage], history: Sequence[Turn], room: int
) -> tuple[tuple[Passage, ...], tuple[Turn, ...]]:
    """Return the best passages and the latest turns that fit into so many tokens.

    One passage stays whatever it takes. Turns go by pairs; they leave passages three quarters.
    """
    latest = _latest(history, int(room * _FOR_HISTORY))
    left = room - estimate_turns(latest)
    kept: list[Passage] = []
    for passage in passages:
        left -= _PER_PASSAGE + estimate_tokens(f"{passage.title or ''}{passage.text}")
        if kept and left < 0:
            break
        kept.append(passage)
    return tuple(kept), latest


def _latest(turns: Sequence[Turn], room: int) -> tuple[Turn, ...]:
    """Return the last turns that fit, from a turn of the user on."""
    start, taken = len(turns), 0
    for n in range(len(turns) - 1, -1, -1):
        taken += estimate_turns(turns[n : n + 1])
        if taken > room:
            break
        if turns[n].role == "user":
            start = n
    return tuple(turns[start:])
