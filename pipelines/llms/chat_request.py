"""Chat request: what a model is sent, less what its endpoint has refused before.

Servers and the templates of models differ in what they take: options, roles, tools. `give_way`
reads out of a refusal what was not taken; from then on it is left out, or said in another way.
"""

import re
from collections.abc import Sequence
from typing import Any

from pipelines.llms.completion import Fault
from pipelines.llms.messages import alternate, offer
from pipelines.llms.refusal import UNREADABLE_CALL, is_too_long
from pipelines.models.chat import Tool, Turn

_LIMIT, _NEWER_LIMIT = "max_tokens", "max_completion_tokens"
_NO_SYSTEM = re.compile(
    r"system\W{0,2} ?(?:role|message|prompt|instruction)s?\W{0,3}(?:is |are )?(?:not|un)"
    r"|role\W{0,3}system\W{0,3}(?:is |are )?(?:not|un)|un\w+ role\W{0,3}system"
    r"|not support(?: the| a)?\W{0,3}system|developer instruction is not",
    re.IGNORECASE,
)
_TWO_ROLES = re.compile(
    r"only user and assistant roles|should be .{0,40}'user'|roles must alternate|unexpected role",
    re.IGNORECASE,
)
_REFUSED = re.compile(
    r"not (?:be )?(?:support|allow|permit|accept|available)|unsupported|unrecogni[sz]ed|unknown"
    r"|unexpected|extra|invalid|disabled|must be false",
    re.IGNORECASE,
)
_TOOLS = (
    r"(?:\btools?\b|\btool[_-]\w+|\bfunction[ _-]?call\w*|\bfunctions\b|\bthought_signature"
    r"|\bgrammar\b|\bjson[ _]schema\b)"
)
_NOT_TAKEN = (
    rf"(?:{_REFUSED.pattern}|requires?\b|no endpoints|cannot\b|can't|must\b|missing|not implemented"
    r"|failed to parse)"
)
_NO_TOOLS = re.compile(
    rf"{_TOOLS}.{{0,80}}{_NOT_TAKEN}|{_NOT_TAKEN}.{{0,80}}{_TOOLS}", re.IGNORECASE | re.DOTALL
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
        self.takes_tools = True  # as far as is known
        self.opens_reasoning = False  # its template does, so that answers begin inside it
        self._takes_system = True
        self._options: dict[str, Any] = {}
        if stream:
            self._options |= {"stream": True, "stream_options": {"include_usage": True}}
        if temperature is not None:
            self._options["temperature"] = temperature
        if max_tokens is not None:
            self._options[_LIMIT] = max_tokens

    def body(
        self, system: str, turns: Sequence[Turn], *, tools: Sequence[Tool] = (), room: int = 1
    ) -> dict[str, Any]:
        """Return a request; `room` multiplies the tokens that the answer may take.

        Without tools, or for a model that takes none, results of tools are told in words.
        """
        is_offered = bool(tools) and self.takes_tools
        messages = alternate(turns, with_calls=is_offered)
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
        offered = {"tools": offer(tools)} if is_offered else {}
        return {**shape, **self._options, **limits, **offered}

    def give_way(self, fault: Fault, sent: dict[str, Any]) -> bool:
        """Leave out, from now on, what of a request was refused; say whether that was anything."""
        for name in ("stream_options", _NEWER_LIMIT, _LIMIT, "temperature", "stream"):
            if sent.get(name) and _names(fault, name):
                self._leave_out(name, fault)
                return True
        if sent.get("tools") and _refuses_tools(fault, sent):
            self.takes_tools = False
            return True
        is_of_roles = _NO_SYSTEM.search(fault.message) or _TWO_ROLES.search(fault.message)
        if sent["messages"][0]["role"] == "system" and is_of_roles:
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


def _refuses_tools(fault: Fault, sent: dict[str, Any]) -> bool:
    """Say whether a fault is about tools, or about the role of their results."""
    if fault.param:
        return fault.param.startswith("tool")
    if fault.code == UNREADABLE_CALL or is_too_long(fault):
        return False
    has_results = any(message["role"] == "tool" for message in sent["messages"])
    return bool(
        _NO_TOOLS.search(fault.message) or (has_results and _TWO_ROLES.search(fault.message))
    )


def _names(fault: Fault, name: str) -> bool:
    """Say whether a fault is about an option: by field, or in words that refuse it by name."""
    if fault.param:
        return fault.param == name
    named = re.search(rf"(?<!\w){name}(?!\w)", fault.message)
    refused = _REFUSED.search(fault.message) or _TOO_LARGE.search(fault.message)
    return named is not None and refused is not None
