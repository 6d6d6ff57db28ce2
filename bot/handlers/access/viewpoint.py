"""/as: an admin asks as somebody else would, and sees what is withheld from them.

The answer is made by that person's roles. What they alone may read is shown to no admin: it is said
how much of it was left out, and where nothing was, the answer is theirs to the letter. It is kept
in nobody's history; that it was asked for stands in the audit.
"""

from dataclasses import replace

from telegram import Message

from bot.context import BotContext
from bot.handlers.answers import ask
from bot.transport.pieces import Piece, split
from bot.transport.reply_address import run_id
from bot.views.access import withheld_text
from bot.views.text import untappable
from pipelines.models.people import Person

_LOOKED_AT = 20  # people of a name


async def ask_as(message: Message, context: BotContext) -> None:
    """Answer a question as somebody else would be answered."""
    services, viewer = context.services, context.user_id
    user = await services.store.people.get_user(viewer)
    if user is None or not user.is_admin:
        await _say("as-admins-only", context)
        return
    whom, _, question = " ".join(context.args or []).partition(" ")
    if not whom or not question.strip():
        await _say("as-usage", context)
        return
    person = await _find(whom, context)
    if person is not None and not await _is_let_in(person, context):
        await _say("as-shut-out", context, name=untappable(person.name or str(person.telegram_id)))
        return
    viewpoint = None
    if person is not None:
        administration = services.store.administration
        viewpoint = await administration.open_viewpoint(person.telegram_id, viewer=viewer)
    if person is None or viewpoint is None:
        await _say("as-unknown", context)
        return
    await _answer(question, person, viewpoint, message, context)


async def _answer(
    question: str, person: Person, viewpoint: int, message: Message, context: BotContext
) -> None:
    """Send the answer, and below it what the viewer may read of it and the person may not."""
    services, name = context.services, person.name or str(person.telegram_id)
    administration = services.store.administration
    left_out = await administration.left_out_of(viewpoint, actor=context.user_id)
    origin = replace(
        context.origin(reply_to=message.message_id),
        viewpoint=viewpoint,
        viewed_as=name,
        is_viewed_whole=not left_out,
        settings=replace(context.settings, is_streamed=False),
    )
    await ask.answer(question, origin, run_id("as", message), context, is_literal=True)
    found = await services.runs.excerpts(question, asker=context.user_id, language=context.language)
    withheld = await administration.withheld_from(
        found.documents, viewpoint=viewpoint, actor=context.user_id
    )
    text = withheld_text(withheld, left_out, name, context.reader)
    await services.outbox.deliver(context.chat_id, split(Piece(text)))


async def _find(whom: str, context: BotContext) -> Person | None:
    """Return whom a @username, an id or a name means; None where that is nobody, or not sure."""
    people = await context.services.store.administration.list_people(
        context.user_id, whom.removeprefix("@"), limit=_LOOKED_AT
    )
    bare = whom.removeprefix("@").lower()
    exact = [
        each
        for each in people.shown
        if bare in ((each.username or "").lower(), str(each.telegram_id))
    ]
    likely = exact or [
        each
        for each in people.shown
        if not whom.startswith("@") or bare in (each.name or "").lower().split()
    ]
    return likely[0] if len(likely) == 1 else None


async def _is_let_in(person: Person, context: BotContext) -> bool:
    return await context.services.store.documents.may_be_shown((), asker=person.telegram_id)


async def _say(key: str, context: BotContext, **values: str) -> None:
    await context.bot.send_message(context.chat_id, context.say(key, **values))
