"""Methods that answer people in chats where the bot is no member: inline, and as a guest."""

import re
from collections.abc import Mapping
from dataclasses import replace

from bot.sandbox.bot_api.formatting import format_text
from bot.sandbox.bot_api.keyboards import read_keyboard
from bot.sandbox.bot_api.methods.call import Call
from bot.sandbox.bot_api.parameters import Parameters
from bot.sandbox.errors import bad_request
from bot.sandbox.jsonvalues import JsonValue
from bot.sandbox.limits import MAX_INLINE_RESULTS, MAX_RESULT_ID_BYTES, MAX_TEXT
from bot.sandbox.user_api.actions import post
from bot.sandbox.user_api.queries import Answered, Query, Result
from bot.sandbox.utf16 import utf16_length
from bot.sandbox.world.values import Message

_TOO_OLD = "query is too old and response timeout expired or query ID is invalid"
_START = re.compile(r"[A-Za-z0-9_-]{1,64}")


async def answer_inline_query(call: Call) -> JsonValue:
    """Show a list of results to whoever types."""
    given = call.parameters.objects("results")
    if len(given) > MAX_INLINE_RESULTS:
        raise bad_request("RESULTS_TOO_MUCH")
    results = tuple(_result(value) for value in given)
    if len({result.result_id for result in results}) < len(results):
        raise bad_request("RESULT_ID_DUPLICATE")
    answered = Answered(results, _button(call))
    query = _open_query(call, "inline_query_id")
    if query.message_id is not None:
        raise bad_request(_TOO_OLD)
    query.answered.set_result(answered)
    return True


async def answer_guest_query(call: Call) -> JsonValue:
    """Write the one message of a guest, under the one that called it."""
    result = _result(call.parameters.object("result"))
    query = _open_query(call, "guest_query_id")
    if query.message_id is None:
        raise bad_request(_TOO_OLD)
    query.answered.set_result(Answered((result,)))
    draft = message_of(result, query)
    sent = post(call.world, replace(draft, sender="bot", user_id=0, reply_to=query.message_id))
    return {"inline_message_id": f"guest-{sent.message_id}"}


def message_of(result: Result, query: Query) -> Message:
    """Return the message that a result becomes when it is chosen."""
    return Message(
        message_id=0,
        chat_id=query.chat_id,
        sender="user",
        user_id=query.user_id,
        date=0,
        text=result.message.text,
        entities=result.message.entities,
        buttons=result.buttons,
        preview_disabled=result.preview_disabled,
    )


def _open_query(call: Call, name: str) -> Query:
    query = call.world.queries.get(call.parameters.text(name))
    if query is None or query.answered.done():
        raise bad_request(_TOO_OLD)
    return query


def _result(value: JsonValue) -> Result:
    if not isinstance(value, Mapping):
        raise bad_request("can't parse inline query result: expected an Object")
    given = Parameters(value)
    if given.text("type") != "article":
        raise bad_request("the sandbox shows inline results of type article only")
    result_id, title = given.text("id"), given.text("title").strip()
    if not 1 <= len(result_id.encode()) <= MAX_RESULT_ID_BYTES:
        raise bad_request("RESULT_ID_INVALID")
    if not title:
        raise bad_request("article title is empty")
    content = Parameters(given.object("input_message_content") or {})
    message = format_text(content.text("message_text"), content.objects("entities"))
    if not message.text:
        raise bad_request("message text is empty")
    if utf16_length(message.text) > MAX_TEXT:
        raise bad_request("message is too long")
    preview = Parameters(content.object("link_preview_options") or {})
    return Result(
        result_id,
        title,
        given.text("description"),
        message,
        read_keyboard(given.object("reply_markup")),
        preview.boolean("is_disabled"),
    )


def _button(call: Call) -> tuple[str, str] | None:
    given = call.parameters.object("button")
    if given is None:
        return None
    button = Parameters(given)
    text, start = button.text("text").strip(), button.text("start_parameter")
    if not text:
        raise bad_request("inline query results button text is empty")
    if not _START.fullmatch(start):
        raise bad_request("START_PARAM_INVALID")
    return text, start
