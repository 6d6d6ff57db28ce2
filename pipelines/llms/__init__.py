"""Language models: one protocol a file. `make_language_model` chooses.

Read `openai_compatible` (asking, waiting, giving up; `continuing` what was cut short), then
`chat_request` and `messages` (what is sent, and what is left out), `refusal` (what a fault means)
and `completion` (what a body may hold, whole or as a stream). It reads `tool_calls`, tells the
`growth` of an answer, and takes out what nobody is shown: `reasoning`, `repetition`.
"""

from pipelines.errors import SettingsInvalid
from pipelines.llms.openai_compatible import OpenAICompatible


def make_language_model(
    address: str | None,
    key: str | None,
    name: str | None,
    *,
    fallback_name: str | None = None,
    max_tokens: int = 1024,
    total_seconds: float = 120.0,
    silence_seconds: float = 60.0,
) -> OpenAICompatible | None:
    """Make the way to a language model; None without one: answers are extractive then.

    Raises:
        SettingsInvalid: only one of address and name is set, or a fallback for neither.
    """
    if address is None and name is None and fallback_name is None:
        return None
    if address is None or name is None:
        raise SettingsInvalid("LLM_BASE_URL and LLM_MODEL are set together or not at all")
    return OpenAICompatible(
        address,
        key or "",
        name,
        fallback_model=fallback_name,
        max_tokens=max_tokens,
        total_seconds=total_seconds,
        read_seconds=silence_seconds,
    )
