"""The HTTP side that users, their browsers and tests talk to."""

from collections.abc import AsyncIterator
from dataclasses import replace

from starlette.requests import Request
from starlette.responses import FileResponse, JSONResponse, Response, StreamingResponse
from starlette.routing import Route

from bot.sandbox.bot_api.formatting import format_text
from bot.sandbox.bot_api.parameters import Parameters, read_json_object
from bot.sandbox.errors import UserSideError
from bot.sandbox.jsonvalues import JsonValue
from bot.sandbox.limits import MAX_CAPTION, MAX_TEXT
from bot.sandbox.user_api import actions
from bot.sandbox.user_api.sending import Sender, read_messages
from bot.sandbox.user_api.view import shown_bot, shown_draft, shown_message, shown_person
from bot.sandbox.utf16 import utf16_length
from bot.sandbox.world.hub import server_sent
from bot.sandbox.world.values import Button, Message
from bot.sandbox.world.world import World

_MAX_NAME = 64
_MAX_EMOJI = 16
MAX_LANGUAGE = 8
_PICTURES = ("image/png", "image/jpeg", "image/gif", "image/webp")
_SOUNDS = ("audio/ogg", "audio/webm", "audio/mp4", "audio/mpeg", "audio/wav")


class UserSide:
    """What people do in the sandbox: write, press, read, watch."""

    def __init__(self, world: World) -> None:
        self._world = world

    def routes(self) -> list[Route]:
        """Return the routes under /sandbox."""
        return [
            Route("/sandbox/chats/{chat_id}/messages", self.send, methods=["POST"]),
            Route("/sandbox/chats/{chat_id}/messages", self.messages, methods=["GET"]),
            Route("/sandbox/chats/{chat_id}/messages/{message_id}", self.edit, methods=["POST"]),
            Route("/sandbox/chats/{chat_id}/press", self.press, methods=["POST"]),
            Route("/sandbox/chats/{chat_id}/react", self.react, methods=["POST"]),
            Route("/sandbox/chats/{chat_id}/stop", self.stop, methods=["POST"]),
            Route("/sandbox/chats/{chat_id}/events", self.events, methods=["GET"]),
            Route("/sandbox/users", self.users, methods=["GET"]),
            Route("/sandbox/users", self.add_user, methods=["POST"]),
            Route("/sandbox/users/{user_id}", self.change_user, methods=["POST"]),
            Route("/sandbox/bot", self.bot, methods=["GET"]),
            Route("/sandbox/files/{file_id}", self.file, methods=["GET"]),
        ]

    async def send(self, request: Request) -> Response:
        """Send a text, a sticker or a file; answer with the message, the last one of several."""
        sender = sender_of(request)
        check_seat(self._world, sender)
        try:
            drafts = await read_messages(self._world, request, sender)
        finally:
            await request.close()
        language = request.query_params.get("language_code", "")[:MAX_LANGUAGE]
        self._world.people.meet(sender.user_id, language_code=language)
        self._world.people.open_chat(sender.chat_id)
        sent = [actions.post(self._world, draft) for draft in drafts]
        return JSONResponse(dict(shown_message(self._world, sent[-1])))

    async def edit(self, request: Request) -> Response:
        """Change the text of a message that the user wrote."""
        sender = sender_of(request)
        message_id = _number(request.path_params["message_id"], "message_id")
        message = self._world.chats.get(sender.chat_id, message_id)
        if message is None or (message.sender, message.user_id) != ("user", sender.user_id):
            raise UserSideError(404, "the user has written no such message")
        asked = Parameters(await read_json_object(request))
        text = format_text(asked.text("text"), asked.objects("entities"))
        if not text.text or utf16_length(text.text) > (MAX_CAPTION if message.file else MAX_TEXT):
            raise UserSideError(400, "text is empty or too long")
        changed = replace(message, text=text.text, entities=text.entities)
        return JSONResponse(
            dict(shown_message(self._world, actions.edit_own(self._world, changed)))
        )

    async def press(self, request: Request) -> Response:
        """Press an inline button that the message has now."""
        sender = sender_of(request)
        asked = Parameters(await read_json_object(request))
        message = self._world.chats.get(sender.chat_id, asked.integer("message_id"))
        if message is None:
            raise UserSideError(404, "message not found")
        data = asked.text("data")
        if _button(message, data) is None:
            raise UserSideError(404, "the message has no such button")
        pressed = actions.press(self._world, message, sender.user_id, data)
        return JSONResponse(
            {
                "callback_query_id": pressed.query_id,
                **shown_message(self._world, message),
            }
        )

    async def react(self, request: Request) -> Response:
        """React to a message with an emoji; with none, take the reaction back."""
        sender = sender_of(request)
        check_seat(self._world, sender)
        asked = Parameters(await read_json_object(request))
        message = self._world.chats.get(sender.chat_id, asked.integer("message_id"))
        if message is None:
            raise UserSideError(404, "message not found")
        emoji = asked.text("emoji")[:_MAX_EMOJI]
        reacted = actions.react_as_user(self._world, message, sender.user_id, emoji)
        return JSONResponse(dict(shown_message(self._world, reacted)))

    async def stop(self, request: Request) -> Response:
        """Stop what the bot is writing, if it lets itself be stopped."""
        chat_id = _chat_id(request)
        asked = Parameters(await read_json_object(request))
        draft = self._world.drafts.of(chat_id)
        if draft is None or not draft.can_stop or draft.draft_id != asked.integer("draft_id"):
            raise UserSideError(404, "there is no such draft to stop")
        actions.stop(self._world, chat_id, draft)
        return JSONResponse({})

    async def messages(self, request: Request) -> Response:
        """Return the messages of a chat in their current state, and what is still being written."""
        after, chat_id = _number(request.query_params.get("after", "0"), "after"), _chat_id(request)
        found = self._world.chats.after(chat_id, after)
        shown: dict[str, JsonValue] = {
            "messages": [shown_message(self._world, each) for each in found]
        }
        if draft := self._world.drafts.of(chat_id):
            shown["draft"] = shown_draft(draft)
        return JSONResponse(shown)

    async def events(self, request: Request) -> Response:
        """Stream what happens in a chat."""
        chat_id = _chat_id(request)

        async def stream() -> AsyncIterator[str]:
            with self._world.hub.watch(chat_id) as watcher:
                async for line in server_sent(watcher):
                    yield line

        return StreamingResponse(stream(), media_type="text/event-stream")

    async def users(self, _request: Request) -> Response:
        """Return the users with their last messages."""
        people = self._world.people.everyone()
        return JSONResponse({"users": [shown_person(self._world, person) for person in people]})

    async def add_user(self, request: Request) -> Response:
        """Add a user of this name and language."""
        name, language = _about(Parameters(await read_json_object(request)))
        if not name:
            raise UserSideError(400, "name is empty")
        person = self._world.people.add(name, language or "en")
        return JSONResponse(dict(shown_person(self._world, person)))

    async def change_user(self, request: Request) -> Response:
        """Change the name or language of a user."""
        user_id = _number(request.path_params["user_id"], "user_id")
        if self._world.people.get(user_id) is None:
            raise UserSideError(404, "user not found")
        name, language = _about(Parameters(await read_json_object(request)))
        person = self._world.people.meet(user_id, name=name, language_code=language)
        return JSONResponse(dict(shown_person(self._world, person)))

    async def bot(self, request: Request) -> Response:
        """Return what the bot says about itself, by language."""
        asked = request.query_params
        chat_id, user_id = (_number(asked.get(key, "0"), key) for key in ("chat_id", "user_id"))
        language = asked.get("language_code", "")
        return JSONResponse(dict(shown_bot(self._world, language, chat_id, user_id)))

    async def file(self, request: Request) -> Response:
        """Hand out a file: pictures to look at, voices to listen to, everything else to save."""
        file = self._world.files.get(request.path_params["file_id"])
        if file is None:
            raise UserSideError(404, "file not found")
        inline = file.media_type in (*_PICTURES, *_SOUNDS)
        return FileResponse(
            self._world.files.location(file),
            media_type=file.media_type if inline else "application/octet-stream",
            filename=file.name,
            content_disposition_type="inline" if inline else "attachment",
        )


def sender_of(request: Request) -> Sender:
    """Return who writes where, as the address of a request says."""
    chat_id = _chat_id(request)
    user_id = _number(request.query_params.get("user_id", str(chat_id)), "user_id")
    if user_id <= 0:
        raise UserSideError(400, "user_id must be positive; name it for a group")
    thread = request.query_params.get("message_thread_id")
    return Sender(chat_id, user_id, _number(thread, "message_thread_id") if thread else None)


def check_seat(world: World, sender: Sender) -> None:
    """See that somebody is in the group, and that the group has the topic."""
    group = world.groups.get(sender.chat_id)
    if sender.thread_id is not None and (group is None or sender.thread_id not in group.topics):
        raise UserSideError(404, "topic not found")
    if group is not None and group.status(sender.user_id) in ("left", "kicked"):
        raise UserSideError(403, "the user is not in the group")


def _button(message: Message, data: str) -> Button | None:
    buttons = (button for row in message.buttons for button in row)
    return next((button for button in buttons if button.data == data), None)


def _chat_id(request: Request) -> int:
    chat_id = _number(request.path_params["chat_id"], "chat_id")
    if not chat_id:
        raise UserSideError(400, "chat_id must not be 0")
    return chat_id


def _number(written: str, name: str) -> int:
    digits = written.removeprefix("-")
    if not digits.isascii() or not digits.isdigit() or len(digits) > 15:
        raise UserSideError(400, f"{name} must be a whole number")
    return int(written)


def _about(asked: Parameters) -> tuple[str, str]:
    name = asked.text("name").strip()
    language = asked.text("language_code").strip().lower()
    return name[:_MAX_NAME], language[:MAX_LANGUAGE]
