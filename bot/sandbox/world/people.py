"""Who talks to the bot, and in which chats."""

from collections.abc import Sequence
from dataclasses import asdict, replace

from bot.sandbox.world.archive import Archive
from bot.sandbox.world.values import Person

_PERSON, _CHAT = "person", "chat"
_FIRST_ID = 1001


class People:
    """Keeps the users of the sandbox; whoever writes becomes one."""

    def __init__(self, archive: Archive) -> None:
        self._archive = archive
        people = archive.load(_PERSON).values()
        self._people = {person["id"]: Person(**person) for person in people}
        self._chats = {int(key) for key in archive.load(_CHAT)}

    def everyone(self) -> Sequence[Person]:
        """Return all users by id."""
        return sorted(self._people.values(), key=lambda person: person.id)

    def get(self, user_id: int) -> Person | None:
        """Return a user if there is one of this id."""
        return self._people.get(user_id)

    def knows_chat(self, chat_id: int) -> bool:
        """Tell whether anyone has written in this chat: before that a bot may not."""
        return chat_id in self._chats

    def meet(
        self, user_id: int, *, name: str | None = None, language_code: str | None = None
    ) -> Person:
        """Return the user, made or changed where something new is known of them."""
        known = self._people.get(user_id)
        person = known or Person(user_id, f"User {user_id}", "en")
        if name:
            person = replace(person, first_name=name)
        if language_code:
            person = replace(person, language_code=language_code)
        if person != known:
            self._archive.put(_PERSON, person.id, asdict(person))
            self._people[person.id] = person
        return person

    def add(self, name: str, language_code: str) -> Person:
        """Add a user under the next free id."""
        free = max([_FIRST_ID - 1, *self._people]) + 1
        return self.meet(free, name=name, language_code=language_code)

    def open_chat(self, chat_id: int) -> None:
        """Let the bot write in this chat from now on."""
        if chat_id not in self._chats:
            self._archive.put(_CHAT, chat_id, {})
            self._chats.add(chat_id)
