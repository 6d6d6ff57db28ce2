"""What's there: "do you have anything on insurance?" where no document is called so.

Whether there is anything is no question that a sentence answers: asked is what there is.
"""

import re
from functools import cache
from typing import Any

from pipelines.nodes.questions.intents.intent import Intent
from pipelines.nodes.text.words import fold
from pipelines.nodes.word_tables import read_table

_LAST_WORD = re.compile(r"([^\W\d_]+)\W*$")


def what_is_there(message: str, intent: Intent) -> str:
    """Return what a message that asks for a document asks, where it asks for all about a thing.

    "" of one that asks whether there is some thing: "do you have a car park?".
    """
    lists = _languages().get(intent.language or "")
    at = fold(message).rfind(fold(intent.rest)) if intent.rest else -1
    if intent.kind != "has_document" or lists is None or at < 0:
        return ""
    before = _LAST_WORD.search(message[:at])
    if before is None or fold(before[1]) not in lists["before"]:
        return ""
    kept = f" {fold(before[1])}" if lists["keeps"] else ""
    return f"{lists['asks']}{kept} {intent.rest}"


@cache
def _languages() -> dict[str, dict[str, Any]]:
    return read_table(__package__, "whats_there.toml")
