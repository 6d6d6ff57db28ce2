"""The question alone: without greetings and thanks, and, for searching, without what wraps it."""

import re
from collections.abc import Iterable, Sequence
from functools import cache
from itertools import pairwise

from pipelines.nodes.questions.asking import ASKING, asking_at, words_of
from pipelines.nodes.text.words import content_words, fold, split_sentences
from pipelines.nodes.word_tables import read_table

_TABLES = read_table(__package__, "politeness.toml")
_ASKS = re.compile(r"[?？][\"'»”’)\]]*$")
_WORD = re.compile(r"\w")
_WORDS = re.compile(r"\w+")
_SPACED = re.compile(r"[^\u3040-\u30ff\u3400-\u9fff]")
_STOPS = r"\s,.!?:;…)(，。！？：；、—–-"
_ABOUT = (
    r"(?!\s+(?:about|more|what\s+you|everything|о|об|обо|про|всё|все|über|mehr|alles|sobre|más)\b)"
)
_STOPS_OF_A_CLAUSE = r",.!?:;…\n，。！？：；—"
_LAST = 80  # characters at the end in which thanks are looked for
_ROUNDS = 12  # phrases taken off one after the other
_SPEAKER_AT = 2  # words of a clause, of which one is whoever asks
_ENOUGH = 2  # words that a question has to have to be understood without what was said before it
_ADVERBS = "|".join(map(re.escape, _TABLES["politeness"]["between"]))
_BETWEEN = rf"[\s,]+(?:(?:{_ADVERBS})[\s,]+)*"
_JOINED = "|".join(map(re.escape, _TABLES["background"]["joints"]))
_END_OF_A_CLAUSE = rf"(?:[,.!:;…\n，。！：；—]|(?=\s(?:{_JOINED})\s))"
SPEAKER = frozenset(map(fold, _TABLES["background"]["speaker"]))
_JOINTS = frozenset(_TABLES["background"]["joints"])
_CONDITIONS = frozenset(map(fold, _TABLES["background"]["conditions"]))
_PRICED = frozenset(map(fold, _TABLES["background"]["priced"]))
_COUNTS = "|".join(map(re.escape, map(fold, _TABLES["background"]["counts"])))
_UNITS = "|".join(map(re.escape, map(fold, _TABLES["background"]["units_of_time"])))
_COUNTED = re.compile(rf"(?<![\w.,:])(?:\d{{1,2}}|{_COUNTS})\s+(?!(?:{_UNITS})(?!\w))[^\W\d_]{{3}}")
_ANAPHORA = frozenset(_TABLES["background"]["anaphora"])


def _alternatives(phrases: Iterable[str]) -> str:
    """Return a pattern of phrases, the longest first; each has to end where a word ends."""
    written = []
    for phrase in sorted(phrases, key=len, reverse=True):
        bare = phrase.rstrip(",")
        pattern = _pattern(bare)
        if _SPACED.search(bare):
            pattern += r"(?![\w'’-])"
        written.append(pattern + (rf"(?=\s*[{_STOPS[2:]}])" if phrase.endswith(",") else ""))
    return "|".join(written)


def _pattern(phrase: str) -> str:
    """Return a pattern of one phrase, written as politeness.toml says."""
    pattern, is_begun = "", False
    for part in phrase.split():
        is_optional = part.endswith("?")
        said = f"(?:{'|'.join(map(_one_of, part.removesuffix('?').split('|')))})"
        if not is_begun:
            pattern += f"(?:{said}{_BETWEEN})?" if is_optional else said
            is_begun = not is_optional
        else:
            pattern += f"(?:{_BETWEEN}{said})" + "?" * is_optional
    return pattern


def _one_of(word: str) -> str:
    if word.startswith("~"):
        return word[1:]
    return _BETWEEN.join(map(re.escape, word.split("_"))).replace("ё", "[её]")


def _before(phrases: Iterable[str], clauses: Iterable[str] = ()) -> re.Pattern[str]:
    said = rf"(?:{_alternatives(phrases)}){_ABOUT}[{_STOPS}]*"
    to_the_stop = rf"(?:{_alternatives(clauses)})[^{_STOPS_OF_A_CLAUSE}]{{0,60}}{_END_OF_A_CLAUSE}"
    told = rf"{to_the_stop}[{_STOPS}]*|" if clauses else ""
    return re.compile(rf"\W*(?:{told}{said})", re.IGNORECASE)


def _after(phrases: Iterable[str]) -> re.Pattern[str]:
    return re.compile(
        rf"(?:(?<=[?？.!。！])|(?<=[\w»\")])[\s,，;:—–-])[\s,.!，。！;:—–-]*(?:{_alternatives(phrases)})[\s.!。！)(]*([?？]?)\W*$",
        re.IGNORECASE,
    )


_POLITE, _WRAPPING = _TABLES["politeness"], _TABLES["wrapping"]


@cache
def _polite() -> tuple[re.Pattern[str], re.Pattern[str]]:
    return _before(_POLITE["before"], _POLITE["clauses"]), _after(_POLITE["after"])


@cache
def _wrapped() -> tuple[re.Pattern[str], re.Pattern[str]]:
    before = [*_POLITE["before"], *_WRAPPING["before"]]
    clauses = [*_POLITE["clauses"], *_WRAPPING["clauses"]]
    return _before(before, clauses), _after([*_POLITE["after"], *_WRAPPING["after"]])


_PARTICLE = re.compile(
    rf"(?<!\w)({'|'.join(sorted(ASKING))})\s+(?:{_alternatives(_WRAPPING['particles'])})(?=\s)",
    re.IGNORECASE,
)
_BOUNDARY = re.compile(
    rf"(?:(?<![,;:，；：—–-])[,;:，；：—–-]++|\s-)(?=\s)|\s(?:{_JOINED})(?=\s+(?:{_alternatives(_WRAPPING['wishes'])}))",
    re.IGNORECASE,
)


def compile_phrases() -> None:
    """Make the patterns that the first question would wait for: half a second of work."""
    _polite()
    _wrapped()


def strip_politeness(text: str) -> str:
    """Return a message without the greeting before its question and the thanks after it.

    A message of nothing else stays as it is.
    """
    return _strip(text, *_polite())


def core_question(text: str) -> str:
    """Return what is to be searched for: the question without all that wraps it.

    Sentences and clauses that tell something around it go too, if the question says enough by
    itself: "I am new here, where do I get a badge?".
    """
    for _ in range(_ROUNDS):
        core = _asking_sentences(_strip(text, *_wrapped()))
        core = _PARTICLE.sub(r"\1", _asking_clauses(core))
        if core == text:
            break
        text = core
    return text


def told_and_asked(text: str) -> tuple[str, str]:
    """Return what whoever asks tells of himself before a question, and the question alone.

    The first is "" if nothing is told so; it comes without the words for "I" and "my".
    """
    ends = [match.start() for match in _BOUNDARY.finditer(text)]
    clauses = [text[at:end] for at, end in pairwise([0, *ends, len(text)])]
    asks = _which_asks(clauses)
    if not asks or not all(_tells(each, clauses[asks]) for each in clauses[:asks]):
        return "", text
    begins = ends[asks - 1]
    told = [w for w in words_of(text[:begins]) if w.word not in SPEAKER | _JOINTS]
    return (
        " ".join(text[word.start : word.end] for word in told),
        text[begins:].strip(" ,;:，；：—–-"),
    )


def bare_question(text: str) -> str:
    """Return the clause that asks, and those that set it conditions, without what is told around.

    The text itself where that clause says too little alone, or leans on what is told.
    """
    ends = [match.start() for match in _BOUNDARY.finditer(text)]
    clauses = [text[at:end] for at, end in pairwise([0, *ends, len(text)])]
    asks = _which_asks(clauses)
    if asks is None or len(clauses) < 2:
        return text
    said = content_words(clauses[asks]) - ASKING
    leans = not _ANAPHORA.isdisjoint(_WORDS.findall(fold(clauses[asks])))
    if leans or len(said) < _ENOUGH:
        return text
    kept = [
        clause
        for at, clause in enumerate(clauses)
        if at == asks or (at > asks and _conditions(clause)) or _counts(clause, clauses[asks])
    ]
    return "".join(kept).strip(" ,;:，；：—–-")


def _conditions(clause: str) -> bool:
    """Say whether a clause begins as a condition does: "if it was fitted badly"."""
    first = next(iter(words_of(clause)), None)
    return first is not None and first.word in _CONDITIONS


def _strip(text: str, before: re.Pattern[str], after: re.Pattern[str]) -> str:
    stripped = text.strip() or text
    for _ in range(_ROUNDS):
        shorter = _once(stripped, before, after)
        if shorter == stripped or not _WORD.search(shorter):
            break
        stripped = shorter
    return stripped


def _once(text: str, before: re.Pattern[str], after: re.Pattern[str]) -> str:
    match = before.match(text)
    if match and _WORD.search(text, match.end()):
        text = text[match.end() :]
    start = max(0, len(text) - _LAST)
    match = after.search(text, start)
    if match and _WORD.search(text, 0, match.start()):
        head = text[: match.start()].rstrip()
        return head + match.group(1) * (not _ASKS.search(head))
    return text.strip() or text


def _asking_sentences(text: str) -> str:
    sentences = [text[span.start : span.end] for span in split_sentences(text)]
    asking = [sentence for sentence in sentences if _ASKS.search(sentence)]
    if not asking or len(asking) == len(sentences):
        return text
    question = " ".join(asking)
    leans = not _ANAPHORA.isdisjoint(_WORDS.findall(fold(question)))
    return text if leans or len(content_words(question)) < _ENOUGH else question


def _asking_clauses(text: str) -> str:
    """Return a message without the clauses that beg, or tell of whoever asks."""
    sentences = [text[span.start : span.end] for span in split_sentences(text)]
    shorter = [_asking_clause(sentence) for sentence in sentences]
    return " ".join(shorter) if shorter != sentences else text


def _asking_clause(sentence: str) -> str:
    ends = [match.start() for match in _BOUNDARY.finditer(sentence)]
    bounds = [0, *ends, len(sentence)]
    clauses = [sentence[at:end] for at, end in pairwise(bounds)]
    asks = _which_asks(clauses)
    if asks is None:
        return sentence
    says_enough = len(content_words(clauses[asks])) >= _ENOUGH
    leans = not _ANAPHORA.isdisjoint(_WORDS.findall(fold(clauses[asks])))

    def is_kept(at: int) -> bool:
        if at == asks:
            return True
        is_told = says_enough and (at > asks or not leans) and _tells(clauses[at], clauses[asks])
        return not is_told and not _is_wrapping(clauses[at])

    kept = [clause for at, clause in enumerate(clauses) if is_kept(at)]
    if len(kept) == len(clauses):
        return sentence
    mark = _ASKS.search(sentence)
    rest = "".join(kept).strip(" ,;:，；：—–-")
    return rest + (mark.group() if mark and not _ASKS.search(rest) else "")


def _which_asks(clauses: Sequence[str]) -> int | None:
    """Return the clause in which the question begins; else the first that a word asks in."""
    worded = [words_of(clause) for clause in clauses]
    for at, words in enumerate(worded):
        if asking_at(words, 0) is not None or "ли" in [word.word for word in words[1:4]]:
            return at
    within = (at for at, words in enumerate(worded) if any(w.word in ASKING for w in words))
    return next(within, None)


def _is_wrapping(clause: str) -> bool:
    """Say whether a clause is nothing but politeness: ", please, tell me,"."""
    rest = f"{clause.strip(' ,;:，；：—–-')},"
    before, _ = _wrapped()
    while _WORD.search(rest):
        match = before.match(rest)
        if not match:
            return False
        rest = rest[match.end() :]
    return True


def _tells(clause: str, asking: str) -> bool:
    """Say whether a clause tells of whoever asks, and sets no condition."""
    words = [word.word for word in words_of(clause)]
    while words and words[0] in _JOINTS:
        words = words[1:]
    asks = not (ASKING | _CONDITIONS).isdisjoint(words) or _counts(clause, asking)
    return not asks and not SPEAKER.isdisjoint(words[:_SPEAKER_AT])  # not "…, far from us"


def _counts(clause: str, asking: str) -> bool:
    """Say whether a clause tells how many a price is asked for: "we are 2 adults and a child".

    How long somebody waits or how long ago he came does not: «уже 10 минут жду».
    """
    is_priced = not _PRICED.isdisjoint(word.word for word in words_of(asking))
    return is_priced and _COUNTED.search(fold(clause)) is not None
