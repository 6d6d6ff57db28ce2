"""Rank what a reading found, and keep of it what an answer may rest on."""

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import date
from zlib import crc32

from pipelines.answer.quoting.found import evidence_of
from pipelines.answer.ruling import ruled
from pipelines.answer.scoring import Scoring
from pipelines.answer.searching import NEAR
from pipelines.answer.state import AnswerState, Hit, Reading
from pipelines.models.answers import Passage
from pipelines.models.documents import are_foreign
from pipelines.nodes.agenda.asked import is_of_all_that_is_on
from pipelines.nodes.answering.asked import asked_kind
from pipelines.nodes.questions.anchors import Anchor, missing
from pipelines.nodes.questions.follow_up.leaning import things_of
from pipelines.nodes.questions.relative import names_day
from pipelines.nodes.ranking.select import confidence, keep_relevant, missing_neighbours, rank
from pipelines.nodes.tables.asking import asks_of_column
from pipelines.nodes.text.words import content_words
from pipelines.settings import RetrievalSettings

_GOES_ON = 0.45  # leaning of a question from which on it goes on from an answer
_BEST = 3  # passages, one of which holds what a message names
_OF_WHO = 1  # word of content in a question that asks who does something on a day
_LEAST_KEPT = 3  # passages, when all are weak
_FOR_TABLES = 40  # passages, among which a table may be that is asked as a whole
_SURE = 0.6  # confidence from which on no table is looked for further down


@dataclass(frozen=True, slots=True)
class Ranking:
    """What is ranked with."""

    scoring: Scoring
    retrieval: RetrievalSettings

    async def rank(self, reading: Reading, state: AnswerState) -> Reading:
        """Look closer at the passages around what a reading found, and mix the scores."""
        language = state.language_of(reading)
        passages = await self.scoring.found(reading, state)
        if reading.leaning >= _GOES_ON and state.earlier is not None:
            passages = await self._in_languages_before(passages, state)
        ranked = replace(reading.with_passages(passages), unranked=_unranked(passages))
        holding = _holding(reading, passages)
        ranked = replace(
            ranked,
            confidence=confidence(passages, language),
            stands=bool(holding),
            goes_on=_goes_on(passages, state),
            stands_in=crc32(holding[0].text.encode()) if holding else 0,
        )
        if reading.day and not _names_day(reading, passages):
            return replace(ranked, hits=(), confidence=0.0)
        if not reading.rules:
            return ranked
        return ruled(ranked, passages, language=language, least=self.retrieval.abstain_below)

    async def _in_languages_before(
        self, passages: Sequence[Passage], state: AnswerState
    ) -> tuple[Passage, ...]:
        """Leave out what is in another language than the answer that a question goes on from."""
        cited = state.earlier.passages[:NEAR] if state.earlier else ()
        found = await self.scoring.read_hits(
            [Hit(each, 0.0) for each in cited], state.request.asker
        )
        languages = {passage.language for passage in found}
        return tuple(
            p for p in passages if state.language not in languages or p.language in languages
        )

    async def strengthen(self, reading: Reading, state: AnswerState) -> Reading:
        """Cut what is weak, and give each passage that stays a neighbour.

        What is in another language is strong sooner: where nothing else would be left, the best of
        those in the language of the question stay as well.
        """
        retrieval, asker = self.retrieval, state.request.asker
        strong = keep_relevant(
            reading.hits,
            min_rerank_score=retrieval.min_rerank_score,
            min_similarity=retrieval.min_similarity,
        )
        best = rank(strong, limit=retrieval.passages) or rank(reading.hits, limit=_LEAST_KEPT)
        best = await self._with_own_language(best, reading, state)
        if reading.preferred:
            right = {rule.right_passage for rule in reading.preferred}
            taught = tuple(hit for hit in best if hit.id in right)
            return replace(reading, hits=taught, confidence=1.0)
        kept, beside = await asyncio.gather(
            self.scoring.handed_on(best, state),
            self.scoring.store.search.get_neighbours([hit.id for hit in best], asker=asker),
        )
        around = await self.scoring.others(
            reading, state, [replace(p, similarity=0.0) for p in beside]
        )
        chosen = rank([*kept, *missing_neighbours(kept, around)], limit=retrieval.passages)
        asked = reading.searched_for
        is_of_column = asks_of_column(asked) or is_of_all_that_is_on(asked)
        sure = confidence(chosen, state.language_of(reading))
        in_tables = is_of_column or sure < _SURE
        return replace(
            reading.with_passages(chosen),
            for_tables=rank(reading.hits, limit=_FOR_TABLES) if in_tables else (),
            is_of_column=is_of_column,
            confidence=sure,
            unranked=reading.unranked + _unranked(around),
        )

    async def _with_own_language(
        self, best: Sequence[Hit], reading: Reading, state: AnswerState
    ) -> tuple[Hit, ...]:
        """Add the best few in the language of the question, where all others are in another.

        What is asked once more in other words is asked of those that have them.
        """
        if reading.translation:
            return tuple(best)
        language = state.language_of(reading)
        passages = await self.scoring.handed_on(reading.hits, state)
        own = {one.id for one in passages if not are_foreign(language, one.language)}
        if any(hit.id in own for hit in best):
            return tuple(best)
        added = rank([hit for hit in reading.hits if hit.id in own], limit=_LEAST_KEPT)
        return rank([*best, *added], limit=self.retrieval.passages)


def _goes_on(passages: Sequence[Passage], state: AnswerState) -> bool:
    """Say whether the best passage is of a document that was cited for the question before."""
    best = _best(passages)[:1]
    cited = state.earlier.documents if state.earlier else ()
    return any(one.document_id in cited for one in best)


def _holding(reading: Reading, passages: Sequence[Passage]) -> list[Passage]:
    """Return those of the best passages that hold all things that were named now, best first.

    They must hold half of what is carried on, too: a row of something else says nothing.
    """
    things = [Anchor.named(thing) for thing in things_of(reading.own or reading.question)]
    about = content_words(reading.shown) if reading.is_carried else frozenset()
    held = [(one, evidence_of(one)) for one in _best(passages)] if things else []
    return [
        one
        for one, evidence in held
        if not missing(things, evidence) and 2 * len(about & content_words(evidence)) >= len(about)
    ]


def _names_day(reading: Reading, passages: Sequence[Passage]) -> bool:
    """Say whether one of the best passages names the day of a reading, and a thing of it.

    A rota names every day, and does not say when the shop opens. Whoever asks who works on a day
    names nothing else.
    """
    day = date.fromisoformat(reading.day)
    held = content_words(reading.undated) & content_words(reading.question)
    told = content_words(" ".join(things_of(reading.undated))) & held
    is_of_who = asked_kind(reading.undated).name == "who" and len(held) <= _OF_WHO
    return any(
        names_day(evidence, day) and (is_of_who or told & content_words(evidence))
        for evidence in map(evidence_of, _best(passages))
    )


def _best(passages: Sequence[Passage]) -> list[Passage]:
    return sorted(passages, key=lambda one: one.fused_score or 0.0, reverse=True)[:_BEST]


def _unranked(passages: Sequence[Passage]) -> int:
    return sum(passage.rerank_score is None for passage in passages)
