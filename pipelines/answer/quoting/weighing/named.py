"""Named: whether what a question names stands around a sentence, or the value is another's.

An hour, a price, a term or a number is of each thing its own: one with nothing of what is asked
about is another's, near as they are to each other.
"""

import re
from collections.abc import Callable, Sequence
from functools import partial
from itertools import dropwhile, pairwise

from pipelines.answer.quoting.found import Found, crosses
from pipelines.answer.quoting.weighing.things import (
    CLEAR,
    CLEARLY,
    DENIED,
    OF_ONE,
    is_somebody,
    lacks_what_it_hangs_on,
    says_no_more,
    shares_of,
)
from pipelines.models.answers import Passage
from pipelines.models.documents import Span
from pipelines.nodes.answering.asked import (
    QUANTITIES,
    AskedKind,
    as_said_last,
    asked_kind,
    says_kind,
    says_kind_of,
    says_part_of_day,
    stems_asked_of,
    without_asking,
)
from pipelines.nodes.answering.cite import Quote, place_at
from pipelines.nodes.answering.fitting.sorts import names_thing, stands
from pipelines.nodes.answering.holding import holds
from pipelines.nodes.answering.quotable import is_short_denial, quotable_spans
from pipelines.nodes.questions.anchors import names_in, script_of
from pipelines.nodes.questions.follow_up.exchange import is_verb
from pipelines.nodes.questions.follow_up.leaning import is_cyrillic, things_of
from pipelines.nodes.questions.follow_up.tokens import measures_of
from pipelines.nodes.questions.paraphrasing.kin import stands_for
from pipelines.nodes.text.calendar import day_or_month
from pipelines.nodes.text.dictionary import (
    is_known,
    is_noun_alone,
    is_russian,
    part_of_speech,
    translations,
)
from pipelines.nodes.text.words import content_words, fold

_TOLD_BY_VALUE = frozenset({"phone", "email", "hour", "where"})
_SURELY_HELD = 0.8  # from which on a text is taken to hold what is asked for
_OF_A_DATE = 2  # words that a line has which is only one: "20 June of the year"
_CALLED = frozenset({"phone", "email"})
_OPEN = frozenset({"any", "who", "named"})
_OF_SOMETHING = OF_ONE | _CALLED | {"where"}
_SHORTEST = 3  # letters of a word that names a thing, and abbreviates none
_WORD = re.compile(r"[^\W\d_]+")
_JOINED = re.compile(r",|[/&+]|\b(?:and|or|и|или|und|oder|y|o)\b", re.IGNORECASE)
_CLAUSE = re.compile(r"[,;:!?]\s|[.–—]\s")
_FOR_WHOM = re.compile(  # people called by what they are alone: «у беременных», «для взрослых»
    r"(?<!\w)(?:у|для)\s+(?P<whom>[а-яё]{3,}[ыи]х)(?!\w)(?!\s+[а-яё])", re.IGNORECASE
)
_MODIFYING = re.compile(r"(?<!\w)[a-z]+ing(?= [a-z])", re.IGNORECASE)


def lacks_all_named(found: Found, best: Quote, around: Span, odds: float | None) -> bool:
    """Say whether a sentence with an hour, a price, a term or a number has nothing it is asked of.

    "The office is open from 8" has nothing of "when does the gym open", though one is near to the
    other, and a reader is in favour of either. What stands before it in its paragraph, or above, is
    of it; what its document is called is where the sentence has another word of the question.
    """
    question = found.own.question
    is_translated = bool(found.put) and script_of(found.put) != script_of(question)
    kind = asked_kind(found.put if is_translated else found.question)
    named = () if is_short_denial(best.text) else _named_as_put(found)
    if not named or not _is_asked_of(found, kind):
        return False
    stands_in = partial(
        stands_for, language=best.passage.language, crosses=crosses(found, best.passage)
    )
    asked = named_of(found.put) if found.put and not is_translated else named
    if _is_of_another_document(found, best, asked):
        return True
    heading = place_at(best.passage, best.span.start).heading or ""
    text, beside = best.passage.text, f"{heading}\n{_paragraph_of(best, around)}"
    if any(stands_in(fold(one), beside) for one in named):
        return _is_of_other_in(heading, question, named, best, stands_in)
    called = _called(best.passage)
    others = stems_asked_of(question) - content_words(" ".join(named))
    is_title = any(stands_in(fold(one), called) for one in named)
    if is_title and (not others or others & content_words(best.text)):
        return False
    does = [word for word in _WORD.findall(question) if content_words(word) & others]
    if any(stands_in(fold(one), best.text) for one in does):
        sections = _other_sections(found, best, heading)
        if any(stands_in(fold(one), sections) for one in named):
            return odds is not None and odds < 2 * DENIED  # "works begin", in a contract on a roof
    if is_translated:  # the words are not its own
        is_known = all(script_of(one) != script_of(found.put) for one in named)
        return odds is not None and odds < (CLEARLY if is_known else CLEAR)
    is_anothers = kind.name in _CALLED and any(map(str.isalpha, "".join(names_in(best.text))))
    is_elsewhere = kind.name == "where" and any(stands_in(fold(one), text) for one in named)
    is_as_put = any(content_words(one) & content_words(found.put) for one in named)
    if is_as_put or is_anothers or is_elsewhere:
        return True  # of other words than were put nearness says less
    share = shares_of(found, best, around, beside)
    is_near = any(share(ignoring=lambda word, thing=one: word != thing) == 0.0 for one in named)
    return not (is_near and odds is not None and odds >= CLEARLY)


def lacks_what_is_carried(found: Found, best: Quote, around: Span) -> bool:
    """Say whether a sentence has nothing of what is asked on about, and had no answer before.

    "From what date?", after interest of which nothing was found: no date of whatever else.
    """
    is_carried = bool(found.asked_before) and found.own.question != found.question
    if found.quoted or found.put or not is_carried or crosses(found, best.passage):
        return False
    own = content_words(found.own.question)
    carried = [one for one in _WORD.findall(found.question) if content_words(one) - own]
    heading = place_at(best.passage, best.span.start).heading or ""
    told = "\n".join([_called(best.passage), heading, _paragraph_of(best, around)])
    return bool(carried) and not any(stands(one, told) for one in carried)


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
    if not is_value and (kind.name not in _OPEN or odds is None or odds >= DENIED):
        return False
    is_translated = bool(found.put) and script_of(found.put) != script_of(question)
    if is_translated and (odds is None or odds >= CLEAR):  # the words are not its own
        return False
    if odds is not None and odds >= CLEARLY:
        return False
    called = (place.heading, best.passage.title, best.passage.file_name)
    told = "\n".join([*filter(None, called), _paragraph_of(best, around)])
    named = _all_named(kind, question)
    if found.put and not is_translated:  # what was put for another word need not stand there
        named = [one for one in named if content_words(one) & content_words(found.put)]
    if not _names_others(best.text, question):  # what all have is told of nobody
        named = [one for one in named if not is_somebody(one)]
    named.sort(key=question.find)
    held = [stands_for(fold(one), told, best.passage.language) for one in named]
    if kind.name == "when" and is_cyrillic(question):  # a day of "the extraction of honey"
        pairs = pairwise([("", False), *zip(named, held, strict=True)])
        held = [has or (led and f"{head} {one}" in question) for (head, led), (one, has) in pairs]
    is_head_held = any(held) and held[0 if is_cyrillic(question) else -1]
    if is_head_held and says_no_more(question, best.text):
        return False  # "First extraction", asked for that of honey: there is no other thing
    return not all(held) and (any(held) or not is_value)


def _names_others(sentence: str, question: str) -> bool:
    """Say whether a sentence tells of people, by what they are, whom a question does not name."""
    people = filter(is_somebody, _WORD.findall(sentence))
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
    said = as_said_last(" ".join(asking) or question)
    named_apart = _MODIFYING.sub(" ", said)  # of a "riding lesson"
    people = [one for one in things_of(question) if is_somebody(one) and not says_kind(one)]
    named = [*named_of(question), *people]
    whose = [match["whom"] for match in _FOR_WHOM.finditer(question)]
    asked = measures_of(question) if kind.name != "any" else frozenset()
    return [
        one
        for one in dict.fromkeys(named)
        if one not in asked and len(one) >= _SHORTEST and _surely_names_thing(one)
        if not says_part_of_day(one) and one in named_apart
    ] + [one for one in whose if one not in named and content_words(one)]


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
    heading: str,
    question: str,
    named: Sequence[str],
    best: Quote,
    stands_in: Callable[[str, str], bool],
) -> bool:
    """Say whether only a heading of several things has what is named, and another is told of.

    "The slipway is open from 8" stands under "Slipway and crane", and has nothing of the crane. The
    rent under "Lease № 58/A, Rent" is no other where it is asked what the rent is by the lease.
    """
    text = best.passage.text
    told = text[text.rfind("\n", 0, best.span.start) + 1 : best.span.end]
    if any(stands_in(fold(one), told) for one in named):
        return False
    parts = [_WORD.findall(part) for part in _JOINED.split(heading)]
    others = [part for part in parts if not any(stands_in(fold(n), " ".join(part)) for n in named)]
    others = [[word for word in part if names_thing(word)] for part in others]
    return any(
        part and all(stands(word, told) for word in part)
        for part in others
        if not all(stands(word, question) for word in part)
    )


def _is_of_another_document(found: Found, best: Quote, named: Sequence[str]) -> bool:
    """Say whether what is named is what another document is called, and this one never names it.

    "The machine heats up in 25 seconds", of a coffee machine, where there are papers of a boiler.
    """
    own = best.passage.document_id
    here = [_called(best.passage)]
    here += [one.text for one in found.passages if one.document_id == own]
    there = "\n".join(_called(one) for one in found.passages if one.document_id != own)
    if crosses(found, best.passage) or any(stands(one, "\n".join(here)) for one in named):
        return False
    return any(content_words(one) & content_words(there) for one in named)


def _called(passage: Passage) -> str:
    return f"{passage.title or ''}\n{passage.file_name or ''}"


def is_told_in(question: str, shown: str) -> bool:
    """Say whether what is shown of another question holds what this one asks for, and of what.

    «Кто заведующая и какой телефон» is answered by one line with both.
    """
    kind, named = asked_kind(question), named_of(question)
    if kind.name not in _TOLD_BY_VALUE or holds(kind, shown, question) < _SURELY_HELD:
        return False
    return all(stands(thing, shown) for thing in named)


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
    named = [one for one in nouns if not is_somebody(one)]
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
