"""Completion: read a chat completion out of a response body, whole or as a stream of events.

    CompletionBroken         there is no answer in it; asked again, there may be
    ├── CompletionEmpty      the model was done, and said nothing
    └── CompletionFailed     the body names a fault instead of an answer

Bodies are untrusted: any shape must end in a text or in one of these. Their messages hold
codes and counts only, never words of the body, for endpoints quote prompts and keys in it.
"""

import json
import re
from collections.abc import Collection
from dataclasses import dataclass
from typing import Any

from pipelines.llms.growth import Growth
from pipelines.llms.reasoning import opens_before, strip_reasoning
from pipelines.llms.repetition import end_of_first_copy
from pipelines.llms.tool_calls import ToolCallReader
from pipelines.models.chat import Completion, Usage

_CUT_SHORT = "length"
_MOST_TOKENS = 100_000_000  # of one answer: what is more was not counted
_LOOP_STEP = 200  # characters after which a loop is looked for again …
_LOOP_WINDOW = 4200  # … in so many of the last: six copies of the longest, and a step


class CompletionBroken(Exception):
    """A body without an answer: empty, cut off, not JSON."""


class CompletionEmpty(CompletionBroken):
    """A whole body without a word for the user; `cut_short`: the token limit ended it."""

    def __init__(self, cut_short: bool, usage: Usage | None = None) -> None:
        super().__init__("no answer within LLM_MAX_TOKENS" if cut_short else "the answer is empty")
        self.cut_short = cut_short
        self.usage = usage  # it is paid for all the same


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
    """Takes a body in pieces of any size and gives the answer at its end.

    Args:
        max_bytes: after which it is not read on.
        tools: names of what may be called; calls that nobody offered are left out.
        growth: told the words of a stream as they come.
    """

    def __init__(
        self, max_bytes: int, *, tools: Collection[str] = (), growth: Growth | None = None
    ) -> None:
        self._max_bytes = max_bytes
        self._calls = ToolCallReader(tools)
        self._growth = growth
        self._received = 0
        self._body = bytearray()
        self._texts: list[str] = []
        self._events = False
        self._finish: str | None = None
        self._last_words, self._unchecked = "", 0
        self.usage: Usage | None = None
        self.opens_reasoning = False  # the prompt's template did, for the text ends some
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

    def completion(self) -> Completion:
        """Return the answer; the name of the model is for the caller to add.

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
        self.opens_reasoning = opens_before(said)
        answer, calls = strip_reasoning(said[:loop]), self._calls.calls()
        cut_short = self._finish == _CUT_SHORT and loop is None
        if not answer and not calls:
            raise CompletionEmpty(self._finish == _CUT_SHORT, self.usage)
        text = f"{answer}…" if answer and loop is not None else answer
        return Completion(text, calls, self.usage, is_cut_short=cut_short)

    def _read_whole(self) -> None:
        completion = _parse(bytes(self._body))
        self.usage = _read_usage(completion.get("usage"))
        choice = _first_choice(completion)
        self._read_message(choice.get("message"))
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
        self._add(self._read_message(choice.get("delta") or choice.get("message")))

    def _read_message(self, message: object) -> str:
        words = _read_content(message)
        self._texts.append(words)
        if isinstance(message, dict):
            self._calls.feed(message.get("tool_calls"))
            self.done = self.done or self._calls.overflowed
        return words

    def _add(self, words: str) -> None:
        """Take words of a stream; it is done when they only come again and again."""
        if not words:
            return
        if self._growth is not None:
            self._growth.add(words)
        self._last_words = (self._last_words + words)[-_LOOP_WINDOW:]
        self._unchecked += len(words)
        if self._unchecked >= _LOOP_STEP:
            self._unchecked = 0
            self.done = self.done or end_of_first_copy(self._last_words) is not None


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
    """Return a message's words, be they a text or a list of parts."""
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
    is_count = all(0 <= tokens <= _MOST_TOKENS for tokens in (prompt, completion))
    return Usage(prompt, completion) if is_count else None


def _read_error(error: object) -> Fault:
    if not isinstance(error, dict):
        return Fault(message=str(error))
    code = str(error.get("code") or error.get("type") or "")
    return Fault(
        code=code if re.fullmatch(r"[\w.-]{1,64}", code) else "",
        message=str(error.get("message") or error.get("detail") or ""),
        param=str(error.get("param") or ""),
    )
