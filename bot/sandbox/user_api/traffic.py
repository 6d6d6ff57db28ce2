"""The HTTP side for whoever wants to know, or to limit, how much the bot writes.

`GET /sandbox/traffic` returns what it wrote. `POST /sandbox/limits` with
`{"chat_most": 1, "chat_seconds": 1, "overall_most": 30, "overall_seconds": 1}` has it refused
beyond that, as Telegram does; without these, what is usual; `{"off": true}` lifts the limits.
"""

from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from bot.sandbox.bot_api.parameters import Parameters, read_json_object
from bot.sandbox.errors import UserSideError
from bot.sandbox.world.traffic import Limits, Quota, Traffic


class TrafficSide:
    """Shows the traffic and sets its limits."""

    def __init__(self, traffic: Traffic) -> None:
        self._traffic = traffic

    def routes(self) -> list[Route]:
        """Return the routes under /sandbox."""
        return [
            Route("/sandbox/traffic", self.written, methods=["GET"]),
            Route("/sandbox/limits", self.limit, methods=["POST"]),
        ]

    async def written(self, _request: Request) -> Response:
        """Return the calls by which the bot wrote, the oldest first."""
        return JSONResponse({"written": [each.as_json() for each in self._traffic.written]})

    async def limit(self, request: Request) -> Response:
        """Set the limits, or lift them."""
        asked = Parameters(await read_json_object(request))
        self._traffic.limits = None
        if not asked.boolean("off"):
            self._traffic.limits = Limits(
                chat=_quota(asked, "chat", 1), overall=_quota(asked, "overall", 30)
            )
        return JSONResponse({})


def _quota(asked: Parameters, of: str, most: int) -> Quota:
    quota = Quota(asked.integer(f"{of}_most", most), asked.integer(f"{of}_seconds", 1))
    if quota.most < 1 or quota.seconds < 1:
        raise UserSideError(400, "a limit is at least one message in one second")
    return quota
