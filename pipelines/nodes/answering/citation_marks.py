"""Marks: the [n] in a model's answer, in all the ways models write them."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from pipelines.models.documents import Span

_NUMBERS = r"\^?\d{1,6}(?:\s*(?:[,;–—-]|and|и)\s*\^?\d{1,6})*"
_WORD = r"(?:(?:passages?|sources?|фрагмент\w*|источник\w*)\s*№?\s*)?"
_ONE = rf"(?:\[{_WORD}{_NUMBERS}\]|【{_NUMBERS}(?:[†:][^】]{{0,500}})?】|［{_NUMBERS}］)"
_RUN = re.compile(
    rf"([ \t\u00a0]{{0,2}})({_ONE}(?:[ \t]{{0,2}}[,;]?[ \t]{{0,2}}{_ONE})*)", re.IGNORECASE
)
_CODE = re.compile(r"```.*?(?:```|\Z)|`[^`\n]+`", re.DOTALL)
_BLOCK = re.compile(r"^[ \t]*```[^\n]*\n.*?(?:^[ \t]*```[ \t]*$|\Z)", re.DOTALL | re.MULTILINE)
_FENCE = re.compile(r"^[ \t]*```", re.MULTILINE)
_IN_BLOCK = re.compile(rf"[ \t]+({_ONE}(?:[ \t]{{0,2}}{_ONE})*)[ \t]*$", re.MULTILINE)
_RANGE = re.compile(r"(\d+)\s*[–—-]\s*\^?(\d+)|(\d+)")
_HIGHEST = 999_999  # that is written in a mark
_INNER = re.compile(r"(?<=[\[【［])[^\]】］†:]+")


@dataclass(frozen=True, slots=True)
class Mark:
    """A run of marks at one place; `numbers` are those of passages that exist."""

    at: int  # offset in the text without marks
    lead: str  # blanks that stood before it
    numbers: tuple[int, ...]


def split_marks(text: str, highest: int) -> tuple[str, tuple[Mark, ...]]:
    """Take the marks out of a text; brackets in code are left alone.

    Args:
        text: a model's answer.
        highest: how many passages it was given; other numbers point nowhere and are dropped.
    """
    code = [match.span() for match in _CODE.finditer(text)]
    parts: list[str] = []
    marks: list[Mark] = []
    done = length = 0
    for match in _RUN.finditer(text):
        if any(start <= match.start(2) < end for start, end in code):
            continue
        parts.append(text[done : match.start()])
        length += match.start() - done
        done = match.end()
        marks.append(Mark(at=length, lead=match[1], numbers=_read_numbers(match[2], highest)))
    parts.append(text[done:])
    return "".join(parts), tuple(marks)


def code_blocks(text: str) -> tuple[Span, ...]:
    """Return where blocks of code stand in a text, from fence to fence."""
    return tuple(Span(*match.span()) for match in _BLOCK.finditer(text))


def free_blocks(text: str) -> str:
    """Take the marks out of blocks of code, where they would be copied along, to behind them.

    One at the end of a line is taken for a mark; a block that is still being written is closed.
    """
    if len(_FENCE.findall(text)) % 2:
        text = f"{text.rstrip()}\n```"
    for block in reversed(code_blocks(text)):
        code = text[block.start : block.end]
        if marks := "".join(dict.fromkeys(_IN_BLOCK.findall(code))):
            bare = _IN_BLOCK.sub("", code)
            text = f"{text[: block.start]}{bare}\n{marks}{text[block.end :]}"
    return text


def join_marks(text: str, marks: Sequence[Mark]) -> str:
    """Put marks back, ordered by place; one without numbers leaves nothing behind."""
    parts: list[str] = []
    done = 0
    for mark in marks:
        parts.append(text[done : mark.at])
        done = mark.at
        if mark.numbers:
            parts.append(mark.lead + "".join(f"[{number}]" for number in mark.numbers))
    return "".join([*parts, text[done:]])


def strip_marks(text: str) -> str:
    """Return a text without any marks, as an earlier answer is shown to the model."""
    return split_marks(text, highest=0)[0]


def shift_marks(text: str, *, by: int) -> str:
    """Return a text whose marks count from so many passages on."""
    bare, marks = split_marks(text, highest=_HIGHEST)
    return join_marks(
        bare, [replace(mark, numbers=tuple(n + by for n in mark.numbers)) for mark in marks]
    )


def _read_numbers(run: str, highest: int) -> tuple[int, ...]:
    """Read `[1, 3][5-7]` as 1, 3, 5, 6, 7, each once."""
    numbers: dict[int, None] = {}
    for inner in _INNER.findall(run):
        for first, last, single in _RANGE.findall(inner):
            low, high = int(first or single), int(last or single)
            numbers.update(dict.fromkeys(range(max(low, 1), min(high, highest) + 1)))
    return tuple(numbers)
