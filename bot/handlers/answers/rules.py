"""Why an answer is what it is; rules: listed, looked at, accepted, rejected, undone, renewed.

Who may decide on which is said in SQL (`decidable_rules`): admins on what they may read, and
everybody on what is for them alone.
"""

from collections.abc import Sequence
from dataclasses import replace

from telegram import Message

from bot.context import BotContext
from bot.handlers.answers.teaching import pressed_answer
from bot.handlers.people.screen import show
from bot.handlers.presses import Press
from bot.transport.buttons import Action, read_button
from bot.transport.pieces import split
from bot.views.answers.rules import is_in_words, rule_card, rule_keys, rules_view, why_text
from pipelines.errors import UserError
from pipelines.models.answers import Passage
from pipelines.models.learning.rules import Decision, Explanation, KnownRule

_DECISIONS: dict[Action, Decision] = {
    Action.ACCEPT_RULE: "accept",
    Action.REJECT_RULE: "reject",
    Action.UNDO_RULE: "undo",
    Action.RENEW_RULE: "renew",
}


async def show_rules(_message: Message, context: BotContext) -> None:
    """List the rules that whoever asks decides on, and what they propose to others."""
    await _show_list(context)


async def explain(message: Message, context: BotContext) -> None:
    """Say why the answer that is replied to, or the newest one, is what it is."""
    store, replied = context.services.store, message.reply_to_message
    shown, chat = None, context.origin().memory
    if replied is not None:
        shown = await store.interactions.find_shown_answer(context.chat_id, replied.message_id)
        if shown is None:
            raise UserError("answer-forgotten")
        chat = shown.chat
    explained = await store.rules.explain_answer(
        shown.id if shown is not None else None, asker=context.user_id, chat=chat
    )
    await _explain(explained, message.message_id, context)


async def explain_pressed(press: Press, context: BotContext) -> None:
    """Say why the answer that a button stands under is what it is.

    Raises:
        UserError: it is forgotten, or was never theirs, which is alike here.
    """
    interaction = await pressed_answer(press)
    await press.acknowledge()
    explained = await context.services.store.rules.explain_answer(
        interaction.id, asker=press.user_id, chat=context.origin().memory
    )
    await _explain(explained, press.message_id, context)


async def back(press: Press, context: BotContext) -> None:
    """List them in the place of one."""
    await _show_list(context, press)


async def open_rule(press: Press, context: BotContext) -> None:
    """Show a rule; a draft is tried first.

    Raises:
        UserError: it is gone, or not theirs.
    """
    rule, reader = await _rule(press, context, with_asked=True), context.reader
    if rule.state != "draft" or not rule.is_to_decide:
        await press.edit(rule_card(rule, reader), rule_keys(rule, reader, in_list=True))
        return
    trying = rule_card(rule, reader, said=reader.say("rule-being-tried"))
    if await press.edit(trying, rule_keys(rule, reader, in_list=True)):
        context.services.corrections.try_out(rule, reader, press.message_id, in_list=True)


async def withdraw(press: Press, context: BotContext) -> None:
    """Take back what somebody proposed and others decide on.

    Raises:
        UserError: it is gone, not theirs, or was decided meanwhile.
    """
    rules = context.services.store.rules
    if not await rules.withdraw_rule(_number(press), actor=press.user_id):
        raise UserError("rule-gone")
    await press.notice("rule-withdrawn")
    await _show_list(context, press)


async def decide(press: Press, context: BotContext) -> None:
    """Accept or reject a draft, undo or renew a rule.

    Raises:
        UserError: it is gone, not theirs, or was decided otherwise meanwhile.
    """
    rules, number, reader = context.services.store.rules, _number(press), context.reader
    before = await _rule(press, context)
    state = await rules.decide_rule(number, _DECISIONS[press.action], actor=press.user_id)
    if state is None:
        raise UserError("rule-gone")
    # Words that were rejected are their author's alone again, and so is what is known of the rule.
    known = await rules.get_rule(number, actor=press.user_id)
    rule = known or replace(before, state=state, is_to_decide=False)
    left = "document" if is_in_words(rule) else "nothing"
    said = reader.say("rule-decided", state=state, left=left)
    keys = rule_keys(rule, reader, in_list=_is_in_list(press))
    await press.edit(rule_card(rule, reader, said=said), keys)
    if press.action in (Action.ACCEPT_RULE, Action.REJECT_RULE):
        await context.services.corrections.tell_supporters(rule, decided_by=press.user_id)


async def _explain(explained: Explanation, reply_to: int, context: BotContext) -> None:
    ids = [one.passage_id for one in explained.passages if one.passage_id is not None]
    passages: Sequence[Passage] = ()
    if ids:
        search = context.services.store.search
        passages = await search.get_passages(ids, asker=context.user_id)
    await context.services.outbox.deliver(
        context.chat_id,
        split(why_text(explained, context.reader, passages)),
        reply_to=reply_to,
        thread_id=context.thread_id,
    )


async def _show_list(context: BotContext, press: Press | None = None) -> None:
    store = context.services.store.rules
    rules = await store.list_rules(context.user_id, with_asked=True)
    await show(rules_view(rules, context.reader), context, press)


async def _rule(press: Press, context: BotContext, *, with_asked: bool = False) -> KnownRule:
    rule = await context.services.store.rules.get_rule(
        _number(press), actor=press.user_id, with_asked=with_asked
    )
    if rule is None:
        raise UserError("rule-gone")
    return rule


def _is_in_list(press: Press) -> bool:
    """Tell whether a card has a way back to the list that it was opened in."""
    markup = press.message.reply_markup
    shown = (key for row in (markup.inline_keyboard if markup else ()) for key in row)
    data = (read_button(str(key.callback_data)) for key in shown)
    return any(one is not None and one.action is Action.RULES for one in data)


def _number(press: Press) -> int:
    if not press.argument.isdecimal() or len(press.argument) > 18:  # digits of a bigint
        raise UserError("button-outdated")
    return int(press.argument)
