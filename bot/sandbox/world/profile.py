"""What a bot says about itself: descriptions and commands, and where it is told of updates."""

from collections.abc import Mapping, Sequence
from typing import Any, Literal, get_args

from bot.sandbox.jsonvalues import JsonObject
from bot.sandbox.world.archive import Archive

TextField = Literal["description", "short_description"]
CommandScope = Literal["default", "all_private_chats", "all_group_chats", "all_chat_administrators"]
SCOPES: tuple[CommandScope, ...] = get_args(CommandScope)
_KIND = "profile"


class BotProfile:
    """Keeps a bot's own words and its commands by language, and where it is told."""

    def __init__(self, archive: Archive, *, bot_id: int, name: str, username: str) -> None:
        self._archive = archive
        self._records = archive.load(_KIND)
        self.name = name
        self.username = username
        self._bot_id = bot_id

    @property
    def bot_id(self) -> int:
        """Return the bot's user id: the digits of the token it last used."""
        return int(self._records.get("bot_id", self._bot_id))

    def remember_id(self, bot_id: int) -> None:
        """Take over the id in a token."""
        if bot_id != self.bot_id or "bot_id" not in self._records:
            self._put("bot_id", bot_id)

    def text(self, field: TextField, language: str = "") -> str:
        """Return a text in this language, or the one for all languages."""
        texts = self._records.get(field, {})
        return str(texts.get(language) or texts.get("") or "")

    def set_text(self, field: TextField, language: str, text: str) -> None:
        """Set a text for a language; "" is the language of everyone else; empty removes it."""
        texts = {**self._records.get(field, {}), language: text}
        self._put(field, {key: value for key, value in texts.items() if value})

    def commands(self, language: str, scopes: Sequence[CommandScope]) -> Sequence[JsonObject]:
        """Return those of the first scope that has any for this language, or for all languages."""
        known: dict[str, Sequence[JsonObject]] = self._records.get("commands", {})
        places = [_place(scope, each) for scope in scopes for each in (language, "")]
        return next((known[place] for place in places if known.get(place)), [])

    def set_commands(
        self, language: str, commands: Sequence[JsonObject], scope: CommandScope = "default"
    ) -> None:
        """Set the commands for a language and a scope; "" is the language of everyone else."""
        known = self._records.get("commands", {})
        self._put("commands", {**known, _place(scope, language): list(commands)})

    @property
    def webhook(self) -> Mapping[str, Any]:
        """Return the webhook's settings; without a `url` there is none."""
        webhook: Mapping[str, Any] = self._records.get("webhook", {})
        return webhook

    def set_webhook(self, settings: Mapping[str, Any]) -> None:
        """Set, change or with an empty mapping remove the webhook."""
        self._put("webhook", dict(settings))

    def _put(self, key: str, value: object) -> None:
        self._archive.put(_KIND, key, value)
        self._records[key] = value


def _place(scope: CommandScope, language: str) -> str:
    return language if scope == "default" else f"{scope} {language}"
