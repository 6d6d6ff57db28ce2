"""Methods that send files and hand them out."""

from typing import Literal

from starlette.datastructures import UploadFile

from bot.sandbox.bot_api.methods.call import Call, caption_of, chat_id_of, keyboard_of, reply_of
from bot.sandbox.bot_api.view import file_json, message_json
from bot.sandbox.errors import ApiError, bad_request
from bot.sandbox.jsonvalues import JsonValue
from bot.sandbox.limits import MAX_BOT_PHOTO_BYTES, MAX_BOT_UPLOAD_BYTES, MAX_DOWNLOAD_BYTES
from bot.sandbox.user_api.actions import post
from bot.sandbox.user_api.images import picture_size
from bot.sandbox.world.values import Message, StoredFile

_HEAD_BYTES = 256 * 1024


async def send_document(call: Call) -> JsonValue:
    """Send a file."""
    return await _send(call, "document")


async def send_photo(call: Call) -> JsonValue:
    """Send a picture."""
    return await _send(call, "photo")


async def get_file(call: Call) -> JsonValue:
    """Say where a file can be downloaded, unless it is larger than bots may have."""
    file_id = call.parameters.text("file_id")
    if not file_id:
        raise bad_request("file_id is not specified")
    file = call.world.files.get(file_id)
    if file is None:
        raise bad_request("wrong file_id or the file is temporarily unavailable")
    if file.size > MAX_DOWNLOAD_BYTES:
        raise bad_request("file is too big")
    return {**file_json(file), "file_path": file.file_path}


async def _send(call: Call, kind: Literal["document", "photo"]) -> JsonValue:
    chat_id = chat_id_of(call)
    caption = caption_of(call)
    buttons = keyboard_of(call)
    reply_to = reply_of(call, chat_id)
    message = Message(
        message_id=0,
        chat_id=chat_id,
        sender="bot",
        user_id=0,
        date=0,
        text=caption.text,
        entities=caption.entities,
        buttons=buttons,
        file=await _file_of(call, kind),
        reply_to=reply_to,
    )
    return message_json(call.world, post(call.world, message))


async def _file_of(call: Call, kind: Literal["document", "photo"]) -> StoredFile:
    upload = call.parameters.upload(kind)
    if upload:
        return await _store(call, kind, upload)
    reference = call.parameters.text(kind)
    if not reference:
        raise bad_request(f"there is no {kind} in the request")
    if reference.startswith(("http://", "https://")):
        raise bad_request("failed to get HTTP URL content")
    known = call.world.files.get(reference)
    if known is None:
        raise bad_request("wrong remote file identifier specified: Wrong string length")
    if known.kind != kind:
        raise bad_request(f"can't use file of type {known.kind.title()} as {kind.title()}")
    return known


async def _store(call: Call, kind: Literal["document", "photo"], upload: UploadFile) -> StoredFile:
    limit = MAX_BOT_PHOTO_BYTES if kind == "photo" else MAX_BOT_UPLOAD_BYTES
    size = upload.size or 0
    if not size:
        raise bad_request("file must be non-empty")
    if size > limit:
        raise ApiError(413, "Request Entity Too Large")
    dimensions: tuple[int, int] | None = (0, 0)
    if kind == "photo":
        dimensions = picture_size(await upload.read(_HEAD_BYTES))
        if dimensions is None or not min(dimensions):
            raise bad_request("IMAGE_PROCESS_FAILED")
    return await call.world.files.save(
        upload.file,
        kind=kind,
        name=upload.filename or kind,
        media_type=upload.content_type,
        dimensions=dimensions or (0, 0),
    )
