"""A batch in words: how far it is, how it ended, and why something did not work."""

import logging
from collections.abc import Sequence
from itertools import pairwise

from bot.secret_places import places_text
from pipelines.errors import InternalError
from pipelines.ports import Phrasebook
from pipelines.requests import BatchReport, Failure, ItemProgress, ItemReport

logger = logging.getLogger(__name__)


def progress_text(items: Sequence[ItemProgress], language: str | None, phrases: Phrasebook) -> str:
    """Write one line per item under a heading."""
    done = sum(item.state not in ("waiting", "running") for item in items)
    total = max(1, len(items))
    lines = [phrases.say("progress-heading", language, done=done, total=total)]
    lines += [
        phrases.say(
            "progress-item",
            language,
            label=item.label,
            node=item.node.partition("_")[0],  # fetch_page, fetch_file …: to people it is fetching
            state=item.state,
        )
        for item in items
    ]
    return "\n".join(lines)


def batch_text(report: BatchReport, language: str | None, phrases: Phrasebook) -> str:
    """Write the summary of a batch."""
    seconds = round(report.seconds, 1) if report.seconds < 10 else round(report.seconds)
    if not report.items:
        return phrases.say("nothing-to-add", language)
    if len(report.items) == 1 and report.items[0].status == "stored":
        size = _size(report.items[0])
        return phrases.say("document-stored", language, seconds=seconds, **size)
    if len(report.items) == 1 and report.items[0].status == "known":
        return phrases.say("document-known", language, title=_title(report.items[0]))
    lines = [_item_line(item, language, phrases) for item in report.items]
    if len(lines) == 1:
        return lines[0]
    statuses = [item.status for item in report.items]
    heading = phrases.say(
        "batch-summary",
        language,
        seconds=seconds,
        stored=statuses.count("stored"),
        known=statuses.count("known"),
        failed=statuses.count("refused") + statuses.count("failed"),
    )
    return _spaced([heading, "", *lines])


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


def _spaced(lines: Sequence[str]) -> str:
    """Join lines; one that is longer than a line stands apart."""
    text = lines[0]
    for before, line in pairwise(lines):
        text += ("\n\n" if before and ("\n" in before or "\n" in line) else "\n") + line
    return text


def _item_line(item: ItemReport, language: str | None, phrases: Phrasebook) -> str:
    if item.status == "stored":
        return phrases.say("batch-item-stored", language, **_size(item))
    if item.status == "known":
        return phrases.say("batch-item-known", language, title=_title(item))
    reason = failure_text(item.failure or Failure("internal-error"), language, phrases)
    return phrases.say("batch-item-failed", language, label=item.label, reason=reason)


def _size(item: ItemReport) -> dict[str, str | int | float]:
    return {
        "title": _title(item),
        "pages": item.pages or 0,
        "chunks": item.chunks,
        "language_code": item.language or "und",
    }


def _title(item: ItemReport) -> str:
    return item.title or item.label
