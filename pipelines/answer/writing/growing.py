"""Growing: show an answer while a language model writes it, each sentence once it was checked."""

import asyncio
from collections.abc import Awaitable, Callable, Collection, Sequence
from types import TracebackType
from typing import Self

from pipelines.answer.state import AnswerState
from pipelines.answer.writing.checking import Checking
from pipelines.models.answers import Draft, Passage, Stage
from pipelines.nodes.answering.cite import CitedText, cite_answer
from pipelines.nodes.prompting.prompt import NO_ANSWER, without_tags
from pipelines.ports import Notifier

MayShow = Callable[[Collection[str]], Awaitable[bool]]  # what was read of these documents


async def show(notifier: Notifier, state: AnswerState, stage: Stage, detail: str = "") -> None:
    """Say what is being done for a question."""
    draft = Draft(state.request.run_id, state.language, stage, detail)
    await notifier.drafted(state.request.origin, draft)


class Growing:
    """Takes a text as it grows, and shows what of it was checked; the latest state wins."""

    def __init__(
        self,
        state: AnswerState,
        passages: Sequence[Passage],
        checking: Checking,
        notifier: Notifier,
        may_show: MayShow,
    ) -> None:
        self._state, self._passages = state, passages
        self._checking, self._notifier, self._may_show = checking, notifier, may_show
        self._text = self._shown = ""
        self._grown = asyncio.Event()
        self._is_over = False
        self._worker: asyncio.Task[None] | None = None

    async def __aenter__(self) -> Self:
        """Begin to check what comes."""
        self._worker = asyncio.create_task(self._work())
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        """Stop; what was not looked at yet is checked with the whole answer.

        The worker looks at `_is_over` besides: if what it awaits drops the cancellation (until
        Python 3.12 `asyncio.wait_for` may), it would wait for more text for ever.
        """
        assert self._worker is not None
        self._is_over = True
        self._worker.cancel()
        await asyncio.gather(self._worker, return_exceptions=True)

    def grow(self, text: str) -> None:
        """Take all that there is of the text by now."""
        self._text = text
        self._grown.set()

    async def _work(self) -> None:
        while not self._is_over:
            await self._grown.wait()
            self._grown.clear()
            text = without_tags(self._text)
            if NO_ANSWER.startswith(text[: len(NO_ANSWER)]):
                continue
            kept = await self._checking.kept(text, is_whole=False)
            if kept and kept != self._shown:
                self._shown = kept
                cited = cite_answer(kept, self._passages)
                documents = {each.document_id for each in cited.citations}
                if await self._may_show(documents) and not self._is_over:
                    await self._show(cited)

    async def _show(self, cited: CitedText) -> None:
        request = self._state.request
        draft = Draft(
            *(request.run_id, self._state.language, "writing"),
            text=cited.text,
            citations=cited.citations,
        )
        await self._notifier.drafted(request.origin, draft)
