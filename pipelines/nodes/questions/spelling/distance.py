"""How far apart two words are: as they are written, as they are heard, but for their endings."""

import re
from functools import lru_cache

from pipelines.nodes.word_tables import read_table

_TABLES = read_table(__package__, "distance.toml")
_ALIKE = frozenset(
    pair for written in _TABLES["alike"]["pairs"] for pair in (written, written[::-1])
)
ALIKE_TO: dict[str, str] = {}
for _one, _other in sorted(_ALIKE):
    ALIKE_TO[_one] = ALIKE_TO.get(_one, "") + _other
_DROPPED = frozenset(_TABLES["alike"]["dropped"])
SOUNDS = dict(sorted(_TABLES["sounds"].items(), key=lambda sound: -len(sound[0])))
_SOUND = re.compile("|".join(map(re.escape, SOUNDS)))
_DOUBLED = re.compile(r"(\w)\1+")
_ENDING = re.compile(
    "(?:" + "|".join(sorted(_TABLES["endings"]["words"].split(), key=len, reverse=True)) + ")$"
)
ALIKE_COST, _DROPPED_COST, _DOUBLED_COST = 0.4, 0.3, 0.3
SHORTEST_STEM = 4  # letters


def distance(one: str, other: str, limit: float, *, plain: bool = False) -> float:
    """Return the cheapest way from one word to another by slips; infinite above the limit.

    A slip is a letter exchanged, left out, put in, or two beside each other swapped. Each costs 1,
    letters that sound alike, silent and doubled ones less unless `plain`.
    Source: Damerau 1964; the optimal string alignment of Wagner and Fischer 1974.
    """
    one, other = _without_common_ends(one, other)
    if not one and not other:
        return 0.0
    before: list[float] = []
    row = [0.0]
    for at, letter in enumerate(other):
        row.append(row[at] + _single(other, at, letter, plain=plain))
    for i, letter in enumerate(one):
        dropped = _single(one, i, letter, plain=plain)
        current = [row[0] + dropped]
        for j, wanted in enumerate(other):
            cost = min(
                row[j] + _exchange(letter, wanted, plain=plain),
                row[j + 1] + dropped,
                current[j] + _single(other, j, wanted, plain=plain),
            )
            swapped = i and j and letter == other[j - 1] and one[i - 1] == wanted
            if swapped and before[j - 1] + 1.0 < cost:
                cost = before[j - 1] + 1.0
            current.append(cost)
        if min(current) > limit:
            return float("inf")
        before, row = row, current
    return row[-1] if row[-1] <= limit else float("inf")


def _without_common_ends(one: str, other: str) -> tuple[str, str]:
    """Take off what is the same, all but a letter: a doubled one is known by the one before."""
    start = 0
    while start < min(len(one), len(other)) and one[start] == other[start]:
        start += 1
    start = max(0, start - 1)
    end = 0
    while end < min(len(one), len(other)) - start and one[-1 - end] == other[-1 - end]:
        end += 1
    end = max(0, end - 1)
    return one[start : len(one) - end], other[start : len(other) - end]


def _exchange(letter: str, wanted: str, *, plain: bool) -> float:
    if letter == wanted:
        return 0.0
    return ALIKE_COST if not plain and letter + wanted in _ALIKE else 1.0


def _single(word: str, at: int, letter: str, *, plain: bool) -> float:
    """Return what it costs to leave this letter out, or to put it in."""
    if plain:
        return 1.0
    if at and word[at - 1] == letter:
        return _DOUBLED_COST
    return _DROPPED_COST if letter in _DROPPED else 1.0


@lru_cache(maxsize=16384)
def stem_of(word: str) -> str:
    """Take the endings off, as many as leave a stem of four letters."""
    for _ in range(3):
        match = _ENDING.search(word, SHORTEST_STEM)
        if match is None:
            break
        word = word[: match.start()]
    return word


def root_of(word: str) -> str:
    """Return the stem without the y that other forms write as i: carry, carried, carries."""
    stem = stem_of(word)
    return stem[:-1] if len(stem) > SHORTEST_STEM and stem[-1] in "iy" else stem


@lru_cache(maxsize=16384)
def sound_of(word: str) -> str:
    """Return a word as it is heard, doubled letters as one."""
    return _DOUBLED.sub(r"\1", _SOUND.sub(lambda match: SOUNDS[match.group()], word))
