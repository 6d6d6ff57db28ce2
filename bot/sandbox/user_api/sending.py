"""What a user's Telegram app does before a message leaves it: read, trim, split, mark."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import get_args

from starlette.datastructures import UploadFile
from starlette.requests import Request

from bot.sandbox.bot_api.formatting import format_text
from bot.sandbox.bot_api.parameters import Parameters, read_json_object, read_parameters
from bot.sandbox.errors import UserSideError
from bot.sandbox.limits import MAX_CAPTION, MAX_TEXT, MAX_USER_UPLOAD_BYTES
from bot.sandbox.user_api.forwards import read_origin
from bot.sandbox.user_api.images import picture_size
from bot.sandbox.utf16 import split_utf16, utf16_length
from bot.sandbox.world.values import FileKind, Formatted, Message
from bot.sandbox.world.world import World

_HEAD_BYTES = 256 * 1024
_MAX_STICKER = 16


@dataclass(frozen=True, slots=True)
class Sender:
    """Who writes where."""

    chat_id: int
    user_id: int
    thread_id: int | None = None


async def read_messages(world: World, request: Request, sender: Sender) -> Sequence[Message]:
    """Return what a request asks to send; a long text becomes several messages, as in Telegram."""
    kind = request.headers.get("content-type", "").split(";")[0].strip().lower()
    if kind == "multipart/form-data":
        parameters = await read_parameters(request)
        return [await _read_file(world, parameters, sender)]
    parameters = Parameters(await read_json_object(request))
    reply_to = _reply_to(world, parameters, sender)
    if parameters.has("sticker"):
        return [_message(sender, sticker=_sticker(parameters), reply_to=reply_to)]
    origin = read_origin(parameters)
    messages = [_message(sender, formatted=t, reply_to=reply_to) for t in _texts(parameters)]
    return [replace(message, forward_origin=origin) for message in messages]


def _texts(parameters: Parameters) -> Sequence[Formatted]:
    text = parameters.text("text")
    entities = parameters.objects("entities")
    whole = format_text(text, entities)
    if not whole.text:
        raise UserSideError(400, "text is empty")
    if utf16_length(whole.text) <= MAX_TEXT:
        return [whole]
    if entities:
        raise UserSideError(400, f"a text with entities has at most {MAX_TEXT} characters")
    pieces = (format_text(piece, ()) for piece in split_utf16(whole.text, MAX_TEXT))
    return [piece for piece in pieces if piece.text]


def _sticker(parameters: Parameters) -> str:
    sticker = parameters.text("sticker").strip()
    if not sticker or len(sticker) > _MAX_STICKER:
        raise UserSideError(400, "sticker is not one emoji")
    return sticker


async def _read_file(world: World, parameters: Parameters, sender: Sender) -> Message:
    caption = format_text(parameters.text("caption"), parameters.objects("caption_entities"))
    if utf16_length(caption.text) > MAX_CAPTION:
        raise UserSideError(400, f"caption is longer than {MAX_CAPTION} characters")
    kind, upload = _upload(parameters)
    if (upload.size or 0) > MAX_USER_UPLOAD_BYTES:
        raise UserSideError(413, "file is larger than Telegram takes")
    reply_to = _reply_to(world, parameters, sender)
    file = await world.files.save(
        upload.file,
        kind=kind,
        name=upload.filename or "file",
        media_type=upload.content_type,
        dimensions=await _dimensions(upload) if kind == "photo" else (0, 0),
        duration=max(0, parameters.integer("duration")),
    )
    group = parameters.text("media_group_id") or None
    message = _message(sender, formatted=caption, reply_to=reply_to)
    origin = read_origin(parameters)
    return replace(message, file=file, media_group_id=group, forward_origin=origin)


def _upload(parameters: Parameters) -> tuple[FileKind, UploadFile]:
    kinds: tuple[FileKind, ...] = get_args(FileKind)
    for kind in kinds:
        if upload := parameters.upload(kind):
            return kind, upload
    raise UserSideError(400, f"none of {', '.join(kinds)} in the request")


async def _dimensions(upload: UploadFile) -> tuple[int, int]:
    size = picture_size(await upload.read(_HEAD_BYTES))
    if size is None:
        raise UserSideError(400, "photo is not a picture")
    return size


def _reply_to(world: World, parameters: Parameters, sender: Sender) -> int | None:
    if not parameters.has("reply_to"):
        return None
    message_id = parameters.integer("reply_to")
    if world.chats.get(sender.chat_id, message_id) is None:
        raise UserSideError(404, "message to reply to not found")
    return message_id


def _message(
    sender: Sender,
    *,
    formatted: Formatted | None = None,
    sticker: str | None = None,
    reply_to: int | None = None,
) -> Message:
    formatted = formatted or Formatted("")
    return Message(
        message_id=0,
        chat_id=sender.chat_id,
        sender="user",
        user_id=sender.user_id,
        date=0,
        text=formatted.text,
        entities=formatted.entities,
        sticker=sticker,
        reply_to=reply_to,
        thread_id=sender.thread_id,
    )
