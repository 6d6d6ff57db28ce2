"""Find secrets that the end of a line has broken, or a space that took its place."""

import re
from bisect import bisect_right
from collections.abc import Iterator

from pipelines.nodes.secrets.checks import is_high_entropy, is_mixed
from pipelines.nodes.secrets.kinds import CONTEXTS, TOKENS, FoundSecret, find_kinds

_FIRST = re.compile(
    rf"(?<![A-Za-z0-9])(?:{'|'.join(kind.first for kind in TOKENS if kind.first)})", re.ASCII
)
_PIECE = re.compile(r"[\w+/=.:-]{1,2000}", re.ASCII)
_GAP = re.compile(r"[\"'\\`]?[ \t]?(?:\\?\r?\n[ \t>|#*+\"'-]{0,8}|[ ])(?:\+ )?[\"']?")
_WORD = re.compile(r"[A-Za-z][a-z]*[.:]?(?![\w+/=-])", re.ASCII)  # of a sentence that goes on
_MOST_PIECES = 4
_JOINT = re.compile(r"(?<=[\w+/=-]{6})(?:[ \t]?\r?\n[ \t]*|[ ])(?=[\w+/=-]{6})", re.ASCII)
_LEFT = re.compile(r"[\w+/=-]{6,256}$", re.ASCII)
_RIGHT = re.compile(r"[\w+/=-]{6,256}", re.ASCII)


def find_broken(text: str) -> Iterator[FoundSecret]:
    """Find tokens, known by their first letters, whose other pieces stand on the next lines."""
    for prefix in _FIRST.finditer(text):
        spans: list[tuple[int, int]] = []
        at = prefix.start()
        while len(spans) < _MOST_PIECES and (piece := _PIECE.match(text, at)):
            spans.append(piece.span())
            joined = "".join(text[start:end] for start, end in spans).rstrip(".:=")
            kind = _whole(joined)
            if len(spans) > 1 and kind:
                yield FoundSecret(prefix.start(), piece.end(), kind)
                break
            gap = _GAP.match(text, piece.end())
            if gap is None or (kind and gap[0] == " " and _WORD.match(text, gap.end())):
                break
            at = gap.end()


def _whole(joined: str) -> str | None:
    if any(character.isdigit() for character in joined[4:]):
        for kind in TOKENS:
            if (match := kind.pattern.fullmatch(joined)) and kind.secret(match):
                return kind.name
    return None


def find_in_joined(text: str) -> Iterator[FoundSecret]:
    """Find what is known by the words beside it, with random pieces put together again."""
    parts: list[str] = []
    places: list[int] = []  # where in the joined text a part begins
    origins: list[int] = []  # and in the text itself
    at = length = 0
    for gap in _JOINT.finditer(text):
        if not _joins(text, gap):
            continue
        parts.append(text[at : gap.start()])
        places.append(length)
        origins.append(at)
        length += gap.start() - at
        at = gap.end()
    if not parts:
        return
    parts.append(text[at:])
    places.append(length)
    origins.append(at)

    def origin(place: int) -> int:
        part = bisect_right(places, place) - 1
        return origins[part] + place - places[part]

    for found in find_kinds("".join(parts), (*CONTEXTS, *TOKENS)):
        yield FoundSecret(origin(found.start), origin(found.end - 1) + 1, found.kind)


def _joins(text: str, gap: re.Match[str]) -> bool:
    """Say whether the pieces on both sides look drawn by lot, so that they may be one."""
    left = _LEFT.search(text, max(0, gap.start() - 256), gap.start())
    right = _RIGHT.match(text, gap.end())
    if left is None or right is None:
        return False
    if "\n" in gap[0]:
        return is_high_entropy(left[0] + right[0]) and any(map(str.isdigit, right[0]))
    return is_mixed(left[0]) and is_mixed(right[0])
