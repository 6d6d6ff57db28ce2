"""Clauses: the part of a sentence that answers, where the sentence tells several things alike.

"A ticket costs 9 pounds, students pay 4 pounds" holds two prices, and whoever asks what students
pay should read theirs first. A clause is only taken by itself when another one of the sentence
holds the same kind of thing, and the words of the question point to it alone. No list is cut in
two, and no clause from its subject: "Breakfast is from 7 to 9 and costs 8.50".
"""

import re
from collections.abc import Sequence
from itertools import pairwise

from pipelines.models.documents import Span
from pipelines.nodes.answering.asked import AskedKind, asked_kind, says_kind, without_asking
from pipelines.nodes.answering.cite import Quote, place_at
from pipelines.nodes.answering.fitting.bounds import fit_of_steps
from pipelines.nodes.answering.holding import NUMBERING, holds
from pipelines.nodes.text.calendar import (
    dates_in,
    day_or_month,
    days_in,
    says_rest,
    share_within,
    year_days,
)
from pipelines.nodes.text.glossary import Meanings, bare_stem, meanings, meant
from pipelines.nodes.text.layout.block_headings import denies
from pipelines.nodes.text.words import EMPTY_WORDS, content_words, fold

# Kinds of which a sentence may tell two: not names, which stand in many a list.
_TOLD_TWICE = frozenset({"when", "how_many", "how_long", "how_often", "hour", "phone"})
_NO_VALUE = (0.0, 0.3)  # what a word holds at most that is none of a list; of an hour, a day
_HELD = 0.5  # from which on a clause holds what is asked for
_COUNTS = frozenset({"how_many", "how_long"})
_COUNTED = re.compile(r"\d(?:[ \u00a0\u202f,.]?\d)*[ \u00a0]?-?([^\W\d_]+|[%£$€₽])")
_STEM = 3  # letters in which a word counted by different numbers stays the same
_FEWEST, _FEWEST_OF_DATE = 2, 3  # words of a clause; "Easter Monday" is none
_UNTIL = re.compile(r"\b(?:до (?:скольки|которого|каких|какого)|until|till|how late|bis wann)\b")
_FIGURE = re.compile(r"[%£$€₽]?\d")
_LONGEST = 240  # characters of a sentence that tells things alike; longer ones tell a story
_WORD = re.compile(r"\w+")
_SEMICOLON = re.compile(r"[;；]")
_STOP = re.compile(r"[;；,，]")
_VERB = re.compile(  # as far as endings tell: what follows a conjunction, and has no subject
    r"[а-яё]+(?:(?<!л)[иеуюая]т|ть|ся|л[аои]?)|[a-z]+(?:s|ed)|has|had|was|were|will|can|may|must"
)
_BREAK = re.compile(  # before a figure none: "6 October, 1973", "from 2005 and 2010"
    r"(?:\s*[;；,，]\s+(?:(?:а|но|и|and|but|while|und|aber|y|pero)\s+)?"
    r"|\s+(?:и|а|and|but|while|und|aber|y|pero)\s+)(?!\d)"
)


def answering_clause(question: str, quote: Quote) -> Quote | None:
    """Return the clause of a quoted sentence that a question asks for.

    Returns:
        None where the sentence is to be read as a whole: it tells one thing of the kind, or the
        question's words stand in several of its clauses, or in none. A row of a table is always
        read whole: its cells are no clauses, and half of them are other columns. So is one that
        goes on with the rest of the year, or begins with what denies it: "Not covered: …".
    """
    kind = asked_kind(question)
    if kind.name not in _TOLD_TWICE or len(quote.text) > _LONGEST:
        return None
    if place_at(quote.passage, quote.span.start).row is not None or says_rest(quote.text):
        return None
    if denies(quote.text.partition(":")[0]):
        return None
    wanted = content_words(question)
    telling = [word for word in _WORD.findall(question) if not says_kind(word)]
    known = meanings(content_words(" ".join(telling)), quote.passage.language)
    clauses = _with_subjects(question, quote, _clauses(kind, question, quote), known)
    if len(clauses) < 2 or not _are_alike(kind, [_text(quote, clause) for clause in clauses]):
        return None
    if any(fit_of_steps(question, _text(quote, clause)) for clause in clauses):
        return None  # a rule with steps is read whole
    days = [days_in(_text(quote, clause), is_label=True) for clause in clauses]
    asked = days_in(question)
    held = _held_in(question, _behind_lead([_text(quote, clause) for clause in clauses]), known)
    told_of = [share_within(year_days(question), _text(quote, clause)) for clause in clauses]
    if asked and any(days):
        at = _of_days(asked, days)
    elif any(told_of):  # "May to September twice a week; October to April once", asked of winter
        at = told_of.index(max(told_of)) if told_of.count(max(told_of)) == 1 else None
        return None if at is None else Quote(quote.passage, clauses[at])
    else:
        at = _pointed_to([len(words.difference(*_others(held, i))) for i, words in enumerate(held)])
    if at is None or _leaves_out_date(kind, quote, clauses[at]) or _is_parted(held, at, wanted):
        return None
    if not at and not _is_named_whole([_text(quote, clause) for clause in clauses], wanted, known):
        return None
    told = [holds(kind, _text(quote, clause), question) for clause in clauses]
    if told[at] < max(told):  # six cameras are no price, which another clause has
        return None
    return Quote(quote.passage, clauses[at])


def _behind_lead(clauses: Sequence[str]) -> list[str]:
    """Leave out what leads to all of them: "We have two shifts: days from 8, nights from 20"."""
    lead, _, first = clauses[0].partition(": ")
    return [first if first and not _FIGURE.search(lead) else clauses[0], *clauses[1:]]


def _is_named_whole(clauses: Sequence[str], wanted: frozenset[str], known: Meanings) -> bool:
    """Say whether all that the first clause is of is asked for, where another leaves it out.

    "A male cat costs £78, a female £112" tells of cats twice, and of which is said by another word.
    """
    if all(map(_tells_by_itself, clauses[1:])):
        return True
    bare = set(map(bare_stem, wanted))
    subject = _subject(clauses[0]) - content_words(" ".join(clauses[1:]))
    return all(
        word in wanted or bare_stem(word) in bare or meant(known, frozenset((word,)))
        for word in subject
    )


def _tells_by_itself(clause: str) -> bool:
    """Say whether a clause has a verb, and leaves nothing out but what is asked for."""
    words = list(map(fold, _WORD.findall(clause)))
    return any(says_kind(word) or _VERB.fullmatch(word) for word in words[1:])


def _subject(clause: str) -> frozenset[str]:
    """Return the words of what a clause is of: before its verb, its figure, or "with"."""
    figure = _FIGURE.search(clause)
    words: list[str] = []
    for word in map(fold, _WORD.findall(clause[: figure.start() if figure else None])):
        is_verb = bool(words) and _VERB.fullmatch(word) is not None
        if is_verb or says_kind(word) or (words and word in EMPTY_WORDS):
            break
        if word not in EMPTY_WORDS:
            words.append(word)
    return content_words(" ".join(words))


def _leaves_out_date(kind: AskedKind, quote: Quote, clause: Span) -> bool:
    """Say whether a clause has only an hour where a date stands elsewhere in its sentence."""
    if kind.name != "when" or _names_day(_text(quote, clause)):
        return False
    return _names_day(quote.text)


def _names_day(text: str) -> bool:
    return bool(dates_in(text)) or any(map(day_or_month, _WORD.findall(text)))


def _are_alike(kind: AskedKind, clauses: Sequence[str]) -> bool:
    """Say whether clauses count the same thing: pounds and pounds, no percent and animals."""
    if kind.name not in _COUNTS:
        return True
    counted = [frozenset(_COUNTED.findall(fold(clause))) for clause in clauses]
    stems = [frozenset(word[:_STEM] for word in words) for words in counted]
    return bool(frozenset.intersection(*stems)) or not all(stems)


def _of_days(asked: frozenset[str], days: Sequence[frozenset[str]]) -> int | None:
    """Return which clause is of the days asked for, if one alone is: "Mon–Fri 9–7, Sat 10–4"."""
    named = [at for at, there in enumerate(days) if asked & there]
    return named[0] if len(named) == 1 else None


def _pointed_to(telling: Sequence[int]) -> int | None:
    """Return which clause is meant, by how many of the question's words stand in it alone.

    What the first one says is left out of the others: "The advance comes on the 22nd, the wage
    on the 7th". So its words count for it only where no other clause has as many of its own.
    """
    first, *later = telling
    others = [at for at, count in enumerate(later, 1) if count]
    if not others:
        return 0 if first else None
    return others[0] if len(others) == 1 and telling[others[0]] >= first else None


def _is_parted(held: Sequence[frozenset[str]], at: int, wanted: frozenset[str]) -> bool:
    """Say whether what parts a clause from others is asked for, and not in it or nowhere known.

    "Front 2.3 bar, rear 2.1 bar with half load; front 2.5 bar, rear 2.9 bar with full load" is read
    whole by whoever asks for the front fully loaded. What only the first one says is its subject.
    """
    others = frozenset[str]().union(*_others(held, at))
    if not held[at].issuperset(frozenset[str]().union(*held[1:])):
        return True
    return bool(held[at] & others) and not wanted <= held[at] | others


def _clauses(kind: AskedKind, question: str, quote: Quote) -> list[Span]:
    """Part a sentence so that each part holds what is asked for, with what leads to it.

    A semicolon parts people, with a number or without: no number reads as that of the next one.
    """
    text, clauses = quote.passage.text, list[Span]()
    numbering = NUMBERING.match(text, quote.span.start, quote.span.end)
    start = numbering.end() if numbering else quote.span.start
    breaks = [*_breaks(quote), (quote.span.end, quote.span.end)]
    for end, following in breaks:
        begins = _begins(text, following, quote.span.end)
        is_list = _SEMICOLON.search(text, end, following) is None
        is_value = holds(kind, begins, question) > _NO_VALUE[kind.name == "hour"]
        is_value = is_value or _goes_on_with_days(text[start:end], begins)
        if is_list and begins and (is_value or begins[0].isdigit()):
            continue  # "Mondays, Saturdays and Sundays", "from 7 to 11 and from 18 to 21"
        piece = text[start:end]
        least = _FEWEST_OF_DATE if kind.name == "when" else _FEWEST
        is_whole = len(_WORD.findall(piece)) >= least and holds(kind, piece, question) >= _HELD
        is_item = not is_list or text[:start].rstrip().endswith(";")
        if is_whole or (is_item and kind.name == "phone"):
            clauses.append(Span(start, end))
            start = following
    if clauses and start < quote.span.end:  # what trails off belongs to the last one
        clauses[-1] = Span(clauses[-1].start, quote.span.end)
    return clauses


def _goes_on_with_days(piece: str, begins: str) -> bool:
    """Say whether a day of the week follows one: "at 11 pm on Fridays and Saturdays"."""
    *_, last = _WORD.findall(piece) or [""]
    return bool(days_in(last, is_label=True) and days_in(begins, is_label=True))


def _is_one_word(piece: str) -> bool:
    return len(_WORD.findall(piece)) < _FEWEST


def _begins(text: str, start: int, end: int) -> str:
    """Return the first word of a clause that says something: "Fridays" of "and on Fridays"."""
    words = (match[0] for match in _WORD.finditer(text, start, end))
    return next((word for word in words if fold(word) not in EMPTY_WORDS), "")


def _with_subjects(
    question: str, quote: Quote, clauses: Sequence[Span], known: Meanings
) -> list[Span]:
    """Join each clause without a subject to the one before, whose subject it has.

    But for those that the question tells apart by a verb: "When does the work end?"
    """
    asked, joined = content_words(question), list(clauses[:1])
    for clause in clauses[1:]:
        begins = _begins(quote.passage.text, clause.start, clause.end)
        is_verb = not begins[:1].isupper() and _VERB.fullmatch(fold(begins))
        parted = content_words(begins)
        if not _UNTIL.search(fold(question)):  # what it says of the beginning is no end
            parted |= _says_of(_text(quote, joined[-1]))
        stopped = _STOP.search(quote.passage.text, joined[-1].end, clause.start)
        if is_verb and not stopped and not _held(parted, asked, known):
            joined[-1] = Span(joined[-1].start, clause.end)
        else:
            joined.append(clause)
    return joined


def _says_of(clause: str) -> frozenset[str]:
    """Return the word that a clause says its figure with: begins of "The work begins on 1 June"."""
    figure = _FIGURE.search(clause)
    words = (
        [w for w in _WORD.findall(clause[: figure.start()]) if fold(w) not in EMPTY_WORDS]
        if figure
        else []
    )
    return content_words(" ".join(words[-1:]))


def _breaks(quote: Quote) -> list[tuple[int, int]]:
    """Return what parts a sentence; a word alone is parted from the one side of it.

    "On weekdays and Saturdays; on Sundays 9 to 6", "Saturday 8 to 8, Sunday and holidays 9 to 6".
    """
    text = quote.passage.text
    found = list(_BREAK.finditer(text, quote.span.start, quote.span.end))
    apart = {match.span() for match in found}
    for one, other in pairwise(found):
        if one.end() < other.start() and _is_one_word(text[one.end() : other.start()]):
            is_of_next = _STOP.search(one[0]) and not _STOP.search(other[0])
            apart.discard((other if is_of_next else one).span())
    return sorted(apart)


def _text(quote: Quote, span: Span) -> str:
    return quote.passage.text[span.start : span.end]


def _held_in(question: str, clauses: Sequence[str], known: Meanings) -> list[frozenset[str]]:
    """Return which words of the question each clause has, or means where none has them.

    «Кот» and «кошка» mean the same, and have a price each; "years" and what else is asked by are
    all the same.
    """
    wanted = content_words(question)
    there = list(map(content_words, clauses))
    bare = [frozenset(map(bare_stem, words)) for words in there]
    in_one = {word for word in wanted if sum(bare_stem(word) in words for words in bare) == 1}
    said = [
        (words & wanted) | {word for word in in_one if bare_stem(word) in stems}
        for words, stems in zip(there, bare, strict=True)
    ]
    elsewhere = frozenset[str]().union(*said) & content_words(without_asking(question))
    return [own | (meant(known, words) - elsewhere) for own, words in zip(said, there, strict=True)]


def _held(there: frozenset[str], wanted: frozenset[str], known: Meanings) -> frozenset[str]:
    return (there & wanted) | meant(known, there)


def _others(held: Sequence[frozenset[str]], at: int) -> list[frozenset[str]]:
    return [words for other, words in enumerate(held) if other != at]
