"""What stands beside an answer: the row it is of, the sentences around it.

"And how long does it take?" is asked of what was just shown, in words that nothing there repeats.
If no passage answers it surely, what is near the last answer and holds the kind of thing that is
asked for comes closest, and is shown as no more than that.
"""

import asyncio
from collections.abc import Iterator, Sequence
from itertools import islice

from pipelines.answer.quoting.found import Found, Own, evidence_of
from pipelines.answer.scoring import Scoring
from pipelines.answer.state import AnswerState
from pipelines.models.answers import Passage
from pipelines.models.documents import Span, TokenVectors
from pipelines.nodes.answering.asked import asked_kind, without_asking
from pipelines.nodes.answering.cite import Line, Quote, place_at
from pipelines.nodes.answering.holding import holds
from pipelines.nodes.answering.quotable import asks, quotable_spans
from pipelines.nodes.answering.sentences.bare_days import on_bare_day
from pipelines.nodes.answering.sentences.extract_answer import ExtractionRules, rank_sentences
from pipelines.nodes.questions.anchors import anchors_of, missing
from pipelines.nodes.questions.follow_up.forms.alternatives import (
    asks_in_whose_place,
    names_another,
)
from pipelines.nodes.questions.follow_up.tokens import TOKEN, is_back, strip_back
from pipelines.nodes.questions.unsupported import unsupported_share
from pipelines.nodes.tables.rows import read_rows
from pipelines.nodes.text.calendar import is_month
from pipelines.nodes.text.layout.messages import is_message
from pipelines.nodes.text.words import content_words

LEANS = 0.45  # leaning from which on a question may be asked of the last answer
_CITED = 2  # passages of the last answer that are looked around
_COMPARED = 12  # sentences around it
_TOLD = 0.8  # from which on what was quoted before tells it
_NEVER_SAID = ("any", "whether", "why", "who", "named")  # kinds of which a line holds one anyhow
_MOST_ON_A_DAY = 2  # sentences
_HELD = 0.5  # from which on a sentence is taken to hold what is asked for


async def in_what_was_said(
    own: Own, state: AnswerState, scoring: Scoring, *, elsewhere: bool
) -> tuple[Line, ...]:
    """Return what was quoted before, where it tells the other thing that is asked for now.

    "His number?" is asked of the line that names him, and stands in it as often as not. Of one with
    words of its own only where what was found for them is of other documents, and one of them
    stands beside what was quoted, or that is of a message. Who stands in for somebody is told by
    what names somebody else.

    Args:
        elsewhere: nothing was found, or it is of other documents than those quoted before.
    """
    kind = asked_kind(own.question)
    is_bare = not content_words(strip_back(without_asking(own.question)))  # «во сколько»
    if state.earlier is None or not (is_bare or points_back(own.question)):
        return ()
    in_place, words = asks_in_whose_place(own.question), frozenset[str]()
    if not in_place:
        if kind.name in _NEVER_SAID or kind.name == asked_kind(state.earlier.question).name:
            return ()
        words = content_words(strip_back(without_asking(own.question)))
        if words and not elsewhere:
            return ()
    cited = await scoring.store.search.get_passages(
        state.earlier.passages[:_CITED], asker=state.request.asker
    )
    said = [q for text in state.earlier.quotes if (q := quoted_in(text, cited)) is not None]
    near = (*said, *(each for quote in said for each in _of_message(quote)))
    if in_place:
        known = "\n".join((state.earlier.question, *state.earlier.subject))
        return tuple(Line(each) for each in said if names_another(each.text, known))[:1]
    telling = (
        quote
        for quote in near
        if holds(kind, quote.text, own.question) >= _TOLD
        if not words or words & content_words(quote.passage.text) or _is_of_message(quote)
    )
    return tuple(Line(quote) for quote in islice(telling, 1))


async def on_the_day(
    found: Found, lacking: Sequence[str], scoring: Scoring, asker: int | None
) -> tuple[Line, ...]:
    """Return what names the day of a question by its number alone, where its month is found.

    Args:
        lacking: what no passage stands for; more than the day is told of nowhere.
    """
    others = [anchor for anchor in found.anchors if not _is_of_day(anchor.text)]
    if not lacking or not all(map(_is_of_day, lacking)):
        return ()
    first: dict[str, Passage] = {}
    for passage in found.passages:
        first.setdefault(passage.document_id, passage)
    for passage in first.values():
        around = await scoring.around(passage, asker)
        quotes = await asyncio.to_thread(on_bare_day, found.question, around)
        told = [one for one in quotes if not missing(others, evidence_of(one.passage))]
        if told:
            return tuple(map(Line, told[:_MOST_ON_A_DAY]))
    return ()


def _is_of_day(text: str) -> bool:
    return any(map(str.isdigit, text)) or is_month(text)


def _is_of_message(quote: Quote) -> bool:
    text = quote.passage.text
    return is_message(text, text.rfind("\n", 0, quote.span.start) + 1)


def _of_message(quote: Quote) -> Iterator[Quote]:
    """Yield the sentences of the message that a quote is of."""
    text = quote.passage.text
    start = text.rfind("\n", 0, quote.span.start) + 1
    end = text.find("\n", quote.span.end)
    for span in quotable_spans(text) if _is_of_message(quote) else ():
        if start <= span.start and (span.end <= end or end < 0) and span != quote.span:
            yield Quote(quote.passage, span)


async def nearly_said(
    exchanged: Sequence[str], state: AnswerState, scoring: Scoring
) -> tuple[Line, ...]:
    """Return what stands around the last answer, and has half of what was put in another's place.

    "What about nail polish?" after the rule on rings: that on nails stands beside it. Names, which
    have a capital, are somebody else's by half.
    """
    wanted = content_words(" ".join(exchanged))
    if state.earlier is None or not wanted or any(map(str.isupper, "".join(exchanged))):
        return ()
    cited = await scoring.store.search.get_passages(
        state.earlier.passages[:_CITED], asker=state.request.asker
    )
    around = (Quote(p, span) for p in cited for span in quotable_spans(p.text))
    naming = (
        quote
        for quote in around
        if 2 * len(wanted & content_words(quote.text)) >= len(wanted)
        if not asks(quote.text) and place_at(quote.passage, quote.span.start).row is None
    )
    return tuple(Line(quote) for quote in islice(naming, 1))


def quoted_in(text: str, passages: Sequence[Passage]) -> Quote | None:
    """Return where a text was quoted from; None of rows, which are asked as tables."""
    for passage in passages:
        at = passage.text.find(text)
        if at >= 0 and place_at(passage, at).row is None:
            return Quote(passage, Span(at, at + len(text)))
    return None


def points_back(question: str) -> bool:
    """Say whether a question has a word for what was told before: "do they do it more often?"."""
    return any(map(is_back, TOKEN.findall(question)))


async def beside_earlier(own: Own, state: AnswerState, scoring: Scoring) -> tuple[Line, ...]:
    """Return what comes closest beside the answer that a question leans on; () where nothing does.

    Args:
        own: what of the question was written now.
    """
    if state.earlier is None:
        return ()
    asker, said = state.request.asker, frozenset(state.earlier.quotes)
    cited = await scoring.store.search.get_passages(state.earlier.passages[:_CITED], asker=asker)
    if (row := _row_of(cited, said)) is not None:
        return (Line(row),) if _may_answer(own, row, None) else ()
    around = await scoring.store.search.get_neighbours([p.id for p in cited], asker=asker)
    passages = tuple({p.passage_idx: p for p in (*around, *cited)}.values())
    vectors = await scoring.token_vectors([p.id for p in passages], asker)
    ranked = await asyncio.to_thread(
        rank_sentences,
        own.question,
        own.query,
        passages,
        vectors,
        ExtractionRules(max_sentences=_COMPARED),
    )
    new = (quote for quote in ranked if quote.text not in said)
    fitting = (q for q in new if _may_answer(own, q, vectors.get(q.passage.id)))
    return tuple(Line(quote) for quote in islice(fitting, 1))


def _row_of(passages: tuple[Passage, ...], said: frozenset[str]) -> Quote | None:
    """Return the row of a table that was quoted, if one was."""
    rows = (row for passage in passages for row in read_rows(passage))
    return next((Quote(row.passage, row.span) for row in rows if row.text in said), None)


def _may_answer(own: Own, quote: Quote, vectors: TokenVectors | None) -> bool:
    """Say whether a text holds the kind of thing that is asked for, and what the question names.

    A price is one of many: of what it is must stand there.
    """
    kind, evidence = asked_kind(own.question), evidence_of(quote.passage)
    if kind.name != "any" and holds(kind, quote.text, own.question) < _HELD:
        return False
    if kind.quantity == "money" and unsupported_share(own.question, own.query, evidence, vectors):
        return False
    return not missing(anchors_of(own.question), evidence)
