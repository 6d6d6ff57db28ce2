"""Score the passages of a question: read as its asker, reranked, and mixed with their words."""

import asyncio
import math
from collections.abc import Awaitable, Mapping, Sequence
from dataclasses import dataclass, field

from pipelines.answer.quoting.found import evidence_of, name_of
from pipelines.answer.state import AnswerState, Hit, Reading, restore
from pipelines.models.answers import Passage
from pipelines.models.documents import TokenVectors, are_foreign
from pipelines.nodes.answering.sentences.close_reading import Stretch, doubtful
from pipelines.nodes.answering.sentences.sentence_scores import Place, Sentence
from pipelines.nodes.questions.anchors import Anchor, missing
from pipelines.nodes.ranking.fuse import FusionWeights, fuse, lexical_scores
from pipelines.ports import Candidate, CloseReader, Embedder, Reranker
from pipelines.store.recent_passages import RecentPassages
from pipelines.store.recent_vectors import RecentVectors
from pipelines.store.store import Store

_WINDOW = 200  # passages that are read at once
_LONGEST_TABLE = 3000  # passages
_AT_ONCE = 2  # passages that are read closely; others only where no sentence of these answers
_LOOKED_AT = 6  # passages found for a name, which are looked at for it
_NEAR = 0.2  # similarity to the name, beside which words count


@dataclass(frozen=True, slots=True)
class Scoring:
    """What passages are scored with."""

    store: Store
    embedder: Embedder
    reranker: Reranker
    weights: FusionWeights
    recent: RecentVectors
    reader: CloseReader | None = None
    passages: RecentPassages = field(default_factory=RecentPassages)

    async def found(self, reading: Reading, state: AnswerState) -> tuple[Passage, ...]:
        """Score the passages that a reading remembers."""
        ids = [hit.id for hit in reading.hits]
        return await self._score(reading, state, ids, self.handed_on(reading.hits, state))

    async def others(
        self, reading: Reading, state: AnswerState, passages: Sequence[Passage]
    ) -> tuple[Passage, ...]:
        """Score passages that search did not find."""
        ids = [passage.id for passage in passages]
        return await self._score(reading, state, ids, _ready(passages))

    async def read(self, state: AnswerState) -> tuple[Passage, ...]:
        """Read the passages of a state anew, as its asker, with the scores it remembers."""
        return await self.read_hits(state.hits, state.request.asker)

    async def read_hits(self, hits: Sequence[Hit], asker: int | None) -> tuple[Passage, ...]:
        """Read passages anew, with the scores that are remembered of them."""
        if not hits:
            return ()
        found = await self.store.search.get_passages([hit.id for hit in hits], asker=asker)
        return restore(hits, found)

    async def read_now(self, hits: Sequence[Hit], state: AnswerState) -> tuple[Passage, ...]:
        """Read passages anew, and hand them on to what comes next of the run."""
        request, ids = state.request, [hit.id for hit in hits]
        found = await self.passages.read_now(
            self.store.search, ids, run=request.run_id, asker=request.asker
        )
        return restore(hits, found)

    async def handed_on(self, hits: Sequence[Hit], state: AnswerState) -> tuple[Passage, ...]:
        """Return passages as the run has just read them, with the scores that are remembered.

        For what comes to ids, scores and figures, or is checked again before it is shown.
        """
        request, ids = state.request, [hit.id for hit in hits]
        found = await self.passages.read(
            self.store.search, ids, run=request.run_id, asker=request.asker
        )
        return restore(hits, found)

    async def token_vectors(self, ids: Sequence[int], asker: int | None) -> dict[int, TokenVectors]:
        """Read what the reranker compares, of passages whose texts are read as the asker.

        Raises:
            UserError: the base was moved to another model meanwhile.
        """
        embedder = self.embedder
        return await self.recent.read(
            self.store.search, ids, asker=asker, model=embedder.model, layout=embedder.layout
        )

    async def closely(
        self, asked: str, sentences: Sequence[Sentence], *, place: Place | None = None
    ) -> dict[Place, float]:
        """Read once more, together with the question, the sentences that may answer it.

        Args:
            asked: the question as it is read, which may not be as it was searched for.
            sentences: scored, in the order of the text: all that may be quoted.
            place: of a sentence that is in doubt by itself; else those that are near each other.

        Returns:
            Log odds by the place of a sentence, of those that were read.
        """
        if self.reader is None:
            return {}
        stretches = await asyncio.to_thread(doubtful, sentences, place=place)
        read = await self._read(asked, stretches[:_AT_ONCE])
        if all(odds < 0.0 for odds in read.values()):
            read |= await self._read(asked, stretches[_AT_ONCE:])
        return read

    async def beside(self, asked: str, stretch: Stretch) -> dict[Place, float]:
        """Read the sentences around one that was quoted, as `closely` does."""
        return await self._read(asked, (stretch,)) if self.reader is not None else {}

    async def _read(self, asked: str, stretches: Sequence[Stretch]) -> dict[Place, float]:
        """Read stretches together with a question, at once."""
        assert self.reader is not None
        each = await asyncio.gather(*(self.reader.answering(asked, s.texts) for s in stretches))
        read = dict[Place, float]()
        for stretch, odds in zip(stretches, each, strict=True):
            told = dict(zip(stretch.sentences, odds.tolist(), strict=True))
            if not math.isnan(told[stretch.best]):  # else it was too long for itself to be read
                read.update((s.place, one) for s, one in told.items() if not math.isnan(one))
        return read

    async def around(self, passage: Passage, asker: int | None) -> tuple[Passage, ...]:
        """Read what stands around a passage."""
        first = max(0, passage.passage_idx - _WINDOW // 2)
        around = await self._window(passage.document_id, first, asker)
        # under the id it was found by, which is the id its vectors are kept by
        return tuple(passage if p.passage_idx == passage.passage_idx else p for p in around)

    async def whole_table(self, row: Passage, asker: int | None) -> tuple[Passage, ...]:
        """Read what stands around a row, on both sides as far as its table goes."""
        around = await self.around(row, asker)
        while around and len(around) < _LONGEST_TABLE and (first := around[0]).passage_idx > 0:
            if not _is_of_table(first, row):
                break
            start = max(0, first.passage_idx - _WINDOW)
            before = await self._window(row.document_id, start, asker)
            around = (*(p for p in before if p.passage_idx < first.passage_idx), *around)
        while around and len(around) < _LONGEST_TABLE and _is_of_table(around[-1], row):
            behind = await self._window(row.document_id, around[-1].passage_idx + 1, asker)
            if not behind:
                break
            around = (*around, *behind)
        return around

    async def _window(self, document: str, first: int, asker: int | None) -> tuple[Passage, ...]:
        return await self.store.search.document_passages(
            document, asker=asker, first=first, limit=_WINDOW
        )

    async def is_named(self, anchor: Anchor, language: str, asker: int | None) -> bool:
        """Say whether a text that the asker may read names what a question hangs on."""
        found = await self.naming(anchor.text, language, asker)
        return not all(missing([anchor], evidence_of(passage)) for passage in found)

    async def naming(
        self, text: str, language: str, asker: int | None, *, limit: int = _LOOKED_AT
    ) -> tuple[Passage, ...]:
        """Return the passages nearest to a name, by its words and by what it means."""
        query = await self.embedder.embed_query(text)
        return await self.store.search.search_documents(
            query.embedding,
            text=text,
            language=language,
            top_k=limit,
            threshold=_NEAR,
            floor=self.embedder.similarity_floor,
            asker=asker,
            model=self.embedder.model,
            layout=self.embedder.layout,
        )

    async def beginnings(self, documents: Sequence[str], asker: int | None) -> dict[str, str]:
        """Return how documents begin: their first passages, by their ids."""
        first = await asyncio.gather(
            *(
                self.store.search.document_passages(document, asker=asker, limit=1)
                for document in documents
            )
        )
        return {one[0].document_id: one[0].text for one in first if one}

    async def _score(
        self,
        reading: Reading,
        state: AnswerState,
        ids: Sequence[int],
        texts: Awaitable[Sequence[Passage]],
    ) -> tuple[Passage, ...]:
        """Look for words in the passages while their token vectors are still being read."""
        question, language = reading.searched_for, state.language_of(reading)
        (passages, words), vectors = await asyncio.gather(
            _with_words(question, texts), self._vectors_to_rerank(ids, state.request.asker)
        )
        if not passages:
            return ()
        candidates = [
            Candidate(
                passage.text,
                vectors.get(passage.id),
                crosses_languages=are_foreign(passage.language, language),
                under=name_of(passage),
            )
            for passage in passages
        ]
        scores = await self.reranker.rerank(question, candidates)
        return fuse(passages, scores, words, self.weights, language=language)

    async def _vectors_to_rerank(
        self, ids: Sequence[int], asker: int | None
    ) -> Mapping[int, TokenVectors]:
        if not ids or not self.reranker.needs_token_vectors:
            return {}
        return await self.token_vectors(ids, asker)


async def _ready(passages: Sequence[Passage]) -> Sequence[Passage]:
    return passages


async def _with_words(
    question: str, reading: Awaitable[Sequence[Passage]]
) -> tuple[Sequence[Passage], Sequence[float]]:
    passages = await reading
    texts = [passage.text for passage in passages]
    languages = [passage.language for passage in passages]
    under = [name_of(passage) for passage in passages]
    return passages, await asyncio.to_thread(lexical_scores, question, texts, languages, under)


def _is_of_table(passage: Passage, row: Passage) -> bool:
    """Say whether a passage holds rows under the heading that a row stands under."""
    headings = {anchor.heading for anchor in row.anchors}
    return any(anchor.row and anchor.heading in headings for anchor in passage.anchors)
