"""Tells whoever watches a page what has become of it: the pipelines' WatchNotifier."""

from bot.transport.buttons import Action, button, keyboard
from bot.transport.outbox import Outbox
from bot.transport.pieces import Piece
from bot.transport.rate_limit import Pace
from bot.transport.reply_address import Origin
from bot.views.receipts import failure_text
from bot.views.text import Reader, shortened
from pipelines.models.watches import VisitReport
from pipelines.ports import Phrasebook


class TelegramWatchNotifier:
    """Writes to the chat in which a watch was begun."""

    def __init__(self, outbox: Outbox, phrases: Phrasebook) -> None:
        self._outbox = outbox
        self._phrases = phrases

    async def visited(self, report: VisitReport) -> None:
        """Send the news of a visit, with a way to the document and to the watches."""
        to = Origin.decode(report.origin)
        if to is None:
            return
        reader = Reader(to.user_id, to.language, self._phrases)
        keys = []
        if report.document_id is not None:
            title = shortened(report.title or report.url, 40)
            opening = reader.say("button-open-document", title=title)
            keys.append([button(opening, Action.OPEN_DOCUMENT, to.user_id, report.document_id)])
        await self._outbox.send(
            to.chat_id,
            Piece(self._text(report, reader)),
            keyboard=keyboard(*keys) if keys else None,
            thread_id=to.thread_id,
            pace=Pace.REPORT,
        )

    def _text(self, report: VisitReport, reader: Reader) -> str:
        name = {"title": shortened(report.title or report.url, 100), "url": report.url}
        if report.outcome == "changed" and report.changes is not None:
            changes = report.changes
            text = reader.say("watch-changed", added=changes.added, removed=changes.removed, **name)
            if not changes.first:
                return text
            return f"{text}\n\n{reader.say('watch-added-text', text=changes.first)}"
        if report.outcome == "new":
            return reader.say("watch-new", **name)
        if report.outcome == "forbidden":
            return reader.say("watch-forbidden", url=report.url)
        reason = ""
        if report.failure is not None:
            reason = failure_text(report.failure, reader.language, self._phrases)
        ending = "last" if report.is_last else "again"
        return reader.say(
            "watch-failed", outcome=report.outcome, url=report.url, reason=reason, ending=ending
        )
