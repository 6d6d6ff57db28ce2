"""The arguments of a Bot API call, read from a query, JSON, a form or a multipart body."""

import json
from collections.abc import Mapping, Sequence

from starlette.datastructures import UploadFile
from starlette.formparsers import MultiPartException
from starlette.requests import Request

from bot.sandbox.errors import bad_request
from bot.sandbox.jsonvalues import JsonObject, JsonValue

_MAX_PART_BYTES = 4 * 1024 * 1024


class Parameters:
    """Typed access to arguments; a wrong one raises Telegram's error."""

    def __init__(
        self, values: Mapping[str, JsonValue], uploads: Mapping[str, UploadFile] | None = None
    ) -> None:
        self._values = values
        self._uploads = uploads or {}

    def has(self, name: str) -> bool:
        """Tell whether an argument was given."""
        return self._values.get(name) is not None

    def text(self, name: str, default: str = "") -> str:
        """Return a text argument."""
        value = self._values.get(name)
        if value is None:
            return default
        if isinstance(value, bool) or not isinstance(value, str | int | float):
            raise bad_request(f'field "{name}" must be of type String')
        return str(value)

    def integer(self, name: str, default: int = 0) -> int:
        """Return a whole number."""
        value = self._values.get(name)
        if value is None or value == "":
            return default
        try:
            return int(value)  # type: ignore[arg-type]
        except (TypeError, ValueError, OverflowError):
            raise bad_request(f'field "{name}" must be of type Number') from None

    def boolean(self, name: str) -> bool:
        """Return a truth value; Telegram reads true, yes and 1 as true, all else as false."""
        return str(self._values.get(name)).lower() in ("true", "yes", "1")

    def objects(self, name: str) -> Sequence[JsonValue]:
        """Return a list, which forms carry as JSON."""
        value = self._decoded(name)
        if value is None:
            return []
        if isinstance(value, str) or not isinstance(value, Sequence):
            raise bad_request(f'can\'t parse "{name}": expected an Array')
        return value

    def object(self, name: str) -> JsonObject | None:
        """Return an object, which forms carry as JSON."""
        value = self._decoded(name)
        if value is not None and not isinstance(value, Mapping):
            raise bad_request(f'can\'t parse "{name}": expected an Object')
        return value

    def upload(self, name: str) -> UploadFile | None:
        """Return a file sent under this name."""
        return self._uploads.get(name)

    def _decoded(self, name: str) -> JsonValue:
        value = self._values.get(name)
        if not isinstance(value, str):
            return value
        return _decode(value, f'can\'t parse "{name}" JSON object') if value else None


async def read_parameters(request: Request) -> Parameters:
    """Read the arguments of a call from wherever the caller put them."""
    values: dict[str, JsonValue] = dict(request.query_params)
    uploads: dict[str, UploadFile] = {}
    kind = request.headers.get("content-type", "").split(";")[0].strip().lower()
    if kind == "application/json":
        values |= await read_json_object(request)
    elif kind in ("application/x-www-form-urlencoded", "multipart/form-data"):
        try:
            form = await request.form(max_part_size=_MAX_PART_BYTES)
        except MultiPartException as error:
            raise bad_request(error.message) from error
        for name, value in form.multi_items():
            if isinstance(value, UploadFile):
                uploads[name] = value
            else:
                values[name] = value
    return Parameters(values, uploads)


async def read_json_object(request: Request) -> JsonObject:
    """Return the JSON object in a body; an empty body is an empty object."""
    body = await request.body()
    if not body.strip():
        return {}
    decoded = _decode(body, "can't parse JSON object")
    if not isinstance(decoded, dict):
        raise bad_request("object expected")
    return decoded


def _decode(written: str | bytes, refusal: str) -> JsonValue:
    """Decode JSON; refuse half of a surrogate pair anywhere in it, which UTF-8 cannot carry."""
    try:
        decoded: JsonValue = json.loads(written)
        json.dumps(decoded, ensure_ascii=False).encode()
    except UnicodeEncodeError:
        raise bad_request("strings must be encoded in UTF-8") from None
    except (ValueError, RecursionError):
        raise bad_request(refusal) from None
    return decoded
