"""Asking: the words that questions are asked with, and where in a sentence one begins."""

import re
import tomllib
from collections.abc import Sequence
from dataclasses import dataclass
from importlib import resources

from pipelines.nodes.text.words import fold

TABLES = tomllib.loads(
    resources.files(__package__).joinpath("asking.toml").read_text(encoding="utf-8")
)
ASKING = frozenset(fold(TABLES["words"]).split())
PREPOSITIONS = frozenset(fold(TABLES["prepositions"]).split())
JOINTS = frozenset(tuple(fold(joint).split()) for joint in TABLES["joints"])
FIRST_JOINTS = frozenset(joint[0] for joint in JOINTS)
AUXILIARIES = frozenset(fold(TABLES["auxiliaries"]).split())
PRONOUNS = frozenset(fold(TABLES["pronouns"]).split())
_MARKS = ("?", "？", "?!", "?)", "؟")
_ENDS = frozenset(".!:;…。！")  # of what is told, however it begins: "When we met, it rained."
_WORD = re.compile(r"[^\W_]+(?:[-'’.][^\W_]+)*")


@dataclass(frozen=True, slots=True)
class Word:
    """A word of a text and where it stands there: start <= i < end."""

    word: str  # folded
    start: int
    end: int


def words_of(text: str) -> list[Word]:
    """Return the words of a text, in order."""
    return [Word(fold(m.group()), *m.span()) for m in _WORD.finditer(text)]


def asks(text: str) -> bool:
    """Say whether a text clearly asks something: by its mark, or by how it begins and ends."""
    said = text.strip()
    if said.endswith(_MARKS):
        return True
    return asking_at(words_of(said), 0) is not None and "\n" not in said and said[-1] not in _ENDS


def asking_at(tokens: Sequence[Word], at: int) -> int | None:
    """Return where the word that asks stands if a question begins here: "on which", "and what"."""
    words = [token.word for token in tokens[at : at + 3]]
    if words and words[0] in FIRST_JOINTS and words[0] not in PREPOSITIONS:
        words, at = words[1:], at + 1
    if words and words[0] in ASKING:
        return at
    if len(words) > 1 and words[0] in PREPOSITIONS and words[1] in ASKING:
        return at + 1
    return None
