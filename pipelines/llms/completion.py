"""Completion: read a chat completion out of a response body, whole or as a stream of events.

    CompletionBroken         there is no answer in it; asked again, there may be
    └── CompletionFailed     the body names a fault instead of an answer

Bodies are untrusted: any shape must end in a text or in one of these two. Their messages hold
codes and counts only, never words of the body, for endpoints quote prompts and keys in it.
"""

import json
import re
from dataclasses import dataclass
from typing import Any

_THOUGHTS = re.compile(r"\A\s*<think>.*?</think>", re.DOTALL)
_CUT_SHORT = "length"


class CompletionBroken(Exception):
    """A body without an answer: empty, cut off, not JSON."""


class CompletionFailed(CompletionBroken):
    """A body that holds an error, also under status 200."""

    def __init__(self, fault: "Fault") -> None:
        super().__init__(f"error {fault.code or 'without a code'}")
        self.fault = fault


@dataclass(frozen=True, slots=True)
class Fault:
    """What an endpoint says went wrong. `message` may quote the prompt: never log it."""

    code: str = ""
    message: str = ""
    param: str = ""


class CompletionReader:
    """Takes a body in pieces of any size and gives the answer at its end."""

    def __init__(self, max_bytes: int) -> None:
        self._max_bytes = max_bytes
        self._received = 0
        self._body = bytearray()
        self._texts: list[str] = []
        self._events = False
        self._finish: str | None = None
        self.done = False  # nothing after this belongs to the answer
        self.overflowed = False  # more came than was allowed

    def feed(self, piece: bytes) -> None:
        """Take the next bytes of the body."""
        self._received += len(piece)
        if self._received > self._max_bytes:
            self.done = self.overflowed = True
            return
        self._body += piece
        if not self._events:
            self._events = bool(re.match(rb"\s*(?:data|event|id|retry|):", self._body))
        if self._events:
            *lines, rest = bytes(self._body).split(b"\n")
            self._body = bytearray(rest)
            for line in lines:
                self._read_line(line)

    def text(self) -> str:
        """Return the answer.

        Raises:
            CompletionBroken: empty, cut off, or not a completion at all.
            CompletionFailed: an error in place of an answer.
        """
        if self._events:
            self._read_line(bytes(self._body))
            if not self.done and self._finish is None:
                raise CompletionBroken("the stream was cut off")
        else:
            self._read_whole()
        answer = _THOUGHTS.sub("", "".join(self._texts)).strip()
        if not answer:
            raise CompletionBroken("the answer is empty")
        return f"{answer}…" if self._finish == _CUT_SHORT else answer

    def _read_whole(self) -> None:
        choice = _first_choice(_parse(bytes(self._body)))
        message = choice.get("message")
        self._texts.append(_read_content(message))
        self._finish = str(choice.get("finish_reason") or "stop")

    def _read_line(self, line: bytes) -> None:
        field, _, value = line.strip().partition(b":")
        if field != b"data" or self.done:
            return
        if value.strip() == b"[DONE]":
            self.done = True
            return
        event = _parse(value)
        if not event.get("choices") and not event.get("error"):
            return  # usage, pings
        choice = _first_choice(event)
        self._texts.append(_read_content(choice.get("delta") or choice.get("message")))
        if choice.get("finish_reason"):
            self._finish = str(choice["finish_reason"])


def read_fault(body: bytes) -> Fault:
    """Return what an error body says; an empty fault when it says nothing readable."""
    try:
        parsed = json.loads(body)
    except (ValueError, RecursionError):
        return Fault()
    return _read_error(parsed.get("error", parsed)) if isinstance(parsed, dict) else Fault()


def _parse(body: bytes) -> dict[str, Any]:
    try:
        parsed = json.loads(body)
    except (ValueError, RecursionError):
        raise CompletionBroken("the body is not JSON") from None
    if not isinstance(parsed, dict):
        raise CompletionBroken("the body is not a JSON object")
    return parsed


def _first_choice(completion: dict[str, Any]) -> dict[str, Any]:
    if completion.get("error"):
        raise CompletionFailed(_read_error(completion["error"]))
    choices = completion.get("choices")
    if not isinstance(choices, list) or not choices or not isinstance(choices[0], dict):
        raise CompletionBroken("the body has no choices")
    return choices[0]


def _read_content(message: object) -> str:
    """Return a message's words; tool calls, which nobody offered, are ignored."""
    content = message.get("content") if isinstance(message, dict) else None
    if isinstance(content, list):
        return "".join(
            str(part.get("text") or "")
            for part in content
            if isinstance(part, dict) and part.get("type") == "text"
        )
    return content if isinstance(content, str) else ""


def _read_error(error: object) -> Fault:
    if not isinstance(error, dict):
        return Fault(message=str(error))
    code = str(error.get("code") or error.get("type") or "")
    return Fault(
        code=code if re.fullmatch(r"[\w.-]{1,64}", code) else "",
        message=str(error.get("message") or ""),
        param=str(error.get("param") or ""),
    )
