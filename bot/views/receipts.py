"""How a batch ended, in words: a few lines a document, folded when there are many."""

from collections.abc import Iterator, Sequence

from telegram import MessageEntity

from bot.transport.split import Piece, join, units
from bot.views.progress import elided, failure_text
from pipelines.errors import Failure
from pipelines.models.requests import BatchReport, ItemReport
from pipelines.ports import Phrasebook

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
            yield from self._untested([item])
        elif item.status == "known":
            yield self._say("document-known", title=_title(item))
        else:
            yield self._failed(item)

    def together(self, report: BatchReport) -> Piece:
        """Write how many ended how; what failed stands open, what is stored may be folded."""
        statuses = [item.status for item in report.items]
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
        heading = "\n".join([heading, *self._untested(fine)])
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
        return self._phrases.say(key, self._language, **values)


def _folded(text: str, *, fold: bool) -> Piece:
    if not fold:
        return Piece(text)
    quote = MessageEntity(MessageEntity.EXPANDABLE_BLOCKQUOTE, 0, units(text))
    return Piece(text, (quote,))


def known_documents(items: Sequence[ItemReport], most: int) -> list[ItemReport]:
    """Return the documents worth a button: what was there already, else the only one added."""
    known = [item for item in items if item.status == "known" and item.document_id]
    if known or len(items) > 1:
        return known[:most]
    return [item for item in items if item.document_id]


def _seconds(report: BatchReport) -> float:
    return round(report.seconds, 1) if report.seconds < 10 else round(report.seconds)


def _size(item: ItemReport) -> dict[str, str | int | float]:
    return {
        "title": _title(item),
        "pages": item.pages or 0,
        "chunks": item.chunks,
        "language_code": item.language or "und",
    }


def _title(item: ItemReport) -> str:
    return elided(item.title or item.label, _TITLE)
