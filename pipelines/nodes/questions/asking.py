"""Asking: the words that questions are asked with, and where in a sentence one begins."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from pipelines.nodes.text.words import fold, split_sentences
from pipelines.nodes.word_tables import read_table

TABLES = read_table(__package__, "asking.toml")
ASKING = frozenset(fold(TABLES["words"]).split())
PREPOSITIONS = frozenset(fold(TABLES["prepositions"]).split())
JOINTS = frozenset(tuple(fold(joint).split()) for joint in TABLES["joints"])
FIRST_JOINTS = frozenset(joint[0] for joint in JOINTS)
AUXILIARIES = frozenset(fold(TABLES["auxiliaries"]).split())
_MAY = frozenset(fold(TABLES["may"]).split())
SUBJECTS = frozenset(fold(TABLES["subjects"]).split())
PARTICLES = frozenset(fold(TABLES["particles"]).split())
PRONOUNS = frozenset(fold(TABLES["pronouns"]).split())
SUBJECT_PRONOUNS = frozenset(fold(TABLES["subject_pronouns"]).split())
_WHETHER = frozenset(fold(TABLES["whether"]).split())
_WHETHER_OF_NAMES = frozenset(fold(TABLES["whether_of_names"]).split())
_TITLES = frozenset(fold(TABLES["titles"]).split())
_STATES = frozenset(fold(TABLES["states"]).split())
_VERBS = frozenset(fold(TABLES["verbs"]).split())
_NO_SUBJECTS = frozenset(fold(TABLES["no_subjects"]).split())
_OPENINGS = tuple(tuple(fold(phrase).split()) for phrase in TABLES["openings"])
_ENDINGS = tuple(tuple(fold(phrase).split()) for phrase in TABLES["endings"])
_WITH_IS = re.compile(r"(?:what|where|when|who|how)['’]?s")  # "whats the code"
ANYWHERE = frozenset(fold(TABLES["anywhere"]).split())
_TOLD_OF = frozenset(fold(TABLES["told_of"]).split())
_PERSONS = tuple(frozenset(fold(forms).split()) for forms in TABLES["persons"])
_UNSPACED = re.compile(r"[\u3400-\u9fff]")
UNSPACED_ASKING = re.compile("|".join(map(re.escape, TABLES["asking_unspaced"])))
_UNSPACED_PARTICLES = tuple(TABLES["particles_unspaced"])
_LITTLE_UNSPACED = 2  # signs beside the word that asks: 多少钱
_MARKS = ("?", "？", "؟")
_BEHIND_MARK = " \t\n!！)）"
_ENDS = frozenset(".!:;…。！")  # of what is told, however it begins: "When we met, it rained."
_FEWEST_TOLD = 3  # sentences or lines
_SHORTEST_TOLD = 150  # characters
_OF_BEING = frozenset({"is", "are", "was", "were", "isn't", "aren't"})
_LONGEST_ASKED_LATER = 8  # words, of a text that asks behind its first one
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


def ends_asking(text: str) -> bool:
    """Say whether a text ends with the mark of a question, as "why?!" and 为什么？ do."""
    return text.rstrip(_BEHIND_MARK).endswith(_MARKS)


def asks(text: str) -> bool:
    """Say whether a text clearly asks something: by its mark, or by how it begins and ends."""
    said = text.strip()
    if ends_asking(said):
        return True
    if not said or "\n" in said or said[-1] in _ENDS:
        return False
    words = words_of(said)
    return _begins_asking(words, said) or _asks_later(words, said)


def _begins_asking(words: Sequence[Word], text: str) -> bool:
    begins = asking_at(words, 0) is not None or any(w.word in PARTICLES for w in words[1:3])
    begun = tuple(_behind_joint([each.word for each in words]))
    is_opened = any(begun[: len(phrase)] == phrase for phrase in _OPENINGS)
    return begins or is_opened or asks_whether(words[:5], text)


def asks_whether(words: Sequence[Word], text: str) -> bool:
    """Say whether a question of yes or no begins so: "can I", "а можно с собакой".

    Args:
        words: the first of them; `text` is that which they stand in.
    """
    begun = _behind_joint([each.word for each in words])
    if len(begun) < 2:
        return False
    if begun[0] in _MAY or (begun[0] in AUXILIARIES and begun[1] in SUBJECTS):
        return True
    return _asks_of_somebody(words[-len(begun) :], text)


def _asks_of_somebody(words: Sequence[Word], text: str) -> bool:
    """Say whether an auxiliary is followed by what it asks about: "can Mr Okafor drill here"."""
    if len(words) < 3 or words[0].word not in _WHETHER or words[1].word in _NO_SUBJECTS:
        return False
    begun, second, third = (each.word for each in words[:3])
    if "," in text[words[1].end : words[2].start] or third in _NO_SUBJECTS:
        return False  # "is Friday, not Thursday"
    is_named = text[words[1].start].isupper() and text[words[2].start].islower()
    if second in _TITLES or (begun in _WHETHER_OF_NAMES and is_named and "'" not in second):
        return True
    return third in (_STATES if begun in _OF_BEING else _VERBS)


def _asks_later(words: Sequence[Word], text: str) -> bool:
    """Say whether a text asks at its end or in its middle: "а пеня какая", «течёт, что делать»."""
    said = tuple(each.word for each in words)
    if len(said) < 2 or _TOLD_OF & set(said):
        return False
    if any(len(said) > len(phrase) and said[-len(phrase) :] == phrase for phrase in _ENDINGS):
        return True
    later = any(
        word.word in ANYWHERE and "," not in text[before.end : word.start]
        for before, word in pairwise(words)
    )
    return len(said) <= _LONGEST_ASKED_LATER and (later or said[-1] in ASKING)


def _behind_joint(words: Sequence[str]) -> Sequence[str]:
    return words[1:] if words and words[0] in FIRST_JOINTS else words


def is_unspaced(text: str) -> bool:
    """Say whether a text has signs of a script that puts no spaces between words."""
    return _UNSPACED.search(text) is not None


def asks_unspaced(text: str) -> bool:
    """Say whether what somebody wrote in such a script asks: the word may stand anywhere in it.

    That holds of messages. In a document the same words stand in sentences that tell.
    """
    said = text.rstrip("?？!！。 ")
    if not is_unspaced(said):
        return False
    return UNSPACED_ASKING.search(said) is not None or said.endswith(_UNSPACED_PARTICLES)


def points_back_unspaced(text: str) -> bool:
    """Say whether a text in such a script leans: on a pronoun, or as it says hardly anything."""
    left = UNSPACED_ASKING.sub("", text)
    said = sum(map(str.isalnum, left))
    return said <= _LITTLE_UNSPACED or any(
        pronoun in text for pronoun in PRONOUNS if is_unspaced(pronoun)
    )


def tells(text: str) -> bool:
    """Say whether a text is rather a note: a few sentences of which none asks anything."""
    said = [text[span.start : span.end] for span in split_sentences(text.strip())]
    return len(said) >= _FEWEST_TOLD and len(text) >= _SHORTEST_TOLD and not any(map(asks, said))


def is_of_same_person(text: str, before: str) -> bool:
    """Say whether all pronouns of a text stand for somebody for whom one stands before, too.

    Whoever "she" is after "What does she take?", she is not what was answered.
    """
    said = PRONOUNS & {word.word for word in words_of(text)}
    earlier = {word.word for word in words_of(before)}
    same = [forms for forms in _PERSONS if forms & said and forms & earlier]
    return bool(said) and said <= frozenset[str]().union(*same)


def is_asking_word(word: str) -> bool:
    """Say whether a folded word asks: "what", and "what's" as well, with an apostrophe or not."""
    return word in ASKING or _WITH_IS.fullmatch(word) is not None


def asking_at(tokens: Sequence[Word], at: int) -> int | None:
    """Return where the word that asks stands if a question begins here: "on which", "and what"."""
    words = [token.word for token in tokens[at : at + 3]]
    if words and words[0] in FIRST_JOINTS and words[0] not in PREPOSITIONS:
        words, at = words[1:], at + 1
    if words and is_asking_word(words[0]):
        return at
    if len(words) > 1 and words[0] in PREPOSITIONS and words[1] in ASKING:
        return at + 1
    return None
