"""The words of a PDF page, as PDFium has its letters."""

import ctypes
import re
from collections.abc import Iterator
from typing import NamedTuple

import pypdfium2.raw as raw  # type: ignore[import-untyped]

_WORD = re.compile(r"[^\t\n\r \xa0]+")
_HYPHEN, _OTHER_HYPHEN = "\x02", "\ufffe"  # PDFium's own marks for a word broken at a line's end
_PART = re.compile(r"\x02?[^\x02]+\x02?|\x02")
_NO_LETTER = "\0"
_MARK = re.compile(r"[\0\x02]")
_HALVES = re.compile("[\ud800-\udbff][\udc00-\udfff]|[\ud800-\udfff]")


class Word(NamedTuple):
    """Letters without a space, by their places in PDFium's text of the page."""

    text: str
    first: int  # index of its first letter on the page
    last: int
    starts_line: bool


def find_words(text: raw.FPDF_TEXTPAGE, count: int) -> Iterator[Word]:
    """Yield what stands between spaces, which PDFium also puts where there is only a gap."""
    written = _letters(text, count)
    end = 0
    for word in _WORD.finditer(written):
        first, last = word.span()
        starts_line = "\n" in (gap := written[end:first]) or "\r" in gap
        end = last
        if _MARK.search(word[0]) is None:
            yield Word(word[0], first, last - 1, starts_line)
            continue
        for part in _PART.finditer(word[0]):
            if letters := part[0].replace(_NO_LETTER, ""):
                skipped = len(part[0]) - len(part[0].lstrip(_NO_LETTER))
                place = first + part.start() + skipped, first + part.end() - 1
                yield Word(letters.replace(_HYPHEN, "-"), *place, starts_line)
                starts_line = letters.endswith(_HYPHEN)


def _letters(text: raw.FPDF_TEXTPAGE, count: int) -> str:
    """Return a character for every place of a page.

    All at once, which takes a tenth of the time, unless PDFium says something else than that.
    """
    found = (ctypes.c_ushort * (count + 1))()
    taken = raw.FPDFText_GetText(text, 0, count, found) - 1  # without the end
    codes = found[:count]
    if taken != count:
        codes = [raw.FPDFText_GetUnicode(text, idx) for idx in range(count)]
    letters = "".join(map(chr, codes)).replace(_OTHER_HYPHEN, _HYPHEN)
    return _HALVES.sub(_joined, letters)


def _joined(halves: re.Match[str]) -> str:
    """Make a letter beyond the first plane of its halves, which have a place each."""
    letter = halves[0].encode("utf-16-le", "surrogatepass").decode("utf-16-le", "ignore")
    return letter.ljust(len(halves[0]), _NO_LETTER)
