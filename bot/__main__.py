"""`python -m bot`: settings → services → launch → polling, or the sandbox. Until Ctrl-C."""

import asyncio
import signal

from bot.console import Console
from bot.logs import configure_logging
from bot.settings import Settings, read_settings
from bot.stack import Stack, open_stack


async def serve(settings: Settings, console: Console) -> None:
    """Run the bot until it is cancelled, by Ctrl-C or by the system's request to end."""
    this = asyncio.current_task()
    assert this is not None
    asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, this.cancel)
    console.say("starting")
    async with open_stack(settings) as stack:
        _greet(stack, console)
        await asyncio.Event().wait()


def _greet(stack: Stack, console: Console) -> None:
    if stack.page_url is not None:
        console.say("sandbox-started", url=stack.page_url)
    else:
        console.say("bot-started", name=stack.username)
    if stack.owner_code is not None:
        console.say("owner-code", code=stack.owner_code)


def main(settings: Settings) -> None:
    """Run the bot; return when it has stopped cleanly."""
    configure_logging(settings.log_level, secrets=settings.secrets())
    console = Console()
    try:
        asyncio.run(serve(settings, console))
    except (KeyboardInterrupt, asyncio.CancelledError):
        console.say("stopped")


if __name__ == "__main__":
    main(read_settings())
