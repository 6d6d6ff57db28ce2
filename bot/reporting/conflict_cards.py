"""Asks those who may decide which of two statements holds: one message a batch."""

from dataclasses import dataclass

from bot.transport.outbox import Outbox
from bot.transport.pieces import split
from bot.transport.rate_limit import Pace
from bot.views.conflicts import conflict_keys, conflict_text
from bot.views.text import Reader
from pipelines.ports import Phrasebook
from pipelines.store.store import Store


@dataclass(frozen=True, slots=True)
class ConflictCards:
    """What is asked about documents that contradict each other."""

    store: Store
    outbox: Outbox
    phrases: Phrasebook

    async def ask(self, batch_id: str) -> None:
        """Ask about the conflicts of a batch, once."""
        for person in await self.store.conflicts.people_to_ask_of_conflicts(batch_id):
            reader = Reader(person.telegram_id, person.language, self.phrases)
            await self.show_next(batch_id, reader, pace=Pace.REPORT)

    async def show_next(self, batch_id: str, reader: Reader, *, pace: Pace = Pace.REPLY) -> None:
        """Show somebody the first conflict of a batch that is still open, if there is one."""
        conflicts = await self.store.conflicts.list_conflicts(reader.user_id, batch_id=batch_id)
        if conflicts:
            await self.outbox.deliver(
                reader.user_id,
                split(conflict_text(conflicts[0], len(conflicts), reader)),
                keyboard=conflict_keys(conflicts[0], reader),
                pace=pace,
            )
