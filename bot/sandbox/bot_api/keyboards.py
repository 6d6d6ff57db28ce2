"""Inline keyboards: checked when a bot sends them, written back as each side reads them."""

import re
from collections.abc import Mapping, Sequence
from typing import TypeGuard

from bot.sandbox.errors import ApiError, bad_request
from bot.sandbox.jsonvalues import JsonObject, JsonValue
from bot.sandbox.limits import MAX_BUTTONS, MAX_CALLBACK_DATA_BYTES
from bot.sandbox.world.values import Button

Keyboard = tuple[tuple[Button, ...], ...]
_STYLES = ("danger", "success", "primary")
_URL = re.compile(r"^(?:https?://|tg://|ton://|mailto:|tel:)\S+$|^[^\s:/]+\.[^\s]+$", re.IGNORECASE)


def read_keyboard(markup: JsonValue) -> Keyboard:
    """Check a reply_markup and return its buttons; other markups than inline have none."""
    if markup is None or markup == {}:
        return ()
    if not isinstance(markup, Mapping):
        raise bad_request("object expected as reply markup")
    if "inline_keyboard" not in markup:
        if "keyboard" in markup:
            raise bad_request("the sandbox shows inline keyboards only")
        return ()
    rows = markup["inline_keyboard"]
    if not _is_list(rows):
        raise _unparsable('field "inline_keyboard" must be of type Array')
    keyboard = tuple(_read_row(row) for row in rows)
    if sum(len(row) for row in keyboard) > MAX_BUTTONS:
        raise bad_request("reply markup is too long")
    return tuple(row for row in keyboard if row)


def _read_row(row: JsonValue) -> tuple[Button, ...]:
    if not _is_list(row):
        raise _unparsable("expected an Array of InlineKeyboardButton")
    return tuple(_read_button(button) for button in row)


def _read_button(button: JsonValue) -> Button:
    if not isinstance(button, Mapping):
        raise _unparsable("expected an Object")
    text, style = button.get("text"), button.get("style")
    if not isinstance(text, str) or not text.strip():
        raise bad_request("inline keyboard button text must be non-empty")
    if style is not None and style not in _STYLES:
        raise _unparsable("invalid button style specified")
    shown = Button(text=text, style=str(style) if style else None)
    return _with_action(shown, button)


def _with_action(shown: Button, button: JsonObject) -> Button:
    data, url, copied = (button.get(key) for key in ("callback_data", "url", "copy_text"))
    if data is not None:
        if not isinstance(data, str) or not 1 <= len(data.encode()) <= MAX_CALLBACK_DATA_BYTES:
            raise bad_request("BUTTON_DATA_INVALID")
        return Button(shown.text, data=data, style=shown.style)
    if url is not None:
        if not isinstance(url, str) or not _URL.match(url):
            raise bad_request(
                f"inline keyboard button URL '{url}' is invalid: wrong HTTP URL specified"
            )
        return Button(shown.text, url=url, style=shown.style)
    if isinstance(copied, Mapping) and isinstance(copied.get("text"), str):
        return Button(shown.text, copy_text=str(copied["text"]), style=shown.style)
    raise bad_request("Text buttons are unallowed in the inline keyboard")


def keyboard_json(keyboard: Keyboard) -> JsonObject:
    """Return a keyboard as the Bot API writes it."""
    return {"inline_keyboard": [[_button_json(button) for button in row] for row in keyboard]}


def _button_json(button: Button) -> JsonObject:
    written: dict[str, JsonValue] = {"text": button.text}
    if button.data is not None:
        written["callback_data"] = button.data
    elif button.url is not None:
        written["url"] = button.url
    elif button.copy_text is not None:
        written["copy_text"] = {"text": button.copy_text}
    if button.style:
        written["style"] = button.style
    return written


def _is_list(value: JsonValue) -> TypeGuard[Sequence[JsonValue]]:
    return isinstance(value, Sequence) and not isinstance(value, str)


def _unparsable(reason: str) -> ApiError:
    return bad_request(f"can't parse reply keyboard markup JSON object: {reason}")
