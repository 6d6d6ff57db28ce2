"""What a bot says about itself: names, descriptions, commands, menu button, webhook."""

from collections.abc import Mapping, Sequence
from typing import Any, Literal

from bot.sandbox.jsonvalues import JsonObject
from bot.sandbox.world.archive import Archive

TextField = Literal["name", "description", "short_description"]
_KIND = "profile"


class BotProfile:
    """Keeps a bot's own words by language, its commands by scope, and where it is told."""

    def __init__(self, archive: Archive, *, bot_id: int, name: str, username: str) -> None:
        self._archive = archive
        self._records = archive.load(_KIND)
        self._default_name = name
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
        fallback = self._default_name if field == "name" else ""
        return str(texts.get(language) or texts.get("") or fallback)

    def set_text(self, field: TextField, language: str, text: str) -> None:
        """Set a text for a language; "" is the language of everyone else; empty removes it."""
        texts = {**self._records.get(field, {}), language: text}
        self._put(field, {key: value for key, value in texts.items() if value})

    def commands(self, scope: str, language: str) -> Sequence[JsonObject]:
        """Return the commands set for exactly this scope and language."""
        commands: Sequence[JsonObject] = self._commands().get(f"{scope}|{language}", [])
        return commands

    def set_commands(self, scope: str, language: str, commands: Sequence[JsonObject]) -> None:
        """Set, or with none remove, the commands of a scope and language."""
        changed = {**self._commands(), f"{scope}|{language}": list(commands)}
        self._put("commands", {key: value for key, value in changed.items() if value})

    def commands_for(self, chat_id: int, language: str) -> Sequence[JsonObject]:
        """Return what a user of this language sees in this chat, the narrowest scope first."""
        kind = "all_private_chats" if chat_id > 0 else "all_group_chats"
        for scope in (f"chat:{chat_id}", kind, "default"):
            for wanted in (language, ""):
                if commands := self.commands(scope, wanted):
                    return commands
        return []

    def menu_button(self, chat_id: int | None) -> JsonObject:
        """Return the menu button of a chat, or the one of all chats."""
        buttons = self._records.get("menu_buttons", {})
        chosen: JsonObject = buttons.get(str(chat_id)) or buttons.get("") or {"type": "commands"}
        return chosen

    def set_menu_button(self, chat_id: int | None, button: JsonObject) -> None:
        """Set the menu button of a chat, or of all chats."""
        key = "" if chat_id is None else str(chat_id)
        self._put("menu_buttons", {**self._records.get("menu_buttons", {}), key: dict(button)})

    @property
    def webhook(self) -> Mapping[str, Any]:
        """Return the webhook's settings; without a `url` there is none."""
        webhook: Mapping[str, Any] = self._records.get("webhook", {})
        return webhook

    def set_webhook(self, settings: Mapping[str, Any]) -> None:
        """Set, change or with an empty mapping remove the webhook."""
        self._put("webhook", dict(settings))

    def _commands(self) -> dict[str, Any]:
        commands: dict[str, Any] = self._records.get("commands", {})
        return commands

    def _put(self, key: str, value: object) -> None:
        self._archive.put(_KIND, key, value)
        self._records[key] = value
