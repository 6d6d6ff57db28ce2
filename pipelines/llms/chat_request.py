"""Chat request: what a model is sent, less what its endpoint has refused before.

Servers and the templates of models differ in what they take. `give_way` reads out of a refusal
what was not taken; from then on it is left out, or said in another way.
"""

import re
from collections.abc import Sequence
from typing import Any

from pipelines.llms.completion import Fault
from pipelines.models.answers import Turn

_LIMIT, _NEWER_LIMIT = "max_tokens", "max_completion_tokens"
_NO_SYSTEM = re.compile(
    r"system\W{0,2} ?(?:role|message|prompt|instruction)s?\W{0,3}(?:is |are )?(?:not|un)"
    r"|role\W{0,3}system\W{0,3}(?:is |are )?(?:not|un)|un\w+ role\W{0,3}system"
    r"|not support(?: the| a)?\W{0,3}system|developer instruction is not"
    r"|only user and assistant roles|should be 'user' or 'assistant'|roles must alternate",
    re.IGNORECASE,
)
_REFUSED = re.compile(
    r"not (?:be )?(?:support|allow|permit|accept|available)|unsupported|unrecogni[sz]ed|unknown"
    r"|unexpected|extra|invalid|disabled|must be false",
    re.IGNORECASE,
)
_TOO_LARGE = re.compile(r"too large|at most|less than or equal|maximum context", re.IGNORECASE)


class ChatRequest:
    """The requests to one model.

    Args:
        model: as the endpoint names it.
        stream: ask for the answer in pieces.
        temperature, max_tokens: None to leave them to the endpoint.
    """

    def __init__(
        self, model: str, *, stream: bool, temperature: float | None, max_tokens: int | None
    ) -> None:
        self.model = model
        self._takes_system = True
        self._options: dict[str, Any] = {}
        if stream:
            self._options |= {"stream": True, "stream_options": {"include_usage": True}}
        if temperature is not None:
            self._options["temperature"] = temperature
        if max_tokens is not None:
            self._options[_LIMIT] = max_tokens

    def body(self, system: str, turns: Sequence[Turn], *, room: int = 1) -> dict[str, Any]:
        """Return a request; `room` multiplies the tokens that the answer may take."""
        messages = alternate(turns)
        if self._takes_system:
            messages.insert(0, {"role": "system", "content": system})
        elif messages:
            messages[0]["content"] = f"{system}\n\n{messages[0]['content']}"
        else:
            messages = [{"role": "user", "content": system}]
        limits = {
            name: self._options[name] * room
            for name in (_LIMIT, _NEWER_LIMIT)
            if name in self._options
        }
        shape = {"model": self.model, "messages": messages, "stream": False}
        return {**shape, **self._options, **limits}

    def give_way(self, fault: Fault, sent: dict[str, Any]) -> bool:
        """Leave out, from now on, what of a request was refused; say whether that was anything."""
        for name in ("stream_options", _NEWER_LIMIT, _LIMIT, "temperature", "stream"):
            if sent.get(name) and _names(fault, name):
                self._leave_out(name, fault)
                return True
        if sent["messages"][0]["role"] == "system" and _NO_SYSTEM.search(fault.message):
            self._takes_system = False
            return True
        return False

    def _leave_out(self, name: str, fault: Fault) -> None:
        value = self._options.pop(name, None)
        if name == "stream":
            self._options.pop("stream_options", None)
        is_renamed = _NEWER_LIMIT in fault.message and not _TOO_LARGE.search(fault.message)
        if name == _LIMIT and is_renamed and value is not None:
            self._options[_NEWER_LIMIT] = value


def alternate(turns: Sequence[Turn]) -> list[dict[str, str]]:
    """Return messages that begin with the user and change sides each time, as templates want.

    What comes before the user's first turn is left out; neighbours of one role become one.
    """
    messages: list[dict[str, str]] = []
    for turn in turns:
        if messages and messages[-1]["role"] == turn.role:
            messages[-1]["content"] += f"\n\n{turn.message}"
        elif messages or turn.role == "user":
            messages.append({"role": turn.role, "content": turn.message})
    return messages


def _names(fault: Fault, name: str) -> bool:
    """Say whether a fault is about an option: by field, or in words that refuse it by name."""
    if fault.param:
        return fault.param == name
    named = re.search(rf"(?<!\w){name}(?!\w)", fault.message)
    refused = _REFUSED.search(fault.message) or _TOO_LARGE.search(fault.message)
    return named is not None and refused is not None
