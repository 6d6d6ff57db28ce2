"""BatchStore over SQL functions: one method, one function of the same name."""

from abc import ABC, abstractmethod
from collections.abc import Mapping
from typing import Any, cast

from pipelines.store.batches import Outcome


class BatchFunctions(ABC):
    """The part of FunctionGateway that settles, cancels and deletes batches."""

    @abstractmethod
    async def value(self, function: str, arguments: Mapping[str, Any]) -> Any:
        """Call a function that returns one value, or void (None)."""

    async def finalize_batch(self, batch_id: str, outcome: Outcome) -> Outcome:
        """Settle a batch unless it is settled; return how it is."""
        arguments = {"p_batch_id": batch_id, "p_outcome": outcome}
        return cast("Outcome", await self.value("finalize_batch", arguments))

    async def claim_final_report(self, batch_id: str) -> Outcome:
        """Settle a batch as finished unless it is settled, and note that its end is told now."""
        return cast("Outcome", await self.value("claim_final_report", {"p_batch_id": batch_id}))

    async def final_outcome(self, batch_id: str) -> Outcome | None:
        """Return how a batch ended, once that is being told; until then None."""
        return cast("Outcome | None", await self.value("final_outcome", {"p_batch_id": batch_id}))

    async def cancel_batch(self, batch_id: str, *, owner: int | None, asker: int | None) -> Outcome:
        """Settle a batch as cancelled and leave nothing of it; "finished" when it is too late.

        Raises:
            UserError: the asker may not.
        """
        arguments = {"p_batch_id": batch_id, "p_owner": owner, "p_actor": asker}
        return cast("Outcome", await self.value("cancel_batch", arguments))

    async def delete_batch(self, batch_id: str, *, asker: int | None) -> int:
        """Delete the documents a batch added, and return how many.

        Raises:
            UserError: the asker may not.
        """
        arguments = {"p_batch_id": batch_id, "p_actor": asker}
        return int(await self.value("delete_batch", arguments))

    async def acts_for(self, owner: int | None, asker: int | None) -> bool:
        """Tell whether the asker may do to the owner's things what the owner may."""
        return bool(await self.value("acts_for", {"p_owner": owner, "p_actor": asker}))

    async def prune_batches(self, keep_days: int) -> int:
        """Forget how batches ended that long ago, and what their runs left lying."""
        return int(await self.value("prune_batches", {"p_keep_days": keep_days}))
