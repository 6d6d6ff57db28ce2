"""A bot for the tests of the page: it welcomes, answers presses, reads files and echoes."""

from telegram import InlineKeyboardButton, InlineKeyboardMarkup, ReplyParameters, Update
from telegram.ext import (
    Application,
    CallbackQueryHandler,
    CommandHandler,
    ContextTypes,
    MessageHandler,
    filters,
)

Context = ContextTypes.DEFAULT_TYPE


def add_handlers(application: Application) -> None:
    """Add everything the page's tests talk to."""
    application.add_handler(CommandHandler("start", start))
    application.add_handler(CallbackQueryHandler(press))
    application.add_handler(MessageHandler(filters.Document.ALL, document))
    application.add_handler(MessageHandler(filters.TEXT, echo))


async def start(update: Update, _context: Context) -> None:
    rows = [[InlineKeyboardButton("Toast", callback_data="toast")]]
    rows.append([InlineKeyboardButton("Alert", callback_data="alert")])
    rows.append([InlineKeyboardButton("Edit", callback_data="edit")])
    rows.append([InlineKeyboardButton("Site", url="https://a.org/")])
    assert update.message
    await update.message.reply_text("Welcome", reply_markup=InlineKeyboardMarkup(rows))


async def press(update: Update, _context: Context) -> None:
    query = update.callback_query
    assert query
    await query.answer(f"got {query.data}", show_alert=query.data == "alert")
    if query.data == "edit":
        await query.edit_message_text("Welcome back")


async def document(update: Update, _context: Context) -> None:
    assert update.message
    assert update.message.document
    file = await (await update.message.document.get_file()).download_as_bytearray()
    text = f"{update.message.document.file_name}: {file.decode()} ({update.message.caption})"
    await update.message.reply_text(
        text, reply_parameters=ReplyParameters(update.message.message_id)
    )


async def echo(update: Update, _context: Context) -> None:
    assert update.message
    await update.message.reply_text(f"Echo: {update.message.text}")
