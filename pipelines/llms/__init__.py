"""Language models: one protocol a file. `make_language_model` chooses.

Read `openai_compatible` (asking, waiting, giving up), then `completion` (what a body may hold,
whole or as a stream).
"""

from pipelines.errors import SettingsInvalid
from pipelines.llms.openai_compatible import OpenAICompatible


def make_language_model(
    address: str | None, key: str | None, name: str | None
) -> OpenAICompatible | None:
    """Make the way to a language model; None without one: answers are extractive then.

    Raises:
        SettingsInvalid: only one of address and name is set.
    """
    if address is None and name is None:
        return None
    if address is None or name is None:
        raise SettingsInvalid("LLM_BASE_URL and LLM_MODEL are set together or not at all")
    return OpenAICompatible(address, key or "", name)
