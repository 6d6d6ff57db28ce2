"""What is done with an answer: rated, corrected, asked again, continued with another question.

The question is taken from the record, never from the message: so a button works after a restart,
and after others have written since.

A marked 👎 asks for the reason again; while it asks, it takes the vote back.

In a group everybody has one vote, which the buttons count. A vote there is changed, not taken back:
its button cannot show each reader whether it is theirs.

Further questions are offered a moment after the answer, by whoever has found them: so what is put
under an answer is what stands on record now, not what stood there when it was pressed.
"""

from collections.abc import Callable

from telegram import (
    InlineKeyboardButton,
    InlineKeyboardMarkup,
    Message,
    MessageEntity,
    ReplyParameters,
)
from telegram.constants import ChatType

from bot.context import BotContext
from bot.handlers.answers import ask
from bot.handlers.answers.teaching import pressed_answer, reader_of, take_reason, take_words
from bot.handlers.groups.door import may_ask
from bot.handlers.presses import Press
from bot.handlers.upload.documents import ask_back
from bot.transport.buttons import Action, keyboard
from bot.transport.pieces import Piece, units
from bot.transport.reply_address import run_id
from bot.transport.send_once import UNKNOWN
from bot.views.answers.feedback import (
    Standing,
    asks_why,
    document_key,
    follow_up_rows,
    is_marked,
    is_of_document,
    rated_by,
    reason_of,
    reason_rows,
    shows_rating,
    with_follow_ups,
    with_rating,
    with_reasons,
)
from bot.views.text import Reader, shortened, styled, untappable
from pipelines.errors import UserError
from pipelines.models.interactions import AwaitedText, Interaction, Rating, Reason
from pipelines.models.learning.rules import RuleKind
from pipelines.nodes.learning.objections import names_kind, objection
from pipelines.nodes.questions.intents.recognise import wants_answer
from pipelines.nodes.secrets.find import mask, replace_secrets

SECONDS_AGAIN = 5.0  # in which further taps on the same button ask nothing
_LONGEST_NAME = 40  # characters
_LONGEST_ASKED = 200
_STOPS = " .!?？。"
_OF_PRESS = 8  # characters of its id, which tell presses on one message apart


async def praise(press: Press, context: BotContext) -> None:
    """Rate an answer good, or take that back."""
    interaction = await pressed_answer(press)
    rating: Rating | None = None if is_marked(_keys(press), press.action) else "positive"
    await _rate(press, rating)
    await _show_rating(press, interaction.id, rating)
    said = "feedback-thanks" if rating else "feedback-taken-back"
    await press.acknowledge(reader_of(interaction, context).say(said))


async def complain(press: Press, context: BotContext) -> None:
    """Rate an answer bad and ask why; pressed again while it asks, take that back."""
    interaction = await pressed_answer(press)
    reader = reader_of(interaction, context)
    if is_marked(_keys(press), press.action) and asks_why(_keys(press), press.user_id):
        await _rate(press, None)
        await _stop_waiting(press, context)
        await _show_rating(press, interaction.id, None)
        await press.acknowledge(reader.say("feedback-taken-back"))
        return
    await _rate(press, "negative")
    standing = await _standing(press, interaction.id, "negative")
    is_known = not _is_group(press) or await may_ask(press.query.from_user, context)
    may_point = interaction.is_single and not _is_group(press)

    def asking(shown: InlineKeyboardMarkup) -> InlineKeyboardMarkup:
        return with_reasons(
            *(shown, interaction.id, reader, standing), may_ask=is_known, may_point=may_point
        )

    await _show(press, interaction.id, asking)
    if may_point:  # many write at once what is right, and press nothing
        await context.services.store.interactions.await_text(
            *(context.origin().memory, press.user_id, "correction_or_question", interaction.id),
            UNKNOWN,
        )
    await press.acknowledge(reader.say("feedback-why-or-write" if may_point else "feedback-why"))


async def explain(press: Press, context: BotContext) -> None:
    """Keep why an answer is bad, and learn from it; what would be right may still be written."""
    interaction_id, _, letter = press.argument.partition("_")
    if (reason := reason_of(letter)) is None:
        raise UserError("button-outdated")
    interaction = await pressed_answer(press, interaction_id)
    await _rate(press, "negative", interaction_id, reason=reason)
    may_write = reason != "unreadable" and not is_of_document(letter)
    further = None
    if reason == "outdated" and may_write:
        further = document_key(interaction.id, reader_of(interaction, context))
    await _show_rating(press, interaction.id, "negative", may_write=may_write, further=further)
    kind: RuleKind | None = "retire" if is_of_document(letter) else None
    await take_reason(interaction, reason, press, context, kind=kind)


async def close_reasons(press: Press, _context: BotContext) -> None:
    """Leave it at the rating."""
    await _show_rating(press, press.argument, "negative")


async def ask_correction(press: Press, context: BotContext) -> None:
    """Ask for a text; the next one of this person in this chat is it, also after a restart.

    In a group it is the next one that replies to what asks for it.
    """
    interaction = await pressed_answer(press)
    reader, services = reader_of(interaction, context), context.services
    await press.acknowledge()
    prompt_id = await services.outbox.send(
        press.chat_id,
        _prompt(press, reader),
        keyboard=keyboard([reader.key("button-cancel", Action.STOP_WRITING, interaction.id)]),
        reply_to=press.message_id,
        thread_id=context.thread_id,
    )
    await services.store.interactions.await_text(
        *(context.origin().memory, press.user_id, "correction", interaction.id),
        prompt_id or UNKNOWN,
    )
    await _show_rating(press, interaction.id, "negative")


async def stop_writing(press: Press, context: BotContext) -> None:
    """Take the next text for an ordinary one."""
    await _stop_waiting(press, context)
    if _is_group(press):
        await context.services.outbox.remove(press.chat_id, press.message_id)
    else:
        await press.edit(context.say("nothing-changed"))


async def ask_whether_correction(
    awaited: AwaitedText, message: Message, context: BotContext
) -> bool:
    """Ask whether a text behind a 👎 is what would be right; one that asks is none, for sure.

    What names a price or a date and no value of it asks, too. Of one that says no more than that
    the answer is wrong it is asked once more what is.

    Returns:
        Whether anything was asked.
    """
    if await _is_asked_again(awaited.subject, message, context):
        return True
    if wants_answer(message.text or "") or names_kind(message.text or ""):
        return False
    await _ask_whether(awaited, message, context)
    return True


async def take_asked_correction(
    awaited: AwaitedText, message: Message, context: BotContext
) -> None:
    """Take the text that was asked for; of one that asks in private, ask whether it is that."""
    is_private = message.chat.type == ChatType.PRIVATE
    if is_private and await _is_asked_again(awaited.subject, message, context):
        await _take_buttons_of_prompt(awaited, message, context)
    elif is_private and wants_answer(message.text or ""):
        await _take_buttons_of_prompt(awaited, message, context)
        await _ask_whether(awaited, message, context)
    else:
        await take_correction(awaited, message, context)


async def _ask_whether(awaited: AwaitedText, message: Message, context: BotContext) -> None:
    keys = (
        context.reader.key("button-take-correction", Action.TAKE_CORRECTION, awaited.subject),
        context.reader.key("button-ask-in-chat", Action.ASK),
    )
    await ask_back(message, context.say("correction-or-question"), *keys)


async def _take_buttons_of_prompt(
    awaited: AwaitedText, message: Message, context: BotContext
) -> None:
    if awaited.prompt_id:
        await context.services.outbox.take_buttons(message.chat.id, awaited.prompt_id)


async def accept_correction(press: Press, context: BotContext) -> None:
    """Take the message that the pressed hint is about for what would be right."""
    message, awaited = await press.original(), AwaitedText("correction", press.argument, UNKNOWN)
    await context.services.outbox.take_buttons(press.chat_id, press.message_id)
    if await _is_asked_again(awaited.subject, message, context):
        return
    objected = objection(message.text or "")
    written = objected.said if objected is not None else None
    await take_correction(awaited, message, context, written=written)


async def offer_correction(
    interaction: Interaction, written: str, message: Message, context: BotContext
) -> None:
    """Ask whether what somebody writes against an answer is what would be right."""
    said = context.say(
        "correction-in-words",
        question=untappable(shortened(interaction.query, _LONGEST_ASKED)).rstrip(_STOPS),
        words=untappable(shortened(written, _LONGEST_ASKED)).rstrip(_STOPS),
    )
    keys = (
        context.reader.key("button-take-correction", Action.TAKE_CORRECTION, interaction.id),
        context.reader.key("button-ask-in-chat", Action.ASK),
    )
    await ask_back(message, said, *keys)


async def ask_what_is_wrong(
    interaction: Interaction, message: Message, context: BotContext
) -> None:
    """Ask what is wrong with an answer, as under its thumb down; nothing is said of it yet."""
    rows = reason_rows(interaction.id, context.reader, may_point=interaction.is_single)
    await message.reply_text(
        context.say("feedback-why-or-write"),
        reply_markup=keyboard(*rows),
        reply_parameters=ReplyParameters(message.message_id, allow_sending_without_reply=True),
    )
    await context.services.store.interactions.await_text(
        *(context.origin().memory, context.user_id, "correction_or_question", interaction.id),
        UNKNOWN,
    )


async def _is_asked_again(interaction_id: str, message: Message, context: BotContext) -> bool:
    """Ask what is wrong where a message says no more than that something is; else do nothing."""
    objected = objection(message.text or "")
    if objected is None or objected.said:
        return False
    seen = await context.services.store.interactions.get_interaction(
        interaction_id, asker=context.user_id, chat=context.origin().memory
    )
    if seen is None:
        return False
    await ask_what_is_wrong(seen.interaction, message, context)
    return True


async def take_correction(
    awaited: AwaitedText, message: Message, context: BotContext, *, written: str | None = None
) -> None:
    """Keep a text as what would be right, and learn from it.

    written: what of the message that is; None for all of it.
    """
    services, written = context.services, message.text or "" if written is None else written
    if services.limits.secrets != "allow":
        written = replace_secrets(written, mask)
    store, asker, chat = services.store.interactions, context.user_id, context.origin().memory
    is_kept = await store.rate_interaction(
        awaited.subject, asker=asker, chat=chat, rating="negative", correction=written
    )
    seen = await store.get_interaction(awaited.subject, asker=asker, chat=chat)
    if not is_kept or seen is None:
        said = context.say("answer-forgotten")
    else:
        said = await take_words(seen.interaction, written, message, context)
    if message.chat.type != ChatType.PRIVATE:  # in the place of the prompt: others talk here
        await services.outbox.edit(message.chat.id, awaited.prompt_id, said)
        return
    await _take_buttons_of_prompt(awaited, message, context)
    if said:
        await services.outbox.send(message.chat.id, Piece(said), reply_to=message.message_id)


async def answer_again(press: Press, context: BotContext) -> None:
    """Ask the same question again, as whoever presses; another answer is wanted."""
    interaction = await pressed_answer(press)
    await press.acknowledge()
    replied = press.message.reply_to_message or press.message
    await ask.answer(
        interaction.reading if interaction.is_single else interaction.query,
        context.origin(reply_to=replied.message_id),
        _run(press),
        context,
        is_literal=interaction.is_single or interaction.is_literal,
        is_again=True,
        left_out=tuple(dict.fromkeys((*interaction.left_out, *interaction.quotes))),
    )


async def ask_next(press: Press, context: BotContext) -> None:
    """Ask a question that was offered, as if it had been typed; it is written above its answer."""
    interaction_id, _, number = press.argument.partition("_")
    interaction = await pressed_answer(press, interaction_id)
    if not number.isdecimal() or int(number) >= len(interaction.offered):
        raise UserError("button-outdated")
    question = interaction.offered[int(number)]
    await press.acknowledge()
    said = question
    if _is_group(press):
        said = context.say("group-asked", name=_name(press), question=question)
    asked_at = await context.services.outbox.send(
        press.chat_id, styled(said, MessageEntity.ITALIC), thread_id=context.thread_id
    )
    below = asked_at or None
    origin = context.origin(question_id=below, reply_to=below if _is_group(press) else None)
    await ask.answer(question, origin, _run(press), context, is_literal=True)


def _run(press: Press) -> str:
    """Name the run that a press starts: each is one of its own."""
    return f"{run_id('next', press.message)}-{press.query.id[-_OF_PRESS:]}"


async def _rate(
    press: Press, rating: Rating | None, interaction_id: str = "", *, reason: Reason | None = None
) -> None:
    is_kept = await press.context.services.store.interactions.rate_interaction(
        interaction_id or press.argument,
        asker=press.user_id,
        chat=press.context.origin().memory,
        rating=rating,
        reason=reason,
    )
    if not is_kept:
        raise UserError("answer-forgotten")


async def _stop_waiting(press: Press, context: BotContext) -> None:
    await context.services.store.interactions.stop_awaiting_text(
        context.origin().memory, press.user_id
    )


async def _standing(press: Press, interaction_id: str, rating: Rating | None) -> Standing:
    """Return what the buttons are to say: what was rated just now; in a group, by how many."""
    if not _is_group(press):
        return rating
    interactions, chat = press.context.services.store.interactions, press.context.origin().memory
    return await interactions.count_ratings(interaction_id, asker=press.user_id, chat=chat)


async def _show_rating(
    press: Press,
    interaction_id: str,
    rating: Rating | None,
    *,
    may_write: bool = False,
    further: InlineKeyboardButton | None = None,
) -> None:
    """Mark the rating, and ask whoever pressed for no reason any more."""
    standing = await _standing(press, interaction_id, rating)

    def rated(shown: InlineKeyboardMarkup) -> InlineKeyboardMarkup:
        return with_rating(
            *(shown, standing), asked=press.user_id, may_write=may_write, further=further
        )

    await _show(press, interaction_id, rated)


async def _show(
    press: Press,
    interaction_id: str,
    changed: Callable[[InlineKeyboardMarkup], InlineKeyboardMarkup],
) -> None:
    """Change the buttons, with the questions that were offered since they were pressed."""
    outbox, store = press.context.services.outbox, press.context.services.store.interactions
    async with outbox.last_buttons.turn(press.chat_id, press.message_id):
        keys = _keys(press)
        seen = await store.get_interaction(
            interaction_id, asker=press.user_id, chat=press.context.origin().memory
        )
        if seen is not None and seen.interaction.offered and shows_rating(keys):
            rows = follow_up_rows(interaction_id, seen.interaction.offered, rated_by(keys))
            keys = with_follow_ups(keys, rows)
        await outbox.change_buttons(press.chat_id, press.message_id, changed(keys))


def _prompt(press: Press, reader: Reader) -> Piece:
    """Ask for a correction; in a group by name, as others read it, too."""
    if not _is_group(press):
        return Piece(reader.say("feedback-write"))
    name = _name(press)
    text = reader.say("feedback-write-in-group", name=name)
    at, user = units(text.partition(name)[0]), press.query.from_user
    called = MessageEntity(MessageEntity.TEXT_MENTION, at, units(name), user=user)
    return Piece(text, (called,))


def _name(press: Press) -> str:
    return shortened(press.query.from_user.full_name, _LONGEST_NAME)


def _is_group(press: Press) -> bool:
    return press.message.chat.type != ChatType.PRIVATE


def _keys(press: Press) -> InlineKeyboardMarkup:
    assert press.message.reply_markup is not None  # it was looked for the pressed button
    return press.message.reply_markup
