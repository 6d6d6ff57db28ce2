"""A batch in words: while it goes on, when it has ended, and why something did not work."""

import logging
from collections.abc import Iterator, Sequence

from telegram import MessageEntity

from bot.transport.pieces import Piece, join, units
from bot.views.secrets import places_text
from bot.views.text import harmless, readers_of, styled, untappable
from pipelines.errors import Failure, InternalError
from pipelines.models.requests import BatchReport, ItemProgress, ItemReport
from pipelines.ports import Phrasebook

logger = logging.getLogger(__name__)

MOST_LINES = 20  # with a line each; a larger batch shows how many are where
_AT_WORK, _FAILED = 8, 8  # lines of a larger batch
_LABEL = 48  # characters
_STRUCK_OUT = 3500  # characters of a receipt


def progress_text(items: Sequence[ItemProgress], language: str | None, phrases: Phrasebook) -> str:
    """Write a line per item; of a large batch, how many are where, and the lines that matter."""
    states = [item.state for item in items if not item.is_caption]
    left = states.count("waiting") + states.count("running")
    key = "progress-queued" if set(states) == {"waiting"} else "progress-heading"
    if items and not any(item.state in ("waiting", "running") for item in items):
        key = "progress-ending"  # all are read; nothing of them is in the base yet
    heading = phrases.say(key, language, done=len(states) - left, total=max(1, len(states)))
    if len(items) <= MOST_LINES:
        shown = [item for item in items if not item.is_caption] or items
        return "\n".join([heading, *(_line(item, language, phrases) for item in shown)])
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


def deleted_text(receipt: str, language: str | None, phrases: Phrasebook) -> Piece:
    """Say above a receipt that what it is of was deleted, and strike out what it said."""
    said = styled(phrases.say("receipt-deleted", language), MessageEntity.BOLD)
    return join([said, Piece("\n\n"), styled(receipt[:_STRUCK_OUT], MessageEntity.STRIKETHROUGH)])


def _line(item: ItemProgress, language: str | None, phrases: Phrasebook) -> str:
    return phrases.say(
        "progress-item",
        language,
        label=untappable(elided(item.label)),
        node=item.node.partition("_")[0],  # fetch_page, fetch_file …: to people it is fetching
        state=item.state,
        part=item.done,
        total=item.total,
        minutes=-1 if item.seconds_left is None else round(item.seconds_left / 60),
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


def failure_text(
    failure: Failure, language: str | None, phrases: Phrasebook, *, in_chat: bool = True
) -> str:
    """Say why something failed, with the id under which the log has more.

    Args:
        in_chat: where names could be tapped; else they stay as they are, to be copied.
    """
    error_id = failure.error_id
    values = dict(failure.values)
    if failure.code == "internal-error":
        return phrases.say("internal-error", language, id=error_id or str(values.get("id", "-")))
    if "places" in values:
        values["places"] = places_text(str(values["places"]), language, phrases)
    values = harmless(values) if in_chat else values
    try:
        sentence = phrases.say(failure.code, language, **values)
    except InternalError:
        logger.exception("no sentence for the failure %s", failure.code)
        return phrases.say("internal-error", language, id=error_id or failure.code)
    if error_id is None:
        return sentence
    return f"{sentence}\n{phrases.say('error-number', language, id=error_id)}"


MOST_UNFOLDED = 6  # documents whose lines stand open
MOST_LISTED = 30  # documents that a receipt names
_TITLE = 80  # characters


def receipt(report: BatchReport, language: str | None, phrases: Phrasebook) -> Piece:
    """Write the receipt of a batch."""
    writer = _Writer(language, phrases)
    if not report.items:
        return Piece(phrases.say("nothing-to-add", language))
    if len(report.items) == 1:
        return Piece("\n".join(writer.alone(report.items[0], _seconds(report))))
    return writer.together(report)


class _Writer:
    """Says things about items in one language."""

    def __init__(self, language: str | None, phrases: Phrasebook) -> None:
        self._language = language
        self._phrases = phrases

    def alone(self, item: ItemReport, seconds: float) -> Iterator[str]:
        """Write the lines of a batch of one."""
        if item.status == "stored":
            yield self._say("document-stored", seconds=seconds, **_size(item))
            yield from self._details(item)
            yield from self.readers([item])
            yield from self._untested([item])
        elif item.status == "known":
            yield self._say("document-known", title=_title(item))
        else:
            yield self._failed(item)

    def together(self, report: BatchReport) -> Piece:
        """Write how many ended how; what failed stands open, what is stored may be folded."""
        statuses = [item.status for item in _counted(report.items)]
        heading = self._say(
            "batch-summary",
            seconds=_seconds(report),
            stored=statuses.count("stored"),
            known=statuses.count("known"),
            failed=statuses.count("refused") + statuses.count("failed"),
        )
        fine = [item for item in report.items if item.status in ("stored", "known")]
        failed = [self._failed(item) for item in report.items if item not in fine]
        lines = [line for item in fine[:MOST_LISTED] for line in self._listed(item)]
        if len(fine) > MOST_LISTED:
            lines.append(self._say("receipt-more", count=len(fine) - MOST_LISTED))
        heading = "\n".join([heading, *self.readers(fine), *self._untested(fine)])
        listed = "\n".join(lines)
        parts = [Piece(heading)]
        if listed:
            parts += [Piece("\n\n"), _folded(listed, fold=len(fine) > MOST_UNFOLDED)]
        if failed:
            parts += [Piece("\n\n"), Piece("\n\n".join(failed))]
        return join(parts)

    def _listed(self, item: ItemReport) -> Iterator[str]:
        if item.status == "known":
            yield self._say("batch-item-known", title=_title(item))
            return
        yield self._say("batch-item-stored", **_size(item))
        yield from self._details(item)

    def _details(self, item: ItemReport) -> Iterator[str]:
        """Say what is worth knowing of how a document was read, and nothing of the usual."""
        if item.is_new_version:
            yield self._say("receipt-new-version")
        if item.pages and item.pages_by_ocr:
            share = round(100 * item.pages_by_ocr / item.pages)
            yield self._say("receipt-ocr", count=item.pages_by_ocr, share=max(1, share))
        if item.pages_without_text:
            yield self._say("receipt-pages-without-text", count=item.pages_without_text)
        if item.secrets:
            yield self._say("receipt-secrets", count=item.secrets)
        if item.missed_questions:
            yield self._say("receipt-missed", count=item.missed_questions)

    def readers(self, items: Sequence[ItemReport]) -> Iterator[str]:
        """Say who may read what was stored, where that is known."""
        known = {item.readers for item in items if item.readers is not None}
        if len(known) > 1:
            yield self._say("receipt-readers-differ")
        for one in known if len(known) == 1 else ():
            readers = readers_of(one, self._language, self._phrases)
            yield self._say("receipt-readers", readers=readers)

    def _untested(self, items: Sequence[ItemReport]) -> Iterator[str]:
        """Say of how many documents nobody knows whether the search finds them."""
        if count := sum(item.is_untested for item in items):
            yield self._say("receipt-untested", count=count)

    def _failed(self, item: ItemReport) -> str:
        failure = item.failure or Failure("internal-error")
        reason = failure_text(failure, self._language, self._phrases)
        label = elided(item.label, _TITLE)
        return self._say("batch-item-failed", label=label, reason=reason)

    def _say(self, key: str, **values: str | int | float) -> str:
        return self._phrases.say(key, self._language, **harmless(values))


def _counted(items: Sequence[ItemReport]) -> Sequence[ItemReport]:
    """Leave out captions: they belong to what they are of, unless nothing of that was added."""
    others = [item for item in items if not item.is_caption]
    is_added = any(item.status in ("stored", "known") for item in others)
    return others if is_added else items


def _folded(text: str, *, fold: bool) -> Piece:
    if not fold:
        return Piece(text)
    quote = MessageEntity(MessageEntity.EXPANDABLE_BLOCKQUOTE, 0, units(text))
    return Piece(text, (quote,))


def _seconds(report: BatchReport) -> float:
    return round(report.seconds, 1) if report.seconds < 10 else round(report.seconds)


def _size(item: ItemReport) -> dict[str, str | int | float]:
    return {
        "title": _title(item),
        "pages": item.pages or 0,
        "language_code": item.language or "und",
    }


def _title(item: ItemReport) -> str:
    return elided(item.title or item.label, _TITLE)
