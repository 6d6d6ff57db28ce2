"""Which documents a receipt or a card of ours is about, by what its buttons name."""

from telegram import Message

from bot.context import BotContext
from bot.handlers.access.screen import documents_under
from bot.handlers.upload.recorded import report_of
from bot.transport.buttons import Action
from bot.transport.reply_address import batch_named
from pipelines.errors import UserError

_OF_DOCUMENT = {
    Action.OPEN_DOCUMENT,
    Action.DOCUMENT_ACCESS,
    Action.DOCUMENT_VERSIONS,
    Action.RENAME_DOCUMENT,
}
_OF_BATCH = {Action.ASK_DELETE_BATCH, Action.BATCH_ACCESS, Action.UNFOLD_BATCH}


def batch_under(shown: Message) -> str | None:
    """Return the name of the batch that a message is the receipt of; None: it is of none."""
    named = (data for data in documents_under(shown) if data.action in _OF_BATCH)
    return min((data.argument.rpartition("_")[2] for data in named), default=None)


def document_under(shown: Message) -> tuple[str, ...]:
    """Return the document that a message is the card of, if it is one."""
    named = (data.argument for data in documents_under(shown) if data.action in _OF_DOCUMENT)
    return tuple(dict.fromkeys(named))[:1]


async def documents_of(shown: Message, context: BotContext) -> tuple[str, ...]:
    """Return the documents that a receipt or a card is about; () of any other message.

    Who may read them is for the caller to find out.
    """
    name = batch_under(shown)
    if name is None:
        return document_under(shown)
    batch = batch_named(name, bot_id=context.bot.id, chat_id=context.chat_id)
    try:
        report = await report_of(batch, context)
    except UserError:  # it goes on, or is somebody else's
        return ()
    return tuple(item.document_id for item in report.items if item.document_id)
