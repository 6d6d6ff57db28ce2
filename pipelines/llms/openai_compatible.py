"""A language model behind an OpenAI-compatible endpoint: `POST {base}/chat/completions`.

Faults that may pass are waited out here, within the total time; what is left is one of
`ModelUnavailable` (later), `ModelBroken` (a setting is wrong; the message names it) and
`PromptTooLong` (shrink and ask once more). Prompts, answers and the key are never logged.
"""

import asyncio
import logging
import random
import re
import time
from collections.abc import Awaitable, Callable, Sequence
from datetime import UTC, datetime
from urllib.parse import urlsplit

import httpx

from pipelines.errors import ModelBroken, ModelUnavailable, PromptTooLong, SettingsInvalid
from pipelines.llms.completion import (
    CompletionBroken,
    CompletionFailed,
    CompletionReader,
    Fault,
    read_fault,
)
from pipelines.models.answers import Turn
from pipelines.nodes.sources.retry_after import seconds_to_wait

logger = logging.getLogger(__name__)

_TOO_LONG_CODES = {"context_length_exceeded", "exceed_context_size_error"}
_TOO_LONG = re.compile(
    r"context (?:length|window|size)|maximum context|too many tokens|prompt is too long"
    r"|input is too long|reduce the length|max_model_len",
    re.IGNORECASE,
)
_NO_CREDIT = {"insufficient_quota", "billing_hard_limit_reached"}
_ERROR_BODY_LIMIT = 65_536
_PASSING = {408, 409, 425, 429}


class _Passing(Exception):
    """A fault that may be gone the next time."""

    def __init__(self, reason: str, retry_after: float = 0.0) -> None:
        super().__init__(reason)
        self.retry_after = retry_after


class OpenAICompatible:
    """Implements LanguageModel over httpx.

    Args:
        base_url: with or without `/v1` and a closing slash.
        api_key: "" for endpoints that need none.
        model: as the endpoint names it.
        stream: ask for the answer in pieces, so that a slow model is not taken for a dead one.
        temperature: None to leave it to the endpoint; dropped when a model refuses it.
        connect_seconds, read_seconds: limits for the connection and for silence on it.
        total_seconds: limit for everything, retries included.
        max_bytes: an answer is refused when its body grows beyond this.
        attempts: how often to ask in all.
        first_wait, longest_wait: seconds between attempts, doubling from one to the other.
        sleep, clock, now, fraction: time and chance, for tests to hold.
    """

    def __init__(
        self,
        base_url: str,
        api_key: str,
        model: str,
        *,
        stream: bool = True,
        temperature: float | None = 0.2,
        connect_seconds: float = 5.0,
        read_seconds: float = 45.0,
        total_seconds: float = 120.0,
        max_bytes: int = 4 * 1024 * 1024,
        attempts: int = 4,
        first_wait: float = 0.5,
        longest_wait: float = 20.0,
        proxy: str | None = None,
        sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
        clock: Callable[[], float] = time.monotonic,
        now: Callable[[], datetime] = lambda: datetime.now(UTC),
        fraction: Callable[[], float] = random.random,
    ) -> None:
        self._url = completions_url(base_url)
        self._model = model
        self._stream = stream
        self._options: dict[str, object] = {}
        if temperature is not None:
            self._options["temperature"] = temperature
        self._total_seconds = total_seconds
        self._max_bytes = max_bytes
        self._attempts = attempts
        self._first_wait, self._longest_wait = first_wait, longest_wait
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
        messages = [{"role": "system", "content": system}]
        messages += [{"role": turn.role, "content": turn.message} for turn in turns]
        deadline = self._clock() + self._total_seconds
        try:
            async with asyncio.timeout(self._total_seconds):
                return await self._ask_until(deadline, messages)
        except TimeoutError:
            raise ModelUnavailable(f"no answer within {self._total_seconds:g} s") from None

    async def close(self) -> None:
        """Close the connections."""
        await self._client.aclose()

    async def _ask_until(self, deadline: float, messages: list[dict[str, str]]) -> str:
        for attempt in range(self._attempts):
            try:
                return await self._ask(messages)
            except _Passing as fault:
                wait = max(self._backoff(attempt), fault.retry_after)
                last = attempt == self._attempts - 1
                if last or self._clock() + wait >= deadline:
                    raise ModelUnavailable(f"attempt {attempt + 1}: {fault}") from fault
                logger.warning("language model: %s; again in %.1f s", fault, wait)
            await self._sleep(wait)
        raise ModelUnavailable("no attempt was allowed")

    def _backoff(self, attempt: int) -> float:
        """Return seconds that double with each attempt, less a random part of a half."""
        full = min(self._longest_wait, self._first_wait * 2.0 ** min(attempt, 30))
        return full * (1.0 - 0.5 * self._fraction())

    async def _ask(self, messages: list[dict[str, str]]) -> str:
        body = {"model": self._model, "messages": messages, "stream": self._stream}
        try:
            async with self._client.stream(
                "POST", self._url, json={**body, **self._options}
            ) as response:
                if response.status_code != httpx.codes.OK:
                    raise await self._refusal(response)
                return await self._read_answer(response)
        except CompletionFailed as failed:
            raise self._fault(failed.fault) or _Passing(str(failed)) from None
        except CompletionBroken as broken:
            raise _Passing(str(broken)) from None
        except (httpx.TransportError, httpx.DecodingError) as fault:
            raise _Passing(type(fault).__name__) from fault

    async def _read_answer(self, response: httpx.Response) -> str:
        reader = CompletionReader(self._max_bytes)
        async for piece in response.aiter_bytes():
            reader.feed(piece)
            if reader.done:
                break
        if reader.overflowed:
            raise ModelBroken(f"the answer did not end within {self._max_bytes} bytes")
        return reader.text()

    async def _refusal(self, response: httpx.Response) -> Exception:
        """Return the error that stands for a status other than 200."""
        body = bytearray()
        async for piece in response.aiter_bytes():
            body += piece
            if len(body) > _ERROR_BODY_LIMIT:
                break
        status, fault = response.status_code, read_fault(bytes(body))
        if known := self._fault(fault):
            return known
        if status in _PASSING or status >= httpx.codes.INTERNAL_SERVER_ERROR:
            after = seconds_to_wait(response.headers.get("Retry-After"), self._now())
            return _Passing(f"status {status}", after)
        if status in {httpx.codes.BAD_REQUEST, httpx.codes.UNPROCESSABLE_ENTITY} and (
            self._drop_option(fault)
        ):
            return _Passing(f"parameter refused, status {status}")
        if status == httpx.codes.REQUEST_ENTITY_TOO_LARGE:
            return PromptTooLong("the endpoint finds the request too large")
        return ModelBroken(_advice(status, self._model, fault))

    def _fault(self, fault: Fault) -> Exception | None:
        """Return the error for a fault whose code says enough, whatever the status."""
        if fault.code in _TOO_LONG_CODES or _TOO_LONG.search(fault.message):
            return PromptTooLong(f"the prompt does not fit {self._model}")
        if fault.code in _NO_CREDIT:
            return ModelBroken("the account of LLM_API_KEY has no credit left")
        return None

    def _drop_option(self, fault: Fault) -> bool:
        """Leave out, from now on, an option that the model refuses; say whether there was one."""
        named = [name for name in self._options if name in (fault.param, *fault.message.split("'"))]
        for name in named:
            del self._options[name]
        return bool(named)


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


def _advice(status: int, model: str, fault: Fault) -> str:
    """Say which setting to look at."""
    code = f" ({fault.code})" if fault.code else ""
    if status in {httpx.codes.UNAUTHORIZED, httpx.codes.FORBIDDEN}:
        return f"LLM_API_KEY is not accepted: status {status}{code}"
    if status == httpx.codes.PAYMENT_REQUIRED:
        return f"the account of LLM_API_KEY has no credit left: status {status}{code}"
    if status in {httpx.codes.NOT_FOUND, httpx.codes.METHOD_NOT_ALLOWED}:
        return f"LLM_MODEL ({model}) or LLM_BASE_URL is wrong: status {status}{code}"
    if httpx.codes.MULTIPLE_CHOICES <= status < httpx.codes.BAD_REQUEST:
        return f"LLM_BASE_URL points to a redirect: status {status}"
    return f"the endpoint refuses the request; check LLM_MODEL and LLM_BASE_URL: {status}{code}"
