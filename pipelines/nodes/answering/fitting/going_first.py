"""Going first: which of sentences that come close to the best goes before it, by what each tells.

What forbids, where that is asked; what is of the day that is named; a rule whose bound holds the
number asked of; what tells how many there are, and not what follows on so many.
"""

import re
from collections.abc import Sequence
from functools import cache

from pipelines.nodes.answering.asked import asked_kind
from pipelines.nodes.answering.cite import Quote
from pipelines.nodes.answering.fitting.bans import (
    asks_what_is_banned,
    bans,
    bans_of,
    without_ban,
)
from pipelines.nodes.answering.fitting.bounds import fit_of_steps
from pipelines.nodes.answering.fitting.parties import is_condition
from pipelines.nodes.answering.fitting.proposals import (
    asks_of_proposals,
    is_only_proposed,
    proposes,
    settles,
    turns_down,
    with_outcome,
)
from pipelines.nodes.answering.quotable import shut
from pipelines.nodes.answering.sentences.sentence_scores import Sentence
from pipelines.nodes.answering.sentences.word_lists import WordList, pattern_of
from pipelines.nodes.text.calendar import days_named, share_within
from pipelines.nodes.text.words import content_words, fold
from pipelines.nodes.word_tables import read_table

_BEFORE = 2  # words before what is counted: how many, and behind what that is a condition
_SOON_BEHIND = 4  # sentences behind a proposal, among which the decision stands
_RULED = frozenset({"any", "whether"})


def without_proposals(ordered: Sequence[Sentence], question: str) -> list[Sentence]:
    """Leave out what tells only what was turned down, where anything else is left."""
    told = [one for one in ordered if not is_only_proposed(question, one.text)]
    return _decided_first(told or list(ordered), question)


def _decided_first(ordered: list[Sentence], question: str) -> list[Sentence]:
    """Put what was decided, or holds anyhow, before what was turned down, if of the same thing.

    "Ann proposed eight lamps for £900. Turned down. Agreed: two lamps for £200."
    """
    best = ordered[0]
    whole = with_outcome(Quote(best.passage, best.span))
    is_refused = proposes(whole.text) and turns_down(whole.text)
    if not is_refused or asks_of_proposals(question):
        return ordered
    wanted = content_words(question) & best.words
    holding = [
        one
        for one in ordered
        if wanted <= one.words and one.passage.document_id == best.passage.document_id
        if not (proposes(one.text) or turns_down(one.text))
    ]
    decided = [one for one in holding if settles(one.text) and _is_soon_behind(best, one)]
    is_open = asked_kind(question).name == "whether"  # which how it ended tells
    first = (decided or (holding if wanted and not is_open else []))[:1]
    return first + [one for one in ordered if one not in first]


def _is_soon_behind(before: Sentence, one: Sentence) -> bool:
    return one.passage.id == before.passage.id and 0 < one.idx - before.idx <= _SOON_BEHIND


def with_fitting_first(
    ordered: Sequence[Sentence], question: str, *, within: float
) -> list[Sentence]:
    """Put first what fits better than the best sentence, of those within a distance of it.

    Args:
        ordered: best first, one at least.
        within: in units of MaxSim.
    """
    near = [one for one in ordered if one.score >= ordered[0].score - within]
    if asks_what_is_banned(question):
        behind = _behind_what_is_asked(ordered, question)
        banning = [one for one in near if bans(one.text) and one not in behind]
        of_it = [one for one in banning if bans_of(question, one.text)]
        return [*behind, *of_it] or banning or list(ordered)
    far = [one for one in ordered if one.score >= ordered[0].score - 2 * within]
    of_day = _of_the_day(near, question) or _of_other_days(ordered, question)
    fitting = (*of_day, *_rule_for(near, question), *_telling(far, question))
    fitting = (*fitting, *_closed(near, question))
    first = list(fitting[:1])
    return first + [sentence for sentence in ordered if sentence not in first]


def _behind_what_is_asked(ordered: Sequence[Sentence], question: str) -> list[Sentence]:
    """Return the ban right behind the best sentence, where that has words of the question.

    «Лошадей угощают морковью. Хлеб не дают.»
    """
    best = ordered[0]
    if bans(best.text) or not best.words & content_words(without_ban(question)):
        return []
    place = best.passage.id, best.idx + 1
    return [one for one in ordered if (one.passage.id, one.idx) == place and bans(one.text)]


def _of_the_day(near: Sequence[Sentence], question: str) -> list[Sentence]:
    """Return what tells of the day that is asked about, where the best sentence is of others."""
    days = frozenset((month, day) for (_, month, day), _ in days_named(question))

    def tells(text: str) -> bool:
        is_named = any((month, day) in days for (_, month, day), _ in days_named(text))
        return is_named or bool(share_within(days, text))

    if not days or tells(near[0].text) or not days_named(near[0].text):
        return []
    return [one for one in near if tells(one.text)]


def _of_other_days(ordered: Sequence[Sentence], question: str) -> list[Sentence]:
    """Return what tells of all other days, behind what is of one that is not asked about.

    "The yard is shut on 3 May. On all other days you may park there."
    """
    best, asked = ordered[0], days_named(question)
    told = {day for day, _ in days_named(best.text)}
    if (
        not asked
        or not told
        or share_within(frozenset((m, d) for (_, m, d), _ in asked), best.text)
    ):
        return []
    return [
        one
        for one in ordered
        if (one.passage.id, one.idx) == (best.passage.id, best.idx + 1)
        if _other_days().search(fold(one.text)) and told.isdisjoint(day for day, _ in asked)
    ]


def _rule_for(near: Sequence[Sentence], question: str) -> list[Sentence]:
    """Return the rule whose bound holds the number asked of, where the best sentence is none.

    "If you are more than 15 minutes late" is what whoever is 20 minutes late asks for, and no
    "shifts begin 20 minutes late". To "what if" what holds more or less tells, too.
    """
    if asked_kind(question).name not in _RULED:
        return []
    fits = [(is_condition(one.text) * fit_of_steps(question, one.text), one) for one in near]
    least = -1 if is_condition(question) else 1
    ruling = sorted(((f, one) for f, one in fits if f and f >= least), key=lambda each: -each[0])
    return [one for _, one in ruling] if not fits[0][0] else []


def tells_when_shut(question: str, sentence: str) -> bool:
    """Say whether it is asked when something is closed, and a sentence says that it is."""
    return all(shut().search(fold(text)) for text in (question, sentence))


def _closed(near: Sequence[Sentence], question: str) -> list[Sentence]:
    """Return what tells when nobody is there, where that is asked, and the best sentence does not.

    «Столовая не работает по средам» is when that is closed.
    """
    if tells_when_shut(question, near[0].text):
        return []
    of = content_words(shut().sub(" ", fold(question))) & near[0].words
    return [one for one in near if of <= one.words and tells_when_shut(question, one.text)]


def _telling(near: Sequence[Sentence], question: str) -> list[Sentence]:
    """Return what tells how many there are, where the best sentence is of what follows on so many.

    "After two lost keys one pays" tells of no number of keys that were lost.
    """
    counted = asked_kind(question).counted
    if not counted or not _is_condition_of(near[0].text, counted):
        return []
    return [one for one in near if one.held >= 1.0 and not _is_condition_of(one.text, counted)]


def _is_condition_of(text: str, counted: frozenset[str]) -> bool:
    """Say whether a text names so many of what is counted only behind "after" or the like."""
    words = fold(text).replace(",", " ,").split()
    places = [at for at, word in enumerate(words) if content_words(word) & counted]
    return bool(places) and all(
        any(map(_conditions().has, words[max(at - _BEFORE, 0) : at])) for at in places
    )


@cache
def _other_days() -> re.Pattern[str]:
    return pattern_of(map(fold, read_table(__package__, "going_first.toml")["other_days"]))


@cache
def _conditions() -> WordList:
    return WordList(map(fold, read_table(__package__, "going_first.toml")["conditions"]))
