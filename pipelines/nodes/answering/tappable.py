"""Tappable: what Telegram's clients make a link, a command or a call of in a plain text.

Nobody has to mark it: a domain, a name with an at sign, a word with a slash or a number that could
be a telephone's or a bank card's is enough. So what a text may offer to tap is told by its words,
to the letter, and others are made harmless.
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
# A number that can be called or charged, however it is set apart: with a plus, of seven digits or
# more; else of ten, as iPhones call such, too, and the server marks those of bank cards (13 to 19
# digits). What stands between digits is as in libphonenumber's VALID_PUNCTUATION, with all spaces
# and marks of direction; not our joiner, which breaks a number; nor the beginning of a citation's
# mark, nor the stop of a sentence. A year of a date begins none, nor does the number of an item.
_BETWEEN = (
    r"(?:[ \t\xa0\xad\u1680\u2000-\u2015\u202a-\u202f\u2053\u205f\u2066-\u2069\u2212\u223c\u3000"
    r"\u30fc\ufe58\ufe63\ufeff\uff08\uff09\uff0d-\uff0f\uff3b\uff3d\uff5e()\]~-]"
    r"|[./](?!\s)|\[(?!\d{1,2}\]))"
)
_NUMBER = re.compile(
    rf"""
    (?<![\w+＋])
    (?: [+＋][(（［]?\d (?:{_BETWEEN}{{0,4}}\d){{6,}}
      | (?! (?<=\[)\d{{1,2}}\] | \d{{1,2}}[.)]\s | (?:19|20)\d\d{_BETWEEN}\d\d?{_BETWEEN}\d )
        \d (?:{_BETWEEN}{{0,4}}\d){{9,}} )
    """,
    re.VERBOSE,
)
_DIGIT = re.compile(r"\d")
_MOST_DIGITS = 6  # in a row that nobody takes for such a number
_BEFORE, _AFTER = ".,:;!?'’*~…|-–—", ".,:;!?'’*~…|`("  # a word; a dash after it belongs to it


def untappable(text: str) -> str:
    """Return a text of strangers in which no client finds a link, a command or somebody to call.

    Names are set among words of ours, where what can be tapped looks like ours too. A character
    that takes no room stands in each such place.
    """
    marked = _BEGINNING.sub(rf"\g<0>{_JOINER}", text)
    return broken(marked, (at for number in _numbers(marked) for at in _places_between(number)))


def has_tappable(text: str) -> bool:
    """Say whether a client would find anything to tap in a text."""
    return next(_tappable_words(text), None) is not None or _NUMBER.search(text) is not None


def held_words(texts: Iterable[str]) -> frozenset[str]:
    """Return the words of these texts that can be tapped, to the letter, and the numbers."""
    return frozenset(
        held
        for text in texts
        for held in chain(
            (word for _, word in _tappable_words(text)), map(_dialled, _numbers(text))
        )
    )


def places_to_break(text: str, held: Collection[str]) -> list[int]:
    """Return before which characters of a text another must stand, so that only `held` is tapped.

    Args:
        held: words that may stay as they are, from `held_words`.
    """
    places, spared = set[int](), set[int]()
    for start, word in _tappable_words(text):
        if word in held:
            spared.update(range(start + 1, start + len(word)))
        else:
            places.update(start + place for place in _places_in(word, held))
    for number in _numbers(text):
        if _dialled(number) not in held:
            places.update(at for at in _places_between(number) if at not in spared)
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


def _numbers(text: str) -> Iterator[re.Match[str]]:
    return _NUMBER.finditer(text)


def _dialled(number: re.Match[str]) -> str:
    """Return what is called or charged: which signs stand between the digits is all one."""
    plus = "+" if number[0][0] in "+＋" else ""
    return plus + "".join(str(int(digit)) for digit in _DIGIT.findall(number[0]))


def _places_between(number: re.Match[str]) -> Iterator[int]:
    """Yield where a number is broken: behind its plus, and so often that no part is a number."""
    if number[0][0] in "+＋":
        yield number.start() + 1
    digits = islice(_DIGIT.finditer(number[0]), _MOST_DIGITS, None, _MOST_DIGITS)
    yield from (number.start() + digit.start() for digit in digits)


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
