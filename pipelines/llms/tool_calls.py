"""Tool calls: put together what a model wants called, out of the pieces of a stream or whole.

Servers differ: the name comes in the first piece or in each, the index is missing, or the same for
every call, ids are missing or change from piece to piece, arguments are text or an object.
"""

import json
import re
from collections.abc import Collection
from dataclasses import dataclass
from uuid import uuid4

from pipelines.models.chat import ToolCall

MOST_CALLS = 8  # of one answer; what is called beyond is left out
LONGEST_ARGUMENTS = 20_000  # characters of one call
_LONGEST_ID = 64
_OWN_ID = 9  # characters: Mistral takes neither more nor fewer
_NAME = re.compile(r"[\w.-]{1,64}", re.ASCII)


@dataclass(slots=True)
class _Begun:
    index: int | None
    id: str = ""
    name: str = ""
    arguments: str = ""


class ToolCallReader:
    """Takes the field `tool_calls` of messages, and gives the calls at the end.

    Args:
        offered: names of the tools that may be called; without any, nothing is read.
    """

    def __init__(self, offered: Collection[str]) -> None:
        self._offered = offered
        self._begun: list[_Begun] = []
        self.overflowed = False  # there is more than anybody needs

    def feed(self, pieces: object) -> None:
        """Take what a message, or a piece of one, holds; odd shapes are left out."""
        for piece in pieces if self._offered and isinstance(pieces, list) else ():
            function = piece.get("function") if isinstance(piece, dict) else None
            if isinstance(function, dict):
                self._take(piece, function)

    def calls(self) -> tuple[ToolCall, ...]:
        """Return the calls that name a tool, each with an id of its own."""
        calls: list[ToolCall] = []
        for begun in self._begun:
            name = self._known(begun.name)
            taken = not begun.id or any(call.id == begun.id for call in calls)
            own = uuid4().hex[:_OWN_ID] if taken else begun.id
            if _NAME.fullmatch(name):
                calls.append(ToolCall(own, name, begun.arguments))
        return tuple(calls)

    def _take(self, piece: dict[str, object], function: dict[str, object]) -> None:
        own, name = _text(piece.get("id"))[:_LONGEST_ID], _text(function.get("name"))
        call = self._find(piece.get("index"), own, name)
        if call is None:
            return
        call.id = call.id or own
        if name != call.name:  # some servers repeat it in each piece
            call.name = (call.name + name)[: 2 * _LONGEST_ID]
        arguments = function.get("arguments")
        if isinstance(arguments, dict):
            arguments = json.dumps(arguments, ensure_ascii=False)
        call.arguments += _text(arguments)
        if len(call.arguments) > LONGEST_ARGUMENTS:
            call.arguments = call.arguments[:LONGEST_ARGUMENTS]
            self.overflowed = True

    def _find(self, index: object, own: str, name: str) -> _Begun | None:
        """Return the call that a piece goes on with, or a new one; None when there are too many."""
        if self.overflowed:
            return None
        known = index if isinstance(index, int) else None
        for begun in reversed(self._begun):
            if known is not None and begun.index != known:
                continue
            is_another = bool(name and begun.name and own and own != begun.id)
            is_unnumbered = known is None and bool(name and begun.name and not own)
            if not is_another and not (is_unnumbered and begun.arguments):
                return begun
            break
        if len(self._begun) >= MOST_CALLS:
            self.overflowed = True
            return None
        self._begun.append(_Begun(known))
        return self._begun[-1]

    def _known(self, name: str) -> str:
        """Return a name as it was offered: models add channels to it, or a namespace."""
        bare = name.split("<|", 1)[0].strip()
        last = bare.rsplit(".", 1)[-1]
        return last if bare not in self._offered and last in self._offered else bare


def _text(value: object) -> str:
    return value if isinstance(value, str) else ""
