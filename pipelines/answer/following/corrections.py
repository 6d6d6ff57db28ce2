"""Answers that stand no longer: asked again, and told to whoever got them if they differ now."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import groupby

from pipelines.answer.state import AnswerState, Reading
from pipelines.answer.steps import AnswerSteps
from pipelines.answer.understanding import understand
from pipelines.models.interactions import Correction, StaleAnswer
from pipelines.models.requests import AnswerRequest
from pipelines.nodes.questions.politeness import core_question
from pipelines.ports import CorrectionNotifier

_MOST = 5  # corrections in one message


@dataclass(frozen=True, slots=True)
class Corrections:
    """What answers are asked again with, and who tells of those that differ."""

    answer: AnswerSteps
    notifier: CorrectionNotifier

    async def push(self) -> None:
        """Tell everybody who is due what was said then and is said now, in one message each.

        What was claimed and not finished, because something failed, is looked at again later.
        """
        gaps = self.answer.store.gaps
        stale = sorted(await gaps.claim_stale_answers(), key=lambda one: one.asker)
        for asker, theirs in groupby(stale, key=lambda one: one.asker):
            looked_at = tuple(theirs)
            corrections = await self._corrections(looked_at)
            if corrections:
                await self._note_read(asker, corrections)
                await self.notifier.corrected(asker, looked_at[0].language, corrections)
            await gaps.finish_stale_answers(asker, looked_at, is_told=bool(corrections))

    async def _note_read(self, reader: int, corrections: Sequence[Correction]) -> None:
        documents = {citation.document_id for one in corrections for citation in one.now}
        if documents:
            administration = self.answer.store.administration
            await administration.note_documents_read(sorted(documents), reader=reader)

    async def _corrections(self, stale: Sequence[StaleAnswer]) -> tuple[Correction, ...]:
        """Return what differs, the latest answer first; of one question once."""
        corrections: dict[str, Correction] = {}
        for one in sorted(stale, key=lambda one: one.answered_at, reverse=True):
            if len(corrections) == _MOST:
                break
            if one.question.casefold() not in corrections:
                told = await self._ask_again(one)
                quotes = {" ".join(c.quote.split()) for c in told.citations}
                is_same = {" ".join(quote.split()) for quote in one.quotes} <= quotes
                if one.is_deleted or not is_same:
                    corrections[one.question.casefold()] = Correction(
                        one.question, one.answered_at, one.quotes, told.citations
                    )
        return tuple(corrections.values())

    async def _ask_again(self, stale: StaleAnswer) -> AnswerState:
        """Answer in quotes, by the rights that whoever asked has now; nothing is kept."""
        request = AnswerRequest(stale.question, "", stale.asker, interface_language=stale.language)
        steps = replace(self.answer, model=None)
        state = AnswerState(
            request,
            steps.detector.detect(stale.question, hint=stale.language),
            readings=understand(request, ()).readings or (Reading(core_question(stale.question)),),
        )
        told = await steps.answer_in_quotes(state)
        is_answer = not (told.abstained or told.is_nearest) and await steps.may_be_shown(told)
        return told if is_answer else replace(told, citations=())
