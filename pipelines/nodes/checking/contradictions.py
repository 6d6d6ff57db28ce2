"""Contradictions: what the letters of a claim and of its source tell against each other.

Whoever writes from passages moves numbers, crosses names, drops a "not" and takes weeks for days.
Words of Russian and English are in contradictions.toml.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from functools import cache, lru_cache

from pipelines.nodes.checking.stem_lists import WORD, StemList
from pipelines.nodes.questions.anchors import Anchor, missing
from pipelines.nodes.questions.follow_up.tokens import TOKEN, tokens_of
from pipelines.nodes.text.calendar import is_month
from pipelines.nodes.text.numbers import Number, numbers_in
from pipelines.nodes.text.words import fold, split_sentences
from pipelines.nodes.word_tables import read_table

_ROW = re.compile(r"[^:;]{1,100}: [^;]*; [^:;]{1,100}: \S")  # of a table: "Port: A7; Use: drain"
_PARTS = re.compile(
    r"[;,]\s|\s(?:and|but|while|instead of|than|а|и|но|вместо|чем|statt|und|aber|sondern)\s"
)
AFTERNOON = re.compile(r"(?:1[3-9]|2[0-3]):00")
_ADDRESS = re.compile(
    r"[\w.+-]+@[\w-]+(?:\.[\w-]+)+|(?<!\w)@\w{3,}|\b[a-z][a-z0-9+.-]*://\S+|\bwww\.\S+"
    r"|(?<![\w/])/[a-z]\w{2,}\b|\b(?:[\w-]+\.)+[a-z]{2,}/\S*"
    r"|\b(?:[\w-]*[^\W\d_][\w-]*\.)+[a-z]{2,}\b|(?<!\w)#\w*[^\W\d_]\w*",
    re.IGNORECASE,
)
_REPLY = re.compile(r"^(?:no|yes|нет|да|nein|ja)\s?[,:—–-]\s", re.IGNORECASE)
_PUT_IN = re.compile(  # between commas, and no part of what is told
    r"(,\s(?:including|such as|for example|e\.g\.|especially|в том числе|включая|например|особенно)"
    r"\b[^,.;:()]*),([^.;]+)"
)
_PHONE = re.compile(r"(?<![\w.,])\+?\d(?:[\s()–-]{0,2}\d){6,}")
_NO_DENIAL = re.compile(  # "glaze No. 7", "no later than Friday", "must not weigh more than 9"
    r"\bno\.?\s?(?=\d)"
    r"|\b(?:no|not) (?:\w+ ){0,2}(?:more|less|fewer|later|earlier|longer|sooner) than\b"
    r"|(?<!за )исключени[еяй]\b|\bexceptions?\b"
    r"|\bне (?:\w+ )?(?:менее|меньше|более|больше|позднее|позже|ранее|раньше)\b"
    r"|\bне (?:\w+ )?(?:выше|ниже|дольше|реже|чаще)\b",
    re.IGNORECASE,
)
_CARRIED_OVER = re.compile(  # "took over the deliveries" is no more of anything
    r"\b(?:carr\w+|tak\w+|took|hand\w+|turn\w+|all|is|are|was|were) over\b", re.IGNORECASE
)
_AT_LATEST = re.compile(  # means what its opposite does: "не позднее", "до"
    r"\bне (?:позднее|позже|ранее|раньше)\b|\b(?:no|not) (?:later|earlier|sooner) than\b",
    re.IGNORECASE,
)
_ONE = re.compile(r"\b(?:an?|one|одн[аоиу]\w{0,2}|один)\b", re.IGNORECASE)  # counts nothing alone
CAPITAL_NOUNS = frozenset({"de", "lb"})  # languages
_ONLY = 1  # of `scopes_in`
NO_UNIT = -1
_LONG = 4  # digits of a number that may be spelled apart, such as a telephone's
_WORD_FOR_WORD = 0.7  # of two sentences' words, from which on they are the same one, changed


def lacks_number(claim: str, whole: str) -> bool:
    """Say whether a claim has a number that its source has not."""
    there = _values(numbers_in(whole))
    there |= {str(int(v[:-3]) - 12) for v in there if AFTERNOON.fullmatch(v)}
    digits = re.sub(r"\D", "", whole)
    if _ONE.search(whole):
        there |= {"1"}

    def stands(number: Number) -> bool:
        spelled = any(len(value) >= _LONG and value in digits for value in number.values)
        return spelled or not number.values.isdisjoint(there)

    return not all(map(stands, numbers_in(claim)))


def counts_one(word: str) -> bool:
    """Say whether a word may be the number one, or nothing: "one pound", "a pound"."""
    return _ONE.fullmatch(word) is not None


def lacks_name(claim: str, whole: str, *, crosses: bool = False, has_nouns: bool = False) -> bool:
    """Say whether a claim has a name or a code that its source has not.

    Args:
        crosses: both are of different languages, where a name may be another word.
        has_nouns: with capitals, as names have; two in a row are the name of somebody.
    """
    tokens = [t for t in tokens_of(claim) if t.kind in ("name", "code") and not is_month(t.text)]
    if has_nouns:
        tokens = [t for t in tokens if t.kind == "code" or _is_of_strangers(t.text, whole)]
    return bool(missing([Anchor(t.text, t.kind) for t in tokens], whole, crosses=crosses))


def _is_of_strangers(name: str, whole: str) -> bool:
    """Say whether a name is of several words, of which a text has none."""
    words = [Anchor(word, "name") for word in name.split()]
    return len(words) > 1 and len(missing(words, whole, crosses=True)) == len(words)


def is_turned_in(claim: str, sentence: str) -> bool:
    """Say whether a claim denies what each part of a sentence tells, or tells what each denies.

    "Nobody may leave" is turned in «можно выходить»: by words that deny, and opposites.
    """
    if not sentence:
        return False
    said, sides = turns(claim), opposite_sides(claim)

    def is_turned(part: str) -> bool:
        there = opposite_sides(part)
        opposed = sum((pair, 1 - side) in there for pair, side in sides)
        return (said + opposed - turns(part)) % 2 == 1

    return all(is_turned(part) for parts in parts_of(sentence) for part in parts)


def lacks_address(claim: str, whole: str) -> bool:
    """Say whether a claim has something to tap that its source has not, letter for letter.

    An address of the web or of mail, a name with an at sign, a command, a telephone number.
    """
    there, digits = fold(whole), re.sub(r"\D", "", whole)
    addresses = (fold(match[0]).rstrip(".,;:!?)") for match in _ADDRESS.finditer(claim))
    phones = (re.sub(r"\D", "", match[0]) for match in _PHONE.finditer(claim))
    return any(one not in there for one in addresses) or any(one not in digits for one in phones)


def lacks_unit(claim: str, whole: str) -> bool:
    """Say whether a claim counts in what its source never does: weeks, where that says days."""
    return not units_in(claim) <= units_in(whole)


def denies(text: str) -> bool:
    """Say whether a text has a word that denies: "not", "without", «запрещено»."""
    return _lists().negations.are_in(_NO_DENIAL.sub("", text))


def puts_off(text: str) -> bool:
    """Say whether a text has something wait: "wait two days" is "not for two days"."""
    return _lists().waits.search(fold(text)) is not None


@lru_cache(maxsize=1024)
def unit_of(word: str) -> int:
    """Return which of the units a word names, the same number for the same unit; -1: none."""
    return next((at for at, unit in enumerate(_lists().units) if unit.has(word)), NO_UNIT)


def units_in(text: str) -> frozenset[int]:
    """Return which units a text names, see `unit_of`."""
    return frozenset(map(unit_of, WORD.findall(text))) - {NO_UNIT}


def denials(text: str) -> int:
    """Count the words of a text that deny: two of them affirm."""
    return sum(map(_lists().negations.has, WORD.findall(text)))


def turns(text: str) -> int:
    """Count the words of a text that deny something: those of "no later than" do not."""
    return denials(_NO_DENIAL.sub("", text))


def opposite_sides(text: str) -> frozenset[tuple[int, int]]:
    """Return by pair of opposites on which side a text is; on none where it says both.

    A word that denies is on no side: "forbidden" is counted already.
    """
    plain = _CARRIED_OVER.sub(" ", _AT_LATEST.sub(" ", text))
    said = " ".join(word for word in WORD.findall(plain) if not denials(word))
    held = [(one.are_in(said), other.are_in(said)) for one, other in _lists().opposites]
    return frozenset((at, int(other)) for at, (one, other) in enumerate(held) if one != other)


def scopes_in(text: str) -> frozenset[int]:
    """Return which a text says of 0 "all", 1 "only" and 2 "some"."""
    return frozenset(at for at, scope in enumerate(_lists().scopes) if scope.are_in(text))


def drops_only(claim: str, sentence: str) -> bool:
    """Say whether a sentence tells something of some only, and a claim without that word."""
    return _ONLY in scopes_in(sentence) and _ONLY not in scopes_in(claim)


def widens(claim: str, whole: str) -> bool:
    """Say whether a claim says all, only or some where its source says nothing of the kind."""
    return any(scope.are_in(claim) and not scope.are_in(whole) for scope in _lists().scopes)


def opposes(claim: str, near: str) -> bool:
    """Say whether a claim has a word whose opposite stands in what it is nearest to."""
    said, stated = (_AT_LATEST.sub(" ", _CARRIED_OVER.sub(" ", text)) for text in (claim, near))
    for one, other in _lists().opposites:
        ours = one.are_in(said), other.are_in(said)
        if ours[0] != ours[1] and (one.are_in(stated), other.are_in(stated)) == ours[::-1]:
            return True
    return False


def replaces(claim: str, text: str) -> bool:
    """Say whether a claim is a sentence of its source with another number or name in it.

    What stands there to the letter is not, however many sentences it is.
    """
    if " ".join(claim.split()) in " ".join(text.split()):
        return False
    said = _spelled(claim)
    sentences = [_spelled(text[span.start : span.end]) for span in split_sentences(text)]
    return said not in sentences and any(_differ(said, there) for there in sentences)


def without_reply(claim: str) -> str:
    """Return a claim without the yes or no that it begins with: "No: phones stay at home".

    All else stays at its place, where the tokens of the claim are.
    """
    if (reply := _REPLY.match(claim)) is None:
        return claim
    end = reply.end()
    return f"{' ' * end}{claim[end : end + 1].upper()}{claim[end + 1 :]}"


def read_on(text: str) -> str:
    """Return a text with what is only put in moved behind: "Pets, such as cats, are forbidden"."""
    return _PUT_IN.sub(r"\2\1", text)


def parts_of(text: str) -> Iterator[list[str]]:
    """Yield the sentences of a text, each in the parts that tell one thing; a row is one part."""
    for span in split_sentences(text):
        sentence = read_on(text[span.start : span.end])
        yield [sentence] if is_row(sentence) else _PARTS.split(sentence)


def is_row(sentence: str) -> bool:
    """Say whether a sentence is a row of a table, as tables are written."""
    return _ROW.match(sentence) is not None


def says_it_is_missing(claim: str) -> bool:
    """Say whether a sentence tells that something is not there: "The passages do not say"."""
    return _lists().absences.search(fold(claim)) is not None


def _values(numbers: Iterable[Number]) -> frozenset[str]:
    return frozenset().union(*(number.values for number in numbers))


def _spelled(text: str) -> list[str]:
    """Return the words of a text; folded, but for the capitals of names."""
    words = [match[0] for match in TOKEN.finditer(text)]
    return [word if at and word[0].isupper() else fold(word) for at, word in enumerate(words)]


def _differ(said: Sequence[str], there: Sequence[str]) -> bool:
    matcher = SequenceMatcher(None, said, there, autojunk=False)
    if matcher.ratio() < _WORD_FOR_WORD:
        return False
    return any(
        kind == "replace" and _kinds(said[a:b]) & _kinds(there[c:d])
        for kind, a, b, c, d in matcher.get_opcodes()
    )


def _kinds(words: Iterable[str]) -> set[str]:
    """Say which of numbers and names are among words."""
    kinds = {"name" for word in words if word[0].isupper()}
    return kinds | {"number" for word in words if numbers_in(word)}


@dataclass(frozen=True, slots=True)
class _Lists:
    negations: StemList
    scopes: tuple[StemList, ...]
    opposites: tuple[tuple[StemList, StemList], ...]
    units: tuple[StemList, ...]
    absences: re.Pattern[str]
    waits: re.Pattern[str]


@cache
def _lists() -> _Lists:
    held = read_table(__package__, "contradictions.toml")
    return _Lists(
        StemList(held["negations"]),
        tuple(map(StemList, held["scopes"])),
        tuple((StemList([one]), StemList([other])) for one, other in held["opposites"]),
        tuple(map(StemList, held["units"])),
        re.compile("|".join(held["absences"])),
        re.compile(rf"(?<!\w)(?:{'|'.join(held['waits'])})(?!\w)"),
    )
