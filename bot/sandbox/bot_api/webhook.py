"""Bring updates to a webhook, in order, each until it was taken."""

import logging

import httpx

from bot.sandbox.user_api.actions import confirm
from bot.sandbox.world.world import World

_FIRST_PAUSE, _LONGEST_PAUSE = 0.5, 30.0
_NOT_TAKEN = "The webhook did not take an update: %s"
_log = logging.getLogger(__name__)


class WebhookCourier:
    """Posts updates to the bot's webhook while there is one."""

    def __init__(self, world: World) -> None:
        self._world = world

    async def run(self) -> None:
        """Work until cancelled."""
        pause: float | None = None
        async with httpx.AsyncClient(timeout=30, trust_env=False) as client:
            while True:
                if await self._deliver_one(client):
                    pause = None
                    continue
                waits = self._world.updates.count and self._world.profile.webhook
                pause = min(pause * 2, _LONGEST_PAUSE) if waits and pause else _FIRST_PAUSE
                await self._world.updates.wait_for_change(pause if waits else None)

    async def _deliver_one(self, client: httpx.AsyncClient) -> bool:
        webhook = self._world.profile.webhook
        waiting = self._world.updates.head(1)
        if not webhook.get("url") or not waiting:
            return False
        headers = {}
        if webhook.get("secret_token"):
            headers["X-Telegram-Bot-Api-Secret-Token"] = str(webhook["secret_token"])
        try:
            answer = await client.post(webhook["url"], json=waiting[0], headers=headers)
        except httpx.HTTPError as error:
            _log.warning(_NOT_TAKEN, f"{type(error).__name__}: {error}")
            return False
        if not answer.is_success:
            _log.warning(_NOT_TAKEN, answer.status_code)
            return False
        update_id = waiting[0]["update_id"]
        if isinstance(update_id, int):
            confirm(self._world, update_id + 1)
        return True
