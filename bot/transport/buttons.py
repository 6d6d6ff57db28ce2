"""Inline buttons: what they carry, who may press them, and once-only presses.

Callback data is `version:user:action` or `version:user:action:argument`, at most 64 bytes. It
grants nothing: a press is taken only from the user it was made for, and only while the message
still shows that button; what its argument names is looked up with that user's rights.
"""

import math
import re
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum, unique

from cachetools import TLRUCache
from telegram import CallbackQuery, InlineKeyboardButton, InlineKeyboardMarkup, Message
from telegram.constants import KeyboardButtonStyle

from pipelines.errors import InternalError

VERSION = "1"
MOST_BYTES = 64  # of callback data
_ARGUMENT = re.compile(r"[0-9A-Za-z_-]+")


@unique
class Action(StrEnum):
    """What a press asks for."""

    GREET_CHAT = "gc"  # on the greeting: switch, and keep greeting
    GREET_DOCUMENTS = "gd"
    CHAT = "mc"  # on the mode message: switch, and show it there
    DOCUMENTS = "md"
    GO_CHAT = "jc"  # under a summary: switch, and say so below
    GO_DOCUMENTS = "jd"  # under an abstention: switch, and promise to answer once there is a source
    ASK_CLEAR = "ca"
    CLEAR = "cy"
    CLEAR_AND_DELETE = "cd"
    KEEP = "cn"
    ASK = "qa"  # answer the message this one replies to
    ASK_AS_WRITTEN = "qw"  # the same, with nothing taken into it that was said before
    STOP_ANSWER = "qs"  # takes the name of the answer's run
    SAVE_NOTE = "ns"
    SAVE_ASKED = "na"  # the same from under an answer, which stays
    ADD = "ad"
    ADD_ALL = "aa"  # what several messages hold
    DECLINE_OFFER = "an"  # to add what was sent
    CANCEL_BATCH = "bc"  # these six take the batch's name
    RETRY_BATCH = "br"
    ADD_MASKED = "bs"
    ASK_DELETE_BATCH = "bd"
    DELETE_BATCH = "by"
    KEEP_BATCH = "bk"
    BATCH_DOCUMENTS = "bo"  # takes that, "_", and the page
    UNFOLD_BATCH = "bm"  # these two take what a receipt hides, "_", and the batch's name
    FOLD_BATCH = "bf"
    OPEN_DOCUMENT = "do"  # these take the document's id
    DOCUMENT_VERSIONS = "dv"
    RENAME_DOCUMENT = "dr"
    ASK_DELETE_DOCUMENT = "dx"
    DELETE_DOCUMENT = "dy"
    FETCH_AGAIN = "df"
    OFFER_WATCH = "wo"
    WATCH_DAILY = "wd"
    WATCH_WEEKLY = "ww"
    SEND_FILE = "dg"
    DOCUMENT_TEXT = "dt"  # takes the document's id, "_", and the page
    DOCUMENTS_PAGE = "dp"  # takes the page
    OPEN_CITATION = "ct"  # these four take what `bot.views.answers.sources` writes
    CITATION_TEXT = "cx"
    READ_ON = "cr"
    TURN_PAGE = "cp"
    STOP_WATCH = "wx"  # takes the watch's id
    ALL_DOCUMENTS = "dl"
    SEARCH_DOCUMENTS = "ds"
    ASK_CLEAN = "ka"
    CLEAN_OWN = "ko"
    CLEAN_ALL = "kl"
    TOUR = "tb"
    TOUR_ASK = "ta"  # takes the question's number, "_", and the batch's name
    TOUR_REMOVE = "tx"  # takes the batch's name
    ANSWER_EDITED = "qe"
    SETTINGS = "us"
    SETTING = "uo"  # takes the setting's name
    SET = "uv"  # takes that, "_", and the value
    RICH_READABLE = "ry"
    RICH_UNREADABLE = "rn"
    POLICY = "ps"  # the same for a group
    POLICY_SETTING = "po"
    POLICY_SET = "pv"
    RATE_UP = "fu"  # these take the id of an interaction
    RATE_DOWN = "fd"
    WRITE_CORRECTION = "fw"
    TAKE_CORRECTION = "fz"  # the message that is replied to; takes the answer's id
    CLOSE_REASONS = "fc"
    STOP_WRITING = "fs"
    ANSWER_AGAIN = "fa"
    REASON = "fr"  # takes that, "_", and a letter
    FOLLOW_UP = "fq"  # takes that, "_", and a number
    EXPLAIN_ANSWER = "fy"  # these two take the id of an answer
    SHOW_OTHERS = "fo"
    PREFER_PASSAGE = "fp"  # takes that, "_", and the id of a passage
    RULES = "xl"
    RULE = "xo"  # these take the number of a rule
    ACCEPT_RULE = "xy"
    REJECT_RULE = "xn"
    UNDO_RULE = "xx"
    RENEW_RULE = "xr"
    WITHDRAW_RULE = "xw"
    ASK_OWNER = "oq"  # these take the id of an interaction, too
    WRITE_OWNER_ANSWER = "ow"
    DECLINE_OWNER_QUESTION = "od"
    OWNER_ANSWER_TO_BASE = "ob"
    KEEP_OWNER_ANSWER = "ok"
    GAPS = "gl"  # takes the page
    GAP = "go"  # these take a cluster of questions
    WRITE_GAP_ANSWER = "gw"
    SEARCH_GAP_ANSWER = "gs"
    DISMISS_GAP = "gx"
    POINT_GAP_ANSWER = "gp"  # takes what `bot.views.gaps` writes
    FIRST_HOLDS = "vf"  # these three take the number of a conflict
    SECOND_HOLDS = "vs"
    NO_CONFLICT = "vn"
    SHOW_WEAK_ANSWER = "ov"
    SHOW_GOLDEN = "og"  # takes the key of a golden question
    DOCUMENT_ACCESS = "xd"  # takes the document's id
    SHARE_DOCUMENT = "xs"  # takes that without dashes, the role's number, and 1 or 0, between "_"
    BATCH_ACCESS = "xb"  # takes the batch's name
    SHARE_BATCH = "xt"  # takes that, maybe with a group, the role's number, and 1 or 0, between "_"
    GROUP_ROLE = "pr"
    SET_GROUP_ROLE = "pg"  # takes the role's number, 0 for none
    REQUEST_ACCESS = "ha"  # a stranger's
    APPROVE_PERSON = "hy"  # takes who asks, "_", the number of a role or 0, "_", and their language
    DECLINE_PERSON = "hn"  # takes who asks, "_", and their language
    PEOPLE = "hp"  # takes the page
    PERSON = "ho"  # these take somebody's Telegram id
    SUSPEND_PERSON = "hs"
    RESTORE_PERSON = "hb"
    ASK_REMOVE_PERSON = "hq"
    REMOVE_PERSON = "hd"
    PERSON_ROLE = "hr"  # takes that, "_", the number of a role, "_", and 1 to give it or 0
    ROLES = "rl"
    ROLE = "ro"  # these take the number of a role
    ASK_DELETE_ROLE = "rq"
    DELETE_ROLE = "rx"
    ROLE_RIGHT = "rr"  # takes that, "_", a right, "_", and 1 to give it or 0
    INVITATIONS = "il"
    REVOKE_INVITATION = "ix"  # these take an invitation's id: under its link, and in the list
    REVOKE_LISTED = "iv"
    AUDIT = "au"  # takes what `bot.views.people.audit` writes


# These come with an argument, the others without.
WITH_ARGUMENT = frozenset(
    {
        Action.STOP_ANSWER,
        Action.CANCEL_BATCH,
        Action.RETRY_BATCH,
        Action.ADD_MASKED,
        Action.ASK_DELETE_BATCH,
        Action.DELETE_BATCH,
        Action.KEEP_BATCH,
        Action.BATCH_DOCUMENTS,
        Action.UNFOLD_BATCH,
        Action.FOLD_BATCH,
        Action.OPEN_DOCUMENT,
        Action.DOCUMENT_VERSIONS,
        Action.RENAME_DOCUMENT,
        Action.ASK_DELETE_DOCUMENT,
        Action.DELETE_DOCUMENT,
        Action.FETCH_AGAIN,
        Action.OFFER_WATCH,
        Action.WATCH_DAILY,
        Action.WATCH_WEEKLY,
        Action.SEND_FILE,
        Action.DOCUMENT_TEXT,
        Action.DOCUMENTS_PAGE,
        Action.OPEN_CITATION,
        Action.CITATION_TEXT,
        Action.READ_ON,
        Action.TURN_PAGE,
        Action.STOP_WATCH,
        Action.TOUR_ASK,
        Action.TOUR_REMOVE,
        Action.SETTING,
        Action.SET,
        Action.POLICY_SETTING,
        Action.POLICY_SET,
        Action.RATE_UP,
        Action.RATE_DOWN,
        Action.WRITE_CORRECTION,
        Action.TAKE_CORRECTION,
        Action.CLOSE_REASONS,
        Action.STOP_WRITING,
        Action.ANSWER_AGAIN,
        Action.REASON,
        Action.FOLLOW_UP,
        Action.EXPLAIN_ANSWER,
        Action.SHOW_OTHERS,
        Action.PREFER_PASSAGE,
        Action.RULE,
        Action.ACCEPT_RULE,
        Action.REJECT_RULE,
        Action.UNDO_RULE,
        Action.RENEW_RULE,
        Action.WITHDRAW_RULE,
        Action.ASK_OWNER,
        Action.WRITE_OWNER_ANSWER,
        Action.DECLINE_OWNER_QUESTION,
        Action.OWNER_ANSWER_TO_BASE,
        Action.KEEP_OWNER_ANSWER,
        Action.GAPS,
        Action.GAP,
        Action.WRITE_GAP_ANSWER,
        Action.SEARCH_GAP_ANSWER,
        Action.DISMISS_GAP,
        Action.POINT_GAP_ANSWER,
        Action.FIRST_HOLDS,
        Action.SECOND_HOLDS,
        Action.NO_CONFLICT,
        Action.SHOW_WEAK_ANSWER,
        Action.SHOW_GOLDEN,
        Action.DOCUMENT_ACCESS,
        Action.SHARE_DOCUMENT,
        Action.BATCH_ACCESS,
        Action.SHARE_BATCH,
        Action.SET_GROUP_ROLE,
        Action.APPROVE_PERSON,
        Action.DECLINE_PERSON,
        Action.PEOPLE,
        Action.PERSON,
        Action.SUSPEND_PERSON,
        Action.RESTORE_PERSON,
        Action.ASK_REMOVE_PERSON,
        Action.REMOVE_PERSON,
        Action.PERSON_ROLE,
        Action.ROLE,
        Action.ASK_DELETE_ROLE,
        Action.DELETE_ROLE,
        Action.ROLE_RIGHT,
        Action.REVOKE_INVITATION,
        Action.REVOKE_LISTED,
        Action.AUDIT,
    }
)

# These take something away from somebody, and are shown in red.
DESTRUCTIVE = frozenset(
    {
        Action.CLEAR,
        Action.CLEAR_AND_DELETE,
        Action.ASK_CLEAN,
        Action.CLEAN_OWN,
        Action.CLEAN_ALL,
        Action.CANCEL_BATCH,
        Action.DELETE_BATCH,
        Action.DELETE_DOCUMENT,
        Action.STOP_WATCH,
        Action.TOUR_REMOVE,
        Action.SUSPEND_PERSON,
        Action.REMOVE_PERSON,
        Action.DELETE_ROLE,
        Action.REVOKE_INVITATION,
        Action.REVOKE_LISTED,
    }
)

ANYBODY = 0  # the user of a button that whoever sees it may press

OF_POLICY = frozenset(
    {
        Action.POLICY,
        Action.POLICY_SETTING,
        Action.POLICY_SET,
        Action.GROUP_ROLE,
        Action.SET_GROUP_ROLE,
    }
)
# What stands under an offer to add what was sent.
OF_OFFERS = frozenset(
    {Action.ADD, Action.ADD_ALL, Action.SAVE_NOTE, Action.ASK, Action.DECLINE_OFFER}
)
# What may be pressed in a group: what these show everyone there may read.
IN_GROUPS = OF_POLICY | {
    Action.RATE_UP,
    Action.RATE_DOWN,
    Action.REASON,
    Action.CLOSE_REASONS,
    Action.WRITE_CORRECTION,
    Action.EXPLAIN_ANSWER,
    Action.STOP_WRITING,
    Action.ANSWER_AGAIN,
    Action.FOLLOW_UP,
    Action.OPEN_CITATION,
    Action.ASK_AS_WRITTEN,
    Action.ANSWER_EDITED,
    Action.STOP_ANSWER,
    Action.ASK_OWNER,
    Action.CANCEL_BATCH,
    Action.ASK_DELETE_BATCH,
    Action.DELETE_BATCH,
    Action.KEEP_BATCH,
    Action.BATCH_ACCESS,
}


@dataclass(frozen=True, slots=True)
class ButtonData:
    """What a button carries, taken apart."""

    user_id: int
    action: Action
    argument: str = ""


def button(text: str, action: Action, user_id: int, argument: str = "") -> InlineKeyboardButton:
    """Make a button that only this user may press; `argument` is letters, digits, "_" and "-".

    Raises:
        InternalError: Telegram would refuse the whole message; see `fits`.
    """
    data = f"{VERSION}:{user_id}:{action}" + (f":{argument}" if argument else "")
    if len(data.encode()) > MOST_BYTES:
        raise InternalError(f"a button {action} carries more than {MOST_BYTES} bytes")
    style = KeyboardButtonStyle.DANGER if action in DESTRUCTIVE else None
    return InlineKeyboardButton(text, callback_data=data, style=style)


def fits(action: Action, user_id: int, argument: str) -> bool:
    """Tell whether a button can carry this argument."""
    spent = len(f"{VERSION}:{user_id}:{action}:")
    return _ARGUMENT.fullmatch(argument) is not None and spent + len(argument) <= MOST_BYTES


def keyboard(*rows: Sequence[InlineKeyboardButton]) -> InlineKeyboardMarkup:
    """Lay buttons out in rows."""
    return InlineKeyboardMarkup([list(row) for row in rows])


def read_button(data: str | None) -> ButtonData | None:
    """Take callback data apart; None if it is not of this version."""
    version, _, rest = (data or "").partition(":")
    user, _, rest = rest.partition(":")
    action, has_argument, argument = rest.partition(":")
    if version != VERSION or not (user.isascii() and user.isdecimal()):
        return None
    if action not in tuple(Action) or (action in WITH_ARGUMENT) != bool(has_argument):
        return None
    if has_argument and not _ARGUMENT.fullmatch(argument):
        return None
    return ButtonData(int(user), Action(action), argument)


def shows_button(query: CallbackQuery) -> bool:
    """Tell whether the pressed message is at hand and really has this button now."""
    message = query.message
    if not isinstance(message, Message) or message.reply_markup is None:
        return False
    buttons = (key for row in message.reply_markup.inline_keyboard for key in row)
    return any(key.callback_data == query.data for key in buttons)


class OnceGuard:
    """Lets the first press on a message through and no other, however fast they come.

    Where a message has buttons that do not exclude each other, `what` tells them apart.
    """

    def __init__(self, remember: int = 10_000) -> None:
        self._taken: TLRUCache[tuple[int, int, str], float] = TLRUCache(
            remember, ttu=lambda _press, seconds, now: now + seconds
        )

    def take(
        self, chat_id: int, message_id: int, what: str = "", *, seconds: float = math.inf
    ) -> bool:
        """Return True for the first press on this message, and for the first after `seconds`."""
        press = (chat_id, message_id, what)
        if press in self._taken:
            return False
        self._taken[press] = seconds
        return True

    def give_back(self, chat_id: int, message_id: int, what: str = "") -> None:
        """Allow another press, because the first one came to nothing."""
        self._taken.pop((chat_id, message_id, what), None)
