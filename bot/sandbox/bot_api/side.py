"""The HTTP side that bots talk to: method calls and file downloads."""

import hmac
import re

from starlette.requests import Request
from starlette.responses import FileResponse, JSONResponse, Response

from bot.sandbox.bot_api.methods import METHODS, READING, Call
from bot.sandbox.bot_api.methods.call import CHAT_ID
from bot.sandbox.bot_api.parameters import read_parameters
from bot.sandbox.errors import ApiError
from bot.sandbox.limits import MAX_DOWNLOAD_BYTES
from bot.sandbox.world.world import World

_TOKEN = re.compile(r"([0-9]{1,18}):[A-Za-z0-9_-]+")


class BotSide:
    """Answers a bot; `token` None lets in any token of the right form."""

    def __init__(self, world: World, token: str | None) -> None:
        self._world = world
        self._token = token

    async def call(self, request: Request) -> Response:
        """Run one method and answer in Telegram's envelope."""
        self._check_token(request)
        name = request.path_params["method"].lower()
        method = METHODS.get(name)
        if method is None:
            raise ApiError(404, "Not Found")
        if request.method != "POST" and name not in READING:
            raise ApiError(405, "Method Not Allowed: use POST")
        try:
            call = Call(self._world, await read_parameters(request))
            self._count(name, call)
            result = await method(call)
        finally:
            await request.close()
        return JSONResponse({"ok": True, "result": result})

    async def download(self, request: Request) -> Response:
        """Hand out a file that getFile named."""
        self._check_token(request)
        file = self._world.files.by_path(request.path_params["path"])
        if file is None or file.size > MAX_DOWNLOAD_BYTES:
            raise ApiError(404, "Not Found")
        location = self._world.files.location(file)
        return FileResponse(location, media_type="application/octet-stream")

    def _count(self, name: str, call: Call) -> None:
        chat_id = call.parameters.text("chat_id")
        if CHAT_ID.fullmatch(chat_id):
            self._world.traffic.count(name, int(chat_id), call.parameters.text("text"))

    def _check_token(self, request: Request) -> None:
        token = request.path_params["token"]
        form = _TOKEN.fullmatch(token)
        if not form:
            raise ApiError(401, "Unauthorized")
        if self._token is not None and not hmac.compare_digest(token, self._token):
            raise ApiError(401, "Unauthorized")
        self._world.profile.remember_id(int(form[1]))
