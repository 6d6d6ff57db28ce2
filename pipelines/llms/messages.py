"""Messages: a talk as an endpoint takes it, with the calls of tools or with their results in words.

Templates want the user first and sides that change; endpoints want every call answered. What does
not fit is left out, or said in another way.
"""

import json
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

from pipelines.models.chat import Tool, ToolCall, Turn

_NO_RESULT = "no result"


def alternate(turns: Sequence[Turn], *, with_calls: bool = False) -> list[dict[str, Any]]:
    """Return messages that begin with the user and change sides each time, as templates want.

    What comes before the user's first turn is left out; neighbours of one role become one. An
    assistant's calls are followed by their results, or, but `with_calls`, told with them.
    """
    messages: list[dict[str, Any]] = []
    for turn in _answered(turns) if with_calls else _in_words(turns):
        last = messages[-1] if messages else {}
        if turn.role == "tool":
            message = {"role": "tool", "tool_call_id": turn.call_id, "content": turn.message}
            messages += [message] if messages else []
        elif last.get("role") == turn.role and "tool_calls" not in last:
            last["content"] = f"{last['content']}\n\n{turn.message}".strip()
            last |= _calls(turn)
        elif messages or turn.role == "user":
            messages.append({"role": turn.role, "content": turn.message, **_calls(turn)})
    return messages


def offer(tools: Sequence[Tool]) -> list[dict[str, Any]]:
    """Return tools as a request offers them."""
    return [
        {
            "type": "function",
            "function": {
                "name": tool.name,
                "description": tool.description,
                "parameters": dict(tool.parameters),
            },
        }
        for tool in tools
    ]


def _calls(turn: Turn) -> dict[str, Any]:
    if not turn.calls:
        return {}
    return {
        "tool_calls": [
            {
                "id": call.id,
                "type": "function",
                "function": {"name": call.name, "arguments": _readable(call.arguments)},
            }
            for call in turn.calls
        ]
    }


def _readable(arguments: str) -> str:
    """Return arguments that are a JSON object: templates read them, and fail at anything else."""
    try:
        is_object = isinstance(json.loads(arguments), dict)
    except (ValueError, RecursionError):
        is_object = False
    return arguments if is_object else json.dumps({"unreadable": arguments}, ensure_ascii=False)


def _answered(turns: Sequence[Turn]) -> Iterator[Turn]:
    """Let every call be followed by its result; a result that nobody asked for is told in words."""
    called: tuple[ToolCall, ...] = ()
    results: dict[str, Turn] = {}
    strays: list[Turn] = []
    for turn in (*turns, None):
        if turn is not None and turn.role == "tool":
            if any(call.id == turn.call_id for call in called):
                results[turn.call_id] = turn
            else:
                strays.append(_told("a tool", turn))
            continue
        for call in called:
            yield results.get(call.id) or Turn("tool", _NO_RESULT, call_id=call.id)
        yield from strays
        called, results, strays = (turn.calls if turn else ()), {}, []
        if turn is not None:
            yield turn


def _in_words(turns: Sequence[Turn]) -> Iterator[Turn]:
    """Tell results as the user's words, each with its call, so that no call is there to imitate."""
    names: dict[str, str] = {}
    for turn in turns:
        names |= {call.id: f"{call.name}({call.arguments})" for call in turn.calls}
        if turn.role == "tool":
            yield _told(names.get(turn.call_id, "a tool"), turn)
        elif turn.message or not turn.calls:
            yield replace(turn, calls=())


def _told(called: str, result: Turn) -> Turn:
    return Turn("user", f"Result of {called}:\n{result.message}")
