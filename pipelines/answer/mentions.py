"""Tell which documents speak of something: those with a passage that has all of its words.

Or words that mean the same, in the other language too: a list is of documents, whatever they say.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from pipelines.answer.catalogue import Catalogue
from pipelines.answer.quoting.found import evidence_of
from pipelines.answer.ranking import Ranking
from pipelines.answer.searching import Searching
from pipelines.answer.state import AnswerState, Reading
from pipelines.models.answers import Passage
from pipelines.nodes.text.glossary import inflected, meanings, meant
from pipelines.nodes.text.words import content_words


@dataclass(frozen=True, slots=True)
class Mentions:
    """What mentions are looked for with."""

    searching: Searching
    ranking: Ranking
    catalogue: Catalogue

    async def tell(self, state: AnswerState, speech: str | None) -> AnswerState | None:
        """List the documents that tell of what is asked about; None where none does."""
        found = await self.searching.find(Reading(state.intent.rest), state)
        ranked = await self.ranking.rank(found.reading, state)
        passages = await self.searching.scoring.handed_on(ranked.hits, state)
        telling = telling_of(state.intent.rest, passages)
        return await self.catalogue.tell_of(state, telling, speech)


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
