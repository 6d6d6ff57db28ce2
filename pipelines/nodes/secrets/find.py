"""Find keys, tokens and passwords in a text, and take them out of it.

Some are broken by the end of a line, or by a space that took its place.
"""

import re
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterable, Iterator, Sequence

from pipelines.nodes.secrets.kinds import (
    BRANDS,
    CONTEXTS,
    LINES,
    LINKS,
    LOGS,
    TOKENS,
    FoundSecret,
    find_kinds,
    is_high_entropy,
    is_mixed,
)

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


# In place of a secret in what has to stay one word: a link, a file name.
_REMOVED_FROM_LABEL = "~secret-removed-{}~"
_BARED = re.compile(r"~secret-removed-([a-z-]+)~")
_REMOVED_FROM_TEXT = "[secret removed: {}]"
_MASKED = re.compile(r"\[secret removed: ([A-Za-z ]{2,40})\]")


def find_secrets(text: str) -> tuple[FoundSecret, ...]:
    """Find every secret of a text, in order, none within another, none in a mask.

    Args:
        text: as it will be stored; a key may run over the end of a line.
    """
    found = (
        *find_kinds(text, (*TOKENS, *CONTEXTS, *LINES)),
        *find_broken(text),
        *find_in_joined(text),
    )
    masks = [match.span() for match in _MASKED.finditer(text)]
    starts, ends = [start for start, _ in masks], [end for _, end in masks]
    return tuple(
        secret
        for secret in _apart(found)
        if bisect_right(ends, secret.start) >= bisect_left(starts, secret.end)
    )


def count_removed(text: str) -> int:
    """Count the secrets that were taken out of a text before."""
    return len(_MASKED.findall(text))


def name_of(kind: str) -> str:
    """Give a kind's name as it stands in a masked text: `aws-access-key` is "AWS access key"."""
    return " ".join(BRANDS.get(word, word) for word in kind.split("-"))


def mask(found: FoundSecret) -> str:
    """Say what stands in a text in place of this secret; nothing of it, nor its length."""
    return _REMOVED_FROM_TEXT.format(name_of(found.kind))


def without_secrets(text: str, found: Sequence[FoundSecret] | None = None) -> str:
    """Return a text with every secret replaced by its kind."""
    return _replaced(text, find_secrets(text) if found is None else found, mask)


def replace_secrets(text: str, instead: Callable[[FoundSecret], str]) -> str:
    """Return a text with what `instead` makes of it in the place of every secret, or of what a
    telling parameter of a link holds."""
    return _replaced(text, [*find_secrets(text), *find_kinds(text, LINKS)], instead)


def redact_log(text: str, hidden: str) -> str:
    """Return lines of a log with everything hidden that looks like a secret or stands for one."""
    found = [*find_secrets(text), *find_kinds(text, (*LINKS, *LOGS))]
    return _replaced(text, found, lambda _: hidden)


def bare_label(label: str) -> str:
    """Return a file name or a link without the secrets in it; it stays one word.

    In links also what a parameter of a telling name holds (`token=…`), if it looks random.
    """
    return replace_secrets(label, _bared)


def kinds_removed(label: str | None) -> tuple[str, ...]:
    """Return the kinds of the secrets that were taken out of a title, a file name or a link."""
    named = [name.lower().replace(" ", "-") for name in _MASKED.findall(label or "")]
    return (*named, *_BARED.findall(label or ""))


def _bared(found: FoundSecret) -> str:
    return _REMOVED_FROM_LABEL.format(found.kind)


def _apart(found: Iterable[FoundSecret]) -> Iterator[FoundSecret]:
    """Of secrets that overlap keep the first, as long as the longest."""
    last: FoundSecret | None = None
    for secret in sorted(found, key=lambda each: (each.start, -each.end)):
        if last is None:
            last = secret
        elif secret.start < last.end:
            last = FoundSecret(last.start, max(last.end, secret.end), last.kind)
        else:
            yield last
            last = secret
    if last is not None:
        yield last


def _replaced(
    text: str, found: Iterable[FoundSecret], instead: Callable[[FoundSecret], str]
) -> str:
    parts, at = [], 0
    for secret in _apart(found):
        parts += [text[at : secret.start], instead(secret)]
        at = secret.end
    return "".join((*parts, text[at:]))
