"""Things: whether a sentence is of the thing that a question names, or of another of its kind.

To a small model any class is near to any other, and so is the price of each. What the question
hangs on has to stand around the sentence; where something else of the kind stands in its place, or
whoever read both closely denies it, nearness alone does not count.
"""

import math
import re
from collections.abc import Callable, Sequence
from functools import partial
from itertools import dropwhile

from pipelines.answer.quoting.found import Found, crosses, evidence_of
from pipelines.models.answers import Passage
from pipelines.models.documents import Span, are_foreign
from pipelines.nodes.answering.asked import (
    QUANTITIES,
    AskedKind,
    asked_kind,
    says_kind,
    says_kind_of,
    says_part_of_day,
    stems_asked_of,
    without_asking,
)
from pipelines.nodes.answering.cite import Quote, place_at
from pipelines.nodes.answering.fitting.sorts import is_of_another_sort, names_thing, stands
from pipelines.nodes.answering.holding import holds
from pipelines.nodes.answering.quotable import is_short_denial, quotable_spans
from pipelines.nodes.questions.anchors import Anchor, missing, names_in, script_of
from pipelines.nodes.questions.follow_up.exchange import is_infinitive, is_verb
from pipelines.nodes.questions.follow_up.leaning import asks, is_cyrillic, things_of
from pipelines.nodes.questions.follow_up.tokens import is_back, measures_of
from pipelines.nodes.questions.paraphrasing.kin import is_displaced, stands_for
from pipelines.nodes.questions.unsupported import unsupported_share
from pipelines.nodes.tables.words.evidence import term_strength
from pipelines.nodes.text.calendar import day_or_month
from pipelines.nodes.text.dictionary import (
    LANGUAGES,
    is_known,
    is_noun_alone,
    is_owner,
    is_person,
    is_russian,
    lemmas,
    part_of_speech,
    translations,
)
from pipelines.nodes.text.words import content_words, fold

OF_ONE = frozenset({"how_many", "how_long", "hour", "when"})  # which each thing has of its own
_HANGING = frozenset({"whether", "how_many", "when"})
_TOLD_BY_VALUE = frozenset({"phone", "email", "hour", "where"})
_SURELY_HELD = 0.8  # from which on a text is taken to hold what is asked for
_OF_A_DATE = 2  # words that a line has which is only one: "20 June of the year"
_CALLED = frozenset({"phone", "email"})
_OPEN = frozenset({"any", "who", "named"})
_OF_SOMETHING = OF_ONE | _CALLED | {"where"}
_FEW = 3  # words, of which a question is that only names something
_SHORTEST = 3  # letters of a word that names a thing, and abbreviates none
_DENIED = -2.0  # log odds under which the reader takes a sentence for no answer
_THE_SAME = 0.8  # strength from which on two terms name the same
_OWNER = re.compile(r"(\w{3,})['’]s(?= \w)")
_BEHIND_A_NOUN = re.compile(r"(?P<noun>[а-яё]{3,}) (?P<owner>[а-яё]{3,})", re.IGNORECASE)
_WORD = re.compile(r"[^\W\d_]+")
_JOINED = re.compile(r",|[/&+]|\b(?:and|or|и|или|und|oder|y|o)\b", re.IGNORECASE)
_CLAUSE = re.compile(r"[,;:!?]\s|[.–—]\s")
_MODIFYING = re.compile(r"(?<!\w)[a-z]+ing(?= [a-z])", re.IGNORECASE)
_CLEAR = 1.0  # log odds from which on the reader is in no doubt
_CLEARLY = 3.0  # log odds from which on it is right, though words say otherwise


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


def lacks_all_named(found: Found, best: Quote, around: Span, odds: float | None) -> bool:
    """Say whether a sentence with an hour, a price, a term or a number has nothing it is asked of.

    "The office is open from 8" has nothing of "when does the gym open", though one is near to the
    other, and a reader is in favour of either. What stands before it in its paragraph, or above, is
    of it; what its document is called is where the sentence has another word of the question.
    """
    kind, question = asked_kind(found.question), found.own.question
    named = () if is_short_denial(best.text) else _named_as_put(found)
    if not named or not _is_asked_of(found, kind):
        return False
    stands_in = partial(
        stands_for, language=best.passage.language, crosses=crosses(found, best.passage)
    )
    heading = place_at(best.passage, best.span.start).heading or ""
    text, beside = best.passage.text, f"{heading}\n{_paragraph_of(best, around)}"
    if any(stands_in(fold(one), beside) for one in named):
        return _is_of_other_in(heading, named, best, stands_in)
    called = f"{best.passage.title or ''}\n{best.passage.file_name or ''}"
    others = stems_asked_of(question) - content_words(" ".join(named))
    is_title = any(stands_in(fold(one), called) for one in named)
    if is_title and (not others or others & content_words(best.text)):
        return False
    does = [word for word in _WORD.findall(question) if content_words(word) & others]
    if any(stands_in(fold(one), best.text) for one in does):
        sections = _other_sections(found, best, heading)
        if any(stands_in(fold(one), sections) for one in named):
            return odds is not None and odds < 2 * _DENIED  # "works begin", in a contract on a roof
    if found.put and script_of(found.put) != script_of(question):  # the words are not its own
        return odds is not None and odds < _CLEAR
    is_anothers = kind.name in _CALLED and any(map(str.isalpha, "".join(names_in(best.text))))
    is_elsewhere = kind.name == "where" and any(stands_in(fold(one), text) for one in named)
    is_as_put = any(content_words(one) & content_words(found.put) for one in named)
    if is_as_put or is_anothers or is_elsewhere:
        return True  # of other words than were put nearness says less
    share = shares_of(found, best, around, beside)
    is_near = any(share(ignoring=lambda word, thing=one: word != thing) == 0.0 for one in named)
    return not (is_near and odds is not None and odds >= _CLEARLY)


def lacks_one_named(found: Found, best: Quote, around: Span, odds: float | None) -> bool:
    """Say whether nothing stands for one of the things, or of the people, that a question names.

    "A baker's shift is £26" has the shift, and nothing of "what is the cleaner paid for a shift".
    An hour, a price, a term or a number is of all of them, where it is of any; whoever read both
    closely, and is in no doubt, knows it better. What is asked openly, "what is the password of
    the router", may be told in other words, but where that reader denies it. Of rows those of
    prices alone are asked.
    """
    kind, question = asked_kind(found.question), found.own.question
    place = place_at(best.passage, best.span.start)
    is_value = kind.name in OF_ONE | _CALLED and not kind.counted
    is_other = place.row is not None and kind.quantity != "money"
    if is_other or crosses(found, best.passage) or is_short_denial(best.text):
        return False
    if not is_value and (kind.name not in _OPEN or odds is None or odds >= _DENIED):
        return False
    is_translated = bool(found.put) and script_of(found.put) != script_of(question)
    if is_translated and (odds is None or odds >= _CLEAR):  # the words are not its own
        return False
    if odds is not None and odds >= _CLEARLY:
        return False
    called = (place.heading, best.passage.title, best.passage.file_name)
    told = "\n".join([*filter(None, called), _paragraph_of(best, around)])
    named = _all_named(kind, question)
    if found.put and not is_translated:  # what was put for another word need not stand there
        named = [one for one in named if content_words(one) & content_words(found.put)]
    if not _names_others(best.text, question):  # what all have is told of nobody
        named = [one for one in named if not _is_somebody(one)]
    held = [stands_for(fold(one), told, best.passage.language) for one in named]
    return not all(held) and (any(held) or not is_value)


def _names_others(sentence: str, question: str) -> bool:
    """Say whether a sentence tells of people, by what they are, whom a question does not name."""
    people = filter(_is_somebody, _WORD.findall(sentence))
    return any(not stands(one, question) for one in people)


def may_lack_one_named(found: Found, best: Quote, around: Span) -> bool:
    """Say whether a reader has to tell if a sentence is of all that a question names.

    Not where nothing stands for what it hangs on: it is of something else, whatever he says.
    """
    passage, place = best.passage, place_at(best.passage, best.span.start)
    called = (place.heading, passage.title, passage.file_name)
    evidence = "\n".join([passage.text[around.start : around.end], *filter(None, called)])
    is_lacking = lacks_one_named(found, best, around, None)
    return is_lacking and not lacks_what_it_hangs_on(found, best, around, evidence)


def lacks_all_known(question: str, told: str, found: Found, passage: Passage) -> bool:
    """Say whether nothing that a question names stands in what a passage tells.

    As far as the dictionary knows it in the language of the passage.
    """
    crossing, language = crosses(found, passage), passage.language
    named = _all_named(asked_kind(question), question)
    named = [one for one in named if not crossing or translations(fold(one), language)]
    return bool(named) and not any(
        stands_for(fold(one), told, language, crosses=crossing) for one in named
    )


def _all_named(kind: AskedKind, question: str) -> list[str]:
    """Return the words of a question for things and people: not for what is asked of them.

    Of what is told around it, "my daughter works for you", none has to stand anywhere.
    """
    asking = list(dropwhile(lambda one: asked_kind(one).name != kind.name, _CLAUSE.split(question)))
    named_apart = _MODIFYING.sub(" ", " ".join(asking) or question)  # of a "riding lesson"
    people = [one for one in things_of(question) if _is_somebody(one) and not says_kind(one)]
    named = [*named_of(question), *people]
    asked = measures_of(question) if kind.name != "any" else frozenset()
    return [
        one
        for one in dict.fromkeys(named)
        if one not in asked and len(one) >= _SHORTEST and _surely_names_thing(one)
        if not says_part_of_day(one) and one in named_apart
    ]


def _surely_names_thing(word: str) -> bool:
    """Say whether a word is known to name something: no slip, and nothing that is being done."""
    folded = fold(word)
    if is_cyrillic(word):
        return names_thing(word) and is_russian(folded)
    return (
        is_known(folded, "en")
        and part_of_speech(next(iter(translations(folded, "ru")), "")) == "NOUN"
    )


def _is_of_other_in(
    heading: str, named: Sequence[str], best: Quote, stands_in: Callable[[str, str], bool]
) -> bool:
    """Say whether only a heading of several things has what is named, and another is told of.

    "The slipway is open from 8" stands under "Slipway and crane", and has nothing of the crane.
    """
    text = best.passage.text
    told = text[text.rfind("\n", 0, best.span.start) + 1 : best.span.end]
    if any(stands_in(fold(one), told) for one in named):
        return False
    parts = [_WORD.findall(part) for part in _JOINED.split(heading)]
    others = [part for part in parts if not any(stands_in(fold(n), " ".join(part)) for n in named)]
    others = [[word for word in part if names_thing(word)] for part in others]
    return any(part and all(stands(word, told) for word in part) for part in others)


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


def is_told_in(question: str, shown: str) -> bool:
    """Say whether what is shown of another question holds what this one asks for, and of what.

    «Кто заведующая и какой телефон» is answered by one line with both.
    """
    kind, named = asked_kind(question), named_of(question)
    if kind.name not in _TOLD_BY_VALUE or holds(kind, shown, question) < _SURELY_HELD:
        return False
    return all(stands(thing, shown) for thing in named)


def says_no_more(question: str, sentence: str) -> bool:
    """Say whether all things of a sentence stand in a question: "walls stay", asked why they do."""
    things = [word for word in _WORD.findall(sentence) if names_thing(word)]
    return bool(things) and all(stands(word, question) for word in things)


def named_of(question: str) -> tuple[str, ...]:
    """Return the words of a question for what something is asked of: things, or else people.

    Of people what they do is as good: "until when can guests stay".
    """
    measures = measures_of(question)
    kind, asked_of = asked_kind(question), content_words(without_asking(question))
    things = [
        thing
        for thing in (*things_of(question), *filter(_ends_as_verb, _WORD.findall(question)))
        if thing not in measures and not _tells_kind(kind, thing)
        if not day_or_month(thing) and content_words(thing) & asked_of
    ]
    nouns = [one for one in things if names_thing(one)]
    named = [one for one in nouns if not _is_somebody(one)]
    return tuple(named or (things if nouns else ()))


def _other_sections(found: Found, best: Quote, heading: str) -> str:
    """Return what was found of the document of a sentence, under other headings than that is."""
    own = best.passage.document_id
    passages = [one for one in found.passages if one.document_id == own]
    spans = ((one, span) for one in passages for span in quotable_spans(one.text))
    return "\n".join(
        one.text[span.start : span.end]
        for one, span in spans
        if (place_at(one, span.start).heading or "") != heading
    )


def _is_asked_of(found: Found, kind: AskedKind) -> bool:
    """Say whether what is asked for is of one thing; of what is forbidden any rule may tell."""
    is_reworded = kind.name == "whether" and bool(found.put)
    return is_reworded or (kind.name in _OF_SOMETHING and not kind.counted)


def _ends_as_verb(word: str) -> bool:
    """Say whether a word is a noun that ends as a verb: «буфет», «билет»."""
    return is_verb(word) and is_noun_alone(fold(word))


def _tells_kind(kind: AskedKind, word: str) -> bool:
    """Say whether a word tells what is asked for: a price, but no contract, of "its price"."""
    asked = QUANTITIES.get(kind.quantity)
    return asked.has(fold(word)) if asked else says_kind_of(word, kind)


def _named_as_put(found: Found) -> tuple[str, ...]:
    """Return what something is asked of: of a paraphrase no more than was put, if any of it is."""
    question, named = found.own.question, named_of(found.own.question)
    own = tuple(one for one in named if content_words(one) & content_words(found.put))
    if own or named or not found.put:
        return own or named
    words = [w for w in _WORD.findall(without_asking(question)) if content_words(w)]
    return tuple(filter(names_thing, words)) or tuple(words)  # "not later than", of "pay by"


def _paragraph_of(best: Quote, around: Span) -> str:
    """Return a paragraph up to a sentence, behind the line above where that is no sentence.

    Of a line that is no more than a day all that stands around it.
    """
    text = best.passage.text
    if len([word for word in content_words(best.text) if not word.isdecimal()]) <= _OF_A_DATE:
        return text[around.start : around.end]
    start = text.rfind("\n", 0, best.span.start) + 1
    above = text[text.rfind("\n", 0, max(start - 1, 0)) + 1 : max(start - 1, 0)]
    told = text[start : best.span.end]
    return told if above.rstrip().endswith((".", "!")) else f"{above}\n{told}"


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
    if crosses(found, best.passage) or not (is_paid or kind.name == "whether") or odds >= _DENIED:
        return False
    own = best.passage.document_id
    beside = (one.text for one in found.passages if one.document_id == own)
    told = "\n".join([evidence, *beside])
    things = [thing for thing in things_of(found.own.question) if names_thing(thing)]
    things = [thing for thing in things if not (says_kind(thing) or _is_somebody(thing))]
    return len(things) > 1 and not all(stands(thing, told) for thing in things)


def _is_somebody(word: str) -> bool:
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
        return _CLEARLY
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
    asked = [thing for thing in things_of(question) if _is_somebody(thing)]
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
