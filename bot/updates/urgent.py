"""Updates that cannot wait for those before them in their chat: they are about one of those.

A question keeps its chat's turn until it is answered, and what stops the answer comes after it.
"""

from typing import Any

from bot.transport.buttons import Action, read_button
from bot.transport.outbox import DRAFT_STOPPED

_COMMAND = "/stop"


def is_urgent(update: dict[str, Any]) -> bool:
    """Tell whether an update stops an answer."""
    if DRAFT_STOPPED in update:
        return True
    if isinstance(press := update.get("callback_query"), dict):
        data = read_button(press.get("data"))
        return data is not None and data.action is Action.STOP_ANSWER
    message = update.get("message")
    words = str(message.get("text") or "").split() if isinstance(message, dict) else []
    return bool(words) and words[0].partition("@")[0] == _COMMAND
