"""How surely the best sentence answers: what it holds, what of the question is missing there.

A sentence that is found well may be of another thing, another time or another person. What tells
so is gathered here, and weighed in `pipelines.nodes.ranking.select`.
"""

import re
from collections.abc import Sequence

from pipelines.answer.quoting.found import Found, crosses, evidence_of
from pipelines.answer.quoting.weighing.called import (
    is_bare_number,
    is_of_all_whose,
    is_of_whose,
    names_whose,
    signature_of,
    with_signature,
)
from pipelines.answer.quoting.weighing.named import (
    lacks_all_named,
    lacks_one_named,
    lacks_what_is_carried,
)
from pipelines.answer.quoting.weighing.shape import (
    asked_as,
    is_of_the_one_above,
    lacks_shape,
    needs_reading,
)
from pipelines.answer.quoting.weighing.things import (
    CLEAR,
    DENIED,
    OF_ONE,
    is_bare_name,
    is_rule_on,
    lacks_thing,
    least_of_sort,
    names_kin,
    shares_of,
)
from pipelines.models.documents import Span
from pipelines.nodes.answering.asked import (
    AskedKind,
    asked_kind,
    says_kind,
    says_what_is_asked,
    stems_asked_of,
    without_asking,
)
from pipelines.nodes.answering.cite import Quote, place_at
from pipelines.nodes.answering.fitting.bans import asks_what_is_banned, bans_of
from pipelines.nodes.answering.fitting.bounds import is_step_that_fits
from pipelines.nodes.answering.fitting.days.other_times import (
    is_of_another_time,
    is_of_special_day,
    months_in,
)
from pipelines.nodes.answering.fitting.days.times import tells_of_the_day
from pipelines.nodes.answering.fitting.numbered import is_of_another_number
from pipelines.nodes.answering.fitting.owners import is_of_other_owners
from pipelines.nodes.answering.fitting.parties import is_of_other_party, lacks_what_happens
from pipelines.nodes.answering.fitting.payments import names_no_way_to_pay, tells_how_to_pay
from pipelines.nodes.answering.fitting.reductions import tells_reduction
from pipelines.nodes.answering.fitting.sorts import is_of_another_sort
from pipelines.nodes.answering.fitting.weighed import is_weight_of_another
from pipelines.nodes.answering.holding import holds
from pipelines.nodes.answering.labels import (
    is_of_another,
    is_of_another_item,
    is_of_other_sort,
    is_of_rival,
)
from pipelines.nodes.answering.sentences.endings import (
    asks_for_end,
    holds_end,
    says_end,
    tells_other_end,
)
from pipelines.nodes.answering.sentences.extract_answer import Grounds
from pipelines.nodes.answering.sentences.values import is_only_behind, is_only_if_not
from pipelines.nodes.questions.anchors import Anchor, missing, names_in, script_of
from pipelines.nodes.questions.follow_up.tokens import is_back
from pipelines.nodes.ranking.select import answerable
from pipelines.nodes.text.calendar import months_named
from pipelines.nodes.text.layout.messages import is_message
from pipelines.nodes.text.words import EMPTY_WORDS, content_words, fold, words_of

_ALL = 0.99  # of the words that say whose price or telephone is asked for
_HALF = 0.5  # of them; then it is another's, most likely
_HALF_LACKS = 0.5  # of what is lacking
_BARE_LACKS = 1.75  # of it, where nothing of the kind is there
_OF_ANOTHER = 2.25  # of it, where a sentence is of another thing: not even what comes nearest
_OTHERS = 0.75  # of it, where a message is of somebody else
_SURE_OF_WORDS = 3.0  # from which on neither the words that were put nor the others need be there
_DENIED_SURELY = -5.0  # where a number is there, and what is counted not beside it
_OWNER = re.compile(r"(\w{2,})['’]s?(?= \w)")
_NAME = re.compile(r"(?<![.!?] )\b[^\W\d_a-zа-яё][a-zа-яё]+")
_WORD = re.compile(r"\w+")
_WELL_FOUND = 0.52  # confidence of what was found in translation, from which on it counts
_HELD = 0.5  # from which on a sentence is taken to hold what is asked for
_SURELY_HELD = 0.8
_CALLED = frozenset({"phone", "email"})
_OF_PEOPLE_AND_DAYS = frozenset({"who", "when"})
_NAMED_BY_LABEL = _CALLED | {"who"}
_ASKED_OPENLY = frozenset({"whether", "any"})
_ABOVE = frozenset({"when", "hour"})  # which may stand above a sentence
_FEW = 3  # words, of which a question is that only names something


def how_surely(found: Found, best: Quote, grounds: Grounds, *, has_code: bool) -> float:
    """Return how surely the best sentence answers."""
    passage, around, own = best.passage, grounds.around, found.own
    above = "\n".join(named := names_above(best))
    kind, read = asked_kind(found.question), passage.text[around.start : around.end]
    evidence = f"{read}\n{above}"
    parted, whole = unsupported_of(found, kind, best, around, evidence)
    of_it = parted if kind.is_told_by_shape else 0.0
    odds = _read_closely(found, kind, best, grounds, lacks_word=whole > 0)
    is_of_kin = names_kin(found, best, evidence)
    is_told = is_told_openly(kind, found.question, best.text) and not (found.put and is_of_kin)
    is_labelled = (
        _is_labelled(found, kind, best, above, lacks_word=whole > 0)
        or _does_not_fit(found, kind, best, around, odds)
        or is_of_other_owners(own.question, best.text, above)
        or (not is_told and (is_of_kin or lacks_one_named(found, best, around, odds)))
    )
    is_less = not is_told and lacks_thing(found, best, around, evidence, odds)
    is_in_doubt = kind.name == "whether" and not is_told and _is_in_doubt(whole, odds)
    is_others = is_labelled or is_in_doubt or _is_of_others(found.question, best, read)
    is_others = is_others or _is_denied(found, kind, evidence, odds)
    is_half = of_it >= _HALF or _is_hour_of_another(found, kind, evidence, odds)
    is_half = is_half and not crosses(found, passage)  # words of others are told apart less
    is_bare = (
        is_labelled
        or of_it >= _ALL
        or any(lacks_shape(asked_kind(one), best, around, one) for one in asked_as(found))
        or is_of_another_time(found.wording or found.question, best, named)
    )
    is_named = _is_named(kind, with_signature(best), own.question, grounds)
    is_whose = kind.name in _CALLED and (grounds.held or 0.0) >= _HELD
    if is_whose and is_of_all_whose(found, best):
        odds = None  # a label says it all, and little to a reader
    if odds is not None:
        is_bare = is_bare or _is_refuted(found, best, grounds, odds, whole)
    return answerable(
        found.confidence,
        held=1.0 if is_told or is_rule_of_form(found, best) else grounds.held,
        unsupported=0.0 if is_told else (parted if kind.name == "phone" else whole),
        lead=grounds.lead,
        read=None if is_others else odds,
        lacks=max(
            _OF_ANOTHER * is_labelled,
            _BARE_LACKS * is_bare,
            _HALF_LACKS * is_half,
            _OTHERS * (is_others or is_less),
        ),
        has_code=has_code or is_told or is_named,
    )


def _is_refuted(
    found: Found, best: Quote, grounds: Grounds, odds: float, unsupported: float
) -> bool:
    """Say whether a sentence that a reader denies is open to doubt by what it holds, too.

    What answers to other words than were put, which are the documents' own, needs more of a reader.
    """
    kind, around = asked_kind(found.question), grounds.around
    read, above = best.passage.text[around.start : around.end], "\n".join(names_above(best))
    evidence = f"{read}\n{above}"
    if found.put and odds < _least_of(found, kind, best, evidence, unsupported):
        return True
    is_known = kind.counted or (kind.name in _CALLED and is_of_whose(found, best, above))
    if odds >= (_DENIED_SURELY if is_known else DENIED):
        return False
    near = holds(kind, read, found.question) if kind.quantity else 0.0  # beside it, perhaps
    is_across = unsupported >= _HALF and crosses(found, best.passage)
    is_beside = is_across or _is_hardly_held(kind, max(grounds.held or 0.0, near))
    return (
        needs_reading(found.question, best, grounds)
        or may_be_of_another(found, best)
        or is_of_the_one_above(found.question, best, grounds)
        or (is_beside and odds < _DENIED_SURELY)
    )


def names_above(best: Quote) -> tuple[str, str, str]:
    """Return the heading above a sentence, and what its document and its file are called."""
    passage, place = best.passage, place_at(best.passage, best.span.start)
    return place.heading or "", passage.title or "", passage.file_name or ""


def _is_found_in_translation(found: Found, best: Quote, grounds: Grounds) -> bool:
    """Say whether a question that was translated word by word found a sentence, not in doubt."""
    is_translated = bool(found.put) and script_of(found.put) != script_of(best.text)
    is_held = (grounds.held or 0.0) >= _HELD
    return is_translated and is_held and found.confidence >= _WELL_FOUND


def _does_not_fit(
    found: Found, kind: AskedKind, best: Quote, around: Span, odds: float | None
) -> bool:
    """Say whether a sentence is of the other side, of no way to pay, or its price of another."""
    question, sentence, put = found.question, best.text, (found.question, found.put)
    return (
        is_of_other_party(question, sentence)
        or is_only_behind(kind, sentence, question, best.passage.language)
        or is_only_if_not(kind, sentence, question)
        or (kind.name in _ABOVE and any(tells_other_end(one, sentence) for one in put))
        or names_no_way_to_pay(question, sentence)
        or is_of_special_day(question, sentence)
        or is_weight_of_another(found.own.question, sentence)
        or _is_office_of_another(found, kind, best)
        or _is_of_another_number(found, best)
        or (odds is not None and odds < least_of_sort(found, best))
        or lacks_all_named(found, best, around, odds)
        or lacks_what_is_carried(found, best, around)
    )


def _is_of_another_number(found: Found, best: Quote) -> bool:
    """Say whether nothing in a document is of the number asked about, and its passage of others."""
    place, own = place_at(best.passage, best.span.start), best.passage.document_id
    if place.row is not None:
        return False
    beside = [one.text for one in found.passages if one.document_id == own]
    question, told = found.own.question, f"{place.heading or ''}\n{best.passage.text}"
    named = [told, "\n".join([told, best.passage.title or "", *beside])]
    return all(is_of_another_number(question, text) for text in named)


def _is_in_doubt(unsupported: float, odds: float | None) -> bool:
    """Say whether half of what a question says stands nowhere, and a reader denies it, if hardly.

    "May I take my bike on the train" of a rule for dogs on trains.
    """
    return unsupported >= _HALF and odds is not None and odds < 0.0


def is_told_openly(kind: AskedKind, question: str, sentence: str) -> bool:
    """Say whether a sentence tells all that is asked, though in none of its words.

    "Cash or card", asked for a way to pay; "closed from 24 December", asked of a day behind it.
    """
    is_open = kind.name in _ASKED_OPENLY
    return is_open and (
        tells_how_to_pay(question, sentence)
        or tells_reduction(question, sentence)
        or tells_of_the_day(question, sentence)
        or is_rule_on(question, sentence)
    )


def _least_of(
    found: Found, kind: AskedKind, best: Quote, evidence: str, unsupported: float
) -> float:
    """Return the log odds from which on an answer to other words than were put is one.

    A price needs more where not all that it was asked of stands there: any tariff is near to any
    other, and the hire of an instrument to that of a saxophone. So does who, of whatever it is.
    """
    if kind.name == "who" and unsupported and not crosses(found, best.passage):
        return DENIED
    kind = asked_kind(found.put)
    is_of_any = kind.is_told_by_shape or kind.name in ("how_many", "how_long")
    held = content_words(evidence)
    if not is_of_any or stems_asked_of(found.put) <= held:
        return _DENIED_SURELY
    is_foreign = script_of(found.put) != script_of(best.text)
    is_reworded = is_foreign or stems_asked_of(found.question) <= held
    return DENIED if is_reworded else _SURE_OF_WORDS


def _is_hardly_held(kind: AskedKind, held: float) -> bool:
    """Say whether no name or day is there, or of what is counted a number of anything."""
    if kind.name == "how_many":
        return held < _SURELY_HELD
    return kind.name in _OF_PEOPLE_AND_DAYS and not held


def unsupported_of(
    found: Found, kind: AskedKind, best: Quote, around: Span, evidence: str
) -> tuple[float, float]:
    """Return what share of the question's words nothing stands for.

    Of those that tell of what the answer is, and of all but the word that counts.
    """
    own, share = found.own, shares_of(found, best, around, evidence)
    rest = content_words(without_asking(own.question))
    tells_end = asks_for_end(own.question) and holds_end(best.text)

    def is_told(word: str) -> bool:
        return tells_end and says_end(word)

    def is_beside_it(word: str) -> bool:
        return says_kind(word) or is_back(word) or not content_words(word) & rest

    def is_told_of_kind(word: str) -> bool:
        return is_told(word) or says_what_is_asked(word, kind)

    return (
        share(ignoring=lambda word: is_told(word) or is_beside_it(word)),
        share(ignoring=is_told_of_kind, needed=kind.counted),
    )


def _is_labelled(
    found: Found, kind: AskedKind, best: Quote, above: str, *, lacks_word: bool
) -> bool:
    """Say whether what stands before or behind the name or the number says that it is another's.

    Args:
        above: what it stands under.
        lacks_word: nothing there stands for a word of the question; a sort may have two names.
    """
    if crosses(found, best.passage):
        return False
    asked = list(filter(None, (found.own.question, found.put)))
    if kind.name in OF_ONE:
        text = f"{best.passage.text}\n{above}"
        if lacks_word and any(is_of_other_sort(each, best.text, above) for each in asked):
            return True
        return any(is_of_rival(each, best.text, text) for each in asked)
    if kind.name in _CALLED and any(is_of_another_item(kind, one, best.text) for one in asked):
        return True
    told = best.text
    if kind.name in _CALLED and is_bare_number(told):  # whose it is stands before it
        line = best.passage.text.rfind("\n", 0, best.span.start) + 1
        told = best.passage.text[line : best.span.end]
    if kind.name in _CALLED and _names_only_others(found.anchors, told, above):
        return True
    is_named = kind.name in _NAMED_BY_LABEL
    return is_named and any(is_of_another(each, told, above) for each in asked)


def _names_only_others(anchors: Sequence[Anchor], told: str, above: str) -> bool:
    """Say whether somebody is named beside a number, and nobody whom the question names."""
    names = [anchor for anchor in anchors if anchor.kind == "name"]
    others = [name for name in names_in(told) if any(map(str.isalpha, name))]
    return bool(names and others) and len(missing(names, f"{told}\n{above}")) == len(names)


def _is_office_of_another(found: Found, kind: AskedKind, best: Quote) -> bool:
    """Say whether only somebody with an office is told of, and of nothing that a question names.

    "Who drives Lady Maud" is no "trained drivers" of whatever else.
    """
    names = [anchor for anchor in found.anchors if anchor.kind == "name"]
    if kind.name != "who" or not names or crosses(found, best.passage):
        return False
    is_missing = len(missing(names, evidence_of(best.passage))) == len(names)
    return is_missing and holds(kind, best.text, found.question) < _SURELY_HELD


def may_be_of_another(found: Found, best: Quote) -> bool:
    """Say whether another thing happens in a sentence, or it is of another sort of the thing.

    By its words alone; a reader by meaning, who denies it as well, is right.
    """
    if crosses(found, best.passage):
        return False
    heading = place_at(best.passage, best.span.start).heading or ""
    told = "\n".join([best.text, heading, best.passage.title or ""])
    kind, question = asked_kind(found.question), found.own.question
    is_of_one = kind.name in OF_ONE or kind.name == "who" or is_bare_name(kind, question)
    return lacks_what_happens(question, told) or (
        is_of_one and is_of_another_sort(question, best.text, told)
    )


def _is_hour_of_another(found: Found, kind: AskedKind, evidence: str, odds: float | None) -> bool:
    """Say whether an hour stands beside hardly a word of a question, and a reader is in doubt.

    "Until when can I come back at night" of a café that is open until six.
    """
    in_doubt = odds is not None and odds < CLEAR
    return kind.name == "hour" and in_doubt and _names_others(found.own.question, evidence)


def _is_denied(found: Found, kind: AskedKind, evidence: str, odds: float | None) -> bool:
    """Say whether the reader denies a sentence that holds what is asked for, and of others."""
    is_denied = kind.is_told_by_shape and odds is not None and odds < DENIED
    return is_denied and _names_others(found.own.question, evidence)


def _read_closely(
    found: Found, kind: AskedKind, best: Quote, grounds: Grounds, *, lacks_word: bool
) -> float | None:
    """Return the log odds that a sentence answers; None where nobody read it closely.

    Whose number it is the line above may say, or the sentence before: "Towing. Ring 01632 960288."
    A step of a rule, a ban or a reduction says nothing by itself to a reader, nor do words without
    grammar, where all of a translated question stand there.
    """
    is_found = not lacks_word and _is_found_in_translation(found, best, grounds)
    if is_found or is_rule_of_form(found, best):
        return None
    is_signed = kind.name in _CALLED and signature_of(best) is not None
    if is_signed and names_whose(found.own.question, with_signature(best)):
        return None
    starts = {best.span.start, grounds.around.start} if kind.name in _CALLED else {best.span.start}
    read = (found.read.get((best.passage.id, start)) for start in starts)
    return max((odds for odds in read if odds is not None), default=None)


def is_rule_of_form(found: Found, best: Quote) -> bool:
    """Say whether a sentence is a rule of the form that is asked for: a step, a ban, a discount."""
    if asks_what_is_banned(found.own.question) and bans_of(found.own.question, best.text):
        return True
    if tells_reduction(found.own.question, best.text):
        return True
    return is_step_that_fits(found.own.question, best.text, best.passage.text)


def _names_others(question: str, evidence: str) -> bool:
    """Say whether most of what a price or a number is asked of is nowhere in so many words.

    Bricks are near to gravel; where the reader denies it besides, the price is that of gravel.
    """
    words = [w for w in _WORD.findall(without_asking(question)) if content_words(w)]
    things = [Anchor.named(word) for word in words if not (says_kind(word) or is_back(word))]
    return 2 * len(missing(things, evidence)) > len(things)


def _is_of_others(question: str, best: Quote, around: str) -> bool:
    """Say whether a message is about another month, or somebody else, than a question names.

    All of a chat is found as one, and in lower case nobody is known by a capital: "tom's birthday".
    """
    text = best.passage.text
    if not is_message(text, best.span.start):
        return False
    months = {month for month, _ in months_named(question)}
    if months and not months & months_in(text):
        return True
    owners = {fold(match[1]) for match in _OWNER.finditer(question)} - EMPTY_WORDS  # no "what's"
    names = {fold(name) for name in _NAME.findall(text)}
    return bool(owners & names - words_of(around))


def _is_named(kind: AskedKind, sentence: str, question: str, grounds: Grounds) -> bool:
    """Say whether a sentence is of all that a question names, and hardly more is asked.

    "Nurse?" of one that begins so; "may I have a kettle?" of one that says whether; "the nurse's
    number" of one with a number beside her.
    """
    wanted = content_words(question)
    if kind.name == "phone" and (grounds.held or 0.0) >= _HELD:
        return names_whose(question, sentence)
    if not 0 < len(wanted) <= _FEW:
        return False
    if kind.name == "whether" and (grounds.held or 0.0) >= _HELD:
        return wanted <= content_words(sentence)
    is_bare = len(question.split()) == len(wanted)  # "what does the nurse do?" asks for more
    said = [stems for word in sentence.split() if (stems := content_words(word))]
    return is_bare and wanted == frozenset[str]().union(*said[: len(wanted)])
