"""What people ask the bot from chats that it is no member of: inline queries, and calls of a guest.

An inline query is answered in the reply to its request: a client shows the list while one types,
and gives up the request when one types on.
"""

import asyncio
from dataclasses import replace

from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from bot.sandbox.bot_api.formatting import format_text
from bot.sandbox.bot_api.methods.elsewhere import message_of
from bot.sandbox.bot_api.parameters import Parameters, read_json_object
from bot.sandbox.bot_api.view import message_json, person_json
from bot.sandbox.errors import UserSideError
from bot.sandbox.jsonvalues import JsonValue
from bot.sandbox.limits import MAX_INLINE_QUERY
from bot.sandbox.user_api import actions
from bot.sandbox.user_api.queries import Query, Result
from bot.sandbox.user_api.sending import Sender
from bot.sandbox.user_api.side import MAX_LANGUAGE, sender_of
from bot.sandbox.user_api.view import shown_message
from bot.sandbox.world.values import Message
from bot.sandbox.world.world import World

_PATIENCE_SECONDS = 15.0  # after which an answer would come too late


class ElsewhereSide:
    """What people do with a bot without writing to it."""

    def __init__(self, world: World) -> None:
        self._world = world

    def routes(self) -> list[Route]:
        """Return the routes under /sandbox."""
        chat = "/sandbox/chats/{chat_id}"
        return [
            Route(f"{chat}/inline", self.ask, methods=["POST"]),
            Route(f"{chat}/inline/send", self.send, methods=["POST"]),
            Route(f"{chat}/guest", self.call, methods=["POST"]),
        ]

    async def ask(self, request: Request) -> Response:
        """Type a query, and wait for the list that the bot makes of it."""
        sender = self._sender(request)
        asked = Parameters(await read_json_object(request))
        query = self._world.queries.add(chat_id=sender.chat_id, user_id=sender.user_id)
        payload: dict[str, JsonValue] = {
            "id": query.query_id,
            "from": person_json(self._world.people.meet(sender.user_id)),
            "query": asked.text("query").strip()[:MAX_INLINE_QUERY],
            "offset": "",
            "chat_type": "sender" if sender.chat_id == sender.user_id else "group",
        }
        self._world.updates.add("inline_query", payload)
        await asyncio.wait({query.answered}, timeout=_PATIENCE_SECONDS)
        if not query.answered.done() or query.answered.cancelled():
            self._world.queries.forget(query)
            raise UserSideError(504, "the bot did not answer the query")
        answered = query.answered.result()
        button = answered.button and {"text": answered.button[0], "start": answered.button[1]}
        return JSONResponse(
            {
                "inline_query_id": query.query_id,
                "results": [
                    {"id": one.result_id, "title": one.title, "description": one.description}
                    for one in answered.results
                ],
                "button": button or None,
            }
        )

    async def send(self, request: Request) -> Response:
        """Send one of the results; the message is the person's, "via" the bot."""
        sender = self._sender(request)
        asked = Parameters(await read_json_object(request))
        query, result = self._chosen(asked, sender)
        self._world.people.open_chat(sender.chat_id)
        sent = actions.post(self._world, replace(message_of(result, query), is_via_bot=True))
        return JSONResponse(dict(shown_message(self._world, sent)))

    async def call(self, request: Request) -> Response:
        """Write a message that calls the bot by its name; nobody tells it of any other."""
        sender, world = self._sender(request), self._world
        asked = Parameters(await read_json_object(request))
        words = format_text(asked.text("text"), ())
        if not words.text:
            raise UserSideError(400, "text is empty")
        draft = Message(0, sender.chat_id, "user", sender.user_id, 0, words.text, words.entities)
        reply_to = asked.integer("reply_to") or None
        message = world.chats.add(replace(draft, reply_to=reply_to))
        world.hub.publish(sender.chat_id, "message", shown_message(world, message))
        query = world.queries.add(
            chat_id=sender.chat_id, user_id=sender.user_id, message_id=message.message_id
        )
        written = message_json(world, message)
        world.updates.add("guest_message", {**written, "guest_query_id": query.query_id})
        return JSONResponse(dict(shown_message(world, message)))

    def _chosen(self, asked: Parameters, sender: Sender) -> tuple[Query, Result]:
        query = self._world.queries.get(asked.text("inline_query_id"))
        is_theirs = query is not None and query.user_id == sender.user_id
        if query is None or not is_theirs or not query.answered.done():
            raise UserSideError(404, "no such list of results")
        results = {one.result_id: one for one in query.answered.result().results}
        if (result := results.get(asked.text("result_id"))) is None:
            raise UserSideError(404, "no such result")
        return replace(query, chat_id=sender.chat_id), result

    def _sender(self, request: Request) -> Sender:
        sender = sender_of(request)
        language = request.query_params.get("language_code", "")[:MAX_LANGUAGE]
        self._world.people.meet(sender.user_id, language_code=language)
        return sender
