"""Everything a sandbox holds, and the changes both of its sides may make."""

from dataclasses import dataclass
from pathlib import Path

from bot.sandbox.user_api.presses import Presses
from bot.sandbox.user_api.queries import Queries
from bot.sandbox.world.archive import Archive
from bot.sandbox.world.chats import Chats
from bot.sandbox.world.drafts import Drafts
from bot.sandbox.world.files import FileStore
from bot.sandbox.world.groups import Groups
from bot.sandbox.world.hub import EventHub
from bot.sandbox.world.people import People
from bot.sandbox.world.profile import BotProfile
from bot.sandbox.world.traffic import Traffic
from bot.sandbox.world.updates import UpdateQueue


@dataclass(frozen=True, slots=True)
class World:
    """The parts of a sandbox; drafts, queries and traffic alone are not in the archive."""

    archive: Archive
    people: People
    chats: Chats
    drafts: Drafts
    groups: Groups
    files: FileStore
    updates: UpdateQueue
    presses: Presses
    queries: Queries
    profile: BotProfile
    hub: EventHub
    traffic: Traffic

    def close(self) -> None:
        """Let every wait end and close the archive."""
        self.stop_waiting()
        self.archive.close()

    def stop_waiting(self) -> None:
        """Let open polls and event streams end at once."""
        self.updates.close()
        self.hub.close()


def open_world(folder: Path, *, bot_id: int, name: str, username: str) -> World:
    """Open the sandbox kept in this folder, or begin a new one there."""
    folder.mkdir(parents=True, exist_ok=True)
    folder.chmod(0o700)  # what people wrote and sent is nobody else's on this machine
    archive = Archive(folder / "sandbox.sqlite3")
    return World(
        archive=archive,
        people=People(archive),
        chats=Chats(archive),
        drafts=Drafts(),
        groups=Groups(archive),
        files=FileStore(folder / "files", archive),
        updates=UpdateQueue(archive),
        presses=Presses(archive),
        queries=Queries(),
        profile=BotProfile(archive, bot_id=bot_id, name=name, username=username),
        hub=EventHub(),
        traffic=Traffic(),
    )
