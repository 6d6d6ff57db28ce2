"""Turns what the engine observes of a batch into lines of progress."""

import time
from collections import deque
from collections.abc import Callable
from dataclasses import replace

from cachetools import LRUCache

from pipelines.engine.execution import NodeEvent
from pipelines.ingest.batch import Batch, Item
from pipelines.ingest.retry import wanted_sources
from pipelines.models.documents import Source
from pipelines.models.requests import BatchReport, IngestRequest, ItemProgress, ItemState
from pipelines.ports import Notifier

MOST_BATCHES = 256  # boards kept for batches under way in this process
MOST_PACES = 64  # items whose speed is measured at a time
_LOOKS = 40  # looks back over which it is measured
_SOON_S = 3.0  # over which it cannot be told
_FAR = 1.5  # times what was said, from which on something else is


class BatchProgress:
    """An observer of ingest runs: keeps one board a batch and shows it to whoever asked."""

    def __init__(self, notifier: Notifier, clock: Callable[[], float] = time.monotonic) -> None:
        self._notifier = notifier
        self._clock = clock
        self._boards: LRUCache[str, dict[int, ItemProgress]] = LRUCache(MOST_BATCHES)
        self._paces: LRUCache[tuple[str, str], _Pace] = LRUCache(MOST_PACES)

    async def __call__(self, event: NodeEvent) -> None:
        """Note that a node began or ended; tell the notifier when a line changed."""
        match event.value:
            case IngestRequest() as request if event.phase == "queued":
                self._line_up(request)
                await self._show(request.run_id, request.origin)
            case BatchReport() as report:
                self._boards.pop(report.batch_id, None)
            case Batch() as batch if event.phase == "ended":
                self._set_up(batch)
                await self._show(batch.order.batch_id, batch.order.origin)
            case Item() as item if self._note(event, item):
                await self._show(item.order.batch_id, item.order.origin)

    async def advanced(self, item: Item, node: str, done: int, total: int) -> None:
        """Note how many parts of an item a node has done."""
        batch_id, source = item.order.batch_id, item.source
        pace = self._paces.setdefault((item.document_id, node), _Pace())
        seconds_left = pace.seconds_left(self._clock(), done, total)
        line = _line(source, "running", node)
        line = replace(line, done=done, total=total, seconds_left=seconds_left)
        self._boards.setdefault(batch_id, {})[source.idx] = line
        await self._show(batch_id, item.order.origin)

    def _line_up(self, request: IngestRequest) -> None:
        board = self._boards.setdefault(request.run_id, {})
        for source in wanted_sources(request):
            board[source.idx] = _line(source, "waiting")

    def _set_up(self, batch: Batch) -> None:
        board = self._boards.setdefault(batch.order.batch_id, {})
        for item in batch.items:
            line = _line(item.source, "waiting")
            if not item.is_new:  # a twin is found to be one only when all have been read
                board[item.source.idx] = replace(line, state=item.report().status)
            board.setdefault(item.source.idx, line)

    def _note(self, event: NodeEvent, item: Item) -> bool:
        board = self._boards.setdefault(item.order.batch_id, {})
        if event.phase == "ended" and event.node == "unpack":
            self._unpacked(board, item)
            return True
        before = board.get(item.source.idx)
        line = _line(item.source, "running", event.node)
        if event.phase == "failed":
            line = replace(line, state="failed")
        elif event.phase == "ended":
            if item.known is not None:
                line = replace(line, state="known")
            elif event.node == "embed":
                line = replace(line, state="stored")
            elif event.node != "record_failure":
                return False
            else:
                line = replace(line, state=item.report().status)
        board[item.source.idx] = line
        return line != before

    def _unpacked(self, board: dict[int, ItemProgress], archive: Item) -> None:
        """Let the files of an archive take its line."""
        board.pop(archive.source.idx, None)
        for member in archive.members:
            state: ItemState = "waiting" if member.failure is None else "refused"
            line = _line(member.source, state)
            board.setdefault(member.source.idx, line)

    async def _show(self, batch_id: str, origin: str) -> None:
        board = self._boards[batch_id]
        lines = [board[idx] for idx in sorted(board)]
        await self._notifier.progressed(origin, lines, batch_id=batch_id)


def _line(source: Source, state: ItemState, node: str = "") -> ItemProgress:
    return ItemProgress(source.idx, source.label, state, node, is_caption=source.is_caption)


class _Pace:
    """How fast the parts of an item are done, of late: those that are known already go faster.

    What was estimated once stays, less the time that has passed, until it is far from what is
    measured now: people read it, and it must neither come and go nor jump to and fro.
    """

    def __init__(self) -> None:
        self._looks: deque[tuple[float, int]] = deque()
        self._ends_at: float | None = None  # as it was estimated

    def seconds_left(self, now: float, done: int, total: int) -> float | None:
        """Estimate how long the rest takes; None while that cannot be told."""
        self._looks.append((now, done))
        while len(self._looks) > _LOOKS and now - self._looks[1][0] >= _SOON_S:
            self._looks.popleft()
        since, before = self._looks[0]
        if done > before and now - since >= _SOON_S:
            left = (now - since) * (total - done) / (done - before)
            said = None if self._ends_at is None else self._ends_at - now
            if said is None or not left / _FAR <= said <= left * _FAR:
                self._ends_at = now + left
        return None if self._ends_at is None else max(0.0, self._ends_at - now)
