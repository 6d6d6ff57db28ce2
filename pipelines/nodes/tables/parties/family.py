"""Family: who comes, by what they are to whoever asks: "me and my 10 year old", «нас двое и сын».

Each is an adult, a child or of an age. A number that is of none of them may be of anything, and
then nobody is told apart.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

from pipelines.models.documents import Span
from pipelines.nodes.tables.words.lexicon import AND, COLLECTIVES, FAMILY, fold_in_place
from pipelines.nodes.text.numbers import numbers_in

_MOST = 20  # of a family
_YEAR = 12  # months
_NEXT = 14  # characters behind an age, in which those stand who are of it
_LIST = r"\d{1,3}(?:\s*(?:,|&|and|и|und|y)\s*\d{1,2}(?![\d:]))*"
_AGES = re.compile(
    r"(?:(?<!\w)(?P<led>aged|ages?|of|(?:who |he |she |they )(?:is|are)|(?:he|she|who)'s"
    r"|ему|ей|им|котор\w+|возраст\w*)\s+)?"
    rf"(?<![\w.,:/£$€№-])(?P<list>{_LIST})(?:[\s-]?(?P<own>yo|y/o)(?!\w)"
    r"|[\s-]?(?P<unit>years?|yrs?|лет|годика?|года?|jahre?|años?|months?|mths?|месяц\w*|мес|meses)"
    r"(?!\w))?(?P<old>[\s-]?(?:olds?|alt)(?!\w))?(?![\w:%£$€₽])"
)
_WITH_ENDING = re.compile(r"(?<!\w)(?P<age>\d{1,2})[\s-]?(?:летн\w+|jährig\w*)")
_MONTHS = ("month", "mth", "мес", "meses")
_TOKEN = re.compile(r"\d+|[^\W\d_]+(?:['’-][^\W\d_]+)*|[,;&+]")
_GROUP = frozenset({"number", "ages", "adult", "child", "baby", "us"})
_NOUNS = frozenset({"adult", "child", "baby"})

Kind = Literal["adult", "child"]


@dataclass(frozen=True, slots=True)
class Member:
    """Some of a family, alike; spans: where a question says so. Ages are in years, None: untold.

    is_own: they are told by what they are to whoever asks: "me", "of us".
    """

    count: int
    kind: Kind | None
    age: int | None
    spans: tuple[Span, ...]
    is_own: bool = False


@dataclass(frozen=True, slots=True)
class _Token:
    """What a word, or several, says of a party: a number, ages, those it names."""

    what: str
    span: Span
    numbers: tuple[int, ...] = ()
    is_several: bool = False


def family_of(question: str) -> tuple[Member, ...]:
    """Return who comes by a question; nothing where that is not certain."""
    tokens = _tokens(fold_in_place(question).replace("’", "'"))
    members, at = list[Member](), 0
    while at < len(tokens):
        first = tokens[at]
        if first.what not in _GROUP:
            is_own = first.what == "two" or (first.what == "self" and _joins(tokens, at))
            count = 2 if first.what == "two" else 1
            members += [Member(count, "adult", None, (first.span,), True)] if is_own else []
            at += 1
            continue
        run = _run(tokens[at:])
        group = _group(run)
        if group is None:
            return ()
        members += group
        at += len(run)
    own = [one for one in members if one.is_own]
    is_clear = len(own) <= 1 and sum(one.count for one in members) <= _MOST
    return tuple(members) if is_clear else ()


def _joins(tokens: Sequence[_Token], at: int) -> bool:
    """Say whether whoever asks is counted in: "me and", "and me"; not "can I", "tell me"."""
    before, after = tokens[max(0, at - 1) : at], tokens[at + 1 : at + 2]
    is_told = any(one.what == "telling" for one in before)
    return not is_told and (
        any(one.what == "joint" for one in before)
        or any(one.what in {"joint", *_GROUP} for one in after)
    )


def _run(tokens: Sequence[_Token]) -> Sequence[_Token]:
    """Return the tokens of one group: of each sort one, with nothing else between them."""
    run = list[_Token]()
    for token in tokens:
        whats = {one.what for one in run}
        is_second = token.what in whats or (token.what in _NOUNS and bool(whats & _NOUNS))
        is_apart = token.what == "number" and bool(whats & _NOUNS)  # "kids 2, adults 1"
        is_apart |= ("us" in whats and token.what != "number") or (
            token.what == "us" and bool(whats & _NOUNS)
        )
        if token.what not in _GROUP or is_second or is_apart:
            break
        run.append(token)
    return run


def _group(run: Sequence[_Token]) -> list[Member] | None:
    """Read a number, ages and those who are of them: "2 kids aged 4 and 6"; None: unclear."""
    parts, spans = {token.what: token for token in run}, tuple(token.span for token in run)
    noun = next((parts[one] for one in ("adult", "child", "baby") if one in parts), None)
    ages = parts["ages"].numbers if "ages" in parts else ()
    count = parts["number"].numbers[0] if "number" in parts else None
    if "us" in parts:
        return [Member(count, "adult", None, spans, True)] if count else []
    if noun is None and not ages:
        return None  # a number of nothing, or an hour
    kind: Kind | None = None if noun is None else "adult" if noun.what == "adult" else "child"
    if noun is not None and noun.what == "baby":
        return [Member(count or 1, "child", 0, spans)]
    if not ages:
        is_untold = noun is not None and noun.is_several and count is None
        number = count or (noun.numbers[0] if noun is not None and noun.numbers else 1)
        return None if is_untold else [Member(number, kind, None, spans)]
    if len(ages) == 1:
        return [Member(count or 1, kind, ages[0], spans)]
    return [Member(1, kind, age, spans) for age in ages] if count in (None, len(ages)) else None


def _tokens(folded: str) -> list[_Token]:
    """Return what is said of a party, without silent words, in order."""
    found = list(_ages(folded))
    for what, name in (("two", "twos"), ("adult", "with_me"), ("us", "us")):
        spans = [span for span in FAMILY[name].find(folded) if _is_free(span, found)]
        found += [_Token(what, span) for span in spans]
    for match in _TOKEN.finditer(folded):
        span = Span(*match.span())
        if _is_free(span, found) and (token := _token(match[0], span)):
            found.append(token)
    return sorted(found, key=lambda token: token.span.start)


def _is_free(span: Span, taken: Sequence[_Token]) -> bool:
    return not any(span.start < o.span.end and o.span.start < span.end for o in taken)


def _token(word: str, span: Span) -> _Token | None:
    """Return what a word says of a party; None of a silent one."""
    if word in ",;&+" or AND.holds(word):
        return _Token("joint", span)
    if FAMILY["pairs"].holds(word):
        return _Token("adult", span, (2,))
    is_several = FAMILY["several"].holds(word)
    for what, name in (
        ("baby", "babies"),
        ("adult", "adults"),
        ("child", "children"),
        ("self", "selves"),
        ("telling", "telling"),
    ):
        if FAMILY[name].holds(word):
            return _Token(what, span, is_several=is_several)
    if FAMILY["silent"].holds(word):
        return None
    count = _number(word)
    return _Token("number", span, (count,)) if count else _Token("other", span)


def _number(word: str) -> int | None:
    found = [value for one in numbers_in(word) for value in one.values if value.isdecimal()]
    return COLLECTIVES.get(word) or (int(found[0]) if len(found) == 1 else None)


def _ages(folded: str) -> Iterator[_Token]:
    """Yield the ages that are told as such, or stand beside those who are of them."""
    for match in _WITH_ENDING.finditer(folded):
        yield _Token("ages", Span(*match.span()), (int(match["age"]),))
    for match in _AGES.finditer(folded):
        unit = match["unit"] or ""
        before = folded[: match.start()].rstrip(" ,(-–—")
        last = before.split(" ")[-1]
        is_behind = any(FAMILY[name].holds(last) for name in ("children", "adults"))
        ahead = _TOKEN.findall(folded[match.end() : match.end() + _NEXT])[:1]
        is_before = any(FAMILY[n].holds(one) for one in ahead for n in ("children", "adults"))
        is_led = bool(match["led"]) and (is_behind or match["led"] != "of")
        is_told = is_led or bool(match["old"] or match["own"])
        is_bare = FAMILY["children"].holds(last) and not is_before and ahead != ["of"]
        if not (is_told or (unit and (is_behind or is_before)) or is_bare):
            continue
        start = len(before) if is_behind else match.start()
        numbers = tuple(int(one) for one in re.findall(r"\d+", match["list"]))
        numbers = tuple(n // _YEAR for n in numbers) if unit.startswith(_MONTHS) else numbers
        yield _Token("ages", Span(start, match.end()), numbers)
