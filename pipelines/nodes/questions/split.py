"""Split questions: several in one message are asked, and answered, one by one.

A second one that leans on the first ("and when does it close?") is given its subject.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from pipelines.nodes.questions.asking import (
    ANYWHERE,
    ASKING,
    AUXILIARIES,
    FIRST_JOINTS,
    JOINTS,
    PREPOSITIONS,
    PRONOUNS,
    SUBJECTS,
    TABLES,
    UNSPACED_ASKING,
    Word,
    asking_at,
    asks_whether,
    is_asking_word,
    is_of_same_person,
    is_unspaced,
    points_back_unspaced,
    words_of,
)
from pipelines.nodes.questions.follow_up.tokens import THERE_IS, lists
from pipelines.nodes.questions.politeness import strip_politeness
from pipelines.nodes.questions.spelling.languages import FUNCTION_WORDS
from pipelines.nodes.text.dictionary import is_subject
from pipelines.nodes.text.words import fold, split_sentences

_PREDICATES = frozenset(fold(TABLES["predicates"]).split())
_LAST_PRONOUNS = frozenset(fold(TABLES["last_pronouns"]).split())
_WHOLE = frozenset(fold(TABLES["whole"]).split())
_MAY = frozenset(fold(TABLES["may_after"]).split())
_RELATIVE = frozenset(fold(TABLES["relative"]).split())
_ARTICLES = frozenset(fold(TABLES["articles"]).split())
_ASKERS = frozenset(fold(TABLES["askers"]).split())
_EMPTY = FUNCTION_WORDS | _PREDICATES | AUXILIARIES | PREPOSITIONS | ASKING
_UNSPACED_JOINT = re.compile("|".join(map(re.escape, TABLES["joints_unspaced"])))

_LONGEST = 1500  # characters; what is longer is a text, not questions
_MOST = 8  # questions that are answered one by one
_ITEM = re.compile(r"\s*(?:\d{1,2}[.)]|[-–—*•·]|[a-zа-я]\))\s+(?=\S)")
_MARK = re.compile(r"[?？][\"'»”’)\]]*\s*$")
_BEHIND_MARK = re.compile(r"(?<=[?？])\s+(?=\w)")  # chats go on small: "is it open? and till when"
_VERB = re.compile(r"\w{2}(?:[еиуюаяыо]ть|ти|[еиуюая]т|[еиуюая]тся|л|ла|ло|ли|лся|лась|лось|лись)$")
_OF_A_NOUN = re.compile(r"как(?:о[йемг]|а[я]|и[емх]|ую)|котор|which|what|welch|qué|que$")
_INVERTED = frozenset({"when", "where", "how", "why"})
_MODIFIED = frozenset({"many", "much", "long", "often", "far", "old", "tall", "big"})
_OPENING = 5  # words of a question that tell whether it is one
_REACH = 5  # words after "when" and the like in which an English question has its verb
_SUBJECT = 6  # words
_DONE = 2  # words of what one does
_SOMEBODYS = 2  # words: "her number"
_SHORTEST = 3  # words of a question with one word of its own: «есть ли лифт?»


@dataclass(frozen=True, slots=True)
class Part:
    """One question of a message.

    subject: what its pronoun stands for, or what it leaves out, taken from the question before;
        empty if it says all by itself.
    is_short: nothing in it points back, and it may say all as well: "and when is lunch?".
    """

    text: str
    subject: str = ""
    is_short: bool = False

    @property
    def search_text(self) -> str:
        """The question as it is to be searched for."""
        return f"{self.subject}: {self.text}" if self.subject else self.text

    @property
    def search_texts(self) -> tuple[str, ...]:
        """All that is to be searched for, the likeliest first."""
        return (self.search_text, self.text) if self.is_short else (self.search_text,)


def split_questions(text: str) -> tuple[Part, ...]:
    """Return the questions of a message, in order; at least one, without politeness.

    Sentences and items of a list are questions of their own, and so are two joined by "and" if
    both ask and the first one is whole: not "Who and when …", not "How much is and where is …".
    What is told before a question stays with it.
    """
    stripped = strip_politeness(text)
    if len(stripped) > _LONGEST:
        return (Part(stripped),)
    texts = _texts(stripped)
    if len(texts) < 2 or len(texts) > _MOST:
        return (Part(stripped),)
    return tuple(_with_subjects(texts))


def _texts(text: str) -> list[str]:
    questions: list[str] = []
    told: list[str] = []
    for sentence in _sentences(text):
        first, *others = _clauses(strip_politeness(sentence))
        if not (_asks(sentence) or others):
            told.append(sentence)
            continue
        questions += [" ".join([*told, first]), *others]
        told = []
    if told and questions:
        questions[-1] = " ".join([questions[-1], *told])
    return [_without_joint(strip_politeness(question)) for question in questions]


def _without_joint(question: str) -> str:
    """Leave out the "and" with which a question of its own begins."""
    tokens = words_of(question)
    length = _joint_length(tokens, 0) if tokens and tokens[0].word in FIRST_JOINTS else 0
    is_joined = 0 < length < len(tokens) and asking_at(tokens[length:], 0) is not None
    return question[tokens[length].start :] if is_joined else question


def _sentences(text: str) -> Iterator[str]:
    for span in split_sentences(text):
        for sentence in _BEHIND_MARK.split(text[span.start : span.end]):
            match = _ITEM.match(sentence)
            yield sentence[match.end() :] if match else sentence


def _asks(sentence: str) -> bool:
    """Say whether a sentence asks, and not merely "Really?"."""
    tokens = words_of(sentence)
    is_told = sentence.rstrip().endswith((".", "!"))  # "Do the dishes."
    if asking_at(tokens, 0) is not None:
        return True
    if not is_told and asks_whether(tokens[:_OPENING], sentence):
        return True
    own = [token for token in tokens if token.word not in FUNCTION_WORDS]
    return _MARK.search(sentence) is not None and (
        len(own) > 1
        or (len(own) > 0 and len(tokens) >= _SHORTEST)
        or any(token.word in ASKING for token in tokens)
        or is_unspaced(sentence)
    )


# --- two questions in one sentence ---------------------------------------------------------------


def _clauses(sentence: str, *, goes_on: bool = False) -> list[str]:
    """Return the questions of a sentence.

    Args:
        goes_on: another one of its sentence stands before it, whose subject it may leave out.
    """
    if is_unspaced(sentence):
        return _unspaced_clauses(sentence)
    tokens = words_of(sentence)
    for at, token in enumerate(tokens):
        if at == 0:
            continue
        is_joint = token.word in FIRST_JOINTS
        begins = at + (_joint_length(tokens, at) if is_joint else 0)
        is_joint = is_joint or _is_behind_comma(tokens, at, sentence)
        is_whole = is_joint and (goes_on or _is_whole(tokens[:at], sentence))
        asks_more = is_whole and _begins_question(tokens, at, begins, sentence)
        if (
            asks_more
            or _repeats(tokens, at, begins, sentence)
            or (is_whole and _is_somebodys(tokens[begins:]))
        ):
            mark = "?" if _MARK.search(sentence) else ""
            left = sentence[: token.start].rstrip(" ,;—–-") + mark
            return [left, *_clauses(sentence[tokens[begins].start :], goes_on=True)]
    return [sentence]


def _is_behind_comma(tokens: Sequence[Word], at: int, sentence: str) -> bool:
    """Say whether a comma alone parts two questions: "where is it, how much does it cost".

    Many words that ask begin clauses there: «что делать, когда течёт кран», "the man, who".
    """
    if sentence[tokens[at - 1].end : tokens[at].start].strip() != ",":
        return False
    asking = asking_at(tokens, at)
    if asking_at(tokens, 0) is None:
        return False
    if asking is None:
        is_told = tokens[at].word in _MAY and "ли" not in [one.word for one in tokens[at + 1 :][:2]]
        return not is_told and _asks_yes_or_no(tokens[at:], sentence)
    word, behind = tokens[asking].word, [token.word for token in tokens[asking + 1 :]]
    if not behind or (len(behind) < 2 and behind[0] not in _PREDICATES):
        return False
    is_asked = behind[0] in AUXILIARIES or behind[0] in _MODIFIED
    return word in ANYWHERE or (is_asked and word.isascii() and word not in _RELATIVE)


def _repeats(tokens: Sequence[Word], at: int, begins: int, sentence: str) -> bool:
    """Say whether the same is asked once more: "who is the chair, who the cook"."""
    if begins >= len(tokens) or tokens[begins].word != tokens[0].word:
        return False
    word = tokens[begins].word
    is_apart = begins > at or sentence[tokens[at - 1].end : tokens[at].start].strip() == ","
    if word not in _WHOLE or not is_apart:
        return False
    behind = [token.word for token in tokens[begins + 1 : begins + 3]]
    asks_who_is = len(behind) > 1 and behind[0] in AUXILIARIES and behind[1] in SUBJECTS
    if word.isascii() and not asks_who_is:  # "the king, who was shot"
        return False
    sides = tokens[1:at], tokens[begins + 1 :]
    return all(
        _own_words(side) and PRONOUNS.isdisjoint(token.word for token in side[:1]) for side in sides
    )


def _joint_length(tokens: Sequence[Word], at: int) -> int:
    two = tuple(token.word for token in tokens[at : at + 2])
    return 2 if two in JOINTS else 1


def _is_whole(left: Sequence[Word], sentence: str) -> bool:
    """Say whether what stands before the joint asks for something of something."""
    asking = asking_at(left, 0)
    if asking is None:
        begins = bool(left) and (
            left[0].word in AUXILIARIES or "ли" in [token.word for token in left[1:3]]
        )
        is_asked = _MARK.search(sentence) is not None or asks_whether(left[:_OPENING], sentence)
        return (begins and len(left) > 2 and is_asked) or _names_what_of_what(left)
    said = left[asking + 1 :]
    if len(said) == 1:  # «кто тренер», not «кто пришёл»
        return is_subject(said[0].word, ends=True)
    return len(said) > 1 and any(t.word not in FUNCTION_WORDS | PREPOSITIONS for t in said)


def _names_what_of_what(left: Sequence[Word]) -> bool:
    """Say whether words say what is asked and of what, with none that asks: "price of a bike"."""
    said = [token.word for token in _own_words(left)]
    is_told = not AUXILIARIES.isdisjoint(token.word for token in left) or any(
        _VERB.search(word) for word in said
    )
    return len(said) > 1 and not is_told and bool(lists()["attributes"] & {said[0], said[-1]})


def _begins_question(tokens: Sequence[Word], joint: int, begins: int, sentence: str) -> bool:
    """Say whether a question begins behind the joint: no relative clause, no mere "and when?"."""
    asking = asking_at(tokens, begins)
    right = tokens[begins:]
    if asking is None:
        return _asks_yes_or_no(right, sentence)
    behind = tokens[asking + 1 :]
    is_of_it = len(behind) == 1 and (_is_it(behind[0].word) or behind[0].word in _PREDICATES)
    if len(behind) < 2 and not (is_of_it or _own_words(behind)):
        return False
    word = tokens[asking].word
    inner = [t for t in tokens[:joint] if t.word in ASKING - AUXILIARIES][1:]
    after_comma = sentence[: tokens[joint].start].rstrip().endswith(",")
    if any(t.word == word for t in inner) or (inner and not after_comma):
        return False
    return word not in _INVERTED or _is_inverted([t.word for t in tokens[asking + 1 :]])


def _is_it(word: str) -> bool:
    """Say whether a Russian word stands for what was named, where nothing stands behind it."""
    return not word.isascii() and word in PRONOUNS


def _is_somebodys(right: Sequence[Word]) -> bool:
    """Say whether nothing but somebody's number or address stands behind the joint."""
    words = [token.word for token in right]
    return (
        len(words) == _SOMEBODYS
        and words[0] in lists()["possessives"]
        and (words[1] in lists()["attributes"])
    )


def _is_inverted(words: Sequence[str]) -> bool:
    return bool(words) and (
        words[0] in AUXILIARIES
        or words[0] in _MODIFIED
        or (words[0] not in PRONOUNS and not AUXILIARIES.isdisjoint(words[1:_REACH]))
    )


def _asks_yes_or_no(right: Sequence[Word], sentence: str) -> bool:
    """Say whether a question of yes or no begins here; «и может остаться» only goes on."""
    words = [token.word for token in right[:4]]
    is_begun = bool(words) and (words[0] in _MAY or words[0].isascii())
    is_asked = "ли" in words[1:3] or (is_begun and asks_whether(right[:_OPENING], sentence))
    return is_asked and len(right) > 2


def _own_words(tokens: Sequence[Word]) -> list[Word]:
    return [t for t in tokens if t.word not in _EMPTY and not is_asking_word(t.word)]


def _unspaced_clauses(sentence: str) -> list[str]:
    for match in _UNSPACED_JOINT.finditer(sentence):
        left, right = sentence[: match.start()], sentence[match.end() :]
        both = UNSPACED_ASKING.search(left) and UNSPACED_ASKING.search(right)
        if both and len(left) > 3 and len(right) > 3:
            return [left.rstrip("，, ") + "？", *_unspaced_clauses(right.lstrip("，, "))]
    return [sentence]


# --- what the second is about --------------------------------------------------------------------


def _with_subjects(texts: Sequence[str]) -> Iterator[Part]:
    subject = before = source = ""
    for text in texts:
        part = Part(text)
        leans = _leans(text) and not is_of_same_person(text, source)
        if subject and leans and not _are_alike(before, text):
            part = replace(part, subject=subject, is_short=_is_only_short(text))
        else:
            subject, source = _subject(text) or subject, text
        yield part
        before = text


def _are_alike(one: str, other: str) -> bool:
    """Say whether two ask the same of two things: "Who is the chair? Who is the treasurer?"."""
    tokens = words_of(one), words_of(other)
    first, second = (next((t.word for t in each if t.word in ASKING), "") for each in tokens)
    own = [_own_words(each) for each in tokens]
    has_pronoun = any(token.word in PRONOUNS for token in tokens[1])
    if not first or first != second or has_pronoun or not own[1]:
        return False
    if _VERB.search(own[1][0].word):  # "who sold it? who bought?", «и сколько осталось» lean
        return False
    return first in _WHOLE or [len(words) for words in own] == [1, 1]


def _is_only_short(text: str) -> bool:
    """Say whether a question that leans names a thing of its own, and points to none."""
    tokens = words_of(THERE_IS.sub(" ", text))
    own = _own_words(tokens)
    return bool(own) and not (
        is_unspaced(text) or _has_pronoun(tokens) or _VERB.search(own[-1].word)
    )


def _leans(text: str) -> bool:
    tokens = words_of(THERE_IS.sub(" ", text))  # "is there a lift" points to nothing
    if is_unspaced(text):
        return points_back_unspaced(text)
    return _has_pronoun(tokens) or len(_own_words(tokens)) < 2 or _is_only_done(tokens)


def _is_only_done(tokens: Sequence[Word]) -> bool:
    """Say whether whoever asks names what they do, and nothing it is done to: "call to book"."""
    words = frozenset(token.word for token in tokens)
    own = _own_words(tokens)
    is_short = len(own) <= _DONE and not (words & _ARTICLES or own[-1].word.endswith("s"))
    return is_short and tokens[-1].word.isascii() and bool(words & _ASKERS)


def _has_pronoun(tokens: Sequence[Word]) -> bool:
    is_one = bool(tokens) and tokens[-1].word in _LAST_PRONOUNS
    return is_one or any(token.word in PRONOUNS for token in tokens)


def _is_asked_of(said: Sequence[Word]) -> bool:
    """Say whether words begin with what is asked of a thing: "*date* of the concert"."""
    behind = said[1].word if len(said) > 1 else ""
    return behind in PREPOSITIONS and said[0].word in lists()["attributes"]


def _is_verb(said: Sequence[Word]) -> bool:
    """Say whether a verb is the first of words: "*cleans* the slicer", «*построил* башню»."""
    if len(said) > 1 and said[0].word.isascii():
        return said[0].word not in AUXILIARIES and said[1].word in _ARTICLES
    return _VERB.search(said[0].word) is not None


def _without_opening(said: list[Word]) -> list[Word]:
    """Leave out the words before what is asked about: "do I book the *hall*"."""
    is_done = False  # by whoever asks
    while said and (said[0].word in _EMPTY or _is_asked_of(said) or (is_done and _is_verb(said))):
        is_done = said[0].word in _ASKERS
        said = said[1:]
    return said


def _subject(text: str) -> str:
    """Return what a question is about: what is left of it without the words that ask."""
    tokens = words_of(text)
    at = next((i for i, token in enumerate(tokens) if is_asking_word(token.word)), None)
    if at is None:
        said = tokens
    else:
        said = tokens[at + 1 :]
        if said and not _OF_A_NOUN.match(tokens[at].word) and _is_verb(said):
            said = said[1:] or said
    said = _without_opening(said)
    said = said[:_SUBJECT]
    while said and said[-1].word in _EMPTY:
        said = said[:-1]
    return text[said[0].start : said[-1].end] if said else ""
