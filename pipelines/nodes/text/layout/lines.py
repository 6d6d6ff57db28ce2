"""Join the lines of a paragraph that a page or a screen had broken."""

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise

_BULLET = re.compile(r"\s*[•◦▪‣●○■·]\s*")
_MARK = re.compile(r"\s*(?:[-–—*]|\(?\d{1,3}[.)]|\(?[a-zа-я][.)])\s+")
_DASH = re.compile(r"\s*([-–—*])\s+")
_NUMBER = re.compile(r"\s*\(?(\d{1,3})[.)]\s+")
_LIST_BEFORE = (".", ":", ";", "!", "?")
_COMPOUND = re.compile(r"(?<![^\W\d_])[^\W\d_]+(?:-[^\W\d_]+)+")
_LONGEST_WORD = 60
_SENTENCE_END = re.compile(r"[.!?…:;](?:\s|$)|[。！？；؟۔।]")
_BY_HAND = 3  # characters, by which lines that are broken by hand miss their width
_ROOMY = 0.2  # share of wrapped lines that may end sooner than they have to
_ROOMY_IN_ITEM = 0.7  # of a numbered one, of which all lines are
_DEEPEST = 6  # characters, by which lines under a number are indented
_SPACES = re.compile(r"(?<=\S)[^\S\n]+")
_LEADERS = re.compile(r"(?:[ \xa0]?[.·_]){5,}")
# Russian words that are written with a hyphen wherever the line ends.
_HYPHEN_BEFORE = re.compile(r"(?:то|либо|нибудь|таки|ка|де|с)\b", re.IGNORECASE)
_HYPHEN_AFTER = re.compile(r"(?:^|\W)(?:кое|из|во|вице|экс|пол|e|non|self|ex)$", re.IGNORECASE)
_ADVERB = re.compile(r"(?:^|\W)по$", re.IGNORECASE)
_ADVERB_END = re.compile(r"\w*(?:ски|цки|ому|ему)\b")


def find_compounds(texts: Iterable[str]) -> frozenset[str]:
    """Collect the words that a text writes with a hyphen inside its lines."""
    return frozenset(word.lower() for text in texts for word in _COMPOUND.findall(text))


def join_lines(lines: Sequence[str], compounds: frozenset[str] = frozenset()) -> str:
    """Join lines into one, words broken at line ends included; list items keep their lines."""
    parts: list[str] = []
    last = item = ""
    for line in (line.strip() for line in lines):
        if not line:
            continue
        if not parts:
            parts.append(line)
            item = line
        elif starts_item(line, after=last) or _is_next_item(item, line):
            parts += ["\n", line]
            item = line
        else:
            parts[-1], between = joint(parts[-1], line, compounds)
            parts += [between, line]
        last = line
    return "".join(parts).replace("\xad", "")


def joint(left: str, right: str, compounds: frozenset[str] = frozenset()) -> tuple[str, str]:
    """Say how two pieces of one sentence meet: the left one, perhaps shortened, and what goes
    between."""
    if left.endswith("\xad"):
        return left[:-1], ""
    if len(left) < 2 or left[-1] not in "-‐" or not left[-2].isalnum():
        return left, " "
    if not right[:1].islower() or _keeps_hyphen(left[-_LONGEST_WORD:-1], right, compounds):
        return left, ""
    return left[:-1], ""


def starts_item(line: str, *, after: str | None = None) -> bool:
    """Say whether a line begins a list item; after the middle of a sentence only a bullet does."""
    if _BULLET.match(line):
        return True
    if after is not None and not after.endswith(_LIST_BEFORE):
        return False
    return _MARK.match(line) is not None


def _is_next_item(item: str, line: str) -> bool:
    """Say whether a line carries a list on: with the same dash, or with the next number."""
    dash, number = _DASH.match(item), _NUMBER.match(item)
    if dash:
        following = _DASH.match(line)
        return following is not None and following[1] == dash[1]
    following = _NUMBER.match(line)
    if number is None or following is None:
        return False
    return int(following[1]) == int(number[1]) + 1


def is_wrapped(lines: Sequence[str]) -> bool:
    """Say whether lines were broken to fit a width, rather than on purpose.

    Those behind a numbered line may stand under its text, and be broken by hand: "1. Storm. The
    gale of 6 January", "   took the felt off".
    """
    while lines and not lines[-1].strip():
        lines = lines[:-1]
    if len(lines) < 2 or any("\t" in line or " | " in line for line in lines):
        return False
    is_numbered = _NUMBER.match(lines[0]) is not None and not any(map(_MARK.match, lines[1:]))
    hangs = is_numbered and _hangs(lines)
    if not hangs and any(line[:1].isspace() for line in lines):
        return False
    full = [len(line) for line in lines[:-1]]
    widest = max(len(line) for line in lines)
    if not 45 <= widest <= 130 or min(full) < 0.7 * widest:
        return False
    if len(lines) > 2 and not _SENTENCE_END.search("\n".join(lines)):  # notes, not sentences
        return False
    least = widest - _BY_HAND
    roomy = [len(a) + 1 + len(b.lstrip().partition(" ")[0]) <= least for a, b in pairwise(lines)]
    most = _ROOMY_IN_ITEM if is_numbered else _ROOMY
    if not hangs and sum(roomy) > most * len(roomy):  # the next word would have fitted in
        return False
    goes_on = any(_begins_small(line.lstrip()) for line in lines[1:])
    return goes_on or lines[0].endswith(("-", "\xad"))


def _hangs(lines: Sequence[str]) -> bool:
    """Say whether all lines but the first are indented alike, less than by a column."""
    first, *others = [len(line) - len(line.lstrip()) for line in lines]
    return first == 0 and len(set(others)) == 1 and 0 < others[0] <= _DEEPEST


def _begins_small(line: str) -> bool:
    """Say whether a line begins as the middle of a sentence does, in scripts that show it."""
    return line[:1].isalpha() and not line[:1].isupper()


def going_on(lines: Sequence[str]) -> Iterator[list[str]]:
    """Yield lines with those that they go on in: these begin small, after no end of a sentence."""
    run: list[str] = []
    for line in (line.strip() for line in lines):
        if run and not (line[:1].islower() and not run[-1].endswith(_LIST_BEFORE)):
            yield run
            run = []
        run.append(line)
    if run:
        yield run


def tidy_spaces(text: str) -> str:
    """Fold runs of spaces inside lines into one, and dot leaders; what lines begin with stays."""
    return _SPACES.sub(" ", _LEADERS.sub(" …", text))


def _keeps_hyphen(left: str, right: str, compounds: frozenset[str]) -> bool:
    start = re.search(r"[^\W\d_]+(?:-[^\W\d_]+)*$", left)
    end = re.match(r"[^\W\d_]+(?:-[^\W\d_]+)*", right)
    if start is None or end is None or f"{start.group()}-{end.group()}".lower() in compounds:
        return True
    if _ADVERB.search(left):
        return _ADVERB_END.match(right) is not None
    return bool(_HYPHEN_BEFORE.match(right) or _HYPHEN_AFTER.search(left))
