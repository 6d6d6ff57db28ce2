"""Growing: show an answer while a language model writes it, each sentence once it was checked.

Until the first one was, what the base itself quotes may stand there, as what it is.
"""

import asyncio
from collections.abc import Awaitable, Callable, Collection, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from types import TracebackType
from typing import Self

from pipelines.answer.state import AnswerState
from pipelines.answer.writing.checking import Checking
from pipelines.models.answers import Draft, Passage, Stage
from pipelines.nodes.answering.cite import CitedText, cite_answer
from pipelines.nodes.prompting.prompt import NO_ANSWER, without_tags
from pipelines.ports import Notifier

MayShow = Callable[[Collection[str]], Awaitable[bool]]  # what was read of these documents
Quote = Callable[[AnswerState], Awaitable[CitedText | None]]  # what answers without a model

_LONGEST_QUOTED = 1500  # characters: more is no glimpse


async def show(notifier: Notifier, state: AnswerState, stage: Stage, detail: str = "") -> None:
    """Say what is being done for a question."""
    draft = Draft(state.request.run_id, state.language, stage, detail)
    await notifier.drafted(state.request.origin, draft)


@dataclass(slots=True)
class Ahead:
    """What the base quotes, for whoever waits while few do: among many it would cost the others.

    Quoting takes some 30 ms of the one core that the bot has for its own work.
    """

    quote: Quote
    most: int = 5  # answers that are written at once
    _written: int = 0

    @contextmanager
    def beside_answer(self, *, is_wanted: bool) -> Iterator[Quote | None]:
        """Count an answer in that is written until the block ends; yield what quotes for it."""
        self._written += 1
        try:
            yield self.quote if is_wanted and self._written <= self.most else None
        finally:
            self._written -= 1


class Growing:
    """Takes a text as it grows, and shows what of it was checked; the latest state wins."""

    def __init__(
        self,
        state: AnswerState,
        passages: Sequence[Passage],
        checking: Checking,
        notifier: Notifier,
        may_show: MayShow,
        quote: Quote | None = None,
    ) -> None:
        self._state, self._passages = state, passages
        self._checking, self._notifier, self._may_show = checking, notifier, may_show
        self._quote = quote
        self._text = self._shown = ""
        self._quoted: CitedText | None = None  # of it, what is shown
        self._loads = False
        self._grown = asyncio.Event()
        self._is_over = False
        self._workers: list[asyncio.Task[None]] = []

    async def __aenter__(self) -> Self:
        """Begin to check what comes."""
        self._workers.append(asyncio.create_task(self._work()))
        if self._quote is not None:
            self._workers.append(asyncio.create_task(self._show_quotes(self._quote)))
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        """Stop; what was not looked at yet is checked with the whole answer.

        A worker looks at `_is_over` besides: if what it awaits drops the cancellation (until
        Python 3.12 `asyncio.wait_for` may), it would wait for more text for ever.
        """
        self._is_over = True
        for worker in self._workers:
            worker.cancel()
        await asyncio.gather(*self._workers, return_exceptions=True)

    def grow(self, text: str) -> None:
        """Take all that there is of the text by now."""
        self._text = text
        self._grown.set()

    async def tell_loading(self) -> None:
        """Say that the model is still being loaded, above what is quoted meanwhile."""
        if self._loads or self._shown:
            return
        self._loads = True
        quoted = self._quoted
        if quoted is None or not await self._may_be_shown(quoted):
            quoted = CitedText("", ())
        if not self._is_over:
            await self._show(quoted, is_quoted=True)

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
                if await self._may_be_shown(cited) and not self._is_over:
                    await self._show(cited)

    async def _show_quotes(self, quote: Quote) -> None:
        """Show what the base quotes, if it surely answers and the model has said nothing yet."""
        quoted = await quote(self._state)
        if quoted is None or len(quoted.text) > _LONGEST_QUOTED:
            return
        if await self._may_be_shown(quoted) and not self._shown and not self._is_over:
            self._quoted = quoted
            await self._show(quoted, is_quoted=True)

    async def _may_be_shown(self, cited: CitedText) -> bool:
        return await self._may_show({each.document_id for each in cited.citations})

    async def _show(self, cited: CitedText, *, is_quoted: bool = False) -> None:
        request = self._state.request
        meanwhile: Stage = "loading" if self._loads else "reading"
        draft = Draft(
            *(request.run_id, self._state.language, meanwhile if is_quoted else "writing"),
            detail=title_of(self._passages) if is_quoted else "",
            text=cited.text,
            citations=cited.citations,
            is_quoted=is_quoted and bool(cited.text),
        )
        await self._notifier.drafted(request.origin, draft)


def title_of(passages: Sequence[Passage]) -> str:
    """Return what the best document is called."""
    return next((p.title or p.file_name or "" for p in passages), "")
