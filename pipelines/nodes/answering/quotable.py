"""Quotable: which sentences of a passage may stand in an answer by themselves."""

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import cache, lru_cache

from pipelines.models.documents import Span
from pipelines.nodes.answering.sentences.word_lists import pattern_of
from pipelines.nodes.text.calendar import days_in
from pipelines.nodes.text.layout.block_headings import denies
from pipelines.nodes.text.layout.messages import MARKED
from pipelines.nodes.text.words import fold, split_sentences
from pipelines.nodes.word_tables import read_table

_REMEMBERED = 4096  # sentences
_BULLET = re.compile(r"(?:[-–—*•·#>|]+|\d{1,2}[.)])\s+")
_ENDS = re.compile(r"[.!…。！][\"'»”’“)\]]*$")
_ASKS = re.compile(r"[?？][\"'»”’“)\]]*$")
_TELLS_WHAT_IS_ASKED = re.compile(
    r"\b(?:(?:(?:many|some|several|most|all)(?: of (?:you|us|them))?|people|everyone|everybody|"
    r"visitors|parents|members|guests|customers|neighbou?rs|they|you|often)\s+"
    r"(?:have |keep |still |often |also )?(?:ask(?:s|ed|ing)?|wonder(?:s|ed|ing)?)\b"
    r"[^,]{0,30}\b(?:who|what|why|when|where|how|which|whether|if)|"
    r"(?:нас|меня|многие|часто|все|родители|люди|гости|соседи)\s+(?:[^\W\d]+\s+){0,2}"
    r"(?:спрашива|спросил|интересу)[^\W\d]*\b"
    r".{0,30}\b(?:кто|что|почему|зачем|когда|где|как|сколько|куда|чей))\b[^:;—–]*$",
    re.IGNORECASE,
)
_WORD = re.compile(r"\w+")
_ASIDE = re.compile(r"\([^()]*\)")
_DIGIT = re.compile(r"\d")
_LABELLED = re.compile(r"[^\W\d][^:.!?\n]{1,40}: [^\n:]*\w[^\n:]*[^\n:.!?]")
_FACT = re.compile(r"\d.*[:=—–]|(?:[:=—–…]|\.{3}).*\d|[£$€¥₽]\s?\d|\d\s?(?:[£$€¥₽]|руб)")
_RECORD = re.compile(r"\w: \S.*; \S.*: \S")  # a row of a table: "Port: A7; Use: drain"
_NAVIGATION = re.compile(r"\s[|›»→·]\s.*\s[|›»→·]\s")
_REFERS_BACK = re.compile(
    r"(?:он|она|оно|они|его|её|ее|их|ему|ей|им|это|этот|эта|эти|такой|такая|такие|там|тогда|"
    r"при этом|кроме того|также|поэтому|однако|it|its|they|their|he|his|she|her|this|these|"
    r"those|that|there(?!\s+(?:is|are|was|were|will)\b)|then|such|however|therefore|also|but)\b",
    re.IGNORECASE,
)
_LONGEST = 600  # characters of a sentence that is shown whole
_LONGEST_KNOWN = 2000  # characters of a text whose sentences are remembered
_PIECE = 280  # characters of a piece of what is longer: speech without stops
_MIN_WORDS = 3
_NOTES = 3  # lines without a stop in a row: those are no headings
_HEADING_WORDS = 8  # a line without a stop and no longer than this is a heading


def quotable_spans(text: str) -> tuple[Span, ...]:
    """Return the spans of the sentences, without the bullets and marks ("A:") before them.

    Whatever has no full stop for 600 characters, such as captions, is given in pieces. A crumb at
    the beginning of a line, such as the date of a note, belongs to the sentence after it.
    """
    return _known_spans(text) if len(text) <= _LONGEST_KNOWN else _quotable(text)


def _quotable(text: str) -> tuple[Span, ...]:
    spans: list[Span] = []
    for span in _with_crumbs(text, split_sentences(text)):
        bullet = _BULLET.match(text, span.start, span.end)
        start = bullet.end() if bullet else span.start
        marked = MARKED.match(text, start, span.end)
        start = marked.end() if marked else start
        if start < span.end:
            spans.extend(_pieces(text, Span(start, span.end)))
    return tuple(spans)


_known_spans = lru_cache(maxsize=512)(_quotable)


def _with_crumbs(text: str, spans: Iterable[Span]) -> Iterator[Span]:
    """Join a line's first words to the sentence after them when they are too few for one."""
    crumb: int | None = None  # where it begins
    for span in spans:
        start = span.start if crumb is None else crumb
        opens = not text[text.rfind("\n", 0, start) + 1 : start].strip()
        following = text[span.end : span.end + 2]
        goes_on = bool(following.strip()) and "\n" not in following
        few = len(_WORD.findall(text, start, span.end)) < _MIN_WORDS
        if opens and few and goes_on and not asks(text[start : span.end]):
            crumb = start
        else:
            yield Span(start, span.end)
            crumb = None


@lru_cache(maxsize=_REMEMBERED)
def asks(sentence: str) -> bool:
    """Say whether a sentence is a question, or tells what people ask: it answers none."""
    return bool(_ASKS.search(sentence) or _TELLS_WHAT_IS_ASKED.search(sentence))


def is_menu(sentence: str) -> bool:
    """Say whether a line is a row of links: short names with signs between them."""
    return _NAVIGATION.search(sentence) is not None


def is_item(text: str, span: Span) -> bool:
    """Say whether a span of `quotable_spans` is what stands behind a bullet: no heading then."""
    line = text.rfind("\n", 0, span.start) + 1
    return _BULLET.fullmatch(text, line, span.start) is not None


def is_no_heading(text: str, span: Span) -> bool:
    """Say whether a span of `quotable_spans` is no heading, though it may have no full stop.

    An item of a list is none, nor what stands behind a sentence in its line, nor one of several
    lines with a label ("Treasurer: Olaf Holm"), nor a note among notes.
    """
    start = text.rfind("\n", 0, span.start) + 1
    if is_item(text, span) or text[start : span.start].strip():
        return True
    return start not in _headings(text)


@lru_cache(maxsize=128)
def _headings(text: str) -> frozenset[int]:
    """Return where the lines begin that may be headings: few without a stop, and prose below."""
    found: set[int] = set()
    run: list[tuple[int, str]] = []
    start = 0
    for line in text.split("\n"):
        bare = line.strip()
        if bare and _is_open(bare):
            run.append((start, bare))
        elif bare:
            found.update(_heading_starts(run))
            run = []
        start += len(line) + 1
    return frozenset(found)


def _heading_starts(run: Sequence[tuple[int, str]]) -> Iterator[int]:
    """Yield the beginnings of those lines of a row without stops that may be headings."""
    if len(run) < _NOTES:
        labelled = [_LABELLED.fullmatch(line) is not None for _, line in run]
        for (start, line), has_label in zip(run, labelled, strict=True):
            has_comma = "," in _ASIDE.sub("", line)
            is_told = line[:1].islower() or has_comma or (has_label and sum(labelled) > 1)
            if not is_told:
                yield start


def _is_open(line: str) -> bool:
    """Say whether a line is neither ended by a stop, nor an item, a lead or a row of a table."""
    is_other = _BULLET.match(line) or _RECORD.search(line) or is_menu(line)
    return not (is_other or _ENDS.search(line) or line.endswith((":", "?", ";")))


@lru_cache(maxsize=_REMEMBERED)
def answers_alone(sentence: str, *, item: bool = False) -> bool:
    """Say whether a sentence is more than a heading, a menu or a crumb.

    Args:
        item: it is known to be no heading.
    """
    words = _WORD.findall(sentence)
    if is_menu(sentence) or not words:
        return False
    if any(len(word) > 12 and not word.isascii() for word in words) and len(words) < _MIN_WORDS:
        return _ENDS.search(sentence) is not None  # scripts without spaces
    if is_short_denial(sentence) or _is_shut_day(sentence):
        return True
    tells_little = not (item and (_LABELLED.fullmatch(sentence) or _DIGIT.search(sentence)))
    if len(words) < _MIN_WORDS and (tells_little or len(words) < 2):
        return False
    ended = item or _ENDS.search(sentence) is not None
    tells = _FACT.search(sentence) or _RECORD.search(sentence)
    return ended or len(words) > _HEADING_WORDS or tells is not None


def is_short_denial(sentence: str) -> bool:
    """Say whether two words are a rule: "No dogs.", «Курить запрещено.»; "No. 5." is none."""
    is_short = len(_WORD.findall(sentence)) == _MIN_WORDS - 1
    is_whole = is_short and _ENDS.search(sentence) is not None
    return is_whole and _DIGIT.search(sentence) is None and denies(sentence)


@cache
def shut() -> re.Pattern[str]:
    """Return what finds, in a folded text, that nobody is there: "closed", «выходной»."""
    return pattern_of(map(fold, read_table(__package__, "quotable.toml")["shut"]))


def _is_shut_day(line: str) -> bool:
    """Say whether a line names a day, and ends with that it is shut: "Monday   closed"."""
    folded = fold(line).rstrip(" .")
    is_shut = any(match.end() == len(folded) for match in shut().finditer(folded))
    return is_shut and bool(days_in(line, is_label=True))


def refers_back(sentence: str) -> bool:
    """Say whether a sentence begins with a word that leans on the one before it."""
    return _REFERS_BACK.match(sentence.lstrip("\"'«“(")) is not None


def _pieces(text: str, span: Span) -> Sequence[Span]:
    if span.end - span.start <= _LONGEST:
        return (span,)
    pieces: list[Span] = []
    start = span.start
    while start < span.end:
        end = min(start + _PIECE, span.end)
        blank = text.rfind(" ", start, end) if end < span.end else -1
        end = blank if blank > start else end
        pieces.append(Span(start, end))
        start = end + 1 if blank == end else end
    return tuple(piece for piece in pieces if text[piece.start : piece.end].strip())
