"""Quoted rows: what the row of a table is called that was quoted, and by which columns.

A name that a message brings stands for what the row is called, and not for what a column is.
"""

import re
from collections.abc import Sequence
from itertools import pairwise

from pipelines.nodes.questions.follow_up.exchange import are_of_a_kind, is_verb
from pipelines.nodes.questions.follow_up.tokens import TOKEN, Kind, Token, lists
from pipelines.nodes.tables.words.lexicon import concepts_of
from pipelines.nodes.text.dictionary import may_be_of_another
from pipelines.nodes.text.numbers import ordinal_of
from pipelines.nodes.text.words import content_words, fold

FEWEST_COLUMNS = FEWEST_ROWS = _FEWEST_WORDS = 2
_ONE = re.compile(r"(?:\s+ones?)?(?=\s*(?:[,?!.]|$))", re.IGNORECASE)
_NAMING: frozenset[Kind] = frozenset({"word", "adjective", "name"})
_OF_PRICE = frozenset({"price", "paid"})
_COLUMN = re.compile(r"(?:^|; )([^:;\n]{1,100}): ", re.MULTILINE)  # of a row of a table


def columns_of(text: str) -> list[str]:
    """Return the names of the columns of rows, in order; none of what is no row."""
    return _COLUMN.findall(text)


def is_row(text: str) -> bool:
    """Say whether a text has a column, as rows of tables have."""
    return _COLUMN.search(text) is not None


def row_meant(body: str, question: str, quotes: Sequence[str]) -> tuple[str, str] | None:
    """Return a message with the name of the row that it counts up to, and the name.

    "The second one, how many days?" after the prices of two boats; None where the question before
    counts as well, or a row is called so: «вторая смена».
    """
    rows = [name for quote in dict.fromkeys(quotes) if (name := _name_of(quote))]
    counting = [match for match in TOKEN.finditer(body) if ordinal_of(match[0])]
    said = [*TOKEN.findall(question), *TOKEN.findall(" ".join(rows))]
    if len(rows) < FEWEST_ROWS or len(counting) != 1 or any(map(ordinal_of, said)):
        return None
    at = ordinal_of(counting[0][0])
    behind = _ONE.match(body, counting[0].end())
    if behind is None or at > len(rows):
        return None
    begin = len(body[: counting[0].start()].rstrip())
    words = body[:begin].split()
    if words and fold(words[-1]) in lists()["articles"]:
        words.pop()
    name = rows[at - 1]
    return " ".join(filter(None, (*words, f"{name}{body[behind.end() :]}"))), name


def _name_of(row: str) -> str:
    """Return what a row of a table is called: its first cell."""
    names = list(_COLUMN.finditer(row))
    return row[names[0].end() : names[1].start()].strip() if len(names) > 1 else ""


def standing_for_rows(
    piece: Token,
    fitting: Sequence[Token],
    slots: Sequence[Token],
    parts: Sequence[Token],
    quotes: Sequence[str],
    *,
    is_whole: bool = False,
) -> list[Token]:
    """Return first the parts of a question that a row is called by; alone, if others name columns.

    "And Zumba?" after "how much is yoga for members" stands for yoga. What a preposition leads to
    may stand for either.

    Args:
        fitting: the parts that the piece may stand for; they are returned where nothing is clear.
        slots: all parts; runs of them for a piece of several words.
        parts: word by word.
        is_whole: the piece stands for all that a row is called: "the van" for "the small car".
    """
    row = quotes[0] if quotes else ""
    names = list(_COLUMN.finditer(row))
    if piece.lead < piece.start or len(names) < FEWEST_COLUMNS or piece.kind not in _NAMING:
        return list(fitting)
    called = content_words(row[names[0].end() : names[1].start()])
    columns = content_words(" ".join(name[1] for name in names[1:]))
    own = [slot for slot in slots if slot.kind in _NAMING and content_words(slot.text) & called]
    named = [part for part in parts if part.kind in _NAMING and content_words(part.text) & called]
    if is_whole and (whole := _in_a_row(named)) is not None:
        return [whole]
    if len(named) == 1 and not any(content_words(slot.text) <= called for slot in own):
        return named  # «стрижка» of «стрижка крупной собаки»
    if fitting and are_of_a_kind(piece.text, fitting[0].text):
        return list(fitting)  # "and a cat" after a dog's, of which a column is
    if piece.kind != "adjective":  # «ольха» stands for «колотой берёзы», and not for «колотой»
        own = [slot for slot in own if slot.kind != "adjective"] or own
    own = _likeliest_first(piece, own, fitting)
    others = [slot for slot in fitting if slot not in own and not _is_done(slot)]
    is_clear = all(content_words(slot.text) & columns for slot in others)
    return own if own and is_clear else [*own, *(slot for slot in fitting if slot not in own)]


def _in_a_row(named: Sequence[Token]) -> Token | None:
    """Return several words that follow each other as one; None where they do not."""
    apart = any(other.start != one.end + 1 for one, other in pairwise(named))
    if len(named) < _FEWEST_WORDS or apart:
        return None
    first, last = named[0], named[-1]
    return Token(" ".join(one.text for one in named), first.start, last.end, "word", first.lead)


def _likeliest_first(piece: Token, own: Sequence[Token], fitting: Sequence[Token]) -> list[Token]:
    """Put first the adjective that agrees best, or the noun that is of something as a piece is."""
    if piece.kind == "adjective":
        likely = [slot for slot in fitting if slot in own]
        return [*likely, *(slot for slot in own if slot not in likely)]
    return sorted(own, key=lambda slot: (slot not in fitting, not _is_of_alike(piece, slot)))


def _is_of_alike(piece: Token, slot: Token) -> bool:
    """Say whether both may say what a thing is of, or a piece does not: «весла», «прокат лодки»."""
    return not may_be_of_another(fold(piece.text)) or may_be_of_another(fold(slot.text))


def _is_done(slot: Token) -> bool:
    """Say whether a word says what is done, or that it is paid for."""
    return is_verb(slot.text) or bool(concepts_of(fold(slot.text)) & _OF_PRICE)
