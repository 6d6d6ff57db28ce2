"""Spelling: a superlative of two words whose second is misspelt by a letter: «самый дешовый».

Of the first one alone, "most", the largest would be taken for what is asked for.
"""

import re
from functools import lru_cache

from pipelines.nodes.tables.words.lexicon import GRADES_BEHIND

_SHORTEST = 5  # letters of a stem that may be misspelt
_CACHED = 1000  # questions


@lru_cache(maxsize=_CACHED)
def respelled(text: str) -> str:
    """Return a folded text of the same length, with what is only misspelt by a letter put right."""
    return _GRADED.sub(lambda match: match[1] + _respelled(match[1].strip(), match[2]), text)


def _respelled(before: str, word: str) -> str:
    stems = GRADES_BEHIND[before]
    if any(map(word.startswith, stems)):
        return word
    near = {stem for stem in stems if len(stem) >= _SHORTEST and _is_near(word, stem)}
    stem = near.pop() if len(near) == 1 else ""
    return stem + word[len(stem) :]


def _is_near(word: str, stem: str) -> bool:
    """Say whether a word begins as a stem does, but for one letter, which is not the first."""
    beginning = word[: len(stem)]
    apart = sum(one != other for one, other in zip(beginning, stem, strict=False))
    return len(beginning) == len(stem) and beginning[0] == stem[0] and apart == 1


_GRADED = re.compile(rf"(?<!\w)((?:{'|'.join(map(re.escape, GRADES_BEHIND))}) )([^\W\d_]+)")
