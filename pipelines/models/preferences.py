"""What people set for themselves, and what the admins of a group set for it."""

from dataclasses import dataclass
from typing import Literal

Language = Literal["ru", "en"]
AnswerLength = Literal["full", "short"]
WhoAsks = Literal["users", "members"]
WhoAdds = Literal["nobody", "users", "members"]
NewDocuments = Literal["default", "private", "everyone"]
AnswersTo = Literal["group", "asker"]


@dataclass(frozen=True, slots=True)
class UserSettings:
    """How somebody wants to be answered."""

    language: Language | None = None  # None: as in Telegram
    answer_length: AnswerLength = "full"  # short: without what is folded
    is_streamed: bool = True
    are_sources_folded: bool = False
    new_documents: NewDocuments = "default"  # who may read them; default: as this copy says
    is_decided_by_bot: bool = False  # what a message is for, whatever the mode
    is_rich_readable: bool = False  # a rich message was shown to them as such
    hears_corrections: bool = True  # of answers that stand no longer


@dataclass(frozen=True, slots=True)
class GroupPolicy:
    """Who may do what in a group; `users` are those who may use the bot in private."""

    is_answered: bool = True
    who_asks: WhoAsks = "users"
    who_adds: WhoAdds = "nobody"
    answers_to: AnswersTo = "group"  # asker: in private, from what the asker may read
    shows_roles: bool = False  # as tags of those who hold one
