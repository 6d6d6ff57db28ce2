"""Evidence: how well a word of a question and a term of a table stand for each other.

Words meet by their letters: as they are, inflected, misspelt, or in another script; days of the
week and months also in short; codes and numbers only as they are. Headers meet also by what they
are about (a telephone), and by token vectors, which know synonyms and other languages.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from pipelines.models.documents import Span
from pipelines.nodes.tables.words.lexicon import (
    ASKING,
    ENDINGS,
    EVERY,
    EXTREMES,
    NO_PRICES,
    UNITS,
    UNSPACED_WORDS,
    concepts_of,
    fold_in_place,
    is_unspaced,
)
from pipelines.nodes.text.calendar import day_or_month, months_named, same_date
from pipelines.nodes.text.dictionary import (
    is_infinitive,
    is_known,
    is_russian,
    lemmas,
    means,
)
from pipelines.nodes.text.fleeting import lose_vowel
from pipelines.nodes.text.glossary import are_synonyms
from pipelines.nodes.text.numbers import ordinal_of, written_ordinal
from pipelines.nodes.text.words import code_parts, content_words, join_code, sounds_of_name

_TERM = re.compile(r"[^\W_]+(?:[-‐‑–./:][^\W_]+)*")
_PART = re.compile(r"[^\W_]+")
_SIZES = re.compile(r"\d+(?:\.\d+)?(?:[xх×]\d+(?:\.\d+)?)+")
_WITH_UNIT = re.compile(r"(\d+(?:[.,]\d+)?)(?:мм|см|км|кг|гр|мл|mm|cm|km|kg|ml)")
_NUMBERS = re.compile(r"\d+(?:\.\d+)?")
_CURRENCY = re.compile(
    r"[$€£¥₽]|(?<!\w)(?:руб|рубл\w*|евро|euros?|eur|usd|gbp|rub|chf|pounds?|quid|dollars?|bucks)(?!\w)",
    re.IGNORECASE,
)
_SHORT = re.compile(r"(?<!\w)([^\W\d_]{2,})\.(?!\w)")
_UNIT_BEHIND = re.compile(r"[,(].*$")
LETTERED = re.compile(r"[^\W\d_]{2,} [A-ZА-Я](?![\w.'’&/])")  # "Route B", and no initial
_DIGIT = re.compile(r"\d")
_BEHIND_ARTICLE = re.compile(r"(?<!\w)(?:a|an) $")  # of "a hat" it is a thing, in whatever language
EXACT, INFLECTED, RELATED, MISSPELT, CONCEPT, SYNONYM, WEAK = 1.0, 0.95, 0.85, 0.8, 0.8, 0.7, 0.6
HELD = 0.6  # from here on a word is held by what it is compared with
_CACHED = 20_000  # terms; a question looks at all those of a table
_SHORTEST_MISSPELT = 5  # letters
_SHORTEST_PART = 6  # letters of a word that others are compounds of
_OPENING = 3  # sounds
_VOWELS = "аеёиоуыэюя"
_STEM = 4  # letters, behind which any ending may stand in Russian
_SHORTEST_ADJECTIVE = 3  # letters before its ending
_OF_ADJECTIVES = frozenset(
    "ый ий ой ая яя ое ее ые ие ого его ому ему ую юю ым им ом ем ей ых их ыми ими".split()  # noqa: SIM905
)
_ENDING = 3  # letters of a noun behind the stem of a verb
_INFINITIVE = re.compile(
    "(?:пере|под|про|при|раз|рас|от|об|по|за|вы|на|до|из|ис|с)"
    "(?P<stem>[а-яё]{4,}?)(?:ить|ать|ять|еть|нуть|ти)(?:ся)?"
)
_PRONOUNS = frozenset("iя")  # of one letter, written large or first
_LONGEST_CODE = 4  # terms that may be one code, spelled apart


@dataclass(frozen=True, slots=True)
class Word:
    """A word of a question.

    asks: it asks, and names nothing: "which", "please".
    unit: it goes with numbers: it may stand in a header, but names no value.
    name: it is written as names are, or has digits.
    """

    text: str
    folded: str
    span: Span
    asks: bool
    unit: bool
    name: bool

    @property
    def has_digits(self) -> bool:
        """Whether it is a number or a code."""
        return _DIGIT.search(self.folded) is not None


def question_words(question: str, known: frozenset[str], *, capitals: bool) -> tuple[Word, ...]:
    """Split a question into words.

    Args:
        known: folded terms of the table, by which unspaced script is divided.
        capitals: whether a capital inside a sentence marks a name (in German it does not).
    """
    folded = fold_in_place(question)
    spans = [
        piece
        for match in _TERM.finditer(folded)
        for part in _apart_from_unit(Span(*match.span()), match[0], known)
        for piece in _divide(folded, part, known)
    ]
    months = {span for _, span in months_named(question)}
    words = []
    for span in spans:
        word = folded[span.start : span.end]
        before = question[: span.start].rstrip(" «\"'“„(")
        opens = not before or before[-1] in ".!?…\n:"
        capital = capitals and question[span.start].isupper() and not opens
        is_letter = (
            len(word) == 1
            and question[span.start].isupper()
            and word in known - _PRONOUNS
            and (len(spans) == 1 or not (opens or question.isupper()))
        ) or (len(word) == 1 and _is_lettered(folded, span, known))
        is_code = is_letter or _DIGIT.search(word) is not None
        is_told = is_code or span in months  # "in May"
        is_told = is_told or (_is_behind_article(folded, span) and not _is_empty(word))
        asks = not is_told and (ASKING.holds(word) or EVERY.holds(word) or _is_empty(word))
        words.append(
            Word(
                question[span.start : span.end],
                word,
                span,
                asks,
                not is_code and UNITS.holds(word),
                is_code or (capital and not asks),
            )
        )
    return tuple(words)


def _apart_from_unit(span: Span, word: str, known: frozenset[str]) -> tuple[Span, ...]:
    """Return a number and the unit written behind it: "9mm", but where a table has it as it is."""
    glued = _WITH_UNIT.fullmatch(word)
    if glued is None or word in known:
        return (span,)
    return Span(span.start, span.start + glued.end(1)), Span(span.start + glued.end(1), span.end)


@lru_cache(maxsize=_CACHED)
def terms_of(text: str) -> tuple[str, ...]:
    """Return the folded terms of a value or a header, and the parts of compound ones."""
    terms: list[str] = []
    for match in _TERM.finditer(fold_in_place(text)):
        term = match.group()
        terms.append(term)
        if _SIZES.fullmatch(term):  # "9x1525x1525" is of 9, too
            terms += _NUMBERS.findall(term)
        parts = _PART.findall(term)
        if len(parts) > 1:
            terms += [part for part in parts if not _DIGIT.search(part) and len(part) > 1]
    return tuple(terms)


def letter_strength(word: Word, term: str) -> float:
    """Return 0..1, how well a word and a term are the same, by their letters."""
    return term_strength(word.folded, term)


def term_strength(word: str, term: str) -> float:
    """Return 0..1, how well two folded terms are the same, by their letters."""
    if _DIGIT.search(word) or _DIGIT.search(term):
        return EXACT if code_of(word) == code_of(term) or _are_one_ordinal(word, term) else 0.0
    if is_unspaced(word) or is_unspaced(term):
        return _contained(word, term)
    return _alike(word, term)


def _are_one_ordinal(word: str, term: str) -> bool:
    """Say whether two terms count to the same, in words or in digits: «вторая», «2-я»."""
    first = written_ordinal(word) or ordinal_of(word)
    return bool(first) and first == (written_ordinal(term) or ordinal_of(term))


def concept_strength(word: Word, header: str) -> float:
    """Return how well a word names what a header is about."""
    about = concepts_of(word.folded)
    if not about:
        return 0.0
    told = frozenset[str]().union(*map(concepts_of, terms_of(header)))
    priced = "price" in about and has_currency(header) and not told & NO_PRICES
    return CONCEPT if about & told or priced else 0.0


@lru_cache(maxsize=_CACHED)
def does_so(word: str, term: str) -> bool:
    """Say whether a term is called by what a folded word says is done: "won" of "Winner"."""
    language = "en" if word.isascii() else "ru"
    doers = {term, *lemmas(term, language)}
    return any(not _doers(verb).isdisjoint(doers) for verb in lemmas(word, language))


def _doers(verb: str) -> frozenset[str]:
    """Return what somebody may be called who does something: "runner", «водитель»."""
    if not verb.isascii():
        return frozenset({verb[:-2] + "тель"} if verb.endswith("ть") else ())
    stem = verb.removesuffix("e")
    stems = (stem, verb + verb[-1]) if len(verb) >= _OPENING else ()
    return frozenset(one + ending for one in stems for ending in ("er", "or"))


@lru_cache(maxsize=_CACHED)
def abbreviations(header: str) -> tuple[str, ...]:
    """Return the folded beginnings of words that a header has in short: «№ уч.», "Min. qty."."""
    return tuple(_SHORT.findall(fold_in_place(header)))


@lru_cache(maxsize=_CACHED)
def is_one_extreme(word: str, header: str) -> bool:
    """Say whether a word is the most or the least of a header, also in short: "max", «макс.».

    A unit at the end of a header is none: "Time, min.".
    """
    said = [words for words in EXTREMES.values() if words.holds(word)]
    terms = terms_of(_UNIT_BEHIND.sub("", header)) if said else ()
    return any(words.holds(term) for words in said for term in terms)


def has_currency(header: str) -> bool:
    """Say whether a header has the sign or name of a currency: its column holds prices."""
    return _CURRENCY.search(header) is not None


@lru_cache(maxsize=_CACHED)
def code_of(term: str) -> str:
    """Return a code without what joins its parts: HRN-02 is hrn02, but 4.21 stays apart of 421."""
    return join_code(code_parts(term))


def shape_of(term: str) -> str:
    """Return the shape of a code, letters and digits: HRN-02 and HRN-09 are of one."""
    return re.sub(r"\d+", "0", re.sub(r"[^\W\d_]+", "a", term))


def spelled_in(words: Sequence[Word], value: str) -> Span | None:
    """Return which words, first and last + 1, spell a short value out: "В 527 МР", "HRN 02"."""
    letters = _spelling(value)
    if not letters:
        return None
    codes = ["".join(code_parts(word.folded)) for word in words]
    for first in range(len(codes)):
        joined = ""
        for last in range(first, min(first + _LONGEST_CODE + 1, len(codes))):
            joined += codes[last]
            if joined == letters:
                return Span(first, last + 1)
            if not letters.startswith(joined):
                break
    return None


@lru_cache(maxsize=_CACHED)
def _spelling(value: str) -> str:
    """Return the letters and digits of a short value; "" of one word, or of many."""
    parts = code_parts(fold_in_place(value))
    letters = "".join(parts)
    short = 1 <= len(parts) <= _LONGEST_CODE + 1 and len(letters) > 1
    return letters if short and (_DIGIT.search(letters) or len(parts) > 1) else ""


def _is_lettered(text: str, span: Span, known: frozenset[str]) -> bool:
    """Say whether a letter behind a noun names something: "route b", «группу б» of «Группа Б»."""
    noun, _, letter = _with_word_before(text, span).rpartition(" ")
    names = (one.rpartition(" ") for one in known if one.endswith(f" {letter}"))
    return any(noun == name or _alike(noun, name) >= INFLECTED for name, _, _ in names if name)


def letters_in(value: str) -> tuple[str, ...]:
    """Return the letters, folded, by which a value names things: "b" of "Route B"."""
    return tuple(fold_in_place(match[0][-1]) for match in LETTERED.finditer(value))


def _is_behind_article(folded: str, span: Span) -> bool:
    return _BEHIND_ARTICLE.search(folded[: span.start]) is not None


def _with_word_before(text: str, span: Span) -> str:
    """Return a word with the one before it: a name of one letter, "route b"."""
    return f"{''.join(text[: span.start].split()[-1:])} {text[span.start : span.end]}"


def _is_empty(word: str) -> bool:
    return not is_unspaced(word) and not content_words(word)


def _divide(text: str, span: Span, known: frozenset[str]) -> list[Span]:
    """Divide unspaced script by the longest words known; what is left over stays together."""
    term = text[span.start : span.end]
    if not is_unspaced(term):
        return [span]
    vocabulary = known | UNSPACED_WORDS
    pieces: list[Span] = []
    at = rest = span.start
    while at < span.end:
        length = next(
            (n for n in range(min(8, span.end - at), 0, -1) if text[at : at + n] in vocabulary), 0
        )
        if length:
            if rest < at:
                pieces.append(Span(rest, at))
            pieces.append(Span(at, at + length))
            rest = at + length
        at += length or 1
    if rest < span.end:
        pieces.append(Span(rest, span.end))
    return pieces


def _contained(word: str, term: str) -> float:
    if word == term:
        return EXACT
    short, long = sorted((word, term), key=len)
    return RELATED if len(short) > 1 and short in long else 0.0


@lru_cache(maxsize=_CACHED)
def _alike(word: str, term: str) -> float:
    if word == term:
        return EXACT
    if len(word) < 2 or len(term) < 2:
        return 0.0
    if same_date(word, term):
        return INFLECTED
    if word.isascii() != term.isascii():
        return _across_scripts(word, term)
    if (day_or_month(word) is None) != (day_or_month(term) is None):
        # «субботник» is no form of «суббота», nor «средняя» one of «среда»
        is_slip = min(len(word), len(term)) >= _SHORTEST_MISSPELT and distance(word, term) == 1
        return MISSPELT if is_slip else 0.0
    by_stem = _inflected(word, term)
    if by_stem > WEAK:
        return by_stem
    if lose_vowel(word, term) or _are_one_verb(word, term):
        return INFLECTED
    if is_made_of(word, term):
        return MISSPELT
    if are_synonyms(word, term):
        return SYNONYM
    return MISSPELT if _misspelt(word, term) and not _are_both_words(word, term) else by_stem


def _are_one_verb(word: str, term: str) -> bool:
    """Say whether two words of one alphabet are forms of one verb: «сдал», «сдано»; "bought".

    Only of words that begin alike, since to read every word of a table takes time.
    """
    if word[:1] != term[:1]:
        return False
    language = "en" if word.isascii() else "ru"
    verb = lemmas(word, language)[0]
    if lemmas(term, language)[0] != verb:
        return False
    return language == "en" or is_infinitive(verb)


def _are_both_words(word: str, term: str) -> bool:
    """Say whether neither of two words is a slip: lunch and launch, «лодка» and «ложка»."""
    if word.isascii():
        return is_known(word, "en") and is_known(term, "en")
    return is_russian(word) and is_russian(term)


def _inflected(word: str, term: str) -> float:
    shared = 0
    for one, other in zip(word, term, strict=False):
        if one != other:
            break
        shared += 1
    rests = word[shared:], term[shared:]
    longest = max(len(word), len(term))
    endings = all(not rest or rest in ENDINGS for rest in rests)
    is_long = shared >= _STEM and not word.isascii()  # «орех», «орехами»
    if endings and shared >= 2 and (is_long or shared >= 0.6 * longest):
        return INFLECTED
    if shared >= 5 and max(map(len, rests)) <= 3:
        return INFLECTED
    if shared >= _SHORTEST_ADJECTIVE and all(rest in _OF_ADJECTIVES for rest in rests):
        return INFLECTED  # «малого», «малый»
    if shared >= 5 and shared >= 0.6 * longest:
        return RELATED
    share = 0.5 if shared >= 5 else 0.6
    return WEAK if shared >= 4 and shared >= share * longest else 0.0


def is_made_of(word: str, term: str) -> bool:
    """Say whether a term is a compound of a word, or of what a verb with a prefix does.

    «Электропедаль» of «педаль», Mietvertrag of Vertrag; «чистка» of «почистить».
    """
    if len(word) >= _SHORTEST_PART and len(term) - len(word) >= _OPENING:
        stem = word[:-1] if word[-1] in _VOWELS else word
        at = term.find(stem, _OPENING)
        if at >= 0 and (term[at + len(stem) :] or "") in {"", *ENDINGS}:
            return True
    if (verb := _INFINITIVE.fullmatch(word)) is None:
        return False
    done = verb["stem"]
    return term.startswith(done) and len(term) - len(done) <= _ENDING


def _misspelt(word: str, term: str) -> bool:
    """Say whether a word is a term with a slip, whatever ending it has."""
    if min(len(word), len(term)) < _SHORTEST_MISSPELT or (
        word[0] != term[0] and word[1:3] != term[1:3]
    ):
        return False
    allowed = 2 if min(len(word), len(term)) >= 8 else 1
    return any(
        abs(len(one) - len(other)) <= allowed and distance(one, other) <= allowed
        for one in _without_ending(word)
        for other in _without_ending(term)
    )


def _without_ending(word: str) -> list[str]:
    """Return a word as it is, and without what may be its ending."""
    cuts = (word[:-length] for length in (1, 2) if word[-length:] in ENDINGS)
    return [word, *(cut for cut in cuts if len(cut) >= _SHORTEST_MISSPELT)]


def distance(one: str, other: str) -> int:
    """Return in how many letters two words differ; two that changed places count once.

    Source: Damerau 1964, "A technique for computer detection and correction of spelling errors".
    """
    before: list[int] = []
    row = list(range(len(other) + 1))
    for i, a in enumerate(one, start=1):
        last, row = row, [i]
        for j, b in enumerate(other, start=1):
            cost = min(last[j] + 1, row[j - 1] + 1, last[j - 1] + (a != b))
            if i > 1 and j > 1 and a == other[j - 2] and one[i - 2] == b:
                cost = min(cost, before[j - 2] + 1)
            row.append(cost)
        before = last
    return row[-1]


def _across_scripts(word: str, term: str) -> float:
    """Compare Kaluga with Калуга, by sound as far as letters tell, and pear with груша."""
    ours, theirs = sounds_of_name(word), sounds_of_name(term)
    if min(len(word), len(term)) >= _OPENING and not {*ours}.isdisjoint(theirs):
        return INFLECTED
    one, other = ours[0], theirs[0]
    if means(word, term):
        return RELATED
    if min(len(one), len(other)) < _OPENING:
        return 0.0
    if _inflected(one, other) >= INFLECTED:
        return RELATED
    near = min(len(one), len(other)) >= 5 and distance(one, other) <= 1
    return MISSPELT if near else 0.0


@lru_cache(maxsize=_CACHED)
def begin_alike(word: str, value: str) -> bool:
    """Say whether a word and one of a value in another script begin with the same sounds."""
    heard = sounds_of_name(word)[0][:_OPENING]
    return len(heard) == _OPENING and any(
        word.isascii() != term.isascii() and sounds_of_name(term)[0].startswith(heard)
        for term in terms_of(value)
    )
