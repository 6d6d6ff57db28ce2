"""Who talks to the bot, as the database knows them."""

from dataclasses import dataclass
from typing import Literal

Mode = Literal["chat", "documents"]


@dataclass(frozen=True, slots=True)
class User:
    """A Telegram user as the database knows them."""

    id: str  # uuid
    telegram_id: int
    is_owner: bool
    is_active: bool
