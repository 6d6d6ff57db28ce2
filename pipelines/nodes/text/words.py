"""Words: what a text is about, roughly, in any script, for lexical evidence; and its sentences.

Sentences are split in Russian, English and whatever uses the same punctuation. Cyrillic is written
in Latin letters, so that Калуга and Kaluga can be compared. What was typed in Latin letters and
meant in Cyrillic ones has many readings, of which `questions/spelling/scripts.py` takes the
likeliest.
"""

import math
import re
import unicodedata
from bisect import bisect_right
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from operator import itemgetter

from pipelines.models.documents import Span

_CANDIDATE = re.compile(
    r"""\n+
    | (?<![.!?…]) [.!?…]++ [\"'»”’“)\]]*+ (?=\s|$)
    | [。！？｡．]+ [」』”’）】\"']*""",
    re.VERBOSE,
)
_CLOSING = "\"'»”’“)]"
_ELLIPSIS = 3  # dots
_AMOUNT = re.compile(r"[ \t]*[£$€¥₽]?[ \t]?\d")
# "Name: Valve; Price: 12", as tables are written. Nothing is given back: a long line that is none
# in its last letters would be tried from each of its cells on.
_ROW = re.compile(
    r"^(?:(?![.!?]\s)[^:;\n]){1,100}+: [^;\n]*+"
    r"(?:; [^:;\n]{1,100}+: [^;\n]*+)++(?:; [^;\n]*+)*+$",
    re.MULTILINE,
)
_SHORTENED = re.compile(r"[а-яё]{0,4}[бвгджзклмнпрстфхцчшщ]")
_INK = re.compile(r"\S")
_BEFORE = re.compile(r"(?:[^\W_]|[.'’/-])+$")
_AFTER = re.compile(r"[^\S\n]*[^\w\s]*[^\S\n]*(?:[—–-][^\S\n]*)?[^\w\s]*(\w?)")
_FIGURE = re.compile(r"\s*[—–-]\s*\d")  # "from 100 rub. — 3 %": what was named, and its figure
_NUMBERING = re.compile(r"\d{1,3}(?:\.\d{1,3})*")
_CLAUSE = re.compile(r"\s+\d{1,3}(?:\.\d{1,3})+\.\s+[^\W\d_a-zа-яё]")  # "2.4. Where no"
_CODE = re.compile(r"[^\S\n]*(?=[^\W\d_-]{1,6}[-/]?\d)\S")
_ORDINAL_AFTER = re.compile(r"([^\W\d_]+)\s+$")
_LONGEST_KNOWN = 2000  # characters of a text whose words and sentences are remembered
_SHORT, _TERMS = (
    64,
    16_384,
)  # characters of what is asked for by the thousand, and how many are kept
_LONGEST_CELL = 80  # characters, of one that hardly holds sentences
_REACH = 32  # characters looked at on either side of a stop
_IN_BRACKETS = re.compile(r"[^\S\n]+\(([^()\n]{1,80})\)")
_COUNTED = re.compile(r"\d[^\S\n]?[^\W\d_]+$")  # "2 pcs", "2 500 руб"

# After these a sentence goes on, whatever follows.
_TITLES = frozenset(
    """
    т.е т.к т.н т.о ул пр-т просп пер бул пл наб пп см ср напр им проф акад доц канд чл тов
    гос обл р-н респ св преп ред изд сост букв лат англ нем фр греч итал исп собств прим
    dr mr mrs ms mx prof st rev gen capt lt sgt hon figs nos pp eqs eds cf e.g i.e eg viz vs
    approx ca al z.b d.h u.a bzw vgl hrsg bspw mme mlle p.ex ext dept fa u inkl exkl zzgl ggf evtl
    sog hr dipl ing sr sra srta dra dña avda pza plza ud uds tfno éd
    """.split()  # noqa: SIM905 (as a list of strings it would fill a page)
)
# After these it goes on when a number follows; otherwise they are words of their own.
_BEFORE_NUMBER = frozenset(
    """
    д кв корп стр с п ст ч гл рис табл илл тел доб вып ок пом оф каб эт уч подъезд
    разд подп абз пар прил
    no art sec ch col ed fig vol p eq nr abs bd
    str tel jan feb mar apr jun jul aug sep sept oct nov dec rm apt núm pág art tél
    """.split()  # noqa: SIM905
)
# Short words that are whole, and may end a sentence.
_SHORT_WORDS = frozenset(
    """
    год лет час раз дом нет там тут так вот вас нас них им ним он рост счёт счет один чек плюс от
    сам тех всех этом том нём чём лист дней минут часов
    """.split()  # noqa: SIM905
)
# After these a number with a stop is an ordinal, as German has it: "im 2. Stock".
_BEFORE_ORDINAL = frozenset(
    "am im vom zum zur beim der die das dem den des ab bis seit jeden jedem jeder".split()  # noqa: SIM905
)
# After these it goes on unless a capital follows: they stand at ends as often as inside.
_BEFORE_NAME = frozenset({"г", "гг", "с", "м", "о", "оз", "р", "пос", "дер", "гр"})
_LATIN = str.maketrans(
    {
        "а": "a", "б": "b", "в": "v", "г": "g", "д": "d", "е": "e", "ж": "zh", "з": "z", "и": "i",
        "й": "y", "к": "k", "л": "l", "м": "m", "н": "n", "о": "o", "п": "p", "р": "r", "с": "s",
        "т": "t", "у": "u", "ф": "f", "х": "h", "ц": "ts", "ч": "ch", "ш": "sh", "щ": "sch",
        "ъ": "", "ы": "y", "ь": "", "э": "e", "ю": "yu", "я": "ya",
    }
)  # fmt: skip
_SPELLINGS = (
    *(("dzh", "j"), ("kh", "h"), ("ck", "k"), ("x", "ks")),
    *(("c", "k"), ("w", "v"), ("ph", "f")),
)


_SOFT_C = re.compile("c(?=[eiy])")
_SOUNDS = (  # what is left of a name that two scripts write each in its own way
    *((re.compile("[jy]"), "i"), (re.compile(r"(.)\1"), r"\1"), (re.compile("[ae]i"), "e")),
    *((re.compile("^g"), "h"), (re.compile("(?<=..)e$"), "")),
)
_PLAIN = str.maketrans("àáâãèéêëìíîïòóôõùúûýç", "aaaaeeeeiiiioooouuuyc")


def split_sentences(text: str) -> tuple[Span, ...]:
    """Return the spans of the sentences, in order; together they cover everything but white space.

    A line break always ends a sentence: in clean text it stands after headings, list items and
    lines of code. What stands in a cell of a table and is short is never divided.
    """
    return _known_sentences(text) if len(text) <= _LONGEST_KNOWN else _sentences(text)


def _sentences(text: str) -> tuple[Span, ...]:
    spans: list[Span] = []
    start = 0
    cells = _short_cells(text) if "; " in text else []
    for match in _CANDIDATE.finditer(text):
        if text[match.start()] == "\n" or (
            not _is_within(cells, match.start()) and _is_end(text, start, match)
        ):
            _append(spans, text, start, match.end())
            start = match.end()
    _append(spans, text, start, len(text))
    return tuple(spans)


_known_sentences = lru_cache(maxsize=512)(_sentences)


def stretch_about(text: str, wanted: frozenset[str], *, longest: int) -> Span:
    """Return those sentences in a row, of at most `longest` characters, that share most words."""
    if len(text) <= longest:
        return Span(0, len(text))
    spans = split_sentences(text)
    shared = [len(content_words(text[s.start : s.end]) & wanted) for s in spans]
    best, chosen = -1, Span(0, longest)
    for at, first in enumerate(spans):
        last = at
        while last + 1 < len(spans) and spans[last + 1].end - first.start <= longest:
            last += 1
        if (held := sum(shared[at : last + 1])) > best:
            best, chosen = held, Span(first.start, min(spans[last].end, first.start + longest))
    return chosen


def _short_cells(text: str) -> list[tuple[int, int]]:
    """Return where the cells of tables stand in which there is no more than a sentence."""
    found = []
    for row in _ROW.finditer(text):
        start = row.start()
        for cell in row.group().split("; "):
            if len(cell) <= _LONGEST_CELL:
                found.append((start, start + len(cell) + 1))
            start += len(cell) + 2
    return found


def _is_within(spans: Sequence[tuple[int, int]], at: int) -> bool:
    """Say whether a place is in one of these spans, which are in order and apart."""
    before = bisect_right(spans, at, key=itemgetter(0)) - 1
    return before >= 0 and at < spans[before][1]


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
    if first.islower() or (mark.rstrip(_CLOSING) == "." and _FIGURE.match(text, match.end())):
        return False
    if _CODE.match(text, match.end()):  # "part no. BM-5812"
        first = "0"
    if mark.startswith(("..", "…")) and _is_leader(text, match):
        return False
    if mark == "." and _goes_on_in_brackets(text, match):
        return False
    return mark[0] != "." or mark.startswith("..") or _ends_word(text, start, match.start(), first)


def _goes_on_in_brackets(text: str, match: re.Match[str]) -> bool:
    """Say whether brackets behind a stop tell more of what it shortens: "2 pcs. (4 for babies)".

    A sentence in brackets has a stop of its own: "We met. (It was cold.)"
    """
    aside = _IN_BRACKETS.match(text, match.end())
    if aside is None:
        return False
    counted = _COUNTED.search(text, max(0, match.start() - _REACH), match.start())
    return counted is not None or aside[1].rstrip()[-1:] not in ".!?…"


def _is_leader(text: str, match: re.Match[str]) -> bool:
    """Say whether dots lead to what stands at the end of a line: "Flat white ..... £3.20"."""
    is_apart = text[match.start() - 1 : match.start()].isspace() or len(match.group()) > _ELLIPSIS
    return is_apart and _AMOUNT.match(text, match.end()) is not None


def _ends_word(text: str, start: int, stop: int, following: str) -> bool:
    """Say whether a single full stop ends a sentence, and not just a word or a number."""
    before = _BEFORE.search(text, max(start, stop - _REACH), stop)
    if before is None:
        return True
    word = before.group().strip("'’").lower()
    opens = not text[start : before.start()].strip(" \t\"'«“(—–-") if stop - start < 40 else False
    if _NUMBERING.fullmatch(word):
        return not (opens or (following and _is_ordinal(text, before.start(), word)))
    if word in _TITLES:
        return False
    if following.isdigit() and _goes_before_number(before.group()):
        return word not in _BEFORE_NUMBER and _CLAUSE.match(text, stop + 1) is not None
    if word in _BEFORE_NAME:
        return _follows_number(text, start, before.start()) or not following
    is_initial = len(word) == 1 and word.isalpha() and before.group()[0].isupper()
    has_stops = re.fullmatch(r"(?:\w\.)+\w", word) is not None
    if is_initial or (has_stops and before.group()[0].isupper()):
        return not following
    return not (opens and len(word) == 1)


def _goes_before_number(word: str) -> bool:
    """Say whether a word is short for one, so that the number after it is its own: "ауд. 305"."""
    if word.lower() in _BEFORE_NUMBER:
        return True
    return _SHORTENED.fullmatch(word) is not None and word not in _SHORT_WORDS


def _is_ordinal(text: str, at: int, word: str) -> bool:
    lead = _ORDINAL_AFTER.search(text, max(0, at - _REACH), at)
    return lead is not None and len(word) <= 2 and lead[1].lower() in _BEFORE_ORDINAL


def _follows_number(text: str, start: int, at: int) -> bool:
    return text[max(start, at - 3) : at].rstrip()[-1:].isdigit()


_TERM = re.compile(r"[^\W_]+(?:[-‐‑–./_:][^\W_]+)*")
_WORD = re.compile(r"[^\W_]+")
_ALSO_JOINED = re.compile(r"[^\W\d_]{1,3}[-‐‑][^\W\d_]+")  # Wi-Fi, e-mail, x-ray
# After a name: Пётр I, Karl XII, XX век. A single letter in a Latin text is a word or an initial.
_ROMAN = re.compile(
    r"(?<![\w.])(?:(?=[IVX]{2})X{0,2}(?:IX|IV|V?I{0,3})|(?<=[а-яё] )[IVX](?=[\s,.;:)?!]|$))(?![\w])"
)
_DIGIT = re.compile(r"\d")
_UNSPACED = re.compile(r"[\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff\u0e00-\u0eff\u1780-\u17ff]")
# In codes, letters that look alike are taken for each other: nobody sees which keyboard was on.
_LOOK_ALIKE = str.maketrans("авекмнорстух", "abekmhopctyx")
_CYRILLIC_LETTERS = "абвгдезиклмнопрстуфх"
STEM_LETTERS = 5
_EMPTY = """
    a an the and or but of in on at to for from by with as is are was were be been being it its
    this that these those there which who whom whose what when where why how many much do does
    did has have had can could will would shall should may might not no than then so if into
    about over under between after before during also such their his her our your my i you he
    she they we me him them us
    и или но а в во на с со к ко о об от до из за по под над при про для без через между
    не ни же ли бы то это этот эта эти эту этого этой этих тот та те того той тех что чтобы как
    какой какая какое какие какого какую каких каким какова который которая которое которые
    которого которой которых кто кого кому чем чего чему где когда куда откуда почему зачем
    сколько есть был была было были быть будет будут его её ее их он она оно они мы вы я ты мне
    нам вам нас вас ним ней них ними меня мной тебя тебе наш наша наше наши нашего нашей нашем
    нашим нашу наших ваш ваша ваше ваши вашего вашей вашем вашим вашу ваших мой моя мое моё мои
    моего моей моем моём моим мою моих свой своя свое своё свои своего своей своем своём своим
    свою своих так там тут здесь уже ещё еще также если
    der das dem des ein eine einen nen einem einer eines und oder ist sind wie wer wo wann warum wem
    wen wessen welche welcher welches welchem welchen wieviel wieviele von vom zum zur beim auf
    nicht kein keine keinen keiner gibt es ich wir ihr sie mein meine meinen meiner unser unsere
    haben habe wird werden kann darf muss soll noch nur schon wenn dass im
    de el lo una unos unas del pero esta este estos estas ese esa que cual cuales quien quienes
    cuál cuáles quién quiénes qué como cómo cuando cuándo donde dónde cuanto cuánto cuanta cuánta
    cuantos cuántos cuantas cuántas por para en su sus mis nuestro nuestra tus está estan están
"""  # of German and Spanish none that is a word of another language: no "die", "hat", "hay", "LA"
EMPTY_WORDS = frozenset(_EMPTY.split())


def content_words(text: str) -> frozenset[str]:
    """Return the stems of the words that carry meaning, and codes.

    A stem is the first five letters, which serves inflected languages about as well as a
    stemmer does, without accents, which phones leave out (but ä, ö, ü and ñ are letters of their
    own); scripts without spaces give pairs of letters instead. A code is a term with a
    digit in it ("34.602-2020", "8K0-959"): it counts as a whole, whatever joins its parts, and
    each of its parts counts too, those without a digit as the words they are.
    Source: McNamee & Mayfield 2004, "Character N-Gram Tokenization for European Language
    Text Retrieval".
    """
    if len(text) <= _SHORT:
        return _known_terms(text)
    return _known_words(text) if len(text) <= _LONGEST_KNOWN else _content_words(text)


def _content_words(text: str) -> frozenset[str]:
    folded = fold(text)
    spaced = not _UNSPACED.search(folded)
    stems = {str(_roman(match[0])) for match in _ROMAN.finditer(text)}
    for term in set(_TERM.findall(folded)):
        if spaced and term.isalpha():  # nearly all of them, and soon done with
            if len(term) > 1 and term not in EMPTY_WORDS:
                stems.add(term[:STEM_LETTERS].translate(_PLAIN))
            continue
        parts = _WORD.findall(term)
        if _ALSO_JOINED.fullmatch(term) and parts[0] not in EMPTY_WORDS:
            parts.append("".join(parts))
        if _DIGIT.search(term) and not _UNSPACED.search(term):
            codes = code_parts(term)
            stems.add(join_code(codes))
            stems.update(filter(_DIGIT.search, codes))
            parts = [part for part in parts if not _DIGIT.search(part)]
        stems.update(stem for part in parts for stem in _stems(part))
    return frozenset(stems)


def _roman(numeral: str) -> int:
    """Return the number that a Roman numeral of I, V and X says."""
    values = [{"I": 1, "V": 5, "X": 10}[letter] for letter in numeral]
    return sum(
        -value if value < after else value
        for value, after in zip(values, [*values[1:], 0], strict=True)
    )


# One answer asks for those of the same sentences some dozens of times.
_known_words = lru_cache(maxsize=512)(_content_words)
_known_terms = lru_cache(maxsize=_TERMS)(
    _content_words
)  # and those of single words by the thousand


def words_of(text: str) -> frozenset[str]:
    """Return the words of a text, folded, whole."""
    return frozenset(_WORD.findall(fold(text)))


def joined_codes(text: str) -> frozenset[str]:
    """Return what terms beside each other would be as one code: "K 555 LA3" may be K555LA3."""
    terms = [code_parts(term) for term in _TERM.findall(fold(text))]
    runs = [
        [part for term in terms[at : at + length] for part in term]
        for length in (2, 3, 4)
        for at in range(len(terms) - length + 1)
    ]
    return frozenset(join_code(run) for run in runs if any(map(_DIGIT.search, run)))


def spelled_apart(codes: frozenset[str], text: str) -> frozenset[str]:
    """Return which codes, as `content_words` gives them, a text spells in several terms."""
    letters = "".join(code_parts(fold(text)))
    if any(code.replace("-", "") in letters for code in codes):  # rare, and soon found out
        return codes & joined_codes(text)
    return frozenset()


def fold(text: str) -> str:
    """Return a text as it is compared: compatibility forms, case and ё folded."""
    return _known_fold(text) if len(text) <= _SHORT else _fold(text)


def _fold(text: str) -> str:
    return unicodedata.normalize("NFKC", text).casefold().replace("ё", "е")


_known_fold = lru_cache(maxsize=_TERMS)(_fold)


def code_parts(term: str) -> list[str]:
    """Return the parts of a folded code; letters that look alike are the same in it."""
    return _WORD.findall(term.translate(_LOOK_ALIKE))


def join_code(parts: Sequence[str]) -> str:
    """Join the parts of a code: numbers by a dash, so that 4.21 is not 42.1."""
    return ("-" if all(part.isdigit() for part in parts) else "").join(parts)


def _stems(word: str) -> Iterable[str]:
    if _UNSPACED.search(word):
        return [word[i : i + 2] for i in range(max(1, len(word) - 1))]
    if word in EMPTY_WORDS or len(word) == 1:
        return []
    return [word[:STEM_LETTERS].translate(_PLAIN)]


def word_weights(texts: Iterable[frozenset[str]]) -> dict[str, float]:
    """Weigh each word by how few of the texts hold it; a word of every text weighs little."""
    counts: dict[str, int] = {}
    total = 0
    for words in texts:
        total += 1
        for word in words:
            counts[word] = counts.get(word, 0) + 1
    return {word: math.log(1.0 + total / count) for word, count in counts.items()}


def coverage(wanted: frozenset[str], held: frozenset[str], weights: Mapping[str, float]) -> float:
    """Return the share, 0..1, of the wanted words' weight that `held` holds.

    Words that have no weight (no text holds them) count as the heaviest that has. Sums are exact:
    else the order of a set, which differs from process to process, would decide between equals.
    """
    heaviest = max(weights.values(), default=1.0)
    total = math.fsum(weights.get(word, heaviest) for word in wanted)
    found = math.fsum(weights.get(word, heaviest) for word in wanted & held)
    return min(found / total, 1.0) if total else 0.0


def overlap(one: frozenset[str], other: frozenset[str]) -> float:
    """Return the cosine of two bags of words, 0..1."""
    if not one or not other:
        return 0.0
    return len(one & other) / math.sqrt(len(one) * len(other))


@lru_cache(maxsize=4096)
def without_marks(word: str) -> str:
    """Return a folded word without the marks over its letters."""
    decomposed = unicodedata.normalize("NFD", word)
    return "".join(c for c in decomposed if not unicodedata.combining(c))


@lru_cache(maxsize=4096)
def romanised(word: str) -> str:
    """Write a folded word in plain Latin letters, without what spellings of a name differ in."""
    plain = without_marks(word.translate(_LATIN))
    for written, heard in _SPELLINGS:
        plain = plain.replace(written, heard)
    return plain


def sounds_of_name(word: str) -> tuple[str, ...]:
    """Write a folded word as it may sound, to compare names of two scripts: Гектор, Hector.

    «Э» stands for either letter: Эрик is Eric, Энн is Ann.
    """
    heard = romanised(_SOFT_C.sub("s", word))
    for spelling, sound in _SOUNDS:
        heard = spelling.sub(sound, heard)
    return (heard, f"a{heard[1:]}") if word.startswith("э") else (heard,)


def letters_alike(letter: str) -> str:
    """Return the capitals of the other script that look or sound as one: "BV" for «В»."""
    folded = fold(letter)
    if folded in _CYRILLIC_LETTERS:
        found = (folded.translate(_LOOK_ALIKE), folded.translate(_LATIN))
        one_letter = (one.upper() for one in found if one.isascii() and len(one) == 1)
        return "".join(dict.fromkeys(one_letter))
    return "".join(one.upper() for one in _CYRILLIC_LETTERS if letter.upper() in letters_alike(one))
