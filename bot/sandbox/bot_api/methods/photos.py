"""Methods about files: to send a photo with a caption, and to put another in its place.

What is no photo is sent again only, by its id, as whoever sent it first had it.
"""

from dataclasses import replace

from starlette.datastructures import UploadFile

from bot.sandbox.bot_api.methods.call import (
    Call,
    chat_id_of,
    keyboard_of,
    read_caption,
)
from bot.sandbox.bot_api.methods.messages import finish_edit, own_message
from bot.sandbox.bot_api.methods.sending import send
from bot.sandbox.bot_api.parameters import Parameters
from bot.sandbox.errors import ApiError, bad_request
from bot.sandbox.jsonvalues import JsonValue
from bot.sandbox.limits import MAX_PHOTO_BYTES, MAX_PHOTO_RATIO, MAX_PHOTO_SIDES
from bot.sandbox.user_api.images import picture_size
from bot.sandbox.world.values import StoredFile

_HEAD_BYTES = 256 * 1024
_ATTACHED = "attach://"


async def send_photo(call: Call) -> JsonValue:
    """Send a photo, uploaded or known by its id, with a caption."""
    chat_id = chat_id_of(call)
    caption = read_caption(call.parameters)
    photo = await _photo(call, call.parameters.text("photo"), "photo")
    return send(call, chat_id, caption, file=photo)


async def send_document(call: Call) -> JsonValue:
    """Send again a file that is known by its id, whatever it is but a photo."""
    known = call.world.files.get(call.parameters.text("document"))
    if known is None:
        raise bad_request("wrong file identifier/HTTP URL specified")
    if known.kind == "photo":
        raise bad_request("can't use file of type Photo as Document")
    return send(call, chat_id_of(call), read_caption(call.parameters), file=known)


async def edit_message_media(call: Call) -> JsonValue:
    """Put another photo and caption in the place of a message's; without a keyboard it goes."""
    message = own_message(call)
    media = Parameters(call.parameters.object("media") or {})
    if media.text("type") != "photo":
        raise bad_request("the sandbox knows media of type photo only")
    if message.file is None:
        raise bad_request("there is no media in the message to edit")
    caption, buttons = read_caption(media), keyboard_of(call)
    named = media.text("media")
    photo = await _photo(call, named, named.removeprefix(_ATTACHED))
    changed = replace(
        message, file=photo, text=caption.text, entities=caption.entities, buttons=buttons
    )
    return finish_edit(call, message, changed)


async def _photo(call: Call, named: str, part: str) -> StoredFile:
    """Return the photo that is named by its id or by the part of the body that holds it."""
    part = named.removeprefix(_ATTACHED) if named.startswith(_ATTACHED) else part
    upload = call.parameters.upload(part)
    if upload is None:
        known = call.world.files.get(named)
        if known is None or known.kind != "photo":
            raise bad_request("there is no photo in the request")
        return known
    if (upload.size or 0) > MAX_PHOTO_BYTES:
        raise ApiError(413, "Request Entity Too Large")
    return await call.world.files.save(
        upload.file,
        kind="photo",
        name=upload.filename or "photo.jpg",
        media_type=upload.content_type,
        dimensions=await _dimensions(upload),
    )


async def _dimensions(upload: UploadFile) -> tuple[int, int]:
    size = picture_size(await upload.read(_HEAD_BYTES))
    if size is None or 0 in size:
        raise bad_request("IMAGE_PROCESS_FAILED")
    if sum(size) > MAX_PHOTO_SIDES or max(size) > MAX_PHOTO_RATIO * min(size):
        raise bad_request("PHOTO_INVALID_DIMENSIONS")
    return size
