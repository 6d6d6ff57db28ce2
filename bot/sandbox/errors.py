"""What a caller did wrong, in Telegram's own words on one side and plain ones on the other."""

from bot.sandbox.jsonvalues import JsonObject, JsonValue


class ApiError(Exception):
    """A Bot API call is refused; becomes `{"ok": false, "error_code", "description"}`."""

    def __init__(
        self,
        code: int,
        description: str,
        *,
        retry_after: int | None = None,
        migrate_to: int | None = None,
    ) -> None:
        super().__init__(description)
        self.code = code
        self.description = description
        self.retry_after = retry_after
        self.migrate_to = migrate_to

    def as_json(self) -> JsonObject:
        """Return the body Telegram sends."""
        body: dict[str, JsonValue] = {
            "ok": False,
            "error_code": self.code,
            "description": self.description,
        }
        if self.retry_after is not None:
            body["parameters"] = {"retry_after": self.retry_after}
        if self.migrate_to is not None:
            body["parameters"] = {"migrate_to_chat_id": self.migrate_to}
        return body


def bad_request(reason: str) -> ApiError:
    """Return Telegram's answer to wrong arguments."""
    return ApiError(400, f"Bad Request: {reason}")


def too_many_requests(seconds: int) -> ApiError:
    """Return Telegram's answer to who writes too much."""
    reason = f"Too Many Requests: retry after {seconds}"
    return ApiError(429, reason, retry_after=seconds)


def moved_to(chat_id: int) -> ApiError:
    """Return Telegram's answer about a group that has become a supergroup."""
    reason = "Bad Request: group chat was upgraded to a supergroup chat"
    return ApiError(400, reason, migrate_to=chat_id)


class UserSideError(Exception):
    """A request of the sandbox's user side is refused; becomes `{"error"}` with this status."""

    def __init__(self, status: int, reason: str) -> None:
        super().__init__(reason)
        self.status = status
        self.reason = reason
