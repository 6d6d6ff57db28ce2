"""What was typed in the wrong letters: on the other keyboard layout, or Russian in Latin ones.

A reading is offered only where what stands there is hardly a text of any language that is written
so, and what it would be is one. Codes, addresses and abbreviations stay as they are.
"""

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import lru_cache

from pipelines.nodes.questions.spelling.languages import (
    LATIN_WORDS,
    RUSSIAN,
    everyday,
    latin_cost,
    mean_cost,
)
from pipelines.nodes.text.dictionary import is_russian
from pipelines.nodes.text.words import fold, without_marks
from pipelines.nodes.word_tables import read_table

_LONG_SHOUT = 6  # capitals from which on a word by itself is rather shouted than a code
_LONGEST = 600  # characters: nobody types more on the wrong layout
_BLANKS = re.compile(r"(\s+)")
_WORD = re.compile(r"[^\W\d_]+")
_LONG_WORD = re.compile(r"[^\W\d_]{3}")
_CYRILLIC = re.compile(r"[а-яё]", re.IGNORECASE)
_LATIN = re.compile(r"[a-z]", re.IGNORECASE)
_STOP = re.compile(r"[\[\];,.`{}<>](?=[a-z])|[\[\];`{}<>]", re.IGNORECASE)
_APOSTROPHE = re.compile(r"[\"']\w?(?:\w{3}|\W)|\w[\"']$|^[\"']|[\"']\w*[\"']")
_FIXED = re.compile(r"[\d=|]|\w\(|://|[@_\\]|[^\W\d]/[^\W\d]|^www\.", re.ASCII)
_FILE = re.compile(r"\w\.(?:com|org|net|ru|io|dev|py|md|js|txt|pdf|docx?|xlsx?)\b", re.IGNORECASE)
_TABLES = read_table(__package__, "scripts.toml")

# Costs are those of `Language.word_cost`: real words lie at 3.6, letters drawn by lot above 5.
_REAL = 4.6  # what was meant costs no more
_GAIN = 1.1  # and so much less than what stands there
_REAL_ALONE, _GAIN_ALONE = 4.3, 1.5  # the same, of a word that is all there is
_RIGHT_GAIN = 0.8  # a word costs so much less as it stands: it was meant so
_CLEAR_GAIN = 2.0  # the same, for one word among others that are right
_CLEAR_LETTERS = 5
_FUNCTION_WORD = 2.5  # how much less a function word costs
_STOP_INSIDE = 2.0  # how much more it costs to have a comma or the like before a letter
_STOP_IS_A_LETTER = 0.4  # who takes the layout for Russian types ю by the key of the full stop
_MOST_FIXED = 0.5  # share of the letters that may stand in words that are right


# --- the other layout ----------------------------------------------------------------------------

_KEYBOARD = _TABLES["keyboard"]
_TO_CYRILLIC = str.maketrans(_KEYBOARD["latin"], _KEYBOARD["cyrillic"])
_TO_LATIN = str.maketrans(_KEYBOARD["cyrillic"], _KEYBOARD["latin"])
_ENDS_TO_CYRILLIC = {"&": "?", "/": ".", "?": "?", "!": "!", ".": ".", ",": ",", ":": ":", ";": ";"}
_ENDS_TO_LATIN = {",": "?", "ю": ".", "б": ",", "?": "?", "!": "!", ".": ".", "…": "…", ":": ":"}


@dataclass(frozen=True, slots=True)
class _Layout:
    """A way to read the keys: from one script to the other, and what each costs."""

    keys: dict[int, int]
    ends: dict[str, str]
    typed_script: re.Pattern[str]
    meant_script: re.Pattern[str]
    typed_cost: Callable[[str], float]
    meant_cost: Callable[[str], float]


@dataclass(frozen=True, slots=True)
class _Typed:
    """A token as it was typed and as it was perhaps meant, with the costs of both."""

    typed: str
    meant: str = ""
    typed_cost: float = 0.0
    meant_cost: float = 0.0

    @property
    def is_right(self) -> bool:
        """Whether it has to stay: a code, an address, the other script, a word."""
        return not self.meant or self.typed_cost + _RIGHT_GAIN < self.meant_cost

    @property
    def is_clearly_wrong(self) -> bool:
        gain = self.typed_cost - self.meant_cost
        long = len(self.meant) >= _CLEAR_LETTERS
        return not self.is_right and long and gain >= _CLEAR_GAIN and self.meant_cost <= _REAL


def other_layout(text: str) -> str | None:
    """Return what the same keys give on the other layout, if that is what was meant.

    Russian and English: «rfr jajhvbnm jngecr» is «как оформить отпуск», «руддщ» is "hello". Words
    among others that are right are taken only where they are clear.

    Returns:
        The text as it was meant, or None where it is as likely meant as it stands.
    """
    if len(text) > _LONGEST:
        return None
    for layout in (_LATIN_TYPED, _CYRILLIC_TYPED):
        meant = _on_layout(text, layout)
        if meant is not None:
            return meant
    return None


def _on_layout(text: str, layout: _Layout) -> str | None:
    said = text.strip(" ?!.")
    is_word = len(said) >= _LONG_SHOUT and said.isalpha()
    shouts = text.isupper() and (is_word or _BLANKS.search(text.strip()) is not None)
    pieces = [_typed(piece, layout, shouts=shouts) for piece in _BLANKS.split(text)]
    open_ = [piece for piece in pieces if not piece.is_right]
    letters = sum(len(piece.typed) for piece in pieces if _WORD.search(piece.typed))
    if not open_:
        return None
    most = sum(len(piece.typed) for piece in open_) >= (1 - _MOST_FIXED) * letters
    if most and _is_wrong(open_):
        return "".join(piece.typed if piece.is_right else piece.meant for piece in pieces)
    right = "".join(piece.typed for piece in pieces if not piece.is_clearly_wrong)
    if len(layout.meant_script.findall(right)) > len(layout.typed_script.findall(right)):
        meant = "".join(p.meant if p.is_clearly_wrong else p.typed for p in pieces)
        return meant if meant != text else None
    return None


def _is_wrong(pieces: list[_Typed]) -> bool:
    typed = mean_cost((piece.typed, piece.typed_cost) for piece in pieces)
    meant = mean_cost((piece.typed, piece.meant_cost) for piece in pieces)
    if not any(_LONG_WORD.search(piece.meant) for piece in pieces):
        return False
    if len(pieces) == 1 and meant > _REAL_ALONE - _FUNCTION_WORD:
        alone = len(pieces[0].typed) > 3 and meant <= _REAL_ALONE
        return alone and typed - meant >= _GAIN_ALONE
    return meant <= _REAL and typed - meant >= _GAIN


def _typed(token: str, layout: _Layout, *, shouts: bool) -> _Typed:
    is_abbreviation = len(token) > 1 and token.isupper() and not shouts
    has_both = _LATIN.search(token) and _CYRILLIC.search(token)
    is_typed_so = layout.typed_script.search(token) is not None and not has_both
    if is_abbreviation or not is_typed_so or _is_fixed(token) or _is_rare_russian(token):
        return _Typed(token)
    body, end = _ending(token, layout)
    meant = body.translate(layout.keys)
    if _STOP.search(meant) or _APOSTROPHE.search(meant):
        return _Typed(token)
    typed_cost = _cost(token, layout.typed_cost) + _STOP_INSIDE * bool(_STOP.search(token))
    return _Typed(token, meant + end, typed_cost, _cost(meant, layout.meant_cost))


def _is_rare_russian(token: str) -> bool:
    """Say whether a token is a long Russian word, which no English one gives by chance."""
    word = fold(token.strip('?!.,:;…«»"()'))
    return len(word) >= _CLEAR_LETTERS and is_russian(word)


def _is_fixed(token: str) -> bool:
    return _FIXED.search(token) is not None or _FILE.search(token) is not None


def _ending(token: str, layout: _Layout) -> tuple[str, str]:
    """Take a stop off the end, where the letter that its key gives would make no better word."""
    end = layout.ends.get(token[-1].lower())
    if end is None or len(token) == 1:
        return token, ""
    body, whole = token[:-1], token.translate(layout.keys)
    without = _cost(body.translate(layout.keys), layout.meant_cost)
    if whole[-1].isalpha() and _cost(whole, layout.meant_cost) < without + _STOP_IS_A_LETTER:
        return token, ""
    return body, end


def _cost(text: str, cost: Callable[[str], float]) -> float:
    return mean_cost((word, cost(word)) for word in _WORD.findall(fold(text)))


def _cost_in_russian(word: str) -> float:
    bonus = _FUNCTION_WORD if word in RUSSIAN.function_words else 0.0
    return RUSSIAN.word_cost(word) - bonus


def _cost_in_latin(word: str) -> float:
    bonus = _FUNCTION_WORD if without_marks(word) in LATIN_WORDS else 0.0
    return latin_cost(word) - bonus


_LATIN_TYPED = _Layout(
    _TO_CYRILLIC, _ENDS_TO_CYRILLIC, _LATIN, _CYRILLIC, _cost_in_latin, _cost_in_russian
)
_CYRILLIC_TYPED = _Layout(
    _TO_LATIN, _ENDS_TO_LATIN, _CYRILLIC, _LATIN, _cost_in_russian, _cost_in_latin
)


# --- Russian in Latin letters --------------------------------------------------------------------

_ROMANISED: dict[str, list[str]] = _TABLES["romanised"]
_LONGEST_UNIT = max(map(len, _ROMANISED))
_LESS_LIKELY = 1.5  # a second reading of letters costs so much more than the first
_A_LETTER = 3.0  # what a letter costs after another that it often follows
_APART = 2.0  # the letters of "zh" and the like seldom stand each for itself
_ROMAN_TOKEN = re.compile(r"[a-z'’`46]+", re.IGNORECASE)
_DIGIT_LETTER = re.compile(r"(?:^|[a-z])[46](?=[a-z'])")
_BREAKS = re.compile(r"(\s+|(?<=[a-z])-(?=[a-z]))", re.IGNORECASE)
_ANY_DIGIT = re.compile(r"\d")
_SOFT = str.maketrans({"ь": "", "ъ": "", "э": "е", "й": "и", "ы": "и", "щ": "ш"})
_BY_SOUND = {word.translate(_SOFT): word for word in sorted(RUSSIAN.function_words, reverse=True)}
_BY_SOUND |= {word.translate(_SOFT): word for word in _TABLES["russian_words"]["words"].split()}
_PROVE_NOTHING = frozenset(_TABLES["other_words"]["words"].split())
_MOST_FOREIGN = 0.5  # of a text without one Russian function word, how much dearer Latin must be
_GAIN_MIXED = 0.3  # the same of one with Russian and other function words
_ROMAN_REAL = 4.5
_FOREIGN, _FOREIGN_GAIN = 5.2, 1.3  # dearer than that, and so much dearer, a word stays Latin


@dataclass(frozen=True, slots=True)
class _Romanised:
    """A token and what it would be in Cyrillic.

    evidence: 1 for a Russian function word, -1 for one of another language, else 0.
    """

    typed: str
    cyrillic: str = ""
    evidence: int = 0
    typed_cost: float = 0.0
    cost: float = 0.0

    @property
    def is_foreign(self) -> bool:
        """Whether it stays in Latin letters: a code, an address, a term such as `docker`."""
        dearer = self.cost > max(_FOREIGN, self.typed_cost + _FOREIGN_GAIN)
        return not self.cyrillic or (self.evidence < 1 and dearer)


def from_latin(text: str) -> str | None:
    """Return in Cyrillic what is Russian written in Latin letters, by whatever romanisation.

    «kak oformit otpusk» is «как оформит отпуск»: soft signs that were left out are put back in
    function words only; `correct` puts them into words that the texts hold.

    Returns:
        The text in Cyrillic, terms and codes as they stand; None if it is hardly Russian.
    """
    if len(text) > _LONGEST or _CYRILLIC.search(text):
        return None
    pieces = [_romanised(piece) for piece in _BREAKS.split(text)]
    if not _is_russian(pieces):
        return None
    return "".join(piece.typed if piece.is_foreign else piece.cyrillic for piece in pieces)


def _is_russian(pieces: Iterable[_Romanised]) -> bool:
    words = [piece for piece in pieces if piece.cyrillic]
    evidence = [piece.evidence for piece in words]
    cost = mean_cost((piece.typed, piece.cost) for piece in words)
    typed = mean_cost((piece.typed, piece.typed_cost) for piece in words)
    russian, foreign = evidence.count(1), evidence.count(-1)
    shared = russian and russian >= foreign and typed - cost >= _GAIN_MIXED
    if russian > foreign or shared:
        return cost <= _REAL + 0.4
    long = [piece for piece in words if len(piece.cyrillic) >= 4]
    plain = -1 not in evidence and all(piece.typed[0].islower() for piece in words)
    plain = plain and not any(map(_is_everyday, words))  # "cawl price"
    return plain and len(long) > 1 and cost <= _ROMAN_REAL and typed - cost >= _MOST_FOREIGN


def _is_everyday(piece: _Romanised) -> bool:
    word = _ROMAN_TOKEN.search(piece.typed)
    return word is not None and fold(word[0]) in everyday("en")


def _romanised(token: str) -> _Romanised:
    match = _ROMAN_TOKEN.search(token)
    if match is None or _is_no_romanised(token, match):
        return _Romanised(token)
    typed = fold(match.group()).replace("’", "'").replace("`", "'")
    bare = typed.strip("'")
    cyrillic = _BY_SOUND.get(_cyrillic(typed).translate(_SOFT), "")
    evidence = 0
    if bare in LATIN_WORDS or typed.endswith("'s"):
        evidence = 0 if cyrillic else -1
    elif len(cyrillic) > 2 and bare not in _PROVE_NOTHING:
        evidence = 1
    cyrillic = cyrillic or _cyrillic(typed)
    cost = RUSSIAN.word_cost(fold(cyrillic))
    shown = cyrillic.capitalize() if match.group()[0].isupper() else cyrillic
    around = token[: match.start()], token[match.end() :]
    return _Romanised(token, shown.join(around), evidence, latin_cost(typed), cost)


def _is_no_romanised(token: str, match: re.Match[str]) -> bool:
    typed = match.group()
    rest = token[: match.start()] + token[match.end() :]
    is_abbreviation = len(typed) > 1 and typed.isupper()
    has_digits = _ANY_DIGIT.search(_DIGIT_LETTER.sub("", typed)) is not None
    return (
        is_abbreviation
        or has_digits
        or any(character.isalnum() for character in rest)
        or not _LATIN.search(typed)
    )


@lru_cache(maxsize=2048)
def _cyrillic(word: str) -> str:
    """Return the likeliest reading, by the table of letters that follow each other (Viterbi)."""
    best: list[dict[str, tuple[float, str]]] = [{} for _ in range(len(word) + 1)]
    best[0][" "] = (0.0, "")
    for at in range(len(word)):
        for last, (cost, read) in best[at].items():
            for length in range(1, min(_LONGEST_UNIT, len(word) - at) + 1):
                apart = _APART * (word[at] in "hsz" and word[max(0, at - 1) : at + 1] in _ROMANISED)
                readings = _ROMANISED.get(word[at : at + length], ())
                for rank, letters in enumerate(readings):
                    there = best[at + length]
                    dearer = cost + _rank_cost(rank, letters) + _following(last, letters) + apart
                    if dearer < there.get(letters[-1], (float("inf"), ""))[0]:
                        there[letters[-1]] = (dearer, read + letters)
    ends = [
        (cost + RUSSIAN.costs.get(last + " ", 9), read) for last, (cost, read) in best[-1].items()
    ]
    return min(ends)[1] if ends else word


def _rank_cost(rank: int, letters: str) -> float:
    """Return what a reading costs by itself; a first one of two letters is not the dearer."""
    return rank * _LESS_LIKELY if rank else -_A_LETTER * (len(letters) - 1)


def _following(last: str, letters: str) -> float:
    return float(
        sum(RUSSIAN.costs.get(a + b, 9) for a, b in zip(last + letters, letters, strict=False))
    )
