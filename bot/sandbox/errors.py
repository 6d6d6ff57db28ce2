"""What a caller did wrong, in Telegram's own words on one side and plain ones on the other."""

from bot.sandbox.jsonvalues import JsonObject, JsonValue


class ApiError(Exception):
    """A Bot API call is refused; becomes `{"ok": false, "error_code", "description"}`."""

    def __init__(self, code: int, description: str, *, retry_after: int | None = None) -> None:
        super().__init__(description)
        self.code = code
        self.description = description
        self.retry_after = retry_after

    def as_json(self) -> JsonObject:
        """Return the body Telegram sends."""
        body: dict[str, JsonValue] = {
            "ok": False,
            "error_code": self.code,
            "description": self.description,
        }
        if self.retry_after is not None:
            body["parameters"] = {"retry_after": self.retry_after}
        return body


def bad_request(reason: str) -> ApiError:
    """Return Telegram's answer to wrong arguments."""
    return ApiError(400, f"Bad Request: {reason}")


def too_many_requests(seconds: int) -> ApiError:
    """Return Telegram's answer to who writes too much."""
    reason = f"Too Many Requests: retry after {seconds}"
    return ApiError(429, reason, retry_after=seconds)


class UserSideError(Exception):
    """A request of the sandbox's user side is refused; becomes `{"error"}` with this status."""

    def __init__(self, status: int, reason: str) -> None:
        super().__init__(reason)
        self.status = status
        self.reason = reason
