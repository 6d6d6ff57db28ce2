"""Quotable: which sentences of a passage may stand in an answer by themselves."""

import re
from collections.abc import Iterable, Iterator, Sequence

from pipelines.models.documents import Span
from pipelines.nodes.text.words import split_sentences

_BULLET = re.compile(r"(?:[-–—*•·#>|]+|\d{1,2}[.)])\s+")
_ENDS = re.compile(r"[.!…。！][\"'»”’“)\]]*$")
_ASKS = re.compile(r"[?？][\"'»”’“)\]]*$")
_WORD = re.compile(r"\w+")
_LABELLED = re.compile(r"[^\W\d][^:.!?\n]{1,40}: [^\n:]*\w[^\n:]*[^\n:.!?]")
_FACT = re.compile(r"\d.*[:=—–]|(?:[:=—–…]|\.{3}).*\d|[£$€¥₽]\s?\d|\d\s?(?:[£$€¥₽]|руб)")
_RECORD = re.compile(r"\w: \S.*; \S.*: \S")  # a row of a table: "Port: A7; Use: drain"
_NAVIGATION = re.compile(r"\s[|›»→·]\s.*\s[|›»→·]\s")
_REFERS_BACK = re.compile(
    r"(?:он|она|оно|они|его|её|ее|их|ему|ей|им|это|этот|эта|эти|такой|такая|такие|там|тогда|"
    r"при этом|кроме того|также|поэтому|однако|it|its|they|their|he|his|she|her|this|these|"
    r"those|that|there|then|such|however|therefore|also|but)\b",
    re.IGNORECASE,
)
_LONGEST = 600  # characters of a sentence that is shown whole
_PIECE = 280  # characters of a piece of what is longer: speech without stops
_MIN_WORDS = 3
_HEADING_WORDS = 8  # a line without a stop and no longer than this is a heading


def quotable_spans(text: str) -> tuple[Span, ...]:
    """Return the spans of the sentences, without the bullets before them.

    Whatever has no full stop for 600 characters, such as captions, is given in pieces. A crumb at
    the beginning of a line, such as the date of a note, belongs to the sentence after it.
    """
    spans: list[Span] = []
    for span in _with_crumbs(text, split_sentences(text)):
        bullet = _BULLET.match(text, span.start, span.end)
        start = bullet.end() if bullet else span.start
        if start < span.end:
            spans.extend(_pieces(text, Span(start, span.end)))
    return tuple(spans)


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


def asks(sentence: str) -> bool:
    """Say whether a sentence is a question: it answers none."""
    return _ASKS.search(sentence) is not None


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
    lines with a label: "Treasurer: Olaf Holm".
    """
    if is_item(text, span) or text[text.rfind("\n", 0, span.start) + 1 : span.start].strip():
        return True
    if not _LABELLED.fullmatch(text, span.start, span.end):
        return False
    before = text[: span.start].rstrip().rpartition("\n")[2]
    after = text[span.end :].lstrip().partition("\n")[0]
    return any(_LABELLED.fullmatch(line.strip()) for line in (before, after))


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
    if len(words) < _MIN_WORDS and not (item and _LABELLED.fullmatch(sentence)):
        return False
    ended = item or _ENDS.search(sentence) is not None
    tells = _FACT.search(sentence) or _RECORD.search(sentence)
    return ended or len(words) > _HEADING_WORDS or tells is not None


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
