"""Messages and questions with answers, as people copy them into a text: what marks their lines.

Of a chat also what a message says: its header tells when and by whom it was written and not what it
is about, many a one only thanks or greets, and some ask without a question mark.
"""

import re
from functools import cache

from pipelines.models.documents import Span
from pipelines.nodes.word_tables import read_table

# Of a chat: "[17.11.2026, 09:12] Tim: ", "9:12 - Tim: ".
MESSAGE = re.compile(
    r"\[?\d{1,4}[./:-]\d{1,2}[^\n\]]{0,24}?\]?\s*(?:[-–—]\s*)?[^\W\d_][^\n:\]]{0,40}:\s"
)
# Of a list of questions: "Q: ", "Ответ: ".
MARKED = re.compile(
    r"(?:Q|A|В|О|Question|Answer|Вопрос|Ответ|Frage|Antwort|Pregunta|Respuesta)\s?[:：]\s+"
    r"(?=\S)(?![^\n;]*;)"  # no row of a table: "A: 5; B: 7"
)
_TIMED = re.compile(r"\d{1,2}:\d{2}|\d{1,4}[./-]\d{1,2}[./-]\d{2,4}")
_WRITER = re.compile(
    r"(?:\]|\d(?:\s?[AaPp]\.?[Mm]\b\.?)?)\s*(?:[-–—]\s*)?([^\W\d_][^\n\]]{0,40}):\s$"
)
_SAYS_LITTLE = re.compile(r"[\W_]*")
_WORD = re.compile(r"\w+(?:[-'’]\w+)*")
_WITHIN = 3  # words of a message, among which one asks
_ADDRESSED = 1  # words of thanks that say whom


def header_of(line: str) -> int:
    """Return how many characters of a line say when a message was written and by whom; else 0."""
    match = MESSAGE.match(line)
    return match.end() if match and _TIMED.search(match[0]) else 0


def writer_of(text: str, at: int, before: str = "") -> str:
    """Return who wrote the message that a place of a text is in; "" where it is in none.

    Args:
        before: the text before this one, where that may have been cut within a message.
    """
    start = text.rfind("\n", 0, at) + 1
    end = text.find("\n", at)
    line = text[start : end if end >= 0 else len(text)]
    if not start and not header_of(line):
        line = before[before.rfind("\n") + 1 :]
    named = _WRITER.search(line[: header_of(line)])
    return named[1].strip() if named else ""


def with_writer_behind(line: str) -> str:
    """Return a line of a chat as a quote of it is read: what it says, and then who wrote it when.

    Who is told first where the message says "I". A line that is no message is left as it is.
    """
    header = line[: header_of(line)]
    named, timed = _WRITER.search(header), _TIMED.search(header)
    if named is None or timed is None:
        return line
    writer, body = named[1].strip(), line[len(header) :].strip()
    dated = next((one[0] for one in _TIMED.finditer(header) if ":" not in one[0]), timed[0])
    if tells_of_oneself(body):
        return f"{writer}, {dated}: {body}"
    return f"{body.rstrip('. ')} — {writer}, {dated}"


def body_of(line: str) -> str:
    """Return what a message says; a line that is none as it is."""
    return line[header_of(line) :]


def is_message(text: str, at: int) -> bool:
    """Say whether the line of a text that a place is in begins as a message does."""
    start = text.rfind("\n", 0, at) + 1
    end = text.find("\n", at)
    return header_of(text[start : end if end >= 0 else len(text)]) > 0


def within_message(text: str, span: Span) -> str | None:
    """Return what a sentence says that stands in a message, without the header; else None."""
    return body_of(text[span.start : span.end]) if is_message(text, span.start) else None


def says_nothing(body: str) -> bool:
    """Say whether a message only thanks, greets or consents, or stands for a picture."""
    if _SAYS_LITTLE.fullmatch(body) or _holds_a_place(body):
        return True
    words = _WORD.findall(body)
    other = [word for word in words if word.casefold() not in _list("courtesy")]
    addressed = other and len(other) < len(words) and other == words[-len(other) :]
    is_name = addressed and all(word[:1].isupper() for word in other) and len(other) <= _ADDRESSED
    return not other or bool(is_name)


def is_of_program(line: str) -> bool:
    """Say whether the program wrote a line of a chat: "12.03.2026, 10:15 - Calls are encrypted"."""
    timed = _TIMED.search(line)
    return timed is not None and timed.start() <= 1 and _holds_a_place(line)


def _holds_a_place(body: str) -> bool:
    folded = body.casefold()
    return any(one in folded for one in _list("placeholders"))


def asks_in_chat(body: str) -> bool:
    """Say whether a message asks, though no question mark says so: "anyone got the key"."""
    words = [word.casefold() for word in _WORD.findall(body)]
    opening = f"{' '.join(words)} "
    if any(opening.startswith(f"{one} ") for one in _list("asking")):
        return True
    first = f" {' '.join(words[: _WITHIN + 1])} "
    return any(f" {one} " in first for one in _list("asking_within"))


def tells_of_oneself(body: str) -> bool:
    """Say whether who writes a message is whom it is about: "then I make it"."""
    return any(word.casefold() in _list("own") for word in _WORD.findall(body))


@cache
def _list(name: str) -> frozenset[str]:
    return frozenset(read_table(__package__, "messages.toml")[name])
