"""A bot for the tests of the page: it welcomes, answers presses, reads files and echoes."""

from telegram import (
    InlineKeyboardButton,
    InlineKeyboardMarkup,
    InlineQueryResultArticle,
    InlineQueryResultsButton,
    InputTextMessageContent,
    MessageEntity,
    ReplyParameters,
    Update,
)
from telegram.ext import (
    Application,
    CallbackQueryHandler,
    CommandHandler,
    ContextTypes,
    InlineQueryHandler,
    MessageHandler,
    filters,
)

Context = ContextTypes.DEFAULT_TYPE


def add_handlers(application: Application) -> None:
    """Add everything the page's tests talk to."""
    application.add_handler(CommandHandler("start", start))
    application.add_handler(CallbackQueryHandler(press))
    application.add_handler(MessageHandler(filters.Document.ALL, document))
    application.add_handler(MessageHandler(filters.VIA_BOT, thank))
    application.add_handler(InlineQueryHandler(offer))
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
    written = update.effective_message
    assert written
    await written.reply_text(f"{'Echo' if update.message else 'Edited'}: {written.text}")


async def offer(update: Update, _context: Context) -> None:
    """Offer two quotes that hold the query; nothing but a button for an empty one."""
    query = update.inline_query
    assert query
    button = InlineQueryResultsButton("Ask me something", start_parameter="inline")
    results = []
    for number in (1, 2) if query.query else ():
        text = f"{query.query}, quote {number}"
        quoted = [MessageEntity(MessageEntity.BLOCKQUOTE, 0, len(text))]
        content = InputTextMessageContent(f"{text}\nSource {number}", entities=quoted)
        results.append(
            InlineQueryResultArticle(str(number), f"Title {number}", content, description=text)
        )
    await query.answer(results, cache_time=0, button=None if results else button)


async def thank(update: Update, _context: Context) -> None:
    """React to what was sent by way of the bot."""
    assert update.message
    await update.message.set_reaction("👍")
