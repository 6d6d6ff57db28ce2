"""Search for what a question may mean: as it stands, and with its misspelt words taken as meant."""

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import islice

from pipelines.answer.quoting.found import evidence_of, name_of
from pipelines.answer.ruling import Taught, taught_for, with_rules
from pipelines.answer.scoring import Scoring
from pipelines.answer.state import AnswerState, Clock, Hit, Reading
from pipelines.models.answers import Passage, QueryEmbedding
from pipelines.models.documents import are_foreign
from pipelines.nodes.questions.paraphrasing.paraphrase import (
    Notion,
    in_words_of,
    nearest_texts,
    notions_of,
)
from pipelines.nodes.questions.politeness import bare_question
from pipelines.nodes.questions.spelling.correct import correct
from pipelines.nodes.questions.spelling.languages import is_cyrillic
from pipelines.nodes.questions.translate import other_language, translate
from pipelines.nodes.text.dictionary import is_russian
from pipelines.nodes.text.junk import prose_share
from pipelines.nodes.text.words import content_words, words_of
from pipelines.settings import RetrievalSettings

_FURTHER = 2  # times as many passages: junk stands before some, and a whole language before others
_LEAST_PROSE = 0.3  # share of a chunk that must be no junk
_WORDED = 2  # ways in which documents may say what is asked that are tried
_WORDED_BY = 4  # texts whose words are looked at for it
_ANY = -1.0  # similarity: words alone may tell
NEAR = 3  # passages cited before that a follow-up looks at, found or not


@dataclass(frozen=True, slots=True)
class Search:
    """What searching for a reading gave: its hits, and the chunks found."""

    reading: Reading
    embed_ms: float
    passages: tuple[Passage, ...]


@dataclass(frozen=True, slots=True)
class Searching:
    """What is searched with."""

    scoring: Scoring
    retrieval: RetrievalSettings
    within: Sequence[str] | None = None  # ids of documents; None: all that may be read

    async def find(self, reading: Reading, state: AnswerState) -> Search:
        """Search for one reading."""
        clock, retrieval = Clock(), self.retrieval
        query = await self.scoring.embedder.embed_query(reading.searched_for)
        embed_ms = clock.ms()
        hits, taught = await asyncio.gather(
            self._nearest(reading.searched_for, query, reading, state),
            self._taught(reading, query, state),
        )
        nearest = _prose(hits)
        passages = with_foreign(nearest, state.language_of(reading), retrieval.top_k)
        found = reading.with_passages(passages)
        if reading.shown and state.earlier is not None:  # it goes on where it left off
            known = {hit.id for hit in found.hits}
            near = [Hit(each, 0.0) for each in state.earlier.passages[:NEAR] if each not in known]
            found = replace(found, hits=(*found.hits, *near))
        return Search(with_rules(found, taught), embed_ms, passages)

    async def corrected(self, search: Search, state: AnswerState) -> Reading | None:
        """Search again for what a reading says when its misspelt words are taken as meant.

        What is found so may hold more of the words that were meant: then it is searched once more.
        """
        if holds_all(search.reading.question, search.passages):
            return None
        passages = await self.scoring.read_now(search.reading.hits, state)
        meant = await asyncio.to_thread(_correct_by, search.reading.question, passages)
        if meant is None:
            return None
        again = replace(search.reading, question=meant, is_corrected=True, hits=())
        found = (await self.find(again, state)).reading
        nearer = await self.scoring.handed_on(found.hits, state)
        closer = await asyncio.to_thread(_correct_by, search.reading.question, [*nearer, *passages])
        if closer is None or closer == meant:
            return found
        return (await self.find(replace(again, question=closer), state)).reading

    async def translated(self, reading: Reading, state: AnswerState) -> Reading | None:
        """Search for a reading as documents in the other language would be asked.

        None where none of those comes near, or the question cannot be translated.
        """
        target = other_language(state.language)
        near = (await self.find(replace(reading, rules=(), hits=()), state)).passages
        there = [one for one in near if one.language == target]
        if target is None or not there:
            return None
        again = await self._put_in(target, reading, there, state)
        if again is None:
            return None
        found = await self.find(again, state)
        closer = await self._put_in(target, reading, [*found.passages, *there], state)
        if closer is None or closer.translation == again.translation:
            return _in_language(found)
        return _in_language(await self.find(closer, state))

    async def _put_in(
        self, language: str, reading: Reading, there: Sequence[Passage], state: AnswerState
    ) -> Reading | None:
        """Put a reading in another language, in words of passages that were found in it."""
        texts = [f"{one.text}\n{name_of(one)}" for one in there if one.language == language]
        asked = reading.question, reading.own
        question, own = await asyncio.to_thread(_translate, asked, state.language, texts)
        if question is None or own is None:
            return None
        return replace(
            reading, translation=question, own_translation=own, language=language, hits=()
        )

    async def paraphrased(self, reading: Reading, state: AnswerState) -> list[Reading]:
        """Search for a reading in the words of documents that may answer it, the nearest first."""
        language = state.language
        notions = await asyncio.to_thread(notions_of, reading.question, language)
        options = [option for one in notions for option in one.options]
        if not options:
            return []
        query = await self.scoring.embedder.embed_query(reading.question)
        said = " ".join([reading.question, *options])
        found = await self._nearest(said, query, reading, state, threshold=_ANY)
        there = [one for one in found if one.language == language]
        worded = await asyncio.to_thread(_in_their_words, reading, notions, language, there)
        if not worded:  # no sentence that was found says it; the passage around it may
            around = await self.scoring.handed_on(reading.with_passages(there).hits, state)
            worded = await asyncio.to_thread(_in_their_words, reading, notions, language, around)
        again = [
            replace(reading, translation=asked, own_translation=own, language=language, hits=())
            for asked, own in worded
        ]
        return [_in_language(await self.find(one, state)) for one in again]

    async def alone(self, reading: Reading, state: AnswerState) -> Reading | None:
        """Search for the clause that asks, without what is told around it; None where it is all."""
        bare = bare_question(reading.question)
        if bare == reading.question:
            return None
        own = reading.own and bare_question(reading.own)
        again = replace(reading, question=bare, own=own, hits=())
        return (await self.find(again, state)).reading

    async def _taught(self, reading: Reading, query: QueryEmbedding, state: AnswerState) -> Taught:
        """Return what was taught for a question; it is for its translation, too."""
        if reading.translation:
            return Taught(reading.rules, reading.own_words)
        return await taught_for(reading.question, query, state, self.scoring)

    async def _nearest(
        self,
        text: str,
        query: QueryEmbedding,
        reading: Reading,
        state: AnswerState,
        *,
        threshold: float | None = None,
    ) -> tuple[Passage, ...]:
        """Search by meaning and by words."""
        retrieval = self.retrieval
        return await self.scoring.store.search.search_documents(
            query.embedding,
            text=text,
            language=state.language_of(reading),
            top_k=_FURTHER * retrieval.top_k,
            threshold=retrieval.search_threshold if threshold is None else threshold,
            floor=self.scoring.embedder.similarity_floor,
            asker=state.request.asker,
            model=self.scoring.embedder.model,
            layout=self.scoring.embedder.layout,
            ef=retrieval.search_ef,
            within=state.request.among or None if self.within is None else self.within,
        )


def with_foreign(passages: Sequence[Passage], language: str, top_k: int) -> tuple[Passage, ...]:
    """Return the nearest, and a third as many more that are in another language than the question.

    Whatever they say, texts of one language are nearer to each other than those of two.
    """
    foreign = (p for p in passages[top_k:] if are_foreign(p.language, language))
    return (*passages[:top_k], *islice(foreign, top_k // 3))


def _prose(passages: Sequence[Passage]) -> tuple[Passage, ...]:
    """Leave out what is no prose: it is near to whatever is said in its tone."""
    return tuple(one for one in passages if prose_share(one.text) >= _LEAST_PROSE)


def _translate(asked: Sequence[str], language: str, there: Sequence[str]) -> list[str | None]:
    return [translate(text, language, there) if text else "" for text in asked]


def _in_language(search: Search) -> Reading:
    """Leave out what is in another language than the words in which documents are asked."""
    reading = search.reading
    foreign = {one.id for one in search.passages if one.language != reading.language}
    return replace(reading, hits=tuple(hit for hit in reading.hits if hit.id not in foreign))


def _in_their_words(
    reading: Reading, notions: Sequence[Notion], language: str, passages: Sequence[Passage]
) -> list[tuple[str, str]]:
    """Return a reading's question, and what of it was written now, as the nearest texts say it."""
    texts = [evidence_of(one) for one in passages]
    worded: dict[str, str] = {}
    for nearest in nearest_texts(notions, texts)[:_WORDED_BY]:
        text = texts[nearest]
        question = in_words_of(text, reading.question, language)
        if question is not None:
            own = reading.own and in_words_of(text, reading.own, language)
            worded.setdefault(question, own or reading.own)
    return list(worded.items())[:_WORDED]


def holds_all(question: str, passages: Sequence[Passage]) -> bool:
    """Say whether passages hold all words of a question, and none is only taken for one of them.

    Of a misspelt word nothing may be left but the stem: «собраине» and «собрание» have one.
    """
    held = frozenset[str]().union(*(content_words(one.text) for one in passages))
    if not content_words(question) <= held:
        return False
    words = words_of(question)
    doubtful = {word for word in words if is_cyrillic(word) and not is_russian(word)}
    return all(any(word in words_of(one.text) for one in passages) for word in doubtful)


def _correct_by(question: str, passages: Sequence[Passage]) -> str | None:
    """Return a question with its misspelt words as the passages spell them; None: nothing to do."""
    words: dict[str, int] = {}  # with the place of the passage that holds a word first
    for place, passage in enumerate(passages):
        words = dict.fromkeys(words_of(passage.text), place) | words
    correction = correct(question, words)
    return correction.text if correction.text != question else None
