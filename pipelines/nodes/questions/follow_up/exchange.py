"""Exchange: put a part of one question in the place of a part of the same kind in another."""

import re
from collections.abc import Sequence
from dataclasses import replace
from functools import cache
from itertools import takewhile

from pipelines.models.documents import Span
from pipelines.nodes.questions.follow_up.tokens import TOKEN, Token, is_asking, lists, tokens_of
from pipelines.nodes.tables.asking import asked_condition
from pipelines.nodes.tables.lexicon import fold_in_place
from pipelines.nodes.text.calendar import days_in
from pipelines.nodes.text.words import fold

_VERB = re.compile(r"\w{2}(?:[еиуюая]т(?:ся)?|[иыаяе]л[аои]?(?:с[ья])?|ed)$")
_CYRILLIC = re.compile(r"[а-я-]+")
_ENDING = 3  # letters, of the longest that tells a case
_ADJECTIVE_NAME = re.compile(r"[А-ЯЁ]\w+(?:ая|яя|ое|ее|ый|ий|ой|ые|ие|ого|его|ую|юю|ом|ем)$")


def parts_of(text: str, *, fragment: bool = False) -> list[Token]:
    """Return the words that carry meaning, phrases that stand for one thing as one.

    «самый дорогой» is a superlative, «Золотая рыбка» a name, and "price" what is asked of a thing.
    """
    parts: list[Token] = []
    spans = [match.span() for match in _superlatives().finditer(text)]
    for token in tokens_of(text, fragment=fragment):
        span = next((s for s in spans if s[0] < token.end and token.start < s[1]), None)
        before = parts[-1] if parts else None
        if span is not None:
            if before is None or (before.start, before.end) != span:
                parts.append(Token(text[slice(*span)], *span, "superlative", span[0]))
        elif before is not None and _goes_on(before, token, text):
            parts[-1] = replace(before, text=text[before.start : token.end], end=token.end)
        elif fold(token.text) in lists()["attributes"]:
            parts.append(replace(token, kind="attribute"))
        else:
            parts.append(token)
    return parts


def compared(text: str) -> Span | None:
    """Return where a text compares with a number, with the unit: "under 30 pounds"."""
    condition = asked_condition(text)
    if condition is None:
        return None
    span, behind = condition.span, text[condition.span.end :]
    is_unit = condition.unit and fold_in_place(behind).lstrip().startswith(condition.unit)
    end = span.end + len(behind) - len(behind.lstrip()) + len(condition.unit)
    return Span(span.start, end) if is_unit else span


def exchange_compared(question: str, body: str) -> tuple[str, str] | None:
    """Put what one text compares with in the place of what another does.

    Returns:
        The question as it is then, and what was put there; None where one compares nothing. A
        unit that is not said anew stays.
    """
    old, new = asked_condition(question), compared(body)
    there = compared(question)
    if old is None or there is None or new is None:
        return None
    said = body[new.start : new.end]
    has_unit = any(map(str.isalpha, said.split()[-1]))
    end = there.end if has_unit else old.span.end
    return f"{question[: there.start]}{said}{question[end:]}", said


def runs(tokens: Sequence[Token], text: str) -> list[Token]:
    """Join words that follow each other with nothing between: «ремонт стропил»."""
    joined: list[Token] = []
    for token in tokens:
        before = joined[-1] if joined else None
        plain = token.kind in ("word", "adjective") and token.lead == token.start
        goes_on = before is not None and before.kind in ("word", "adjective")
        if before is not None and plain and goes_on and text[before.end : token.start].isspace():
            whole = text[before.start : token.end]
            joined[-1] = Token(whole, before.start, token.end, "word", before.lead)
        else:
            joined.append(token)
    return joined


def alike(piece: Token, slots: Sequence[Token], body: str, question: str) -> list[Token]:
    """Order the parts of a question that a piece of a message may stand for, the likeliest first.

    A day stands for a day, a word with an article for one with an article, a verb for a verb,
    «за воду» for «за свет», and a Russian noun for one in the same case.
    """
    fitting = [slot for slot in slots if not is_asking(slot.text)]
    if are_days(piece) and (days := [slot for slot in fitting if are_days(slot)]):
        return days
    if piece.kind not in ("word", "adjective"):
        return [slot for slot in reversed(fitting) if slot.kind == piece.kind]
    fitting = [slot for slot in fitting if slot.kind in ("word", "adjective", "name", "month")]
    if piece.kind == "adjective":
        fitting = [slot for slot in fitting if slot.kind == "adjective"] or fitting
    else:
        fitting = [slot for slot in fitting if slot.kind != "adjective"] or fitting
    ending = fold(piece.text)[-2:]
    articled = _has_article(piece, body)
    led_first = not articled or any(_has_article(slot, question) for slot in slots)
    fitting.sort(
        key=lambda slot: (
            slot.kind != piece.kind,
            piece.kind == "adjective" and fold(slot.text)[-2:] != ending,
            is_verb(slot.text) and not is_verb(piece.text),
            articled and not _has_article(slot, question),
            not _is_led_alike(piece, body, slot, question),
            -agreement(piece, slot),
            piece.kind == "word" and (slot.lead == slot.start) == led_first,
            -slot.start,
        )
    )
    return fitting


def agreement(piece: Token, slot: Token) -> int:
    """Return in how many of their last letters two Russian words agree: they are in one case."""
    one, other = fold(piece.text), fold(slot.text)
    if not _CYRILLIC.fullmatch(one) or piece.lead < piece.start:
        return 0
    same = zip(reversed(one), reversed(other), strict=False)
    return min(sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], same)), _ENDING)


def is_led_surely(piece: Token, body: str, fitting: Sequence[Token], question: str) -> bool:
    """Say whether a piece surely stands for the likeliest part: «за воду» for «за свет».

    Only that one has its preposition, which says nothing of where or when: «в субботу» may go
    with «в театр».
    """
    alike = [slot for slot in fitting if _is_led_alike(piece, body, slot, question)]
    is_vague = fold(body[piece.lead : piece.start]).strip() in lists()["of_place_or_time"]
    return alike == list(fitting[:1]) and not is_vague


def _is_led_alike(piece: Token, body: str, slot: Token, question: str) -> bool:
    """Say whether the same preposition stands before both."""
    before = fold(body[piece.lead : piece.start]).strip()
    return bool(before) and before == fold(question[slot.lead : slot.start]).strip()


def exchange(question: str, slot: Token, body: str, piece: Token) -> str:
    """Put a piece of the message in the place of a part of the question."""
    begin = slot.start
    if piece.lead < piece.start:
        led = _led_by_article().search(question, 0, slot.start)
        begin = led.start() if led else slot.lead
    return question[:begin] + body[piece.lead : piece.end] + question[slot.end :]


def are_days(token: Token) -> bool:
    """Say whether a part names days of the week: "Tuesday", "weekends"."""
    return bool(days_in(token.text))


def is_verb(word: str) -> bool:
    """Say whether a word ends as verbs do; some nouns do so too."""
    return _VERB.search(fold(word)) is not None


def _has_article(token: Token, text: str) -> bool:
    before = TOKEN.findall(text[: token.start])[-1:]
    return any(fold(word) in lists()["articles"] for word in before)


def _goes_on(before: Token, token: Token, text: str) -> bool:
    """Say whether a name of two words goes on in small letters: «Золотая рыбка»."""
    is_first = before.kind == "name" and _ADJECTIVE_NAME.fullmatch(before.text)
    return bool(is_first) and token.kind == "word" and text[before.end : token.start].isspace()


@cache
def _led_by_article() -> re.Pattern[str]:
    """Return what finds a preposition and an article at the end of a text: "on a "."""
    led, articles = ("|".join(map(re.escape, lists()[n])) for n in ("prepositions", "articles"))
    return re.compile(rf"\b(?:{led})\s+(?:{articles})\s+$", re.IGNORECASE)


@cache
def _superlatives() -> re.Pattern[str]:
    """Return what finds a superlative: «самый дорогой», "the cheapest", «больше всего»."""
    marks, degrees, totals, words = (
        "|".join(sorted(map(re.escape, lists()[name]), key=len, reverse=True))
        for name in ("most", "comparatives", "of_all", "superlatives")
    )
    patterns = (rf"(?:{marks})\s+\w+", rf"(?:{degrees})\s+(?:{totals})", words)
    return re.compile(rf"\b(?:{'|'.join(patterns)})\b", re.IGNORECASE)
