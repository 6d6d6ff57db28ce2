"""Photos with a caption: sent once, as messages are, and put in one another's place."""

from telegram import InlineKeyboardMarkup, InputMediaPhoto, ReplyParameters
from telegram.ext import ExtBot

from bot.transport.delivery import Delivery
from bot.transport.pieces import Photo, Piece
from bot.transport.rate_limit import Pace


class Photos:
    """Sends photos to chats."""

    def __init__(self, bot: ExtBot[int], delivery: Delivery) -> None:
        self._bot, self._delivery = bot, delivery

    async def send(
        self,
        chat_id: int,
        photo: Photo,
        caption: Piece,
        *,
        keyboard: InlineKeyboardMarkup | None = None,
        reply_to: int | None = None,
        thread_id: int | None = None,
    ) -> None:
        """Send a photo, once, as a message is sent.

        Raises:
            TransientError: it was not sent, and may be on the next try.
        """
        reply = ReplyParameters(reply_to, allow_sending_without_reply=True) if reply_to else None

        async def attempt(chat: int, shown: Piece) -> None:
            await self._bot.send_photo(
                chat,
                photo.content,
                caption=shown.text or None,
                caption_entities=shown.entities or None,
                reply_markup=keyboard,
                reply_parameters=reply,
                message_thread_id=thread_id if chat == chat_id else None,
                filename=photo.name,
                rate_limit_args=Pace.REPLY,
            )

        await self._delivery.send(attempt, chat_id, caption)

    async def edit(
        self,
        chat_id: int,
        message_id: int,
        photo: Photo,
        caption: Piece,
        *,
        keyboard: InlineKeyboardMarkup | None = None,
    ) -> bool:
        """Put another photo in the place of one; False if there is nothing left to edit.

        Raises:
            TransientError: it was not edited, and may be on the next try.
        """

        async def attempt(chat: int, shown: Piece) -> None:
            media = InputMediaPhoto(
                photo.content,
                caption=shown.text or None,
                caption_entities=shown.entities or None,
                filename=photo.name,
            )
            await self._bot.edit_message_media(
                media, chat, message_id, reply_markup=keyboard, rate_limit_args=Pace.REPLY
            )

        return await self._delivery.edit(attempt, chat_id, caption)
