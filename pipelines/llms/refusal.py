"""Refusal: what it means for us when an endpoint answers with a fault.

    Passing              may be gone the next time
    └── Loading          the model is being read from disk: wait, it counts as no attempt
    ModelBroken          a setting is wrong; the message names it
    └── ModelMissing     the endpoint does not have this model; another it may have
    PromptTooLong        a shorter prompt may fit

Messages hold statuses and codes only: what an endpoint says may quote the prompt.
"""

import re
from http import HTTPStatus

from pipelines.errors import ModelBroken, PromptTooLong
from pipelines.llms.completion import Fault

_TOO_LONG_CODES = {"context_length_exceeded", "exceed_context_size_error"}
_TOO_LONG = re.compile(
    r"context (?:length|window|size)|maximum context|too many tokens|prompt is too long"
    r"|input is too long|reduce the length|max_model_len",
    re.IGNORECASE,
)
_NO_CREDIT = {"insufficient_quota", "billing_hard_limit_reached"}
_MISSING_CODES = {"model_not_found", "model_decommissioned", "invalid_model", "model_not_available"}
_MISSING = re.compile(
    r"model\b.{0,120}\b(?:not found|not exist|not available|decommissioned|not a valid model)"
    r"|(?:no such|unknown|invalid) model\b",
    re.IGNORECASE | re.DOTALL,
)
UNREADABLE_CALL = "tool_use_failed"  # Groq's
_LOADING = re.compile(r"\bloading\b", re.IGNORECASE)
_PASSING = {408, 409, 425, 429}


class Passing(Exception):
    """A fault that may be gone the next time."""

    def __init__(self, reason: str, retry_after: float = 0.0) -> None:
        super().__init__(reason)
        self.retry_after = retry_after


class Loading(Passing):
    """The model is not in memory yet."""


class ModelMissing(ModelBroken):
    """The endpoint does not know the model, or has it no more."""


def judge(status: int, fault: Fault, retry_after: float, model: str) -> Exception:
    """Return the error that stands for a status other than 200."""
    if status == HTTPStatus.SERVICE_UNAVAILABLE and _LOADING.search(fault.message):
        return Loading("the model is loading", retry_after)
    if known := judge_fault(fault, model):
        return known
    if status in _PASSING or status >= HTTPStatus.INTERNAL_SERVER_ERROR:
        return Passing(f"status {status}", retry_after)
    if status == HTTPStatus.REQUEST_ENTITY_TOO_LARGE:
        return PromptTooLong("the endpoint finds the request too large")
    is_missing = fault.code in _MISSING_CODES or _MISSING.search(fault.message)
    if status == HTTPStatus.NOT_FOUND or (status == HTTPStatus.BAD_REQUEST and is_missing):
        code = f" ({fault.code})" if fault.code else ""
        return ModelMissing(f"LLM_MODEL ({model}) or LLM_BASE_URL is wrong: status {status}{code}")
    return ModelBroken(_advice(status, model, fault))


def is_too_long(fault: Fault) -> bool:
    """Say whether a prompt does not fit the model."""
    return fault.code in _TOO_LONG_CODES or _TOO_LONG.search(fault.message) is not None


def judge_fault(fault: Fault, model: str) -> Exception | None:
    """Return the error for a fault that says enough, whatever the status."""
    if is_too_long(fault):
        return PromptTooLong(f"the prompt does not fit {model}")
    if fault.code == UNREADABLE_CALL:
        return Passing("the model called a tool in a way that nobody can read")
    if fault.code in _NO_CREDIT:
        return ModelBroken("the account of LLM_API_KEY has no credit left")
    return None


def _advice(status: int, model: str, fault: Fault) -> str:
    """Say which setting to look at."""
    code = f" ({fault.code})" if fault.code else ""
    if status in {HTTPStatus.UNAUTHORIZED, HTTPStatus.FORBIDDEN}:
        return f"LLM_API_KEY is not accepted: status {status}{code}"
    if status == HTTPStatus.PAYMENT_REQUIRED:
        return f"the account of LLM_API_KEY has no credit left: status {status}{code}"
    if status == HTTPStatus.METHOD_NOT_ALLOWED:
        return f"LLM_MODEL ({model}) or LLM_BASE_URL is wrong: status {status}{code}"
    if HTTPStatus.MULTIPLE_CHOICES <= status < HTTPStatus.BAD_REQUEST:
        return f"LLM_BASE_URL points to a redirect: status {status}"
    return f"the endpoint refuses the request; check LLM_MODEL and LLM_BASE_URL: {status}{code}"
