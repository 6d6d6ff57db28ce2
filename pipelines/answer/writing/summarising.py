"""Summarising: a language model reads a whole document, part by part, and tells what is in it.

Each part is a branch of the run, on record by itself; what the model notes is checked against the
part, and what it puts together of the notes against the passages that they cite.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import partial

from pipelines.answer.following.records import whole_exchange
from pipelines.answer.scoring import Scoring
from pipelines.answer.state import AnswerState, Clock, Part
from pipelines.answer.writing.checking import Checking
from pipelines.answer.writing.growing import show
from pipelines.answer.writing.metering import BUDGET_SPENT, Metering, not_had
from pipelines.engine.graph import Failed
from pipelines.errors import BudgetSpent, ModelUnavailable
from pipelines.models.answers import Draft, Passage
from pipelines.nodes.answering.citation_marks import shift_marks
from pipelines.nodes.answering.cite import cite_answer
from pipelines.nodes.prompting.prompt import declines, without_tags
from pipelines.nodes.prompting.whole_document import combining_prompt, divide, note_prompt
from pipelines.ports import LanguageDetector, Notifier, Phrasebook

_PART = 12_000  # characters
_MOST_PARTS = 64
_MOST_READ = 2000  # passages
_PAGE = 500
_REMEMBERED = 200  # runs of which is counted how far they are


@dataclass(frozen=True, slots=True)
class SummarySteps:
    """The steps in which a whole document is read, and what they work with."""

    model: Metering | None
    scoring: Scoring
    notifier: Notifier
    phrases: Phrasebook
    detector: LanguageDetector
    read: Counter[str]  # by run, how many parts were read here

    async def divide(self, state: AnswerState) -> AnswerState:
        """Divide the document that was asked about into parts."""
        passages = await self._whole(state.choices[0].document_id, state.request.asker)
        divided = divide(passages, max(_PART, sum(len(p.text) for p in passages) // _MOST_PARTS))
        parts = tuple(
            Part(
                state.choices[0].document_id,
                state.choices[0].title,
                first=part[0].passage_idx,
                count=part[-1].passage_idx - part[0].passage_idx + 1,
                number=number,
                of=len(divided),
                question=state.request.question,
                language=state.language,
                asker=state.request.asker,
                payer=state.request.billed_to,
                origin=state.request.origin,
                run=state.request.run_id,
            )
            for number, part in enumerate(divided, start=1)
        )
        await show(self.notifier, state, "reading", state.choices[0].title)
        return replace(state, parts=parts)

    async def read_part(self, part: Part) -> Part:
        """Have the model note what a part says; what the part does not support is left out."""
        passages = await self._passages(part)
        prompt = note_prompt(part.question, part.title, passages, part.language)
        written = await self._model.complete(
            *(part.payer, prompt.system, prompt.turns), on_loading=partial(self._loading, part)
        )
        note = ""
        if not declines(written.text):
            checking = await Checking.against(
                *(passages, self.scoring),
                asker=part.asker,
                language=part.language,
                detector=self.detector,
            )
            note = await checking.kept(without_tags(written.text))
        await self._progress(part)
        return replace(part, note=note, model=written.model, tokens=written.tokens)

    async def skip_part(self, failed: Failed) -> Part:
        """Go on without a part that could not be read."""
        part: Part = failed.value
        return replace(part, is_lost=True, not_had=not_had(failed.failure))

    async def combine(self, state: AnswerState) -> AnswerState:
        """Put the notes together; without enough of them, what was excerpted stays.

        Raises:
            BudgetSpent, ModelUnavailable: no part could be read.
        """
        clock = Clock()
        if all(part.is_lost for part in state.parts):
            if any(part.not_had == "spent" for part in state.parts):
                raise BudgetSpent(BUDGET_SPENT)
            raise ModelUnavailable("no part of the document could be read")
        noted = [part for part in state.parts if part.note]
        if not noted:
            return state
        notes, passages = await self._numbered(noted)
        text, tokens = notes[0], state.tokens
        if len(notes) > 1:
            await show(self.notifier, state, "writing")
            asked = state.request.question
            is_brief = state.request.is_brief
            prompt = combining_prompt(
                asked, noted[0].title, notes, state.language, is_brief=is_brief
            )
            payer = state.request.billed_to
            written = await self._model.complete(
                *(payer, prompt.system, prompt.turns),
                on_loading=partial(show, self.notifier, state, "loading"),
            )
            text, tokens = without_tags(written.text), tokens + written.tokens
        checking = await Checking.against(
            *(passages, self.scoring),
            asker=state.request.asker,
            language=state.language,
            detector=self.detector,
        )
        kept = await checking.kept(text) or "\n\n".join(notes)  # which were checked one by one
        cited = cite_answer(kept, passages)
        if not cited.citations:
            return replace(state, tokens=tokens)
        first, _, _ = state.text.partition("\n")  # title and facts
        return replace(
            state,
            model=noted[0].model,
            tokens=tokens,
            text=f"{first}\n{cited.text}",
            aside="",
            citations=cited.citations,
            exchange=whole_exchange(state, cited),
            timings=replace(state.timings, generate=clock.ms()),
        )

    async def keep_excerpt(self, failed: Failed) -> AnswerState:
        """Tell in the document's own sentences, and say so, when the model could not be had."""
        state: AnswerState = failed.value
        is_spent = not_had(failed.failure) == "spent"
        key = "answer-budget-spent" if is_spent else "answer-quoted-instead"
        speech = self.phrases.spoken(state.language, state.request.interface_language)
        return replace(state, text=f"{self.phrases.say(key, speech)}\n\n{state.text}")

    @property
    def _model(self) -> Metering:
        assert self.model is not None, "the switches send nobody here without a model"
        return self.model

    async def _whole(self, document_id: str, asker: int | None) -> list[Passage]:
        passages: list[Passage] = []
        while len(passages) < _MOST_READ:
            page = await self.scoring.store.search.document_passages(
                document_id, asker=asker, first=len(passages), limit=_PAGE
            )
            passages += page
            if len(page) < _PAGE:
                break
        return passages

    async def _passages(self, part: Part) -> tuple[Passage, ...]:
        return await self.scoring.store.search.document_passages(
            part.document_id, asker=part.asker, first=part.first, limit=part.count
        )

    async def _numbered(self, noted: Sequence[Part]) -> tuple[list[str], list[Passage]]:
        """Return the notes with marks that count through the passages of all their parts."""
        notes, passages = list[str](), list[Passage]()
        for part in noted:
            notes.append(shift_marks(part.note, by=len(passages)))
            passages += await self._passages(part)
        return notes, passages

    async def _loading(self, part: Part) -> None:
        await self.notifier.drafted(part.origin, Draft(part.run, part.language, "loading"))

    async def _progress(self, part: Part) -> None:
        self.read[part.run] += 1
        draft = Draft(
            *(part.run, part.language, "reading", part.title),
            done=min(self.read[part.run], part.of),
            total=part.of,
        )
        if len(self.read) > _REMEMBERED:
            self.read.clear()
        await self.notifier.drafted(part.origin, draft)
