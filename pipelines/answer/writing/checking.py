"""Check what a language model wrote against the passages that it was given."""

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Self

from pipelines.answer.quoting.found import name_of
from pipelines.answer.scoring import Scoring
from pipelines.models.answers import Passage, QueryEmbedding
from pipelines.nodes.checking.checked_answer import (
    Claim,
    Weighing,
    Written,
    ended,
    keep_supported,
    read_claims,
)
from pipelines.nodes.checking.contradictions import says_it_is_missing
from pipelines.nodes.checking.given import results_in
from pipelines.nodes.checking.support import Source
from pipelines.nodes.text.amounts import as_written
from pipelines.ports import LanguageDetector

_MOST_CLAIMS = 60  # of an answer; what follows is left out


@dataclass(slots=True)
class Checking:
    """What the sentences of one answer are held against; none is looked at twice."""

    sources: Sequence[Source]  # sources[i] is what [i + 1] stands for
    language: str
    scoring: Scoring
    question: str = ""  # which the answer is to
    detector: LanguageDetector | None = None  # of what a sentence is in; else that of the answer
    _found: dict[Claim, tuple[int, ...]] = field(default_factory=dict)
    _last: tuple[str, str] = ("", "")  # what was looked at last, and what was kept of it

    @classmethod
    async def against(
        cls,
        passages: Sequence[Passage],
        scoring: Scoring,
        *,
        asker: int | None,
        language: str,
        beside: Mapping[int, str] | None = None,
        question: str = "",
        detector: LanguageDetector | None = None,
    ) -> Self:
        """Prepare to check an answer from these passages.

        Args:
            language: of the answer; what is translated in it has another, see `detector`.
            beside: by id of a passage, what was computed from it: that supports, too.
            question: which the answer is to.
        """
        vectors = await scoring.token_vectors([passage.id for passage in passages], asker)
        computed = beside or {}
        sources = [
            Source(
                each.text,
                each.language,
                name_of(each),
                vectors.get(each.id),
                computed.get(each.id, ""),
            )
            for each in passages
        ]
        return cls(sources, language, scoring, question, detector)

    async def kept(self, answer: str, *, is_whole: bool = True) -> str:
        """Return what the passages support, with marks put right; "" if too little is left.

        Args:
            answer: as the model wrote it; its mark [i] means the i-th passage.
            is_whole: nothing more comes; else only its whole sentences are looked at.
        """
        text = answer if is_whole else ended(answer)
        looked_at, kept = self._last
        if text == looked_at:  # a word more, and no sentence
            return kept
        written, new, results = await asyncio.to_thread(self._taken_apart, text)
        if new:
            embedded = await self.scoring.embedder.embed_queries([one.text for one in new.values()])
            for (claim, alike), query in zip(new.items(), embedded, strict=True):
                self._found[claim] = await self._supporting(alike, query, results)
        found = [self._found.get(claim, ()) for claim in written.claims]
        self._last = text, keep_supported(written, found, self.sources)
        return self._last[1]

    def _taken_apart(self, text: str) -> tuple[Written, dict[Claim, Claim], frozenset[str]]:
        """Return what was written, its new claims as the sources put them, and its results."""
        written = read_claims(text, len(self.sources))
        there = [source.whole for source in self.sources]
        new = {
            claim: replace(claim, text=as_written(claim.text, there))
            for claim in written.claims[:_MOST_CLAIMS]
            if claim.tells and claim not in self._found
        }
        results = results_in(written.text, "\n".join(there), self.question) if new else frozenset()
        return written, new, results

    def left_out(self, answer: str) -> tuple[str, ...]:
        """Return the sentences of an answer, looked at before, that no passage supports.

        Each once, however often it was written.
        """
        doubted = (
            claim.text
            for claim in read_claims(answer, len(self.sources)).claims
            if claim.tells and not self._found.get(claim) and not says_it_is_missing(claim.text)
        )
        return tuple(dict.fromkeys(doubted))

    async def _supporting(
        self, claim: Claim, query: QueryEmbedding, results: frozenset[str]
    ) -> tuple[int, ...]:
        """Return the numbers of the sources that support a claim, read closely where in doubt."""
        language = self._language_of(claim)
        weighing = Weighing(claim, query, self.sources, language, self.question, results)
        if (reader := self.scoring.reader) is not None:
            for number, text in await asyncio.to_thread(weighing.doubtful):
                weighing.read[number] = await reader.standing(claim.text, text)
        return await asyncio.to_thread(weighing.supporting)

    def _language_of(self, claim: Claim) -> str:
        """Return what a sentence is in: who is asked to translate answers in another language."""
        if self.detector is None:
            return self.language
        return self.detector.detect(claim.text, hint=self.language)
