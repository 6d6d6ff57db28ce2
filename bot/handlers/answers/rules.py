"""Rules that came of corrections: listed, looked at, accepted, rejected, undone, renewed.

Who may decide on which is said in SQL (`decidable_rules`): admins on what they may read, and
everybody on what is for them alone.
"""

from telegram import Message

from bot.context import BotContext
from bot.handlers.people.screen import show
from bot.handlers.presses import Press
from bot.transport.buttons import Action
from bot.views.answers.rules import rule_card, rule_keys, rules_view
from pipelines.errors import UserError
from pipelines.models.rules import Decision, KnownRule

_DECISIONS: dict[Action, Decision] = {
    Action.ACCEPT_RULE: "accept",
    Action.REJECT_RULE: "reject",
    Action.UNDO_RULE: "undo",
}


async def show_rules(_message: Message, context: BotContext) -> None:
    """List the rules that whoever asks decides on."""
    await _show_list(context)


async def back(press: Press, context: BotContext) -> None:
    """List them in the place of one."""
    await _show_list(context, press)


async def open_rule(press: Press, context: BotContext) -> None:
    """Show a rule; a draft is tried first.

    Raises:
        UserError: it is gone, or not theirs.
    """
    rule, reader = await _rule(press, context), context.reader
    if rule.state != "draft":
        await press.edit(rule_card(rule, reader), rule_keys(rule, reader, in_list=True))
        return
    trying = rule_card(rule, reader, said=reader.say("rule-being-tried"))
    if await press.edit(trying):
        context.services.corrections.try_out(rule, reader, press.message_id, in_list=True)


async def decide(press: Press, context: BotContext) -> None:
    """Accept, renew, reject or undo a rule.

    Raises:
        UserError: it is gone, not theirs, or was decided otherwise meanwhile.
    """
    rules, number = context.services.store.rules, _number(press)
    state = await rules.decide_rule(number, _DECISIONS[press.action], actor=press.user_id)
    if state is None:
        raise UserError("rule-gone")
    rule, reader = await _rule(press, context), context.reader
    said = reader.say("rule-decided", state=state)
    await press.edit(rule_card(rule, reader, said=said), rule_keys(rule, reader))


async def _show_list(context: BotContext, press: Press | None = None) -> None:
    rules = await context.services.store.rules.list_rules(context.user_id)
    await show(rules_view(rules, context.reader), context, press)


async def _rule(press: Press, context: BotContext) -> KnownRule:
    rule = await context.services.store.rules.get_rule(_number(press), actor=press.user_id)
    if rule is None:
        raise UserError("rule-gone")
    return rule


def _number(press: Press) -> int:
    if not press.argument.isdecimal() or len(press.argument) > 18:  # digits of a bigint
        raise UserError("button-outdated")
    return int(press.argument)
