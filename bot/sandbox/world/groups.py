"""Groups: who is in them and as what, their topics, and where they have moved to."""

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field
from typing import Any, Literal, cast, get_args

from bot.sandbox.world.archive import Archive

Status = Literal["creator", "administrator", "member", "left", "kicked"]
STATUSES: tuple[Status, ...] = get_args(Status)
GONE: tuple[Status, ...] = ("left", "kicked")
ADMINS: tuple[Status, ...] = ("creator", "administrator")

_KIND = "group"
_FIRST_GROUP = -4001
_FIRST_SUPERGROUP = -1001000004001


@dataclass(frozen=True, slots=True)
class Group:
    """A group; one with topics is a supergroup, as in Telegram."""

    id: int
    title: str
    members: Mapping[int, Status] = field(default_factory=dict)
    topics: Mapping[int, str] = field(default_factory=dict)  # names by the message that began them
    is_super: bool = False
    moved_to: int | None = None
    tags: Mapping[int, str] = field(default_factory=dict)  # of members, beside their names

    def status(self, user_id: int) -> Status:
        """Return what somebody is here."""
        return self.members.get(user_id, "left")


class Groups:
    """Keeps the groups that were made; any other negative id is a group without known members."""

    def __init__(self, archive: Archive) -> None:
        self._archive = archive
        self._groups = {int(key): _restored(record) for key, record in archive.load(_KIND).items()}

    def everyone(self) -> Sequence[Group]:
        """Return the groups that people can see: those that have moved are gone."""
        return [group for group in self._groups.values() if group.moved_to is None]

    def get(self, chat_id: int) -> Group | None:
        """Return a group if there is one of this id."""
        return self._groups.get(chat_id)

    def put(self, group: Group) -> Group:
        """Keep a group, over its older state."""
        self._archive.put(_KIND, group.id, asdict(group))
        self._groups[group.id] = group
        return group

    def free_id(self, *, is_super: bool) -> int:
        """Return an id that no group has."""
        first = _FIRST_SUPERGROUP if is_super else _FIRST_GROUP
        taken = sum(group.is_super == is_super for group in self._groups.values())
        return first - taken


def _restored(record: Mapping[str, Any]) -> Group:
    members = {int(key): cast("Status", value) for key, value in record["members"].items()}
    topics = {int(key): value for key, value in record["topics"].items()}
    tags = {int(key): value for key, value in record.get("tags", {}).items()}
    return Group(**{**record, "members": members, "topics": topics, "tags": tags})
