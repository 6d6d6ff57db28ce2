"""Methods by which a bot gets its updates."""

import re
from urllib.parse import urlsplit

from bot.sandbox.bot_api.methods.call import Call
from bot.sandbox.errors import ApiError, bad_request
from bot.sandbox.jsonvalues import JsonValue
from bot.sandbox.limits import MAX_UPDATES
from bot.sandbox.user_api.actions import confirm

_SECRET = re.compile(r"[A-Za-z0-9_-]{1,256}")
_WEBHOOK_ACTIVE = (
    "Conflict: can't use getUpdates method while webhook is active; "
    "use deleteWebhook to delete the webhook first"
)


async def get_updates(call: Call) -> JsonValue:
    """Return the updates that wait, or wait for some; an offset confirms those before it."""
    world, parameters = call.world, call.parameters
    if world.profile.webhook.get("url"):
        raise ApiError(409, _WEBHOOK_ACTIVE)
    limit = min(max(parameters.integer("limit", MAX_UPDATES), 1), MAX_UPDATES)
    offset, seconds = parameters.integer("offset"), parameters.integer("timeout")
    if parameters.has("allowed_updates"):
        world.updates.allow(_allowed(call))
    if offset:
        confirm(world, offset)
    return await world.updates.poll(limit, max(seconds, 0))


async def set_webhook(call: Call) -> JsonValue:
    """Send updates to an address from now on; an empty address removes it."""
    world, parameters = call.world, call.parameters
    url = parameters.text("url").strip()
    secret = parameters.text("secret_token")
    if secret and not _SECRET.fullmatch(secret):
        raise bad_request("secret token contains unallowed characters")
    if url and (urlsplit(url).scheme not in ("http", "https") or not urlsplit(url).hostname):
        raise bad_request("bad webhook: invalid webhook URL specified")
    if parameters.has("allowed_updates"):
        world.updates.allow(_allowed(call))
    if parameters.boolean("drop_pending_updates"):
        world.updates.drop_all()
    world.profile.set_webhook({"url": url, "secret_token": secret} if url else {})
    if url:
        world.updates.end_polling("setWebhook request")
    else:
        world.updates.wake()
    return True


async def delete_webhook(call: Call) -> JsonValue:
    """Go back to getUpdates."""
    if call.parameters.boolean("drop_pending_updates"):
        call.world.updates.drop_all()
    call.world.profile.set_webhook({})
    call.world.updates.wake()
    return True


def _allowed(call: Call) -> list[str]:
    kinds = call.parameters.objects("allowed_updates")
    return [kind for kind in kinds if isinstance(kind, str)]
