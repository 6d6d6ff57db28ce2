"""Tappable: what Telegram's clients make a link, a command or a call of in a plain text.

Nobody has to mark it: a domain, a name with an at sign, a word with a slash or a number with a plus
before it is enough. So what a text may offer to tap is told by its words, to the letter, and others
are made harmless.
"""

import re
from collections.abc import Callable, Collection, Iterable, Iterator
from itertools import chain, islice

CODE = re.compile(r"(```.*?```|`[^`\n]*`)", re.DOTALL)  # in Markdown; nothing is tapped in it
_JOINER = "\u2060"  # takes no room, and belongs to no address
# What ends an address wherever it stands, and what, of all from U+00C0 on, is no part of a domain:
# spaces, and punctuation but the joiners and the dashes. As in TDLib's is_url_unicode_symbol.
_SPACES = r"\xa0\u1680\u2000-\u200b\u200e\u200f\u2016-\u206f\u3000"
_END = rf"\0-\x20<>\"«»{_SPACES}"
_FOREIGN = rf"[^\0-\xbf{_SPACES}]"
_LABEL = rf"[\w~-]|{_FOREIGN}"  # a character of a domain
# The beginnings of links, commands, mentions and tags; dots and @ in addresses, also of numbers.
# Of the ends of files those are left alone that no site can have.
_BEGINNING = re.compile(
    rf"""
    :(?=//) | (?<!\w)[@/$](?=\w) | (?<!\w)\#(?=[\w·\u200c\u0d80-\u0dff]*[^\W\d]) | (?<=\w)@(?=\w)
    | (?<=\d)\.(?=(?:\d+\.){{2}}\d)
    | (?:(?<=[\w~-])|(?<={_FOREIGN}))\.(?=[^\W\d_]|{_FOREIGN})
      (?!(?:pdf|docx?|pptx?|xls[xm]?|csv|txt|rtf|odt|epub|html?|jpe?g|png|mp[34]|ogg)(?![\w.]))
    """,
    re.IGNORECASE | re.VERBOSE,
)
# A dot in "e.g.": no site ends in one letter.
_NO_SITE = re.compile(rf"(?<=\w)\.(?=[^\W\d_](?!{_LABEL}))")
_WORD = re.compile(rf"[^{_END}\[\]()`|]+")
# In a path: brackets, backticks and pipes belong to it, too.
_BRACKET_OR_END = re.compile(rf"[{_END}()\[\]{{}}]")
_HAS_PATH = re.compile(r"://|\.[^./?#]*[/?#]")
_BRACKETS = {")": "(", "]": "[", "}": "{"}
_MARK, _MOST_MARKS = re.compile(r"\[\d{1,6}\]"), 8  # of citations; so many within one word
# A number that can be called, of as many digits as such have, however they are set apart.
_PHONE = re.compile(r"(?<![\w+])\+[0-9](?:[ \xa0().-]{0,2}[0-9]){6,14}(?![0-9])")
_BEFORE, _AFTER = ".,:;!?'’*~…|-–—", ".,:;!?'’*~…|`("  # a word; a dash after it belongs to it


def untappable(text: str) -> str:
    """Return a text of strangers in which no client finds a link, a command or somebody to call.

    Names are set among words of ours, where what can be tapped looks like ours too. A character
    that takes no room stands in each such place.
    """
    marked = _BEGINNING.sub(rf"\g<0>{_JOINER}", text)
    return _PHONE.sub(lambda found: f"+{_JOINER}{found[0][1:]}", marked)


def has_tappable(text: str) -> bool:
    """Say whether a client would find anything to tap in a text."""
    return next(_tappable_words(text), None) is not None or _PHONE.search(text) is not None


def held_words(texts: Iterable[str]) -> frozenset[str]:
    """Return the words of these texts that can be tapped, to the letter, and numbers to call."""
    return frozenset(
        word
        for text in texts
        for word in chain((word for _, word in _tappable_words(text)), map(_called, _phones(text)))
    )


def places_to_break(text: str, held: Collection[str]) -> list[int]:
    """Return before which characters of a text another must stand, so that only `held` is tapped.

    Args:
        held: words that may stay as they are, from `held_words`.
    """
    places, spared = set[int](), set[int]()
    for start, word in _tappable_words(text):
        if word in held:
            spared.update(start + at for at, char in enumerate(word) if char == "+")
        else:
            places.update(start + place for place in _places_in(word, held))
    for phone in _phones(text):
        if phone.start() not in spared and _called(phone) not in held:
            places.add(phone.start() + 1)
    return sorted(places)


def hold_back(text: str, sources: Callable[[], Iterable[str]]) -> str:
    """Break what can be tapped in Markdown and stands in none of the sources, to the letter.

    Code is left as it is.

    Args:
        sources: gives their texts; not asked where nothing can be tapped.
    """
    if not has_tappable(text):
        return text
    code = [found.span() for found in CODE.finditer(text)]
    places = places_to_break(text, held_words(sources()))
    return broken(text, (at for at in places if not any(a < at < b for a, b in code)))


def broken(text: str, places: Iterable[int]) -> str:
    """Put a character that takes no room into a text, before each of these positions."""
    parts, done = list[str](), 0
    for place in places:
        parts += [text[done:place], _JOINER]
        done = place
    return "".join([*parts, text[done:]])


def _phones(text: str) -> Iterator[re.Match[str]]:
    return _PHONE.finditer(text)


def _called(phone: re.Match[str]) -> str:
    """Return the number that is called: which signs stand between its digits is all one."""
    return f"+{re.sub(r'[^0-9]', '', phone[0])}"


def _tappable_words(text: str) -> Iterator[tuple[int, str]]:
    """Yield what can be tapped, and where it begins, without the marks around it."""
    at = 0
    while found := _WORD.search(text, at):
        at = found.end()
        if _HAS_PATH.search(found[0]):
            at = _end_of_path(text, at)
        word = text[found.start() : at].lstrip(_BEFORE)
        start = at - len(word)
        word = word.rstrip(_AFTER)
        if next(_beginnings(word), None) is not None:
            yield start, word


def _end_of_path(text: str, start: int) -> int:
    """Return where a path that goes on here ends: with its text, or its first odd bracket."""
    opened = dict.fromkeys(_BRACKETS.values(), 0)
    for found in _BRACKET_OR_END.finditer(text, start):
        if (char := found[0]) in opened:
            opened[char] += 1
        elif opened.get(_BRACKETS.get(char, ""), 0):
            opened[_BRACKETS[char]] -= 1
        else:
            return found.start()
    return len(text)


def _places_in(word: str, held: Collection[str]) -> Iterator[int]:
    """Yield where a word is broken: between a held address and the mark that was put right behind.

    A client would take the mark for part of the address, and lead elsewhere.
    """
    places = (found.start() for found in islice(_MARK.finditer(word), _MOST_MARKS))
    end = next((place for place in places if word[:place].rstrip(_AFTER) in held), None)
    if end is not None:
        yield end
    begin = end or 0
    yield from (begin + found.end() for found in _beginnings(word[begin:]))


def _beginnings(word: str) -> Iterator[re.Match[str]]:
    return (found for found in _BEGINNING.finditer(word) if not _NO_SITE.match(word, found.start()))
