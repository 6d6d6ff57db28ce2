"""Clean base: one's own documents go, or for an owner of this copy everybody's.

Only after a word was typed: what goes does not come back.
"""

from telegram import Message

from bot.context import BotContext
from bot.handlers.library.screen import place_of, show
from bot.handlers.presses import Press
from bot.transport.buttons import Action, keyboard
from bot.transport.pieces import Piece
from bot.transport.prompts import Asked, Place, Prompt
from bot.views.text import View
from pipelines.store.documents import clean

_QUOTES = "\"'«»“”„.! "


async def ask(_message: Message, context: BotContext) -> None:
    """Ask what is to go, on the command."""
    await _ask(Place(), context)


async def ask_in_place(press: Press, context: BotContext) -> None:
    """Ask what is to go, on the button under the list."""
    await _ask(place_of(press, context), context, press)


async def ask_word(press: Press, context: BotContext) -> None:
    """Ask for the word that confirms; the chat's next text is that."""
    everybodys = press.action is Action.CLEAN_ALL
    context.services.library.ask(press.chat_id, Prompt(Asked.WORD, everybodys=everybodys))
    count = await context.services.store.documents.count_to_clean(
        actor=press.user_id, everybodys=everybodys
    )
    text = context.say("clean-confirm", count=count, word=context.say("clean-word"))
    cancel = context.reader.key("button-cancel", Action.KEEP)
    await show(View(Piece(text), keyboard([cancel])), Place(), context, press)


async def clean_if_meant(text: str, context: BotContext, *, everybodys: bool) -> None:
    """Clean if the word is the one that was asked for; otherwise everything stays."""
    said = context.say("clean-not-meant")
    if text.strip(_QUOTES).casefold() == context.say("clean-word").casefold():
        documents = context.services.store.documents
        count = await clean(documents, actor=context.user_id, everybodys=everybodys)
        said = context.say("clean-done", count=count)
    await context.bot.send_message(context.chat_id, said)


async def _ask(place: Place, context: BotContext, press: Press | None = None) -> None:
    reader, documents = context.reader, context.services.store.documents
    own = await documents.count_to_clean(actor=reader.user_id, everybodys=False)
    everybodys = await documents.count_to_clean(actor=reader.user_id, everybodys=True)
    rows = []
    if own:
        rows.append([reader.key("button-clean-own", Action.CLEAN_OWN)])
    if everybodys:
        rows.append([reader.key("button-clean-all", Action.CLEAN_ALL)])
    if rows:
        rows.append([reader.key("button-cancel", Action.KEEP)])
    text = context.say("clean-question", own=own, count=everybodys)
    await show(View(Piece(text), keyboard(*rows)), place, context, press)
