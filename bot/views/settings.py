"""Settings on a phone's screen: one message, a button a setting, and a ✓ at what it is now."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from telegram import InlineKeyboardButton

from bot.transport.buttons import Action, keyboard
from bot.transport.pieces import Piece
from bot.views.text import Reader, View
from pipelines.errors import UserError

_CHOSEN = "✓ "

Value = str | bool | None


@dataclass(frozen=True, slots=True)
class Setting:
    """What can be set: its name in a button, its field, the ids of its texts, and its values."""

    name: str
    field: str
    title: str
    about: str
    values: Sequence[tuple[str, Value, str]]  # in a button, in the field, the id of its text

    def said(self, current: object) -> str:
        """Return the id of the text of what it is now."""
        now = getattr(current, self.field)
        return next(label for _, value, label in self.values if value == now)


@dataclass(frozen=True, slots=True)
class Settings:
    """Settings that are shown together, and what their buttons ask for."""

    title: str
    settings: Sequence[Setting]
    menu: Action
    open: Action
    set: Action

    def named(self, name: str) -> Setting:
        """Return a setting by its name in a button.

        Raises:
            UserError: there is none; the button is of another version.
        """
        for setting in self.settings:
            if setting.name == name:
                return setting
        raise UserError("button-outdated")


def _on_off(first: bool) -> Sequence[tuple[str, Value, str]]:
    on, off = ("on", True, "setting-on"), ("off", False, "setting-off")
    return (on, off) if first else (off, on)


PERSONAL = Settings(
    "settings-title",
    (
        Setting(
            "length",
            "answer_length",
            "setting-length",
            "setting-length-about",
            (("full", "full", "setting-length-full"), ("short", "short", "setting-length-short")),
        ),
        Setting(
            "language",
            "language",
            "setting-language",
            "setting-language-about",
            (
                ("auto", None, "setting-language-auto"),
                ("ru", "ru", "setting-language-ru"),
                ("en", "en", "setting-language-en"),
            ),
        ),
        Setting("stream", "is_streamed", "setting-stream", "setting-stream-about", _on_off(True)),
        Setting("fold", "are_sources_folded", "setting-fold", "setting-fold-about", _on_off(False)),
        Setting(
            "decide", "is_decided_by_bot", "setting-decide", "setting-decide-about", _on_off(False)
        ),
        Setting(
            "new",
            "new_documents",
            "setting-new",
            "setting-new-about",
            (
                ("default", "default", "setting-new-default"),
                ("private", "private", "setting-new-private"),
                ("everyone", "everyone", "setting-new-everyone"),
            ),
        ),
        Setting(
            "corrections",
            "hears_corrections",
            "setting-corrections",
            "setting-corrections-about",
            _on_off(True),
        ),
        Setting("rich", "is_rich_readable", "setting-rich", "setting-rich-about", _on_off(False)),
    ),
    Action.SETTINGS,
    Action.SETTING,
    Action.SET,
)

POLICY = Settings(
    "policy-title",
    (
        Setting("answer", "is_answered", "policy-answers", "policy-answers-about", _on_off(True)),
        Setting(
            "ask",
            "who_asks",
            "policy-asks",
            "policy-asks-about",
            (("users", "users", "policy-users"), ("members", "members", "policy-members")),
        ),
        Setting(
            "add",
            "who_adds",
            "policy-adds",
            "policy-adds-about",
            (
                ("nobody", "nobody", "policy-nobody"),
                ("users", "users", "policy-users"),
                ("members", "members", "policy-members"),
            ),
        ),
        Setting(
            "to",
            "answers_to",
            "policy-answers-to",
            "policy-answers-to-about",
            (("group", "group", "policy-to-group"), ("asker", "asker", "policy-to-asker")),
        ),
        Setting("tags", "shows_roles", "policy-tags", "policy-tags-about", _on_off(False)),
    ),
    Action.POLICY,
    Action.POLICY_SETTING,
    Action.POLICY_SET,
)


def menu_view(
    settings: Settings,
    current: object,
    reader: Reader,
    *more: InlineKeyboardButton,
    **values: str,
) -> View:
    """Show all settings with what they are now.

    Args:
        more: buttons below, a row each.
        values: what the title says, besides.
    """
    rows = [
        [
            reader.key(
                "button-setting",
                settings.open,
                each.name,
                title=reader.say(each.title),
                value=reader.say(each.said(current)),
            )
        ]
        for each in settings.settings
    ]
    rows += [[key] for key in more]
    return View(Piece(reader.say(settings.title, **values)), keyboard(*rows))


def setting_view(settings: Settings, name: str, current: object, reader: Reader) -> View:
    """Show what one setting can be, and the way back."""
    setting = settings.named(name)
    now = getattr(current, setting.field)
    rows = [
        [
            reader.key(
                "button-choice",
                settings.set,
                f"{setting.name}_{code}",
                mark=_CHOSEN if value == now else "",
                value=reader.say(label),
            )
        ]
        for code, value, label in setting.values
    ]
    rows.append([reader.key("button-to-settings", settings.menu)])
    return View(Piece(reader.say(setting.about)), keyboard(*rows))


def pick(settings: Settings, carried: str) -> tuple[str, Any]:
    """Return the field and the value that a button names.

    Raises:
        UserError: there is none; the button is of another version.
    """
    name, _, code = carried.partition("_")
    setting = settings.named(name)
    for each, value, _ in setting.values:
        if each == code:
            return setting.field, value
    raise UserError("button-outdated")


def find_named(
    settings: Settings, name: str, written: str, reader: Reader
) -> tuple[str, Any] | None:
    """Return the field and the value that somebody wrote, as its button says it or by its code."""
    setting = settings.named(name)
    for code, value, label in setting.values:
        if written.casefold() in (code, reader.say(label).casefold()):
            return setting.field, value
    return None
