"""Tappable: what Telegram's clients make a link, a command or a call of in a plain text.

Nobody has to mark it: a domain, a name with an at sign or a word with a slash before it is enough.
So what a text may offer to tap is told by its words, to the letter, and others are made harmless.
"""

import re
from collections.abc import Callable, Collection, Iterable, Iterator

CODE = re.compile(r"(```.*?```|`[^`\n]*`)", re.DOTALL)  # in Markdown; nothing is tapped in it
_JOINER = "\u2060"  # takes no room, and belongs to no address
# The beginnings of links, commands, mentions and tags; dots and @ in addresses, also of numbers.
# Of the ends of files those are left alone that no site can have.
_BEGINNING = re.compile(
    r"""
    :(?=//) | (?<!\w)[@/$](?=\w) | (?<!\w)\#(?=\w*[^\W\d]) | (?<=\w)@(?=\w)
    | (?<=\d)\.(?=(?:\d+\.){2}\d)
    | (?<=\w)\.(?=[^\W\d_])
      (?!(?:pdf|docx?|pptx?|xls[xm]?|csv|txt|rtf|odt|epub|html?|jpe?g|png|mp[34]|ogg)(?![\w.]))
    """,
    re.IGNORECASE | re.VERBOSE,
)
_NO_SITE = re.compile(r"(?<=\w)\.(?=[^\W\d_](?!\w))")  # a dot in "e.g.": no site ends in one letter
_WORD = re.compile(r"[^\s<>\[\]()\"«»“”„`|]+")
_BEFORE, _AFTER = ".,:;!?'’*~…|-–—", ".,:;!?'’*~…|"  # a word; a dash after it is part of an address


def untappable(text: str) -> str:
    """Return a text of strangers in which no client finds a link, a command or somebody to call.

    Names are set among words of ours, where what can be tapped looks like ours too. A character
    that takes no room stands in each such place.
    """
    return _BEGINNING.sub(rf"\g<0>{_JOINER}", text)


def held_words(texts: Iterable[str]) -> frozenset[str]:
    """Return the words of these texts that can be tapped, to the letter."""
    return frozenset(word for text in texts for _, word in _tappable_words(text))


def places_to_break(text: str, held: Collection[str]) -> list[int]:
    """Return before which characters of a text another must stand, so that only `held` is tapped.

    Args:
        held: words that may stay as they are, from `held_words`.
    """
    return [
        start + found.end()
        for start, word in _tappable_words(text)
        if word not in held
        for found in _beginnings(word)
    ]


def hold_back(text: str, sources: Callable[[], Iterable[str]]) -> str:
    """Break what can be tapped in Markdown and stands in none of the sources, to the letter.

    Code is left as it is.

    Args:
        sources: gives their texts; not asked where nothing can be tapped.
    """
    if next(_tappable_words(text), None) is None:
        return text
    code = [found.span() for found in CODE.finditer(text)]
    places = places_to_break(text, held_words(sources()))
    return broken(text, (at for at in places if not any(a < at < b for a, b in code)))


def can_be_opened(address: str) -> bool:
    """Say whether an address is one, and was not broken."""
    return _JOINER not in address and next(_beginnings(address), None) is not None


def broken(text: str, places: Iterable[int]) -> str:
    """Put a character that takes no room into a text, before each of these positions."""
    parts, done = list[str](), 0
    for place in places:
        parts += [text[done:place], _JOINER]
        done = place
    return "".join([*parts, text[done:]])


def _tappable_words(text: str) -> Iterator[tuple[int, str]]:
    """Yield what can be tapped, and where it begins, without the marks around it."""
    for found in _WORD.finditer(text):
        word = found[0].lstrip(_BEFORE)
        start = found.end() - len(word)
        word = word.rstrip(_AFTER)
        if next(_beginnings(word), None) is not None:
            yield start, word


def _beginnings(word: str) -> Iterator[re.Match[str]]:
    return (found for found in _BEGINNING.finditer(word) if not _NO_SITE.match(word, found.start()))
