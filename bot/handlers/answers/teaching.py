"""From a thumb down to a rule: what is not for a question, and what is instead.

Whoever says so reads at once what comes of it: an admin decides, or it holds from now on where only
they can read it.
"""

import datetime as dt

from telegram import Message
from telegram.constants import ChatType

from bot.context import BotContext
from bot.handlers.presses import Press
from bot.handlers.upload.submit import Purpose, begin
from bot.messages.composition import Composition
from bot.transport.pieces import Piece, split
from bot.transport.reply_address import run_id
from bot.views.answers.rules import others_keys, others_text
from bot.views.owner_questions import said_as_post
from bot.views.text import Reader, shortened
from pipelines.answer.teaching import Correction
from pipelines.errors import UserError
from pipelines.models.documents import FileRef
from pipelines.models.documents import Message as Sources
from pipelines.models.interactions import Interaction, Reason
from pipelines.models.learning.rules import POINTED, RuleKind

_KINDS: dict[Reason, RuleKind] = {
    "wrong": "suppress",
    "off_topic": "suppress",
    "outdated": "demote",
}
_LONGEST_NAME = 40  # characters
_POST = "post-0"


async def pressed_answer(press: Press, interaction_id: str = "") -> Interaction:
    """Return the answer that a button is about.

    Raises:
        UserError: it is forgotten, or was never theirs, which is alike here.
    """
    seen = await press.context.services.store.interactions.get_interaction(
        interaction_id or press.argument, asker=press.user_id, chat=press.context.origin().memory
    )
    if seen is None:
        raise UserError("answer-forgotten")
    return seen.interaction


def reader_of(interaction: Interaction, context: BotContext) -> Reader:
    """Speak to whoever pressed in the language of the answer."""
    known = interaction.language if interaction.language not in ("", "und") else None
    speech = context.services.phrases.spoken(known, context.language) if known else None
    return Reader(context.user_id, speech or context.language, context.services.phrases)


def rule_for(interaction: Interaction, reason: Reason) -> RuleKind | None:
    """Return what to propose of the passages of an answer; None where none may be at fault.

    What a language model worded wrongly, or beside the point, may stand in the right passage.
    """
    kind = _KINDS.get(reason)
    return None if interaction.model and kind == "suppress" else kind


async def take_reason(
    interaction: Interaction,
    reason: Reason,
    press: Press,
    context: BotContext,
    *,
    kind: RuleKind | None = None,
) -> None:
    """Propose that what was cited is not for the question, and say what comes of it.

    kind: what to propose, where it does not follow from the reason.
    """
    kind = kind or rule_for(interaction, reason)
    if kind is None:
        await press.acknowledge(reader_of(interaction, context).say("feedback-noted"))
        return
    await _propose(interaction, Correction(kind, reason), press, context)


async def take_words(
    interaction: Interaction, written: str, message: Message, context: BotContext
) -> str:
    """Make a document of what somebody writes, and prefer it; return what to say at once.

    Words of a document that they can read are pinned instead. In a group, and of one who may add no
    documents, it is why what was shown is wrong.
    """
    if not any(char.isalnum() for char in written):
        return context.say("correction-empty")
    user = await context.services.store.people.get_user(context.user_id)
    is_private = message.chat.type == ChatType.PRIVATE
    if interaction.is_single and is_private and await _pin(interaction, written, message, context):
        return ""
    if interaction.is_single and is_private and user is not None and "add" in user.rights:
        await _add(interaction, written, message, context)
        return ""
    proposed = await context.services.corrections.propose(
        interaction,
        Correction("suppress", written),
        asker=context.user_id,
        chat=context.origin().memory,
    )
    return await context.services.corrections.told(proposed, context.reader)


async def show_others(press: Press, context: BotContext) -> None:
    """Show other passages that were found, to point at the right one.

    Raises:
        UserError: there are none.
    """
    interaction, services = await pressed_answer(press), context.services
    teaching = await services.runs.teaching()
    quotes = await teaching.other_passages(interaction, asker=press.user_id)
    if not quotes:
        raise UserError("others-none")
    await press.acknowledge()
    is_refusal = not (interaction.passages or interaction.quotes)
    reader = reader_of(interaction, context)
    await services.outbox.deliver(
        press.chat_id,
        split(others_text(quotes, reader, is_refusal=is_refusal)),
        keyboard=others_keys(interaction, quotes, reader),
        reply_to=press.message_id,
    )


async def prefer(press: Press, context: BotContext) -> None:
    """Propose the passage that somebody points at.

    Raises:
        UserError: it is not theirs to read any more.
    """
    interaction_id, _, passage = press.argument.partition("_")
    if not passage.isdecimal():
        raise UserError("button-outdated")
    interaction = await pressed_answer(press, interaction_id)
    correction = Correction("prefer", POINTED, int(passage))
    proposed = await context.services.corrections.propose(
        interaction, correction, asker=press.user_id, chat=context.origin().memory
    )
    if proposed is None or proposed.state == "forgotten":
        raise UserError("correction-unreadable")
    await press.acknowledge()
    await context.services.outbox.take_buttons(press.chat_id, press.message_id)
    reader = reader_of(interaction, context)
    await context.services.corrections.say(proposed, reader, reply_to=press.message_id)


async def _propose(
    interaction: Interaction, correction: Correction, press: Press, context: BotContext
) -> None:
    corrections = context.services.corrections
    proposed = await corrections.propose(
        interaction, correction, asker=press.user_id, chat=context.origin().memory
    )
    reader = reader_of(interaction, context)
    if proposed is not None and proposed.state == "active":
        await press.acknowledge()
        await corrections.say(proposed, reader, reply_to=press.message_id)
        return
    await press.acknowledge(await corrections.told(proposed, reader))


async def _pin(
    interaction: Interaction, written: str, message: Message, context: BotContext
) -> bool:
    """Propose words that stand in a document as the answer; False: they stand in none."""
    teaching = await context.services.runs.teaching()
    place = await teaching.place_of(written, interaction.language, asker=context.user_id)
    if place is None:
        return False
    corrections = context.services.corrections
    proposed = await corrections.propose(
        interaction,
        Correction("pin", POINTED, *place),
        asker=context.user_id,
        chat=context.origin().memory,
    )
    await corrections.say(proposed, context.reader, reply_to=message.message_id)
    return True


async def _add(
    interaction: Interaction, written: str, message: Message, context: BotContext
) -> None:
    run, services = run_id("ingest", message), context.services
    sender = message.from_user
    post = said_as_post(
        interaction.reading,
        written,
        shortened(sender.full_name, _LONGEST_NAME) if sender is not None else "",
        dt.datetime.now(dt.UTC),
        language=context.language,
        phrases=services.phrases,
    )
    progress_id = await services.outbox.send(
        message.chat.id, Piece(context.say("correction-being-added")), reply_to=message.message_id
    )
    files = (FileRef("post", f"{run}/{_POST}", post.title),)
    batch = Composition(Sources(files=files), {_POST: post})
    await begin(batch, run, progress_id or 0, context, purpose=Purpose(corrected=interaction.id))
