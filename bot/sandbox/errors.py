"""What a caller did wrong, in Telegram's own words on one side and plain ones on the other."""

from bot.sandbox.jsonvalues import JsonObject


class ApiError(Exception):
    """A Bot API call is refused; becomes `{"ok": false, "error_code", "description"}`."""

    def __init__(self, code: int, description: str) -> None:
        super().__init__(description)
        self.code = code
        self.description = description

    def as_json(self) -> JsonObject:
        """Return the body Telegram sends."""
        return {"ok": False, "error_code": self.code, "description": self.description}


def bad_request(reason: str) -> ApiError:
    """Return Telegram's answer to wrong arguments."""
    return ApiError(400, f"Bad Request: {reason}")


class UserSideError(Exception):
    """A request of the sandbox's user side is refused; becomes `{"error"}` with this status."""

    def __init__(self, status: int, reason: str) -> None:
        super().__init__(reason)
        self.status = status
        self.reason = reason
