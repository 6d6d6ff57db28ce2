"""Where a run's reports go, packed into a string that pipelines carry without reading; its name.

Buttons name a batch by what its id says besides the bot and the chat it belongs to: so a press
names a batch of its own chat, and the name is short enough for a button. Only of a group's batch,
which is looked at in private, the name says the chat, too.
"""

import json
import re
from dataclasses import asdict, dataclass, field

from telegram import Message
from telegram.constants import ChatID

from bot.transport.buttons import ANYBODY
from bot.transport.rate_limit import Pace
from pipelines.errors import InternalError
from pipelines.ingest.retry import AGAIN, MASKED
from pipelines.models.preferences import UserSettings

_BATCH = re.compile(r"ingest-(?P<bot>\d+)-(?P<chat>-?\d+)-(?P<name>[0-9A-Za-z_-]+)")
_RUN = re.compile(r"(?P<kind>[a-z]+)-(?P<bot>\d+)-(?P<chat>-?\d+)-(?P<name>[0-9A-Za-z_-]+)")


@dataclass(frozen=True, slots=True)
class Origin:
    """Who asked, where, and in which interface language."""

    chat_id: int
    user_id: int
    language: str | None = None
    progress_id: int | None = None  # the message to edit while a batch goes on
    reply_to: int | None = None  # the message an answer belongs under, when it is not the last
    question_id: int | None = None  # the message that asked
    may_be_note: bool = False  # and may have been sent to be kept: its answer offers that
    may_be_note_in_vain: bool = False  # the same, but only where nothing answers it
    pending_id: int | None = None  # of a question that waited for a document
    asked_in: int | None = None  # the message of the batch that asks about it; kept in its chat
    is_tour: bool = False  # the batch is the example that somebody new is shown
    owner_question: str = ""  # the batch is an owner's reply to that
    corrected: str = ""  # the batch is what would be right instead of that answer
    is_for_everyone: bool = False  # what is right, once an admin has accepted it
    gap: str = ""  # the batch is an admin's answer to that cluster of questions
    is_written: bool = False  # and is what the admin wrote
    thread_id: int | None = None  # the topic of a group
    viewpoint: int | None = None  # under which an admin asks as somebody else would
    viewed_as: str = ""  # the name of that one
    is_viewed_whole: bool = False  # who has nothing of their own that is left out there
    settings: UserSettings = field(default_factory=UserSettings)  # of whoever asked

    @property
    def is_group(self) -> bool:
        """Whether others read what is written there."""
        return self.chat_id < 0

    @property
    def asker(self) -> int:
        """Whose rights apply: a group's own, or a person's; those that an admin looks through."""
        if self.viewpoint is not None:
            return self.viewpoint
        return self.chat_id if self.is_group else self.user_id

    @property
    def person(self) -> int | None:
        """Who asked; None for an admin who hides behind the group, all of whom have one id."""
        return None if self.user_id == ChatID.ANONYMOUS_ADMIN else self.user_id

    @property
    def presser(self) -> int:
        """Who may press what stands under an answer: in a group everybody."""
        return ANYBODY if self.is_group else self.user_id

    @property
    def pace(self) -> Pace:
        """How what is said there goes out: ends of batches, and what waited for one, unasked."""
        is_asked = self.progress_id is None and self.pending_id is None
        return Pace.REPLY if is_asked else Pace.REPORT

    @property
    def is_brief(self) -> bool:
        """Whether whoever asked wants short answers."""
        return self.settings.answer_length == "short"

    @property
    def memory(self) -> str:
        """The name under which is kept what was said there: one memory a topic.

        Asked as somebody else nothing was said before, and nothing is kept.
        """
        if self.viewpoint is not None:
            return f"as/{self.viewpoint}"
        return str(self.chat_id) if self.thread_id is None else f"{self.chat_id}/{self.thread_id}"

    def offers_note(self, *, is_answered: bool) -> bool:
        """Tell whether what was asked can be kept as a note from under its answer."""
        return self.may_be_note or (self.may_be_note_in_vain and not is_answered)

    def encode(self) -> str:
        """Pack into a string that survives a restart."""
        return json.dumps(asdict(self), separators=(",", ":"))

    @classmethod
    def decode(cls, packed: str) -> "Origin | None":
        """Unpack; None when nobody waits.

        Raises:
            InternalError: the string was not made by `encode`.
        """
        if not packed:
            return None
        try:
            fields = json.loads(packed)
            settings = UserSettings(**fields.pop("settings", {}))
            return cls(**fields, settings=settings)
        except (ValueError, TypeError, AttributeError) as error:
            raise InternalError("an origin that this bot did not write") from error


def run_id(kind: str, message: Message) -> str:
    """Name the run that a message starts: the same at every delivery of it, and no other's.

    Message ids begin anew with another bot and with a new sandbox; the bot's id and the time tell
    those apart.
    """
    bot_id, sent = message.get_bot().id, int(message.date.timestamp())
    return f"{kind}-{bot_id}-{message.chat.id}-{message.message_id}-{sent}"


def name_of(batch_id: str, chat_id: int) -> str | None:
    """Return the short name of a batch of this chat; None for any other batch."""
    found = _BATCH.fullmatch(batch_id)
    return found["name"] if found and int(found["chat"]) == chat_id else None


def batch_named(name: str, *, bot_id: int, chat_id: int) -> str:
    """Return the id of the batch of this bot and chat that has this short name.

    A name that says the group stands for that one's.
    """
    return f"ingest-{bot_id}-{name}" if is_of_group(name) else f"ingest-{bot_id}-{chat_id}-{name}"


def name_with_group(name: str, group_id: int) -> str:
    """Return by what name a batch of a group is known in another chat."""
    return f"{group_id}-{name}"


def is_of_group(name: str) -> bool:
    """Tell whether a batch's name says the group it belongs to: those have negative ids."""
    return name.startswith("-")


def run_name(run_id: str, chat_id: int) -> str | None:
    """Return the short name of an answer's run in this chat; None for any other run."""
    found = _RUN.fullmatch(run_id)
    ours = found is not None and int(found["chat"]) == chat_id
    return f"{found['kind']}-{found['name']}" if found and ours else None


def run_named(name: str, *, bot_id: int, chat_id: int) -> str:
    """Return the id of the run of this bot and chat that has this short name."""
    kind, _, rest = name.partition("-")
    return f"{kind}-{bot_id}-{chat_id}-{rest}"


def next_try_of(batch_id: str, *, without_secrets: bool = False) -> str:
    """Return the id under which what failed of a batch is tried again: the same at every press.

    What is taken in without its secrets is another try than that of what failed besides.
    """
    return batch_id + (MASKED if without_secrets else AGAIN)
