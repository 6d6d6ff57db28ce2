"""Agent: a language model thinks, has tools called, and answers; what it writes is checked.

It gets the passages of a search that was made for it, so that one turn is enough for most
questions and for models that call no tools. Every turn is a step on record.
"""

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from functools import partial

from pipelines.answer.following.records import cited_exchange
from pipelines.answer.scoring import Scoring
from pipelines.answer.state import AnswerState, Clock, Hit, Reading, ToolUse
from pipelines.answer.tools.offered import TOOLS
from pipelines.answer.tools.toolbox import Toolbox, computed_beside, numbered
from pipelines.answer.understanding import meant_by
from pipelines.answer.writing.checking import Checking
from pipelines.answer.writing.fitting import (
    Lacking,
    holds_what_is_asked,
    is_beside,
    is_figure_of_another,
)
from pipelines.answer.writing.growing import Ahead, Growing, show, title_of
from pipelines.answer.writing.metering import Metering, not_had
from pipelines.engine.graph import Failed
from pipelines.errors import (
    BudgetSpent,
    ModelBroken,
    ModelRefused,
    ModelUnavailable,
    PromptTooLong,
)
from pipelines.models.answers import Draft, Passage, Stage
from pipelines.models.chat import Completion, Tool, Turn
from pipelines.nodes.answering.citation_marks import strip_marks
from pipelines.nodes.answering.cite import CitedText, cite_answer
from pipelines.nodes.prompting.budgeting import (
    estimate_tokens,
    estimate_tools,
    estimate_turns,
    fit,
)
from pipelines.nodes.prompting.prompt import (
    Doubted,
    LookedUp,
    Prompt,
    build_prompt,
    declines,
    shrink,
    turns_of,
    without_tags,
)
from pipelines.nodes.prompting.rewording import (
    is_of_words_said,
    read_wordings,
    rewording_prompt,
)
from pipelines.nodes.questions.anchors import list_of
from pipelines.ports import LanguageDetector, Notifier, Phrasebook
from pipelines.settings import AnswerSettings
from pipelines.store.documents import DocumentStore
from pipelines.store.talk.chats import ChatStore

MOST_ROUNDS = 5  # turns of the model
_NOT_HAD = (BudgetSpent, ModelBroken, ModelRefused, ModelUnavailable)
_ROOMY = 16_000  # tokens that a model reads, from which on no passage is taken from it
_MOST_DOUBTED = 8  # sentences that are named to it
_AS_MUCH = 0.8  # of what was borne out at first, that is borne out of what was written anew
_PATIENCE_MS = 20_000  # whoever waited longer for an answer does not wait for it anew
_MOST_CALLS = 4  # of tools in one turn


@dataclass(frozen=True, slots=True)
class AgentSteps:
    """The steps in which a language model takes part, and what they work with."""

    model: Metering | None
    scoring: Scoring
    toolbox: Toolbox
    chats: ChatStore
    documents: DocumentStore
    notifier: Notifier
    settings: AnswerSettings
    ahead: Ahead  # what is shown until the model has written something
    phrases: Phrasebook
    detector: LanguageDetector

    async def reword(self, state: AnswerState) -> AnswerState:
        """Have the question worded anew, to be searched for once more beside what it was."""
        await show(self.notifier, state, "thinking")
        history = await self._history(state)
        prompt = rewording_prompt(state.request.question, history)
        payer = state.request.billed_to
        written = await self._model.complete(
            payer,
            prompt.system,
            prompt.turns,
            on_loading=partial(show, self.notifier, state, "loading"),
        )
        said = "\n".join((state.request.question, *(strip_marks(one.message) for one in history)))
        known = [reading.question for reading in state.readings]
        wordings = read_wordings(written.text, known, said)
        reworded = replace(
            state,
            is_rewritten=True,
            to_search=bool(wordings),
            tokens=state.tokens + written.tokens,
        )
        if not wordings:
            return reworded
        new = (_worded(one, said, state) for one in wordings)
        return replace(reworded, readings=(*state.readings, *new), abstained=False)

    async def keep_wording(self, failed: Failed) -> AnswerState:
        """Go on with the question as it is when the model could not be had."""
        state: AnswerState = failed.value
        why = not_had(failed.failure)
        return replace(state, is_rewritten=True, to_search=False, not_had=why)

    async def think(self, state: AnswerState) -> AnswerState:
        """Have the model answer from the passages at hand, or say what to look up.

        A model that declines, or says what no passage holds, decides nothing: nothing is written
        then, and sentences are quoted, which say themselves how surely they answer.
        """
        clock = Clock()
        passages = await self._passages(state)
        if not state.doubted:
            stage: Stage = "thinking" if state.used else "reading"
            await show(self.notifier, state, stage, title_of(passages))
        else:
            await self._show_first(state)
        checking = await Checking.against(
            passages,
            self.scoring,
            asker=state.request.asker,
            language=state.language,
            beside=computed_beside(state.used),
            question=state.request.question,
            detector=self.detector,
        )
        try:
            completion = await self._written(state, passages, checking)
        except _NOT_HAD:
            if not state.doubted:
                raise
            return _first_version(state)
        thought = replace(
            state,
            rounds=state.rounds + 1,
            model=completion.model,
            tokens=state.tokens + completion.tokens,
            timings=replace(state.timings, generate=state.timings.generate + clock.ms()),
        )
        if completion.calls and self._may_look(state):
            return replace(thought, calls=completion.calls[:_MOST_CALLS])
        return await self._weighed(thought, completion.text, passages, checking, clock)

    async def _written(
        self, state: AnswerState, passages: Sequence[Passage], checking: Checking
    ) -> Completion:
        """Have the model write, and show what of it was checked; what is written anew is not."""
        may_show = partial(
            self.documents.may_be_shown, asker=state.request.asker, reader=state.request.payer
        )
        # Whoever wants another answer has seen what is quoted; after tools it stands there.
        is_new = not state.rounds and not state.request.is_again
        with self.ahead.beside_answer(is_wanted=is_new) as quote:
            work = state, passages, checking, self.notifier, may_show, quote
            async with Growing(*work) as growing:
                return await self._ask(state, passages, growing)

    async def _show_first(self, state: AnswerState) -> None:
        """Show all that is borne out of an answer while it is written anew."""
        documents = {citation.document_id for citation in state.citations}
        draft = Draft(state.request.run_id, state.language, "checking")
        if state.text and await self.documents.may_be_shown(
            documents, asker=state.request.asker, reader=state.request.payer
        ):
            draft = replace(draft, text=state.text, citations=state.citations)
        await self.notifier.drafted(state.request.origin, draft)

    async def _weighed(
        self,
        state: AnswerState,
        text: str,
        passages: Sequence[Passage],
        checking: Checking,
        clock: Clock,
    ) -> AnswerState:
        """Take what the passages bear out of what was written; have the rest written anew, once.

        Of two versions the second is taken, unless clearly less of it is borne out: what stood on
        the screen has been read.
        """
        cited = await _checked(text, passages, checking)
        left_out = () if declines(text) else checking.left_out(without_tags(text))
        lacking = _lacking(state, cited, passages)
        is_answer = await self._answers(state, cited, lacking)
        if state.doubted and not (is_answer and len(cited.text) >= _AS_MUCH * len(state.text)):
            return _first_version(state)
        state = replace(
            state,
            is_declined=declines(text),
            unsupported=len(left_out),
            is_unsupported=bool(left_out) and not cited.citations,
        )
        if is_answer:
            unnamed = lacking.names if lacking and not state.is_composed else ()
            state = self._answered(state, cited, passages, unnamed)
        is_worth_it = bool(cited.citations) or strip_marks(text) != text
        may_write_anew = not state.doubted and is_worth_it and clock.ms() < _PATIENCE_MS
        if left_out and may_write_anew and state.rounds < self.settings.agent_rounds:
            return replace(state, written=text, doubted=left_out[:_MOST_DOUBTED])
        if is_answer:
            return replace(state, thought="an_answer")
        return replace(state, thought="nothing")

    async def use_tools(self, state: AnswerState) -> AnswerState:
        """Call the tools that the model asked for."""
        for call in state.calls[:1]:
            stage, detail = self.toolbox.announced(call)
            is_shown = bool(detail) and await self._may_all_be_shown(state)
            await show(self.notifier, state, stage, detail if is_shown else "")
        used = await asyncio.gather(*(self.toolbox.call(call, state) for call in state.calls))
        of_round = [replace(use, round=state.rounds) for use in await self._once(used, state)]
        return replace(state, calls=(), used=(*state.used, *of_round))

    async def _once(self, used: Sequence[ToolUse], state: AnswerState) -> list[ToolUse]:
        """Name a passage by the id that it has already: each of its paragraphs has one."""
        ids = [hit.id for hit in state.hits]
        ids += [one for use in (*state.used, *used) for one in use.passages]
        passages = await self.scoring.read_now([Hit(one, 0.0) for one in dict.fromkeys(ids)], state)
        first: dict[tuple[str, int], int] = {}
        same = {p.id: first.setdefault((p.document_id, p.passage_idx), p.id) for p in passages}
        return [
            replace(use, passages=tuple(dict.fromkeys(same.get(one, one) for one in use.passages)))
            for use in used
        ]

    async def _answers(self, state: AnswerState, cited: CitedText, lacking: Lacking | None) -> bool:
        """Say whether an answer fits what is asked, and nothing tells more.

        One without the number, the day or the name that is asked for, or beside the point, gives
        way to sentences that surely answer, and to nothing less.
        """
        if not cited.citations:
            return False
        if lacking is None or state.is_composed:
            return True
        if lacking and lacking.is_told_of_another(cited):
            return False
        if (quoted := await self.ahead.quote(state)) is None:
            return True
        asked = state.readings[0].question
        if is_beside(cited, quoted, asked) or is_figure_of_another(cited, quoted, asked):
            return False
        return holds_what_is_asked(asked, cited.text) and not lacking

    def _answered(
        self,
        state: AnswerState,
        cited: CitedText,
        passages: Sequence[Passage],
        unnamed: Sequence[str],
    ) -> AnswerState:
        """Take an answer; what is nearest to a name that stands nowhere is told as what it is."""
        quotes = tuple(citation.quote for citation in cited.citations)
        text, speech = cited.text, state.request.interface_language
        if unnamed:
            spoken = self.phrases.spoken(state.language, speech)
            said = self.phrases.say("answer-not-named", spoken, what=list_of(unnamed))
            text = f"{said}\n\n{text}"
        return replace(
            state,
            text=text,
            is_nearest=bool(unnamed),
            citations=cited.citations,
            understood=meant_by(state.readings[0], state, [one.text for one in passages]),
            exchange=replace(cited_exchange(state.readings, cited), quotes=quotes),
        )

    @property
    def _model(self) -> Metering:
        assert self.model is not None, "the switches send nobody here without a model"
        return self.model

    def _may_look(self, state: AnswerState) -> bool:
        """Say whether the model has another turn after this one."""
        return state.rounds + 1 < self.settings.agent_rounds

    async def _history(self, state: AnswerState) -> tuple[Turn, ...]:
        exchanges = await self.chats.get_exchanges(
            *(state.request.user_id, self.settings.history_pairs), asker=state.request.asker
        )
        return turns_of(exchanges)

    async def _may_all_be_shown(self, state: AnswerState) -> bool:
        """Tell whether whoever asked may still read all that the model writes from."""
        asked = set(self._numbered([hit.id for hit in state.hits], state))
        passages = await self._passages(state)
        return len(passages) == len(asked) and await self.documents.may_be_shown(
            {passage.document_id for passage in passages},
            asker=state.request.asker,
            reader=state.request.payer,
        )

    def _numbered(self, first: Sequence[int], state: AnswerState) -> tuple[int, ...]:
        return numbered(first, state.used, is_roomy=self.settings.context_tokens >= _ROOMY)

    async def _passages(self, state: AnswerState) -> tuple[Passage, ...]:
        """Read all passages at hand, as the asker, in the order of their numbers."""
        known = {hit.id: hit for hit in state.hits}
        ids = self._numbered([*known], state)
        hits = [known.get(one) or Hit(one, 0.0) for one in ids]
        return await self.scoring.read_now(hits, state)

    async def _ask(
        self, state: AnswerState, passages: Sequence[Passage], growing: Growing
    ) -> Completion:
        history = await self._history(state)
        tools = TOOLS if self._may_look(state) and not state.doubted else ()
        doubted = Doubted(state.written, state.doubted) if state.doubted else None

        def prompt(shown: Sequence[Passage], recent: Sequence[Turn]) -> Prompt:
            return build_prompt(
                _asked(state),
                shown,
                recent,
                state.language,
                looked_up=_looked_up(state.used, shown),
                may_look=bool(tools),
                is_again=state.request.is_again,
                is_brief=state.request.is_brief,
                doubted=doubted,
                today=datetime.now(UTC).date(),
            )

        ask = partial(
            self._model.complete,
            state.request.billed_to,
            tools=tools,
            on_growth=None if doubted else growing.grow,
            on_loading=growing.tell_loading,
        )
        passages, history = fit(passages, history, self._room(prompt((), ()), tools))
        try:
            full = prompt(passages, history)
            return await ask(full.system, full.turns)
        except PromptTooLong:
            less = prompt(*shrink(passages, history))
            return await ask(less.system, less.turns)

    def _room(self, bare: Prompt, tools: Sequence[Tool]) -> int:
        """Return the tokens for passages and history: what all else and the answer leave."""
        context, answer = self.settings.context_tokens, self.settings.answer_tokens
        told = estimate_tokens(bare.system) + estimate_turns(bare.turns) + estimate_tools(tools)
        return max(context - answer - told, context // 4)


def _lacking(state: AnswerState, cited: CitedText, passages: Sequence[Passage]) -> Lacking | None:
    """Say what the passages of an answer lack; None of one to several questions."""
    first, *others = state.readings
    if others:
        return None
    used = {citation.passage_id for citation in cited.citations}
    before = state.earlier.question if state.earlier else ""
    return Lacking.of(first, state.language, [one for one in passages if one.id in used], before)


def _first_version(state: AnswerState) -> AnswerState:
    """Take what was borne out of an answer before it was to be written anew."""
    return replace(state, thought="an_answer" if state.text else "nothing")


def _worded(wording: str, said: str, state: AnswerState) -> Reading:
    """Return a reading in a model's wording, which is a guess where it has words of its own."""
    is_shown = state.earlier is not None  # what it was taken to mean may have come from before
    return Reading(
        wording,
        asked=state.readings[0].put,
        shown=wording if is_shown else "",
        leaning=1.0,
        is_guess=not is_of_words_said(wording, said),
    )


def _asked(state: AnswerState) -> str:
    """Return the question that the model is given.

    It is put as it was written: a model reads what is misspelt as well as we do, and what was told
    before it may decide it. Of one that leans on what was said, it is told on which question.
    """
    first, *others = state.readings
    own, earlier = state.request.question, state.earlier
    if others or not first.shown or earlier is None or first.question == own:
        return own
    before = earlier.written[-1] if earlier.written else earlier.question
    return f"{own}\n(asked after: {before})" if before and before != own else own


def _looked_up(used: Sequence[ToolUse], passages: Sequence[Passage]) -> tuple[LookedUp, ...]:
    numbers = {passage.id: number for number, passage in enumerate(passages, start=1)}
    return tuple(
        LookedUp(
            use.call,
            use.round,
            tuple(numbers[one] for one in use.passages if one in numbers),
            use.told,
        )
        for use in used
    )


async def _checked(text: str, passages: Sequence[Passage], checking: Checking) -> CitedText:
    """Return what of an answer its passages support, cited; nothing when it declines."""
    kept = "" if declines(text) else await checking.kept(without_tags(text))
    return CitedText("", ()) if not kept or declines(kept) else cite_answer(kept, passages)
