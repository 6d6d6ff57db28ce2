"""Who is in the groups that have a role, as Telegram says.

Telegram tells of a change where the bot is an admin of the group; elsewhere it is asked, each few
minutes, when somebody writes.
"""

from cachetools import TTLCache
from telegram import Bot, ChatMember
from telegram.error import BadRequest, Forbidden, TelegramError

from pipelines.store.store import Store

ASKED_SECONDS = 300.0
MOST_GROUPS = 20  # that Telegram is asked of
_REMEMBERED = 10_000


class Memberships:
    """Keeps the database's picture of who is in which of these groups."""

    def __init__(self, store: Store, bot: Bot, *, asked_seconds: float = ASKED_SECONDS) -> None:
        self._people = store.people
        self._bot = bot
        self._known: TTLCache[int, bool] = TTLCache(_REMEMBERED, asked_seconds)
        self._seen: TTLCache[tuple[int, int], bool] = TTLCache(_REMEMBERED, asked_seconds)

    async def check(self, user_id: int, *, anew: bool = False) -> bool:
        """Tell whether somebody is in a group that has a role."""
        if not anew and (known := self._known.get(user_id)) is not None:
            return known
        is_member = False
        for chat_id in (await self._people.groups_with_roles())[:MOST_GROUPS]:
            is_member = await self._is_in(chat_id, user_id) or is_member
        self._known[user_id] = is_member
        return is_member

    async def see(self, chat_id: int, user_id: int) -> None:
        """Keep that somebody has written in a group, who so is a member."""
        if (chat_id, user_id) in self._seen:
            return
        self._seen[chat_id, user_id] = True
        if chat_id in await self._people.groups_with_roles():
            await self._people.note_membership(chat_id, user_id, is_member=True)

    async def note(self, chat_id: int, member: ChatMember) -> None:
        """Keep what Telegram says of somebody and a group."""
        self._known.pop(member.user.id, None)
        self._seen.pop((chat_id, member.user.id), None)
        if chat_id in await self._people.groups_with_roles():
            is_member = is_there(member)
            await self._people.note_membership(chat_id, member.user.id, is_member=is_member)

    async def _is_in(self, chat_id: int, user_id: int) -> bool:
        try:
            found = await self._bot.get_chat_member(chat_id, user_id)
            is_member = is_there(found)
        except (BadRequest, Forbidden):  # no such member, or the bot was put out
            is_member = False
        except TelegramError:  # not to be asked now: what was known holds
            return False
        await self._people.note_membership(chat_id, user_id, is_member=is_member)
        return is_member


def is_there(member: ChatMember) -> bool:
    """Tell whether somebody is in a chat; a restricted one may be."""
    if member.status == ChatMember.RESTRICTED:
        return bool(getattr(member, "is_member", False))
    return member.status not in (ChatMember.LEFT, ChatMember.BANNED)
