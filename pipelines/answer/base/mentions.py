"""Tell which documents speak of something: those with a passage that has all of its words.

Or words that mean the same, in the other language too: a list is of documents, whatever they say.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from pipelines.answer.base.catalogue import Catalogue
from pipelines.answer.quoting.found import evidence_of
from pipelines.answer.ranking import Ranking
from pipelines.answer.searching import Searching
from pipelines.answer.state import AnswerState, Reading
from pipelines.models.answers import Passage
from pipelines.nodes.questions.intents.recognise import recognise
from pipelines.nodes.questions.intents.whats_there import what_is_there
from pipelines.nodes.text.dictionary import lemmas
from pipelines.nodes.text.glossary import inflected, meanings, meant
from pipelines.nodes.text.words import content_words, fold

_RUSSIAN = re.compile(r"[а-яё]{3,}", re.IGNORECASE)
_DOING = re.compile(r"\b[a-z]{3,}ing\b", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Mentions:
    """What mentions are looked for with."""

    searching: Searching
    ranking: Ranking
    catalogue: Catalogue

    async def tell(self, state: AnswerState, speech: str | None) -> AnswerState | None:
        """List the documents that tell of what is asked about; None where none does."""
        told = await self._tell_of(state.intent.rest, state, speech)
        if told is None and (about := undone(state.intent.rest)) != state.intent.rest:
            intent = replace(state.intent, rest=about)
            return await self._tell_of(about, replace(state, intent=intent), speech)
        return told

    async def _tell_of(
        self, about: str, state: AnswerState, speech: str | None
    ) -> AnswerState | None:
        found = await self.searching.find(Reading(about), state)
        ranked = await self.ranking.rank(found.reading, state)
        passages = await self.searching.scoring.handed_on(ranked.hits, state)
        return await self.catalogue.tell_of(state, telling_of(about, passages), speech)

    async def tell_instead(self, state: AnswerState, speech: str | None) -> AnswerState | None:
        """List the documents that tell of it where no sentence says what there is: "on racing?"."""
        intent = recognise(state.request.question)
        if state.request.is_again or not what_is_there(state.request.question, intent):
            return None
        told = await self.tell(replace(state, intent=intent), speech)
        return replace(told, abstained=False) if told else None


def undone(words: str) -> str:
    """Return English words with what is done in the place of doing it: "race" of "racing".

    Russian ones as they are listed: «цена» of «ценами».
    """
    done = _DOING.sub(lambda word: lemmas(fold(word[0]), "en")[0], words)
    return _RUSSIAN.sub(lambda word: lemmas(fold(word[0]), "ru")[0], done)


def telling_of(about: str, passages: Sequence[Passage]) -> tuple[str, ...]:
    """Return the documents of those passages that have all words of a thing, in their order."""
    wanted = content_words(about)
    return tuple(
        dict.fromkeys(
            passage.document_id for passage in passages if wanted and _tells(passage, wanted)
        )
    )


def _tells(passage: Passage, wanted: frozenset[str]) -> bool:
    held = content_words(evidence_of(passage))
    known = meanings(wanted, passage.language)
    return wanted <= held | inflected(wanted, held) | meant(known, held)
