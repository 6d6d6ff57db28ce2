"""Exchange: put a part of one question in the place of a part of the same kind in another."""

import re
from collections.abc import Sequence
from dataclasses import replace
from functools import cache
from itertools import takewhile

from pipelines.models.documents import Span
from pipelines.nodes.questions.follow_up.tokens import (
    TOKEN,
    Token,
    is_asking,
    lists,
    tokens_of,
)
from pipelines.nodes.questions.follow_up.topics import has_article
from pipelines.nodes.questions.opposites import are_opposed
from pipelines.nodes.questions.paraphrasing.kin import are_kin
from pipelines.nodes.tables.asking import asked_condition
from pipelines.nodes.tables.words.lexicon import fold_in_place
from pipelines.nodes.text.calendar import AMBIGUOUS_MONTHS, days_in, is_month, season_of
from pipelines.nodes.text.dictionary import LANGUAGES, is_person, translations
from pipelines.nodes.text.words import fold

_VERB = re.compile(
    r"(?:\w{2}(?:[еиуюая]т(?:ся)?|[иыаяе]л[аои]?(?:с[ья])?|ed)"
    r"|(?<!\w)(?:у|по|при|вы|до|за|про|пере|ото|обо|со|на)?ш(?:ел|л[аои])(?:с[ья])?)$"
)
_INFINITIVE = re.compile(r"\w{2}(?:[еиуюая]ть(?:ся)?|ти(?:сь)?|чь(?:ся)?)$")
_PARTICLE = re.compile(r"\s+([a-z]+)\b", re.IGNORECASE)
_CYRILLIC = re.compile(r"[а-я-]+")
_LETTER = re.compile(r"(?<=[^\W\d_A-ZА-ЯЁ]{3} )([A-HJ-ZА-ЮЁ])(?=[\s,;:?!]|\.?$)")
_WORDS_OF_ONE_LETTER = frozenset("аивксоуяiay")
_IN_SEASONS = frozenset({"зимой", "весной", "летом", "осенью"})  # with no "in" before them
_NEAR = 2  # words before a thing, one of which may be its article
_ENDING = 3  # letters, of the longest that tells a case
_ADJECTIVE_NAME = re.compile(r"[А-ЯЁ]\w+(?:ая|яя|ое|ее|ый|ий|ой|ые|ие|ого|его|ую|юю|ом|ем)$")


def parts_of(text: str, *, fragment: bool = False) -> list[Token]:
    """Return the words that carry meaning, phrases that stand for one thing as one.

    «самый дорогой» is a superlative, «Золотая рыбка» a name, "price" what is asked of a thing, and
    "weekdays" are days as "Sunday" is one.
    """
    parts: list[Token] = []
    spans = [match.span() for match in _superlatives().finditer(text)]
    tokens = tokens_of(text, fragment=fragment)
    for token, behind in zip(tokens, [*tokens[1:], None], strict=False):
        span = next((s for s in spans if s[0] < token.end and token.start < s[1]), None)
        before = parts[-1] if parts else None
        if span is not None:
            if before is None or (before.start, before.end) != span:
                parts.append(Token(text[slice(*span)], *span, "superlative", span[0]))
        elif before is not None and _goes_on(before, token, text):
            parts[-1] = replace(before, text=text[before.start : token.end], end=token.end)
        elif fold(token.text) in lists()["attributes"]:
            parts.append(replace(token, kind="attribute"))
        elif before is not None and token.start < before.end:
            continue  # of «дня рождения»
        elif behind is not None and fold(behind.text) in lists()["of_a_day"]:
            whole = text[token.start : behind.end]
            parts.append(replace(token, text=whole, end=behind.end, kind="name"))
        elif token.kind in ("name", "word", "adjective") and _is_day(token.text):
            parts.append(_with_what_it_is_like(parts, replace(token, kind="day"), text))
        else:
            parts.append(token)
    return parts


def _is_day(word: str) -> bool:
    return bool(days_in(word)) or fold(word) in lists()["whens"]


def _with_what_it_is_like(parts: list[Token], day: Token, text: str) -> Token:
    """Take the adjective right before a day to it: «обычный день»."""
    before = parts[-1] if parts else None
    if before is None or before.kind != "adjective" or day.lead < day.start:
        return day
    if not text[before.end : day.start].isspace():
        return day
    parts.pop()
    return replace(day, text=text[before.start : day.end], start=before.start, lead=before.lead)


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


def exchange_letter(question: str, body: str) -> str | None:
    """Put the one letter that a text is in the place of one that names something: "sailing B"."""
    letter, slot = body.rstrip("?!. "), _LETTER.search(question)
    is_word = letter in _WORDS_OF_ONE_LETTER  # «а?» asks again
    if slot is None or len(letter) != 1 or not letter.isalpha() or is_word:
        return None
    begin, end = slot.span(1)
    return f"{question[:begin]}{letter.upper()}{question[end:]}"


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


def are_of_a_kind(one: str, other: str) -> bool:
    """Say whether two words name different things of one kind, or both somebody."""
    first, second = fold(one), fold(other)
    language = LANGUAGES[0] if first.isascii() else LANGUAGES[1]
    return are_kin(first, second, language) or (_is_somebody(first) and _is_somebody(second))


def is_alone_of_a_kind(piece: Token, fitting: Sequence[Token]) -> bool:
    """Say whether the first of some parts of a question, and no other, is of a piece's kind."""
    same = [are_of_a_kind(piece.text, slot.text) for slot in fitting]
    return same[:1] == [True] and not any(same[1:])


def _is_somebody(word: str) -> bool:
    return is_person(word) or any(map(is_person, translations(word, LANGUAGES[1])[:1]))


def alike(piece: Token, slots: Sequence[Token], body: str, question: str) -> list[Token]:
    """Order the parts of a question that a piece of a message may stand for, the likeliest first.

    The front stands for the rear, a day for a day, winter for July, a cat for a dog, somebody for
    somebody, a word with an article for one with an article, a verb for a verb, «за воду» for «за
    свет», and a Russian noun for one in the same case.
    """
    if opposed := [slot for slot in tokens_of(question) if are_opposed(slot.text, piece.text)]:
        return opposed
    fitting = [slot for slot in slots if not is_asking(slot.text)]
    if piece.kind not in ("word", "adjective"):
        return of_its_kind(piece, fitting)[::-1]
    fitting = [slot for slot in fitting if not _is_asked_for(slot, question)] or fitting
    if not is_verb(piece.text):  # no thing takes the place of "costs"
        told = [slot for slot in fitting if fold(slot.text) not in lists()["predicates"]]
        told = [slot for slot in told if not _is_put_last(slot, question)]
        fitting = told or fitting
    fitting = [slot for slot in fitting if slot.kind in ("word", "adjective", "name", "month")]
    led = [slot for slot in fitting if _is_led_alike(piece, body, slot, question)]
    if len(led) == 1 and not is_vague(piece, body):  # whatever «лосей» of «у лосей» ends like
        fitting = led
    elif piece.kind == "adjective":
        found = [slot for slot in fitting if slot.kind == "adjective"]
        fitting = found or [t for t in tokens_of(question) if t.kind == "adjective"] or fitting
    else:
        fitting = [slot for slot in fitting if slot.kind != "adjective"] or fitting
    if piece.lead < piece.start:
        fitting = [slot for slot in fitting if slot.lead < slot.start] or fitting
    ending = fold(piece.text)[-2:]
    articled = has_article(piece, body)
    led_first = not articled or any(has_article(slot, question) for slot in slots)
    fitting.sort(
        key=lambda slot: (
            not are_of_a_kind(piece.text, slot.text),
            slot.kind != piece.kind,
            piece.kind == "adjective" and fold(slot.text)[-2:] != ending,
            is_verb(slot.text) and not is_verb(piece.text),
            articled and not has_article(slot, question),
            not _is_led_alike(piece, body, slot, question),
            -agreement(piece, slot),
            piece.kind == "word" and (slot.lead == slot.start) == led_first,
            -slot.start,
        )
    )
    return fitting


def of_its_kind(piece: Token, slots: Sequence[Token]) -> list[Token]:
    """Return the parts of a question of the kind of a piece; months and seasons are of one."""
    alike = [slot for slot in slots if slot.kind == piece.kind]
    closer = [slot for slot in slots if _is_of_year(slot)] if _is_of_year(piece) else []
    return closer or [slot for slot in alike if not _is_of_year(slot)] or alike


def _is_of_year(token: Token) -> bool:
    """Say whether a word is a month or a season; "may" is likelier none."""
    is_named = is_month(token.text) and fold(token.text) not in AMBIGUOUS_MONTHS
    return is_named or (token.text.isalpha() and season_of(token.text) is not None)


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
    return alike == list(fitting[:1]) and not is_vague(piece, body)


def is_vague(piece: Token, body: str) -> bool:
    """Say whether the preposition before a piece says where or when: it may stand for much."""
    return fold(body[piece.lead : piece.start]).strip() in lists()["of_place_or_time"]


def _is_asked_for(slot: Token, question: str) -> bool:
    """Say whether a word says what is asked for, and not of what: «на какой *полке*»."""
    before = TOKEN.findall(question[: slot.start])[-1:]
    return any(is_asking(word) and fold(word) not in lists()["quantities"] for word in before)


def _is_led_alike(piece: Token, body: str, slot: Token, question: str) -> bool:
    """Say whether the same preposition stands before both."""
    before = fold(body[piece.lead : piece.start]).strip()
    return bool(before) and before == fold(question[slot.lead : slot.start]).strip()


def exchange(question: str, slot: Token, body: str, piece: Token) -> str:
    """Put a piece of the message in the place of a part of the question."""
    if (counted := _counted_anew(question, slot, body, piece)) is not None:
        return counted
    begin = slot.start
    if fold(piece.text) in _IN_SEASONS:
        begin = slot.lead
    elif piece.lead < piece.start:
        led = _led_by_article().search(question, 0, slot.start)
        begin = led.start() if led else slot.lead
    elif piece.kind == slot.kind == "word" and " " not in slot.text:
        begin = _begin_of_what_it_is_like(question, slot)
    end = slot.end
    if fold(piece.text).split()[-1] in lists()["particles"]:
        end = particle_end(slot, question)
    put = body[piece.lead : piece.end]
    is_bare = piece.lead == piece.start and has_article(piece, body)
    if is_bare and lists()["articles"].isdisjoint(fold(question[:begin]).split()[-_NEAR:]):
        put = f"{body[: piece.start].split()[-1]} {put}"  # "the other kiln" for "it"
    return question[:begin] + put + question[end:]


def _counted_anew(question: str, slot: Token, body: str, piece: Token) -> str | None:
    """Put what counts itself in the place of a unit and its number: "a week" of "10 days"."""
    before = next((one for one in tokens_of(question) if one.end < slot.start <= one.end + 2), None)
    if before is None or before.kind != "number":
        return None
    is_one = has_article(piece, body) or _CYRILLIC.fullmatch(fold(piece.text)) is not None
    are_units = {fold(slot.text), fold(piece.text)} <= lists()["units"] | lists()["whens"]
    if not is_one or not are_units or any(map(str.isdigit, body)):
        return None
    is_led = piece.lead < piece.start and before.lead < before.start
    begin = before.lead if is_led else before.start
    said = body[piece.lead : piece.end] if is_led else piece.text
    if has_article(piece, body):
        said = f"{body[: piece.start].split()[-1]} {piece.text}"
    return f"{question[:begin]}{said}{question[slot.end :]}"


def particle_end(token: Token, text: str) -> int:
    """Return where a word ends with the particle behind it, if one leads to nothing: "check in"."""
    behind = _PARTICLE.match(text, token.end)
    if behind is None or fold(behind[1]) not in lists()["particles"]:
        return token.end
    following = next(iter(TOKEN.findall(text[behind.end() :])), "")
    leads = any(other.lead == behind.start(1) < other.start for other in tokens_of(text))
    is_led = leads and fold(following) not in lists()["prepositions"]  # and no "check in on Sunday"
    return token.end if is_led else behind.end()


def _begin_of_what_it_is_like(question: str, slot: Token) -> int:
    """Return where the adjectives before a Russian noun begin, or the noun: «швейная машинка»."""
    begin = slot.start
    for token in reversed(tokens_of(question[:begin])):
        goes_before = token.kind == "adjective" and question[token.end : begin].isspace()
        if not goes_before or not _CYRILLIC.fullmatch(fold(token.text)):
            break
        begin = token.start
    return begin


def is_verb(word: str) -> bool:
    """Say whether a word ends as verbs do; some nouns do so too, and only the usual are known."""
    return _VERB.search(fold(word)) is not None and not _nouns().fullmatch(fold(word))


def _is_put_last(slot: Token, question: str) -> bool:
    """Say whether a word is the infinitive that ends a German question: «darf ich … halten»."""
    is_last = not TOKEN.search(question, slot.end)
    words = (fold(word) for word in TOKEN.findall(question[: slot.start]))
    return is_last and slot.text.endswith("n") and not lists()["modals"].isdisjoint(words)


def is_infinitive(word: str) -> bool:
    """Say whether a word ends as a Russian infinitive does."""
    return _INFINITIVE.search(fold(word)) is not None


def _goes_on(before: Token, token: Token, text: str) -> bool:
    """Say whether a name of two words goes on in small letters: «Золотая рыбка»."""
    is_first = before.kind == "name" and _ADJECTIVE_NAME.fullmatch(before.text)
    return bool(is_first) and token.kind == "word" and text[before.end : token.start].isspace()


@cache
def _nouns() -> re.Pattern[str]:
    """Return what matches the nouns that end as verbs do, in whatever case: «спортзала»."""
    return re.compile(rf"(?:{'|'.join(sorted(lists()['no_verbs']))})(?:[аеоуы]|ов|[ао]м|ами|ах)?")


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
