"""Run the sandbox inside the event loop that is already running."""

import contextlib
import errno
from collections.abc import Collection
from pathlib import Path
from types import TracebackType
from typing import Self

from bot.http_server import listen, serving
from bot.sandbox.app import build_sandbox
from bot.sandbox.bot_api.webhook import WebhookCourier
from bot.sandbox.guard import ANYWHERE
from bot.sandbox.world.world import World, open_world
from pipelines.concurrency import background
from pipelines.errors import SettingsInvalid

_ANY_BOT_ID = 1000000


class Sandbox:
    """A local Bot API server with a chat page: `async with Sandbox(folder) as sandbox`.

    Args:
        data_dir: the sandbox keeps its chats in `data_dir/sandbox`.
        port: 0 takes any free port; `port` then says which.
        token: the only token to accept; None accepts any of the form digits:secret.
        hosts: further names and addresses it is reached by, besides `host` and those of loopback.
    Raises:
        SettingsInvalid: the port is taken, or another sandbox uses the folder.
    """

    def __init__(
        self,
        data_dir: Path,
        *,
        host: str = "127.0.0.1",
        port: int = 8080,
        token: str | None = None,
        bot_name: str = "Paragraf",
        bot_username: str = "paragraf_sandbox_bot",
        hosts: Collection[str] = (),
    ) -> None:
        self._data_dir = data_dir
        self._host = host
        self._wanted_port = port
        self._token = token
        self._bot_name, self._bot_username = bot_name, bot_username
        self._hosts = (host, *hosts)
        self._stack = contextlib.AsyncExitStack()
        self._port = port

    @property
    def port(self) -> int:
        """Return the port it is bound to."""
        return self._port

    @property
    def page_url(self) -> str:
        """Return the address of the chat page."""
        host = "127.0.0.1" if self._host in ANYWHERE else self._host
        return f"http://{f'[{host}]' if ':' in host else host}:{self._port}/"

    @property
    def base_url(self) -> str:
        """Return what the Telegram library calls base_url."""
        return f"{self.page_url}bot"

    @property
    def base_file_url(self) -> str:
        """Return what the Telegram library calls base_file_url."""
        return f"{self.page_url}file/bot"

    async def __aenter__(self) -> Self:
        """Open the folder, bind the port, answer from now on."""
        async with contextlib.AsyncExitStack() as stack:
            try:
                listener = listen(self._host, self._wanted_port)
            except OSError as error:
                raise _unusable(self._host, self._wanted_port, error) from error
            stack.callback(listener.close)
            self._port = listener.getsockname()[1]
            world = self._open_world()
            stack.callback(world.close)
            await stack.enter_async_context(background(WebhookCourier(world).run()))
            app = build_sandbox(world, token=self._token, hosts=self._hosts)
            await stack.enter_async_context(serving(app, listener))
            stack.callback(world.stop_waiting)
            self._stack = stack.pop_all()
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        """End open polls and streams, then stop."""
        await self._stack.aclose()

    def _open_world(self) -> World:
        bot_id = int(self._token.split(":")[0]) if self._token else _ANY_BOT_ID
        return open_world(
            self._data_dir / "sandbox",
            bot_id=bot_id,
            name=self._bot_name,
            username=self._bot_username,
        )


def _unusable(host: str, port: int, error: OSError) -> SettingsInvalid:
    why = "is taken" if error.errno == errno.EADDRINUSE else f"cannot be used: {error}"
    return SettingsInvalid(
        f"SANDBOX_PORT: port {port} on {host} {why}. Set SANDBOX_PORT to a free port."
    )
