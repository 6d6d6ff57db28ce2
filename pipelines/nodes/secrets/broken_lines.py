"""Find secrets that the end of a line has broken, or a space that took its place."""

import re
from bisect import bisect_right
from collections.abc import Iterator

from pipelines.nodes.secrets.contexts import IN_CONTEXT
from pipelines.nodes.secrets.entropy import is_high_entropy, is_mixed
from pipelines.nodes.secrets.kinds import FoundSecret, find_kinds
from pipelines.nodes.secrets.tokens import TOKENS
from pipelines.nodes.secrets.vendors import VENDORS

_SHORT = 3  # letters before a key that much else begins with, too
_PREFIX = re.compile(
    r"(?<![A-Za-z0-9])(?:AKIA|ASIA|gh[pousr]_|github_pat_|glpat-|xox[abprs]-|[sr]k_(?:live|test)_"
    r"|AIza|GOCSPX-|sk-|npm_|pypi-AgE|SG\.|eyJ|AccountKey=|hf_|do[opr]_v1_|shp(?:at|ss)_|dckr_pat_"
    r"|(?:AC|SK)[0-9a-f]{6}|\d{8,10}:[A-Za-z]|"
    + "|".join(re.escape(hint) for kind in VENDORS for hint in kind.hints if len(hint) > _SHORT)
    + ")"
)
_PIECE = re.compile(r"[\w+/=.:-]{1,2000}", re.ASCII)
_GAP = re.compile(r"[\"'\\`]?[ \t]?(?:\\?\r?\n[ \t>|#*+\"'-]{0,8}|[ ])(?:\+ )?[\"']?")
_MOST_PIECES = 4
_JOINT = re.compile(r"(?<=[\w+/=-]{6})(?:[ \t]?\r?\n[ \t]*|[ ])(?=[\w+/=-]{6})", re.ASCII)
_LEFT = re.compile(r"[\w+/=-]{6,256}$", re.ASCII)
_RIGHT = re.compile(r"[\w+/=-]{6,256}", re.ASCII)


def find_broken(text: str) -> Iterator[FoundSecret]:
    """Find tokens, known by their first letters, whose other pieces stand on the next lines."""
    for prefix in _PREFIX.finditer(text):
        spans: list[tuple[int, int]] = []
        at = prefix.start()
        while len(spans) < _MOST_PIECES and (piece := _PIECE.match(text, at)):
            spans.append(piece.span())
            joined = "".join(text[start:end] for start, end in spans).rstrip(".:=")
            if len(spans) > 1 and (kind := _whole(joined)):
                yield FoundSecret(prefix.start(), piece.end(), kind)
                break
            gap = _GAP.match(text, piece.end())
            if gap is None:
                break
            at = gap.end()


def _whole(joined: str) -> str | None:
    for kind in (*TOKENS, *VENDORS):
        match = kind.pattern.fullmatch(joined)
        if match and kind.check(match) and any(character.isdigit() for character in joined[4:]):
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

    for found in find_kinds("".join(parts), (*IN_CONTEXT, *TOKENS, *VENDORS)):
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
