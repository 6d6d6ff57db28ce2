"""Tells the owners that answers have become worse: the pipelines' AlertNotifier."""

from dataclasses import dataclass

from bot.transport.outbox import Outbox
from bot.transport.pieces import split
from bot.views.alerts import alert_keys, alert_text
from bot.views.library import Reader
from pipelines.models.evaluations import Alert
from pipelines.ports import Phrasebook
from pipelines.store.store import Store

_NOBODY = 0  # every owner is somebody else


@dataclass(frozen=True, slots=True)
class OwnerAlerts:
    """Writes to each owner, in their language."""

    store: Store
    outbox: Outbox
    phrases: Phrasebook

    async def alerted(self, alert: Alert) -> None:
        """Send each owner one message, with a way to the worst answers."""
        for owner in await self.store.owner_questions.owners_to_ask(_NOBODY):
            reader = Reader(owner.telegram_id, owner.language, self.phrases)
            await self.outbox.deliver(
                owner.telegram_id,
                split(alert_text(alert, reader)),
                keyboard=alert_keys(alert, reader),
            )
