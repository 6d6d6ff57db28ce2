"""Completion: read a chat completion out of a response body, whole or as a stream of events.

    CompletionBroken         there is no answer in it; asked again, there may be
    ├── CompletionEmpty      the model was done, and said nothing
    └── CompletionFailed     the body names a fault instead of an answer

Bodies are untrusted: any shape must end in a text or in one of these. Their messages hold
codes and counts only, never words of the body, for endpoints quote prompts and keys in it.
"""

import json
import re
from dataclasses import dataclass
from typing import Any

from pipelines.llms.reasoning import strip_reasoning
from pipelines.llms.repetition import end_of_first_copy

_CUT_SHORT = "length"
_LOOP_STEP = 200  # characters after which a loop is looked for again …
_LOOP_WINDOW = 4200  # … in so many of the last: six copies of the longest, and a step


class CompletionBroken(Exception):
    """A body without an answer: empty, cut off, not JSON."""


class CompletionEmpty(CompletionBroken):
    """A whole body without a word for the user; `cut_short`: the token limit ended it."""

    def __init__(self, cut_short: bool) -> None:
        super().__init__("no answer within LLM_MAX_TOKENS" if cut_short else "the answer is empty")
        self.cut_short = cut_short


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


@dataclass(frozen=True, slots=True)
class Usage:
    """Tokens that an answer took, as the endpoint counts them."""

    prompt: int
    completion: int


class CompletionReader:
    """Takes a body in pieces of any size and gives the answer at its end."""

    def __init__(self, max_bytes: int) -> None:
        self._max_bytes = max_bytes
        self._received = 0
        self._body = bytearray()
        self._texts: list[str] = []
        self._events = False
        self._finish: str | None = None
        self._last_words, self._unchecked = "", 0
        self.usage: Usage | None = None
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
        said = "".join(self._texts)
        loop = end_of_first_copy(said)
        answer, cut_short = strip_reasoning(said[:loop]), self._finish == _CUT_SHORT
        if not answer:
            raise CompletionEmpty(cut_short)
        return f"{answer}…" if cut_short or loop is not None else answer

    def _read_whole(self) -> None:
        completion = _parse(bytes(self._body))
        self.usage = _read_usage(completion.get("usage"))
        choice = _first_choice(completion)
        self._texts.append(_read_content(choice.get("message")))
        self._finish = str(choice.get("finish_reason") or "stop")

    def _read_line(self, line: bytes) -> None:
        field, _, value = line.strip().partition(b":")
        if field != b"data" or self.done:
            return
        if value.strip() == b"[DONE]":
            self.done = True
            return
        event = _parse(value)
        self.usage = _read_usage(event.get("usage")) or self.usage
        if not event.get("choices") and not event.get("error"):
            return  # usage, pings
        choice = _first_choice(event)
        if choice.get("finish_reason"):
            self._finish = str(choice["finish_reason"])
        self._add(_read_content(choice.get("delta") or choice.get("message")))

    def _add(self, words: str) -> None:
        """Take words of a stream; it is done when they only come again and again."""
        self._texts.append(words)
        self._last_words = (self._last_words + words)[-_LOOP_WINDOW:]
        self._unchecked += len(words)
        if self._unchecked >= _LOOP_STEP:
            self._unchecked = 0
            self.done = end_of_first_copy(self._last_words) is not None


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


def _read_usage(usage: object) -> Usage | None:
    if not isinstance(usage, dict):
        return None
    prompt, completion = usage.get("prompt_tokens"), usage.get("completion_tokens")
    if not isinstance(prompt, int) or not isinstance(completion, int):
        return None
    return Usage(prompt, completion)


def _read_error(error: object) -> Fault:
    if not isinstance(error, dict):
        return Fault(message=str(error))
    code = str(error.get("code") or error.get("type") or "")
    return Fault(
        code=code if re.fullmatch(r"[\w.-]{1,64}", code) else "",
        message=str(error.get("message") or error.get("detail") or ""),
        param=str(error.get("param") or ""),
    )
