"""Split text into sentences, in Russian, English and whatever uses the same punctuation."""

import re

from pipelines.models.documents import Span

_CANDIDATE = re.compile(
    r"""\n+
    | [.!?…]+ [\"'»”’“)\]]* (?=\s|$)
    | [。！？｡．]+ [」』”’）】\"']*""",
    re.VERBOSE,
)
_INK = re.compile(r"\S")
_BEFORE = re.compile(r"(?:[^\W_]|[.'’/-])+$")
_AFTER = re.compile(r"[^\S\n]*[^\w\s]*[^\S\n]*(?:[—–-][^\S\n]*)?[^\w\s]*(\w?)")
_NUMBERING = re.compile(r"\d{1,3}(?:\.\d{1,3})*")
_REACH = 32  # characters looked at on either side of a stop

# After these a sentence goes on, whatever follows.
_TITLES = frozenset(
    """
    т.е т.к т.н т.о ул пр-т просп пер бул пл наб пп см ср напр им проф акад доц канд чл тов
    гос обл р-н респ св преп ред изд сост букв лат англ нем фр греч итал исп собств прим
    dr mr mrs ms mx prof st rev gen capt lt sgt hon figs nos pp eqs eds cf e.g i.e eg viz vs
    approx ca al z.b d.h u.a bzw vgl hrsg bspw mme mlle p.ex
    """.split()  # noqa: SIM905 (as a list of strings it would fill a page)
)
# After these it goes on when a number follows; otherwise they are words of their own.
_BEFORE_NUMBER = frozenset(
    """
    д кв корп стр с п ст ч гл рис табл илл тел вып ок no art sec ch col ed fig vol p eq nr abs bd
    str tel jan feb mar apr jun jul aug sep sept oct nov dec
    """.split()  # noqa: SIM905
)
# After these it goes on unless a capital follows: they stand at ends as often as inside.
_BEFORE_NAME = frozenset({"г", "гг", "с", "м", "о", "оз", "р", "пос", "дер", "гр"})


def split_sentences(text: str) -> tuple[Span, ...]:
    """Return the spans of the sentences, in order; together they cover everything but white space.

    A line break always ends a sentence: in clean text it stands after headings, list items and
    lines of code.
    """
    spans: list[Span] = []
    start = 0
    for match in _CANDIDATE.finditer(text):
        if text[match.start()] == "\n" or _is_end(text, start, match):
            _append(spans, text, start, match.end())
            start = match.end()
    _append(spans, text, start, len(text))
    return tuple(spans)


def _append(spans: list[Span], text: str, start: int, end: int) -> None:
    first = _INK.search(text, start, end)
    if first:
        while text[end - 1].isspace():
            end -= 1
        spans.append(Span(first.start(), end))


def _is_end(text: str, start: int, match: re.Match[str]) -> bool:
    mark = match.group()
    if mark[0] in "。！？｡．":
        return True
    following = _AFTER.match(text, match.end(), match.end() + _REACH)
    first = following.group(1) if following else ""
    if first.islower():
        return False
    return mark[0] != "." or mark.startswith("..") or _ends_word(text, start, match.start(), first)


def _ends_word(text: str, start: int, stop: int, following: str) -> bool:
    """Say whether a single full stop ends a sentence, and not just a word or a number."""
    before = _BEFORE.search(text, max(start, stop - _REACH), stop)
    if before is None:
        return True
    word = before.group().strip("'’").lower()
    opens = not text[start : before.start()].strip(" \t\"'«“(—–-") if stop - start < 40 else False
    if _NUMBERING.fullmatch(word):
        return not opens
    if word in _TITLES or (word in _BEFORE_NUMBER and following.isdigit()):
        return False
    if word in _BEFORE_NAME:
        return _follows_number(text, start, before.start()) or not following
    is_initial = len(word) == 1 and word.isalpha() and before.group()[0].isupper()
    has_stops = re.fullmatch(r"(?:\w\.)+\w", word) is not None
    if is_initial or (has_stops and before.group()[0].isupper()):
        return not following
    return not (opens and len(word) == 1)


def _follows_number(text: str, start: int, at: int) -> bool:
    return text[max(start, at - 3) : at].rstrip()[-1:].isdigit()
