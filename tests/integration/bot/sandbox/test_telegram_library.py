"""The unchanged Telegram library works against the sandbox: polling, presses, files, webhooks."""

import asyncio
import contextlib
import io
from collections.abc import AsyncIterator, Callable

import httpx
import pytest
from PIL import Image
from telegram import (
    Bot,
    BotCommand,
    InlineKeyboardButton,
    InlineKeyboardMarkup,
    InputMediaPhoto,
    LinkPreviewOptions,
    MessageEntity,
    ReplyParameters,
    Update,
)
from telegram.error import BadRequest, Conflict, EndPointNotFound, TelegramError
from telegram.ext import (
    Application,
    CallbackQueryHandler,
    CommandHandler,
    ContextTypes,
    MessageHandler,
    filters,
)

from bot.sandbox import Sandbox
from tests.support.sandbox.sandbox_callers import TOKEN

Context = ContextTypes.DEFAULT_TYPE


@contextlib.asynccontextmanager
async def polling(application: Application) -> AsyncIterator[None]:
    async with application:
        await application.start()
        assert application.updater
        await application.updater.start_polling()
        try:
            yield
        finally:
            await application.updater.stop()
            await application.stop()


async def test_a_command_a_press_and_an_edit(
    build: Callable[[], Application], user: httpx.AsyncClient
) -> None:
    pressed: asyncio.Queue[str] = asyncio.Queue()
    replied: asyncio.Queue[int] = asyncio.Queue()

    async def start(update: Update, _context: Context) -> None:
        keyboard = InlineKeyboardMarkup([[InlineKeyboardButton("Chat", callback_data="mode:chat")]])
        assert update.message
        assert update.effective_user
        assert update.effective_user.language_code == "ru"
        bold = [MessageEntity("bold", 0, 5)]
        sent = await update.message.reply_text("Hello", reply_markup=keyboard, entities=bold)
        replied.put_nowait(sent.message_id)

    async def press(update: Update, _context: Context) -> None:
        query = update.callback_query
        assert query
        await query.answer("noted")
        await query.edit_message_text("Changed")
        pressed.put_nowait(str(query.data))

    application = build()
    application.add_handler(CommandHandler("start", start))
    application.add_handler(CallbackQueryHandler(press))
    async with polling(application):
        await user.post("/sandbox/chats/9/messages?language_code=ru", json={"text": "/start"})
        message_id = await replied.get()
        sent = (await user.get("/sandbox/chats/9/messages?after=1")).json()["messages"][0]
        assert sent["text"] == "Hello"
        assert sent["entities"] == [{"type": "bold", "offset": 0, "length": 5}]
        assert sent["buttons"] == [[{"text": "Chat", "data": "mode:chat", "url": None}]]
        assert sent["from"] == "bot"
        assert not sent["edited"]
        answer = await user.post(
            "/sandbox/chats/9/press", json={"message_id": message_id, "data": "mode:chat"}
        )
        assert answer.json()["callback_query_id"]
        assert await pressed.get() == "mode:chat"
        now = (await user.get("/sandbox/chats/9/messages?after=1")).json()["messages"][0]
        assert (now["text"], now["buttons"], now["edited"]) == ("Changed", [], True)


async def test_a_document_reaches_the_bot_whole(
    build: Callable[[], Application], user: httpx.AsyncClient
) -> None:
    got: asyncio.Queue[tuple[str, bytes, str | None]] = asyncio.Queue()
    content = bytes(range(256)) * 5000

    async def document(update: Update, _context: Context) -> None:
        assert update.message
        assert update.message.document
        file = await update.message.document.get_file()
        body = bytes(await file.download_as_bytearray())
        got.put_nowait((str(update.message.document.file_name), body, update.message.caption))

    application = build()
    application.add_handler(MessageHandler(filters.Document.ALL, document))
    async with polling(application):
        answer = await user.post(
            "/sandbox/chats/9/messages",
            files={"document": ("../../Отчёт.pdf", content, "application/pdf")},
            data={"caption": "Годовой"},
        )
        shown = answer.json()["document"]
        assert (shown["file_name"], shown["size"]) == ("Отчёт.pdf", len(content))
        assert await got.get() == ("Отчёт.pdf", content, "Годовой")


async def test_what_the_library_sends_is_what_it_gets_back(bot: Bot, chat: int) -> None:
    first = await bot.send_message(
        chat,
        "See the book and https://example.com",
        entities=[MessageEntity("text_link", 8, 4, url="https://example.org/book")],
        link_preview_options=LinkPreviewOptions(is_disabled=True),
    )
    assert [entity.type for entity in first.entities] == ["text_link", "url"]
    second = await bot.send_message(
        chat, "answer", reply_parameters=ReplyParameters(first.message_id)
    )
    assert second.reply_to_message
    assert second.reply_to_message.message_id == first.message_id
    assert await bot.delete_message(chat, second.message_id)
    assert await bot.delete_messages(chat, [first.message_id, second.message_id])
    assert await bot.send_message_draft(chat, draft_id=3, text="wri")
    assert await bot.send_chat_action(chat, "typing")


async def test_what_a_bot_says_about_itself(bot: Bot, user: httpx.AsyncClient) -> None:
    assert (await bot.get_me()).id == 4242
    await bot.set_my_commands([BotCommand("start", "Begin")])
    await bot.set_my_commands([BotCommand("start", "Начать")], language_code="ru")
    await bot.set_my_description("Long", "ru")
    assert (await bot.get_my_description("ru")).description == "Long"
    assert (await bot.get_my_description()).description == ""
    await bot.set_my_short_description("Short")
    assert (await bot.get_my_short_description()).short_description == "Short"
    for language, said in (("ru", "Начать"), ("en", "Begin")):
        shown = (await user.get(f"/sandbox/bot?language_code={language}")).json()
        assert [each["description"] for each in shown["commands"]] == [said]


async def test_errors_arrive_as_the_library_names_them(bot: Bot, chat: int) -> None:
    sent = await bot.send_message(chat, "same")
    with pytest.raises(BadRequest, match="Message is not modified"):
        await bot.edit_message_text("same", chat, sent.message_id)
    with pytest.raises(BadRequest, match="Message is not modified"):
        await bot.edit_message_reply_markup(chat, sent.message_id)
    with pytest.raises(BadRequest, match=r"(?i)message can't be edited"):
        await bot.edit_message_text("mine", chat, 1)
    with pytest.raises(BadRequest, match=r"(?i)chat not found"):
        await bot.send_message(123456, "anyone?")
    with pytest.raises(BadRequest, match=r"(?i)message is too long"):
        await bot.send_message(chat, "😀" * 2049)
    button = InlineKeyboardButton("x", callback_data="я" * 33)
    with pytest.raises(BadRequest, match=r"(?i)button_data_invalid"):
        await bot.send_message(chat, "x", reply_markup=InlineKeyboardMarkup([[button]]))
    with pytest.raises(BadRequest, match=r"(?i)can't parse entities"):
        await bot.send_message(chat, "a.b", entities=[MessageEntity("blink", 0, 1)])
    with pytest.raises(BadRequest, match=r"(?i)query is too old"):
        await bot.answer_callback_query("1")
    with pytest.raises(EndPointNotFound):
        await bot.do_api_request("getMee")


async def test_two_pollers_conflict(sandbox: Sandbox, user: httpx.AsyncClient) -> None:
    async with _bot(sandbox) as one, _bot(sandbox) as other:
        polls = {asyncio.create_task(each.get_updates(timeout=40)) for each in (one, other)}
        ended, waiting = await asyncio.wait(polls, return_when=asyncio.FIRST_COMPLETED)
        assert [type(task.exception()) for task in ended] == [Conflict]
        await user.post("/sandbox/chats/9/messages", json={"text": "hi"})
        assert [len(await task) for task in waiting] == [1]


def _bot(sandbox: Sandbox) -> Bot:
    return Bot(TOKEN, base_url=sandbox.base_url, base_file_url=sandbox.base_file_url)


def picture(width: int, height: int) -> bytes:
    drawn = io.BytesIO()
    Image.new("RGB", (width, height)).save(drawn, "JPEG")
    return drawn.getvalue()


async def test_a_photo_with_a_caption_is_shown_and_edited(
    bot: Bot, user: httpx.AsyncClient, chat: int
) -> None:
    bold = MessageEntity(MessageEntity.BOLD, 0, 4)
    keys = InlineKeyboardMarkup([[InlineKeyboardButton("next", callback_data="n")]])
    sent = await bot.send_photo(
        chat, picture(60, 40), "Page 1", caption_entities=[bold], reply_markup=keys
    )
    assert (sent.photo[-1].width, sent.photo[-1].height, sent.caption) == (60, 40, "Page 1")
    assert await bot.send_photo(chat, sent.photo[-1].file_id)
    media = InputMediaPhoto(picture(30, 90), "Page 2", caption_entities=[bold])
    edited = await bot.edit_message_media(media, chat, sent.message_id, reply_markup=keys)
    assert (edited.photo[-1].width, edited.caption) == (30, "Page 2")
    messages = (await user.get(f"/sandbox/chats/{chat}/messages")).json()["messages"]
    (shown,) = [each for each in messages if each["message_id"] == sent.message_id]
    assert (shown["text"], shown["photo"]["height"], shown["edited"]) == ("Page 2", 90, True)
    assert shown["entities"][0]["type"] == "bold"
    assert shown["buttons"][0][0]["text"] == "next"
    assert (await user.get(shown["photo"]["url"])).content == picture(30, 90)


async def test_photos_are_held_to_telegrams_limits(bot: Bot, chat: int) -> None:
    async def refused(content: bytes, caption: str = "") -> str:
        with pytest.raises(TelegramError) as caught:
            await bot.send_photo(chat, content, caption)
        return caught.value.message

    assert "caption is too long" in await refused(picture(9, 9), "x" * 1025)
    assert await bot.send_photo(chat, picture(9, 9), "x" * 1024)
    assert "PHOTO_INVALID_DIMENSIONS" in (await refused(picture(9000, 1001))).upper()
    assert "PHOTO_INVALID_DIMENSIONS" in (await refused(picture(210, 10))).upper()
    assert "IMAGE_PROCESS_FAILED" in (await refused(b"no picture")).upper()
    assert "Too Large" in await refused(picture(9, 9) + b"x" * 10 * 1024 * 1024)
    text = await bot.send_message(chat, "text")
    with pytest.raises(BadRequest, match="no media"):
        await bot.edit_message_media(InputMediaPhoto(picture(9, 9)), chat, text.message_id)
    photo = await bot.send_photo(chat, picture(9, 9))
    with pytest.raises(BadRequest, match="no text in the message"):
        await bot.edit_message_text("x", chat, photo.message_id)
