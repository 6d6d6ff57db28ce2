"""Things: whether a sentence is of the thing that a question names, or of another of its kind.

To a small model any class is near to any other, and so is the price of each. What the question
hangs on has to stand around the sentence; where something else of the kind stands in its place, or
whoever read both closely denies it, nearness alone does not count.
"""

import math
import re
from collections.abc import Callable, Sequence
from functools import partial

from pipelines.answer.quoting.found import Found, crosses, evidence_of
from pipelines.models.answers import Passage
from pipelines.models.documents import Span, are_foreign
from pipelines.nodes.answering.asked import (
    AskedKind,
    asked_kind,
    says_kind,
)
from pipelines.nodes.answering.cite import Quote, place_at
from pipelines.nodes.answering.fitting.sorts import is_of_another_sort, names_thing, stands
from pipelines.nodes.answering.holding import holds
from pipelines.nodes.answering.quotable import is_short_denial
from pipelines.nodes.questions.anchors import Anchor, missing, names_in, script_of
from pipelines.nodes.questions.follow_up.exchange import is_infinitive
from pipelines.nodes.questions.follow_up.leaning import asks, is_cyrillic, things_of
from pipelines.nodes.questions.follow_up.tokens import is_back, measures_of
from pipelines.nodes.questions.paraphrasing.kin import is_displaced
from pipelines.nodes.questions.unsupported import unsupported_share
from pipelines.nodes.tables.words.evidence import term_strength
from pipelines.nodes.text.calendar import day_or_month
from pipelines.nodes.text.dictionary import (
    LANGUAGES,
    is_owner,
    is_person,
    lemmas,
    part_of_speech,
    translations,
)
from pipelines.nodes.text.words import content_words, fold

OF_ONE = frozenset({"how_many", "how_long", "hour", "when"})  # which each thing has of its own
_HANGING = frozenset({"whether", "how_many", "when"})
_FEW = 3  # words, of which a question is that only names something
DENIED = -2.0  # log odds under which the reader takes a sentence for no answer
_THE_SAME = 0.8  # strength from which on two terms name the same
_OWNER = re.compile(r"(\w{3,})['’]s(?= \w)")
_BEHIND_A_NOUN = re.compile(r"(?P<noun>[а-яё]{3,}) (?P<owner>[а-яё]{3,})", re.IGNORECASE)
_WORD = re.compile(r"[^\W\d_]+")
CLEAR = 1.0  # log odds from which on the reader is in no doubt
CLEARLY = 3.0  # log odds from which on it is right, though words say otherwise


def lacks_thing(found: Found, best: Quote, around: Span, evidence: str, odds: float | None) -> bool:
    """Say whether a sentence lacks the thing that a question hangs on, as far as `odds` tell.

    Args:
        around: it and the sentences beside it; evidence: those with what they stand under.
        odds: log odds that it answers, by whoever read it closely.
    """
    if lacks_what_it_hangs_on(found, best, around, evidence):
        return True
    kind = asked_kind(found.question)
    return odds is not None and is_denied_of_thing(found, kind, best, evidence, odds)


def lacks_what_it_hangs_on(found: Found, best: Quote, around: Span, evidence: str) -> bool:
    """Say whether nothing stands for the last thing of a question, on which it hangs, mostly.

    Of "does the grant pay for my rent", and of "how much for a laptop". A row is of all things that
    a question names: of "the jazz evening" one of a poetry evening lacks the first.
    """
    kind = asked_kind(found.put or found.question)
    things = [thing for thing in things_of(found.own.question) if not is_back(thing)]
    is_other = not (_hangs(kind) or kind.name == "who") or is_short_denial(best.text)
    if crosses(found, best.passage) or is_other or len(things) < 2:
        return False
    is_row = place_at(best.passage, best.span.start).row is not None
    share = shares_of(found, best, around, evidence)
    hanging = [thing for thing in things if not says_kind(thing)] if is_row else things[-1:]
    return any(share(ignoring=lambda word, thing=thing: word != thing) > 0 for thing in hanging)


def is_rule_on(question: str, sentence: str) -> bool:
    """Say whether a rule begins with all that a question of "may I" names: "Dogs must be led".

    Whatever is done with it: "may I bring my dog".
    """
    kind = asked_kind(question)
    named = [t for t in things_of(question) if names_thing(t) and not day_or_month(t)]
    if kind.name != "whether" or not named or not holds(kind, sentence, question):
        return False
    words = [word for word in _WORD.findall(sentence) if content_words(word)]
    return all(stands(thing, " ".join(words[: len(named)])) for thing in named)


def says_no_more(question: str, sentence: str) -> bool:
    """Say whether all things of a sentence stand in a question: "walls stay", asked why they do."""
    words = (word for word in _WORD.findall(sentence) if not day_or_month(fold(word)))
    things = [word for word in words if names_thing(word)]
    return bool(things) and all(stands(word, question) for word in things)


def names_kin(found: Found, best: Quote, evidence: str) -> bool:
    """Say whether a sentence names another thing of the kind of one that stands nowhere around it.

    In whatever words the question is put: a flute may be called an instrument, as a trumpet may.
    A row is of one thing; of prose it is asked what is paid, when or where something is, and
    whether.
    """
    is_row = place_at(best.passage, best.span.start).row is not None
    kind = asked_kind(found.put or found.question)
    is_placed = kind.name == "where"  # a caravan is put where a lorry is not
    if not (is_row or is_placed or _hangs(kind) or is_bare_name(kind, found.own.question)):
        return False
    for asked in filter(None, (found.own.question, found.put)):
        crosses = script_of(asked) != script_of(best.text)
        where = asked, best.text, evidence, best.passage.language
        things = [t for t in things_of(asked) if is_cyrillic(t) or names_thing(t)]  # no "due"
        if any(is_displaced(fold(one), *where, crosses=crosses) for one in things):
            return True
    return False


def is_denied_of_thing(
    found: Found, kind: AskedKind, best: Quote, evidence: str, odds: float
) -> bool:
    """Say whether a reader denies a sentence that lacks a thing which a question names.

    Nor does its document have it: a price for freezing a membership is none of its own, and whether
    one may be paid in parts no rule for parts of another fee tells.
    """
    is_paid = kind.name == "how_many" and not kind.counted and kind.quantity in ("", "money")
    if crosses(found, best.passage) or not (is_paid or kind.name == "whether") or odds >= DENIED:
        return False
    own = best.passage.document_id
    beside = (one.text for one in found.passages if one.document_id == own)
    told = "\n".join([evidence, *beside])
    things = [thing for thing in things_of(found.own.question) if names_thing(thing)]
    things = [thing for thing in things if not (says_kind(thing) or is_somebody(thing))]
    return len(things) > 1 and not all(stands(thing, told) for thing in things)


def is_somebody(word: str) -> bool:
    """Say whether a word calls somebody: what may be brought, "my daughter" may bring."""
    folded = fold(word)
    return is_person(folded) or any(map(is_person, translations(folded, "ru")[:1]))


def least_of_sort(found: Found, best: Quote) -> float:
    """Return the log odds from which on a sentence answers, though of another sort of the thing.

    Infinite where one thing is asked for: a reader takes the price of a crown for that of a veneer.
    """
    kind, question = asked_kind(found.question), found.own.question
    is_of_one = kind.name in OF_ONE or kind.name == "who" or is_bare_name(kind, question)
    if crosses(found, best.passage) or not (is_of_one or kind.name == "whether"):
        return -math.inf
    place = place_at(best.passage, best.span.start)
    told = "\n".join([best.text, place.heading or "", best.passage.title or ""])
    if place.row is not None or not is_of_another_sort(question, best.text, told):
        return -math.inf
    if kind.name == "who":
        return CLEARLY
    return math.inf if is_of_one else 0.0


def shares_of(found: Found, best: Quote, around: Span, evidence: str) -> Callable[..., float]:
    """Return what says which share of the question's words nothing around a sentence stands for."""
    own, passage = found.own, best.passage
    return partial(
        unsupported_share,
        own.question,
        own.query,
        evidence,
        found.vectors.get(passage.id),
        around,
        language=passage.language,
        crosses=crosses(found, passage),
        text=passage.text,
    )


def is_named_after(question: str, rows: Sequence[str]) -> bool:
    """Say whether rows name nobody who is asked for, but what is called after them, or is theirs.

    "Commodore's Cup", asked who the commodore is, and «помощник директора», who the director is.
    """
    if asked_kind(question).name != "who":
        return False
    text = "\n".join(rows)
    owners = [*_OWNER.finditer(text), *filter(_is_of_another, _BEHIND_A_NOUN.finditer(text))]
    spans = [match.span(match.lastindex or 0) for match in owners]
    others = [m[0] for m in _WORD.finditer(text) if not any(s <= m.start() < e for s, e in spans)]
    called = [match[match.lastindex or 0] for match in owners]
    asked = [thing for thing in things_of(question) if is_somebody(thing)]
    return any(_is_among(one, called) and not _is_among(one, others) for one in asked)


def _is_of_another(match: re.Match[str]) -> bool:
    """Say whether a word says whose is what the Russian noun before it names: «кубок тренера»."""
    before, word = fold(match["noun"]), fold(match["owner"])
    return part_of_speech(before) == "NOUN" and is_owner(word) and lemmas(word, "ru")[0] != word


def _is_among(thing: str, words: Sequence[str]) -> bool:
    return any(term_strength(fold(thing), fold(word)) >= _THE_SAME for word in words)


def is_beside_subject(found: Found, best: Quote | None) -> bool:
    """Say whether a passage has nothing that a question names, as far as a dictionary tells.

    Of a name none does: what happened at Ryazan may be told in whatever words.
    """
    things = things_named(found.own.question)
    is_named = not things.isdisjoint(names_in(found.own.question))
    if best is None or found.language not in LANGUAGES or not things or is_named:
        return False
    return not things_held(found.own.question, found.language, best.passage)


def things_held(asked: str, language: str, passage: Passage) -> frozenset[str]:
    """Return the words for things of a question that a passage has, in any form or language."""
    evidence, is_foreign = evidence_of(passage), are_foreign(language, passage.language)
    named = {thing: Anchor.named(fold(thing)) for thing in things_named(asked)}
    lacking = {t for t, a in named.items() if missing([a], evidence, crosses=is_foreign)}
    return frozenset(named) - lacking


def things_named(question: str) -> frozenset[str]:
    """Return the words for things: no "date" of "by what date", nor what is done."""
    things = frozenset(things_of(question)) - measures_of(question)
    return frozenset(thing for thing in things if not is_infinitive(thing))


def is_bare_name(kind: AskedKind, question: str) -> bool:
    """Say whether a question does no more than name something: "tickets for the spring fair"."""
    return kind.name == "any" and not asks(question) and len(content_words(question)) <= _FEW


def _hangs(kind: AskedKind) -> bool:
    """Say whether what is asked for is of each thing its own, and told of no other."""
    return kind.name in _HANGING and not kind.counted
