"""Said before: what was quoted to the question that this one goes on from, and what is new.

Who goes on wants to know more, and it may stand in the very sentence that is shown already: «а на
Вишнёвой?», after the days of both lanes.
"""

import re
from collections.abc import Sequence
from dataclasses import replace

from pipelines.answer.quoting.found import Found
from pipelines.answer.state import Reading
from pipelines.nodes.answering.asked import AskedKind, asked_kind, says_part_of_day
from pipelines.nodes.answering.cite import Quote
from pipelines.nodes.answering.fitting.sorts import stands
from pipelines.nodes.answering.holding import holds
from pipelines.nodes.answering.sentences.extract_answer import Extract
from pipelines.nodes.questions.follow_up.quoted_rows import columns_of
from pipelines.nodes.questions.follow_up.tokens import strip_back, tokens_of
from pipelines.nodes.tables.answered import TableAnswer
from pipelines.nodes.text.calendar import days_in
from pipelines.nodes.text.words import content_words

_WORD = re.compile(r"\w+")
_BARE = 3  # words of a question for the reason, and nothing else
_HELD = 0.5  # from which on a sentence is taken to hold what is asked for
_SURELY_HELD = 0.8  # the same, beyond doubt
_SHAPED = frozenset({"when", "hour", "how_long", "phone", "email"})  # which its shape tells


def hanging_on(reading: Reading) -> Sequence[str]:
    """Return what was put in another's place and has to stand there; no "morning" of a day."""
    days = [one for one in reading.hangs_on if days_in(one)]
    return [one for one in reading.hangs_on if not (days and says_part_of_day(one))]


def said_of_exchanged(found: Found) -> str:
    """Return the sentence quoted before that names what was put in another's place; else ""."""
    words = [word for word in _WORD.findall(" ".join(found.put_in)) if content_words(word)]
    words = [w for w in words if days_in(w) or not says_part_of_day(w)] or words
    sentences = [one for one in found.quoted if len(columns_of(one)) <= 1] if words else []
    return next((one for one in sentences if all(_names(one, word) for word in words)), "")


def is_said_in_prose(found: Found, cells: TableAnswer) -> bool:
    """Say whether a sentence quoted before names what was exchanged, and no row that answers."""
    rows = {line.row.text for line in cells.lines}
    return bool(said_of_exchanged(found)) and rows.isdisjoint(found.quoted)


def _names(sentence: str, word: str) -> bool:
    """Say whether a sentence has a word, or a day that it calls: Saturday, of the weekend."""
    return stands(word, sentence) or bool(days_in(word) & days_in(sentence))


def told_again(found: Found, extracted: Extract) -> Quote | None:
    """Return what was quoted before, where it answers what is asked now as well."""
    return _said_again(found, extracted) or _told_with_it(found, extracted)


def _said_again(found: Found, extracted: Extract) -> Quote | None:
    """Return what was quoted before, if it names what was exchanged and holds what is asked for.

    Where another sentence has the very word, lunch is no breakfast.
    """
    said, kind = said_of_exchanged(found), asked_kind(found.question)
    is_held = kind.name in ("any", "whether") or holds(kind, said, found.question) >= _HELD
    quotes = (*extracted.answers, *extracted.ranked)
    named = [one for one in quotes if found.exchanged <= content_words(one.text)]
    if found.exchanged and named and not any(one.text == said for one in named):
        return None
    return next((one for one in quotes if said and is_held and one.text == said), None)


def tells_more(question: str, before: str, said: str) -> bool:
    """Say whether what was quoted to one question surely holds another thing, now asked for."""
    kind = asked_kind(question)
    is_other = kind.name in _SHAPED and _is_other(kind, asked_kind(before))
    return is_other and holds(kind, said, question) >= _SURELY_HELD


def _told_with_it(found: Found, extracted: Extract) -> Quote | None:
    """Return what was quoted before where it has what the best sentence lacks, and the rest too.

    "A lorry comes for them on 24 May", said of fridges, and not when the bins are emptied.
    """
    about = content_words(found.question) - content_words(found.own.question)
    if about & content_words(extracted.answers[0].text):
        return None
    return next(
        (
            one
            for one in extracted.ranked
            if one.text in found.said
            and about & content_words(one.text)
            and tells_more(found.question, found.asked_before, one.text)
        ),
        None,
    )


def beyond_what_was_said(found: Found, extracted: Extract) -> Extract:
    """Put something new before what was quoted to the question that this one goes on from.

    What was quoted stays where it names what is asked for now, or holds another thing than was
    asked for then: when it was founded, behind by whom. Of a reason only a sentence that gives one
    goes before it. Nor does what was quoted answer of another thing, where a sentence names that.
    """
    if not extracted.answers:
        return extracted
    if found.exchanged and extracted.answers[0].text in found.quoted:
        named = [q for q in extracted.ranked if found.exchanged <= content_words(q.text)]
        is_named = found.exchanged <= content_words(extracted.answers[0].text)
        return extracted if is_named or not named else with_first(named[0], extracted)
    if not found.said:
        return extracted
    kind = asked_kind(found.question)
    is_bare = len(found.own.question.split()) <= _BARE
    if is_bare and asked_kind(found.own.question).name == "why":
        why = asked_kind(found.own.question)
        reasons = [quote for quote in extracted.ranked if holds(why, quote.text, found.question)]
        is_given = extracted.answers[0] in reasons
        return extracted if is_given or not reasons else with_first(reasons[0], extracted)
    if extracted.answers[0].text not in found.said:
        return extracted
    asked = content_words(
        " ".join(token.text for token in tokens_of(strip_back(found.own.question)))
    )
    if asked and asked <= content_words(extracted.answers[0].text):
        return extracted
    held = holds(kind, extracted.answers[0].text, found.question)
    if held >= _HELD and _is_other(kind, asked_kind(found.asked_before)):
        return extracted
    new = [quote for quote in extracted.ranked if quote.text not in found.said]
    telling = [quote for quote in new if holds(kind, quote.text, found.question)] or new
    return with_first(telling[0], extracted) if telling else extracted


def with_first(quote: Quote, extracted: Extract) -> Extract:
    """Put a sentence first, and what answered before it in what leads there."""
    if quote == extracted.answers[0]:
        return extracted
    leading = (one for one in (*extracted.answers, *extracted.context) if one != quote)
    return replace(extracted, answers=(quote,), context=tuple(leading))


def _is_other(kind: AskedKind, before: AskedKind) -> bool:
    """Say whether another kind of thing is asked for; "every three months" is no duration."""
    lengths = {"how_often", "how_long"}
    return kind.name not in ("any", before.name) and not {kind.name, before.name} <= lengths
