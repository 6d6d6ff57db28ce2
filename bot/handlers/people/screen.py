"""One message that shows people, roles, invitations or the audit, and changes in place."""

from bot.context import BotContext
from bot.handlers.presses import Press
from bot.transport.prompts import Place
from bot.views.text import View
from pipelines.errors import UserError


async def show(
    view: View, context: BotContext, press: Press | None = None, place: Place | None = None
) -> None:
    """Show a view: in the message that was pressed, else in a new one.

    Args:
        place: where in the list of people the message is from now on.
    """
    library = context.services.library
    if press is not None and await press.edit(view.piece, view.keys):
        if place is not None:
            library.remember(press.chat_id, press.message_id, place)
        return
    message_id = await context.send(view)
    if place is not None:
        library.remember(context.chat_id, message_id, place)


async def check_admin(context: BotContext) -> None:
    """See that there is something to show: others get empty lists.

    Raises:
        UserError: whoever asks is no admin.
    """
    known = await context.services.store.people.get_user(context.user_id)
    if known is None or not known.is_admin:
        raise UserError("admins-only")


def place_of(press: Press, context: BotContext) -> Place:
    """Return where in the list of people a message is; its beginning if that is not known."""
    return context.services.library.place(press.chat_id, press.message_id) or Place()
