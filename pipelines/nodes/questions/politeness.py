"""The question alone: without greetings and thanks, and, for searching, without what wraps it."""

import re
import tomllib
from collections.abc import Iterable
from importlib import resources

from pipelines.nodes.questions.spelling.languages import fold
from pipelines.nodes.text.words import content_words, split_sentences

_TABLES = tomllib.loads(
    resources.files(__package__).joinpath("politeness.toml").read_text(encoding="utf-8")
)
_ASKS = re.compile(r"[?？][\"'»”’)\]]*$")
_WORD = re.compile(r"\w")
_WORDS = re.compile(r"\w+")
_SPACED = re.compile(r"[^\u3040-\u30ff\u3400-\u9fff]")
_STOPS = r"\s,.!?:;…)(，。！？：；、—–-"
_ABOUT = (
    r"(?!\s+(?:about|more|what\s+you|everything|о|об|обо|про|всё|все|über|mehr|alles|sobre|más)\b)"
)
_LAST = 80  # characters at the end in which thanks are looked for
_ROUNDS = 12  # phrases taken off one after the other
_ENOUGH = 2  # words that a question has to have to be understood without what was said before it
_REFERS_BACK = frozenset(
    """он она оно они его ее их ему ей им него нее них нем ней этот эта это эти такой там тогда тоже
    который которая
    it its they them their he him his she her this that these those there which one same also
    er sie es ihn ihm ihr ihnen dies el ella ellos ellas ese esa eso""".split()  # noqa: SIM905
)


def _alternatives(phrases: Iterable[str]) -> str:
    """Return a pattern of phrases, the longest first; each has to end where a word ends."""
    written = []
    for phrase in sorted(phrases, key=len, reverse=True):
        bare = phrase.rstrip(",")
        pattern = r"[\s,]+".join(map(re.escape, bare.split())).replace("ё", "[её]")
        if _SPACED.search(bare):
            pattern += r"(?![\w'’-])"
        written.append(pattern + (rf"(?=\s*[{_STOPS[2:]}])" if phrase.endswith(",") else ""))
    return "|".join(written)


def _before(phrases: Iterable[str]) -> re.Pattern[str]:
    return re.compile(rf"\W*(?:{_alternatives(phrases)}){_ABOUT}[{_STOPS}]*", re.IGNORECASE)


def _after(phrases: Iterable[str]) -> re.Pattern[str]:
    return re.compile(
        rf"(?:(?<=[?？.!。！])|(?<=[\w»\")])[\s,，;:—–-])[\s,.!，。！;:—–-]*(?:{_alternatives(phrases)})[\s.!。！)(]*([?？]?)\W*$",
        re.IGNORECASE,
    )


_POLITE_BEFORE = _before(_TABLES["politeness"]["before"])
_POLITE_AFTER = _after(_TABLES["politeness"]["after"])
_WRAPPED_BEFORE = _before([*_TABLES["politeness"]["before"], *_TABLES["wrapping"]["before"]])
_WRAPPED_AFTER = _after([*_TABLES["politeness"]["after"], *_TABLES["wrapping"]["after"]])


def strip_politeness(text: str) -> str:
    """Return a message without the greeting before its question and the thanks after it.

    A message of nothing else stays as it is.
    """
    return _strip(text, _POLITE_BEFORE, _POLITE_AFTER)


def core_question(text: str) -> str:
    """Return what is to be searched for: the question without all that wraps it.

    Sentences that tell something around it go too, if the question says enough by itself.
    """
    for _ in range(_ROUNDS):
        core = _asking_sentences(_strip(text, _WRAPPED_BEFORE, _WRAPPED_AFTER))
        if core == text:
            break
        text = core
    return text


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
    leans = not _REFERS_BACK.isdisjoint(_WORDS.findall(fold(question)))
    return text if leans or len(content_words(question)) < _ENOUGH else question
