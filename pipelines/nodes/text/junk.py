"""Junk: lines that tell nobody anything, so that none is quoted or outranks prose.

Tables of contents, indexes, page numbers, fragments of formulas, lines of dots, text that holds a
place for text to come, crumbs of bibliographies. A line is junk only where its shape leaves no
doubt: sentences, rows of tables and items of lists are none. Words that stand for missing text are
in junk.toml.
"""

import re
from collections.abc import Sequence
from functools import lru_cache

from pipelines.nodes.word_tables import read_table

_LETTER_OR_DIGIT = re.compile(r"[^\W_]")
_WORD = re.compile(r"[^\W\d_]{3,}")
_UNSPACED = re.compile(r"[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]{2}")
_ROMAN = r"(?=[ivxl])l?x{0,4}(?:ix|iv|v?i{0,3})"
_PAGE_NUMBER = re.compile(
    r"\W*(?:(?:page|seite|página|pág\.?|pg?\.|стр(?:аница|\.)?|с\.|第)\s*)?\d{1,4}"
    rf"(?:\s*(?:/|of|из|von|de)\s*\d{{1,4}})?(?:\s*页)?[^\w%°€$₽£+]*|\W*{_ROMAN}\W*",
    re.IGNORECASE,
)
_SIGNED_NUMBER = re.compile(r"[-–−+]\d|[$€£#№<>≤≥~≈]\s?\d")
_FILLED = re.compile(r"[._…·•\-–—=~*\s]")
_MOSTLY_FILLED = 0.5  # share of a line's characters

# Tables of contents. "10…15" is a range: before the dots stands a blank, before that no number.
_LEADER = rf"(?:(?<=[^\d\s] )(?:…|(?:\. ){{3,}})|\.{{4,}}|·{{3,}})\s*(?:\d{{1,4}}|{_ROMAN})"
_LEADERS = re.compile(rf"{_LEADER}(?=\s|\||$)", re.IGNORECASE)
_LEADER_AT_END = re.compile(rf"{_LEADER}$", re.IGNORECASE)
_NUMBERED = re.compile(r"\d[\d.]*(?: \d[\d.]*)? \D.{1,90} …")  # its page begins the next sentence
_CONTENTS = re.compile(
    r"(?:table of )?contents|содержание|оглавление|inhalt(?:sverzeichnis)?|índice|contenido"
    r"|目录|目錄",
    re.IGNORECASE,
)
_CONTENTS_LINE = re.compile(r"\S.{0,90}[^\d\s][\s|]+\d{1,4}")

# Indexes.
_PAGES = r"\d{1,4}(?:\s?[–—-]\s?\d{1,4})?(?:ff?\.)?"
_ENTRY = re.compile(rf"[^\d|:;=.!?]{{2,60}}((?:, {_PAGES}){{2,}})")
_ENTRIES = re.compile(rf"[^\d|:;=.!?,]{{2,60}}(?:, {_PAGES})+(?=[\s,;|]|$)")
_FEWEST_ENTRIES = 4
_LIST_LINE = re.compile(
    rf"[^\d:;=!?]{{2,60}}(?:, {_PAGES})+(?: \| .*)?|.*(?:siehe|see(?: also)?|см\.|véase) .{{2,60}}"
)
_LISTED = 0.6  # share of lines that makes a text an index

# Formulas.
_OPERATOR = re.compile(r"[=<>≤≥≠≈≡∼∑∏∫∂√∈∉⊂⊆⊃⊇∪∩∀∃⇒⇔→←↔↦∘◦⊕⊗^∞∠]")
_SIGN = re.compile(r"[^\w\s.,;:!?\"'«»“”„’%-]|[α-ωΑ-Ω₀-₉ₐ-ₜ²³¹⁰⁴-ⁿ]")
_VALUE = re.compile(  # a quantity and what it is: "U = 220 V"; or "≥ 18 years"
    r"[\w./%№# ]{1,24}\s*[=:≈<>≤≥]\s*[-–−+±]?\d[\d.,  ]*\s*\S{0,8}"
    r"|[<>≤≥≈=]\s?\d\S*.{0,8}"
)
_SPELLED = 0.3  # share of a formula's characters that words may take
_FEWEST_WORDS = 4  # which make a sentence of it, formulas and all
_FEWEST_SIGNS = 3
_BLANKS = 0.35  # share of blanks from which on letters may stand apart
_SPACED = re.compile(r"(?:[^\W\d_] ){5,}[^\W\d_]\b")

# Bibliographies.
_AUTHOR = re.compile(
    r"(?:\[\d{1,3}\]\s*|\d{1,3}\.\s+)?[^\W\d_a-zа-я][\w'’-]+,? (?:[^\W\d_a-zа-я]\. ?){1,3}"
)
_PRINTED = re.compile(r"\b(?:1[5-9]|20)\d{2}\b")
_IMPRINT = re.compile(
    r"\b(?:pp?|S|С|с|[Сс]тр)\. ?\d|\d [сcp]\.|\b(?:[Vv]ol|[Nn]o|[Тт]|[Вв]ып|Bd|Nr)\. ?\d| // "
    r"|\bISBN\b|\bdoi\b|\d\(\d{1,3}\)|\d{2,4}[–—-]\d{2,4}\.?$|: [^\W\d_]+,? (?:1[5-9]|20)\d{2}"
)
_CRUMB = re.compile(
    r"\W*(?:(?:vol|no|pp?|вып|стр|isbn|issn|bd|nr|jg|т|с)\. ?[\d–—-]+[,;.\s—–-]*){2,}",
    re.IGNORECASE,
)

_LISTS = read_table(__package__, "junk.toml")
_LOREM = frozenset(_LISTS["lorem"])
_SHARED = frozenset(_LISTS["shared"])
_FUNCTIONS = frozenset(_LISTS["functions"])
_SAYS_SO = tuple(_LISTS["says_so"])
_LOOKED_AT = 6  # words
_BETWEEN_WORDS = re.compile(r"[^\w/-]+")
_LONGEST_PLACEHOLDER = 80  # characters


def _pattern(entry: str) -> str:
    """Compile a line of junk.toml: `*` is any ending, `_` any word."""
    return re.escape(entry).replace(r"\*", r"\w*").replace("_", r"[\w-]+").replace(r"\ ", " ")


_LINES = frozenset(line for line in _LISTS["lines"] if not set(line) & {"*", "_"})
_PATTERNS = re.compile("|".join(_pattern(x) for x in _LISTS["lines"] if x not in _LINES))


def is_junk(line: str) -> bool:
    """Say whether a line or a sentence is junk; what has no letter and no digit is."""
    line = line.strip()
    if len(line) < _LONGEST_PLACEHOLDER and (
        not _LETTER_OR_DIGIT.search(line) or _is_page_number(line) or _holds_a_place(line)
    ):
        return True
    return (
        _is_filled(line)
        or _is_lorem(line)
        or _is_of_contents(line)
        or _is_of_index(line)
        or _is_formula(line)
        or _is_of_bibliography(line)
    )


@lru_cache(maxsize=4096)  # every question is asked of much the same passages
def prose_share(text: str) -> float:
    """Return the share, 0..1, of a text's characters that stand in lines that are no junk.

    1 for a text without lines. What alone may be a row of a table is junk among its like: lines
    that end in a number under "Contents", words with a page number where most lines are such.
    """
    lines = [line.strip() for line in text.split("\n")]
    lines = [line for line in lines if line]
    total = sum(map(len, lines))
    if not total:
        return 1.0
    junk = {at for at, line in enumerate(lines) if is_junk(line)}
    junk |= _under_contents(lines) | _among_entries(lines)
    return 1.0 - sum(len(lines[at]) for at in junk) / total


def is_contents(heading: str) -> bool:
    """Say whether a heading is that of a table of contents."""
    return _CONTENTS.fullmatch(heading) is not None


def _under_contents(lines: Sequence[str]) -> set[int]:
    """Return which lines stand under "Contents" and end in a page, the heading included."""
    found: set[int] = set()
    listing = False
    for at, line in enumerate(lines):
        if is_contents(line):
            listing = True
            found.add(at)
        elif listing and _CONTENTS_LINE.fullmatch(line):
            found.add(at)
        else:
            listing = False
    return found


def _among_entries(lines: Sequence[str]) -> set[int]:
    entries = {at for at, line in enumerate(lines) if _LIST_LINE.fullmatch(line)}
    many = len(entries) >= _FEWEST_ENTRIES and len(entries) >= _LISTED * len(lines)
    return entries if many else set()


def _is_page_number(line: str) -> bool:
    return _PAGE_NUMBER.fullmatch(line) is not None and not _SIGNED_NUMBER.match(line)


def _is_filled(line: str) -> bool:
    """Say whether most of a line is dots, dashes or blanks to be filled in."""
    if "__" not in line and "..." not in line and "……" not in line and "---" not in line:
        return False
    signs = len(_FILLED.findall(line)) - line.count(" ")
    return signs >= _MOSTLY_FILLED * len(line)


def _holds_a_place(line: str) -> bool:
    plain = _BETWEEN_WORDS.sub(" ", line.casefold().replace("ё", "е")).strip()
    return plain in _LINES or plain.startswith(_SAYS_SO) or _PATTERNS.fullmatch(plain) is not None


def _is_lorem(line: str) -> bool:
    """Say whether most words are those of dummy text, some of which no living language has."""
    first = line.casefold().split(maxsplit=_LOOKED_AT)[:_LOOKED_AT]
    if sum(word in _LOREM for word in first) < 2:  # most lines end here
        return False
    words = _WORD.findall(line.casefold())
    known = [word for word in words if word in _LOREM]
    sure = sum(word not in _SHARED for word in known)
    return sure >= 2 and len(known) >= 0.6 * len(words)


def _is_of_contents(line: str) -> bool:
    if "…" not in line and "..." not in line and ". ." not in line and "···" not in line:
        return False
    if _LEADER_AT_END.search(line) or _NUMBERED.fullmatch(line):
        return True
    return len(_LEADERS.findall(line)) > 1


def _is_of_index(line: str) -> bool:
    """Say whether a line is "cavitation, 12, 45-47", or several such entries."""
    if ", " not in line or not line[-1].isdigit():
        return False
    if entry := _ENTRY.fullmatch(line):
        pages = [int(number) for number in re.findall(r"\d+", entry[1])]
        return len(pages) > 2 and pages == sorted(pages)  # fewer may be a house and a flat
    entries = _ENTRIES.findall(line)
    return len(entries) >= _FEWEST_ENTRIES and sum(map(len, entries)) >= 0.8 * len(line)


def _is_formula(line: str) -> bool:
    if not _OPERATOR.search(line):
        return _is_spaced(line)
    if _UNSPACED.search(line) or _VALUE.fullmatch(line):
        return False
    words = [word for word in _WORD.findall(line) if word.lower() not in _FUNCTIONS]
    if len(words) >= _FEWEST_WORDS:
        return False
    if not words:
        return True
    spelled = sum(map(len, words))
    return len(_SIGN.findall(line)) >= _FEWEST_SIGNS and spelled < _SPELLED * len(line)


def _is_spaced(line: str) -> bool:
    """Say whether letters stand apart, as in formulas and badly read scans."""
    if line.count(" ") < _BLANKS * len(line):
        return False
    match = _SPACED.search(line)
    return match is not None and match.end() - match.start() > len(line) / 2


def _is_of_bibliography(line: str) -> bool:
    if not line[-1:].isdigit() and line[-1:] not in ".])":
        return False
    if len(line) < _LONGEST_PLACEHOLDER and _CRUMB.fullmatch(line):
        return True
    if not _AUTHOR.match(line) or not _PRINTED.search(line):
        return False
    return len(_IMPRINT.findall(line)) > 1
