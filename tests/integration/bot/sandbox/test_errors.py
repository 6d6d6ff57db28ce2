"""What the Bot API refuses, in Telegram's words."""

from typing import Any

import pytest

from tests.support.sandbox.sandbox_callers import Raw


@pytest.mark.parametrize(
    ("method", "arguments", "refusal"),
    [
        ("sendMessage", {"text": "x"}, "chat_id is empty"),
        ("sendMessage", {"chat_id": "@nobody", "text": "x"}, "chat not found"),
        ("sendMessage", {"chat_id": 7}, "message text is empty"),
        ("sendMessage", {"chat_id": 7, "text": " \n"}, "message text is empty"),
        ("sendMessage", {"chat_id": 7, "text": "x" * 4097}, "message is too long"),
        ("sendMessage", {"chat_id": 7, "text": "\ud83d"}, "strings must be encoded in UTF-8"),
        ("sendMessage", {"chat_id": "--7", "text": "x"}, "chat not found"),
        ("sendMessage", {"chat_id": "9" * 5000, "text": "x"}, "chat not found"),
        ("getUpdates", {"limit": float("inf")}, "must be of type Number"),
        ("setMyCommands", {"commands": [{"command": "\ud83d"}]}, "must be encoded in UTF-8"),
        ("sendMessage", {"chat_id": 7, "text": ["x"]}, 'field "text" must be of type String'),
        (
            "sendMessage",
            {"chat_id": 7, "text": "<b>x</b>", "parse_mode": "HTML"},
            "parse_mode is not supported by the sandbox: send entities",
        ),
        ("sendMessage", {"chat_id": 7, "text": "x", "entities": "{"}, "can't parse"),
        ("sendMessage", {"chat_id": 7, "text": "x", "entities": {}}, "expected an Array"),
        ("sendMessage", {"chat_id": 7, "text": "x", "reply_markup": "[]"}, "expected an Object"),
        (
            "sendMessage",
            {"chat_id": 7, "text": "x", "reply_parameters": {"message_id": 99}},
            "message to be replied not found",
        ),
        ("sendMessageDraft", {"chat_id": 7, "text": "x"}, "RANDOM_ID_INVALID"),
        (
            "sendMessageDraft",
            {"chat_id": 7, "draft_id": 1, "text": "x" * 4097},
            "message is too long",
        ),
        ("sendChatAction", {"chat_id": 7, "action": "dancing"}, "wrong parameter action"),
        ("deleteMessage", {"chat_id": 7}, "message identifier is not specified"),
        ("deleteMessage", {"chat_id": 7, "message_id": "x"}, "must be of type Number"),
        ("deleteMessage", {"chat_id": 7, "message_id": 99}, "message to delete not found"),
        ("deleteMessages", {"chat_id": 7}, "message identifiers are not specified"),
        ("deleteMessages", {"chat_id": 7, "message_ids": ["x"]}, "must be of type Number"),
        ("deleteMessages", {"chat_id": 7, "message_ids": [1] * 101}, "too many message ident"),
        (
            "editMessageText",
            {"chat_id": 7, "message_id": 99, "text": "x"},
            "message to edit not found",
        ),
        (
            "editMessageText",
            {"chat_id": 7, "message_id": 1, "text": "x"},
            "message can't be edited",
        ),
        ("answerCallbackQuery", {"callback_query_id": "1", "text": "x" * 201}, "MESSAGE_TOO_LONG"),
        ("getFile", {}, "file_id is not specified"),
        ("getFile", {"file_id": "x"}, "wrong file_id"),
        (
            "setMyCommands",
            {"commands": [{"command": "Ä", "description": "x"}]},
            "BOT_COMMAND_INVALID",
        ),
        ("setMyCommands", {"commands": [{"command": "a"}]}, "BOT_COMMAND_DESCRIPTION_INVALID"),
        ("setMyCommands", {"commands": ["a"]}, "can't parse BotCommand"),
        ("setMyCommands", {"commands": [{}] * 101}, "BOT_COMMANDS_TOO_MUCH"),
        ("setMyCommands", {"commands": [], "scope": {"type": "chat"}}, "no scope of single chats"),
        ("setMyCommands", {"commands": [], "language_code": "rus"}, "invalid language code"),
    ],
)
async def test_refusals(
    raw: Raw, chat: int, method: str, arguments: dict[str, Any], refusal: str
) -> None:
    assert chat == 7
    answer = await raw.refusal(method, **arguments)
    assert answer.startswith("400 Bad Request: ")
    assert refusal in answer


@pytest.mark.parametrize(
    ("markup", "refusal"),
    [
        ({"inline_keyboard": "x"}, "must be of type Array"),
        ({"inline_keyboard": ["x"]}, "expected an Array of InlineKeyboardButton"),
        ({"inline_keyboard": [["x"]]}, "expected an Object"),
        ({"inline_keyboard": [[{"text": ""}]]}, "button text must be non-empty"),
        ({"inline_keyboard": [[{"text": "x"}]]}, "Text buttons are unallowed"),
        ({"inline_keyboard": [[{"text": "x", "callback_data": ""}]]}, "BUTTON_DATA_INVALID"),
        ({"inline_keyboard": [[{"text": "x", "callback_data": "x" * 65}]]}, "BUTTON_DATA_INVALID"),
        (
            {"inline_keyboard": [[{"text": "x", "url": "javascript:1"}]]},
            "URL 'javascript:1' is invalid",
        ),
        (
            {"inline_keyboard": [[{"text": "x", "url": "https://a.org", "style": "pink"}]]},
            "invalid button style",
        ),
        (
            {"inline_keyboard": [[{"text": "x", "callback_data": "x"}] * 101]},
            "reply markup is too long",
        ),
        ({"keyboard": [["x"]]}, "inline keyboards only"),
    ],
)
async def test_wrong_keyboards(raw: Raw, chat: int, markup: dict[str, Any], refusal: str) -> None:
    answer = await raw.refusal("sendMessage", chat_id=chat, text="x", reply_markup=markup)
    assert refusal in answer
