"""A local server that speaks Telegram's Bot API, with a chat page for people without a token.

The bot is the same bot: only the Telegram library's `base_url` and `base_file_url` point here.

    async with Sandbox(data_dir, port=8080) as sandbox:
        ...  # sandbox.base_url, sandbox.base_file_url; people open sandbox.page_url

One side speaks to bots (bot_api/), with the methods that our bot calls; the other to people
(user_api/, page/). Between them lies the world/: chats, people, files, the bot's profile and the
queue of updates, each in a file of its own, all kept in one archive so that a restart goes on
where the last one ended.
"""

from bot.sandbox.app import build_sandbox
from bot.sandbox.server import Sandbox
from bot.sandbox.world.world import World, open_world

__all__ = ["Sandbox", "World", "build_sandbox", "open_world"]
