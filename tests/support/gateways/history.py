"""What was said in a chat, as the database has it; the product reads exchanges."""

from pipelines.models.chat import Turn
from pipelines.store.store import Store


async def history_of(store: Store, user_id: str, pairs: int) -> tuple[Turn, ...]:
    """Return the last pairs, oldest first."""
    rows = await store.database.rows("get_history", p_user_id=user_id, p_pairs=pairs)
    return tuple(Turn(role=row["role"], message=row["message"]) for row in rows)
