"""Notes: texts that somebody writes to have them kept, by their first word or by their shape.

A text without a question mark may be either. What calls itself a note is one. Else a short line is
rather a question: «телефон электрика», "stans number". It rather tells when it ends as a sentence
does, names a thing and says after a colon or a dash what it is, or holds a value of the kind that
answers consist of, an hour, a day of a month, a long number, an amount, with words about it. None
of these signs is of one language, and whoever writes sees them.
"""

import re
from collections.abc import Iterable

from pipelines.nodes.questions.asking import AUXILIARIES, PREPOSITIONS, ends_asking, words_of
from pipelines.nodes.questions.politeness import strip_politeness
from pipelines.nodes.sources.clauses import is_told_behind, length
from pipelines.nodes.text.calendar import days_named
from pipelines.nodes.text.words import fold, split_sentences
from pipelines.nodes.word_tables import read_table

_TABLES = read_table(__package__, "notes.toml")
_NOT_BEHIND = frozenset(_TABLES["not_behind"].split())
_THAT = frozenset(_TABLES["that"].split())
_UNFINISHED = frozenset(_TABLES["unfinished"].split())
_LEADING = frozenset(_TABLES["leading"].split()) | AUXILIARIES
_LONGEST_ASKED = 12  # words
_FEWEST_BEHIND = 2  # words behind one that may as well be a part of a name
_FEWEST_ABOUT = 2  # words that say what a value is of: "invoice 10234" is looked for, and no more


def _any_of(phrases: Iterable[str]) -> str:
    longest_first = sorted(phrases, key=len, reverse=True)
    return "|".join(r"\s+".join(map(re.escape, phrase.split())) for phrase in longest_first)


_LABELLED = re.compile(
    rf"(?:[^\w#]*(?:{_any_of(_TABLES['labels'])})[^\S\n]*(?:[:：—–\n]|-\s)"
    rf"|\W*#(?:{_any_of(_TABLES['labels'])})(?!\w))",
    re.IGNORECASE,
)
_OPENING = re.compile(
    rf"\W*(?P<wish>(?:{_any_of(_TABLES['wishes'])})\s*)?(?:{_any_of(_TABLES['openings'])})(?:(?!\w)|(?<=[\u3400-\u9fff]))",
    re.IGNORECASE,
)
_NOUN = re.compile(rf"\W*(?:{_any_of(_TABLES['nouns'])})\s+(?=[^\W\d])", re.IGNORECASE)
_AROUND = " \t\n,:：;—–-"
_WORD = re.compile(r"[^\W\d_]+(?:['’][^\W\d_]+)*")
_SAYS = re.compile(  # "label: value", "it — that", a=b, an address of mail
    r"[^\W\d][)»”\"']?\s*[:：](?!//)\s*\S|\d[:：]\s+\S|\w\s+[—–]\s+\S|\w\s*=\s*\S|\w@\w"
)
_VALUE = re.compile(
    rf"""(?<![\d:.])(?:[01]?\d|2[0-4])(?::[0-5]\d|\.[03]0)(?![\d:.])
    | (?<!\d)\d{{1,2}}\s?(?:{_any_of(_TABLES["hours"].split())})(?!\w)
    | [€$£₽¥]\s?\d | \d\s?(?:[€$£₽¥%]|руб)
    | (?<![\w.])(?!(?:19|20)\d\d(?!\d))\+?\(?\d(?:[\s()-]{{0,2}}\d){{3,}}(?!\w|\.\d)""",
    re.IGNORECASE | re.VERBOSE,
)
_YEARS = re.compile(r"(?<!\d)(?:19|20)\d\d\s?[-–—/]\s?(?:19|20)?\d\d(?!\d)")


def noted(text: str) -> str | None:
    """Return what a text says behind the words that call it a note; None if none do.

    By itself a word does so only where nothing is asked; with a colon behind it always does.
    Before it stand courtesies at most: "please remember that …".
    """
    said = _noted(text)
    return said if said is not None else _noted(strip_politeness(text))


def without_label(text: str) -> str:
    """Return a note without the label before it: "note: the lift is out" tells of a lift.

    What is no more than a part of the note stays: "remember to buy milk".
    """
    said = noted(text)
    label = text[: text.index(said)].rstrip(" \t") if said else ""
    words = _WORD.findall(fold(label))
    is_label = label.endswith((":", "：", "—", "–", "-")) or (words and words[-1] in _THAT)
    return said if said and is_label else text


def _noted(text: str) -> str | None:
    if (match := _LABELLED.match(text)) is not None:
        return _rest(text[match.end() :])
    opening, asks = _OPENING.match(text), ends_asking(text)
    if opening is not None and not asks:
        return _rest(text[opening.end() :])
    if asks:
        return _wished(opening) if opening is not None and opening["wish"] else None
    if (match := _NOUN.match(text)) is not None:
        words = _WORD.findall(text[match.end() :])
        if len(words) >= _FEWEST_BEHIND and words[0].lower() not in _NOT_BEHIND:
            return _rest(text[match.end() :])
    return None


def _wished(opening: re.Match[str]) -> str | None:
    """Return what is to be kept by a wish with a mark behind it: a clause that tells, no more.

    "Can you remember that the key is at Ann's?" tells of a key; "…that meeting?" asks of a meeting,
    and "…that the fee is?" what it is.
    """
    said = opening.string[opening.end() :].rstrip("?？! \n")
    joint, told = words_of(opening.group())[-1].word, said
    if joint not in _THAT and (behind := words_of(said)):  # "make a note that"
        joint, told = behind[0].word, said[behind[0].end :]
    is_told = joint in _THAT and is_told_behind(joint, told.strip(_AROUND))
    is_ended = not words_of(said) or words_of(said)[-1].word not in _UNFINISHED
    return _rest(said) if is_told and is_ended else None


def rather_tells(text: str) -> bool:
    """Say whether a text that does not clearly ask is rather to be kept than to be answered."""
    said = text.strip()
    if noted(said) is not None or "\n" in said or length(said) > _LONGEST_ASKED:
        return True
    is_ended = said.endswith((".", "。")) and not said.endswith("..")
    if is_ended or len(split_sentences(said)) > 1:
        return True
    return _SAYS.search(said) is not None or states_value(said)


def _rest(text: str) -> str | None:
    said = text.strip(_AROUND)
    return said if any(map(str.isalnum, said)) else None


def states_value(text: str) -> bool:
    """Say whether a text gives a value, and says of what: a day alone is asked about."""
    words = _WORD.findall(fold(text))
    if words and words[0] in _LEADING:
        return False
    bare = _YEARS.sub(lambda match: " " * len(match[0]), text)
    values = [match.span() for match in _VALUE.finditer(bare)]
    values += [(span.start, span.end) for _, span in days_named(text)]
    for start, end in values:
        text = text[:start] + " " * (end - start) + text[end:]
    about = [word for word in _WORD.findall(fold(text)) if word not in PREPOSITIONS]
    return bool(values) and length(" ".join(about)) >= _FEWEST_ABOUT
