"""Look up: answer a message about the base or a document of it, by whichever way fits it."""

from dataclasses import dataclass

from pipelines.answer.base.catalogue import Catalogue
from pipelines.answer.base.describing import Describing
from pipelines.answer.base.mentions import Mentions
from pipelines.answer.state import AnswerState


@dataclass(frozen=True, slots=True)
class LookingUp:
    """The ways in which messages about the base are answered."""

    catalogue: Catalogue
    describing: Describing
    mentions: Mentions

    async def tell(self, state: AnswerState, speech: str | None) -> AnswerState | None:
        """Answer; None where the message is a question after all."""
        told, kind = None, state.intent.kind
        if kind == "documents_about":
            return await self.mentions.tell(state, speech)
        if state.intent.is_catalogue:
            told = await self.catalogue.tell(state, speech)
        elif state.intent.is_reading:
            told = await self.describing.tell(state, speech)
        if told is None and kind == "send_document":
            told = await self.mentions.tell(state, speech)
        if told is None and kind in ("about_document", "send_document"):
            told = await self.catalogue.tell_of_none(state, speech)
        return told
