"""Fleeting vowels: Russian words that lose one in other cases: «лён» and «льна», «сумок», «сумка».

Letters from the beginning on do not tell that they are one word, nor does a stemmer.
"""

import re

_STEM = re.compile(r"[а-я]{3,}")
_FLEETING = re.compile(r"(.)[ое]([бвгджзклмнпрстфхцчшщ])$")
_BEHIND_VOWEL = re.compile(r"[аеиоуыэюя][ое].$")  # «заём», «займа»; not «дает» and «дата»
_CONSONANTS = re.compile(r"[бвгджзклмнпрстфхцчшщь]{2,}")
_ENDINGS = frozenset(
    {"а", "я", "о", "е", "у", "ю", "ы", "и", "ой", "ей", "ом", "ем", "ов", "ев", "ью"}
    | {"ам", "ям", "ах", "ях", "ами", "ями"}
)


def lose_vowel(one: str, other: str) -> bool:
    """Say whether two folded words are one that loses its last vowel in some of its cases."""
    return _loses(one, other) or _loses(other, one) or _have_lost(one, other)


def _have_lost(one: str, other: str) -> bool:
    """Say whether both have lost it: «швы» and «швов», of which consonants alone are the stem."""
    stems = [_CONSONANTS.match(word) for word in (one, other)]
    return all(
        stem is not None and stem[0] == (stems[0] or stem)[0] and word[stem.end() :] in _ENDINGS
        for stem, word in zip(stems, (one, other), strict=True)
    )


def _loses(whole: str, short: str) -> bool:
    """Say whether a word has its last vowel, and another form of it has none there.

    It has it where nothing, or a soft sign, follows its stem. In the vowel's place may be a sign.
    """
    stem = whole.removesuffix("ь")
    if not _STEM.fullmatch(stem) or not _FLEETING.search(stem):
        return False
    signs = ("й",) if _BEHIND_VOWEL.search(stem) else ("", "ь", "й")
    stems = (_FLEETING.sub(rf"\1{sign}\2", stem) for sign in signs)
    return any(short.startswith(s) and short[len(s) :] in _ENDINGS for s in stems)
