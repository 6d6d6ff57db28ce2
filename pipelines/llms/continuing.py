"""Continuing: go on with an answer that the limit of tokens has ended, and join the two parts."""

import re
from collections.abc import Sequence

from pipelines.models.chat import Turn, Usage

GO_ON = "Your answer was cut off. Continue it exactly where it ends. Repeat nothing."

_LAST_WORD = re.compile(r"(\s+)\S{1,40}\Z")
_LEAST_SHARED = 8  # characters that both parts have, from which on they are a repetition
_LONGEST_SHARED = 2000
_BEGINNING = 40  # characters by which an answer is known that begins from the start


def to_continue(turns: Sequence[Turn], text: str) -> list[Turn]:
    """Return the turns that ask for the rest of a text."""
    return [*turns, Turn("assistant", _whole_words(text)[0]), Turn("user", GO_ON)]


def join(text: str, rest: str) -> str:
    """Return a text and its rest as one; what the rest repeats of the text is said once."""
    rest = rest.strip().removeprefix("…").removeprefix("...").lstrip()
    if not rest:
        return text
    if len(text) >= _BEGINNING and rest.startswith(text[:_BEGINNING]):
        return rest if len(rest) >= len(text) else text
    for begun in (text, _whole_words(text)[0]):
        for shared in range(min(len(begun), len(rest), _LONGEST_SHARED), _LEAST_SHARED - 1, -1):
            if begun.endswith(rest[:shared]):
                return begun + rest[shared:]
    begun, blank = _whole_words(text)
    return f"{begun}{blank}{rest}"


def total(usages: Sequence[Usage | None]) -> Usage | None:
    """Return the sum of usages; None when one of them is not known."""
    known = [usage for usage in usages if usage is not None]
    if not known or len(known) < len(usages):
        return None
    return Usage(sum(one.prompt for one in known), sum(one.completion for one in known))


def _whole_words(text: str) -> tuple[str, str]:
    """Return a text without its last word, which may be half a word, and the blank before it."""
    cut = _LAST_WORD.search(text)
    return (text[: cut.start()], cut[1]) if cut and cut.start() else (text, "")
