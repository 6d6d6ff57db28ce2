"""A batch in words while it goes on, and why something did not work. Its end: `receipts.py`."""

import logging
from collections.abc import Sequence

from bot.views.secrets import places_text
from pipelines.errors import Failure, InternalError
from pipelines.models.requests import ItemProgress
from pipelines.ports import Phrasebook

logger = logging.getLogger(__name__)

MOST_LINES = 20  # with a line each; a larger batch shows how many are where
_AT_WORK, _FAILED = 8, 8  # lines of a larger batch
_LABEL = 48  # characters


def progress_text(items: Sequence[ItemProgress], language: str | None, phrases: Phrasebook) -> str:
    """Write a line per item; of a large batch, how many are where, and the lines that matter."""
    states = [item.state for item in items]
    heading = phrases.say(
        "progress-queued" if set(states) == {"waiting"} else "progress-heading",
        language,
        done=len(states) - states.count("waiting") - states.count("running"),
        total=max(1, len(items)),
    )
    if len(items) <= MOST_LINES:
        return "\n".join([heading, *(_line(item, language, phrases) for item in items)])
    running = [item for item in items if item.state == "running"]
    failed = [item for item in items if item.state in ("refused", "failed")]
    counts = phrases.say(
        "progress-counts",
        language,
        stored=states.count("stored"),
        known=states.count("known"),
        failed=len(failed),
        running=len(running),
        waiting=states.count("waiting"),
    )
    shown = [*running[:_AT_WORK], *failed[-_FAILED:]]
    return "\n".join([heading, counts, *(_line(item, language, phrases) for item in shown)])


def _line(item: ItemProgress, language: str | None, phrases: Phrasebook) -> str:
    return phrases.say(
        "progress-item",
        language,
        label=elided(item.label),
        node=item.node.partition("_")[0],  # fetch_page, fetch_file …: to people it is fetching
        state=item.state,
    )


def elided(label: str, limit: int = _LABEL) -> str:
    """Return a label on one line, a long one without its middle: both ends tell files apart."""
    label = " ".join(label.split())
    for needless in ("https://", "http://"):
        label = label.removeprefix(needless)
    if len(label) <= limit:
        return label
    head = (limit - 1) * 2 // 3
    return f"{label[:head]}…{label[head + 1 - limit :]}"


def failure_text(failure: Failure, language: str | None, phrases: Phrasebook) -> str:
    """Say why something failed, with the id under which the log has more."""
    error_id = failure.error_id
    values: dict[str, str | int | float] = dict(failure.values)
    if failure.code == "internal-error":
        return phrases.say("internal-error", language, id=error_id or str(values.get("id", "-")))
    if "places" in values:
        values["places"] = places_text(str(values["places"]), language, phrases)
    try:
        sentence = phrases.say(failure.code, language, **values)
    except InternalError:
        logger.exception("no sentence for the failure %s", failure.code)
        return phrases.say("internal-error", language, id=error_id or failure.code)
    if error_id is None:
        return sentence
    return f"{sentence}\n{phrases.say('error-number', language, id=error_id)}"
