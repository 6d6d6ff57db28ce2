"""Cyrillic in Latin letters, so that Калуга and Kaluga can be compared.

One way only. What was typed in Latin letters and meant in Cyrillic ones has many readings, of which
`questions/spelling/scripts.py` takes the likeliest.
"""

import unicodedata
from functools import lru_cache

_LATIN = str.maketrans(
    {
        "а": "a", "б": "b", "в": "v", "г": "g", "д": "d", "е": "e", "ж": "zh", "з": "z", "и": "i",
        "й": "y", "к": "k", "л": "l", "м": "m", "н": "n", "о": "o", "п": "p", "р": "r", "с": "s",
        "т": "t", "у": "u", "ф": "f", "х": "h", "ц": "ts", "ч": "ch", "ш": "sh", "щ": "sch",
        "ъ": "", "ы": "y", "ь": "", "э": "e", "ю": "yu", "я": "ya",
    }
)  # fmt: skip
_SPELLINGS = (("kh", "h"), ("ck", "k"), ("x", "ks"), ("c", "k"), ("w", "v"), ("ph", "f"))


@lru_cache(maxsize=4096)
def without_marks(word: str) -> str:
    """Return a folded word without the marks over its letters."""
    decomposed = unicodedata.normalize("NFD", word)
    return "".join(c for c in decomposed if not unicodedata.combining(c))


@lru_cache(maxsize=4096)
def romanised(word: str) -> str:
    """Write a folded word in plain Latin letters, without what spellings of a name differ in."""
    plain = without_marks(word.translate(_LATIN))
    for written, heard in _SPELLINGS:
        plain = plain.replace(written, heard)
    return plain
