"""Toolbox: calls the tools that a language model asks for, as whoever asked the question."""

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass, replace

from pipelines.answer.base.catalogue import Catalogue
from pipelines.answer.scoring import Scoring
from pipelines.answer.searching import Searching
from pipelines.answer.state import AnswerState, Reading, ToolUse
from pipelines.answer.tools.arguments import Arguments, ArgumentWrong
from pipelines.answer.tools.offered import LIST, READ, SEARCH, TABLE, TOOLS
from pipelines.answer.tools.tables import Wanted, read_table
from pipelines.models.answers import Stage
from pipelines.models.chat import ToolCall
from pipelines.nodes.ranking.select import rank
from pipelines.settings import RetrievalSettings
from pipelines.store.documents import ListedDocument

_MOST_FOUND = 6  # passages of one search
_MOST_READ = 8  # parts of a document at a time
_MOST_LISTED = 40  # documents
_MOST_WITHIN = 500  # documents that a search is narrowed to
_LONGEST_TABLE = 1000  # passages
_MOST_ROWS = 8  # passages that hold rows of a table
_STAY = 4  # passages of the first search, once there are others


@dataclass(frozen=True, slots=True)
class Toolbox:
    """What the tools work with. They read, and change nothing."""

    scoring: Scoring
    catalogue: Catalogue
    retrieval: RetrievalSettings

    async def call(self, call: ToolCall, state: AnswerState) -> ToolUse:
        """Call a tool. What is wrong with a call is told, for the model to do better."""
        tools = {
            SEARCH.name: self._search,
            READ.name: self._read,
            LIST.name: self._list,
            TABLE.name: self._table,
        }
        if call.name not in tools:
            return ToolUse(call, told="There is no such tool.")
        try:
            arguments = Arguments.of(call)
            use = await tools[call.name](call, arguments, state)
        except ArgumentWrong as wrong:
            return ToolUse(call, told=str(wrong))
        return replace(use, told="\n".join(filter(None, [_ignored(arguments, call), use.told])))

    def announced(self, call: ToolCall) -> tuple[Stage, str]:
        """Say what is being done for a call, for whoever waits."""
        try:
            arguments = Arguments.of(call)
        except ArgumentWrong:
            return "thinking", ""
        if call.name == SEARCH.name:
            return "searching", arguments.text("query")
        return "reading", arguments.text("document")

    async def _search(self, call: ToolCall, arguments: Arguments, state: AnswerState) -> ToolUse:
        reading = Reading(arguments.required("query"))
        within = await self._within(arguments, state)
        if within == ():
            return ToolUse(call, told="No document fits.")
        searching = Searching(self.scoring, self.retrieval, within)
        found = (await searching.find(reading, state)).reading
        ranked = rank(await self.scoring.found(found, state), limit=_MOST_FOUND)
        if not ranked:
            return ToolUse(call, told="Nothing was found.")
        return ToolUse(call, tuple(passage.id for passage in ranked))

    async def _within(self, arguments: Arguments, state: AnswerState) -> tuple[str, ...] | None:
        """Return the ids of the documents to search in; None for all."""
        if title := arguments.text("document"):
            documents = await self._called(title, state)
            return tuple(one.document_id for one in documents)
        language, since, until = arguments.language(), arguments.since(), arguments.until()
        if not (language or since or until):
            return None
        page = await self.catalogue.documents.list_documents(
            asker=state.request.asker,
            limit=_MOST_WITHIN,
            language=language,
            since=since,
            until=until,
        )
        return tuple(one.document_id for one in page.documents)

    async def _read(self, call: ToolCall, arguments: Arguments, state: AnswerState) -> ToolUse:
        (document, *_) = await self._called(arguments.required("document"), state)
        first = arguments.number("first", 1, most=1_000_000)
        passages = await self.scoring.store.search.document_passages(
            document.document_id,
            asker=state.request.asker,
            first=first - 1,
            limit=arguments.number("parts", _MOST_READ, most=_MOST_READ),
        )
        if not passages:
            return ToolUse(call, told=f"“{document.title}” has no part {first}: it ends before.")
        numbers = f"{passages[0].passage_idx + 1} to {passages[-1].passage_idx + 1}"
        told = f"Parts {numbers} of “{document.title}”."
        return ToolUse(call, tuple(passage.id for passage in passages), told)

    async def _list(self, call: ToolCall, arguments: Arguments, state: AnswerState) -> ToolUse:
        page = await self.catalogue.documents.list_documents(
            asker=state.request.asker,
            query=arguments.text("query"),
            limit=_MOST_LISTED,
            language=arguments.language(),
            since=arguments.since(),
            until=arguments.until(),
        )
        lines = [f"- {one.title} (added {one.added_at:%Y-%m-%d})" for one in page.documents]
        return ToolUse(call, told="\n".join([f"{page.total} documents.", *lines]))

    async def _table(self, call: ToolCall, arguments: Arguments, state: AnswerState) -> ToolUse:
        (document, *_) = await self._called(arguments.required("document"), state)
        passages = await self.scoring.store.search.document_passages(
            document.document_id, asker=state.request.asker, limit=_LONGEST_TABLE
        )
        wanted = Wanted(
            arguments.conditions(), arguments.text("column"), arguments.text("operation")
        )
        read = await asyncio.to_thread(read_table, passages, wanted)
        ids = dict.fromkeys(row.passage.id for row in read.rows)
        return ToolUse(call, tuple(ids)[:_MOST_ROWS], read.told)

    async def _called(self, title: str, state: AnswerState) -> Sequence[ListedDocument]:
        """Return the documents that are called so, the closest first; there is at least one."""
        documents = await self.catalogue.find(state.request.asker, title)
        if not documents:
            raise ArgumentWrong(f"No document is called “{title}”. list_documents names them.")
        return documents


def _ignored(arguments: Arguments, call: ToolCall) -> str:
    """Tell that there are arguments besides those of the tool; in no words of the model's."""
    fields = next(tool.parameters["properties"] for tool in TOOLS if tool.name == call.name)
    if arguments.values.keys() <= fields.keys():
        return ""
    return f"Arguments were left out of account that are none of: {', '.join(fields)}."


def computed_beside(used: Sequence[ToolUse]) -> dict[int, str]:
    """Return what was computed from passages, by their ids: it supports an answer as they do."""
    beside: dict[int, str] = {}
    for use in used:
        if use.call.name == TABLE.name:
            for passage in use.passages:
                beside[passage] = f"{beside.get(passage, '')}\n{use.told}".strip()
    return beside


def numbered(
    first: Sequence[int], used: Sequence[ToolUse], *, is_roomy: bool = False
) -> tuple[int, ...]:
    """Return the ids of all passages at hand, in the order of their numbers: from 1.

    Once a tool has found others, only the best of the first search stay: a small model has no room
    for both, and what it asked for must not be what is left out. One with room (`is_roomy`) keeps
    all, under the numbers that it has seen.
    """
    later = [passage for use in used for passage in use.passages]
    kept = first[:_STAY] if later and not is_roomy else first
    return tuple(dict.fromkeys([*kept, *later]))
