"""How batches end, as a Protocol: part of the Gateway. Who may do what is decided in SQL."""

from collections.abc import Mapping, Sequence
from typing import Literal, Protocol

Outcome = Literal["finished", "cancelled"]


class BatchStore(Protocol):
    """Whoever settles a batch first decides; afterwards it is too late for the other."""

    async def finalize_batch(self, batch_id: str, outcome: Outcome) -> Outcome:
        """Settle a batch unless it is settled; return how it is."""
        ...

    async def claim_final_report(self, batch_id: str) -> Outcome:
        """Settle a batch as finished unless it is settled, and note that its end is told now.

        Of one that was cancelled whoever cancelled it tells.
        """
        ...

    async def final_outcome(self, batch_id: str) -> Outcome | None:
        """Return how a batch ended, once that is being told; until then None."""
        ...

    async def cancel_batch(self, batch_id: str, *, owner: int | None, asker: int | None) -> Outcome:
        """Settle a batch as cancelled and leave nothing of it; "finished" when it is too late.

        From then on nothing of it can be stored. Raise UserError when the asker may not.
        """
        ...

    async def delete_batch(self, batch_id: str, *, asker: int | None) -> int:
        """Delete the documents a batch added, and return how many; raise UserError likewise."""
        ...

    async def acts_for(self, owner: int | None, asker: int | None) -> bool:
        """Tell whether the asker may do to the owner's things what the owner may."""
        ...

    async def prune_batches(self, keep_days: int) -> int:
        """Forget how batches ended that long ago, and what their runs left lying."""
        ...


class GatheredMessages(Protocol):
    """Messages of a bot's chats and the runs they are in. Every method is one SQL function."""

    async def runs_of_messages(
        self, bot: int, chat: int, messages: Sequence[int]
    ) -> Mapping[int, str]:
        """Return the run of each message that is in one."""
        ...

    async def note_gathered_messages(
        self, bot: int, chat: int, messages: Sequence[int], run_id: str
    ) -> None:
        """Note the run of messages; what was noted before stays."""
        ...
