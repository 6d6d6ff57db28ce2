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
from datetime import UTC, datetime
from functools import partial
from typing import Any
from urllib.parse import urlsplit

import httpx

from pipelines.errors import ModelBroken, ModelUnavailable, SettingsInvalid, one_line
from pipelines.llms.chat_request import ChatRequest
from pipelines.llms.completion import (
    CompletionBroken,
    CompletionEmpty,
    CompletionFailed,
    CompletionReader,
    read_fault,
)
from pipelines.llms.refusal import Loading, ModelMissing, Passing, judge, judge_fault
from pipelines.models.answers import Turn
from pipelines.nodes.sources.retry_after import seconds_to_wait

logger = logging.getLogger(__name__)

_ERROR_BODY_LIMIT = 65_536
_ABOUT_THE_REQUEST = {400, 422, 500}  # 500: a template that fails, in llama.cpp
_WORDLESS_ANSWERS = 2  # asked a third time, a model that says nothing says nothing again
_MORE_ROOM = 4  # times the tokens, where the limit left no room for more than reasoning


class _AskOtherwise(Exception):
    """Something in the request was refused, and is not in the next one."""


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
            trust_env=False,
            proxy=proxy,
        )

    async def complete(self, system: str, turns: Sequence[Turn]) -> str:
        """Return the model's answer to the last turn.

        Raises:
            ModelUnavailable: no answer within the attempts or the total time.
            ModelBroken: the endpoint refuses us for good, or answers without end.
            PromptTooLong: the prompt does not fit the model.
        """
        deadline = self._clock() + self._total_seconds
        try:
            async with asyncio.timeout(self._total_seconds):
                return await self._ask_each(deadline, system, turns)
        except TimeoutError:
            raise ModelUnavailable(f"no answer within {self._total_seconds:g} s") from None

    async def close(self) -> None:
        """Close the connections."""
        await self._client.aclose()

    async def _ask_each(self, deadline: float, system: str, turns: Sequence[Turn]) -> str:
        try:
            return await self._ask_until(deadline, self._attempts, self._request, system, turns)
        except (ModelUnavailable, ModelMissing) as first:
            if self._fallback is None:
                raise
            logger.warning("language model: %s; now %s is asked", first, self._fallback.model)
            try:
                return await self._ask_until(deadline, 1, self._fallback, system, turns)
            except (ModelUnavailable, ModelBroken) as second:
                logger.warning("LLM_FALLBACK_MODEL: %s", one_line(second))
                raise first from second

    async def _ask_until(
        self,
        deadline: float,
        attempts: int,
        request: ChatRequest,
        system: str,
        turns: Sequence[Turn],
    ) -> str:
        attempt, wordless, room = 0, 0, 1
        while True:
            try:
                return await self._ask(request, request.body(system, turns, room=room))
            except _AskOtherwise:
                continue
            except CompletionEmpty as empty:
                wordless += 1
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
            await self._sleep(wait)

    def _backoff(self, attempt: int) -> float:
        """Return seconds that double with each attempt, less a random part of a half."""
        full = min(self._longest_wait, self._first_wait * 2.0 ** min(attempt, 30))
        return full * (1.0 - 0.5 * self._fraction())

    async def _ask(self, request: ChatRequest, body: dict[str, Any]) -> str:
        try:
            async with self._client.stream("POST", self._url, json=body) as response:
                if response.status_code != httpx.codes.OK:
                    raise await self._refusal(response, request, body)
                return await self._read_answer(response)
        except CompletionFailed as failed:
            if request.give_way(failed.fault, body):
                raise _AskOtherwise from None
            raise judge_fault(failed.fault, request.model) or Passing(str(failed)) from None
        except CompletionEmpty:
            raise
        except CompletionBroken as broken:
            raise Passing(str(broken)) from None
        except (httpx.TransportError, httpx.DecodingError) as fault:
            raise Passing(type(fault).__name__) from fault

    async def _read_answer(self, response: httpx.Response) -> str:
        reader = CompletionReader(self._max_bytes)
        async for piece in response.aiter_bytes():
            reader.feed(piece)
            if reader.done:
                break
        if reader.overflowed:
            raise ModelBroken(f"the answer did not end within {self._max_bytes} bytes")
        return reader.text()

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
        return judge(status, fault, after, request.model)


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
