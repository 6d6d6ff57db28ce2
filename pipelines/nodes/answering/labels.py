"""Labels: whether a line tells of another than a question names: «Учитель английского: Ольга».

All words of «учителя физкультуры» may stand around such a line, and a reader by meaning takes one
teacher for the other. What stands before the colon says whose name or number follows.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise, takewhile

from pipelines.nodes.answering.asked import AskedKind, says_kind, without_asking
from pipelines.nodes.answering.holding import holds
from pipelines.nodes.questions.follow_up.tokens import is_back
from pipelines.nodes.text.dictionary import is_owner, is_person, part_of_speech, translations
from pipelines.nodes.text.glossary import bare_stem, mean_the_same
from pipelines.nodes.text.words import content_words, fold
from pipelines.nodes.word_tables import read_table

_TABLES = read_table(__package__, "labels.toml")
_SOMEBODY, _DOING, WHICH = (
    frozenset(fold(_TABLES[name]).split()) for name in ("somebody", "doing", "which")
)
_LABEL = re.compile(r"[-–—*•\s]*(?P<label>[^\W\d][^:\n\d]{2,60}?)\s*(?::|\s[–—-])\s+\S")
_WORD = re.compile(r"[^\W\d]+(?:[-'’][^\W\d]+)*")
_OF = re.compile(r"\b(?:of|for|to|in|at)\b", re.IGNORECASE)
_ITEM = re.compile(r"[;；]")
_HELD = 0.5  # from which on an item is taken to hold what is asked for
_ADJECTIVE, _NOUN = "ADJF", "NOUN"
_NAMING = (_ADJECTIVE, _NOUN)
_CYRILLIC = re.compile(r"[а-яё]", re.IGNORECASE)
_CAPITAL = re.compile(r"(?<=\s)[А-ЯЁA-Z]\w*")


def is_of_another(question: str, sentence: str, named: str) -> bool:
    """Say whether a sentence begins with a label that is of another than the question names.

    Of the same office, and of other ones of it: "Choir secretary: Ann" asked for the club's. Or,
    where a language tells persons from things, of another office: «Классный руководитель» asked
    for «директора».

    Args:
        sentence: in the language of the question.
        named: what it stands under; a word of the question that is there is of all of it.
    """
    match = _LABEL.match(sentence)
    if match is None:
        return False
    asked = [word for word in _words(without_asking(question)) if not is_back(word)]
    label = _words(match["label"])
    if not asked or not label or not _names_something(asked[0]):
        return False  # what somebody does may be said in any words
    shared = [word for word in label if _is_among(word, asked)]
    if not shared:
        return _is_other_person(asked, label, named)
    others = [word for word in label if word not in shared]
    known = [*_words(sentence), *_words(named)]
    lacking = [word for word in asked if not _is_among(word, known)]
    return (
        _head(label, match["label"]) in shared
        and bool(others)
        and any(map(_names_something, lacking))
    )


def is_of_rival(question: str, sentence: str, text: str) -> bool:
    """Say whether a Russian sentence tells of the same thing of another, and a text of the one.

    «Приём терапевта — 900» asked for «приём кардиолога», who receives on Tuesdays further down.

    Args:
        text: the passage of the sentence, with what it stands under.
    """
    ours, theirs = (list(_owned(each)) for each in (_without_names(question), sentence))
    there = _words(sentence)
    return any(
        any(_is_among(one, [thing]) and not _is_among(owner, [other]) for thing, other in theirs)
        and not _is_among(owner, there)
        and _is_among(owner, _words(text))
        for one, owner in ours
    )


def is_of_other_sort(question: str, sentence: str, named: str) -> bool:
    """Say whether a label is of another sort of the thing that is asked for.

    "Christmas concert: 12 December" asked for "the spring concert", which neither the sentence
    names nor what it stands under. "The next concert" may be any, and so may "the concert".
    """
    match = _LABEL.match(sentence)
    if match is None:
        return False
    label, asked = _words(match["label"]), without_asking(question)
    known = [*_words(sentence), *_words(named)]
    return any(
        any(
            _is_among(head, [thing]) and not _is_among(sort, _words(asked))
            for sort, thing in theirs
        )
        and not _is_among(ours, known)
        for ours, head in _sorted_things(asked)
        if (theirs := list(pairwise(label)))
    )


def _sorted_things(question: str) -> Iterator[tuple[str, str]]:
    """Yield what sort is asked for, and of what thing: "spring", "concert".

    What stands behind whoever does something is what they do: "when do you serve lunch", "when do
    members pay fees".
    """
    said = ""
    for one, other in pairwise(_WORD.finditer(question)):
        is_beside = question[one.end() : other.start()] == " " and bool(content_words(other[0]))
        is_russian = _CYRILLIC.search(one[0]) is not None  # where what it is tells the dictionary
        is_led = (is_russian or not content_words(said)) and fold(said) not in _DOING
        if is_beside and is_led and _tells_sort(one[0]):
            yield one[0], other[0]
        said = one[0]


def _tells_sort(word: str) -> bool:
    is_own = fold(word) not in WHICH and bool(content_words(word))
    return is_own and not says_kind(word) and not is_back(word) and _names_something(word)


def _without_names(question: str) -> str:
    """Return a question without what has a capital inside: «населения Варшавы», «города»."""
    return _CAPITAL.sub(" , ", question)


def _owned(text: str) -> Iterator[tuple[str, str]]:
    """Yield a thing and whose it is, side by side in a Russian text: «приём терапевта»."""
    for one, other in pairwise(_WORD.finditer(text)):
        is_beside = text[one.end() : other.start()] == " " and bool(content_words(other[0]))
        if is_beside and part_of_speech(fold(one[0])) == _NOUN and is_owner(fold(other[0])):
            yield one[0], other[0]


def is_of_another_item(kind: AskedKind, question: str, sentence: str) -> bool:
    """Say whether a list of people has somebody without a number, and only others with one.

    "Ann Bell, 555 01 99; Grandma Joan Bell." asked for Joan's, with an apostrophe or without.
    """
    items = [item.strip() for item in _ITEM.split(sentence) if item.strip()]
    held = [holds(kind, item, question) >= _HELD for item in items]
    whose = {bare_stem(stem) for word in _words(without_asking(question)) for stem in _own(word)}
    named = [len(whose & set(map(bare_stem, content_words(item)))) for item in items]
    meant = [at for at, count in enumerate(named) if count and count == max(named)]
    return (
        any(held)
        and bool(meant)
        and not any(held[at] for at in meant)
        and all(items[at][0].isupper() for at in meant)  # and no "ask for Joan"
    )


def _own(word: str) -> frozenset[str]:
    """Return the stems of a word that says whose something is."""
    return frozenset() if says_kind(word) or is_back(word) else content_words(word)


def _is_other_person(asked: Sequence[str], label: Sequence[str], named: str) -> bool:
    """Say whether a question and a label each begin with an office, and not the same."""
    ours, theirs = _office(asked), _office(label)
    return bool(ours and theirs) and not _is_among(ours, [*label, *_words(named)])


def _office(words: Sequence[str]) -> str:
    """Return what a person is called by at the beginning of Russian words, as «старший врач»."""
    led = takewhile(lambda word: _CYRILLIC.search(word) is not None, words)
    first = next((word for word in led if part_of_speech(fold(word)) != _ADJECTIVE), "")
    return first if first and is_person(fold(first)) else ""


def _head(words: Sequence[str], label: str) -> str:
    """Return the word of a label that says what it is: of «учитель английского» the first one."""
    if _CYRILLIC.search(label):
        return _office(words) or words[0]
    before = _words(_OF.split(label)[0])
    return (before or words)[-1]


def _names_something(word: str) -> bool:
    """Say whether a word is no verb; in English that is not asked."""
    return not _CYRILLIC.search(word) or part_of_speech(fold(word)) in _NAMING


def _words(text: str) -> list[str]:
    return [word for word in _WORD.findall(text) if content_words(word)]


def _is_among(word: str, others: Iterable[str]) -> bool:
    stems, there = content_words(word), content_words(" ".join(others))
    is_there = bool(set(map(bare_stem, stems)) & set(map(bare_stem, there)))  # «врача» of «врач»
    return is_there or mean_the_same(stems, there)


def names_role(text: str) -> bool:
    """Say whether a text tells of somebody without a name: "you do", "the buyer", «покупатель»."""
    words = {fold(match[0]) for match in _WORD.finditer(text)}
    said = (one for word in words if word.isascii() for one in translations(word, "ru"))
    return not words.isdisjoint(_SOMEBODY) or any(map(is_person, (*words, *said)))
