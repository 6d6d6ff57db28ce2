"""E-mails, as people copy them into a text: which lines are their headers.

"Date: 4 May 2025 10:12" above what somebody wrote tells when he wrote it, and of nothing that he
wrote about. A form has such a line too, but hardly one that tells who it is from, nor a subject.
"""

import re
from functools import cache, lru_cache

from pipelines.models.documents import Span
from pipelines.nodes.word_tables import read_table

_LABELLED = re.compile(r"[>\s*]*([^\W\d_][\w -]{1,24}?)\**\s?:\**\s+\S")
_TIME = re.compile(r"(?<!\d)\d{1,2}:\d{2}(?!\d)")
_WORD = re.compile(r"\w+(?:-\w+)*")
_FEWEST = 2  # lines of a header


@lru_cache(maxsize=128)
def header_starts(text: str) -> frozenset[int]:
    """Return where the lines of a text begin that are of the headers of e-mails."""
    found: set[int] = set()
    run: list[tuple[int, str, str]] = []
    start = 0
    for line in [*text.split("\n"), ""]:
        match = _LABELLED.match(line)
        label = match[1].casefold() if match else ""
        if label in _list("labels"):
            run.append((start, label, line))
        else:
            if _is_header(run) and not match:
                found.update(start for start, _, _ in run)
            run = []
        start += len(line) + 1
    return frozenset(found)


def header_above(text: str, at: int) -> Span | None:
    """Return the header of the e-mail that a place of a text is in; None: it is in none."""
    begun: list[int] = []  # where the lines of the last header begin
    for start in sorted(header_starts(text)):
        is_next = bool(begun) and text.find("\n", begun[-1]) + 1 == start
        if start > at and not is_next:
            break
        begun = [*begun, start] if is_next else [start]
    if not begun or begun[0] > at:
        return None
    end = text.find("\n", begun[-1])
    return Span(begun[0], end if end >= 0 else len(text))


def sender_in(text: str, header: Span) -> Span:
    """Return the line of a header that says who wrote; all of it where that is not told."""
    start = header.start
    for line in text[header.start : header.end].split("\n"):
        match = _LABELLED.match(line)
        if match and match[1].casefold() in _list("senders"):
            return Span(start, start + len(line))
        start += len(line) + 1
    return header


def asks_of_mail(question: str) -> bool:
    """Say whether a question asks when an e-mail was sent, who wrote it, or the like."""
    stems = tuple(_list("asking"))
    return any(word.startswith(stems) for word in _WORD.findall(question.casefold()))


def _is_header(run: list[tuple[int, str, str]]) -> bool:
    labels = [label for _, label, _ in run]
    if len(run) < _FEWEST or len(set(labels)) < len(labels):
        return False
    tells = not _list("telling").isdisjoint(labels)
    tells = tells or any("@" in line or _TIME.search(line) for _, _, line in run)
    return tells and not _list("senders").isdisjoint(labels)


@cache
def _list(name: str) -> frozenset[str]:
    return frozenset(read_table(__package__, "mail.toml")[name])
