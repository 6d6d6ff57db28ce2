"""`paragraf run`, until Ctrl-C: the bot in Telegram, or in the sandbox without a token."""

import asyncio
import gc
import signal
from pathlib import Path

from bot.commands.console import Console
from bot.settings import Settings
from bot.stack import Stack, open_stack
from pipelines.concurrency import background

HEARTBEAT_SECONDS = 10
SETTLED_SECONDS = 10  # after the start: lists of words are read until then
_MADE_BETWEEN = 10_000  # objects from one look for garbage to the next, of some megabytes


async def serve(settings: Settings, console: Console) -> int:
    """Run the bot until it is told to stop, by Ctrl-C or by the system; return 0."""
    this = asyncio.current_task()
    assert this is not None
    for number in (signal.SIGINT, signal.SIGTERM):
        asyncio.get_running_loop().add_signal_handler(number, this.cancel)
    console.say("starting")
    try:
        async with open_stack(
            settings, show_code=lambda code: console.say("owner-code", code=code)
        ) as stack:
            _greet(stack, console)
            async with background(settle()):
                await _beat(settings.data_dir / "heartbeat")
    except asyncio.CancelledError:
        console.say("stopped")
    return 0


async def settle(after_seconds: float = SETTLED_SECONDS) -> None:
    """Have Python look for garbage no more among what was loaded for good, and less often.

    It looks through all there is every few answers, while nothing else runs: through libraries,
    model and lists of words that took half a second at a time.
    """
    await asyncio.sleep(after_seconds)
    gc.collect()
    gc.freeze()
    gc.set_threshold(_MADE_BETWEEN)


async def _beat(file: Path) -> None:
    """Touch a file from the event loop for ever: a health check looks at its age."""
    while True:
        await asyncio.to_thread(file.touch)
        await asyncio.sleep(HEARTBEAT_SECONDS)


def _greet(stack: Stack, console: Console) -> None:
    if stack.page_url is not None:
        console.say("sandbox-started", url=stack.page_url)
    else:
        console.say("bot-started", name=stack.username)
    if stack.other_owners:
        console.say("owners-besides", names=", ".join(stack.other_owners))
