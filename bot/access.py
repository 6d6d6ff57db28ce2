"""Who may use the bot.

Whoever was let in for good: an owner, one who was invited, one whom an admin has approved. Besides
them, while it lasts: everybody, where access is open, and the members of a group that has a role.
Nobody else is told more than one polite sentence, and of them nothing is kept.

Who is in such a group Telegram tells where the bot is an admin of it, and of whoever comes or goes
in a small one; besides it is asked, each few minutes when somebody writes, each hour of the silent.
"""

import base64
import hmac
import secrets
import time
from dataclasses import dataclass
from hashlib import sha256

from cachetools import LRUCache, TTLCache
from telegram import Bot, ChatMember
from telegram import User as TelegramUser
from telegram.error import BadRequest, Forbidden, TelegramError

from pipelines.models.people import AdmittedBy, User
from pipelines.store.store import Store

CODE_LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"
CODE_LENGTH = 10
MAX_ATTEMPTS = 5  # wrong codes from one user until the next start
MAX_GUESSES = 10  # wrong tokens from one user in GUESS_SECONDS
GUESS_SECONDS = 3600.0
REMEMBERED = 10_000
REFRESH_SECONDS = 60.0  # after which it is noted again that somebody was here
ASKED_SECONDS = 300.0  # after which Telegram is asked again who is in a group
MOST_GROUPS = 20  # that Telegram is asked of, besides those that somebody is held to be in
SILENT_SECONDS = 3600.0  # after which Telegram is asked of a member who has not written
MOST_SILENT = 200  # of whom it is asked at once


def new_owner_code() -> str:
    """Make a one-time code; about 49 bits, easy to type."""
    return "".join(secrets.choice(CODE_LETTERS) for _ in range(CODE_LENGTH))


def new_invitation_token() -> str:
    """Make what an invitation's link carries: 128 bits, letters, digits, "-" and "_" only."""
    return secrets.token_urlsafe(16)


def derived_invitation_token(secret: str, work: str) -> str:
    """Make the token of an invitation that is made for this work: the same whenever it is repeated.

    Nobody can tell it from one that is drawn who does not know the secret.
    """
    made = hmac.digest(secret.encode(), f"invitation\n{work}".encode(), "sha256")
    return base64.urlsafe_b64encode(made[:16]).rstrip(b"=").decode()


def digest_of(token: str) -> str:
    """Return what the database keeps of an invitation's token."""
    return sha256(token.encode()).hexdigest()


@dataclass(frozen=True, slots=True)
class _Noted:
    """What was written of a user, and when (monotonic seconds)."""

    name: str
    username: str  # "": none
    language: str | None
    at: float


class Memberships:
    """Keeps the database's picture of who is in which of these groups."""

    def __init__(
        self,
        store: Store,
        bot: Bot,
        *,
        asked_seconds: float = ASKED_SECONDS,
        silent_seconds: float = SILENT_SECONDS,
    ) -> None:
        self._people = store.people
        self._bot = bot
        self._silent_seconds = silent_seconds
        self._known: TTLCache[int, bool] = TTLCache(REMEMBERED, asked_seconds)
        self._seen: TTLCache[tuple[int, int], bool] = TTLCache(REMEMBERED, asked_seconds)

    async def check(self, user_id: int, *, anew: bool = False) -> bool:
        """Tell whether somebody is in a group that has a role."""
        known = None if anew else self._known.get(user_id)
        if known is False:
            return False
        held = await self._people.groups_of(user_id)
        if known and held:  # the group has its role, and nobody was heard to leave it
            return True
        others = [one for one in await self._people.groups_with_roles() if one not in held]
        asked = (*held, *others[:MOST_GROUPS])
        found = [await self._is_in(chat_id, user_id) for chat_id in asked]
        if any(found) or None not in found:
            self._known[user_id] = any(found)
        return any(found) or None in found[: len(held)]  # what was known holds

    async def see(self, chat_id: int, user_id: int, *, has_written: bool) -> bool:
        """Keep that somebody is in a group that has a role; tell whether one is kept anew.

        Whoever has written there is a member; of a press or a reaction of somebody who is not known
        to be one Telegram is asked, once in a while: old buttons stay in the hands of those who
        have left.
        """
        known = self._seen.get((chat_id, user_id))
        if known or (known is False and not has_written):
            return False
        if chat_id not in await self._people.groups_with_roles():
            return False
        if has_written:
            await self._people.note_membership(chat_id, user_id, is_member=True)
        elif chat_id in await self._people.groups_of(user_id):
            return False
        is_member = has_written or await self._is_in(chat_id, user_id)
        if is_member is not None:
            self._seen[chat_id, user_id] = is_member
        return bool(is_member)

    async def note(self, chat_id: int, user_id: int, *, is_member: bool) -> None:
        """Keep what Telegram says of somebody and a group.

        That somebody has left also where the group has no role just now: it may get one again.
        """
        self._known.pop(user_id, None)
        self._seen.pop((chat_id, user_id), None)
        if not is_member or chat_id in await self._people.groups_with_roles():
            await self._people.note_membership(chat_id, user_id, is_member=is_member)

    async def check_silent(self) -> None:
        """Ask Telegram of members who have not been heard of for long: one may have left."""
        for chat_id, user_id in await self._people.take_due_memberships(
            silent_seconds=self._silent_seconds, limit=MOST_SILENT
        ):
            if await self._is_in(chat_id, user_id) is False:
                self._known.pop(user_id, None)
                self._seen.pop((chat_id, user_id), None)

    async def _is_in(self, chat_id: int, user_id: int) -> bool | None:
        """Ask Telegram, and keep what it says; None: it is not to be asked now."""
        try:
            found = await self._bot.get_chat_member(chat_id, user_id)
            is_member = is_there(found)
        except (BadRequest, Forbidden):  # no such member, or the bot was put out
            is_member = False
        except TelegramError:
            return None
        await self._people.note_membership(chat_id, user_id, is_member=is_member)
        return is_member


class Access:
    """Decides who is let in. The database is asked at every update: what it says holds at once."""

    def __init__(
        self,
        store: Store,
        *,
        open_to_all: bool = False,
        owner_ids: frozenset[int] = frozenset(),
        owner_code: str | None = None,
        memberships: Memberships | None = None,
    ) -> None:
        self._people = store.people
        self._open_to_all = open_to_all
        self._owner_ids = owner_ids
        self._owner_code = None if open_to_all or owner_ids else owner_code
        self._memberships = memberships
        self._attempts: LRUCache[int, int] = LRUCache(REMEMBERED)
        self._guesses: TTLCache[int, int] = TTLCache(REMEMBERED, GUESS_SECONDS)
        self._noted: LRUCache[int, _Noted] = LRUCache(REMEMBERED)
        self._claimed: LRUCache[int, bool] = LRUCache(REMEMBERED)  # who was last seen to be one

    @property
    def appointed(self) -> frozenset[int]:
        """Telegram ids of the owners whom the settings name."""
        return self._owner_ids

    @property
    def owners(self) -> frozenset[int]:
        """Telegram ids of the owners known so far: whom to tell about trouble."""
        return self._owner_ids | {person for person, is_one in self._claimed.items() if is_one}

    async def admits(self, user: TelegramUser) -> bool:
        """Tell whether this user may go on; store or refresh them if so."""
        known = await self._people.get_user(user.id)
        if known is not None and not known.is_active:
            return False
        in_group = self._memberships is not None and await self._memberships.check(user.id)
        by: AdmittedBy
        if user.id in self._owner_ids:
            by = "owner"
        elif known is not None and known.is_member:
            by = known.admitted_by
        elif self._open_to_all:
            by = "open"
        elif in_group:
            by = "group"
        else:
            return False
        if not await self._note(user, by, known):
            return False
        if in_group and known is None and self._memberships is not None:
            await self._memberships.check(user.id, anew=True)  # nothing was kept of a stranger
        return True

    async def see_in(self, chat_id: int, user: TelegramUser, *, has_written: bool) -> bool:
        """Keep that a user is in a group that has a role; tell whether that was not known."""
        known = self._memberships
        return known is not None and await known.see(chat_id, user.id, has_written=has_written)

    async def note_member(self, chat_id: int, user_id: int, *, is_member: bool) -> None:
        """Keep that somebody has come into a group, or is not in it any more."""
        if self._memberships is not None:
            await self._memberships.note(chat_id, user_id, is_member=is_member)

    async def tolerates(self, user: TelegramUser, *, is_kept: bool) -> bool:
        """Tell whether a user whom others let in may go on: nobody has shut them out.

        is_kept: something will be theirs, so that they are written down.
        """
        known = await self._people.get_user(user.id)
        is_in = not await self._people.is_shut_out(user.id)
        if is_in and (is_kept or known is not None):
            await self._note(user, "group", known)
        return is_in

    async def claim(self, user: TelegramUser, text: str) -> bool:
        """Make the user the owner if the text is the code and nobody was first."""
        if self._owner_code is None or self._attempts.get(user.id, 0) >= MAX_ATTEMPTS:
            return False
        if not hmac.compare_digest(text.strip().encode(), self._owner_code.encode()):
            self._attempts[user.id] = self._attempts.get(user.id, 0) + 1
            return False
        claimed = await self._people.claim_ownership(user.id)
        self._owner_code = None  # spent only now: a fault above leaves it for another try
        if claimed:
            self._claimed[user.id] = True
            await self._note(user, "owner", None)
        return claimed

    async def redeem(self, user: TelegramUser, token: str) -> str | None:
        """Let the user in by the token of an invitation, and return the role that they now hold.

        None: it is no invitation, not theirs, or they have guessed too often of late.
        """
        if self._guesses.get(user.id, 0) >= MAX_GUESSES:
            return None
        role = await self._people.redeem_invitation(digest_of(token), user.id)
        if role is None:
            self._guesses[user.id] = self._guesses.get(user.id, 0) + 1
            return None
        await self._note(user, "invitation", None)
        return role

    async def _note(self, user: TelegramUser, by: AdmittedBy, known: User | None) -> bool:
        """Write down who was here, seldom enough to ask for it at every update.

        Returns False when they were removed since they were known: Telegram may have been asked of
        them meanwhile.
        """
        noted, now = self._noted.get(user.id), time.monotonic()
        wanted = user.full_name, user.username or "", user.language_code
        is_fresh = noted is not None and now - noted.at < REFRESH_SECONDS
        if known is not None:
            self._claimed[user.id] = known.is_owner
        if (
            known is not None
            and noted is not None
            and is_fresh
            and wanted == (noted.name, noted.username, noted.language)
        ):
            return True
        name, username, language = wanted
        stored: User | None
        if by in ("invitation", "approval"):
            stored = await self._people.refresh_user(user.id, name, language, username=username)
        else:
            stored = await self._people.ensure_user(
                user.id, name, language, username=username, admitted_by=by
            )
        if stored is None:
            self._noted.pop(user.id, None)
            return False
        self._claimed[user.id] = stored.is_owner
        self._noted[user.id] = _Noted(*wanted, now)
        return True


def is_there(member: ChatMember) -> bool:
    """Tell whether somebody is in a chat; a restricted one may be."""
    if member.status == ChatMember.RESTRICTED:
        return bool(getattr(member, "is_member", False))
    return member.status not in (ChatMember.LEFT, ChatMember.BANNED)
