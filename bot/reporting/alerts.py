"""Tells the owners that answers have become worse: the pipelines' AlertNotifier."""

from dataclasses import dataclass

from bot.transport.outbox import Outbox
from bot.transport.pieces import split
from bot.transport.rate_limit import Pace
from bot.views.alerts import alert_keys, alert_text, got_worse_keys, got_worse_text
from bot.views.text import Reader
from pipelines.models.learning.evaluations import Alert, EvaluationReport
from pipelines.ports import Phrasebook
from pipelines.store.store import Store

_NOBODY = 0  # every owner is somebody else
_SHOWN = 5  # questions that are named


@dataclass(frozen=True, slots=True)
class OwnerAlerts:
    """Writes to each owner, in their language."""

    store: Store
    outbox: Outbox
    phrases: Phrasebook

    async def alerted(self, alert: Alert) -> None:
        """Send each owner one message, with a way to the worst answers."""
        for reader in await self._owners():
            await self.outbox.deliver(
                reader.user_id,
                split(alert_text(alert, reader)),
                keyboard=alert_keys(alert, reader),
                pace=Pace.REPORT,
            )

    async def got_worse(self, report: EvaluationReport) -> None:
        """Send each owner one message, with the questions that they may know."""
        keys = report.worse[:_SHOWN]
        for reader in await self._owners():
            golden = [
                await self.store.evaluations.get_golden_question(key, asker=reader.user_id)
                for key in keys
            ]
            questions = [one.question if one is not None else None for one in golden]
            await self.outbox.deliver(
                reader.user_id,
                split(got_worse_text(report, questions, reader)),
                keyboard=got_worse_keys(keys, reader),
                pace=Pace.REPORT,
            )

    async def _owners(self) -> list[Reader]:
        return [
            Reader(owner.telegram_id, owner.language, self.phrases)
            for owner in await self.store.owner_questions.owners_to_ask(_NOBODY)
        ]
