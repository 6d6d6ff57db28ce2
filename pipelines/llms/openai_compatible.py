"""A language model behind an OpenAI-compatible endpoint: `POST {base}/chat/completions`.

Faults that may pass are waited out here, within the total time; what is left is one of
`ModelUnavailable` (later), `ModelBroken` (a setting is wrong; the message names it) and
`PromptTooLong` (shrink and ask once more). Prompts, answers and the key are never logged.
"""

import asyncio
import logging
import random
import time
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from functools import partial
from typing import Any
from urllib.parse import urlsplit

import httpx

from pipelines.errors import (
    ModelBroken,
    ModelUnavailable,
    PromptTooLong,
    SettingsInvalid,
    one_line,
)
from pipelines.llms.chat_request import ChatRequest
from pipelines.llms.completion import (
    CompletionBroken,
    CompletionEmpty,
    CompletionFailed,
    CompletionReader,
    read_fault,
)
from pipelines.llms.continuing import join, to_continue, total
from pipelines.llms.growth import Growth
from pipelines.llms.refusal import Loading, ModelMissing, Passing, judge, judge_fault
from pipelines.models.chat import Completion, Tool, Turn, Usage
from pipelines.nodes.sources.retry_after import seconds_to_wait
from pipelines.tls import trusted_roots

logger = logging.getLogger(__name__)

_ERROR_BODY_LIMIT = 65_536
_CONNECTIONS = 100
_KEPT = 20  # while idle: before each request all of them are asked whether they are still open
# 404: no provider with tools, at OpenRouter; 500: a template that fails, in llama.cpp
_ABOUT_THE_REQUEST = {400, 404, 422, 500, 501}
_REFUSED = {400, 422}
_WORDLESS_ANSWERS = 2  # asked a third time, a model that says nothing says nothing again
_MORE_ROOM = 4  # times the tokens, where the limit left no room for more than reasoning


class _AskOtherwise(Exception):
    """Something in the request was refused, and is not in the next one."""


class _AskWithoutTools(Exception):
    """The request was refused, and nobody says why: it may be for the tools."""


@dataclass(frozen=True, slots=True)
class _Asked:
    """What is asked, and who wants to see the answer grow, or hear why none begins."""

    system: str
    turns: Sequence[Turn]
    tools: Sequence[Tool]
    grow: Callable[[str], None] | None
    loads: Callable[[], Awaitable[None]] | None

    def after(self, completion: Completion) -> "_Asked":
        """Return what is asked to go on with an answer."""
        text, grow = completion.text, self.grow
        joined = None if grow is None else lambda rest: grow(join(text, rest) if rest else text)
        return replace(self, turns=to_continue(self.turns, text), grow=joined)


class OpenAICompatible:
    """Implements LanguageModel over httpx.

    Args:
        base_url: with or without `/v1` and a closing slash.
        api_key: "" for endpoints that need none.
        model: as the endpoint names it.
        fallback_model: of the same endpoint, asked once when the first cannot answer.
        stream: ask for the answer in pieces, so that a slow model is not taken for a dead one.
        temperature, max_tokens: None to leave it to the endpoint; dropped when a model refuses it.
        connect_seconds, read_seconds: limits for the connection and for silence on it.
        total_seconds: limit for everything, retries included.
        max_bytes: an answer is refused when its body grows beyond this.
        attempts: how often to ask in all.
        first_wait, longest_wait: seconds between attempts, doubling from one to the other.
        loading_wait: seconds until a model that is loading is asked again.
        sleep, clock, now, fraction: time and chance, for tests to hold.
    """

    def __init__(
        self,
        base_url: str,
        api_key: str,
        model: str,
        *,
        fallback_model: str | None = None,
        stream: bool = True,
        temperature: float | None = 0.2,
        max_tokens: int | None = 1024,
        connect_seconds: float = 5.0,
        read_seconds: float = 60.0,
        total_seconds: float = 120.0,
        max_bytes: int = 4 * 1024 * 1024,
        attempts: int = 4,
        first_wait: float = 0.5,
        longest_wait: float = 20.0,
        loading_wait: float = 3.0,
        proxy: str | None = None,
        sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
        clock: Callable[[], float] = time.monotonic,
        now: Callable[[], datetime] = lambda: datetime.now(UTC),
        fraction: Callable[[], float] = random.random,
    ) -> None:
        self._url = completions_url(base_url)
        request = partial(
            ChatRequest, stream=stream, temperature=temperature, max_tokens=max_tokens
        )
        self._request = request(model)
        self._fallback = request(fallback_model) if fallback_model else None
        self._total_seconds = total_seconds
        self._max_bytes = max_bytes
        self._attempts = attempts
        self._first_wait, self._longest_wait = first_wait, longest_wait
        self._loading_wait = loading_wait
        self._sleep, self._clock, self._now, self._fraction = sleep, clock, now, fraction
        self._client = httpx.AsyncClient(
            headers={"Authorization": f"Bearer {api_key}"} if api_key else {},
            timeout=httpx.Timeout(read_seconds, connect=connect_seconds),
            verify=trusted_roots(),
            limits=httpx.Limits(max_connections=_CONNECTIONS, max_keepalive_connections=_KEPT),
            trust_env=False,
            proxy=proxy,
        )

    async def complete(
        self,
        system: str,
        turns: Sequence[Turn],
        *,
        tools: Sequence[Tool] = (),
        on_growth: Callable[[str], None] | None = None,
        on_loading: Callable[[], Awaitable[None]] | None = None,
    ) -> Completion:
        """Return the model's answer to the last turn; what the limit cut is asked for once more.

        Raises:
            ModelUnavailable: no answer within the attempts or the total time, or one without end.
            ModelBroken: the endpoint refuses us for good.
            PromptTooLong: the prompt does not fit the model.
        """
        deadline = self._clock() + self._total_seconds
        asked = _Asked(system, turns, tools, on_growth, on_loading)
        try:
            async with asyncio.timeout(self._total_seconds):
                request, completion = await self._ask_each(deadline, asked)
        except TimeoutError:
            raise ModelUnavailable(f"no answer within {self._total_seconds:g} s") from None
        if completion.is_cut_short and completion.text and not completion.calls:
            completion = await self._continue(deadline, request, asked, completion)
        return replace(completion, model=request.model)

    @property
    def name(self) -> str:
        """What the model is called that is asked first."""
        return self._request.model

    @property
    def takes_tools(self) -> bool:
        """Whether the model takes tools, as far as is known: until it refuses some, it does."""
        return self._request.takes_tools

    async def close(self) -> None:
        """Close the connections."""
        await self._client.aclose()

    async def _continue(
        self, deadline: float, request: ChatRequest, asked: _Asked, begun: Completion
    ) -> Completion:
        """Ask for the rest of an answer; if there is none to be had, say that it is cut short."""
        try:
            async with asyncio.timeout(deadline - self._clock()):
                rest = await self._ask_until(deadline, 1, request, asked.after(begun))
        except (ModelUnavailable, ModelBroken, PromptTooLong, TimeoutError) as fault:
            logger.warning("language model: the rest of an answer: %s", type(fault).__name__)
            return replace(begun, text=f"{begun.text}…")
        text, usage = join(begun.text, rest.text), total([begun.usage, rest.usage])
        if rest.is_cut_short:
            text = f"{text}…"
        return Completion(text, rest.calls, usage, is_cut_short=rest.is_cut_short)

    async def _ask_each(self, deadline: float, asked: _Asked) -> tuple[ChatRequest, Completion]:
        """Ask the model, or else its fallback; return the one that answered, and the answer."""
        first = self._request
        try:
            return first, await self._ask_until(deadline, self._attempts, first, asked)
        except (ModelUnavailable, ModelMissing) as fault:
            if self._fallback is None:
                raise
            logger.warning("language model: %s; now %s is asked", fault, self._fallback.model)
            try:
                return self._fallback, await self._ask_until(deadline, 1, self._fallback, asked)
            except (ModelUnavailable, ModelBroken) as second:
                logger.warning("LLM_FALLBACK_MODEL: %s", one_line(second))
                raise fault from second

    async def _ask_until(
        self, deadline: float, attempts: int, request: ChatRequest, asked: _Asked
    ) -> Completion:
        attempt, wordless, room = 0, 0, 1
        wasted: list[Usage | None] = []
        while True:
            try:
                completion = await self._ask(request, asked, room)
                return replace(completion, usage=total([completion.usage, *wasted]))
            except _AskOtherwise:
                continue
            except _AskWithoutTools:
                asked = replace(asked, tools=())
                continue
            except CompletionEmpty as empty:
                wordless += 1
                wasted.append(empty.usage)
                room = _MORE_ROOM if empty.cut_short else 1
                fault = Passing(str(empty))
            except Passing as passing:
                fault = passing
            if isinstance(fault, Loading):
                wait = max(self._loading_wait, fault.retry_after)
            else:
                wait = max(self._backoff(attempt), fault.retry_after)
                attempt += 1
            given_up = attempt >= attempts or wordless >= _WORDLESS_ANSWERS
            if given_up or self._clock() + wait >= deadline:
                tried = f"attempt {attempt}: " if attempt else ""
                raise ModelUnavailable(f"{tried}{fault}") from fault
            logger.warning("language model: %s; again in %.1f s", fault, wait)
            if isinstance(fault, Loading) and asked.loads is not None:
                await asked.loads()
            await self._sleep(wait)

    def _backoff(self, attempt: int) -> float:
        """Return seconds that double with each attempt, less a random part of a half."""
        full = min(self._longest_wait, self._first_wait * 2.0 ** min(attempt, 30))
        return full * (1.0 - 0.5 * self._fraction())

    async def _ask(self, request: ChatRequest, asked: _Asked, room: int) -> Completion:
        body = request.body(asked.system, asked.turns, tools=asked.tools, room=room)
        growth = Growth(asked.grow, opened=request.opens_reasoning) if asked.grow else None
        try:
            async with self._client.stream("POST", self._url, json=body) as response:
                if response.status_code != httpx.codes.OK:
                    raise await self._refusal(response, request, body)
                return await self._read_answer(response, request, body, growth)
        except CompletionFailed as failed:
            fault = failed.fault
            if request.give_way(fault, body):
                raise _AskOtherwise from None
            raise judge_fault(fault, request.model) or Passing(str(failed)) from None
        except CompletionEmpty:
            raise
        except CompletionBroken as broken:
            raise Passing(str(broken)) from None
        except (httpx.TransportError, httpx.DecodingError) as lost:
            raise Passing(type(lost).__name__) from lost

    async def _read_answer(
        self,
        response: httpx.Response,
        request: ChatRequest,
        sent: dict[str, Any],
        growth: Growth | None,
    ) -> Completion:
        offered = [tool["function"]["name"] for tool in sent.get("tools", ())]
        reader = CompletionReader(self._max_bytes, tools=offered, growth=growth)
        is_answered = False
        try:
            async for piece in response.aiter_bytes():
                reader.feed(piece)
                if reader.done:
                    break
            if reader.overflowed:
                raise ModelUnavailable(f"the answer did not end within {self._max_bytes} bytes")
            completion = reader.completion()
            is_answered = True
        finally:
            request.opens_reasoning = request.opens_reasoning or reader.opens_reasoning
            if growth is not None and not is_answered:
                growth.show("")
        if growth is not None:
            growth.show(completion.text)
        return completion

    async def _refusal(
        self, response: httpx.Response, request: ChatRequest, sent: dict[str, Any]
    ) -> Exception:
        body = bytearray()
        async for piece in response.aiter_bytes():
            body += piece
            if len(body) > _ERROR_BODY_LIMIT:
                break
        status, fault = response.status_code, read_fault(bytes(body))
        if status in _ABOUT_THE_REQUEST and request.give_way(fault, sent):
            return _AskOtherwise()
        after = seconds_to_wait(response.headers.get("Retry-After"), self._now())
        error = judge(status, fault, after, request.model)
        if status in _REFUSED and "tools" in sent and type(error) is ModelBroken:
            return _AskWithoutTools()
        return error


def completions_url(base_url: str) -> str:
    """Return the address to post to, for a base with or without `/v1`.

    Raises:
        SettingsInvalid: it is not an http address.
    """
    base = base_url.strip().rstrip("/").removesuffix("/chat/completions").rstrip("/")
    parts = urlsplit(base)
    if parts.scheme not in {"http", "https"} or not parts.hostname:
        raise SettingsInvalid("LLM_BASE_URL must be an address like https://host/v1")
    return f"{base}/chat/completions" if parts.path else f"{base}/v1/chat/completions"
