"""What sentences answer: which, whether they do at all, and better than cells; and who differs."""

import asyncio
import math
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from operator import itemgetter

from pipelines.answer.quoting.found import Found, crosses, evidence_of
from pipelines.answer.quoting.said_before import (
    beyond_what_was_said,
    said_of_exchanged,
    told_again,
    with_first,
)
from pipelines.answer.quoting.weighing.called import is_bare_number, signature_of
from pipelines.answer.quoting.weighing.named import lacks_all_named, may_lack_one_named, named_of
from pipelines.answer.quoting.weighing.nearest import comes_near, is_doubted
from pipelines.answer.quoting.weighing.shape import is_of_the_one_above, needs_reading
from pipelines.answer.quoting.weighing.sureness import how_surely, may_be_of_another
from pipelines.answer.scoring import Scoring
from pipelines.models.answers import Passage
from pipelines.models.documents import Span
from pipelines.nodes.answering.asked import AskedKind, asked_kind, without_asking
from pipelines.nodes.answering.cite import Quote, place_at
from pipelines.nodes.answering.disagree import Disagreement, disagreement
from pipelines.nodes.answering.fitting.going_first import tells_when_shut
from pipelines.nodes.answering.fitting.sorts import stands
from pipelines.nodes.answering.holding import holds
from pipelines.nodes.answering.labels import is_of_other_sort
from pipelines.nodes.answering.quotable import asks, quotable_spans
from pipelines.nodes.answering.sentences.extract_answer import (
    Extract,
    ExtractionRules,
    extract_scored,
    rank_sentences,
)
from pipelines.nodes.answering.sentences.sentence_scores import (
    Place,
    Sentence,
    score_read,
    weigh_sentences,
)
from pipelines.nodes.questions.anchors import Anchor, missing, tells_bound_of
from pipelines.nodes.ranking.select import is_worth_reading
from pipelines.nodes.tables.answer import lacks_row
from pipelines.nodes.tables.filters.unpriced import rows_of_other_things
from pipelines.nodes.tables.heads import heads_of_tables, table_of
from pipelines.nodes.tables.matching.flag_columns import tells_whether
from pipelines.nodes.text.calendar import is_month, within_stretches
from pipelines.nodes.text.words import content_words

_SURE = 0.52  # confidence of the passages from which on names that are missing tell nothing
_MOST_OF_REST = 2  # sentences that are quoted next
_ABOUT = 0.34  # of the question's words, which they hold
_OF_A_CODE = 2  # passages at most that hold a code which tells what is asked about
_AGAIN = 0.9  # confidence of what answered before, and tells what is asked now as well
_HELD = 0.5  # from which on a sentence is taken to hold what is asked for
_SURELY_HELD = 0.8
_SHAPED_FIRST = frozenset({"when", "hour", "phone", "email"})
_DENIED = 5.6  # log odds, by which another sentence may lie behind the first
_CALLED = frozenset({"phone", "email"})


@dataclass(frozen=True, slots=True)
class Prose:
    """What sentences answer, and how surely, 0..1; what no passage stands for."""

    extract: Extract = field(default_factory=Extract)
    confidence: float = 0.0
    disagreement: Disagreement | None = None
    missing: tuple[str, ...] = ()
    needs_reading: bool = False  # however sure it is
    comes_near: bool = False  # so that it may be shown as no more than that
    is_doubted: bool = False  # so that it is shown as no more than that, however sure it seems

    @property
    def best(self) -> Quote | None:
        """The sentence that answers."""
        return next(iter(self.extract.answers), None)


@dataclass(frozen=True, slots=True)
class Standing:
    """What stands for all that a question hangs on, of the passages that were found.

    sentences: of those passages, weighed; naming: documents with a passage that stands for the
    names too, which are not asked for where all was found beyond doubt; missing: what nothing
    stands for, if nothing does.
    """

    sentences: tuple[Sentence, ...] = ()
    naming: frozenset[str] = frozenset()
    has_code: bool = False  # few of them hold a code that tells what is asked about
    missing: tuple[str, ...] = ()


async def read_in_doubt(found: Found, scoring: Scoring, asker: int | None) -> tuple[Found, Prose]:
    """Quote sentences, and read those closely that are in doubt; what was read is found, then."""
    standing = await asyncio.to_thread(what_stands, found)
    found = await _read_closely(found, standing, scoring)
    prose = await asyncio.to_thread(read_prose, found, standing)
    if prose.missing or prose.disagreement is not None:
        documents = list(dict.fromkeys(passage.document_id for passage in found.passages))
        found = replace(found, heads=await scoring.beginnings(documents, asker))
        standing = await asyncio.to_thread(what_stands, found)
        found = found if found.read else await _read_closely(found, standing, scoring)
        prose = await asyncio.to_thread(read_prose, found, standing)
    best = prose.best
    if best and (prose.needs_reading or found.put or is_worth_reading(prose.confidence)):
        place, work = (best.passage.id, best.span.start), (found, standing, scoring)
        more = found if place in found.read else await _read_closely(*work, place)
        if more is not found:
            found, prose = more, await asyncio.to_thread(read_prose, more, standing)
    return found, prose


async def _read_closely(
    found: Found, standing: Standing, scoring: Scoring, place: Place | None = None
) -> Found:
    """Read closely what is in doubt, or one sentence.

    What does not stand is not read, nor what a document tells that names nobody who is asked about,
    where the best sentence is of one that does.
    """
    asked = found.wording or found.question
    scored = score_read(found.question, standing.sentences)
    best = max(scored, key=lambda one: one.score, default=None)
    if best and place is None and best.passage.document_id in standing.naming:
        scored = [one for one in scored if one.passage.document_id in standing.naming]
    read = await scoring.closely(asked, scored, place=place)
    return replace(found, read={**found.read, **read}) if read else found


def what_stands(found: Found) -> Standing:
    """Return the sentences of those passages that stand for what the question hangs on."""
    asked = [a for a in found.anchors if a.kind != "name" or found.confidence < _SURE]
    said = said_of_exchanged(found)  # which stands for what was exchanged, in whatever form
    lacking = [
        () if said and said in passage.text else _lacking(asked, passage, found)
        for passage in found.passages
    ]
    standing = [p for p, less in zip(found.passages, lacking, strict=True) if not less]
    if asked and not standing:
        return Standing(missing=_nowhere(asked, lacking))
    work = found.question, found.query, standing, found.vectors
    has_code = len(standing) <= _OF_A_CODE and any(
        (a.kind == "code" and not a.is_time) or tells_bound_of(a, standing[0].text) for a in asked
    )
    others = _rows_of_others(found, standing)
    weighed = [
        one
        for one in weigh_sentences(*work, exchanged=found.exchanged)
        if not any(row.start <= one.span.start < row.end for row in others[one.passage.id])
    ]
    return Standing(tuple(weighed), _naming(standing, found), has_code)


def _rows_of_others(found: Found, standing: Sequence[Passage]) -> Mapping[int, list[Span]]:
    """Return the rows of tables that are of other things than is asked about, by their passages.

    Those of yes and no, where a table lacks it, and those of prices that are not of the thing.
    """
    rows = defaultdict[int, list[Span]](list)
    for head in heads_of_tables(standing, len(standing)):
        own = [one for one in found.passages if one.document_id == head.passage.document_id]
        table = table_of(head, own)
        if table is None:
            continue
        work = found.question, found.query, table, found.vectors
        others = rows_of_other_things(*work, language=found.language)
        if tells_whether(table) and lacks_row(*work, language=found.language):
            others = table.rows
        for row in others:
            rows[row.passage.id].append(row.span)
    return rows


def _naming(standing: Sequence[Passage], found: Found) -> frozenset[str]:
    """Return the documents with a passage that stands for all names of a question."""
    names = [anchor for anchor in found.anchors if anchor.kind == "name"]
    return frozenset(
        passage.document_id
        for passage in standing
        if not missing(names, evidence_of(passage), crosses=crosses(found, passage))
    )


def read_prose(found: Found, standing: Standing | None = None) -> Prose:
    """Quote sentences of those passages that stand for what the question hangs on.

    Args:
        standing: what `what_stands` says of what was found.
    """
    standing = standing or what_stands(found)
    if standing.missing:
        return Prose(missing=standing.missing)
    scored = score_read(found.question, standing.sentences, read=found.read)
    extracted = extract_scored(found.question, scored, language=found.language)
    if (grounds := extracted.grounds) is None:
        return Prose()
    sure = how_surely(found, extracted.answers[0], grounds, has_code=standing.has_code)
    if (again := told_again(found, extracted)) is not None:
        sure, extracted = max(sure, _AGAIN), with_first(again, extracted)
    else:
        extracted = beyond_what_was_said(found, extracted)
    best = extracted.answers[0]
    is_open = needs_reading(found.question, best, grounds)
    is_open = is_open or is_of_the_one_above(found.question, best, grounds)
    is_open = is_open or may_be_of_another(found, best)
    is_open = is_open or lacks_all_named(found, best, grounds.around, None)
    is_open = is_open or may_lack_one_named(found, best, grounds.around)
    said_otherwise = disagreement(found.question, extracted.ranked, found.heads, found.passages)
    whole = _with_neighbour(_with_whose(found, extracted), best)
    whole = _without_denied(found, _telling_first(found, whole))
    is_near = sure < _HELD and comes_near(found, best, grounds)
    is_alone = again is None and said_otherwise is None and whole.answers[0].passage == best.passage
    is_alone = is_alone and whole.answers[0].span.end == best.span.end
    is_in_doubt = is_alone and is_doubted(found, best, grounds)
    return Prose(
        whole,
        sure,
        said_otherwise,
        needs_reading=is_open,
        comes_near=is_near,
        is_doubted=is_in_doubt,
    )


def told_sentences(passage: Passage) -> Iterator[str]:
    """Yield the sentences of a passage that are no rows and no questions."""
    for span in quotable_spans(passage.text):
        said = passage.text[span.start : span.end]
        if place_at(passage, span.start).row is None and not asks(said):
            yield said


def read_rest(found: Found, left_out: Sequence[str]) -> tuple[Quote, ...]:
    """Quote what comes next of what is about the question, where the best was quoted before."""
    rules = ExtractionRules()
    rules = replace(rules, max_sentences=rules.compared + len(left_out))
    ranked = rank_sentences(found.question, found.query, found.passages, found.vectors, rules)
    asked, shown = content_words(found.question), frozenset(left_out)
    rest = [
        quote
        for quote in ranked
        if quote.text not in shown
        and len(asked & content_words(_with_heading(quote))) >= _ABOUT * len(asked) > 0
    ]
    return tuple(rest[:_MOST_OF_REST])


def _with_heading(quote: Quote) -> str:
    return f"{place_at(quote.passage, quote.span.start).heading or ''}\n{quote.text}"


def _with_whose(found: Found, extracted: Extract) -> Extract:
    """Quote with a number to call the sentence before it, where that says whose it is."""
    best, *others = extracted.answers
    grounds, read = extracted.grounds, found.read
    if grounds is None or asked_kind(found.question).name not in _CALLED:
        return extracted
    before, own = ((best.passage.id, one.start) for one in (grounds.around, best.span))
    whose = content_words(without_asking(found.question))
    is_told = before in read and read[before] > read.get(own, 0.0)
    line = best.passage.text[grounds.around.start : best.span.start]
    is_bare = is_bare_number(best.text) and "\n" not in line
    signed = signature_of(best)
    if signed and whose and whose <= content_words(best.passage.text[signed.start : signed.end]):
        return replace(extracted, answers=(replace(best, span=signed), *others))
    if whose & content_words(best.text) or not (is_told or is_bare):
        return extracted
    whole = replace(best, span=Span(grounds.around.start, best.span.end))
    return replace(extracted, answers=(whole, *others))


def _with_neighbour(extracted: Extract, best: Quote) -> Extract:
    """Quote with the best sentence the one beside it, where only that holds what is asked for."""
    first, *others = extracted.answers
    whole = extracted.with_beside
    if whole is None or first != best or not whole.start <= best.span.start < whole.end:
        return extracted
    apart = (one for one in others if not _is_in(one, best, whole))
    return replace(extracted, answers=(replace(best, span=whole), *apart))


def _telling_first(found: Found, extracted: Extract) -> Extract:
    """Put first what holds what is asked for, of what comes close to the best, which does not.

    Before one that no more than names a month, or a day of the week, a date is put that has as many
    words of the question.
    """
    question, (best, *others) = found.question, extracted.answers
    kind = asked_kind(question)
    if priced := _priced(found, kind, extracted):
        rest = [one for one in extracted.answers if one != priced]
        return replace(extracted, answers=(priced, *rest))
    is_shaped = kind.name in _SHAPED_FIRST or kind.quantity == "money"
    held, said = holds(kind, best.text, question), content_words(question)
    is_of_it = held >= _HELD and tells_when_shut(question, best.text)
    if not is_shaped or is_of_it or held >= (1.0 if kind.name == "when" else _HELD):
        return extracted
    is_held, least = held >= _HELD, 1.0 if held >= _HELD else _SURELY_HELD
    named = said & content_words(best.text)
    if is_held and not named:  # «воду перекроют» by «водоснабжение отключается»
        return extracted
    telling = [
        one
        for one in others
        if holds(kind, one.text, question) >= least
        if named <= content_words(one.text) or (not is_held and named & content_words(one.text))
        if not is_of_other_sort(question, one.text, "")
    ][:1]
    rest = [one for one in extracted.answers if one not in telling]
    return replace(extracted, answers=(*telling, *rest))


def _priced(found: Found, kind: AskedKind, extracted: Extract) -> Quote | None:
    """Return the price to which a reader gives more than to the best sentence, which may be none.

    "Christmas dinner: Friday, 7 for 7.30", and then what two courses are. Not of another thing than
    the one that was put in another's place: to "and breakfast?" no lunch's.
    """
    best, *others = extracted.answers
    if kind.quantity != "money" or holds(kind, best.text, found.question) >= _SURELY_HELD:
        return None
    least = found.read.get((best.passage.id, best.span.start), math.inf)
    read = ((one, found.read.get((one.passage.id, one.span.start), -math.inf)) for one in others)
    priced = [
        (odds, one)
        for one, odds in read
        if odds > least and holds(kind, one.text, found.question) >= _SURELY_HELD
        if found.exchanged & content_words(best.text) <= content_words(one.text)
    ]
    return max(priced, key=itemgetter(0), default=(0.0, None))[1]


def _without_denied(found: Found, extracted: Extract) -> Extract:
    """Leave out beside the first what a reader hardly doubts is no answer, where that one is."""
    first, *others = extracted.answers
    least = found.read.get((first.passage.id, first.span.start), -math.inf) - _DENIED
    read = ((one, found.read.get((one.passage.id, one.span.start), math.inf)) for one in others)
    return replace(extracted, answers=(first, *(one for one, odds in read if odds > least)))


def _is_in(quote: Quote, best: Quote, whole: Span) -> bool:
    is_there = whole.start <= quote.span.start < whole.end
    return is_there and quote.passage.id == best.passage.id


def _lacking(anchors: Sequence[Anchor], passage: Passage, found: Found) -> tuple[Anchor, ...]:
    """Return what of a question a passage does not stand for.

    Where it was found beyond doubt, a year or a century may stand elsewhere in its document,
    but for rows, which hold the years that they are of. Whom a document names where it begins, all
    of it is about: the two sides of a contract.
    """
    crossing = crosses(found, passage)
    lacking = missing(anchors, evidence_of(passage), crosses=crossing)
    if any(is_month(one.text) for one in lacking) and _tells_stretch(found, passage):
        lacking = tuple(one for one in lacking if not is_month(one.text))
    if head := found.heads.get(passage.document_id):
        lacking = tuple(a for a in lacking if a.kind != "name" or missing([a], head))
    is_row = any(anchor.row is not None for anchor in passage.anchors)
    if is_row or found.confidence < _SURE or not all(one.is_time for one in lacking):
        return lacking
    document = [p.text for p in found.passages if p.document_id == passage.document_id]
    return missing(lacking, "\n".join(document), crosses=crossing)


def _tells_stretch(found: Found, passage: Passage) -> bool:
    """Say whether it is asked if something may be, and a passage tells from when until when it may.

    "Fires are allowed from November to February" answers whether one is in July.
    """
    named = named_of(found.own.question) if asked_kind(found.question).name == "whether" else ()
    return bool(named) and any(
        within_stretches(said) and any(stands(thing, said) for thing in named)
        for said in told_sentences(passage)
    )


def _nowhere(anchors: Sequence[Anchor], lacking: Sequence[Sequence[Anchor]]) -> tuple[str, ...]:
    """Return what no passage stands for; if each stands somewhere, what the best one lacks."""
    nowhere = [a.whole for a in anchors if all(a in less for less in lacking)]
    return tuple(nowhere or [anchor.whole for anchor in lacking[0]])
