"""Who may read what is added, besides whoever adds it."""

from bot.context import BotContext
from pipelines.models.people import EVERYONE


async def reader_role(context: BotContext) -> str | None:
    """Return the role that may read what is added here; None: its owner alone.

    In a group that is the group's role, if it has one; else what the person has set, or this copy.
    """
    services = context.services
    if context.chat_id < 0:
        role = await services.store.administration.get_group_role(context.chat_id)
        if role is not None:
            return role
    if context.settings.new_documents == "default":
        return EVERYONE if services.readable_by_everyone else None
    return EVERYONE if context.settings.new_documents == "everyone" else None
